// The story of √d_k: what is measured is so, the slider's stops are moments, and the sentences hold for any row.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "../../web/element/runs/scaling.js";
import { presets } from "../helpers/presets.js";
import { frame } from "../../web/scene/index.js";
import { widths } from "../../web/scene/stories/scaling/widths.js";
import { formatNumber } from "../../web/scene/format.js";
import { faults } from "./helpers/boxes.js";
import { scalingRow } from "./helpers/chains.js";
import { captionOf, cellOf, marksAt, said, says, stepOf } from "./helpers/marks.js";
import { attention, pairs, sceneOf } from "./helpers/scene-of.js";

const { problem } = presets.scaling;
const own = sceneOf(problem, { story: "scaling" });
const sum = (list) => Array.from(list).reduce((all, one) => all + one, 0);

test("the measured variance is d_k within sampling error, and 1 where scores are divided by √d_k", () => {
  const { unscaled, scaled, count } = pairs();
  assert.equal(count, 1000);
  widths.forEach((d, k) => {
    // a product of two normal numbers has kurtosis 9
    const four = 4 * Math.sqrt((2 + 6 / d) / count);
    const ratio = unscaled.variance[k] / d;
    assert.ok(Math.abs(ratio - 1) < four, `d_k ${d}: ${unscaled.variance[k]}`);
    assert.ok(Math.abs(scaled.variance[k] - ratio) < 1e-5 * ratio, `d_k ${d}: ${scaled.variance[k]}`);
  });
});

test("a histogram counts each of the 1,000 pairs once, and is as wide as its variance", () => {
  for (const { counts, variance } of [pairs().unscaled, pairs().scaled])
    counts.forEach((list, k) => {
      assert.equal(sum(list), 1000);
      const half = widths[k] <= 64 ? 32 : widths[k] <= 256 ? 64 : 128;
      const bin = (2 * half) / list.length;
      const squares = sum(list.map((many, b) => many * ((b + 0.5) * bin - half) ** 2)) / 1000;
      // of a bin only its middle is known
      assert.ok(
        Math.abs(squares - variance[k]) < 0.1 * variance[k] + bin * bin,
        `${squares}, ${variance[k]}`,
      );
    });
});

test("a seed draws the same pairs again, another others", () => {
  const drawing = (seed) => {
    const work = drawn(attention, seed);
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
  };
  assert.deepEqual(drawing(1), pairs());
  assert.notDeepEqual(drawing(2).unscaled.variance, pairs().unscaled.variance);
});

test("entropy and the size of softmax's gradient are those of float64, at every width", () => {
  for (const side of ["unscaled", "scaled"]) {
    const { entropy, gradient, most } = own.model.more.rows[side];
    assert.equal(most, 3);
    widths.forEach((d, k) => {
      const weights = Array.from(own.model.trace[d === 64 ? `${side}.weights` : `${side}_${d}.weights`].data);
      const bits = -sum(weights.map((w) => (w ? w * Math.log2(w) : 0)));
      const squares = weights.flatMap((a, i) => weights.map((b, j) => (a * (Number(i === j) - b)) ** 2));
      assert.ok(Math.abs(entropy[k] - bits) < 1e-6, `${side} ${d}: ${entropy[k]}, not ${bits}`);
      assert.ok(Math.abs(gradient[k] - Math.sqrt(sum(squares))) < 1e-6, `${side} ${d}: ${gradient[k]}`);
    });
  }
});

test("every width begins with the same numbers, those of the problem first", () => {
  const { trace } = own.model;
  const begin = (name, d, count) => [...trace[name].data.subarray(3 * d, 3 * d + count)];
  for (const d of widths.filter((one) => one !== 64)) {
    assert.deepEqual(begin(`unscaled_${d}.key`, d, d), begin("unscaled_1024.key", 1024, d));
    assert.deepEqual(trace[`scaled_${d}.key`].data, trace[`unscaled_${d}.key`].data);
  }
  assert.deepEqual(begin("unscaled.key", 64, 64), begin("unscaled_1024.key", 1024, 64));
});

test("a stop of the slider is a moment of the chapter Slide, and shows the numbers of its width", () => {
  const marks = marksAt(own, own.duration);
  const { times, texts } = marks.find(({ control }) => control?.times).control;
  const { start, duration } = own.chapters.find(({ id }) => id === "slide") ?? { start: 0, duration: 0 };
  widths.forEach((d, k) => {
    assert.ok(times[k] > start && times[k] < start + duration);
    const now = marksAt(own, times[k]);
    assert.equal(now.find(({ control }) => control?.times).control.value, k);
    assert.equal(texts[k], `d_k = ${d}`);
    for (const side of ["unscaled", "scaled"]) {
      const text = now.find(({ id }) => id === `${side}.variance`).text;
      assert.ok(text.includes(formatNumber(pairs()[side].variance[k], 2)), text);
      const entropy = now.find(({ id }) => id === `${side}.entropy`).text;
      assert.ok(entropy.includes(formatNumber(own.model.more.rows[side].entropy[k], 2, false)), entropy);
    }
    const cells = now.filter(({ cell, copy }) => cell && !copy);
    assert.equal(cells.length, 32);
    for (const { cell, text, value } of cells) {
      const { tensor, index } = cellOf(cell);
      assert.match(tensor, d === 64 ? /^(un)?scaled\.\w+$/ : new RegExp(`^(un)?scaled_${d}\\.\\w+$`));
      assert.equal(Math.fround(Number(value)), own.model.value(tensor, index));
      assert.ok(says(text, own.model.value(tensor, index)), `${cell}: ${text}`);
    }
  });
});

test("the poster says the gradient's size at the width of the problem", () => {
  const marks = marksAt(own, own.poster);
  for (const side of ["unscaled", "scaled"]) {
    const { text } = marks.find(({ id }) => id === `${side}.gradient`);
    assert.ok(text.includes(formatNumber(own.model.more.rows[side].gradient[widths.indexOf(64)], 2)), text);
  }
});

test("the bars at a stop are as high as the counts, on one axis for both sides", () => {
  const { times } = marksAt(own, own.duration).find(({ control }) => control?.times).control;
  widths.forEach((_, k) => {
    const now = marksAt(own, times[k]);
    const ticks = (side) =>
      now.flatMap(({ id, text }) => (id.startsWith(`${side}.spread/tick`) ? [text] : []));
    assert.ok(ticks("scaled").length >= 3);
    assert.deepEqual(ticks("unscaled"), ticks("scaled"));
    for (const side of ["unscaled", "scaled"]) {
      const { d } = now.find(({ id }) => id === `${side}.spread/bars`);
      const heights = [...d.matchAll(/v-([\d.]+)h/g)].map(([, px]) => Number(px));
      const counts = [...pairs()[side].counts[k]].filter(Boolean);
      assert.equal(heights.length, counts.length);
      const [tall, most] = [Math.max(...heights), Math.max(...counts)];
      heights.forEach((px, b) =>
        assert.ok(Math.abs(px / tall - counts[b] / most) < 0.01, `${side} ${k} ${b}`),
      );
    }
  });
});

test("what is said of the row holds, whatever the row", () => {
  const seen = new Set();
  for (let seed = 1; seed <= 12; seed++) {
    const d = widths[seed % 9];
    const keys = 2 + (seed % 7);
    const scene = sceneOf(scalingRow(seed, d, keys, [1.5, 4, 0.01, 0][seed % 4]), { story: "scaling" });
    const { rows } = scene.model.more;
    const k = widths.indexOf(d);
    const saturated = captionOf(scene, "saturate");
    const sharper = rows.unscaled.entropy[k] < rows.scaled.entropy[k];
    const kinds = [/nothing to divide/, /an exception/, /but only|stays open/];
    const kind = kinds.findIndex((one) => one.test(saturated));
    seen.add(kind);
    assert.equal(kind, d === 1 ? 0 : sharper ? 2 : 1, saturated);
    const [, most, less] = /gets ([\d.e-]+) unscaled, but only ([\d.e-]+) scaled/.exec(saturated) ?? [];
    if (most) {
      const largest = (id) => Math.max(...scene.model.trace[`${id}.weights`].data);
      assert.ok(says(most, largest("unscaled")) && says(less, largest("scaled")), saturated);
      assert.ok(Number(most) > Number(less));
    }
    assert.equal(
      /unscaled, its gradient is smaller/.test(captionOf(scene, "gradient")),
      rows.unscaled.gradient[k] < rows.scaled.gradient[k],
    );
    for (const [name, { data }] of Object.entries(scene.model.trace))
      if (name.endsWith("shifted_exp")) assert.ok(data.every((power) => power <= 1));
    assert.match(
      captionOf(scene, "row"),
      new RegExp(["two", "three", "four", "five", "six", "seven", "eight"][keys - 2]),
    );
  }
  assert.deepEqual([...seen].sort(), [0, 1, 2]);
});

test("until the pairs are drawn their place says so, and the row is there", () => {
  const { rows } = own.model.more;
  for (const width of [1104, 336]) {
    const scene = sceneOf(problem, { story: "scaling", width, height: 404, more: { rows } });
    const marks = marksAt(scene, scene.poster);
    assert.equal(marks.filter(({ part }) => part === "plot").length, 0);
    assert.ok(marks.some(({ text }) => /drawing 1,000 pairs/.test(text ?? "")));
    assert.ok(marks.some(({ cell }) => cell === "scaled.weights:0,0,0,7"));
    for (const { hold } of scene.steps) assert.deepEqual(faults(frame(scene, scene.timeline, hold)), []);
  }
});

test("in a phone's narrowest element everything stays on the stage, and nothing lies on anything", () => {
  for (const [width, lang] of [276, 256, 232].flatMap((width) => ["en", "zh"].map((lang) => [width, lang]))) {
    const scene = sceneOf(problem, { story: "scaling", width, height: 404, lang });
    for (const { hold } of scene.steps)
      assert.deepEqual(faults(frame(scene, scene.timeline, hold)), [], `${width} px, ${lang}`);
  }
});

test("what is no such row is told operation by operation", () => {
  const [unscaled, scaled] = scalingRow(1, 4, 3).stages;
  const vectors = (count, d, one = 1) => Array(count).fill(Array(d).fill(one));
  const keys = (count, d) => ({ query: vectors(1, d), key: vectors(count, d), value: vectors(count, 1) });
  const others = {
    "no keys": [
      { ...unscaled, ...keys(0, 4), key: { shape: [0, 4], data: [] }, value: { shape: [0, 1], data: [] } },
      scaled,
    ],
    "one key": [{ ...unscaled, ...keys(1, 4) }, scaled],
    "nine keys": [{ ...unscaled, ...keys(9, 4) }, scaled],
    "a width between two stops": [{ ...unscaled, ...keys(3, 3) }, scaled],
    "two queries": [{ ...unscaled, query: vectors(2, 4) }, scaled],
    NaN: [{ ...unscaled, query: [[1, "NaN", 1, 1]] }, scaled],
    "an infinite score": [{ ...unscaled, query: vectors(1, 4, 3e38), key: vectors(3, 4, 3e38) }, scaled],
    "a mask": [{ ...unscaled, mask: [[true, false, true]] }, scaled],
    "all masked": [unscaled, { ...scaled, mask: [[false, false, false]] }],
    "another scale": [unscaled, { ...scaled, scale: 2 }],
    "other keys": [unscaled, { ...scaled, key: vectors(3, 4) }],
    "one stage": [unscaled],
  };
  for (const [name, stages] of Object.entries(others)) {
    const scene = sceneOf({ stages }, { story: "scaling" });
    assert.ok(!scene.stories.includes("scaling"), name);
    assert.ok(scene.steps.length > 0 && !stepOf(scene, "slide"), name);
  }
  assert.ok(sceneOf(scalingRow(1, 4, 3), { story: "scaling" }).stories.includes("scaling"));
});
