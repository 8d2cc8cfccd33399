import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, readCells } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the element", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  /** Runs a function in a page with this body; returns its answer and closes the page. */
  async function inPage(body, run, view = {}) {
    const { page, errors } = await studio.page(body, view);
    const answer = await page.evaluate(run);
    await page.close();
    assert.deepEqual(errors, []);
    return answer;
  }

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
    const told = await inPage(
      '<attention-player preset="no-such">A table of the result.</attention-player>',
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready.catch(() => {});
        const slot = player.shadowRoot.querySelector("slot");
        return [slot !== null, player.shadowRoot.querySelector("[role=alert]").textContent];
      },
    );
    assert.equal(told[0], true);
    assert.match(told[1], /no-such.*walk-through/);
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

  test("what was set before the element was defined is honoured", async () => {
    const { page, errors } = await studio.page("<attention-player></attention-player>", {
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
    assert.deepEqual(errors, []);
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
      await new Promise((resolve) => setTimeout(resolve, 300));
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

  test("keys are heard only while it has the focus", async () => {
    const { page, errors } = await studio.page(`<button id="other">other</button>${tag}`);
    const state = () =>
      page.evaluate(() => {
        const player = document.querySelector("attention-player");
        return [player.paused, player.steps.findIndex(({ id }) => id === player.step), player.currentTime];
      });
    await page.evaluate(() => document.querySelector("attention-player").ready);
    await page.focus("#other");
    await page.keyboard.press("End");
    assert.deepEqual((await state())[2], 0);
    await page.evaluate(() =>
      document.querySelector("attention-player").shadowRoot.querySelector(".chapters").focus(),
    );
    await page.keyboard.press("End");
    const end = await state();
    assert.ok(end[2] > 10);
    await page.keyboard.press("Home");
    assert.equal((await state())[2], 0);
    await page.keyboard.press("Space");
    assert.equal((await state())[0], false);
    await page.keyboard.press("Space");
    assert.equal((await state())[0], true);
    await page.keyboard.press("2");
    const [, second] = await state();
    assert.ok(second > 0);
    await page.keyboard.press("ArrowLeft");
    assert.equal((await state())[1], second - 1);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("the digit of a chapter that is switched off leads nowhere", async () => {
    const { page, errors } = await studio.page(tag);
    const number = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const chapters = [...player.shadowRoot.querySelectorAll(".chapter")];
      player.shadowRoot.querySelector(".chapters").focus();
      return chapters.findIndex((chapter) => chapter.classList.contains("off")) + 1;
    });
    assert.ok(number > 0);
    const time = () => page.evaluate(() => document.querySelector("attention-player").currentTime);
    await page.keyboard.press("2");
    const before = await time();
    assert.ok(before > 0);
    await page.keyboard.press(String(number));
    assert.equal(await time(), before);
    await page.keyboard.press(String(number + 1));
    assert.ok((await time()) > before);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("a cell that is pointed at shows its equation; arrow keys go on from it; Escape leaves", async () => {
    const { page, errors } = await studio.page(tag);
    const at = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      const box = player.shadowRoot.querySelector('[data-cell="key:0,0,1,1"]').getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    const overlay = () =>
      page.evaluate(
        () => document.querySelector("attention-player").shadowRoot.querySelector(".overlay").textContent,
      );
    const spoken = () =>
      page.evaluate(
        () => document.querySelector("attention-player").shadowRoot.querySelector("[aria-live]").textContent,
      );
    assert.equal(await overlay(), "");
    await page.mouse.move(...at);
    assert.match(await overlay(), /4/);
    await page.mouse.move(2, 2);
    assert.equal(await overlay(), "");
    await page.mouse.click(...at);
    await page.mouse.move(2, 2);
    assert.match(await overlay(), /4/, "a click holds it");
    const first = await spoken();
    assert.match(first, /4/);
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await spoken(), first);
    await page.keyboard.press("Escape");
    assert.equal(await overlay(), "");
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("a square of a colour map says its number too, and arrow keys go on from it", async () => {
    const { page, errors } = await studio.page(tag);
    const at = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      const row = (i) => Array.from({ length: 3 }, (_, k) => ((i * 7 + k * 5) % 11) / 4 - 1);
      player.problem = { x: Array.from({ length: 12 }, (_, i) => row(i)) };
      await player.ready;
      player.currentTime = player.duration;
      player.scrollIntoView();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const maps = [...player.shadowRoot.querySelectorAll('svg [part="cell"]')].filter(
        (map) => map.getAttribute("width") === map.getAttribute("height"),
      );
      const box = maps[0].getBoundingClientRect();
      // the third row and the fifth column
      return [box.x + (box.width * 4.5) / 12, box.y + (box.height * 2.5) / 12];
    });
    const heard = (/** @type {string} */ what) =>
      page.evaluate(
        (selector) =>
          document.querySelector("attention-player").shadowRoot.querySelector(selector).textContent,
        what,
      );
    await page.mouse.move(...at);
    assert.match(await heard(".overlay"), /S₃₅/);
    await page.mouse.click(...at);
    assert.match(await heard("[aria-live]"), /^S₃₅ = .+ = −?[\d.]+$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await heard("[aria-live]"), /^S₃₆ = /);
    await page.keyboard.press("ArrowDown");
    assert.match(await heard("[aria-live]"), /^S₄₆ = /);
    await page.keyboard.press("Escape");
    assert.equal(await heard(".overlay"), "");
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("a symbol of the formula lights its matrix, and a cell its symbol", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      const root = player.shadowRoot;
      const symbol = root.querySelector("[data-symbol=key]");
      const rings = () => root.querySelector(".overlay").children.length;
      symbol.dispatchEvent(new PointerEvent("pointerenter"));
      const lit = [symbol.classList.contains("lit"), rings() > 0];
      symbol.dispatchEvent(new PointerEvent("pointerleave"));
      const dark = [symbol.classList.contains("lit"), rings()];
      const box = root.querySelector('[data-cell="key:0,0,0,0"]').getBoundingClientRect();
      root
        .querySelector(".stage")
        .dispatchEvent(new MouseEvent("click", { clientX: box.x + 3, clientY: box.y + 3 }));
      return { lit, dark, back: symbol.classList.contains("lit") };
    });
    assert.deepEqual(told, { lit: [true, true], dark: [false, 0], back: true });
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

  test("explain says what the hover says, and the cells it comes from", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      return player.explain("scores", [0, 0, 0, 1]);
    });
    assert.equal(told.value, 4);
    assert.match(told.text, /1·4 \+ 0·4 \+ 2·0 = 4/);
    assert.ok(told.sources.some(({ tensor }) => tensor === "query"));
    assert.ok(told.sources.some(({ tensor }) => tensor === "key"));
  });

  test("the language is the element's, the nearest, the page's, and follows it", async () => {
    const body = `${tag}<div lang="zh-Hans">${tag}</div><div lang="zh"><attention-player lang="en"></attention-player></div>`;
    const told = await inPage(body, async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map((player) => player.ready));
      const spoken = () => players.map((player) => player.shadowRoot.querySelector(".ap").lang);
      const before = spoken();
      document.documentElement.lang = "zh";
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [before, spoken()];
    });
    assert.deepEqual(told, [
      ["en", "zh-CN", "en"],
      ["zh-CN", "zh-CN", "en"],
    ]);
  });

  test("the theme is the attribute's, else the page's, else the reader's", async () => {
    const page = async (head, dark) =>
      inPage(
        `${tag}<attention-player theme="light"></attention-player>`,
        async () => {
          const players = [...document.querySelectorAll("attention-player")];
          await Promise.all(players.map((player) => player.ready));
          return players.map(
            (player) => getComputedStyle(player).getPropertyValue("--ap-page") === "#121417",
          );
        },
        { head, dark },
      );
    assert.deepEqual(await page("", true), [true, false]);
    assert.deepEqual(await page("", false), [false, false]);
    assert.deepEqual(await page("<style>body{background:#fff}</style>", true), [false, false]);
    assert.deepEqual(await page("<style>body{background:#111}</style>", false), [true, false]);
    assert.deepEqual(await page('<meta name="color-scheme" content="dark">', false), [true, false]);
    assert.deepEqual(await page('<meta name="color-scheme" content="light dark">', true), [true, false]);
  });

  test("a page themes it by custom properties and parts", async () => {
    const told = await inPage(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.currentTime = player.duration;
        const cell = player.shadowRoot.querySelector('[fill="var(--ap-key)"]');
        return [
          getComputedStyle(cell).fill,
          getComputedStyle(player.shadowRoot.querySelector("[part~=caption]")).color,
        ];
      },
      {
        head: "<style>attention-player{--ap-key:rgb(1,2,3)}attention-player::part(caption){color:rgb(4,5,6)}</style>",
      },
    );
    assert.deepEqual(told, ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
  });

  test("a page's own styles, clobbered names and odd prototypes do no harm", async () => {
    const body = `<style>*{all:unset} div,p,span{display:none!important}</style><form id="document" name="presets"><input name="customElements" id="ready"></form>
      <script>Object.prototype.junk = 1; Array.prototype.more = 2;</script>${tag}`;
    const cells = await inPage(body, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      return player.shadowRoot.querySelectorAll("[data-cell]").length;
    });
    assert.ok(cells > 30);
  });

  test("two copies of the library on one page say so once and do no harm", async () => {
    const { page, errors } = await studio.page(tag, {
      head: '<script src="attention-player.classic.js"></script>',
    });
    const notes = [];
    page.on("console", (message) => notes.push(message.text()));
    await page.reload();
    const count = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      return player.steps.length;
    });
    assert.ok(count > 5);
    assert.equal(notes.filter((text) => text.includes("already defined")).length, 1);
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("two hundred on one page share one core, and cost what is in view", async () => {
    const told = await inPage(tag.repeat(200), async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await new Promise((resolve) => setTimeout(resolve, 500));
      const drawn = () => players.filter((player) => player.shadowRoot.querySelector("svg")).length;
      const first = drawn();
      const start = performance.now();
      await Promise.all(players.map((player) => player.ready));
      const all = performance.now() - start;
      players[150].step = 4;
      return { first, all, last: drawn(), other: players[151].currentTime };
    });
    assert.ok(told.first < 20, `${told.first} were drawn at once`);
    assert.equal(told.last, 200);
    assert.ok(told.all < 4000, `${told.all} ms`);
    assert.equal(told.other, 0);
  });

  test("storage and address stay as they were, and nothing is fetched", async () => {
    const { page } = await studio.page(`${tag}<p id="section-3"></p>`);
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    const told = await page.evaluate(async () => {
      location.hash = "#section-3";
      const player = document.querySelector("attention-player");
      await player.ready;
      for (const step of player.steps) player.step = step.id;
      player.shadowRoot.querySelector(".gear").click();
      for (const box of player.shadowRoot.querySelectorAll("input")) box.click();
      await player.ready;
      return [location.hash, localStorage.length, sessionStorage.length, document.cookie];
    });
    assert.deepEqual(told, ["#section-3", 0, 0, ""]);
    assert.deepEqual(requests, []);
    await page.close();
  });

  test("the switches change the problem while the place is kept", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = player.steps.findIndex(({ id }) => id.startsWith("softmax"));
      const before = player.step;
      player.setAttribute("scale", "on");
      await player.ready;
      const scaled = [
        player.step === before,
        player.problem.scale === undefined,
        player.hasAttribute("scale"),
      ];
      player.setAttribute("causal", "on");
      await player.ready;
      const masked = [player.problem.causal, player.trace.weights.data[1]];
      player.setAttribute("softmax", "open");
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { scaled, masked, more: player.shadowRoot.textContent.includes("exp") };
    });
    assert.deepEqual(told.scaled, [true, true, true]);
    assert.deepEqual(told.masked, [true, 0]);
    assert.equal(told.more, true);
  });

  test("the wheel and the swipe stay the page's", async () => {
    const { page } = await studio.page(`${tag}<div style="height:3000px"></div>`);
    await page.evaluate(() => document.querySelector("attention-player").ready);
    await page.mouse.move(600, 400);
    await page.mouse.wheel({ deltaY: 300 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [scrolled, time] = await page.evaluate(() => [
      scrollY,
      document.querySelector("attention-player").currentTime,
    ]);
    assert.ok(scrolled > 100);
    assert.equal(time, 0);
    await page.close();
  });
});

describe("the element under a strict policy", () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'none'; worker-src 'none'; font-src 'none'; " +
    "base-uri 'none'; form-action 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  let studio;
  before(async () => (studio = await openStudio({ headers: { "Content-Security-Policy": policy } })));
  after(() => studio.close());

  test("plays, with Trusted Types, and breaks no rule", async () => {
    const { page, errors } = await studio.page(tag);
    const told = await page.evaluate(async () => {
      const broken = [];
      document.addEventListener("securitypolicyviolation", (event) => broken.push(event.violatedDirective));
      const player = document.querySelector("attention-player");
      await player.ready;
      for (const step of player.steps) player.step = step.id;
      player.setAttribute("theme", "dark");
      player.setAttribute("softmax", "open");
      player.shadowRoot.querySelector(".gear").click();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const shown = getComputedStyle(player.shadowRoot.querySelector(".ap")).backgroundColor;
      return { broken, shown, tables: player.shadowRoot.querySelectorAll("table").length > 5 };
    });
    assert.deepEqual(told, { broken: [], shown: "rgb(18, 20, 23)", tables: true });
    assert.ok(Object.keys(await page.evaluate(readCells)).length > 30);
    assert.deepEqual(errors, []);
    await page.close();
  });
});
