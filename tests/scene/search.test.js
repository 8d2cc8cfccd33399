// The search: whatever is typed and whatever the list holds, its sentences are true; what it cannot draw it declines.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { frame } from "../../web/scene/index.js";
import { taken } from "./helpers/boxes.js";
import { searchOf } from "./helpers/chains.js";
import { captionOf, flat, said } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";
import { ownProblem } from "./helpers/stories.js";

const draw = chance(5);

test("an exact search returns the entry that a scan of the list finds, or says who ties", () => {
  const [exact] = presets.search.problem.stages;
  const scene = sceneOf(ownProblem("search"), { story: "search" });
  const { x_kv: entries } = scene.model.problem.stages[0].labels;
  exact.x.forEach((query, i) => {
    const scores = exact.x_kv.map((key) => key.reduce((sum, one, c) => sum + one * query[c], 0));
    const best = scores.flatMap((score, j) => (score === Math.max(...scores) ? [j] : []));
    best.forEach((j) => assert.equal(scene.model.value("exact.weights", [0, 0, i, j]), 1 / best.length));
    const text = captionOf(scene, i ? `exact-${i + 1}` : "returned");
    if (best.length === 1) assert.match(text, new RegExp(`“${entries[best[0]]}” matches best and takes all`));
    else if (best.length === 4) assert.match(text, /so all get the same/);
    else assert.match(text, /Two labels match equally well/);
  });
  assert.match(captionOf(scene, "mixed"), /“red shoes” gets most, 0\.534/);
});

test("sentences are true of random lists", () => {
  for (let k = 0; k < fewOrMany(16, 200); k++) {
    const problem = searchOf(draw, { scale: draw.one([1000, 1000, 1, 0.5]) });
    const scene = sceneOf(problem, { story: "search" });
    const { value, stage } = scene.model;
    const { kv_len, q_len } = stage("exact");
    for (let i = 0; i < q_len; i++) {
      const text = captionOf(scene, i ? `exact-${i + 1}` : "returned");
      const weights = Array.from({ length: kv_len }, (_, j) => value("exact.weights", [0, 0, i, j]));
      const most = Math.max(...weights);
      const tied = weights.filter((one) => one === most).length;
      const zero = weights.filter((one) => one === 0).length;
      assert.equal(/takes all/.test(text), kv_len > 1 && tied === 1 && zero === kv_len - 1, text);
      assert.equal(/all get the same/.test(text), kv_len > 1 && tied === kv_len, text);
      assert.equal(/equally well/.test(text), tied > 1 && tied < kv_len && zero === kv_len - tied, text);
      assert.equal(/not quite gone/.test(text), tied < kv_len && zero < kv_len - tied, text);
      assert.equal(/The only entry/.test(text), kv_len === 1, text);
      const back = /comes back as it stands/.test(text);
      if (back)
        for (let c = 0; c < stage("exact").d_v; c++)
          assert.equal(
            value("exact.output", [0, i, c]),
            value("exact.value", [0, 0, weights.indexOf(most), c]),
          );
    }
    assert.equal(/leads grow huge/.test(said(scene.steps[5] ?? scene.steps[0])), scene.steps[5]?.id === "scale" && stage("exact").scale > 10); // prettier-ignore
  }
});

test("on a phone, what is typed and at last the map take the stage", () => {
  const scene = sceneOf(ownProblem("search"), { story: "search", width: 336, height: 404 });
  for (const [id, least] of [
    ["typed", 0.55],
    ["all", 0.75],
  ]) {
    const { hold } = scene.steps.find((step) => step.id === id);
    const picture = frame(scene, scene.timeline, hold);
    const share = taken({ ...picture, marks: flat(picture.marks) });
    assert.ok(share >= least, `${id} takes ${share}`);
  }
});

test("what is no such search is told operation by operation", () => {
  const [exact, soft, self] = presets.search.problem.stages;
  const tells = (...stages) =>
    sceneOf({ version: 1, stages }, { story: "search" }).stories.includes("search");
  assert.ok(tells(exact, soft, self));
  assert.ok(!tells(exact, soft));
  assert.ok(!tells({ ...exact, scale: -1 }, soft, self), "the worst match would win");
  assert.ok(!tells({ ...exact, mask: [[true, true, true, false]] }, soft, self));
  assert.ok(!tells(exact, { ...soft, w_v: [[1], [2]] }, self));
  assert.ok(!tells(exact, soft, { ...self, x: exact.x_kv }), "another list, though it holds the same");
  const large = searchOf(draw, { count: 8 });
  assert.ok(!tells(...large.stages));
  const empty = { ...exact, x_kv: { shape: [0, 4], data: [] }, x_v: { shape: [0, 2], data: [] } };
  assert.ok(!tells(empty, soft, self));
});
