import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { svgText } from "../../web/render/svg.js";
import { frame, renumber } from "../../web/scene/index.js";
import { chance } from "../helpers/random.js";
import { sceneOf } from "./helpers/scene-of.js";
import { problemOf } from "./helpers/stories.js";

const square = (from) =>
  Array.from({ length: 8 }, (_, i) => Array.from({ length: 8 }, (_, j) => ((i * 5 + j * 3 + from) % 7) - 3));
const eight = { x: square(1), w_q: square(2), w_k: square(3), w_v: square(4) };
const [phone, wide] = [
  { width: 336, height: 404 },
  { width: 1104, height: 424 },
];

/** A problem with another number. */
function changed(problem, key, r, c, by) {
  const other = structuredClone(problem);
  other[key][r][c] += by;
  return other;
}

/** Its pictures in the midst of some steps and, before and after them, at the end; what is said, and what stands beside it. */
const seen = ({ steps, badges, formula, invitation, ...scene }) => [
  ...[
    scene.duration,
    ...steps.filter((_, k) => k % 3 === 0).map(({ start, hold }) => (start + hold) / 2),
    scene.duration,
  ].map((time) => svgText(frame({ ...scene, badges }, scene.timeline, time))),
  JSON.stringify([steps, badges, formula, invitation, scene.poster]),
];

const numbersOf = ({ model: { problem, trace, terms, others } }) => ({ problem, trace, terms, others });

describe("a scene with other numbers", () => {
  for (const [story, room, problem] of [
    ["walk-through", wide, problemOf("walk-through")],
    ["walk-through", phone, { ...eight, causal: true }],
    ["matrices", phone, eight],
  ])
    test(`is the one made anew: ${story} of ${problem.x.length} at ${room.width} px`, () => {
      const how = { story, ...room };
      let scene = sceneOf(problem, how);
      seen(scene);
      let kept = 0;
      for (const [key, r, c] of [
        ["w_v", 1, 1],
        ["x", 2, 3],
        ["w_q", 0, 0],
      ]) {
        const anew = sceneOf(changed(problem, key, r, c, 1), how);
        const next = renumber(scene, numbersOf(anew));
        if (next) assert.deepEqual(seen(next), seen(anew));
        kept += Number(next !== null);
        scene = next ?? anew;
      }
      assert.ok(kept > 0, "none was kept");
    });

  for (const [story, room, problem, least] of [
    ["walk-through", wide, eight, 54],
    ["walk-through", wide, problemOf("walk-through"), 38],
    ["matrices", wide, eight, 51],
    ["matrices", phone, problemOf("heads"), 44],
  ])
    test(`is kept by most edits, and is the one made anew: ${story} of ${problem.x.length}`, () => {
      const how = { story, ...room };
      const draw = chance(9);
      let [scene, edited, kept] = [sceneOf(problem, how), structuredClone(problem), 0];
      for (let n = 0; n < 60; n++) {
        const tensor = edited[["x", "w_q", "w_k", "w_v"][draw.below(4)]];
        tensor[draw.below(tensor.length)][draw.below(tensor[0].length)] = (draw.below(25) - 12) / 4;
        const anew = sceneOf(structuredClone(edited), how);
        const next = renumber(scene, numbersOf(anew));
        if (next) assert.deepEqual(seen(next), seen(anew));
        kept += Number(next !== null);
        scene = next ?? anew;
      }
      assert.ok(kept >= least, `${kept} of 60 were kept`);
    });

  test("is drawn again where a number has changed, and only there", () => {
    for (const story of ["walk-through", "matrices"]) {
      const scene = sceneOf(eight, { story, ...wide });
      const marksOf = (of) => frame(of, of.timeline, of.duration * 0.3).marks;
      const before = new Set(marksOf(scene));
      const next = renumber(scene, numbersOf(sceneOf(changed(eight, "x", 2, 3, 1), { story, ...wide })));
      const marks = marksOf(next);
      const same = marks.filter((mark) => before.has(mark)).length;
      assert.ok(same < marks.length && same > 0.3 * marks.length, `${story}: ${same} of ${marks.length}`);
    }
  });

  test("stays as it was where others need other cells", () => {
    const problem = problemOf("walk-through");
    const scene = sceneOf(problem);
    const before = seen(scene);
    assert.equal(renumber(scene, numbersOf(sceneOf(changed(problem, "x", 0, 0, 0.375)))), null);
    assert.deepEqual(seen({ ...scene, timeline: { ...scene.timeline } }), before);
  });
});
