import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the element", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inPage = (...what) => studio.inPage(...what);

  test("speaks as media elements do", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.playbackRate = 99;
      const fastest = player.playbackRate;
      player.playbackRate = 0.01;
      const slowest = player.playbackRate;
      player.playbackRate = 4;
      const before = [player.paused, player.currentTime, player.loop];
      player.play();
      const playing = player.paused;
      await new Promise((resolve) => player.addEventListener("timeupdate", resolve, { once: true }));
      player.pause();
      const { duration, currentTime } = player;
      player.loop = true;
      const looped = player.hasAttribute("loop");
      return { fastest, slowest, before, playing, moved: currentTime > 0, long: duration > 10, looped };
    });
    assert.deepEqual(told, {
      ...{ fastest: 4, slowest: 0.25, before: [true, 0, false] },
      ...{ playing: false, moved: true, long: true, looped: true },
    });
  });

  test("a step is read as its id, and set by id or by index", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const heard = [];
      player.addEventListener("stepchange", ({ detail }) => heard.push(detail));
      const { steps } = player;
      player.step = 3;
      const third = player.step === steps[3].id;
      player.step = steps[5].id;
      const fields = Object.keys(steps[0]);
      const joined = steps.every(
        (step, i) => i === 0 || Math.abs(steps[i - 1].start + steps[i - 1].duration - step.start) < 1e-6,
      );
      return {
        third,
        fifth: player.step === steps[5].id,
        heard: heard.map(({ index }) => index),
        fields,
        joined,
      };
    });
    assert.deepEqual(told, {
      ...{ third: true, fifth: true, heard: [3, 5] },
      ...{ fields: ["id", "title", "start", "duration"], joined: true },
    });
  });

  test("a new problem gives a new promise, and the picture follows", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      const problem = player.problem;
      problem.x[0][0] = 5;
      const first = player.ready;
      const changes = [];
      player.addEventListener("change", ({ detail }) => changes.push(detail.problem.x[0][0]));
      player.problem = problem;
      const second = player.ready;
      await second;
      const cell = player.shadowRoot.querySelector('[data-cell="x:0,0,0"]');
      return [
        first !== second,
        cell.textContent,
        player.trace.x.data[0],
        player.problem.x[0][0],
        changes,
        player.currentTime === player.duration,
      ];
    });
    assert.deepEqual(told, [true, "5", 5, 5, [5], true]);
  });

  test("what is wrong is said in the element, and the former picture stands", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      const picture = () => player.shadowRoot.querySelector(".picture").outerHTML;
      const before = picture();
      const bad = [
        { x: [[1, 2], [3]] },
        { x: [[NaN]], heads: 0 },
        { x: [[]] },
        { ...player.problem, w_qq: [[1]] },
        { x: { shape: [65536, 4], data: [] } },
        null,
        "text",
        { x: "a", toString: 1 },
      ].slice(0);
      const said = [];
      for (const problem of bad) {
        if (problem === null) continue;
        const heard = new Promise((resolve) => player.addEventListener("error", resolve, { once: true }));
        player.problem = problem;
        const rejected = await player.ready.then(
          () => null,
          (error) => error,
        );
        const { detail } = await heard;
        const alert = player.shadowRoot.querySelector("[role=alert]");
        said.push([
          detail === rejected,
          detail.name,
          alert.hidden,
          alert.textContent === detail.message,
          picture() === before,
        ]);
      }
      player.problem = player.problem;
      await player.ready;
      return { said, gone: player.shadowRoot.querySelector("[role=alert]").hidden };
    });
    for (const line of told.said) assert.deepEqual(line, [true, "AttentionError", false, true, true]);
    assert.equal(told.said.length, 7);
    assert.equal(told.gone, true);
  });

  test("nothing to draw is no error, and is said", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.problem = { x: { shape: [0, 4], data: [] } };
      await player.ready;
      const root = player.shadowRoot;
      return [
        root.querySelector("[role=alert]").hidden,
        root.querySelectorAll("[data-cell]").length,
        root.textContent,
      ];
    });
    assert.equal(told[0], true);
    assert.equal(told[1], 0);
    assert.match(told[2], /nothing to draw/i);
  });

  test("where nothing stood, an error leaves the page's own content in view", async () => {
    const body =
      '<attention-player>A table of the result.<script type="application/json">{ x: [[1]] }</script></attention-player>';
    const told = await inPage(body, async () => {
      const player = document.querySelector("attention-player");
      await player.ready.catch(() => {});
      const slot = player.shadowRoot.querySelector("slot");
      return [slot !== null, player.shadowRoot.querySelector("[role=alert]").textContent];
    });
    assert.equal(told[0], true);
    assert.match(told[1], /^script is not JSON.*quote every key/);
  });

  test("a child script holds a problem, in plain HTML", async () => {
    const child =
      '<attention-player><script type="application/json">{"x":[[1,2],[3,4]],"labels":{"x":["a","b"]}}</script></attention-player>';
    const shape = await inPage(child, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      return player.trace.x.shape;
    });
    assert.deepEqual(shape, [1, 2, 2]);
  });

  test("a framework's proxy is a problem like any other; what is done to it later is not shown", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const deep = (target) =>
        new Proxy(target, {
          get: (from, key, receiver) => {
            const value = Reflect.get(from, key, receiver);
            return typeof value === "object" && value !== null ? deep(value) : value;
          },
        });
      const state = deep({
        x: [
          [1, 2],
          [3, 4],
        ],
        labels: { x: ["a", "b"] },
      });
      player.problem = state;
      state.x[0][0] = 7;
      await player.ready;
      state.x[0][0] = 8;
      player.setAttribute("causal", "on");
      await player.ready;
      return [player.problem, player.trace.x.data[0]];
    });
    assert.deepEqual(told, [
      {
        x: [
          [1, 2],
          [3, 4],
        ],
        labels: { x: ["a", "b"] },
        causal: true,
      },
      1,
    ]);
  });

  test("a problem that throws when it is read is an error like any other, and the former picture stands", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const before = player.shadowRoot.querySelector(".picture").outerHTML;
      const heard = [];
      player.addEventListener("error", ({ detail }) => heard.push(detail));
      const hostile = {
        get x() {
          throw new Error("the page's own");
        },
      };
      player.problem = hostile;
      const refused = await player.ready.catch((error) => error);
      const { name, code, where } = refused;
      return {
        ...{ name, code, where, same: heard.length === 1 && heard[0] === refused },
        stands: player.shadowRoot.querySelector(".picture").outerHTML === before,
        problem: player.problem.x.length,
      };
    });
    const what = { name: "AttentionError", code: "value", where: "x", same: true };
    assert.deepEqual(told, { ...what, stands: true, problem: 3 });
  });

  test("a child script that changes is read anew; other children, and the end of the page, compute nothing", async () => {
    const child =
      '<attention-player><script type="application/json">{"x":[[1,2],[3,4]]}</script></attention-player>';
    const told = await inPage(child, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const own = await player.constructor.attention;
      let runs = 0;
      player.constructor.attention = {
        build: own.build,
        forward: (problem) => (runs++, own.forward(problem)),
        terms: (...what) => own.terms(...what),
      };
      const turn = () => new Promise((resolve) => setTimeout(resolve, 50));
      await turn();
      player.append("a word for those without scripts");
      document.dispatchEvent(new Event("DOMContentLoaded"));
      await turn();
      const before = runs;
      player.querySelector("script").textContent = '{"x":[[1,2],[3,4],[5,6]]}';
      await turn();
      return [before, runs, player.trace.x.shape[1]];
    });
    assert.deepEqual(told, [0, 1, 3]);
  });

  test("attributes suffice", async () => {
    const attributes = `<attention-player problem='{"x":[[1,2],[3,4]]}' story="walk-through" lang="zh" theme="dark" palette="safe" loop controls="off"></attention-player>`;
    const told = await inPage(attributes, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const root = player.shadowRoot;
      const style = getComputedStyle(player);
      return [
        root.querySelector(".ap").lang,
        style.getPropertyValue("--ap-page"),
        style.getPropertyValue("--ap-key"),
        player.loop,
        root.querySelector(".bar").hidden,
      ];
    });
    assert.deepEqual(told, ["zh-CN", "#121417", "#e69f00", true, true]);
  });

  test("the text of an attribute may be set as the property, as frameworks do", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      const texts = { problem: '{"x":[[1,2],[3,4]]}', compare: "layer", story: "compare", theme: "dark" };
      Object.assign(player, texts, { controls: "off", loop: "", ask: "false" });
      await player.ready;
      const { shape } = player.trace.x;
      const other = player.compare.x.length;
      return [shape[2], other, player.story, player.theme, player.controls, player.loop, player.ask];
    });
    assert.deepEqual(told, [2, 3, "compare", "dark", false, true, false]);
  });

  test("as often as they like: a text, an object, the same text, and nothing again", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      const tokens = [];
      for (const problem of [
        '{"x":[[1,2],[3,4]]}',
        { x: [[1, 2]] },
        '{"x":[[1,2],[3,4]]}',
        undefined,
        "{x}",
      ]) {
        player.problem = problem;
        await player.ready.catch(({ where, code }) => tokens.push(`${where} ${code}`));
        tokens.push(player.trace.x.shape[1]);
      }
      const others = [];
      for (const other of ["layer", { x: [[1, 2]] }, "layer", undefined]) {
        player.compare = other;
        await player.ready;
        others.push(player.compare?.x.length ?? null);
      }
      return [tokens, others];
    });
    assert.deepEqual(told, [
      [2, 1, 2, 3, "problem value", 3],
      [3, 1, 3, null],
    ]);
  });

  test("what was set before the element was defined is honoured", async () => {
    const { page } = await studio.page("<attention-player></attention-player>", {
      head: '<script>addEventListener("DOMContentLoaded", () => {});</script>',
      script: "none",
    });
    const told = await page.evaluate(async () => {
      // the classic script is already there: a second name stands for an element that came too early
      const early = document.createElement("attention-early");
      document.body.append(early);
      early.problem = {
        x: [
          [1, 0],
          [0, 1],
        ],
      };
      early.step = 2;
      early.palette = "safe";
      customElements.define("attention-early", class extends AttentionPlayer.AttentionPlayer {});
      await early.ready;
      return [early.trace.x.shape, early.step === early.steps[2].id, early.getAttribute("palette")];
    });
    assert.deepEqual(told, [[1, 2, 2], true, "safe"]);
    await page.close();
  });

  test("can be moved, removed and put back", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = 20;
      for (let i = 0; i < 50; i++) {
        player.remove();
        document.body.append(player);
      }
      player.play();
      player.remove();
      const there = player.currentTime;
      await new Promise((resolve) => setTimeout(resolve, 120));
      const stood = player.currentTime === there;
      document.body.append(player);
      for (let tries = 0; tries < 100 && player.currentTime === there; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return [
        stood,
        player.currentTime > there,
        player.shadowRoot.querySelectorAll("svg.picture, .stage").length,
      ];
    });
    assert.deepEqual(told, [true, true, 1]);
  });

  test("off-screen it stands still", async () => {
    const told = await inPage(`${tag}<div style="height:5000px"></div>`, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.play();
      await new Promise((resolve) => setTimeout(resolve, 200));
      scrollTo(0, 5000);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const there = player.currentTime;
      await new Promise((resolve) => setTimeout(resolve, 300));
      const stood = player.currentTime === there;
      scrollTo(0, 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [there > 0, stood, player.paused, player.currentTime > there];
    });
    assert.deepEqual(told, [true, true, false, true]);
  });

  test("with reduced motion, clicks show steps at rest", async () => {
    const told = await inPage(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        const root = player.shadowRoot;
        let frames = 0;
        const request = window.requestAnimationFrame;
        window.requestAnimationFrame = (callback) => (frames++, request(callback));
        root.querySelector(".disc").click();
        const steps = [player.step];
        for (let i = 1; i < player.steps.length; i++) {
          root.querySelector(i % 2 ? ".forward" : ".play").click();
          steps.push(player.step);
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
        return [frames, steps.join(" ") === player.steps.map(({ id }) => id).join(" "), player.paused];
      },
      { reducedMotion: true },
    );
    assert.deepEqual(told, [0, true, true]);
  });

  test("the walk-through turns into the matrices at the same moment: cells travel, and arrive", async () => {
    const { page } = await studio.page(tag, { timed: true });
    const told = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const root = player.shadowRoot;
      const place = () => {
        const cell = root.querySelector('.picture [data-cell="key:0,0,1,1"]');
        return [cell.getAttribute("x"), cell.getAttribute("y")].map(Number);
      };
      player.step = "scores-1";
      const first = place();
      const [, matrices] = root.querySelectorAll(".turn button");
      matrices.click();
      await player.ready;
      await new Promise((resolve) => setTimeout(resolve, 250));
      const under = place();
      const travelling = root.querySelectorAll("[data-cell]").length;
      await new Promise((resolve) => setTimeout(resolve, 600));
      const last = place();
      const still = JSON.stringify(place());
      player.currentTime = player.currentTime;
      const between = (a, b, c) => (a <= b && b <= c) || (a >= b && b >= c);
      return {
        story: player.story,
        pressed: matrices.getAttribute("aria-pressed"),
        paused: player.paused,
        between: first.every((at, k) => between(at, under[k], last[k])),
        moved: [String(first) !== String(under), String(under) !== String(last)],
        arrived: JSON.stringify(place()) === still,
        travelling: travelling > 20,
      };
    });
    assert.deepEqual(told, {
      story: "matrices",
      pressed: "true",
      paused: true,
      between: true,
      moved: [true, true],
      arrived: true,
      travelling: true,
    });
    await page.close();
  });

  test("with reduced motion one story takes the place of another at once", async () => {
    const told = await inPage(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.step = "scores-1";
        const picture = () => player.shadowRoot.querySelector(".picture").outerHTML;
        player.story = "one-query";
        await player.ready;
        const first = picture();
        await new Promise((resolve) => setTimeout(resolve, 300));
        return [first === picture(), player.step];
      },
      { reducedMotion: true },
    );
    assert.deepEqual(told, [true, "scores-1"]);
  });

  test("another story goes on at the same place in the computation", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const title = () => player.shadowRoot.querySelector(".title span").textContent;
      player.step = player.steps.find(({ id }) => id.startsWith("scores")).id;
      const seen = [];
      for (const story of player.stories.filter((name) => name === "matrices" || name === "one-query")) {
        player.story = story;
        await player.ready;
        await new Promise((resolve) => setTimeout(resolve, 30));
        seen.push([story, player.story, player.currentTime > 0, title() !== ""]);
      }
      return seen;
    });
    for (const [wanted, story, on, titled] of told)
      assert.deepEqual([story, on, titled], [wanted, true, true]);
  });
});
