// The geometry of dot products: what is drawn follows from the numbers, and what is said holds of them.
import assert from "node:assert/strict";
import test from "node:test";
import { tipOf } from "../../web/scene/kit/plane/chain.js";
import { presets } from "../helpers/presets.js";
import { focusAt, frame } from "../../web/scene/index.js";
import { plane } from "./helpers/chains.js";
import { captionOf, flat, said, stepOf } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const ROOMS = [[1104, 424], [652, 424], [336, 404], [280, 404], [584, 412]]; // prettier-ignore

/** @param {any} problem @param {object} [how] */
const tell = (problem, how) => sceneOf(problem, { story: "geometry", ...how });
/** What stands at the end of a step, by id. @param {any} scene @param {string} id */
const endOf = (scene, id) =>
  new Map(flat(frame(scene, scene.timeline, stepOf(scene, id).hold).marks).map((mark) => [mark.id, mark]));

test("an arrow ends where its numbers say, on the scale that its handle tells", () => {
  for (const [width, height] of ROOMS) {
    const scene = tell(plane([-2, 3], [[4, 1], [0, -2.5]]), { width, height }); // prettier-ignore
    const end = endOf(scene, "keys");
    for (const [id, [x, y]] of Object.entries({ a: [-2, 3], b0: [4, 1], b1: [0, -2.5] })) {
      const { handle } = end.get(`${id}/handle`);
      const [across, up] = [handle.axes.x, handle.axes.y];
      assert.deepEqual([across.value, up.value], [x, y]);
      assert.equal(handle.at.x, across.zero + x * across.unit);
      assert.equal(handle.at.y, up.zero + y * up.unit);
      // the tip of the arrow is a corner of its shape
      const tip = `L${Math.round(handle.at.x * 100) / 100} ${Math.round(handle.at.y * 100) / 100}`;
      assert.ok(end.get(id).d.includes(tip), id);
    }
  }
});

test("the foot of the shadow is as far from the origin as the projection is large", () => {
  const scene = tell(plane([1, 2], [[-3, 1]]));
  const end = endOf(scene, "projection");
  const { zero, unit } = end.get("a/handle").handle.axes.x;
  const [, x, y] = /L(\S+) (\S+)$/.exec(end.get("shadow").d) ?? [];
  const origin = end.get("a/handle").handle.axes.y.zero;
  const far = Math.hypot(Number(x) - zero, Number(y) - origin) / unit;
  assert.ok(Math.abs(far - Math.abs(scene.model.value("plane.projection", [0, 0]))) < 1e-3);
  assert.match(captionOf(scene, "projection"), /points away from b, so it is negative/);
});

test("what is said of an angle holds: right, smaller, larger, none, and one whose product is too small", () => {
  /** @type {[number[], number[], RegExp][]} */
  const cases = [
    [[2, 1], [-1, 2], /a right angle: at 90° the dot product is 0/],
    [[2, 1], [1, 2], /smaller than 90°, so the dot product is positive/],
    [[2, 1], [-2, 0.5], /larger than 90°, so the dot product is negative/],
    [[2, 1], [4, 2], /same way: the angle is 0/],
    [[2, 1], [-2, -1], /opposite ways/],
    [[0, 0], [1, 1], /no angle/],
    [[1e-30, 0], [1e-30, 1e-30], /too small .* is not 90°/],
    [[1e30, 0], [1e30, 1e30], /no angle/],
  ]; // prettier-ignore
  for (const [a, b, expected] of cases) {
    const scene = tell(plane(a, [b]));
    assert.match(captionOf(scene, "angle"), expected, `${a} and ${b}`);
    const parts = [...endOf(scene, "angle").values()].map(({ part }) => part);
    assert.equal(parts.includes("right-angle"), String(expected).includes("right angle"), `${a} and ${b}`);
  }
});

test("an angle has its letter, with an output's arrow to come or without", () => {
  for (const problem of [plane([2, 1], [[1, 2]]), presets.geometry.problem])
    assert.equal(endOf(tell(problem), "angle").get("angle/name").runs[0].text, "θ");
});

test("among keys, those at 90° are named and marked, and the query leans towards the largest weight", () => {
  const scene = tell(plane([0.5, 1.5], [[1.5, 0.5], [-1.5, 0.5], [3, -1], [0.5, 0.5]])); // prettier-ignore
  assert.match(captionOf(scene, "scores"), /At 90° it is 0: b₂ and b₃\./);
  const end = endOf(scene, "scores");
  assert.ok(end.has("corner.b1") && end.has("corner.b2") && !end.has("corner.b0"));
  assert.match(captionOf(scene, "turn"), /leans towards b₁: weight 0\.\d+\./);
  const even = tell(plane([1, 0], [[1, 2], [1, -2]])); // prettier-ignore
  assert.match(captionOf(even, "turn"), /two keys share the largest weight, 0\.5/i);
  assert.match(captionOf(tell(plane([1, 0], [[1, 2]])), "turn"), /one key/);
});

test("a vector without length and a number that is none are said, and have no arrow", () => {
  const scene = tell(plane([0, 0], [[1, 1], ["NaN", 2], ["Infinity", 0]])); // prettier-ignore
  assert.match(captionOf(scene, "vectors"), /infinite or NaN has no arrow: b₂ and b₃\./);
  const end = endOf(scene, "turn");
  assert.ok(end.has("b0") && !end.has("b1") && !end.has("b2"));
  // the point at the origin can be dragged out again
  assert.ok(end.get("a/handle").handle);
  assert.match(captionOf(tell(plane([0, 0], [[1, 1]])), "vectors"), /only a point at the origin: a\./);
  for (const { id } of scene.steps) assert.doesNotMatch(captionOf(scene, id), /undefined|\{/);
});

test("the scale grows in nice steps with what must fit, and is no smaller than before a drag", () => {
  const reach = (a, held = 0) => tell(plane(a, [[1, 0]]), { options: { held } }).held;
  assert.deepEqual([[0.5, 1], [0.5, 1.1], [0, 30], [3e-5, 0.5]].map((a) => reach(a)), [1, 1.5, 30, 1]); // prettier-ignore
  assert.deepEqual([reach([0.5, 1], 4), reach([0.5, 5], 4)], [4, 5]);
  for (const size of [1e-38, 1e38]) {
    const scene = tell(plane([size, size], [[size, -size]]));
    const { x, y } = endOf(scene, "turn").get("a/handle").handle.at;
    assert.ok(x > 0 && x < scene.width && y > 0 && y < scene.height, String(size));
  }
});

test("what it cannot draw well is told operation by operation: no key, many keys, other widths, a mask", () => {
  const others = [
    plane([1, 2], []),
    plane([1, 2], Array(8).fill([1, 0])),
    plane([1, 2, 3], [[1, 2, 3]]),
    plane([1, 2], [[1, 2]], { mask: [[1]] }),
    plane([1, 2], [[1, 2]], { score: "bilinear", w_score: [[1, 0], [0, 1]] }), // prettier-ignore
    { stages: [{ id: "plane", op: "geometry", a: [[1, 2], [3, 4]], b: [[1, 2]] }] }, // prettier-ignore
    presets["walk-through"].problem,
  ];
  for (const problem of others) {
    const scene = tell(problem);
    assert.ok(!scene.stories.includes("geometry"));
    assert.ok(scene.steps.length > 0);
  }
  // without an attention the two vectors are told all the same
  const alone = tell({ stages: [plane([1, 2], [[2, 1]]).stages[0]] });
  assert.deepEqual(
    alone.steps.map(({ id }) => id),
    ["vectors", "dot", "length", "cosine", "angle", "projection"],
  );
});

test("it ends with the output as an arrow where values are vectors of the plane, and only there", () => {
  const stages = structuredClone(presets.geometry.problem.stages);
  const scene = tell({ stages });
  assert.deepEqual(scene.steps.slice(-2).map(({ id }) => id), ["arrow", "turn"]); // prettier-ignore
  const arrow = scene.items.find(({ id }) => id === "output.arrow");
  const { way } = scene.items.find(({ id }) => id === "addend.0");
  const [x, y] = [0, 1].map((c) => scene.model.value("attention.output", [0, 0, c]));
  const tip = tipOf(scene.model, way);
  const [left, top] = tipOf(scene.model, { ...way, steps: [] });
  assert.ok(Math.abs(tip[0] - left - x * arrow.plane.unit) < 0.01);
  assert.ok(Math.abs(tip[1] - top + y * arrow.plane.unit) < 0.01);
  // every output that a turned query can have is a dot in the figure that the values span
  const end = endOf(scene, "turn");
  const points = (d) => [...d.matchAll(/M(\S+) (\S+?)a/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const corners = end.get("span").d.slice(1, -1).split("L").map((pair) => pair.split(" ").map(Number)); // prettier-ignore
  const dots = points(end.get("span/dots").d);
  assert.equal(dots.length, 96);
  const turns = ([x, y]) => corners.map(([ax, ay], k) => {
    const [bx, by] = corners[(k + 1) % corners.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > -1e3;
  }); // prettier-ignore
  assert.ok(dots.every((dot) => turns(dot).every(Boolean)));
  const pointed = focusAt(scene, scene.duration, { tensor: "plane.b", index: [1, 0] });
  assert.match(pointed.text, /^Key 2 makes up 17\s% of the output/);
  stages[1].value = stages[1].value.map((row) => [...row, 1]);
  assert.ok(!tell({ stages }).steps.some(({ id }) => id === "arrow"));
});
