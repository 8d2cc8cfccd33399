// The steps that a page chooses: where a player stands, which part it plays, and what its author is told of wrong ones.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { rangeOf, stepIndex } from "../../web/element/range.js";

describe("the part of a story", () => {
  const step = (id, start, duration) => ({ id, start, duration });
  const scene = {
    steps: [step("a", 0, 2), step("b", 2, 3), step("c", 5, 1), step("d", 6, 4)],
    chapters: [step("one", 0, 5), step("two", 5, 5)],
    duration: 10,
    poster: 7,
  };
  const part = (from, to) => {
    const { start, end, steps, poster, chapters } = rangeOf(scene, { from, to });
    const bar = chapters.map(({ id, start, duration }) => `${id} ${start}+${duration}`).join(", ");
    return [start, end, steps.map(({ id }) => id).join(""), poster, bar];
  };

  test("goes from the start of a step to the end of another, whose picture is the poster", () => {
    assert.deepEqual(part("", ""), [0, 10, "abcd", 7, "one 0+5, two 5+5"]);
    assert.deepEqual(part("b", "c"), [2, 6, "bc", 6, "one 2+3, two 5+1"]);
    assert.deepEqual(part("b", "b"), [2, 5, "b", 5, "one 2+3"]);
    assert.deepEqual(part("2", undefined), [5, 10, "cd", 7, "two 5+5"]);
    assert.deepEqual(rangeOf(scene, { from: "b" }).boundaries, [5, 6]);
    // the poster is a moment of the part
    assert.equal(rangeOf({ ...scene, poster: 1 }, { from: "b" }).poster, 10);
  });

  test("is the whole as far as a step is unknown, and ends with no step before its beginning", () => {
    assert.deepEqual(part("x", "b").slice(0, 3), [0, 5, "ab"]);
    assert.deepEqual(part("b", "x").slice(0, 3), [2, 10, "bcd"]);
    assert.deepEqual(part("c", "a").slice(0, 3), [5, 10, "cd"]);
  });

  test("a step is named by its id, else by its number", () => {
    const at = (wanted) => stepIndex(scene.steps, wanted);
    assert.deepEqual(
      ["c", " c ", 2, "0", 4, -1, 1.5, "", "x", null].map(at),
      [2, 2, 2, 0, -1, -1, -1, -1, -1, -1],
    );
  });
});

describe("a player", () => {
  /** @type {import("jsdom").DOMWindow} */
  let window;
  let still = false;
  /** errors and steps that the player has told */
  const heard = [];
  const { warn } = console;
  const names = ["HTMLElement", "customElements"];
  before(async () => {
    ({ window } = new JSDOM(""));
    const media = { addEventListener() {}, removeEventListener() {} };
    window.matchMedia = (query) => /** @type {any} */ ({ ...media, matches: still && /motion/.test(query) });
    for (const name of names) globalThis[name] = window[name];
    console.warn = (text) => void heard.push("console", text);
    await import("../../web/player.js");
  });
  beforeEach(() => {
    still = false;
    heard.length = 0;
  });
  after(() => {
    console.warn = warn;
    for (const name of names) delete globalThis[name];
    window.close();
  });

  /** @param {string} attributes @param {string} [prose] @returns {Promise<any>} the player of a page */
  async function open(attributes, prose = "") {
    const { body } = window.document;
    // errors are told while it is put on the page
    const told = (/** @type {any} */ { target, detail }) =>
      target.localName && heard.push(`${detail.code} ${detail.where}`);
    const stepped = (/** @type {any} */ { detail }) => heard.push(detail.id);
    const player = /** @type {any} */ (window.document.createElement("attention-player"));
    player.addEventListener("error", told);
    player.addEventListener("stepchange", stepped);
    for (const [, name, value = ""] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g))
      player.setAttribute(name, value);
    body.innerHTML = prose;
    body.prepend(player);
    await player.ready;
    return player;
  }
  const inside = (player, selector) => player.shadowRoot.querySelector(selector);
  const isPoster = (player) => inside(player, ".ap").classList.contains("poster");
  const stepOf = ({ steps }, id) => steps.find((step) => step.id === id);
  const endOf = (player, id) => stepOf(player, id).start + stepOf(player, id).duration;
  const event = (player, type) =>
    new Promise((resolve) => player.addEventListener(type, resolve, { once: true }));
  const press = (player, key) =>
    player.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  test("stands at the step of its page, finished and paused, without a poster", async () => {
    const player = await open('step="softmax-1"');
    const { start, duration } = stepOf(player, "softmax-1");
    assert.deepEqual(
      [player.step, player.paused, isPoster(player), heard],
      ["softmax-1", true, false, ["softmax-1"]],
    );
    assert.ok(player.currentTime > start + duration / 2 && player.currentTime < start + duration);
    assert.ok(inside(player, '[data-cell="weights:0,0,0,1"]'));
    // the attribute takes it elsewhere, in the same turn as another problem, too
    player.setAttribute("step", "2");
    player.setAttribute("preset", "one-query");
    await player.ready;
    assert.deepEqual([player.step, player.story], ["values", "one-query"]);
    player.removeAttribute("step");
    await player.ready;
    assert.equal(player.step, "values");
    player.addEventListener("stepchange", ({ detail }) => heard.push(detail.index));
    player.step = 3;
    assert.deepEqual([player.step, heard.at(-1)], [player.steps[3].id, 3]);
    assert.deepEqual(Object.keys(player.steps[0]), ["id", "title", "start", "duration"]);
  });

  test("with autoplay begins there, but not with reduced motion", async () => {
    const player = await open('step="softmax-1" autoplay speed="4"');
    const begun = player.currentTime - stepOf(player, "softmax-1").start;
    assert.ok(!player.paused && begun >= 0 && begun < 0.5, `${begun}`);
    player.pause();
    still = true;
    const calm = await open('step="softmax-1" autoplay');
    assert.deepEqual(
      [calm.paused, calm.step, calm.currentTime > player.currentTime],
      [true, "softmax-1", true],
    );
  });

  test("plays a part, ends with its last step and stands there; the bar and the keys have no more", async () => {
    const player = await open('from="softmax-1" to="sum-1" speed="4"');
    const [from, to] = [stepOf(player, "softmax-1").start, endOf(player, "sum-1")];
    // the poster is its end
    assert.deepEqual([isPoster(player), player.currentTime], [true, 0]);
    const has = (cell) => inside(player, `[data-cell="${cell}"]`) !== null;
    assert.deepEqual(["output:0,0,0", "output:0,1,0"].map(has), [true, false]);
    assert.match(inside(player, ".invitation").textContent, new RegExp(`${Math.round(to - from)} seconds`));
    player.play();
    assert.equal(player.currentTime, from);
    player.currentTime = to - 0.3;
    await event(player, "ended");
    const title = () => inside(player, ".title span").textContent;
    assert.deepEqual(
      [player.currentTime, player.step, title()],
      [to, "sum-1", stepOf(player, "sum-1").title],
    );
    assert.ok(player.duration > to && player.steps.length > 10);
    const slider = inside(player, "[role=slider]");
    const range = ["min", "max"].map((name) => Number(slider.getAttribute(`aria-value${name}`)));
    assert.deepEqual(range, [from, to].map(Math.round));
    assert.equal(slider.querySelectorAll(".chapter").length, 3);
    // what lies outside is brought inside
    const stands = (act) => (act(), [player.currentTime, player.step]);
    assert.deepEqual(stands(() => press(player, "Home")), [from, "softmax-1"]); // prettier-ignore
    assert.deepEqual(stands(() => press(player, "End")), [to, "sum-1"]); // prettier-ignore
    assert.deepEqual(stands(() => (player.currentTime = to + 5)), [to, "sum-1"]); // prettier-ignore
    for (const [wanted, step] of [
      ["outputs", "sum-1"],
      ["keys", "softmax-1"],
    ])
      // prettier-ignore
      assert.equal(stands(() => (player.step = wanted))[1], step);
    press(player, "ArrowLeft");
    assert.equal(player.step, "softmax-1");
    // in another language it is the same part; a reader's other story is told as a whole, without a complaint
    player.currentTime = to;
    player.lang = "zh";
    await player.ready;
    assert.deepEqual([player.currentTime, player.step], [endOf(player, "sum-1"), "sum-1"]);
    heard.length = 0;
    player.story = "matrices";
    await player.ready;
    player.currentTime = Infinity;
    press(player, "End");
    assert.equal(player.currentTime, player.duration);
    assert.deepEqual(
      [heard.filter((text) => /^value/.test(text)), inside(player, ".error").textContent],
      [[], ""],
    );
    player.story = "";
    [player.from, player.to] = ["query-2", null];
    await player.ready;
    press(player, "Home");
    assert.deepEqual([player.step, player.currentTime], ["query-2", stepOf(player, "query-2").start]);
  });

  test("with reduced motion goes through its part by finished steps, and begins again", async () => {
    still = true;
    const player = await open('from="softmax-1" to="weight-1"');
    const way = [];
    for (let k = 0; k < 5; k++) {
      await player.play();
      way.push(player.step);
    }
    assert.deepEqual(way, ["softmax-1", "row-1", "weight-1", "weight-1", "softmax-1"]);
  });

  test("a page that pauses at the end of a step stands there, at the end of it or at the start of the next", async () => {
    const player = await open('speed="4"');
    const end = endOf(player, "inputs");
    const pauseAtEnd = () => player.currentTime >= end && player.pause();
    const played = async () => {
      player.currentTime = end - 0.3;
      player.play();
      await event(player, "pause");
      await wait(40);
      return [player.currentTime, player.step];
    };
    player.addEventListener("timeupdate", pauseAtEnd);
    assert.deepEqual(await played(), [end, "inputs"]);
    player.removeEventListener("timeupdate", pauseAtEnd);
    const next = player.steps[1].id;
    player.addEventListener("stepchange", ({ detail }) => detail.id === next && player.pause());
    assert.deepEqual(await played(), [end, next]);
  });

  const question = (player) => inside(player, ".question:not(.room) p")?.textContent ?? "";

  test("with reduced motion asks before the finished step, and tells with it", async () => {
    still = true;
    const player = await open("ask");
    const weights = () => player.shadowRoot.querySelectorAll('[data-cell^="weights:0,0,1"]').length;
    player.step = "score-2";
    await player.play();
    assert.match(question(player), /“love” look at most\?/);
    assert.equal(weights(), 0);
    inside(player, ".question:not(.room) .choice").click();
    assert.equal(
      inside(player, ".sentences > p").textContent,
      "Not “I”, which gets <0.001: “love” gets 0.982.",
    );
    assert.deepEqual([weights(), player.step], [3, "softmax-2"]);
    await player.play();
    assert.equal(player.step, "weight-2");
  });

  test("asks the question that its part begins with, once, and without the attribute none", async () => {
    const player = await open('from="softmax-2" to="weight-2" ask');
    player.play();
    await event(player, "pause");
    assert.match(question(player), /most\?/);
    inside(player, ".question:not(.room) .skip").click();
    await wait(60);
    assert.deepEqual([question(player), player.paused], ["", false]);
    player.pause();
    const silent = await open('from="softmax-2" to="weight-2"');
    silent.play();
    await wait(60);
    assert.deepEqual([question(silent), silent.paused], ["", false]);
    silent.pause();
  });

  test("tells its author once what there is not, and shows what it would without", async () => {
    const player = await open('step="softmx-1" from="sum-1" to="softmax-1"');
    assert.deepEqual([isPoster(player), heard], [true, ["sum-1", "value step", "value to"]]);
    const said = inside(player, ".error").textContent;
    for (const part of [/step "softmx-1".*softmax-1/, /to "softmax-1".*before "sum-1"/])
      assert.match(said, part);
    heard.length = 0;
    player.theme = "dark";
    await player.ready;
    player.step = "nonsense";
    player.step = "";
    assert.deepEqual([heard, isPoster(player)], [["value step"], true]);
  });

  test("tells in the console, not to readers, of labels of another count and of prose that names nothing", async () => {
    const name = (attribute, value) => `<b data-attention-${attribute}="${value}">word</b>`;
    const prose =
      name("step", "sum-11") + name("scroll", "sum-1") + name("scroll", "9999") + name("highlight", "weigths:0,0,0,1") +
      name("highlight", "weights:0,0,3,1") + name("highlight", "weights:0,0,*,1") +
      name("highlight", "w_q:3,2") + name("highlight", "weights"); // prettier-ignore
    const player = await open('labels="I, love"', prose);
    // the page is searched in a moment
    await wait(150);
    window.document.querySelector("b").click();
    player.theme = "dark";
    await player.ready;
    const told = heard.filter((text) => /^value/.test(text));
    const attributes = ["step", "scroll", "highlight", "highlight"].map(
      (name) => `value data-attention-${name}`,
    );
    // the page's words are read while the player opens
    assert.deepEqual(told.sort(), ["value labels", ...attributes].sort());
    const logged = heard.filter((_, k) => heard[k - 1] === "console");
    for (const text of [
      /2 for x, which has 3 tokens/,
      /sum-11.*sum-1/,
      /9999/,
      /weigths.*weights/,
      /1×1×3×3/,
    ])
      assert.ok(logged.some((one) => text.test(one)), text); // prettier-ignore
    assert.deepEqual([logged.length, inside(player, ".error").textContent], [5, ""]);
    assert.match(inside(player, ".stage").textContent, /love/);
  });
});
