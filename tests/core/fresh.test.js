// An engine remembers plans, memory and the last problem. None of it may show: a used engine answers like a fresh one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Attention } from "../../web/core/attention.js";
import { Core } from "../../web/core/core.js";
import { loadCore } from "../../web/core/wasm.js";
import { bitsOf } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const { build, restart, module } = await loadCore("auto");
const newEngine = () => new Attention(new Core(build, restart(), restart, module));

const nested = ({ shape, data }, from = 0, axis = 0) => {
  if (axis === shape.length) return data[from];
  const step = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  return Array.from({ length: shape[axis] }, (_, i) => nested({ shape, data }, from + i * step, axis + 1));
};

/** The first row of numbers. */
function firstRow(value) {
  let row = value.data ?? value;
  while (Array.isArray(row[0])) row = row[0];
  return row;
}

const OPTIONS = [
  ...[0, -0, 0, -0, 0.5, -1, null, NaN].map((scale) => ({ scale })),
  ...[false, true, "top-left", "bottom-right", "left"].map((causal) => ({ causal })),
  ...[-0, 0, 1, -2].map((causal_offset) => ({ causal_offset })),
  ...[null, 2, -0].map((softcap) => ({ softcap })),
  ...[[-0, 0], [0, 0], [-1, 1], [1]].map((window) => ({ window })),
  { heads: 2 },
  { key_mask: [1, 0] },
  { bias: 0.25 },
  { x_kv: [[1, 2]] },
  { labels: { x: ["a", "b"] } },
  { learning_rate: 0.5 },
  { scales: 1 },
];

/** Changes of a tensor: still one, or none any more. */
const EDITS = [
  (value, draw) => void (firstRow(value)[0] = draw.normal()),
  (value, draw) => void (firstRow(value)[0] = draw.one([0, -0, NaN, Infinity, 3e38, 1e-45])),
  (value) => Array.isArray(value) && [...value, ...value],
  (value) => Array.isArray(value) && value.slice(1),
  (value) => value.data && { shape: [1, ...value.shape], data: Array.from(value.data) },
  (value) => value.data && { shape: value.shape, data: Float64Array.from(value.data) },
  () => "two",
  () => [[1, 2], [3]],
  (value) => ({ shape: [2, 2 ** 40], data: value.data ?? [] }),
];

/** A problem, most often with a change or two. A seed gives the same one again, so that nothing of it is shared. */
function problemFrom(seed, edits, engine) {
  const problem = randomProblem(chance(seed), { most: 3 });
  if (seed % 3)
    for (const [key, value] of Object.entries(problem)) if (value.data) problem[key] = nested(value);
  for (const edit of edits) {
    const draw = chance(edit);
    const keys = Object.keys(problem).filter((key) => typeof problem[key] === "object" && problem[key]);
    if (keys.length === 0 || draw.maybe(0.4)) {
      Object.assign(problem, structuredClone(draw.one(OPTIONS)));
      continue;
    }
    const key = draw.one(keys);
    if (draw.maybe(0.8)) problem[key] = draw.one(EDITS)(problem[key], draw) || problem[key];
    else return readMeanwhile(problem, key, engine, edit);
  }
  return problem;
}

/** A problem that runs another one while it is read. */
function readMeanwhile(problem, key, engine, seed) {
  const value = problem[key];
  const get = () => {
    try {
      engine.forward(problemFrom(seed, []));
      engine.forward({ x: [[1], ["two"]] });
    } catch (error) {
      assert.equal(error.name, "AttentionError");
    }
    return value;
  };
  return Object.defineProperty(problem, key, { enumerable: true, get });
}

const METHODS = {
  forward: (engine, problem) => engine.forward(problem),
  "forward for some": (engine, problem) => engine.forward(problem, { tensors: ["output", "x"] }),
  backward(engine, problem, draw) {
    const { shape } = engine.forward(problem, { tensors: ["output"] }).output;
    return engine.backward(problem, { [draw.one(["target", "grad_output"])]: draw.tensor(shape) });
  },
  fused: (engine, problem) => ({ ...engine.fused(problem) }),
  terms: (engine, problem) => engine.terms(problem, "scores", [0, 0, 0, 0]),
  softmax: (engine, { x }) => engine.softmax({ x }),
};

/** What a call came to, in a form that can be compared: every float32 as its bits. */
function outcome(engine, { method, seed, edits }) {
  try {
    return plain(METHODS[method](engine, problemFrom(seed, edits, engine), chance(seed)));
  } catch (error) {
    assert.equal(error.name, "AttentionError", error.stack);
    assert.notEqual(error.code, "internal", error.cause?.stack);
    return { code: error.code, where: error.where, message: error.message };
  }
}

function plain(value) {
  if (value instanceof Float32Array) return Array.from(value, bitsOf);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([name, part]) => [name, plain(part)]);
}

test("answers random calls like a fresh engine each, to the bit, and refuses in the same words", (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 32);
  t.diagnostic(`SEED=${seed}`);
  const draw = chance(seed);
  const rounds = fewOrMany(600, 10000);
  const used = newEngine();
  const met = { answered: 0, refused: 0 };
  let recipe = { method: "forward", seed: 1, edits: [] };
  for (let round = 0; round < rounds; round++) {
    const next = draw.below(2 ** 32);
    // another problem, or nearly the last one: the same again, one change more, or one in place of the last
    if (draw.maybe(0.2)) recipe = { method: recipe.method, seed: next, edits: [] };
    else if (draw.maybe(0.9))
      recipe = { ...recipe, edits: [...recipe.edits.slice(0, draw.from(0, 2)), next] };
    recipe = { ...recipe, method: draw.one(Object.keys(METHODS)) };
    const [got, want] = [outcome(used, recipe), outcome(newEngine(), recipe)];
    assert.deepEqual(got, want, `SEED=${seed}, call ${round}: ${JSON.stringify(recipe)}`);
    met["code" in want ? "refused" : "answered"]++;
  }
  t.diagnostic(`${met.answered} answered, ${met.refused} refused`);
  assert.ok(Math.min(met.answered, met.refused) > rounds / 10, "one kind of call is missing");
});
