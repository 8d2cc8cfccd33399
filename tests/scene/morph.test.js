// From one story to another at the same moment: cells travel, the rest cross-fades.
import assert from "node:assert/strict";
import test from "node:test";
import { frame } from "../../web/scene/index.js";
import { morph } from "../../web/scene/morph.js";
import { presets } from "../helpers/presets.js";
import { stepOf } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const at = (story, id) => {
  const scene = sceneOf(presets["walk-through"].problem, { story });
  return frame(scene, scene.timeline, stepOf(scene, id).hold);
};
const from = at("walk-through", "scores-1");
const to = at("matrices", "scores-all");
const cellsOf = ({ marks }) =>
  new Map(marks.filter(({ cell, copy, box }) => cell && !copy && box).map((mark) => [mark.cell, mark]));

test("it begins as the one picture and ends as the other", () => {
  assert.deepEqual(morph(from, to, 0), from);
  assert.deepEqual(morph(from, to, 1), to);
});

test("a cell that both show is halfway at half time, with its ground; what one shows is half as strong", () => {
  const between = morph(from, to, 0.5);
  const [a, b, middle] = [from, to, between].map(cellsOf);
  const common = [...a.keys()].filter((cell) => b.has(cell));
  assert.ok(common.length >= 12, `${common.length} cells travel`);
  for (const cell of common) {
    const [start, end, now] = [a, b, middle].map((cells) => cells.get(cell));
    for (const key of ["x", "y", "width", "height"])
      assert.equal(now.box[key], (start.box[key] + end.box[key]) / 2, `${cell} ${key}`);
    assert.equal(now.x, (start.x + end.x) / 2);
    assert.ok(
      between.marks.some(
        ({ type, part, x, y }) => type === "rect" && part === "cell" && x === now.box.x && y === now.box.y,
      ),
      `${cell} has a ground`,
    );
  }
  const panel = from.marks.find(({ id }) => id === "panel");
  assert.equal(between.marks.find(({ id }) => id === "before/panel").opacity, (panel.opacity ?? 1) / 2);
});

test("what travels goes from its own strength to the other's; one that names none is all there", () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const number = { type: "text", id: "n", cell: "scores:0,0,0,0", text: "1", x: 5, y: 8, size: 12, box };
  const picture = (more) => ({ ...from, marks: [{ ...number, ...more }] });
  const strength = (a, b) =>
    morph(picture(a), picture(b), 0.5).marks.find(({ cell }) => cell === number.cell).opacity;
  assert.equal(strength({ opacity: 0.5 }, {}), 0.75);
  assert.equal(strength({}, { opacity: 0.5 }), 0.75);
  assert.equal(strength({}, {}), 1);
});

test("marks keep apart, whatever the pictures call them", () => {
  const ids = morph(from, to, 0.3).marks.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
});

test("an arrow of the moved word swings to where another item of the batch has it", () => {
  const { problem } = presets.meaning;
  const [first, second] = [1, 2].map((batch) => {
    const scene = sceneOf(problem, { story: "meaning", options: { batch } });
    return frame(scene, scene.timeline, scene.steps.at(-1).hold);
  });
  const pointsOf = ({ marks }) =>
    marks
      .find(({ id }) => id === "total.1")
      .d.match(/-?\d+(\.\d+)?/g)
      .map(Number);
  const [a, b, middle] = [first, second, morph(first, second, 0.5)].map(pointsOf);
  a.forEach((value, k) => assert.ok(Math.abs(middle[k] - (value + b[k]) / 2) < 1e-9));
  assert.notDeepEqual(a, b);
});

test.after(() => attention.close());
