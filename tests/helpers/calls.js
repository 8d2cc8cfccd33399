// Random calls of an engine: valid, invalid and hostile ones, most of them nearly like the one before. A call is a recipe, so
// that two engines can be asked the same: what changes while it is read changes for both.
import { Layer } from "../../web/core/layers/layer.js";
import { Learning } from "../../web/core/layers/learning.js";
import { randomChain, randomProblem, recurrentChain } from "./problems.js";
import { chance } from "./random.js";

/** @typedef {import("../../web/core/attention.js").Attention} Attention */
/** @typedef {ReturnType<typeof chance>} Draw */
/** @typedef {{ method: string, seed: number, edits: number[] }} Recipe seeds of a problem and of what was changed in it */
/** @typedef {{ attention: Attention, core: import("../../web/core/core.js").Core, changed: boolean }} Engine changed: a buffer, while it was read */

const METHODS = ["forward", "forward", "forward", "backward", "fused", "terms", "graph"];
const OTHERS = ["softmax", "layerNorm", "batchNorm", "initialize", "chain", "layer"];

/** The recipe of a call, most often nearly that of the one before. @param {Draw} draw @param {Recipe | undefined} last */
export function nextRecipe(draw, last) {
  const seed = draw.below(2 ** 32);
  if (!last || draw.maybe(0.2)) return { method: draw.one([...METHODS, ...OTHERS]), seed, edits: [] };
  const method = METHODS.includes(last.method) && draw.maybe(0.5) ? draw.one(METHODS) : last.method;
  // the same again, one change more, or one change in place of the last
  const edits = draw.maybe(0.1) ? last.edits : [...last.edits.slice(0, draw.from(0, 2)), seed];
  return { ...last, method, edits };
}

/** What an engine answers to a recipe. @param {Engine} engine @param {Recipe} recipe */
export function answer(engine, { method, seed, edits }) {
  const draw = chance(seed);
  const given = (METHODS.includes(method) ? problemFrom : RECIPES[method])(draw);
  // what is no tensor any more is changed no further
  for (const edit of edits)
    if (change(chance(edit), given, engine, OPTIONS[method] ?? OPTIONS.forward)) break;
  return CALLS[method](engine, given, chance(edits.at(-1) ?? seed));
}

const RECIPES = {
  softmax: (draw) => rows(draw, ["x", "grad_output"]),
  layerNorm: (draw) => ({ ...rows(draw, ["x", "grad_output"]), ...row(draw, "gamma beta") }),
  batchNorm(draw) {
    const given = rows(draw, ["x", "grad_output"]);
    return { ...given, ...row(draw, "gamma beta running_mean running_var") };
  },
  initialize: (draw) => ({ shape: [draw.from(0, 4), draw.from(1, 4)], seed: draw.below(9) }),
  chain(draw) {
    const { stages, shape } = draw.maybe() ? recurrentChain(draw) : { stages: randomChain(draw) };
    return { stages, ...(shape && { target: draw.tensor(shape) }) };
  },
  layer: (draw) => rows(draw, ["x", "target"]),
};

/** A problem, its tensors as nested arrays or as shape and data. @param {Draw} draw */
function problemFrom(draw) {
  const problem = randomProblem(draw, { most: 3 });
  if (draw.maybe(0.7))
    for (const [key, value] of Object.entries(problem)) if (value.data) problem[key] = nested(value);
  return problem;
}

/** @returns {any} */
function nested({ shape, data }, from = 0, axis = 0) {
  if (axis === shape.length) return data[from];
  const step = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  return Array.from({ length: shape[axis] }, (_, i) => nested({ shape, data }, from + i * step, axis + 1));
}

const rows = (draw, names) => {
  const shape = [draw.from(1, 3), 2];
  return Object.fromEntries(names.map((name) => [name, nested(draw.tensor(shape))]));
};
const row = (draw, names) =>
  Object.fromEntries(
    names.split(" ").flatMap((name) => (draw.maybe() ? [[name, nested(draw.tensor([2]))]] : [])),
  );

/** A cell of a run, or of no run. @param {Engine} engine */
function cell({ attention }, problem, draw) {
  try {
    const { tensor, shape } = draw.one(attention.graph(problem, { backward: draw.maybe() }));
    return [tensor, shape.map((length) => draw.below(draw.maybe(0.9) ? length : length + 1))];
  } catch {
    return ["scores", [0, 0, 0, 0]];
  }
}

/** A start of a backward run that may fit. */
const start = (draw) =>
  draw.one([
    {},
    { target: [[draw.next()]] },
    { target: [0, -1], loss: "cross_entropy" },
    { grad_output: [[1, draw.next()]] },
  ]);

/** Starts that fit, as far as the run itself goes. @param {Engine} engine */
function fitting({ attention }, problem, draw) {
  try {
    const { shape } = attention.forward(problem, { tensors: ["output"] }).output;
    return draw.one([
      { target: draw.tensor(shape) },
      { grad_output: draw.tensor(shape) },
      {
        target: { shape: shape.slice(0, -1), data: Array(shape[0] * shape[1]).fill(0) },
        loss: "cross_entropy",
      },
    ]);
  } catch {
    return start(draw);
  }
}

const startOf = (engine, problem, draw) => (draw.maybe(0.1) ? start(draw) : fitting(engine, problem, draw));

const CALLS = {
  forward: ({ attention }, problem, draw) =>
    attention.forward(problem, draw.one([undefined, undefined, undefined, { tensors: ["output", "x"] }])),
  backward: (engine, problem, draw) => engine.attention.backward(problem, startOf(engine, problem, draw)),
  fused({ attention }, problem) {
    const { mixed, log_sum_exp, output } = attention.fused(problem);
    return { mixed, log_sum_exp, output };
  },
  terms: (engine, problem, draw) =>
    engine.attention.terms(problem, ...cell(engine, problem, draw), startOf(engine, problem, draw)),
  graph: ({ attention }, problem, draw) => attention.graph(problem, { backward: draw.maybe() }),
  softmax: ({ attention }, given) => attention.softmax(given),
  layerNorm: ({ attention }, given) => attention.layerNorm(given),
  batchNorm: ({ attention }, given) => attention.batchNorm(given),
  initialize: ({ attention }, given) => attention.initialize(given),
  chain: ({ attention }, given, draw) =>
    draw.maybe() ? attention.forward(given) : attention.backward(given),
  layer({ core }, { x, target, ...others }, draw) {
    const square = [2, 2];
    const layer = new Layer(
      new Learning(core, { w_q: square, w_k: square, w_v: square, b_v: [2] }, {}, { seed: 3 }),
    );
    const options = { optimizer: draw.one(["sgd", "adam"]), momentum: draw.one([0, 0.5]), ...others };
    const trace = layer.forward(x);
    const loss = draw.maybe() ? layer.trainStep(x, target, options) : undefined;
    if (draw.maybe(0.1)) layer.w_q = x;
    const grad = layer.backward(target, { learning_rate: draw.one([0, 0.1]) });
    return { trace, loss, grad, gradients: layer.gradients, w_q: layer.w_q, b_v: layer.b_v };
  },
};

/** Changes one thing, and tells whether it is the last thing that can be changed. @param {Draw} draw @param {any} given @param {Engine} engine */
function change(draw, given, engine, options) {
  const keys = Object.keys(given).filter(
    (key) => typeof given[key] === "object" && given[key] && key !== "stages",
  );
  const kind = draw.next();
  if (given.stages) return change(draw, draw.one(given.stages), engine, options);
  if (keys.length === 0 || kind < 0.35) return void Object.assign(given, structuredClone(draw.one(options)));
  const key = draw.one(keys);
  if (kind < 0.75) return void (given[key] = draw.one(EDITS)(given[key], draw) ?? given[key]);
  if (kind < 0.85) given[key] = draw.one(INVALID)(given[key], draw);
  else draw.one(HOSTILE)(given, key, draw, engine);
  return true;
}

const each = (key, values) => values.map((value) => ({ [key]: value }));
const NORM = [...each("eps", [0, 1e-5, 0.1, -0]), ...each("training", [true, false, null])];
const OPTIONS = {
  forward: [
    // often: equal numbers of other bits
    ...Array(16).fill({ scale: 0 }).fill({ scale: -0 }, 8),
    ...each("scale", [0.5, -1, 1e-45, null, NaN]),
    ...each("causal", [false, true, "top-left", "bottom-right", null, "left"]),
    ...each("causal_offset", [-0, 0, 1, -2, 2 ** 53]),
    ...each("window", [[-0, 0], [0, 0], [-1, 1], [1]]),
    ...each("softcap", [null, 2, 0.5, -0]),
    ...each("heads", [1, 2, -1, "2"]),
    ...each("key_mask", [[true], [1, 0]]),
    ...each("bias", [0.25, -0, [["-Infinity"]]]),
    { mask: [[1]] },
    { labels: { x: ["a", "b"] } },
    { x_kv: [[1, 2]] },
    { x: [] },
    { score: "dot" },
    { weights_override: [[1]] },
    { target: [["two"]] },
    { learning_rate: 0.5 },
    { scales: 1 },
  ],
  softmax: [{ grad_output: null }, { X: 1 }],
  layerNorm: NORM.slice(0, 4),
  batchNorm: [...NORM, { running_mean: null }],
  initialize: [
    ...each("init", ["normal", "xavier", "kaiming", "he"]),
    ...each("seed", [0, -0, 1, -1, 2 ** 32]),
  ],
  layer: [...each("learning_rate", [0, -0, 0.1, 1e39, -1]), { x_kv: [[1, 2]] }, { x: [] }],
};

/** The first row of numbers. */
const firstRow = (value) => {
  let row = value.data ?? value;
  while (Array.isArray(row[0])) row = row[0];
  return row;
};

/** Still a tensor, with other numbers, written in another way or of another length. */
const EDITS = [
  ...Array(4).fill((value, draw) => void (firstRow(value)[0] = draw.normal())),
  (value, draw) => void (firstRow(value)[0] = draw.one([0, -0, NaN, Infinity, 3e38, 1e-45])),
  (value) => (Array.isArray(value) ? [...value, ...value] : undefined),
  (value) => (Array.isArray(value) ? value.slice(1) : undefined),
  (value) => (Array.isArray(value) && Array.isArray(value[0]) ? value.map((row) => row.slice(1)) : undefined),
  (value) => value.data && { shape: value.shape, data: Array.from(value.data) },
  (value) => value.data && { shape: value.shape, data: Float64Array.from(value.data) },
  (value) => value.data && { shape: [1, ...value.shape], data: value.data },
];

/** No tensor. */
const INVALID = [
  () => "two",
  () => ({ shape: [2, 2] }),
  () => [[1, 2], [3]],
  () => [[1, 2, , 4]], // eslint-disable-line no-sparse-arrays
  () => Object.assign([1], { length: 2 ** 31 }),
  (value) => ({ shape: [2, 2 ** 40], data: value.data ?? [] }),
  () => new Array(2e6).fill(new Array(300).fill(1)),
  (value) => [value, 1n],
];

/** Runs something in the midst of reading: at a key of its own, or at a number of another tensor. */
function meanwhile(given, key, draw, act) {
  const others = Object.keys(given).filter((name) => name !== key && Array.isArray(given[name]));
  const row = others.length > 0 && draw.maybe(0.8) ? firstRow(given[draw.one(others)]) : [];
  const entry = row[0];
  const on = row.length > 0 ? [row, "0"] : [given, "labels"];
  let within = false;
  const get = () => {
    // what is run may read the same row
    if (!within) ((within = true), act(), (within = false));
    return entry;
  };
  Object.defineProperty(...on, { enumerable: true, get });
}

/** Other numbers in a buffer that can change its length: as many more rows as make it worth a view, where that may fit. */
function resizable(given, key, draw) {
  const shape = shapeOf(given[key]);
  if (shape.length > 1) shape[shape.length - 2] = draw.one([shape[shape.length - 2], 40]);
  const count = shape.reduce((a, b) => a * b, 1);
  const buffer = new ArrayBuffer(4 * count, { maxByteLength: 8 * count });
  const data = new Float32Array(buffer).map(() => draw.next());
  given[key] = { shape, data: new Float32Array(buffer) };
  given[key].data.set(data);
  return { buffer, count };
}

const shapeOf = (value) =>
  value.shape?.slice() ?? (Array.isArray(value) ? [value.length, ...shapeOf(value[0] ?? 0)] : []);

const HOSTILE = [
  (given, key, draw, engine) => {
    const { buffer, count } = resizable(given, key, draw);
    const resize = () => ((engine.changed = true), buffer.resize(draw.one([0, 4, 8 * count])));
    meanwhile(given, key, draw, resize);
  },
  (given, key, draw, engine) => {
    const { buffer } = resizable(given, key, draw);
    const detach = () => ((engine.changed = true), structuredClone(buffer, { transfer: [buffer] }));
    meanwhile(given, key, draw, () => buffer.byteLength > 0 && detach());
  },
  (given, key, draw, { attention }) => {
    const other = { x: nested(draw.tensor([2, 2])), scale: draw.one([undefined, "no"]) };
    const same = { ...given, [key]: draw.one([nested(draw.tensor([2, 2])), "two"]) };
    meanwhile(given, key, draw, () => {
      try {
        attention.forward(draw.one([other, same]));
      } catch {
        // refused
      }
    });
  },
  (given, key, draw) => {
    const length = draw.one([0, 1, 100, NaN, -1, 2 ** 40, {}, Symbol()]);
    given[key] = {
      shape: [2, 2],
      data: Object.defineProperty(new Float32Array(3), "length", { value: length }),
    };
  },
  (given, key, draw) => {
    // always the same lie: a reading that begins anew must find what the first one found
    const lie = draw.one([0, 1, 2, 1e9, 2 ** 53, NaN, -1, "2", Symbol(), { valueOf: () => 1 }]);
    const get = (list, name) => (name === "length" ? lie : list[name]);
    given[key] = new Proxy(Array.isArray(given[key]) ? given[key] : [[1, 2]], { get });
  },
  (given, key, draw) => {
    given[key] = draw.one([
      { valueOf: () => 1, toString: () => "causal" },
      new Proxy([[1]], { get: () => 1 }),
      new Proxy([[1]], { get: () => [1] }),
      new Proxy({}, { ownKeys: () => [], get: () => 1 }),
      Object.create(null),
      [[{ valueOf: () => 1 }, Symbol("one")]],
      new DataView(new ArrayBuffer(8)),
      Object.setPrototypeOf(new Int32Array([1, 2]), Float32Array.prototype),
      { shape: [1, 2], data: Object.setPrototypeOf(new Float64Array([1, 2]), Float32Array.prototype) },
    ]);
  },
];
