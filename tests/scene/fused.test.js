// The story fused: what a query holds after every tile, which no row of weights ever does.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { chance } from "../helpers/random.js";
import { marksAt, numbersOf, says } from "./helpers/marks.js";
import { anyProblem } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionPresets } from "./helpers/stories.js";

const story = "fused";
const walk = presets["walk-through"].problem;

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
  raised: /(^Correct. A|: a) larger score/,
  same: /No score here is larger|: no larger score/,
  skipped: /score (of this tile )?is −∞/,
  first: /first score that counts|scores? sets? max/,
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
  after(() => attention.close());

  test("it ends at the walk-through's digits, whatever the problem", () => {
    for (const problem of problems(6)) {
      const scene = told(problem);
      if (!scene) continue;
      const { model } = scene;
      const walked = sceneOf(problem, { story: "walk-through" }).model;
      const ends = new Map(
        marksAt(scene, scene.duration).flatMap(({ cell, text }) => (cell ? [[cell, text]] : [])),
      );
      const { shape } = model.tensor(model.result);
      for (let i = 0; i < model.q_len; i++)
        for (let c = 0; c < shape.at(-1) && c < model.d_v; c++) {
          const index = model.result === "output" ? [model.batch, i, c] : [model.batch, model.head, i, c];
          const exact = model.value(model.result, index);
          assert.ok(says(ends.get(`${model.result}:${index}`), exact), `${index}`);
          const [got, want] = [model, walked].map((one) => one.value(model.result, index));
          const near = Math.abs(got - want) <= 4e-6 * Math.max(1, Math.abs(want));
          assert.ok(near || Object.is(got, want), `${got}, not ${want}`);
        }
    }
  });

  test("no weight is ever on the stage, and no score stays", () => {
    const scene = told(walk);
    for (const cell of numbersOf(scene).keys()) assert.doesNotMatch(cell, /^(weights|weighted_values|row_)/);
    const left = marksAt(scene, scene.duration).map(({ cell }) => cell ?? "");
    assert.ok(!left.some((cell) => /^(scores|tile_exp)/.test(cell)), "a score stays");
    assert.ok(left.some((cell) => cell.startsWith("running_sum")));
  });

  test("a larger score corrects what was summed, and the close-up says how", () => {
    const scene = told(walk);
    const ids = scene.steps.map(({ id }) => id);
    assert.ok(ids.includes("correct-1-2") && ids.includes("divide-1") && ids.at(-1) === "memory");
    assert.match(
      explain(scene, "correction", [1, 0, 0, 0]).text,
      /^c₁⁽²⁾ = e to the power of \(2 − 4\) ≈ 0.135/,
    );
    assert.match(explain(scene, "running_sum", [1, 0, 0, 0]).text, /^ℓ₁⁽²⁾ = 1 · 0.135\d* \+ 1 (=|≈) 1.135/);
    assert.match(explain(scene, "output", [0, 0, 0]).text, /÷ 2.135\d* ≈ 1.93/);
    const cards = scene.items.filter(({ kind }) => kind === "card").map(({ cell }) => cell.tensor);
    for (const tensor of ["correction", "running_sum", "running_mixed", "output"])
      assert.ok(cards.includes(tensor), tensor);
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
        const [, i, t] = /^(?:correct|tile)-(\d+)-(\d+)$/.exec(id)?.map((one) => Number(one) - 1) ?? [];
        if (i === undefined) continue;
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
