// A bad attribute keeps its default and is told once; the picture stands, and it plays.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

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
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("is as none, whichever it is, and told once; another one is told again, a good one clears it", async () => {
    const { page } = await studio.page('<attention-player preset="batch"></attention-player>');
    await page.evaluate(`window.look = ${look}`);
    const told = await page.evaluate(async (bad) => {
      const { look } = window;
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
          // what is made anew says nothing new
          player.setAttribute("palette", attribute === "palette" ? value : "safe");
          player.style.width = "700px";
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
          if (attribute !== "palette") player.removeAttribute("palette");
          player.style.width = "";
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
          const [error, ...more] = heard.splice(0);
          demand(
            error instanceof AttentionError && more.length === 0,
            `${what} is told ${more.length + 1} times`,
          );
          demand(error && alert() === error.message, `${what} is not said: ${alert()}`);
          if (attribute !== "problem")
            demand(error?.where === attribute, `${what} is told of ${error?.where}`);
        }
        player.setAttribute(attribute, "");
        await player.ready;
        demand(heard.length === 0 && alert() === "", `an empty ${attribute} is told`);
        player.removeAttribute(attribute);
        if (attribute === "preset") player.preset = "batch";
        await player.ready;
      }
      return wrong;
    }, bad);
    assert.deepEqual(told, []);
    await page.close();
  });

  test("at load is as none, and it plays", async () => {
    const attributes = Object.entries(bad).map(([name, [value]]) => `${name}='${value}'`);
    const body = `<script>window.heard = []; addEventListener("error", ({ detail }) => heard.push(detail.where), true);</script>
      <attention-player ${attributes.join(" ")}></attention-player>`;
    const told = await studio.inPage(body, async () => {
      const player = document.querySelector("attention-player");
      const ready = (await player.ready) === player;
      player.play();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const first = player.currentTime;
      await new Promise((resolve) => setTimeout(resolve, 200));
      const plays = first > 0 && player.currentTime > first;
      return { ready, plays, story: player.story, x: player.problem.x, heard: window.heard };
    });
    const { heard, ...rest } = told;
    const x = [
      [1, 0, 1, 0],
      [0, 2, 0, 2],
      [1, 1, 1, 1],
    ];
    assert.deepEqual(rest, { ready: true, plays: true, story: "walk-through", x });
    assert.deepEqual(heard.sort(), Object.keys(bad).sort());
  });

  test("that this problem has no head for is told when the problem comes, and holds again with the next", async () => {
    const told = await studio.inPage(
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
    const told = await studio.inPage('<attention-player preset="layer"></attention-player>', async () => {
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
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("is a preset, JSON or a problem; it opens its story, and a bad one is told once and as none", async () => {
    const { page } = await studio.page('<attention-player compare="layer"></attention-player>');
    const told = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      const errors = [];
      player.addEventListener("error", ({ detail }) => errors.push(`${detail.code} ${detail.where}`));
      const seen = [];
      const look = () =>
        seen.push([
          player.story,
          "compare.weights" in player.trace,
          Object.keys(player.compare ?? {}).join(" "),
        ]);
      const then = async (change) => {
        change();
        await player.ready;
        look();
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
