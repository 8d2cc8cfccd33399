// What is too large for numbers is drawn as colours: every story shows something true, and says what it leaves out.
import assert from "node:assert/strict";
import test from "node:test";
import { createScene, explain, frame, highlight, stories } from "../../web/scene/index.js";
import { plain } from "../../web/words/sentence.js";
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

test("a square that is pointed at says its value and its equation, and rings what it is made of", () => {
  const run = trace(causal);
  for (const width of [288, 800, 1152]) {
    const scene = createScene({ problem: causal, trace: run, width });
    for (const [tensor, index, made] of [
      ["scores", [0, 0, 10, 3], ["query", "key"]],
      ["weights", [0, 0, 11, 4], ["masked_scores"]],
      ["output", [0, 9, 2], ["weights", "value"]],
    ]) {
      const marks = highlight(scene, scene.duration, { tensor, index });
      const rings = marks.filter(({ part }) => part === "ring").map(({ id }) => id.split(/[./]/)[2]);
      assert.deepEqual(new Set(rings), new Set([tensor, ...made]));
      const chip = marks.find(({ id }) => id === "chip");
      assert.ok(chip.x >= 0 && chip.x + chip.width <= scene.width);
      assert.ok(chip.y >= 0 && chip.y + chip.height <= scene.height);
      assert.ok(chip.height < 90, "long equations are shortened");
      const said = explain(scene, tensor, index);
      assert.equal(said.value, scene.model.value(tensor, index));
      assert.ok(said.text.endsWith(scene.model.text(tensor, index)), said.text);
      const written = marks.flatMap(({ type, text }) => (type === "text" ? [text] : []));
      assert.ok(written.includes(scene.model.text(tensor, index)));
    }
  }
});

test("a row of squares is one ring, and so is a column", () => {
  const scene = createScene({ problem: causal, trace: trace(causal) });
  const marks = highlight(scene, scene.duration, { tensor: "output", index: [0, 9, 2] });
  const ring = (/** @type {string} */ tensor) =>
    marks.filter(({ id, part }) => part === "ring" && id.startsWith(`ring.map.${tensor}/`));
  assert.equal(ring("weights").length, 1);
  assert.equal(ring("value").length, 1);
  assert.ok(ring("value")[0].height > ring("value")[0].width);
  assert.ok(ring("weights")[0].width > ring("weights")[0].height);
});

test("what lies beyond the part of a matrix that is drawn has no square", () => {
  const problem = seeded({ tokens: 100, features: 5 });
  const scene = createScene({ problem, trace: trace(problem) });
  assert.deepEqual(highlight(scene, scene.duration, { tensor: "weights", index: [0, 0, 70, 3] }), []);
  const marks = highlight(scene, scene.duration, { tensor: "weights", index: [0, 0, 63, 3] });
  assert.ok(marks.some(({ id }) => id === "chip"));
});

test("a symbol of the formula rings the whole map", () => {
  const scene = createScene({ problem: causal, trace: trace(causal) });
  const [ring] = highlight(scene, scene.duration, { tensor: "weights" });
  const ground = frame(scene, scene.timeline, scene.duration).marks.find(
    ({ id }) => id === "map.weights/ground",
  );
  assert.ok(Math.abs(ring.width - ground.width) <= 4 && Math.abs(ring.x - ground.x) <= 2);
});

test("squares carry no address into the page: that is for cells that show a number", () => {
  const scene = createScene({ problem: causal, trace: trace(causal) });
  const { marks } = frame(scene, scene.timeline, scene.duration);
  assert.ok(marks.some(({ grid }) => grid));
  assert.ok(marks.every(({ grid, cell }) => !grid || !cell));
});
