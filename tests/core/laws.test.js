// Two ways to say the same problem give the same bits, on random problems; fused gives nearly those of the trace.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomProblem } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const AFTER = ["weights", "mixed", "joined", "output", "row_max", "row_sum", "log_sum_exp"];

/** A random problem of query, key and value. */
function split(draw, options) {
  for (;;) {
    const problem = randomProblem(draw, { override: false, ...options });
    if (problem.query) return problem;
  }
}

/** The same tensor with one axis changed: `pick` gives the entries' places along it. */
function along({ shape, data }, axis, pick) {
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const outer = shape.slice(0, axis).reduce((a, b) => a * b, 1);
  const result = new data.constructor(outer * pick.length * inner);
  for (let o = 0; o < outer; o++)
    pick.forEach((from, to) => {
      const start = (o * shape[axis] + from) * inner;
      result.set(data.subarray(start, start + inner), (o * pick.length + to) * inner);
    });
  return { shape: shape.map((length, n) => (n === axis ? pick.length : length)), data: result };
}
const range = (count) => Array.from({ length: count }, (_, n) => n);
const full = ({ query, key }) => [query.shape[0], query.shape[1], query.shape[2], key.shape[2]];
const ones = (shape) => ({ shape, data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(1) });
const TOKENS = ["query", "key", "value"];
/** A problem with some of its tensors changed. */
const changed = (problem, names, change) =>
  Object.assign({ ...problem }, Object.fromEntries(names.map((name) => [name, change(problem[name])])));

/** By law: the options that it is not about, and the same problem said in another way, if there is one. */
const LAWS = {
  "a mask of true is no mask": [
    "mask key_mask bias",
    (problem) => ({ ...problem, mask: ones(full(problem)), key_mask: ones([full(problem)[3]]) }),
  ],
  "grouped heads are repeated keys and values": [
    "",
    (problem) => {
      const heads = problem.query.shape[1];
      const group = heads / problem.key.shape[1];
      const own = range(heads).map((h) => Math.floor(h / group));
      return changed(problem, ["key", "value"], (tensor) => along(tensor, 1, own));
    },
  ],
  "a window as wide as everything is no window": [
    "window",
    (problem) => ({ ...problem, window: [100, 100] }),
  ],
  "an open window is no window": ["window", (problem) => ({ ...problem, window: [-1, -1] })],
  "a missing batch axis is a batch of one": [
    "mask bias key_mask",
    (problem) =>
      problem.query.shape[0] === 1
        ? changed(problem, TOKENS, ({ shape, data }) => ({ shape: shape.slice(1), data }))
        : undefined,
  ],
  "a bias that broadcasts is the bias written out": [
    "",
    (problem) => {
      if (!problem.bias) return;
      const { shape, data } = problem.bias;
      let bias = { shape: [...Array(4 - shape.length).fill(1), ...shape], data };
      full(problem).forEach((length, axis) => {
        if (bias.shape[axis] === 1) bias = along(bias, axis, Array(length).fill(0));
      });
      return { ...problem, bias };
    },
  ],
};
const ROUNDS = fewOrMany(60, 400);

describe("to the bit", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  for (const [law, [without, other, more]] of Object.entries(LAWS))
    test(law, () => {
      const draw = chance(1);
      let compared = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const problem = { ...split(draw), ...more };
        for (const name of without.split(" ")) if (!(name in (more ?? {}))) delete problem[name];
        const again = other(problem);
        if (!again) continue;
        const [a, b] = [attention.forward(problem), attention.forward(again)];
        for (const name of AFTER) sameBits(a[name], b[name], name);
        compared++;
      }
      assert.ok(compared > ROUNDS / 8, `${compared} compared`);
    });

  test("rows, heads and batch entries do not know of each other", () => {
    const draw = chance(6);
    for (let round = 0; round < ROUNDS; round++) {
      const { mask: _, bias: __, key_mask: ___, ...problem } = split(draw);
      const [batch, , q_len, kv_len] = full(problem);
      const [b, i] = [draw.below(batch), draw.below(q_len)];
      const offset = problem.causal_offset ?? (problem.causal === "bottom-right" ? kv_len - q_len : 0);
      const alone = changed({ ...problem, causal_offset: offset + i }, TOKENS, (one) => along(one, 0, [b]));
      alone.query = along(alone.query, 2, [i]);
      const [all, one] = [attention.forward(problem), attention.forward(alone)];
      for (const name of ["mixed", "weights"]) sameBits(along(along(all[name], 0, [b]), 2, [i]), one[name]);
    }
  });

  test("projected first or by the core", () => {
    const draw = chance(9);
    for (let round = 0; round < ROUNDS; round++) {
      const problem = randomProblem(draw, { override: false });
      if (problem.query) continue;
      const { x, x_kv, x_v, w_q, w_k, w_v, b_q, b_k, b_v, heads, kv_heads, ...rest } = problem;
      const { query, key, value, output } = attention.forward(problem);
      sameBits(attention.forward({ ...rest, query, key, value }).output, output);
    }
  });

  test("but fused gives what the trace gives within twice float32's own error", () => {
    const draw = chance(11);
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const problem = randomProblem(draw, { override: false, most: 24 });
      const [got, want] = [attention.fused(problem), attention.forward(problem)];
      for (const name of ["mixed", "log_sum_exp", "output"]) {
        assert.deepEqual(got[name].shape, want[name].shape);
        const atol = name === "output" ? 2e-5 : 5e-6; // w_o adds up the errors of a row
        near(got[name].data, want[name].data, { atol, rtol: 5e-6, name: `${round} ${name}` });
      }
    }
  });
});
