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
  controls: ["maybe", "play off", "play,bar"],
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
    const run = async (player, [bad, look]) => {
      look = new Function(`return (${look})(...arguments)`);
      const { AttentionError } = await import("./attention-player.js");
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
    const body = '<attention-player preset="batch"></attention-player>';
    assert.deepEqual(await studio.withPlayer(run, { body, given: [bad, String(look)] }), []);
  });

  test("that this problem has no head for is told when the problem comes, and holds again with the next", async () => {
    const run = async (player) => {
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
    };
    const body = '<attention-player preset="eight-heads" story="walk-through" head="5"></attention-player>';
    const none = 'head is "5"; give 0, for this problem has no more.';
    const [six, one] = ["weights:0,5,0,0", "weights:0,0,0,0"];
    assert.deepEqual(await studio.withPlayer(run, { body }), [[six, ""], [one, none], [one, ""], [six, ""]]); // prettier-ignore
  });
});

test("compare is a preset, JSON or a problem; it opens its story, and a bad one is told once and shows none", async () => {
  const run = async (player) => {
    const errors = [];
    player.addEventListener("error", ({ detail }) => errors.push(`${detail.code} ${detail.where}`));
    const seen = [];
    const then = async (change) => {
      change();
      await player.ready;
      const keys = Object.keys(player.compare ?? {}).join(" ");
      seen.push(`${player.story} ${"compare.weights" in player.trace} ${keys}`);
    };
    await then(() => {});
    await then(() => player.setAttribute("compare", '{"x":[[1,2],[3,4]]}'));
    await then(() => player.setAttribute("compare", "{x"));
    await then(() => (player.compare = { x: [[1, 2]], causal: true }));
    await then(() => (player.compare = { version: 1, stages: [{ id: "a", x: [[1]] }] }));
    await then(() => (player.compare = null));
    await then(() => (player.story = "compare"));
    const { sources } = player.explain("compare.weights", [0, 0, 0, 1]);
    return { seen, errors, own: sources.every(({ tensor }) => tensor.startsWith("compare.")) };
  };
  const told = await studio.withPlayer(run, {
    body: '<attention-player compare="layer"></attention-player>',
  });
  assert.deepEqual(told.seen, [
    ...["compare true x w_q w_k w_v", "compare true x", "walk-through false "],
    ...["compare true x causal", "walk-through false version stages"],
    // the attribute still says what it may not
    ...["walk-through false ", "compare true "],
  ]);
  assert.deepEqual(told.errors, ["value compare", "unsupported compare", "value compare"]);
  assert.equal(told.own, true);
});

test("a problem in attributes follows them; one that cannot be is told once, below the picture, and what stood there stands", async () => {
  const run = async () => {
    const heard = [];
    const hear = ({ detail }) => heard.push(`${detail.code} ${detail.where}`);
    addEventListener("error", hear, true);
    document.body.innerHTML = '<attention-player lang="zh" x="1 2; 3" labels="a,b"></attention-player>';
    const player = document.querySelector("attention-player");
    const seen = [];
    const then = async (change) => {
      change();
      await player.ready;
      const { hidden, textContent } = player.shadowRoot.querySelector("[role=alert]");
      const { x, labels } = player.problem;
      seen.push([`${x.length} ${labels?.x ?? ""}`, heard.splice(0).join(), hidden ? "" : textContent]);
    };
    const set = (name, value) => then(() => player.setAttribute(name, value));
    await then(() => {});
    await set("theme", "dark");
    player.setAttribute("lang", "en");
    await set("x", "1 2; 3 4");
    await set("heads", "two");
    await set("heads", "1");
    await set("W-Q", "1; 2; 3");
    await set("palette", "safe");
    await set("w-q", "");
    await then(() => (player.problem = { x: [[5]] }));
    player.removeAttribute("labels");
    await set("x", "[[1,2,3,4]]");
    await then(() => player.removeAttribute("x"));
    removeEventListener("error", hear, true);
    return seen;
  };
  const seen = await studio.inBody("", run);
  const zh = "无法显示：x 第 2 行有 1 个数，第 1 行有 2 个；请让各行一样长。";
  const wide = seen[5][2];
  assert.match(wide, /^w_q .*\.$/);
  assert.deepEqual(seen, [
    ["3 我,爱,猫", "shape x[1]", zh],
    ["3 我,爱,猫", "", zh],
    ["2 a,b", "", ""],
    ["2 a,b", "value heads", 'heads is "two"; give a whole number from 1 to 2147483647.'],
    ["2 a,b", "", ""],
    ["2 a,b", "shape w_q[0]", wide],
    ["2 a,b", "", wide],
    ["2 a,b", "", ""],
    ["1 ", "", ""],
    ["1 ", "", ""],
    ["3 I,love,cats", "", ""],
  ]);
});

describe("prose", () => {
  /** A page, and its player once it is ready. */
  async function open(body, view) {
    const { page } = await studio.page(body, view);
    const player = playerIn(page);
    await player(({ ready }) => ready.then(() => {}));
    await settle(page);
    return { page, player };
  }

  /** A turn of everything that looks at the page. */
  const settle = (page) =>
    page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    });

  test("brings a step, whoever presses, and is marked while the player is there", async () => {
    const { page, player } = await open(
      `<attention-player id="figure"></attention-player><p><a id="a" data-attention-step="softmax-1" data-for="figure">a</a>
        <a id="b" href="#" data-attention-step="scale-1">b</a> <button id="c" data-attention-step="0">c</button></p>`,
    );
    const marks = () =>
      page.$$eval("[data-attention-step]", (links) =>
        links.map(
          (one) => `${"attentionCurrent" in one.dataset} ${one.ariaCurrent} ${one.role} ${one.tabIndex}`,
        ),
      );
    const step = () => player((player) => player.step);
    const none = ["false null button 0", "false null null 0", "false null null 0"];
    assert.deepEqual(await marks(), none);
    await page.click("#a");
    assert.equal(await step(), "softmax-1");
    assert.deepEqual(await marks(), ["true step button 0", ...none.slice(1)]);
    assert.equal(await player(({ paused }) => paused), true);
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
    const { page } = await open(
      `<section>${to("a")}<attention-player id="one"></attention-player>${to("b")}
        <attention-player id="two"></attention-player>${to("c")}${to("d", 'data-for="three"')}${to("e", 'data-for="none"')}</section>
        <section><attention-player id="three"></attention-player></section><div id="f"></div>${to("g", 'data-for="one"')}`,
    );
    const told = await page.evaluate(async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map(({ ready }) => ready));
      const turn = () => new Promise((resolve) => setTimeout(resolve, 150));
      const root = document.querySelector("#f").attachShadow({ mode: "open" });
      const add = (where, id) => {
        const link = where.appendChild(document.createElement("a"));
        [link.id, link.dataset.attentionStep, link.textContent] = [id, "1", id];
        return link;
      };
      const inner = add(root, "inner");
      add(root, "beside");
      add(document.querySelectorAll("section")[1], "later");
      await turn();
      const pressed = (link) => {
        for (const player of players) player.step = 0;
        link.click();
        const there = players.filter(({ step, steps }) => step === steps[1].id);
        return `${link.id} ${there.map(({ id }) => id)}`;
      };
      const seen = [...document.querySelectorAll("a"), inner].map(pressed);
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

  test("takes the picture along as it is scrolled, and never out of the reader's hands", async () => {
    const paragraphs = ["1", "softmax-1", "3", "no-such"].map(
      (step) => `<p data-attention-scroll="${step}">${step}</p>`,
    );
    const body = `<style>p { height: 700px; margin: 0; } main { width: 300px; } attention-player { position: sticky; top: 0; float: right; width: 800px; }</style>
      <attention-player></attention-player><main><div style="height: 700px"></div>${paragraphs.join("")}</main>`;
    const { page, player } = await open(body);
    const now = () =>
      player(({ steps, step, paused }) => `${steps.findIndex(({ id }) => id === step)} ${paused}`);
    /** Scrolls until a paragraph, counted from 0, stands in the middle; what the player then shows. */
    const scrollTo = async (number, { page: on, now: what } = { page, now }) => {
      await on.evaluate((number) => scrollTo(0, 700 * number + 500), number);
      await settle(on);
      return what();
    };
    assert.equal(await player(({ currentTime }) => currentTime), 0);
    assert.equal(await scrollTo(0), "1 true");
    // in motion, then at rest
    await player(async (player) => {
      const { currentTime } = player;
      await window.until(() => player.currentTime > currentTime);
    });
    const softmax = await player(({ steps }) => steps.findIndex(({ id }) => id === "softmax-1"));
    assert.equal(await scrollTo(1), `${softmax} true`);
    assert.equal(await page.$eval("[data-attention-current]", ({ textContent }) => textContent), "softmax-1");
    // what the reader chooses stays, until the next paragraph
    await player((player) => void (player.step = 5));
    await page.evaluate(() => scrollBy(0, 20));
    await settle(page);
    assert.equal(await now(), "5 true");
    assert.equal(await scrollTo(2), "3 true");
    assert.equal(await scrollTo(3), "3 true");
    // what plays is left alone
    await player((player) => ((player.currentTime = 0.7 * player.duration), void player.play()));
    const [step, paused] = (await scrollTo(0)).split(" ");
    assert.ok(Number(step) > softmax && paused === "false", `${step} ${paused}`);
    await page.close();

    const calm = await open(body, { reducedMotion: true });
    const still = () => calm.player(({ step, steps, currentTime }) => [step === steps[1].id, currentTime]);
    const [there, time] = await scrollTo(0, { page: calm.page, now: still });
    await settle(calm.page);
    assert.deepEqual([there, await still()], [true, [true, time]]);
    await calm.page.close();
  });
});
