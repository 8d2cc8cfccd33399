// What scripts of a page rely on: properties, methods, events and attributes of the element.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the element", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inBody = (...what) => studio.inBody(...what);
  const withPlayer = (...what) => studio.withPlayer(...what);

  test("speaks as media elements do, and a seek is in the picture at once", async () => {
    const told = await withPlayer((player) => {
      const outputs = () => player.shadowRoot.querySelectorAll('[data-cell^="output:"]').length;
      const before = [player.paused, player.currentTime, player.loop, player.duration > 10];
      const rates = [99, 0.01, 4].map((rate) => ((player.playbackRate = rate), player.playbackRate));
      const drawn = [player.duration, 0].map((time) => ((player.currentTime = time), outputs()));
      player.loop = true;
      return [before, rates, drawn, player.matches("[loop]")];
    });
    assert.deepEqual(told, [[true, 0, false, true], [4, 0.25, 4], [9, 0], true]);
  });

  test("tells its time with every frame that is drawn, a seek at once, each step that it comes to, and the end once", async () => {
    const { sought, untold, count, steps, heard, at } = await withPlayer(async (player) => {
      const times = new Set();
      player.addEventListener("timeupdate", () => times.add(player.currentTime));
      player.currentTime = 2;
      const sought = [...times];
      player.play();
      const drawn = [];
      for (let frames = 0; frames < 12; frames++) {
        await new Promise(requestAnimationFrame);
        drawn.push(player.currentTime);
      }
      player.pause();
      // the last frame's event may still be on its way
      const untold = drawn.slice(0, -1).filter((time) => !times.has(time));
      const steps = player.steps.slice(-3);
      player.currentTime = steps[0].start;
      const heard = [];
      for (const type of ["play", "pause", "ended", "stepchange", "error"])
        player.addEventListener(type, ({ detail }) => heard.push(detail?.id ?? type));
      const ended = new Promise((resolve) => player.addEventListener("ended", resolve));
      player.playbackRate = 4;
      player.play();
      await ended;
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      const at = player.currentTime === player.duration;
      return { sought, untold, count: times.size, steps: steps.map(({ id }) => id), heard, at };
    });
    assert.deepEqual([sought, untold, at], [[2], [], true]);
    assert.ok(count > 5);
    assert.deepEqual(heard, ["play", ...steps.slice(1), "pause", "ended"]);
  });

  test("played again in the turn in which it was put at its end, it begins again", async () => {
    const told = await withPlayer(async (player) => {
      const heard = [];
      for (const type of ["play", "pause", "ended"]) player.addEventListener(type, () => heard.push(type));
      player.play();
      player.currentTime = player.duration;
      player.play();
      const { currentTime } = player;
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      return [currentTime, player.paused, heard];
    });
    assert.deepEqual(told, [0, false, ["play"]]);
  });

  test("what is set before there is a picture, or before the element is defined, is done in order", async () => {
    const told = await inBody("", async () => {
      const player = document.createElement("attention-player");
      Object.assign(player, { step: "sum-1", playbackRate: 0.25, loop: true, controls: false });
      player.highlight("weights", "no index");
      player.highlight("weights");
      const promise = player.play();
      document.body.append(player);
      await promise;
      const { hidden } = player.shadowRoot.querySelector(".bar");
      const { step, paused, playbackRate, loop } = player;
      const rings = player.shadowRoot.querySelectorAll(".overlay rect").length > 0;
      // another name stands for an element that came before its script
      const early = document.createElement("attention-early");
      document.body.append(early);
      Object.assign(early, { problem: { x: [[1, 0], [0, 1]] }, step: 2, palette: "safe" }); // prettier-ignore
      customElements.define("attention-early", class extends customElements.get("attention-player") {});
      early.edit({ x: [[1, 0], [0, 5]] }); // prettier-ignore
      await early.ready;
      const edited = [early.trace.x.data[3], early.canUndo];
      return {
        later: [step, paused, playbackRate, loop, hidden, player.getAttribute("controls"), rings],
        early: [early.trace.x.shape, early.step === early.steps[2].id, early.getAttribute("palette")],
        edited,
      };
    });
    assert.deepEqual(told, {
      later: ["sum-1", false, 0.25, true, true, "off", true],
      early: [[1, 2, 2], true, "safe"],
      edited: [5, false],
    });
  });

  test("hidden by any means it pauses, and goes on when it is back", async () => {
    const body = `<details open><summary>more</summary><section>${tag}</section></details>`;
    const hide = async (player) => {
      const part = document.querySelector("section");
      const details = document.querySelector("details");
      const ways = {
        details: (hidden) => (details.open = !hidden),
        hidden: (hidden) => (part.hidden = hidden),
        visibility: (hidden) => (part.style.visibility = hidden ? "hidden" : ""),
        opacity: (hidden) => (part.style.opacity = hidden ? "0" : ""),
        "content-visibility": (hidden) => (part.style.contentVisibility = hidden ? "hidden" : ""),
      };
      player.play();
      const seen = [];
      for (const [way, set] of Object.entries(ways)) {
        await window.plays(player);
        set(true);
        await window.until(() => player.paused);
        set(false);
        seen.push(way);
      }
      return [...seen, await window.plays(player)].join(" ");
    };
    const ways = "details hidden visibility opacity content-visibility true";
    assert.equal(await withPlayer(hide, { body }), ways);
  });

  test("a new problem gives a new promise, is copied at once, and leaves the moment", async () => {
    const told = await withPlayer(async (player) => {
      player.currentTime = player.duration;
      const { problem, ready } = player;
      problem.x[0][0] = 5;
      const changes = [];
      player.addEventListener("change", ({ detail }) => changes.push(detail.problem.x[0][0]));
      player.problem = problem;
      problem.x[0][0] = 7;
      const anew = player.ready !== ready;
      await player.ready;
      const { textContent } = player.shadowRoot.querySelector('[data-cell="x:0,0,0"]');
      const moment = player.currentTime === player.duration;
      // so is an edit; what is invalid changes nothing
      const answers = [player.edit(problem), player.edit(null)?.where];
      problem.x[0][0] = 9;
      player.undo();
      player.redo();
      player.setAttribute("problem", "{");
      await player.ready;
      // two players that show each other's changes come to rest
      const twin = player.cloneNode();
      player.after(twin);
      await twin.ready;
      const shows = (other, { detail }) => changes.length < 20 && (other.problem = detail.problem);
      player.addEventListener("change", (event) => shows(twin, event));
      twin.addEventListener("change", (event) => shows(player, event));
      player.edit({ x: [[2]] });
      await player.ready;
      await twin.ready;
      return [anew, textContent, twin.problem.x[0][0], moment, changes, answers];
    });
    assert.deepEqual(told, [true, "5", 2, true, [5, 7, 5, 7, 2], [null, "x"]]);
  });

  test("its trace is a copy: what a page writes into it changes no number", async () => {
    const seen = await withPlayer(async (player) => {
      const { trace } = player;
      const first = trace.weights.data[1];
      trace.weights.data.fill(9);
      delete trace.output;
      player.lang = "zh";
      await player.ready;
      player.step = "sum-1";
      const { value } = player.shadowRoot.querySelector('[data-cell="weights:0,0,0,1"]').dataset;
      const explained = player.explain("weights", [0, 0, 0, 1]).value;
      return [Math.fround(value) === first, explained === first, player.trace === trace];
    });
    assert.deepEqual(seen, [true, true, true]);
  });

  test("edits in quick succession while it plays: the last is shown, nothing stops, no step is told anew", async () => {
    const told = await withPlayer(async (player) => {
      const heard = [];
      player.step = "softmax-1";
      player.play();
      player.addEventListener("stepchange", ({ detail }) => heard.push(detail.id));
      const { problem } = player;
      for (let i = 1; i <= 8; i++) {
        problem.x[0][0] = i;
        player.problem = problem;
        if (i % 4 === 0) await new Promise(requestAnimationFrame);
      }
      await player.ready;
      return [player.paused, player.step, heard, player.trace.x.data[0], player.problem.x[0][0]];
    });
    assert.deepEqual(told, [false, "softmax-1", [], 8, 8]);
  });

  test("a bad problem of any kind leaves the picture, says why, and playing goes on", async () => {
    const { seen, plays, after } = await withPlayer(async (player) => {
      const { AttentionError } = await import("./attention-player.js");
      const fail = () => {
        throw new Error("the page's own");
      };
      const bad = {
        "shape x[1]": { x: [[1, 2], [3]] },
        "shape heads": { x: [[1]], heads: 0 },
        "limit weights": { x: { shape: [65536, 1], data: new Float32Array(65536) } },
        "value problem": 7,
        "value x": Object.defineProperty({}, "x", { get: fail, enumerable: true }),
      };
      const heard = [];
      player.addEventListener("error", ({ detail }) => heard.push(detail));
      const shown = player.shadowRoot.querySelector("[role=alert]");
      const picture = () => player.shadowRoot.querySelector(".picture").outerHTML;
      const refuse = (problem) => ((player.problem = problem), player.ready.catch((error) => error));
      player.currentTime = player.duration;
      const before = picture();
      const seen = {};
      for (const [name, problem] of Object.entries(bad)) {
        const error = await refuse(problem);
        const [detail, ...more] = heard.splice(0);
        seen[name] = [
          `${error.code} ${error.where}`,
          error === detail && error instanceof AttentionError && more.length === 0,
          !shown.hidden && shown.textContent === error.message,
          player.problem.x.length === 3 && picture() === before,
        ];
      }
      player.step = "sum-1";
      player.play();
      await refuse(bad["shape x[1]"]);
      const plays = [player.step, player.paused];
      // a change of something else does not take the line away
      player.theme = "dark";
      await player.ready;
      plays.push(shown.hidden);
      player.problem = { x: [[1, 2]] };
      await player.ready;
      return { seen, plays, after: [shown.hidden, player.trace.x.shape.join()] };
    });
    for (const [name, well] of Object.entries(seen)) assert.deepEqual(well, [name, true, true, true]);
    assert.deepEqual([plays, after], [["sum-1", false, false], [true, "1,1,2"]]); // prettier-ignore
  });

  test("nothing to draw is no error, and is said; where nothing stood, an error leaves the page's own content in view", async () => {
    const [hidden, cells, text] = await withPlayer(async (player) => {
      player.problem = { x: { shape: [0, 4], data: [] } };
      await player.ready;
      const { shadowRoot: root } = player;
      return [root.querySelector("[role=alert]").hidden, root.querySelectorAll("[data-cell]").length, root.textContent]; // prettier-ignore
    });
    assert.deepEqual([hidden, cells], [true, 0]);
    assert.match(text, /nothing to draw/i);
    const body =
      '<attention-player>A table of the result.<script type="application/json">{ x: [[1]] }</script></attention-player>';
    const [content, alert] = await inBody(body, async () => {
      const player = document.querySelector("attention-player");
      await player.ready.catch(() => {});
      const { shadowRoot: root } = player;
      return [root.querySelector("slot") !== null, root.querySelector("[role=alert]").textContent];
    });
    assert.equal(content, true);
    assert.match(alert, /^script is not JSON.*quote every key/);
  });

  test("a child script holds a problem; it is read anew when it changes, and nothing else computes", async () => {
    const child =
      '<attention-player><script type="application/json">{"x":[[1,2],[3,4]]}</script></attention-player>';
    const told = await studio.inPage(child, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const first = player.trace.x.shape[1];
      const own = await player.constructor.attention;
      let runs = 0;
      player.constructor.attention = {
        build: own.build,
        forward: (problem) => (runs++, own.forward(problem)),
        terms: (...what) => own.terms(...what),
      };
      player.append("a word for those without scripts");
      document.dispatchEvent(new Event("DOMContentLoaded"));
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      const before = runs;
      player.querySelector("script").textContent = '{"x":[[1,2],[3,4],[5,6]]}';
      await window.until(() => player.trace.x.shape[1] === 3);
      return [first, before, runs];
    });
    assert.deepEqual(told, [2, 0, 1]);
  });

  test("the text of an attribute may be set as the property, as often as a framework likes", async () => {
    const told = await inBody(tag.repeat(2), async () => {
      const [player, second] = document.querySelectorAll("attention-player");
      const text = '{"x":[[1,2],[3,4]]}';
      Object.assign(player, { problem: text, compare: "layer", story: "compare", theme: "dark" });
      Object.assign(player, { controls: "off", loop: "", ask: "false" });
      await player.ready;
      const { story, theme, controls, loop, ask } = player;
      const texts = [player.trace.x.shape[2], player.compare.x.length, story, theme, controls, loop, ask];
      const tokens = [];
      for (const problem of [text, { x: [[1, 2]] }, text, undefined, text, "", "{x}"]) {
        second.problem = problem;
        await second.ready.catch(({ where, code }) => tokens.push(`${where} ${code}`));
        tokens.push(second.trace.x.shape[1]);
      }
      return { texts, tokens };
    });
    assert.deepEqual(told, {
      texts: [2, 3, "compare", "dark", false, true, false],
      tokens: [2, 1, 2, 3, 2, 3, "problem value", 3],
    });
  });

  test("the walk-through turns into the matrices at the same moment: cells travel, and arrive", async () => {
    const run = async (player) => {
      const { shadowRoot: root } = player;
      const place = () => {
        const cell = root.querySelector('.picture [data-cell="key:0,0,1,1"]');
        return [cell.getAttribute("x"), cell.getAttribute("y")].map(Number);
      };
      player.step = "scores-1";
      const way = [place()];
      const [, matrices] = root.querySelectorAll(".turn button");
      matrices.click();
      await player.ready;
      await window.until(() => String(place()) !== String(way[0]));
      // until it has come to rest
      for (let still = 0; still < 10; still = String(way.at(-1)) === String(way.at(-2)) ? still + 1 : 0) {
        way.push(place());
        await new Promise(requestAnimationFrame);
      }
      const { story, paused, currentTime } = player;
      player.currentTime = currentTime;
      return { story, pressed: matrices.ariaPressed, paused, way, arrived: place() };
    };
    const { way, arrived, ...rest } = await withPlayer(run, { timed: true });
    assert.deepEqual(rest, { story: "matrices", pressed: "true", paused: true });
    assert.deepEqual(way.at(-1), arrived);
    assert.ok(new Set(way.map(String)).size > 3, `${way.length} places`);
  });
});
