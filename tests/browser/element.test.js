// What scripts of a page rely on: properties, methods, events and attributes of the element.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fewOrMany } from "../helpers/full.js";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the element", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inBody = (...what) => studio.inBody(...what);

  test("speaks as media elements do, and a seek is in the picture at once", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const outputs = () => player.shadowRoot.querySelectorAll('[data-cell^="output:"]').length;
      const before = [player.paused, player.currentTime, player.loop, player.duration > 10];
      const rates = [99, 0.01, 4].map((rate) => ((player.playbackRate = rate), player.playbackRate));
      player.currentTime = player.duration;
      const drawn = [outputs(), ((player.currentTime = 0), outputs())];
      player.play();
      const playing = player.paused;
      await new Promise((resolve) => player.addEventListener("timeupdate", resolve, { once: true }));
      player.pause();
      player.loop = true;
      return {
        before,
        rates,
        drawn,
        playing,
        moved: player.currentTime > 0,
        looped: player.matches("[loop]"),
      };
    });
    assert.deepEqual(told, {
      ...{ before: [true, 0, false, true], rates: [4, 0.25, 4], drawn: [9, 0] },
      ...{ playing: false, moved: true, looped: true },
    });
  });

  test("a step is read as its id, and set by id or by index; the steps have no gap", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      player.addEventListener("stepchange", ({ detail }) => heard.push([detail.id, detail.index]));
      const { steps } = player;
      player.step = 3;
      player.step = steps[5].id;
      const gap = ({ start }, i) =>
        i > 0 && Math.abs(steps[i - 1].start + steps[i - 1].duration - start) > 1e-6;
      return {
        heard,
        expected: [3, 5].map((index) => [steps[index].id, index]),
        now: player.step === steps[5].id,
        fields: Object.keys(steps[0]),
        gaps: steps.filter(gap).length,
      };
    });
    const { heard, expected, ...rest } = told;
    assert.deepEqual(heard, expected);
    assert.deepEqual(rest, { now: true, fields: ["id", "title", "start", "duration"], gaps: 0 });
  });

  test("playing tells its time with every frame that is drawn, a seek tells it at once, and the end is told once", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      for (const type of ["play", "pause", "timeupdate", "ended"])
        player.addEventListener(type, () => heard.push(type));
      player.currentTime = 2;
      const sought = heard.splice(0);
      const times = [];
      player.addEventListener("timeupdate", () => times.push(player.currentTime));
      player.play();
      /** What the time was in frames, and what was told of it meanwhile. */
      const drawn = [];
      for (let frames = 0; frames < 12; frames++) {
        await new Promise(requestAnimationFrame);
        drawn.push(player.currentTime);
      }
      player.pause();
      const untold = drawn.slice(0, -1).filter((time) => time > 2 && !times.includes(time));
      player.currentTime = player.duration - 0.05;
      heard.length = 0;
      const ended = new Promise((resolve) => player.addEventListener("ended", resolve));
      player.play();
      await ended;
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      return {
        sought,
        untold,
        count: new Set(times).size,
        ending: heard,
        at: player.currentTime === player.duration,
      };
    });
    assert.deepEqual(told.sought, ["timeupdate"]);
    assert.deepEqual(told.untold, []);
    assert.ok(told.count > 5);
    assert.deepEqual(told.ending.slice(0, 1), ["play"]);
    assert.deepEqual(told.ending.slice(-3), ["timeupdate", "pause", "ended"]);
    assert.equal(told.at, true);
  });

  test("played again in the turn in which it was put at its end, it begins again", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      for (const type of ["play", "pause", "ended"]) player.addEventListener(type, () => heard.push(type));
      player.play();
      player.currentTime = player.duration;
      player.play();
      const { currentTime, paused } = player;
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      return { currentTime, paused, plays: !player.paused, heard };
    });
    assert.deepEqual(told, { currentTime: 0, paused: false, plays: true, heard: ["play"] });
  });

  test("a loop goes round without an end, from where the reader said", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const last = player.steps.at(-1);
      player.step = last.id;
      player.shadowRoot.querySelector(".panel > button").click();
      let ended = 0;
      player.addEventListener("ended", () => ended++);
      player.currentTime = player.duration - 0.1;
      player.play();
      await window.until(() => player.currentTime < player.duration - 0.1);
      return [ended, player.paused, player.loop, player.currentTime >= last.start - 1e-6];
    });
    assert.deepEqual(told, [0, false, true, true]);
  });

  test("what is asked before there is a picture is done in order", async () => {
    const told = await inBody("", async () => {
      const player = document.createElement("attention-player");
      player.step = "sum-1";
      player.playbackRate = 0.25;
      player.loop = true;
      player.controls = false;
      const promise = player.play();
      document.body.append(player);
      await promise;
      const { hidden } = player.shadowRoot.querySelector(".bar");
      const { step, paused, playbackRate, loop } = player;
      return [step, paused, playbackRate, loop, hidden, player.getAttribute("controls")];
    });
    assert.deepEqual(told, ["sum-1", false, 0.25, true, true, "off"]);
  });

  test("off-screen it stands still", async () => {
    const told = await inBody(`${tag}<div style="height:5000px"></div>`, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.play();
      await window.until(() => player.currentTime > 0);
      scrollTo(0, 5000);
      // the browser tells of it some frames later
      let there = -1;
      for (let still = 0; still < 4; still = player.currentTime === there ? still + 1 : 0) {
        there = player.currentTime;
        await new Promise(requestAnimationFrame);
      }
      const stood = [player.currentTime === there, player.paused];
      scrollTo(0, 0);
      return [...stood, await window.until(() => player.currentTime > there)];
    });
    assert.deepEqual(told, [true, false, true]);
  });

  test("a new problem gives a new promise, is copied at once, and leaves the moment", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      const { problem, ready } = player;
      problem.x[0][0] = 5;
      const changes = [];
      player.addEventListener("change", ({ detail }) => changes.push(detail.problem.x[0][0]));
      player.problem = problem;
      problem.x[0][0] = 7;
      const second = player.ready;
      await second;
      const { textContent } = player.shadowRoot.querySelector('[data-cell="x:0,0,0"]');
      const seen = [
        ready !== second,
        textContent,
        player.problem.x[0][0],
        player.currentTime === player.duration,
      ];
      problem.x[0][0] = 8;
      player.setAttribute("causal", "on");
      await player.ready;
      return [...seen, changes[0], player.trace.x.data[0], player.problem.causal];
    });
    assert.deepEqual(told, [true, "5", 5, true, 5, 5, true]);
  });

  test("edits in quick succession while it plays: the last is shown, nothing stops, each step is told once", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      player.addEventListener("stepchange", ({ detail }) => heard.push(detail.id));
      const changes = [];
      player.addEventListener("change", ({ detail }) => changes.push(detail.problem.x[0][0]));
      player.step = "softmax-1";
      player.play();
      heard.length = 0;
      const { problem } = player;
      for (let i = 1; i <= 8; i++) {
        problem.x[0][0] = i;
        player.problem = problem;
        if (i % 4 === 0) await new Promise(requestAnimationFrame);
      }
      await player.ready;
      const { paused, step } = player;
      return { paused, step, heard, shown: [changes.at(-1), player.trace.x.data[0], player.problem.x[0][0]] };
    });
    assert.deepEqual(told, { paused: false, step: "softmax-1", heard: [], shown: [8, 8, 8] });
  });

  test("another switch or story goes on at the same place in the computation, and goes on playing", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const chapter = () => player.shadowRoot.querySelector(".chapter.on .name").textContent;
      player.step = "weight-1";
      player.play();
      const switched = [];
      for (const [name, value] of Object.entries({ scale: "on", causal: "on", softmax: "open" })) {
        player.setAttribute(name, value);
        await player.ready;
        player.removeAttribute(name);
        await player.ready;
        switched.push(`${player.step} ${player.paused}`);
      }
      player.step = "softmax-1";
      const told = [];
      for (const story of ["matrices", "one-query", "multi-head", "walk-through"]) {
        player.story = story;
        await player.ready;
        told.push(`${player.story} ${player.step} ${chapter()} ${player.paused}`);
      }
      const { currentTime } = player;
      return { switched, told, on: await window.until(() => player.currentTime > currentTime) };
    });
    assert.deepEqual([...new Set(told.switched)], ["weight-1 false"]);
    assert.deepEqual(told.told, [
      "matrices weights Softmax false",
      "one-query softmax-1 Softmax false",
      "multi-head weights Attend false",
      "walk-through softmax-1 Softmax false",
    ]);
    assert.equal(told.on, true);
  });

  test("a bad problem of any kind leaves the picture, says why, and playing goes on", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const { AttentionError } = await import("./attention-player.js");
      const bad = {
        ragged: { x: [[1, 2], [3]] },
        length: { x: { shape: [2, 2], data: [1, 2, 3] } },
        size: { x: { shape: [NaN, 2], data: [] } },
        features: { x: [[], []] },
        heads: { x: [[1]], heads: 0 },
        tokens: { x: { shape: [65536, 1], data: new Float32Array(65536) } },
        key: { x: [[1]], w_z: [[1]] },
        text: { x: [["one"]], toString: 1 },
        kind: 7,
        version: { version: 2, x: [[1]] },
        throws: {
          get x() {
            throw new Error("the page's own");
          },
        },
      };
      const heard = [];
      player.addEventListener("error", ({ detail }) => heard.push(detail));
      const shown = player.shadowRoot.querySelector("[role=alert]");
      const picture = () => player.shadowRoot.querySelector(".picture").outerHTML;
      const refuse = (problem) => ((player.problem = problem), player.ready.catch((error) => error));
      player.currentTime = player.duration;
      const before = picture();
      const seen = {};
      const codes = {};
      for (const [name, problem] of Object.entries(bad)) {
        const error = await refuse(problem);
        const [detail, ...more] = heard.splice(0);
        codes[name] = `${error.code} ${error.where}`;
        seen[name] = [
          error === detail && error instanceof AttentionError && more.length === 0,
          !shown.hidden && shown.textContent === error.message,
          player.problem.x.length === 3 && picture() === before,
        ];
      }
      player.step = "sum-1";
      player.play();
      await refuse(bad.ragged);
      const plays = [player.step, player.paused];
      player.problem = { x: [[1, 2]] };
      await player.ready;
      return { seen, codes, plays, after: [shown.hidden, player.trace.x.shape.join()] };
    });
    for (const [name, well] of Object.entries(told.seen)) assert.deepEqual(well, [true, true, true], name);
    assert.equal(told.codes.ragged, "shape x[1]");
    assert.equal(told.codes.throws, "value x");
    for (const code of Object.values(told.codes))
      assert.match(code, /^(shape|value|limit|unsupported|memory) /);
    assert.deepEqual(told.plays, ["sum-1", false]);
    assert.deepEqual(told.after, [true, "1,1,2"]);
  });

  test("nothing to draw is no error, and is said", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.problem = { x: { shape: [0, 4], data: [] } };
      await player.ready;
      const { shadowRoot: root } = player;
      const { hidden } = root.querySelector("[role=alert]");
      return [hidden, root.querySelectorAll("[data-cell]").length, root.textContent];
    });
    assert.deepEqual(told.slice(0, 2), [true, 0]);
    assert.match(told[2], /nothing to draw/i);
  });

  test("where nothing stood, an error leaves the page's own content in view", async () => {
    const body =
      '<attention-player>A table of the result.<script type="application/json">{ x: [[1]] }</script></attention-player>';
    const told = await inBody(body, async () => {
      const player = document.querySelector("attention-player");
      await player.ready.catch(() => {});
      const slot = player.shadowRoot.querySelector("slot");
      return [slot !== null, player.shadowRoot.querySelector("[role=alert]").textContent];
    });
    assert.equal(told[0], true);
    assert.match(told[1], /^script is not JSON.*quote every key/);
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

  test("attributes suffice, and a head and an item of a batch can be chosen", async () => {
    const body = `<attention-player problem='{"x":[[1,2],[3,4]]}' story="walk-through" lang="zh" theme="dark" palette="safe" loop controls="off"></attention-player>
      <attention-player preset="batch" head="1" batch="1"></attention-player>`;
    const told = await inBody(body, async () => {
      const [player, batch] = document.querySelectorAll("attention-player");
      await Promise.all([player.ready, batch.ready]);
      const { shadowRoot: root } = player;
      const style = getComputedStyle(player);
      const [page, key] = ["--ap-page", "--ap-key"].map((name) => style.getPropertyValue(name));
      batch.currentTime = batch.duration;
      const cells = [...batch.shadowRoot.querySelectorAll("[data-cell^='query:']")];
      const heads = new Set(cells.map(({ dataset }) => dataset.cell.split(",").slice(0, 2).join()));
      return [
        root.querySelector(".ap").lang,
        page,
        key,
        player.loop,
        root.querySelector(".bar").hidden,
        ...heads,
      ];
    });
    assert.deepEqual(told, ["zh-CN", "#121417", "#e69f00", true, true, "query:1,1"]);
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
      for (const problem of [text, { x: [[1, 2]] }, text, undefined, "{x}"]) {
        second.problem = problem;
        await second.ready.catch(({ where, code }) => tokens.push(`${where} ${code}`));
        tokens.push(second.trace.x.shape[1]);
      }
      const others = [];
      for (const other of ["layer", { x: [[1, 2]] }, "layer", undefined]) {
        second.compare = other;
        await second.ready;
        others.push(second.compare?.x.length ?? null);
      }
      return { texts, tokens, others };
    });
    assert.deepEqual(told, {
      texts: [2, 3, "compare", "dark", false, true, false],
      tokens: [2, 1, 2, 3, "problem value", 3],
      others: [3, 1, 3, null],
    });
  });

  test("what was set before the element was defined is honoured", async () => {
    const told = await inBody("", async () => {
      // another name stands for an element that came before its script
      const early = document.createElement("attention-early");
      document.body.append(early);
      Object.assign(early, { problem: { x: [[1, 0], [0, 1]] }, step: 2, palette: "safe" }); // prettier-ignore
      customElements.define("attention-early", class extends customElements.get("attention-player") {});
      await early.ready;
      return [early.trace.x.shape, early.step === early.steps[2].id, early.getAttribute("palette")];
    });
    assert.deepEqual(told, [[1, 2, 2], true, "safe"]);
  });

  test("with reduced motion clicks show steps at rest, and one story takes the place of another at once", async () => {
    const told = await inBody(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        const { shadowRoot: root } = player;
        let frames = 0;
        const request = window.requestAnimationFrame;
        window.requestAnimationFrame = (callback) => (frames++, request(callback));
        root.querySelector(".disc").click();
        const steps = [player.step];
        for (const button of [".forward", ".play", ".forward"]) {
          root.querySelector(button).click();
          steps.push(player.step);
        }
        const inOrder = steps.every((id, k) => id === player.steps[k].id);
        player.step = "scores-1";
        player.story = "one-query";
        await player.ready;
        const picture = () => root.querySelector(".picture").outerHTML;
        const first = picture();
        await new Promise((resolve) => setTimeout(resolve, 100));
        window.requestAnimationFrame = request;
        return [frames, inOrder, player.paused, player.step, picture() === first];
      },
      { reducedMotion: true },
    );
    assert.deepEqual(told, [0, true, true, "scores-1", true]);
  });

  test("the walk-through turns into the matrices at the same moment: cells travel, and arrive", async () => {
    const run = async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
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
    const { way, arrived, ...rest } = await inBody(tag, run, { timed: true });
    assert.deepEqual(rest, { story: "matrices", pressed: "true", paused: true });
    assert.deepEqual(way.at(-1), arrived);
    assert.ok(new Set(way.map(String)).size > 3, `${way.length} places`);
    for (const axis of [0, 1]) {
      const along = way.map((at) => (at[axis] - way[0][axis]) * Math.sign(arrived[axis] - way[0][axis]));
      assert.deepEqual(
        along,
        along.toSorted((a, b) => a - b),
      );
    }
  });

  test("a story that is asked for alone opens a preset of its own; asked for later, it tells what is shown, if it can", async () => {
    const told = await inBody(
      tag,
      async (every) => {
        const { loadPresets, presets } = await import("./attention-player.js");
        await loadPresets();
        const first = document.querySelector("attention-player");
        await first.ready;
        const { x } = first.problem;
        const alone = {};
        for (const story of first.stories.filter((_, k) => k % every === 0)) {
          const player = document.createElement("attention-player");
          player.setAttribute("story", story);
          document.body.append(player);
          await player.ready;
          const same = ({ problem }) => Object.keys(problem).every((key) => key in player.problem);
          const own = Object.values(presets).filter((preset) => preset.stories.includes(story));
          alone[story] = player.story === story && own.some(same);
          player.remove();
        }
        first.story = "matrices";
        await first.ready;
        return { alone, later: String(first.problem.x) === String(x) };
      },
      { given: fewOrMany(4, 1) },
    );
    for (const [story, opens] of Object.entries(told.alone)) assert.equal(opens, true, story);
    assert.equal(told.later, true);
  });

  test("document B stands beside what the post prints; its causal variant, which the post does not print, is one click away", async () => {
    const told = await inBody('<attention-player preset="layer"></attention-player>', async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const { shadowRoot: root } = player;
      const seen = [];
      for (let clicks = 0; clicks < 3; clicks++) {
        if (clicks) root.querySelector(".switch").click();
        await player.ready;
        const masked = player.trace.weights.data[1] === 0;
        seen.push([player.steps.at(-1).id, masked, root.querySelector(".badge").textContent]);
      }
      return seen;
    });
    const printed = ["printed", false, "the post prints rows 1 and 2 differently"];
    assert.deepEqual(told, [printed, ["outputs", true, "÷ √2"], printed]);
  });
});
