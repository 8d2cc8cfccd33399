// The story fused: what a query holds after every tile, which no row of weights ever does.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { chance } from "../helpers/random.js";
import { marksAt, numbersOf, says, stepOf } from "./helpers/marks.js";
import { anyProblem } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";
import { attentionPresets } from "./helpers/stories.js";

const story = "fused";
const [walk, tiled] = ["walk-through", "fused"].map((name) => presets[name].problem);

/** The scene of a problem that the story itself tells, not the generic one; null of another. */
function told(problem, how = {}) {
  const scene = sceneOf(problem, { story, ...how });
  return scene.stories.includes(story) ? scene : null;
}

/** Presets, and drawn problems: masked, with NaN and infinities, one key, many heads. */
function problems(count) {
  const draw = chance(31);
  const drawn = Array.from({ length: count }, () => anyProblem(draw, { most: draw.one([2, 3, 4, 6]) }));
  return [...attentionPresets.map(([, { problem }]) => problem), ...drawn];
}

/** What becomes of the largest score in a tile, and how that is said. */
const SAYS = {
  raised: /a larger score|shrinks/,
  same: /no larger score/,
  skipped: /Every score of tile \d is −∞/,
  first: /first score that counts/,
  nan: /NaN/,
  infinite: /∞/,
};

function kindOf(before, now, scores) {
  if (Number.isNaN(now)) return "nan";
  if (now === Infinity) return "infinite";
  if (scores.every((score) => score === -Infinity)) return "skipped";
  if (before === -Infinity) return "first";
  return now > before ? "raised" : "same";
}

describe("attention in tiles, told", () => {
  test("it ends at the walk-through's digits, whatever the problem", () => {
    for (const problem of problems(6)) {
      const scene = told(problem);
      if (!scene) continue;
      const { model } = scene;
      const walked = sceneOf(problem, { story: "walk-through" }).model;
      const ends = numbersOf(scene);
      const { shape } = model.tensor(model.result);
      for (let i = 0; i < model.q_len; i++)
        for (let c = 0; c < shape.at(-1) && c < model.d_v; c++) {
          const index = model.result === "output" ? [model.batch, i, c] : [model.batch, model.head, i, c];
          const exact = model.value(model.result, index);
          assert.ok(says(ends.get(`${model.result}:${index}`).text, exact), `${index}`);
          const [got, want] = [model, walked].map((one) => one.value(model.result, index));
          const near = Math.abs(got - want) <= 4e-6 * Math.max(1, Math.abs(want));
          assert.ok(near || Object.is(got, want), `${got}, not ${want}`);
        }
    }
  });

  test("no weight is ever on the stage, and no score stays", () => {
    const scene = told(tiled);
    for (const cell of numbersOf(scene).keys()) assert.doesNotMatch(cell, /^(weights|weighted_values|row_)/);
    const left = marksAt(scene, scene.duration).filter(({ cell }) => cell);
    assert.ok(!left.some(({ cell, copy }) => !copy && /^(scores|tile_exp)/.test(cell)), "a score stays");
    assert.ok(left.some(({ cell }) => cell.startsWith("running_sum")));
  });

  test("bars are as long as what they stand for, and shrink by the correction", () => {
    const scene = told(tiled);
    const { value } = scene.model;
    const widths = (id) => {
      const marks = marksAt(scene, stepOf(scene, id).hold);
      return (name) => marks.find((mark) => mark.id === `running.0/${name}`).width;
    };
    const [before, shrunk, after] = ["add-1-2", "correct-1-3", "add-1-3"].map(widths);
    const c = value("correction", [2, 0, 0, 0]);
    const near = (a, b, what) => assert.ok(Math.abs(a / b - 1) < 1e-5, `${what}: ${a}, not ${b}`);
    for (const bar of ["sum", "u0", "u1"]) near(shrunk(bar), before(bar) * c, bar);
    near(
      before("sum") / after("sum"),
      value("running_sum", [1, 0, 0, 0]) / value("running_sum", [2, 0, 0, 0]),
      "ℓ",
    );
    near(
      after("u0") / after("u1"),
      value("running_mixed", [2, 0, 0, 0, 0]) / value("running_mixed", [2, 0, 0, 0, 1]),
      "u",
    );
    assert.match(
      explain(scene, "correction", [2, 0, 0, 0]).text,
      /^c₁⁽³⁾ = e to the power of \(2 − 3\) ≈ 0.367/,
    );
    assert.match(
      explain(scene, "running_sum", [2, 0, 0, 0]).text,
      /^ℓ₁⁽³⁾ = 1.871\d* · 0.367\d* \+ 1 \+ 0.367\d* ≈ 2.056/,
    );
    assert.match(explain(scene, "output", [0, 0, 0]).text, /÷ 2.559\d* ≈ 2.096/);
  });

  test("each query adds a row to what whole rows store, and the knob leads to it", () => {
    for (const problem of [tiled, walk, { ...tiled, causal: true }]) {
      const scene = told(problem);
      const { q_len, kv_len, d_v } = scene.model;
      const count = (time, tower) =>
        Number(marksAt(scene, time).find(({ id }) => id === `tower.${tower}/count`).text);
      assert.equal(count(scene.duration, "whole"), q_len * kv_len);
      assert.equal(count(scene.duration, "tiled"), 2 + d_v);
      const knob = scene.items.find(({ id }) => id === "asked");
      assert.equal(knob.times.length, q_len);
      for (const [i, time] of knob.times.entries()) {
        const cells = new Set(marksAt(scene, time).map(({ cell }) => cell));
        for (let c = 0; c < d_v; c++) assert.ok(cells.has(`output:0,${i},${c}`), `${i} at ${time}`);
      }
    }
  });

  test("up to 64 keys are told in eight tiles or fewer, the query that sees most of them in full", () => {
    const draw = chance(8);
    for (const [keys, queries, causal] of [
      [5, 5, true],
      [9, 3, false],
      [33, 20, true],
      [64, 64, true],
    ]) {
      const rows = (count) => draw.tensor([count, 2]);
      const problem = { query: rows(queries), key: rows(keys), value: rows(keys), causal };
      const scene = told(problem);
      const tiles = scene.model.tensor("running_max").shape[0];
      assert.ok(tiles > 1 && tiles <= 8, `${tiles} tiles of ${keys} keys`);
      const ids = scene.steps.map(({ id }) => id);
      const first = causal ? Math.min(keys, queries) : 1;
      assert.ok(ids.includes(`add-${first}-${tiles}`), ids.join());
      assert.ok(scene.duration < 70, `${scene.duration} s`);
    }
    const many = { query: [[1]], key: Array(65).fill([1]), value: Array(65).fill([1]) };
    assert.equal(told(many), null);
  });

  test("what is said of a tile holds for its scores", () => {
    const said = new Set();
    const endless = { query: [[1]], key: [[2], ["Infinity"], [1]], value: [[1], [2], [3]] };
    const none = { ...endless, key: [[2], [NaN], [1]] };
    for (const problem of [...problems(26), endless, none]) {
      const scene = told(problem);
      if (!scene) continue;
      const { value, batch, head, kv_len } = scene.model;
      const tiles = scene.model.tensor("running_max").shape[0];
      const tile = Math.ceil(kv_len / tiles);
      for (const { id, text } of scene.steps) {
        const [, i, t] = /^(?:correct|scores)-(\d+)-(\d+)$/.exec(id)?.map((one) => Number(one) - 1) ?? [];
        // of the first tile nothing is compared yet
        if (i === undefined || t === 0) continue;
        const max = (k) => (k < 0 ? -Infinity : value("running_max", [k, batch, head, i]));
        const keys = Array.from({ length: kv_len }, (_, j) => j).slice(t * tile, (t + 1) * tile);
        const scores = keys.map((j) => value("masked_scores", [batch, head, i, j]));
        const kind = kindOf(max(t - 1), max(t), scores);
        assert.match(text, SAYS[kind], `${kind}: ${max(t - 1)} → ${max(t)}`);
        said.add(kind);
      }
    }
    assert.deepEqual([...said].sort(), Object.keys(SAYS).sort());
  });
});
