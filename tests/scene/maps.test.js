// What is too large for numbers is drawn as colours: every story shows something true, and says what it leaves out.
import assert from "node:assert/strict";
import test from "node:test";
import { createScene, frame, stories } from "../../web/scene/index.js";
import { plain } from "../../web/scene/words.js";
import { faults } from "./helpers/boxes.js";
import { seeded, trace } from "./helpers/float64.js";

const causal = seeded({ tokens: 12, features: 10, fractions: true, causal: true });

test("any problem that is computed shows something, whatever its size", () => {
  const problems = [
    causal,
    seeded({ tokens: 100, features: 5, fractions: true }),
    seeded({ tokens: 3, keys: 90, features: 3 }),
    seeded({ tokens: 2, features: 70 }),
  ];
  for (const problem of problems) {
    const run = trace(problem);
    for (const story of stories)
      for (const [width, lang] of [
        [288, "en"],
        [600, "zh"],
        [1152, "en"],
      ]) {
        const scene = createScene({ story, problem, trace: run, width, lang });
        for (const step of scene.steps) {
          const picture = frame(scene, scene.timeline, step.start + step.duration);
          assert.deepEqual(faults(picture).slice(0, 3), [], `${story}, ${width} px, ${step.id}`);
          assert.ok(picture.marks.length < 4000);
          assert.doesNotMatch(plain(step.caption), /[{}[\]|]|undefined|NaN/);
        }
        const ids = frame(scene, scene.timeline, scene.duration).marks.map(({ id }) => id);
        for (const tensor of ["x", "query", "key", "value", "scores", "weights", "output"])
          assert.ok(ids.includes(`map.${tensor}/edge`), `${story}: ${tensor}`);
      }
  }
});

/** Squares of a map as row and column with their shade. */
function squares(marks, tensor) {
  const { x, y } = marks.find(({ id }) => id === `map.${tensor}/ground`);
  const found = new Map();
  let side = Infinity;
  const runs = marks
    .filter(({ id, type, fill }) => id.startsWith(`map.${tensor}/`) && type === "path" && fill !== "none")
    .flatMap(({ id, d }) =>
      [...d.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)].map((run) => [
        id.split("/")[1],
        ...run.slice(1).map(Number),
      ]),
    );
  for (const run of runs) side = Math.min(side, Number(run[4]));
  for (const [shade, left, top, width] of runs)
    for (let k = 0; k < Number(width) / side; k++)
      found.set(`${(Number(top) - y) / side},${(Number(left) - x) / side + k}`, shade);
  return found;
}

test("each square's hue is its number's sign, and its strength the number's size", () => {
  const run = trace(causal);
  const scene = createScene({ problem: causal, trace: run });
  const { marks } = frame(scene, scene.timeline, scene.duration);
  for (const tensor of ["scores", "weights", "value"]) {
    const { shape, data } = run[tensor];
    const [rows, columns] = shape.slice(-2);
    const most = Math.max(...data.map(Math.abs));
    const seen = squares(marks, tensor);
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const value = data[r * columns + c];
        const shade = Number(seen.get(`${r},${c}`) ?? 0);
        assert.equal(Math.sign(shade), Math.sign(value), `${tensor} ${r},${c}`);
        assert.ok(Math.abs(Math.abs(shade) - (8 * Math.abs(value)) / most) <= 1, `${tensor} ${r},${c}`);
      }
  }
});

test("what is forbidden is struck out, what is no number is black, and both are said", () => {
  const run = trace(causal);
  run.scores.data[5] = NaN;
  const scene = createScene({ problem: causal, trace: run });
  const { marks } = frame(scene, scene.timeline, scene.duration);
  const struck = marks.find(({ id }) => id === "map.masked_scores/forbidden");
  assert.equal(struck.d.match(/M/g).length, (12 * 11) / 2);
  assert.equal(marks.find(({ id }) => id === "map.scores/odd").fill, "ink");
  const notes = marks.flatMap(({ id, text }) => (/\/note/.test(id) ? [text] : [])).join(" ");
  assert.match(notes, /forbidden/);
  assert.match(notes, /no finite number/);
});

test("a part of a matrix says that it is a part", () => {
  const problem = seeded({ tokens: 100, features: 5 });
  const scene = createScene({ problem, trace: trace(problem) });
  const { marks } = frame(scene, scene.timeline, scene.duration);
  const notes = marks.flatMap(({ id, text }) => (id.startsWith("map.weights/note") ? [text] : [])).join(" ");
  assert.equal(notes, "the first 64 rows and 64 columns of 100×100");
});
