// What an author writes without a line of script: attributes, good and bad, and prose that drives the picture.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, playerIn } from "./page.js";

let studio;
before(async () => (studio = await openStudio()));
after(() => studio.close());

// what may not stand in each attribute, with a problem of two heads and a batch of two
const bad = {
  preset: ["no-such", "__proto__", "toString"],
  compare: ["{", "7", "no-such", '{"x":[[1,2],[3]]}', '{"version":1,"stages":[{"id":"a","x":[[1]]}]}'],
  problem: ["{", "7", '{"x":[[1,2],[3]]}', '{"x":[[1]],"w_z":[[1]]}'],
  story: ["no-such", "constructor"],
  lang: ["xx", "-"],
  theme: ["pink", "auto light"],
  palette: ["neon"],
  controls: ["maybe"],
  speed: ["NaN", "Infinity", "0", "-1", "99", "fast"],
  scale: ["0.5", "toString"],
  causal: ["top-left"],
  softmax: ["ajar"],
  head: ["2.5", "99", "-1", "NaN", "one"],
  batch: ["0.5", "2", "-1"],
};

/** What a reader and a page see of the player. Runs in the page. */
const look = (player) => ({
  x: player.problem.x[0][0],
  ...{ story: player.story, theme: player.theme, palette: player.palette, controls: player.controls },
  ...{ softmax: player.softmax, rate: player.playbackRate, scale: player.problem.scale },
  causal: player.problem.causal,
  lang: player.shadowRoot.querySelector(".ap").lang,
  page: getComputedStyle(player).getPropertyValue("--ap-page"),
  bar: player.shadowRoot.querySelector(".bar").hidden,
  cells: [...player.shadowRoot.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.cell).join(" "),
});

describe("a bad attribute", () => {
  test("keeps the default and is told once; another one is told again, a good one clears it", async () => {
    const body = `<attention-player preset="batch"></attention-player>`;
    const run = async ([bad, look]) => {
      look = new Function(`return (${look})(...arguments)`);
      const player = document.querySelector("attention-player");
      const { AttentionError } = await import("./attention-player.js");
      await player.ready;
      player.currentTime = player.duration;
      const heard = [];
      player.addEventListener("error", ({ detail }) => heard.push(detail));
      const alert = () => {
        const { hidden, textContent } = player.shadowRoot.querySelector("[role=alert]");
        return hidden ? "" : textContent;
      };
      const plain = JSON.stringify(look(player));
      const wrong = [];
      const demand = (good, what) => good || wrong.push(what);
      for (const [attribute, values] of Object.entries(bad)) {
        for (const value of values) {
          const what = `${attribute}="${value}"`;
          player.setAttribute(attribute, value);
          await player.ready.catch(() => demand(false, `${what} rejects ready`));
          demand(JSON.stringify(look(player)) === plain, `${what} changes what is shown`);
          const [error, ...more] = heard.splice(0);
          const times = `${what} is told ${more.length + 1} times`;
          demand(error instanceof AttentionError && more.length === 0, times);
          demand(error && alert() === error.message, `${what} is not said: ${alert()}`);
          demand(attribute === "problem" || error?.where === attribute, `${what} is told of ${error?.where}`);
        }
        player.setAttribute(attribute, "");
        await player.ready;
        demand(heard.length === 0 && alert() === "", `an empty ${attribute} is told`);
        player.removeAttribute(attribute);
        if (attribute === "preset") player.preset = "batch";
        await player.ready;
      }
      return wrong;
    };
    assert.deepEqual(await studio.inBody(body, run, { given: [bad, String(look)] }), []);
  });

  test("of every kind at load is told once, and it plays", async () => {
    const attributes = Object.entries(bad).map(([name, [value]]) => `${name}='${value}'`);
    const told = await studio.inBody(
      "",
      async (attributes) => {
        const heard = [];
        const hear = ({ detail }) => heard.push(detail.where);
        addEventListener("error", hear, true);
        document.body.innerHTML = `<attention-player ${attributes}></attention-player>`;
        const player = document.querySelector("attention-player");
        const ready = (await player.ready) === player;
        player.play();
        const plays = await window.until(() => player.currentTime > 0);
        player.pause();
        // what is made anew says nothing new
        player.setAttribute("palette", "safe");
        player.style.width = "700px";
        for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
        removeEventListener("error", hear, true);
        return { ready, plays, story: player.story, x: player.problem.x[1], heard };
      },
      { given: attributes.join(" ") },
    );
    const { heard, ...rest } = told;
    assert.deepEqual(rest, { ready: true, plays: true, story: "walk-through", x: [0, 2, 0, 2] });
    assert.deepEqual(heard.sort(), Object.keys(bad).sort());
  });

  test("that this problem has no head for is told when the problem comes, and holds again with the next", async () => {
    const told = await studio.inBody(
      '<attention-player preset="eight-heads" story="walk-through" head="5"></attention-player>',
      async () => {
        const player = document.querySelector("attention-player");
        const heard = [];
        player.addEventListener("error", ({ detail }) => heard.push(detail.message));
        const seen = [];
        for (const preset of ["eight-heads", "two-words", "two-words", "eight-heads"]) {
          player.preset = preset;
          await player.ready;
          player.currentTime = player.duration;
          const [cell] = player.shadowRoot.querySelectorAll("[data-cell^=weights]");
          seen.push([cell.dataset.cell, heard.splice(0).join()]);
        }
        return seen;
      },
    );
    const none = 'head is "5"; give 0, for this problem has no more.';
    const [six, one] = ["weights:0,5,0,0", "weights:0,0,0,0"];
    assert.deepEqual(told, [
      [six, ""],
      [one, none],
      [one, ""],
      [six, ""],
    ]);
  });

  test("with a problem leaves the one that stood, and the reader's switches apply to that", async () => {
    const told = await studio.inBody('<attention-player preset="layer"></attention-player>', async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      player.addEventListener("error", ({ detail }) => heard.push(detail.code));
      const seen = [];
      for (const [name, value] of Object.entries({
        problem: "{}",
        causal: "on",
        preset: "nope",
        scale: "off",
      })) {
        player.setAttribute(name, value);
        await player.ready;
        seen.push([
          player.problem.x.length,
          player.problem.causal,
          player.problem.scale,
          heard.splice(0).join(),
        ]);
      }
      player.removeAttribute("problem");
      player.preset = "two-words";
      await player.ready;
      return [...seen, player.problem.x.length];
    });
    assert.deepEqual(told, [
      [3, null, null, "shape"],
      [3, true, null, ""],
      [3, true, null, "value"],
      [3, true, 1, ""],
      2,
    ]);
  });
});

describe("compare", () => {
  test("is a preset, JSON or a problem; it opens its story, and a bad one is told once and shows none", async () => {
    const told = await studio.inBody('<attention-player compare="layer"></attention-player>', async () => {
      const player = document.querySelector("attention-player");
      const errors = [];
      player.addEventListener("error", ({ detail }) => errors.push(`${detail.code} ${detail.where}`));
      const seen = [];
      const then = async (change) => {
        change();
        await player.ready;
        const keys = Object.keys(player.compare ?? {}).join(" ");
        seen.push([player.story, "compare.weights" in player.trace, keys]);
      };
      await then(() => {});
      await then(() => player.setAttribute("compare", '{"x":[[1,2],[3,4]]}'));
      await then(() => player.setAttribute("compare", "{x"));
      await then(() => (player.compare = { x: [[1, 2]], causal: true }));
      await then(() => (player.compare = { version: 1, stages: [{ id: "a", x: [[1]] }] }));
      await then(() => (player.compare = null));
      player.story = "compare";
      await then(() => {});
      const step = player.explain("compare.weights", [0, 0, 0, 1]);
      return { seen, errors, sources: step.sources.map(({ tensor }) => tensor) };
    });
    assert.deepEqual(told.seen, [
      ["compare", true, "x w_q w_k w_v"],
      ["compare", true, "x"],
      ["walk-through", false, ""],
      ["compare", true, "x causal"],
      ["walk-through", false, "version stages"],
      // the attribute still says what it may not
      ["walk-through", false, ""],
      ["compare", true, ""],
    ]);
    assert.deepEqual(told.errors, ["value compare", "unsupported compare", "value compare"]);
    assert.ok(told.sources.every((tensor) => tensor.startsWith("compare.")));
  });
});

describe("a problem in attributes", () => {
  test("is shown with its names, and follows its attributes", async () => {
    const { page } = await studio.page(
      '<attention-player x="1 0 1 0; 0 2 0 2" W-K="1 0; 0 1; 1 0; 0 1" w_q="1 0; 0 1; 1 0; 0 1" labels="I, you"></attention-player>',
    );
    const told = await playerIn(page)(async (player) => {
      const seen = [];
      const look = async () => {
        await player.ready;
        const { x, w_k, labels, heads } = player.problem;
        seen.push([x.length, w_k?.[0].join(), labels?.x.join(), heads].join(" "));
      };
      await look();
      const cells = [...player.shadowRoot.querySelectorAll("[data-cell^='output:']")].length;
      player.setAttribute("w-k", "2 0; 0 1; 1 0; 0 1");
      player.setAttribute("heads", "2");
      await look();
      player.problem = { x: [[5]] };
      await look();
      player.setAttribute("x", "[[1,2,3,4]]");
      player.removeAttribute("labels");
      await look();
      for (const { name } of [...player.attributes]) player.removeAttribute(name);
      await look();
      return { seen, cells };
    });
    assert.deepEqual(told.seen, [
      "2 1,0 I,you ",
      "2 2,0 I,you 2",
      "1   ",
      "1 2,0  2",
      "3 0,0,1 I,love,cats ",
    ]);
    assert.equal(told.cells, 8);
    await page.close();
  });

  test("that cannot be is told once, below the picture; what stood there stands", async () => {
    const { page } = await studio.page(
      '<attention-player lang="zh" x="1 2; 3" labels="a,b"></attention-player>',
      {
        head: "<script>window.heard = []; addEventListener('error', ({ detail }) => heard.push(detail), true);</script>",
      },
    );
    const seen = await playerIn(page)(async (player) => {
      const seen = [];
      const look = async (change) => {
        change?.();
        await player.ready;
        const alert = player.shadowRoot.querySelector("[role=alert]");
        const errors = window.heard.splice(0).map(({ code, where }) => `${code} ${where}`);
        seen.push([player.problem.x.length, errors.join(), alert.hidden ? "" : alert.textContent]);
      };
      await look();
      await look(() => player.setAttribute("theme", "dark"));
      player.setAttribute("lang", "en");
      await look(() => player.setAttribute("x", "1 2; 3 4"));
      await look(() => player.setAttribute("heads", "two"));
      await look(() => player.setAttribute("heads", "1"));
      await look(() => player.setAttribute("w_q", "1; 2; 3"));
      await look(() => player.setAttribute("palette", "safe"));
      await look(() => player.setAttribute("w_q", ""));
      return seen;
    });
    const zh = "无法显示：x 第 2 行有 1 个数，第 1 行有 2 个；请让各行一样长。";
    const wide = seen[5][2];
    assert.match(wide, /^w_q .*\.$/);
    assert.deepEqual(seen, [
      [3, "shape x[1]", zh],
      [3, "", zh],
      [2, "", ""],
      [2, "value heads", 'heads is "two"; give a whole number from 1 to 2147483647.'],
      [2, "", ""],
      [2, "shape w_q[0]", wide],
      [2, "", wide],
      [2, "", ""],
    ]);
    await page.close();
  });
});

describe("prose", () => {
  const figure = '<attention-player id="figure"></attention-player>';
  const link = (attributes, text = "link") => `<a ${attributes}>${text}</a>`;

  /** A turn of everything that looks at the page. */
  const settle = (page) =>
    page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    });

  test("brings a step, whoever presses, and is marked while the player is there", async () => {
    const { page } = await studio.page(
      `${figure}<p>${link('id="a" data-attention-step="softmax-1" data-for="figure"')}
        ${link('id="b" href="#" data-attention-step="scale-1"')} <button id="c" data-attention-step="0">c</button></p>`,
    );
    await page.evaluate(() => document.querySelector("attention-player").ready);
    await settle(page);
    const marks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("[data-attention-step]")].map(
          (one) =>
            `${one.hasAttribute("data-attention-current")} ${one.ariaCurrent} ${one.role} ${one.tabIndex}`,
        ),
      );
    const step = () => page.evaluate(() => document.querySelector("attention-player").step);
    const none = ["false null button 0", "false null null 0", "false null null 0"];
    assert.deepEqual(await marks(), none);
    await page.click("#a");
    assert.equal(await step(), "softmax-1");
    assert.deepEqual(await marks(), ["true step button 0", ...none.slice(1)]);
    const rest = await playerIn(page)((player) => {
      const { start, duration } = player.steps.find(({ id }) => id === "softmax-1");
      return [player.paused, player.currentTime > start && player.currentTime <= start + duration];
    });
    assert.deepEqual(rest, [true, true]);
    await page.focus("#c");
    await page.keyboard.press("Enter");
    assert.deepEqual(await marks(), [none[0], none[1], "true step null 0"]);
    await page.focus("#a");
    await page.keyboard.press("Space");
    assert.equal(await step(), "softmax-1");
    // the page stays where it is: href="#" leads nowhere
    await page.click("#b");
    assert.equal(await page.evaluate(() => location.hash + scrollY), "0");
    await page.close();
  });

  test("knows its player: by name, else the only one, else the nearest; also what comes later, and in shadow roots", async () => {
    const to = (id, more = "") => `<a id="${id}" data-attention-step="1" ${more}>${id}</a>`;
    const { page } = await studio.page(
      `<section>${to("a")}<attention-player id="one"></attention-player>${to("b")}
        <attention-player id="two"></attention-player>${to("c")}${to("d", 'data-for="three"')}${to("e", 'data-for="none"')}</section>
        <section><attention-player id="three"></attention-player></section><div id="f"></div>${to("g", 'data-for="one"')}`,
    );
    const told = await page.evaluate(async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map(({ ready }) => ready));
      const turn = () => new Promise((resolve) => setTimeout(resolve, 150));
      const root = document.querySelector("#f").attachShadow({ mode: "open" });
      for (const [where, id] of [
        [root, "inner"],
        [root, "beside"],
        [document.querySelectorAll("section")[1], "later"],
      ]) {
        const link = document.createElement("a");
        [link.id, link.dataset.attentionStep, link.textContent] = [id, "1", id];
        where.append(link);
      }
      await turn();
      const pressed = (link) => {
        for (const player of players) player.step = 0;
        link.click();
        return players
          .filter(({ step, steps }) => step === steps[1].id)
          .map(({ id }) => id)
          .join();
      };
      const seen = [...document.querySelectorAll("a")].map((link) => `${link.id} ${pressed(link)}`);
      seen.push(`inner ${pressed(root.querySelector("#inner"))}`);
      const marked = (where) =>
        [...where.querySelectorAll("[data-attention-current]")].map(({ id }) => id).join();
      seen.push(marked(root), marked(document));
      // a player that leaves takes its marks with it; one that comes back is there again
      players[2].remove();
      await turn();
      seen.push(marked(root));
      for (const player of players) player.remove();
      await turn();
      document.body.append(players[2]);
      await turn();
      return [...seen, marked(root)];
    });
    const links = ["a one", "b one", "c two", "d three", "e ", "later three", "g one", "inner three"];
    assert.deepEqual(told, [...links, "inner,beside", "d,later", "", "inner,beside"]);
    await page.close();
  });

  test("rings what it speaks of, while it is pointed at or focused", async () => {
    const { page } = await studio.page(
      `<p><a href="#" id="cell" data-attention-step="softmax-1" data-attention-highlight="weights:0,0,0,1">a weight</a>
        <span id="all" data-attention-highlight="weights">weights</span> <span id="none" data-attention-highlight="scores:x">?</span>
        <b>else</b></p><attention-player></attention-player>`,
    );
    await playerIn(page)(async (player) => {
      await player.ready;
      player.currentTime = player.duration;
    });
    const rings = (query) =>
      page.evaluate(
        () => document.querySelector("attention-player").shadowRoot.querySelectorAll(".overlay rect").length,
      );
    const seen = [];
    for (const id of ["cell", "all", "none"]) {
      await page.hover(`#${id}`);
      seen.push((await rings()) > 0);
      await page.hover("b");
      seen.push((await rings()) > 0);
    }
    await page.focus("#cell");
    seen.push((await rings()) > 0);
    await page.keyboard.press("Enter");
    seen.push((await rings()) > 0);
    assert.deepEqual(seen, [true, false, true, false, false, false, true, true]);
    await page.close();
  });

  test("takes the picture along as it is scrolled, and never out of the reader's hands", async () => {
    const paragraph = (step) => `<p data-attention-scroll="${step}">${step}</p>`;
    const body = `<style>p { height: 700px; margin: 0; } main { width: 300px; } attention-player { position: sticky; top: 0; float: right; width: 800px; }</style>
      ${figure}<main><div style="height: 700px"></div>${["1", "softmax-1", "3", "no-such"].map(paragraph).join("")}</main>`;
    const { page } = await studio.page(body);
    await playerIn(page)((player) => player.ready);
    /** Scrolls until a paragraph, counted from 0, stands in the middle; what the player then shows. */
    const scrollTo = async (number) => {
      await page.evaluate((number) => scrollTo(0, 700 * number + 500), number);
      await settle(page);
      return playerIn(page)((player) =>
        [player.steps.findIndex(({ id }) => id === player.step), player.paused].join(),
      );
    };
    const poster = () =>
      playerIn(page)((player) =>
        [player.currentTime, player.shadowRoot.querySelectorAll("[data-cell^='output:']").length].join(),
      );
    await settle(page);
    assert.equal(await poster(), "0,3");
    assert.equal(await scrollTo(0), "1,true");
    // in motion, then at rest
    const moves = await playerIn(page)((player) => {
      const { currentTime } = player;
      return window.until(() => player.currentTime > currentTime);
    });
    assert.ok(moves);
    const softmax = await playerIn(page)((player) => player.steps.findIndex(({ id }) => id === "softmax-1"));
    assert.equal(await scrollTo(1), `${softmax},true`);
    const current = await page.evaluate(() => document.querySelector("[data-attention-current]").textContent);
    assert.equal(current, "softmax-1");
    // what the reader chooses stays, until the next paragraph
    await playerIn(page)((player) => (player.step = 5));
    await page.evaluate(() => scrollBy(0, 20));
    await settle(page);
    assert.equal(await playerIn(page)((player) => player.step === player.steps[5].id), true);
    assert.equal(await scrollTo(2), "3,true");
    assert.equal(await scrollTo(3), "3,true");
    // what plays is left alone
    await playerIn(page)((player) => ((player.currentTime = player.duration / 2), player.play()));
    const played = await playerIn(page)((player) => player.step);
    assert.match(await scrollTo(0), /,false$/);
    assert.notEqual(played, await playerIn(page)((player) => player.steps[1].id));
    assert.notEqual(
      await playerIn(page)((player) => player.steps.findIndex(({ id }) => id === player.step)),
      1,
    );
    await page.close();

    const calm = await studio.page(body, { reducedMotion: true });
    await playerIn(calm.page)((player) => player.ready);
    await calm.page.evaluate(() => scrollTo(0, 500));
    await settle(calm.page);
    const still = await playerIn(calm.page)(async (player) => {
      const { currentTime } = player;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return (
        player.step === player.steps[1].id &&
        player.currentTime === currentTime &&
        currentTime > player.steps[1].start
      );
    });
    assert.equal(still, true);
    await calm.page.close();
  });
});
