// The bar: what its buttons do, what it shows of the time, where on it the pointer is.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { JSDOM } from "jsdom";
import { createControls } from "../../web/element/controls.js";
import { words as wordsOf } from "../../web/words/index.js";
import { matrix } from "../helpers/matrix.js";

const words = wordsOf("en").element;
const chapters = [
  { id: "one", title: "First", start: 0, duration: 10 },
  { id: "two", title: "Second", start: 10, duration: 30 },
  { id: "none", title: "Empty", start: 40, duration: 0 },
  { id: "three", title: "Third", start: 40, duration: 20 },
];

describe("the bar", () => {
  let document, controls, done, find;
  beforeEach(() => {
    ({ document } = new JSDOM("").window);
    done = [];
    const names = "back forward toggle seek chapter rate language set loopFrom transcript fullscreen".split(
      " ",
    );
    const says = (name) => [
      name,
      (...given) => void done.push([name, ...given.filter((one) => typeof one !== "object")].join(" ")),
    ];
    controls = createControls(document, Object.fromEntries(names.map(says)));
    document.body.append(controls.root);
    find = (selector) => controls.root.querySelector(selector);
    controls.setWords(words, "中文");
    controls.setChapters(chapters);
  });
  const event = (type, { target = "[role=slider]", ...more } = {}) => {
    const made = new document.defaultView.MouseEvent(type, { bubbles: true, ...more });
    find(target).dispatchEvent(made);
  };

  test("its buttons do what they are called", () => {
    const does = { back: "back", play: "toggle", forward: "forward", language: "language" };
    for (const [name, what] of Object.entries(does)) {
      find(`.${name}`).click();
      assert.equal(done.pop(), what);
    }
    for (const name of ["back", "forward"]) assert.equal(find(`.${name}`).title, words[name]);
    assert.equal(find(".language").textContent, words.language);
    assert.match(find(".language").getAttribute("aria-label"), /中文/);
    assert.equal(controls.root.getAttribute("aria-label"), words.player);
    assert.equal(find("[role=slider]").getAttribute("aria-label"), words.position);
    assert.equal(find(".speed").getAttribute("aria-label"), words.speed);
  });

  test("an author chooses which there are; full screen is one where the page may", () => {
    const names = ["back", "play", "forward", "chapters", "clock", "speed", "language", "gear", "transcript", "fullscreen"]; // prettier-ignore
    const seen = (shown) => {
      controls.setShown(new Set(shown.split(" ")));
      return names.filter((name) => !find(`.${name}`).hidden).join(" ");
    };
    assert.equal(seen("speed play"), "back play forward speed");
    assert.equal(seen("bar settings transcript"), "chapters clock language gear transcript");
    assert.equal(controls.root.hidden, false);
    assert.equal(seen("captions fullscreen") || controls.root.hidden, true);
    Object.defineProperty(document, "fullscreenEnabled", { value: true });
    assert.equal(seen("fullscreen"), "fullscreen");
    for (const [full, name] of [
      [false, words.fullscreen],
      [true, words.leaveFullscreen],
    ]) {
      controls.setFullscreen(full, words);
      assert.equal(find(".fullscreen").title, name);
    }
  });

  test("where the bar has no room, further buttons stand among the settings, if there are any", () => {
    const inPanel = (shown, roomy) => {
      controls.setRoomy(roomy);
      controls.setShown(new Set(shown.split(" ")));
      return controls.settings.panel.contains(find(".transcript"));
    };
    assert.equal(inPanel("settings transcript", true), false);
    assert.equal(inPanel("settings transcript", false), true);
    assert.equal(inPanel("play transcript", false), false);
    find(".transcript").click();
    assert.deepEqual(done, ["transcript"]);
  });

  test("a press takes the focus, and leaves the page where it is", (t) => {
    const { mock } = t.mock.method(find("[role=slider]"), "focus");
    event("pointerdown", { button: 0 });
    assert.deepEqual(mock.calls[0].arguments, [{ preventScroll: true }]);
  });

  test("the settings stay open among the bar's buttons, and close when the focus goes on", () => {
    const outside = document.body.appendChild(document.createElement("button"));
    find(".gear").click();
    for (const [to, open] of [
      [find(".panel select"), true],
      [find(".play"), true],
      [outside, false],
    ]) {
      to.focus();
      assert.equal(controls.settings.open, open);
    }
  });

  test("the play button says what it will do", () => {
    const button = find(".play");
    const path = () => button.querySelector("path").getAttribute("d");
    const paths = [];
    for (const [paused, ended, name] of [
      [true, false, "play"],
      [false, false, "pause"],
      [true, true, "replay"],
      [false, true, "pause"],
    ]) {
      controls.setPlaying(paused, ended);
      assert.equal(button.title, words[name]);
      assert.equal(button.getAttribute("aria-label"), words[name]);
      assert.equal(button.querySelectorAll("svg").length, 1);
      paths.push(path());
    }
    assert.equal(new Set(paths).size, 3);
    assert.equal(paths[1], paths[3]);
    // in another language it is written anew
    const other = wordsOf("zh").element;
    controls.setWords(other, "English");
    controls.setPlaying(false, false);
    assert.equal(button.title, other.pause);
  });

  test("the speed is one of the list, and one of its own where the page has set another", () => {
    const select = find(".speed");
    const listed = () => [...select.options].map(({ value, textContent }) => `${value} ${textContent}`);
    const own = ["0.25 0.25×", "0.5 0.5×", "0.75 0.75×", "1 1×", "1.5 1.5×", "2 2×", "3 3×", "4 4×"];
    for (const rate of [1, 2, 0.25]) {
      controls.setRate(rate);
      assert.equal(select.value, String(rate));
      assert.deepEqual(listed(), own);
    }
    for (const rate of [1.25, 1.75]) {
      controls.setRate(rate);
      assert.equal(select.value, String(rate));
      assert.deepEqual(listed(), [...own, `${rate} ${rate}×`]);
    }
    select.value = "3";
    select.dispatchEvent(new document.defaultView.Event("change"));
    assert.deepEqual(done, ["rate 3"]);
  });

  test("every chapter is as broad as it is long, and named", () => {
    const all = [...controls.root.querySelectorAll(".chapter")];
    assert.deepEqual(
      all.map(({ style, textContent }) => `${textContent} ${style.flexGrow}`),
      ["First 10", "Second 30", "Empty 0.01", "Third 20"],
    );
    controls.setChapters(chapters.slice(0, 1));
    assert.equal(controls.root.querySelectorAll(".chapter").length, 1);
  });

  test("what has been played is filled, the present chapter is marked and holds the knob", () => {
    const filled = () => [...controls.root.querySelectorAll(".fill")].map(({ style }) => style.transform);
    const on = () =>
      [...controls.root.querySelectorAll(".chapter")].flatMap(({ classList }, k) =>
        classList.contains("on") ? [classList.contains("late") ? `late ${k}` : k] : [],
      );
    for (const [time, shares, present, left] of [
      [0, [0, 0, 0, 0], 0, 0],
      [5, [0.5, 0, 0, 0], 0, 50],
      [9.99999, [1, 0, 0, 0], 0, 100],
      [10, [1, 0, 0, 0], 1, 0],
      [25, [1, 0.5, 0, 0], 1, 50],
      [40, [1, 1, 1, 0], "late 3", 0],
      [45, [1, 1, 1, 0.25], "late 3", 25],
      [60, [1, 1, 1, 1], "late 3", 100],
      [61, [1, 1, 1, 1], "late 3", 100],
      [3, [0.3, 0, 0, 0], 0, 30],
    ]) {
      controls.setTime(time, 60, "step");
      assert.deepEqual(
        filled(),
        shares.map((share) => `scaleX(${share.toFixed(4)})`),
        String(time),
      );
      assert.deepEqual(on(), [present], String(time));
      const { transform } = find(".chapter.on .knob").style;
      assert.equal(Number.parseFloat(transform.slice("translateX(".length)), left, String(time));
      assert.equal(controls.root.querySelectorAll(".knob").length, 1);
    }
  });

  test("the clock counts whole seconds, and is heard with the step", () => {
    const slider = find("[role=slider]");
    const heard = () =>
      ["valuemin", "valuenow", "valuemax", "valuetext"].map((name) => slider.getAttribute(`aria-${name}`));
    for (const [time, duration, shown, now] of [
      [0, 61.4, "0:00 / 1:01", "0"],
      [9.4, 61.4, "0:09 / 1:01", "9"],
      [9.9999999, 61.4, "0:10 / 1:01", "10"],
      [59.6, 600, "0:59 / 10:00", "60"],
      [60, 600, "1:00 / 10:00", "60"],
    ]) {
      controls.setTime(time, duration, "Keys");
      assert.equal(find(".clock").textContent, shown);
      const text = words.at.replace("{step}", "Keys").replace("{time}", shown);
      assert.deepEqual(heard(), ["0", now, String(Math.round(duration)), text]);
    }
    // another step at the same second is heard too
    controls.setTime(60.2, 600, "Values");
    assert.match(slider.getAttribute("aria-valuetext"), /^Values/);
  });

  test("a point of the bar is a time, a name is a chapter", () => {
    const slider = find("[role=slider]");
    const captured = new Set();
    slider.setPointerCapture = (pointer) => captured.add(pointer);
    slider.hasPointerCapture = (pointer) => captured.has(pointer);
    const boxes = matrix("10 100; 112 300; 414 0; 416 200");
    for (const [k, element] of [...controls.root.querySelectorAll(".chapter")].entries())
      element.getBoundingClientRect = () => ({ left: boxes[k][0], width: boxes[k][1] });
    for (const [x, time] of matrix("0 0; 10 0; 60 5; 111 10; 112 10; 262 25; 516 50; 900 60")) {
      event("pointerdown", { clientX: x });
      assert.deepEqual(done.splice(0), [`seek ${time}`], `${x} px`);
    }
    assert.equal(document.activeElement, slider);
    captured.clear();
    event("pointermove", { clientX: 60 });
    assert.deepEqual(done, [], "nobody holds it");
    event("pointerdown", { clientX: 60, button: 2 });
    assert.deepEqual(done, [], "another button");
    event("pointerdown", { clientX: 60 });
    event("pointermove", { clientX: 262 });
    assert.deepEqual(done.splice(0), ["seek 5", "seek 25"]);
    event("pointerdown", { target: ".chapter:nth-child(2) .name", clientX: 0 });
    assert.deepEqual(done.splice(0), ["chapter 1"]);
    slider.setPointerCapture = () => {
      throw new Error("it has gone already");
    };
    event("pointerdown", { clientX: 60 });
    assert.deepEqual(done, ["seek 5"]);
  });

  test("the poster's button flies to the place of this one", () => {
    const button = find(".play");
    const flown = [];
    button.animate = (frames) => flown.push(frames[0].transform);
    button.getBoundingClientRect = () => ({ x: 20, y: 500, width: 40 });
    controls.receive({ x: 300, y: 200, width: 80 });
    assert.deepEqual(flown, ["translate(280px, -300px) scale(2)"]);
    button.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0 });
    controls.receive({ x: 300, y: 200, width: 80 });
    assert.equal(flown.length, 1);
  });
});
