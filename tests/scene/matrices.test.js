// The matrices story: every number is the trace's and comes from where it says, in any room.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { frame } from "../../web/scene/index.js";
import { chance } from "../helpers/random.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const draw = chance(3);
const matrix = (rows, columns) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => draw.from(-30, 30) / 10));
const layer = (tokens, features, more = {}) => ({
  x: matrix(tokens, features),
  w_q: matrix(features, features),
  w_k: matrix(features, features),
  w_v: matrix(features, features),
  ...more,
});

/** @type {Record<string, any>} */
const PROBLEMS = {
  "one token, one number": layer(1, 1),
  "three words": layer(3, 4, { score: "dot", labels: { x: ["I", "love", "cats"] } }),
  "eight tokens, eight features": layer(8, 8),
  "three queries, five keys": layer(3, 4, { x_kv: matrix(5, 4) }),
  "no parameters": {
    x: matrix(4, 4),
    x_kv: matrix(4, 4),
    labels: { x: ["le", "chat", "noir", "dort"], x_kv: ["the", "black", "cat", "sleeps"] },
  },
  "given queries, keys, values": { query: matrix(2, 3), key: matrix(4, 3), value: matrix(4, 2) },
  "masked, with bias and soft cap": layer(4, 3, {
    mask: [[0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]].map((row) => row.map(Boolean)), // prettier-ignore
    bias: matrix(4, 4),
    softcap: 2,
  }),
  "a number that is none": layer(3, 2, { x: [["NaN", 1], [1, 2], [0, 1]] }), // prettier-ignore
  "bilinear": layer(2, 2, { score: "bilinear", w_score: matrix(2, 2) }), // prettier-ignore
  "given weights": layer(2, 2, { weights_override: [[2, -1], [0, 0]] }), // prettier-ignore
  "two samples, eight heads": {
    ...layer(2, 16),
    x: [matrix(3, 8), matrix(3, 8)],
    ...Object.fromEntries(["w_q", "w_k", "w_v"].map((name) => [name, matrix(8, 24)])),
    w_o: matrix(24, 8),
    b_q: matrix(1, 24)[0],
    heads: 8,
  },
};
const ROOMS = [[1104, 424], [652, 424], [336, 404], [716, 200], [1552, 500]]; // prettier-ignore

const scenes = (problem, [width, height], more = {}) =>
  sceneOf(problem, { story: "matrices", width, height, ...more });
const marksAt = (scene, time) => frame(scene, scene.timeline, time).marks;
const ends = (scene) => scene.steps.flatMap(({ start, duration, hold }) => [start + 0.6 * duration, hold]);

for (const [name, problem] of Object.entries(PROBLEMS)) {
  test(`every number is the trace's and comes from where it says: ${name}`, () => {
    const options = name.startsWith("two samples") ? { batch: 1, head: 5 } : {};
    for (const softmax of ["closed", "open"]) {
      const scene = scenes(problem, ROOMS[0], { options: { ...options, softmax } });
      const { model } = scene;
      const checked = new Set();
      for (const time of ends(scene))
        for (const { cell, value, text } of marksAt(scene, time).filter(
          (mark) => mark.cell && mark.value !== undefined,
        )) {
          const [tensor, at] = cell.split(":");
          const index = at.split(",").map(Number);
          const held = model.value(tensor, index);
          assert.ok(Object.is(Math.fround(Number(value)), held), `${cell} says ${value}, the trace ${held}`);
          if (Number.isFinite(held))
            assert.ok(
              Math.abs(Number(text.replaceAll("−", "-")) - held) <= 0.05 + Math.abs(held) * 0.05,
              `${cell}: ${text}`,
            );
          if (checked.has(cell)) continue;
          checked.add(cell);
          const [expected, size] = recompute(model, tensor, index);
          const near =
            Object.is(expected, held) ||
            Math.abs(expected - held) <= 1e-5 * Math.max(1, size) ||
            (Number.isNaN(expected) === Number.isNaN(held) && !Number.isFinite(held));
          assert.ok(near, `${cell} is ${held}; recomputed ${expected}`);
        }
      assert.ok([...checked].some((cell) => cell.startsWith("weights:")));
    }
  });

  test(`nothing leaves the stage: ${name}`, () => {
    for (const room of ROOMS)
      for (const lang of ["en", "zh"]) {
        const scene = scenes(problem, room, { lang });
        assert.ok(scene.height <= room[1], `${room}: ${scene.height} px`);
        for (const time of ends(scene))
          for (const mark of marksAt(scene, time)) {
            const box = mark.box ?? (mark.type === "rect" ? mark : null);
            if (!box || (mark.opacity ?? 1) === 0) continue;
            const inside =
              box.x >= -1 &&
              box.y >= -1 &&
              box.x + box.width <= scene.width + 1 &&
              box.y + box.height <= scene.height + 1;
            assert.ok(
              inside,
              `${room}, ${time.toFixed(1)} s: ${mark.id} at ${[box.x, box.y, box.width, box.height]}`,
            );
          }
      }
  });
}

test("digits are never smaller than 12 px", () => {
  for (const [name, problem] of Object.entries(PROBLEMS))
    for (const room of ROOMS) {
      const scene = scenes(problem, room);
      for (const { hold } of scene.steps)
        for (const { cell, size, text } of marksAt(scene, hold).filter((mark) => mark.cell))
          assert.ok(size >= 11.4, `${name}, ${room}: ${cell} ${text} ${size}`);
    }
});

test("a step says where in the computation it is, as the walk-through does", () => {
  const places = (story) =>
    new Set(sceneOf(presets["walk-through"].problem, { story }).steps.map(({ place }) => place.at));
  const own = places("matrices");
  for (const at of [
    "inputs",
    "keys",
    "values",
    "query",
    "score",
    "scores",
    "softmax",
    "weight",
    "sum",
    "outputs",
  ])
    assert.ok(own.has(at), at);
  for (const at of own) assert.ok(places("walk-through").has(at), at);
});

test("the sentences hold for the problem", () => {
  const said = (name, options) =>
    scenes(PROBLEMS[name], ROOMS[0], { options })
      .steps.map(({ text }) => text)
      .join(" ");
  assert.doesNotMatch(said("no parameters"), /times W_|learned/);
  assert.match(said("no parameters"), /There is no W_Q/);
  assert.doesNotMatch(said("given queries, keys, values"), /W_|learned/);
  assert.match(said("masked, with bias and soft cap"), /The mask strikes out 7 of 16 scores/);
  assert.match(said("masked, with bias and soft cap"), /A row whose scores are all −∞ gets 0/);
  assert.match(said("a number that is none"), /a score that is not a number/);
  assert.match(said("given weights"), /were given/);
  assert.match(said("one token, one number"), /there is one score/);
});

test("the standard example takes less than 70 seconds", () => {
  const { duration } = scenes(PROBLEMS["three words"], ROOMS[0]);
  assert.ok(duration > 40 && duration < 70, `${duration} s`);
});

/** A cell in float64 from its origin, and how large its terms are. */
function recompute(model, tensor, index) {
  const { op, terms, sum, by, then, allowed } = model.origin(tensor, index);
  const held = model.value(tensor, index);
  if (!terms.length) return [held, Math.abs(held)];
  const values = terms.map((cells) =>
    cells.filter((cell) => !/mask$/.test(cell.tensor)).map((cell) => model.value(cell.tensor, cell.index)),
  );
  const [a, b] = values.flat();
  const rules = {
    scale: () => a * by,
    softcap: () => by * Math.tanh(a / by),
    mask: () => (allowed === false ? -Infinity : values.flat().reduce((x, y) => x + y)),
    max: () => Math.max(...values.flat()),
    subtract: () => (a === -Infinity ? -Infinity : a - b),
    exp: () => Math.exp(a),
    divide: () => (b === 0 ? 0 : a / b),
  };
  if (rules[op]) return [rules[op](), Math.abs(a) || 0];
  if (!sum) return [a, Math.abs(a)];
  const products = values.map((factors) => factors.reduce((x, y) => x * y, 1));
  const total = products.reduce((x, y) => x + y, 0) * (by ?? 1);
  return [then === "tanh" ? Math.tanh(total) : total, products.reduce((x, y) => x + Math.abs(y), 0)];
}

test.after(() => attention.close());
