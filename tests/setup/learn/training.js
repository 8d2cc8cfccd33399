// Trains with the core. Each step takes one example, computes its loss and the gradients of the parameters, and applies Adam.
import { withArrays } from "../../../web/core/arrays.js";
import { drawing } from "../../../web/edit/drawing.js";

/** @typedef {{ shape: number[], data: Float32Array }} Tensor */
/** @typedef {Record<string, Tensor>} Parameters by `stage.name`, or `name` for a single attention; all are views of one array */
/**
 * @typedef {object} Asked one example as a problem with a target
 * @property {any} problem
 * @property {number[] | number[][]} target a class for each row of the problem's last tensor; for a squared error, numbers
 * @property {"cross_entropy" | "squared_error"} [loss]
 * @property {Record<string, LookedUp | LookedUp[]>} lookedUp parameters of which the problem only has some rows, as its tensor
 *   `from`, such as the vectors of a sentence's words
 * @property {string} [stage] the stage of the other parameters, unless their names include it
 */
/** @typedef {{ from: string, rows: number[] }} LookedUp */

/**
 * Returns initial parameters: small random numbers, each tensor with its own seed; those called b_… begin at 0.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {Record<string, number[]>} shapes by name
 * @param {number} seed
 * @returns {{ all: Float32Array, parameters: Parameters }}
 */
export function begin(attention, shapes, seed) {
  const sizes = Object.values(shapes).map((shape) => shape.reduce((a, b) => a * b, 1));
  const all = new Float32Array(sizes.reduce((a, b) => a + b, 0));
  /** @type {Parameters} */
  const parameters = {};
  let at = 0;
  Object.entries(shapes).forEach(([name, shape], n) => {
    const data = all.subarray(at, (at += sizes[n]));
    const matrix = shape.length === 1 ? [1, ...shape] : shape;
    if (!/\bb_/.test(name))
      data.set(attention.initialize({ shape: matrix, init: "xavier", seed: 100 * seed + n }).data);
    parameters[name] = { shape, data };
  });
  return { all, parameters };
}

/**
 * Trains the parameters in place, with one example per step. The length is drawn first, so that short sentences count as much as
 * long ones.
 * @template Example
 * @param {import("../../../web/core/core.js").Core} core
 * @param {import("../../../web/index.js").Attention} attention
 * @param {{ all: Float32Array, parameters: Parameters }} begun
 * @param {object} how
 * @param {Example[][]} how.examples by length
 * @param {(parameters: Parameters, example: Example) => Asked} how.ask
 * @param {number} how.seed
 * @param {number} how.steps
 * @param {number} how.rate learning rate of the first half; then it falls linearly to 0
 * @param {number} how.decay a parameter loses this share, times the rate, each step (Loshchilov, Hutter 2019)
 * @param {(step: number, loss: number) => void} [how.told] called ten times, with the mean loss since the last call
 */
export function train(
  core,
  attention,
  { all, parameters },
  { examples, ask, seed, steps, rate, decay, told },
) {
  const draw = drawing(seed);
  const moments = [new Float32Array(all.length), new Float32Array(all.length)];
  const gradient = new Float32Array(all.length);
  let sum = 0;
  for (let step = 1; step <= steps; step++) {
    const list = examples[draw(examples.length)];
    sum += differentiate(attention, parameters, gradient, ask(parameters, list[draw(list.length)]));
    const now = rate * Math.min(1, 2 * (1 - (step - 1) / steps));
    const kept = Math.fround(1 - now * decay);
    for (let n = 0; n < all.length; n++) all[n] *= kept;
    adam(core, all, moments, gradient, now, step);
    if (step % (steps / 10) !== 0) continue;
    told?.(step, sum / (steps / 10));
    sum = 0;
  }
}

/**
 * Computes the gradient of one example's loss.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {Parameters} parameters
 * @param {Float32Array} gradient receives the gradients of all parameters, in their order
 * @param {Asked} asked
 * @returns {number} the loss
 */
function differentiate(attention, parameters, gradient, asked) {
  const { problem, target, loss = "cross_entropy", lookedUp, stage } = asked;
  const trace = attention.backward(problem, { target, loss });
  gradient.fill(0);
  let at = 0;
  for (const [name, { shape, data }] of Object.entries(parameters)) {
    const own = gradient.subarray(at, (at += data.length));
    const places = lookedUp[name];
    if (!places) own.set(trace[gradientOf(stage ? `${stage}.${name}` : name)].data);
    else
      for (const { from, rows } of [places].flat())
        addRows(own, trace[gradientOf(from)].data, rows, shape[1]);
  }
  return trace.loss.data[0];
}

/** "encoder.w_in" → "encoder.grad_w_in", "w_o" → "grad_w_o" @param {string} name */
const gradientOf = (name) => name.replace(/(\w+)$/, "grad_$1");

/**
 * Adds up the gradients of a word's vector over all positions of the word.
 * @param {Float32Array} own
 * @param {Float32Array} gradient one row per position
 * @param {number[]} rows the word at each position
 * @param {number} width
 */
function addRows(own, gradient, rows, width) {
  rows.forEach((row, place) => {
    for (let n = 0; n < width; n++) own[row * width + n] += gradient[place * width + n];
  });
}

/**
 * Makes one step of Adam in place; throws a RangeError if a parameter would not stay finite.
 * @param {import("../../../web/core/core.js").Core} core
 * @param {Float32Array} all
 * @param {Float32Array[]} moments
 * @param {Float32Array} gradient
 * @param {number} rate
 * @param {number} step
 */
function adam(core, all, moments, gradient, rate, step) {
  const [first, second] = moments;
  const count = all.length;
  const moved = withArrays(core, [all, gradient, first, second], [count], (functions, from, [next]) => {
    const [parameter, grad, m, v] = from;
    const status = functions.attn_adam(next, m, v, parameter, grad, rate, step, BigInt(count));
    if (status !== 0) throw new RangeError(`Step ${step} would make a parameter non-finite.`);
    const floats = core.arena.floats();
    first.set(floats.subarray(m / 4, m / 4 + count));
    second.set(floats.subarray(v / 4, v / 4 + count));
  });
  all.set(moved[0]);
}

/**
 * Rounds parameters to three decimals, so that the numbers written are also those measured and shown.
 * @param {Parameters} parameters
 * @returns {any} grouped by stage, if the names have one
 */
export function grouped(parameters) {
  /** @type {Record<string, any>} */
  const result = {};
  for (const [path, { shape, data }] of Object.entries(parameters)) {
    const [name, stage] = path.split(".").reverse();
    const numbers = Array.from(data, (number) => Math.round(number * 1000) / 1000 + 0);
    const width = shape[shape.length - 1];
    const rows = Array.from({ length: data.length / width }, (_, row) =>
      numbers.slice(row * width, (row + 1) * width),
    );
    const part = stage ? (result[stage] ??= {}) : result;
    part[name] = shape.length === 1 ? numbers : rows;
  }
  return result;
}

/** Copies rows of a matrix. @param {Tensor} matrix @param {number[]} rows */
export function rowsOf({ shape, data }, rows) {
  const result = new Float32Array(rows.length * shape[1]);
  rows.forEach((row, n) => result.set(data.subarray(row * shape[1], (row + 1) * shape[1]), n * shape[1]));
  return { shape: [rows.length, shape[1]], data: result };
}
