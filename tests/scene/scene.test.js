import assert from "node:assert/strict";
import test from "node:test";
import { createScene, frame, highlight, stories } from "../../web/scene/index.js";
import { formatNumber, chooseFormat, shortest } from "../../web/scene/format.js";
import { shorten, textWidth } from "../../web/scene/advance.js";
import { languages } from "../../web/words/index.js";
import { plain } from "../../web/words/sentence.js";
import { faults } from "./helpers/boxes.js";
import { seeded, trace, walkThrough } from "./helpers/float64.js";

const problem = walkThrough();
const run = trace(problem);

for (const story of stories) {
  const scene = createScene({ story, problem, trace: run });

  test(`steps follow one another without a gap: ${story}`, () => {
    let clock = 0;
    for (const step of scene.steps) {
      assert.ok(Math.abs(step.start - clock) < 1e-9, step.id);
      assert.ok(step.hold > step.start && step.hold <= step.start + step.duration, step.id);
      clock = step.start + step.duration;
    }
    assert.ok(Math.abs(scene.duration - clock) < 1e-9);
    assert.equal(new Set(scene.steps.map(({ id }) => id)).size, scene.steps.length);
  });

  test(`a moment looks the same however it is reached: ${story}`, () => {
    const again = createScene({ story, problem, trace: run });
    const moments = [33.3, 2, 60, 33.3, 0, scene.duration].map((time) => Math.min(time, scene.duration));
    for (const time of moments)
      assert.deepEqual(frame(scene, scene.timeline, time), frame(again, again.timeline, time));
  });

  test(`text comes first: no mark moves while a step's sentence is read: ${story}`, () => {
    for (const step of scene.steps) {
      const early = frame(scene, scene.timeline, step.start + 0.01);
      assert.deepEqual(frame(scene, scene.timeline, step.start + 0.24).marks, early.marks, step.id);
    }
  });

  test(`ids are unique, every number names its cell once, and the rest are copies: ${story}`, () => {
    for (let time = 0; time <= scene.duration; time += 0.37) {
      const { marks } = frame(scene, scene.timeline, time);
      assert.equal(new Set(marks.map(({ id }) => id)).size, marks.length);
      const cells = marks.flatMap(({ cell }) => cell ?? []);
      assert.equal(new Set(cells).size, cells.length, `at ${time}`);
      for (const { type, text, cell, copy } of marks) {
        if (type === "text" && /^[−-]?[\d.]+(e-?\d+)?$/.test(text))
          assert.ok(cell || copy, `${text} at ${time}`);
      }
    }
  });

  test(`what a caption says of a cell is what the cell says: ${story}`, () => {
    for (const { id: lang } of languages) {
      const told = createScene({ story, problem, trace: run, lang });
      for (const { caption, id, text } of told.steps) {
        for (const span of caption) {
          assert.doesNotMatch(span.text, /[{}[\]|]|undefined|null/, `${id}: ${span.text}`);
          if (!span.cell) continue;
          const [tensor, index] = span.cell.split(":");
          assert.equal(span.text, told.model.text(tensor, index.split(",").map(Number)), id);
        }
        assert.doesNotMatch(text, /[{}[\]|]|undefined|null/, id);
      }
    }
  });
}

test("the story ends with all outputs", () => {
  const scene = createScene({ problem, trace: run });
  const cells = frame(scene, scene.timeline, scene.duration).marks.flatMap(({ cell }) => cell ?? []);
  for (let i = 0; i < 3; i++) for (let c = 0; c < 3; c++) assert.ok(cells.includes(`output:0,${i},${c}`));
});

test("with scaling off its chapter stands there switched off; with it on there is a step", () => {
  const off = createScene({ problem, trace: run });
  assert.equal(off.chapters.find(({ id }) => id === "scale").off, true);
  assert.equal(off.chapters.length, 7);
  const scaled = walkThrough({ score: "scaled_dot" });
  const on = createScene({ problem: scaled, trace: trace(scaled) });
  assert.ok(on.steps.some(({ id }) => id === "scale-1"));
  assert.equal(on.chapters.find(({ id }) => id === "scale").off, undefined);
});

test("weights that were handed in are called what they are", () => {
  const given = walkThrough({
    weights_override: [
      [0, 0.5, 0.5],
      [0, 1, 0],
      [0, 0.9, 0.1],
    ],
  });
  const scene = createScene({ problem: given, trace: trace(given) });
  assert.ok(scene.badges.includes("the post's own weights, not a correct rounding"));
  assert.match(plain(scene.steps.find(({ id }) => id === "softmax-1").caption), /not a correct rounding/);
});

test("no tokens and too many tokens are said in a sentence", () => {
  const none = { x: [], w_q: [[1]], w_k: [[1]], w_v: [[1]] };
  const empty = (/** @type {number[]} */ shape) => ({ shape, data: new Float32Array(0) });
  const nothing = {
    x: empty([1, 0, 1]),
    query: empty([1, 1, 0, 1]),
    key: empty([1, 1, 0, 1]),
    value: empty([1, 1, 0, 1]),
  };
  for (const width of [288, 1152]) {
    const scene = createScene({ problem: none, trace: nothing, width });
    assert.match(plain(scene.steps[0].caption), /nothing to draw/);
    assert.deepEqual(faults(frame(scene, scene.timeline, 0)), []);
    const many = seeded({ tokens: 9, features: 2 });
    const large = createScene({ problem: many, trace: trace(many), width });
    assert.match(plain(large.steps[0].caption), /9 tokens/);
    assert.deepEqual(faults(frame(large, large.timeline, 0)), []);
  }
});

test("a hovered cell shows rings and its equation, and the chip stays on the stage and off the cells", () => {
  for (const width of [312, 1152]) {
    const scene = createScene({ problem, trace: run, width });
    const { start, duration } = scene.steps.find(({ id }) => id === "weight-1");
    const picture = frame(scene, scene.timeline, start + duration);
    for (const { cell } of picture.marks.filter(({ cell }) => cell)) {
      const [tensor, index] = cell.split(":");
      const marks = highlight(scene, start + duration, { tensor, index: index.split(",").map(Number) });
      const chip = marks.find(({ id }) => id === "chip");
      assert.ok(
        chip &&
          chip.x >= 0 &&
          chip.x + chip.width <= scene.width &&
          chip.y >= 0 &&
          chip.y + chip.height <= scene.height,
        cell,
      );
      for (const { box } of picture.marks.filter(({ box }) => box)) {
        const apart =
          box.x + box.width <= chip.x ||
          box.x >= chip.x + chip.width ||
          box.y + box.height <= chip.y ||
          box.y >= chip.y + chip.height;
        assert.ok(apart, `the chip of ${cell} covers a number at ${width} px`);
      }
    }
  }
});

test("numbers are written so that columns line up", () => {
  const write = (/** @type {number[]} */ data) =>
    data.map((value) => formatNumber(value, chooseFormat(data)));
  assert.deepEqual(write([1, -12, 0]), ["1", "−12", "0"]);
  assert.deepEqual(write([0.0633789, 0.5, 6.03e-6, 0]), ["0.063", "0.500", "6e-6", "0.000"]);
  assert.deepEqual(write([NaN, Infinity, -Infinity, 2]), ["NaN", "∞", "−∞", "2"]);
  assert.deepEqual(write([12.345, 0.5]), ["12.35", "0.50"]);
  assert.deepEqual(write([1.2, -0.5, 3].map(Math.fround)), ["1.2", "−0.5", "3.0"]);
  assert.deepEqual(write([0.25, 1e-7]), ["0.250", "1e-7"]);
  assert.equal(shortest(Math.fround(0.1)), "0.1");
  assert.equal(shortest(-0), "-0");
});

test("a label is shortened by whole characters", () => {
  assert.equal(shorten("cat", 13, 100), "cat");
  const short = shorten("👩‍👩‍👧‍👦".repeat(50), 13, 80);
  assert.ok(textWidth(short, 13) <= 80 && short.endsWith("…"));
  assert.doesNotMatch(short.slice(0, -1), /\u200d$/);
});
