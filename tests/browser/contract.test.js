import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("what a page is promised", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inPage = (...what) => studio.inPage(...what);

  test("playing tells its time a few times a second, a seek tells it at once, and ends once", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      for (const type of ["play", "pause", "timeupdate", "ended"])
        player.addEventListener(type, () => heard.push(type));
      player.currentTime = 2;
      const sought = heard.splice(0);
      player.play();
      await new Promise((resolve) => setTimeout(resolve, 1500));
      player.pause();
      const updates = heard.splice(0).filter((type) => type === "timeupdate").length;
      player.currentTime = player.duration - 0.05;
      heard.length = 0;
      const ended = new Promise((resolve) => player.addEventListener("ended", resolve));
      player.play();
      await ended;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { sought, updates, ending: heard, at: player.currentTime === player.duration };
    });
    assert.deepEqual(told.sought, ["timeupdate"]);
    assert.ok(told.updates >= 2 && told.updates <= 10, `${told.updates} updates in 1.5 s`);
    assert.deepEqual(told.ending.slice(0, 1), ["play"]);
    assert.deepEqual(told.ending.slice(-3), ["timeupdate", "pause", "ended"]);
    assert.equal(told.at, true);
  });

  test("played again in the turn in which it was put at its end, it begins again", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      for (const type of ["play", "pause", "ended"]) player.addEventListener(type, () => heard.push(type));
      player.play();
      player.currentTime = player.duration;
      player.play();
      const { currentTime, paused } = player;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { currentTime, paused, plays: !player.paused, heard };
    });
    assert.deepEqual(told, { currentTime: 0, paused: false, plays: true, heard: ["play"] });
  });

  test("a seek is in the picture before the next frame", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      const now = player.shadowRoot.querySelectorAll('[data-cell^="output:"]').length;
      player.currentTime = 0;
      const then = player.shadowRoot.querySelectorAll('[data-cell^="output:"]').length;
      return { now, then };
    });
    assert.deepEqual(told, { now: 9, then: 0 });
  });

  test("edits in quick succession while it plays: the last is shown, nothing stops, each step is told once", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      player.addEventListener("stepchange", ({ detail }) => heard.push(detail.id));
      const changes = [];
      player.addEventListener("change", ({ detail }) => changes.push(detail.problem.x[0][0]));
      player.step = "softmax-1";
      player.play();
      heard.length = 0;
      const problem = player.problem;
      let waited;
      for (let i = 1; i <= 20; i++) {
        problem.x[0][0] = i;
        player.problem = problem;
        waited = player.ready;
        if (i % 5 === 0) await new Promise(requestAnimationFrame);
      }
      await waited;
      const { paused, step } = player;
      return {
        paused,
        step,
        heard,
        last: changes.at(-1),
        x: player.trace.x.data[0],
        now: player.problem.x[0][0],
      };
    });
    assert.deepEqual(told, { paused: false, step: "softmax-1", heard: [], last: 20, x: 20, now: 20 });
  });

  test("switching while it plays keeps the place in the computation, and it goes on playing", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "weight-1";
      player.play();
      const seen = [];
      const settings = [
        ["scale", "on"],
        ["causal", "on"],
        ["softmax", "open"],
        ["scale", "off"],
        ["causal", "off"],
        ["softmax", "closed"],
      ];
      for (const [name, value] of settings) {
        player.setAttribute(name, value);
        await player.ready;
        seen.push(`${player.step} ${player.paused}`);
      }
      const before = player.currentTime;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { seen, on: player.currentTime > before };
    });
    assert.deepEqual([...new Set(told.seen)], ["weight-1 false"]);
    assert.equal(told.on, true);
  });

  test("another story goes on at the same place, and goes on playing", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const chapter = () => player.shadowRoot.querySelector(".chapter.on .name").textContent;
      player.step = "softmax-1";
      player.play();
      const seen = [];
      for (const story of ["matrices", "one-query", "multi-head", "walk-through"]) {
        player.story = story;
        await player.ready;
        seen.push(`${player.story} ${player.step} ${chapter()} ${player.paused}`);
      }
      return seen;
    });
    assert.deepEqual(told, [
      "matrices weights Softmax false",
      "one-query softmax-1 Softmax false",
      "multi-head weights Attend false",
      "walk-through softmax-1 Softmax false",
    ]);
  });

  test("a bad problem of any kind leaves the picture, says why, and playing goes on", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "sum-1";
      player.play();
      const { AttentionError } = await import("./attention-player.js");
      const bad = {
        ragged: { x: [[1, 2], [3]] },
        length: { x: { shape: [2, 2], data: [1, 2, 3] } },
        size: { x: { shape: [NaN, 2], data: [] } },
        features: { x: [[], []] },
        heads: { x: [[1]], heads: 0 },
        tokens: { x: { shape: [65536, 1], data: new Float32Array(65536) } },
        key: { x: [[1]], w_z: [[1]] },
        text: { x: [["one"]] },
        kind: 7,
        version: { version: 2, x: [[1]] },
      };
      const seen = [];
      for (const [name, problem] of Object.entries(bad)) {
        const event = new Promise((resolve) => player.addEventListener("error", resolve, { once: true }));
        player.problem = problem;
        const refused = await player.ready.then(
          () => null,
          (error) => error,
        );
        const { detail } = await event;
        const shown = player.shadowRoot.querySelector(".error");
        seen.push({
          name,
          same: refused === detail && detail instanceof AttentionError,
          code: detail.code,
          said: !shown.hidden && shown.textContent === detail.message,
          stands:
            player.problem.x.length === 3 && player.shadowRoot.querySelectorAll("[data-cell]").length > 0,
          plays: !player.paused,
        });
      }
      player.problem = { x: [[1, 2]] };
      await player.ready;
      return { seen, after: player.shadowRoot.querySelector(".error").hidden && player.trace.x.shape.join() };
    });
    for (const { name, code, ...rest } of told.seen) {
      assert.ok(["shape", "value", "limit", "unsupported", "memory"].includes(code), `${name}: ${code}`);
      assert.deepEqual(rest, { same: true, said: true, stands: true, plays: true }, name);
    }
    assert.equal(told.after, "1,1,2");
  });

  test("what is asked before there is a picture is done in order", async () => {
    const told = await inPage("", async () => {
      const player = document.createElement("attention-player");
      player.step = "sum-1";
      player.playbackRate = 0.25;
      player.loop = true;
      player.controls = false;
      const promise = player.play();
      document.body.append(player);
      await promise;
      const bar = player.shadowRoot.querySelector(".bar");
      return [
        player.step,
        player.paused,
        player.playbackRate,
        player.loop,
        bar.hidden,
        player.getAttribute("controls"),
      ];
    });
    assert.deepEqual(told, ["sum-1", false, 0.25, true, true, "off"]);
  });

  test("a loop goes round without an end, from where the reader said", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "sum-3";
      const last = player.steps.at(-1);
      player.step = last.id;
      player.shadowRoot.querySelector(".panel > button").click();
      let ended = 0;
      player.addEventListener("ended", () => ended++);
      player.currentTime = player.duration - 0.1;
      player.playbackRate = 4;
      player.play();
      await new Promise((resolve) => setTimeout(resolve, 700));
      return {
        ended,
        paused: player.paused,
        loop: player.loop,
        back: player.currentTime >= last.start - 1e-6,
      };
    });
    assert.deepEqual(told, { ended: 0, paused: false, loop: true, back: true });
  });

  test("a dark player is printed light, without its bar", async () => {
    const { page } = await studio.page('<attention-player theme="dark"></attention-player>');
    const ink = () =>
      page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.currentTime = 0;
        const { color } = getComputedStyle(player.shadowRoot.querySelector(".title"));
        const bar = getComputedStyle(player.shadowRoot.querySelector(".bar")).display;
        return { light: Number(color.match(/\d+/)[0]) > 128, bar };
      });
    assert.deepEqual(await ink(), { light: true, bar: "flex" });
    await page.emulateMediaType("print");
    assert.deepEqual(await ink(), { light: false, bar: "none" });
    await page.close();
  });

  test("a page that unsets every style, and styles all its text, leaves the player as it is", async () => {
    const look = () => {
      const player = document.querySelector("attention-player");
      return player.ready.then(() => {
        const part = (name) => player.shadowRoot.querySelector(name);
        const { fontSize, fontStyle, textAlign, letterSpacing, whiteSpace, textShadow } = getComputedStyle(
          part("p[part]"),
        );
        const { width } = part(".ap").getBoundingClientRect();
        return { fontSize, fontStyle, textAlign, letterSpacing, whiteSpace, textShadow, width };
      });
    };
    const hostile =
      "<style>* { all: unset } script, style, head { display: none } html { font: italic 40px serif; text-align: center;" +
      " letter-spacing: 3px; white-space: pre; text-shadow: 2px 2px red; word-break: break-all } svg, math { display: none }</style>";
    const plain = await inPage(tag, look, { head: "<style>body { margin: 0 }</style>" });
    const styled = await inPage(tag, look, { head: hostile });
    assert.deepEqual(styled, plain);
  });

  test("a right-to-left page and a phone of 320 px scroll no wider for it, and the bar is one line", async () => {
    const fits = async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = 0;
      const tops = [...player.shadowRoot.querySelectorAll(".bar > button, .bar > select")].map(
        (control) => control.getBoundingClientRect().bottom,
      );
      const root = document.documentElement;
      return { wide: root.scrollWidth > root.clientWidth, lines: new Set(tops.map(Math.round)).size };
    };
    const head = "<style>body { margin: 0 } html { direction: rtl }</style>";
    for (const width of [320, 360, 768]) {
      const body = '<attention-player preset="eight-heads" lang="zh"></attention-player>';
      assert.deepEqual(await inPage(body, fits, { width, head }), { wide: false, lines: 1 }, `${width} px`);
    }
  });

  test("every preset opens its story", async () => {
    const told = await inPage("<attention-player></attention-player>", async () => {
      const player = document.querySelector("attention-player");
      const { loadPresets, presets } = await import("./attention-player.js");
      await loadPresets();
      const seen = {};
      for (const name of Object.keys(presets)) {
        player.preset = name;
        await player.ready;
        const first = presets[name].stories.find((story) => player.stories.includes(story));
        seen[name] = player.story === first && player.steps.length > 3;
      }
      return seen;
    });
    for (const [name, opens] of Object.entries(told)) assert.equal(opens, true, name);
    for (const name of "walk-through as-printed one-query layer two-words eight-heads batch english-french chinese-english".split(
      " ",
    ))
      assert.ok(told[name], name);
  });

  test("a story that is asked for alone opens its own preset; asked for later, it tells what is shown, if it can", async () => {
    const told = await inPage("<attention-player></attention-player>", async () => {
      const { loadPresets, presets } = await import("./attention-player.js");
      await loadPresets();
      // a page has names for tokens in its own language
      const unnamed = (problem) =>
        JSON.stringify(problem, (key, value) => (key === "labels" ? undefined : value));
      // of a layer that learns the parameters are drawn when it is opened
      const own = (name, problem) =>
        presets[name].trains
          ? Object.fromEntries(Object.keys(presets[name].problem).map((key) => [key, problem[key]]))
          : problem;
      const nameOf = (problem) =>
        Object.keys(presets).find((name) => unnamed(presets[name].problem) === unnamed(own(name, problem)));
      const first = document.querySelector("attention-player");
      await first.ready;
      const alone = {};
      for (const story of first.stories) {
        const player = document.createElement("attention-player");
        player.setAttribute("story", story);
        document.body.append(player);
        await player.ready;
        const preset = nameOf(player.problem);
        alone[story] = player.story === story && presets[preset].stories.includes(story);
        player.remove();
      }
      first.story = "matrices";
      await first.ready;
      return { alone, later: nameOf(first.problem) };
    });
    for (const [story, opens] of Object.entries(told.alone)) assert.equal(opens, true, story);
    assert.equal(told.later, "walk-through");
  });

  test("document B stands beside what the post prints; its causal variant, which the post does not print, is one click away", async () => {
    const told = await inPage('<attention-player preset="layer"></attention-player>', async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const { shadowRoot: root } = player;
      const look = () => [
        player.steps.at(-1).id,
        player.trace.weights.data[1] === 0,
        root.querySelector(".badge").textContent,
      ];
      const before = look();
      root.querySelector(".switch").click();
      await player.ready;
      const after = look();
      root.querySelector(".switch").click();
      await player.ready;
      return { before, after, again: look() };
    });
    const printed = ["printed", false, "row 2 is printed otherwise in the post"];
    assert.deepEqual(told, { before: printed, after: ["outputs", true, "÷ √2"], again: printed });
  });

  test("a head and an item of a batch can be chosen", async () => {
    const told = await inPage(
      '<attention-player preset="batch" head="1" batch="1"></attention-player>',
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.currentTime = player.duration;
        const cells = [...player.shadowRoot.querySelectorAll("[data-cell^='query:']")];
        return [...new Set(cells.map((cell) => cell.dataset.cell.slice(0, "query:0,0".length)))];
      },
    );
    assert.deepEqual(told, ["query:1,1"]);
  });
});
