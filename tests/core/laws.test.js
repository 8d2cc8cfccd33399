// Laws that hold to the bit, on random problems; and some that hold nearly.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near, sameBits } from "../helpers/compare.js";
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
const ROUNDS = 400;

for (const build of ["simd", "scalar"])
  describe(`laws, ${build}`, () => {
    let attention;
    before(async () => {
      attention = await createAttention({ build });
    });
    const same = (one, two, names = AFTER) => {
      const [a, b] = [attention.forward(one), attention.forward(two)];
      for (const name of names) sameBits(a[name], b[name], name);
    };

    test("a mask of true is no mask, and a bias of 0 no bias", () => {
      const draw = chance(1);
      for (let round = 0; round < ROUNDS; round++) {
        const { mask: _, bias: __, key_mask: ___, ...problem } = split(draw);
        same(problem, { ...problem, mask: ones(full(problem)), key_mask: ones([full(problem)[3]]) });
      }
    });

    test("an extra key that nobody may see changes nothing, whatever it holds", () => {
      const draw = chance(2);
      for (let round = 0; round < ROUNDS; round++) {
        const { mask: _, bias: __, causal: ___, window: ____, key_mask: _____, ...problem } = split(draw);
        const [, , , kv_len] = full(problem);
        const longer = {
          ...problem,
          key_mask: Uint8Array.from(range(kv_len + 1), (j) => Number(j < kv_len)),
        };
        for (const name of ["key", "value"]) {
          longer[name] = along(problem[name], 2, [...range(kv_len), 0]);
          const [, , rows, d] = longer[name].shape;
          longer[name].data.forEach((_value, n, data) => {
            if (Math.floor(n / d) % rows === kv_len) data[n] = NaN;
          });
        }
        same(problem, longer, ["mixed", "output", "row_max", "row_sum", "log_sum_exp"]);
      }
    });

    test("under causal a row ignores the keys to come: they may be NaN", () => {
      const draw = chance(3);
      for (let round = 0; round < ROUNDS; round++) {
        const { window: _, causal_offset: __, mask: ___, key_mask: ____, bias: _____, ...rest } = split(draw);
        const problem = { ...rest, causal: true };
        const [, , q_len, kv_len] = full(problem);
        if (kv_len <= q_len) continue;
        const poisoned = { ...problem };
        for (const name of ["key", "value"]) {
          const { shape, data } = problem[name];
          const blank = (x, n) => (Math.floor(n / shape[3]) % kv_len >= q_len ? NaN : x);
          poisoned[name] = { shape, data: data.map(blank) };
        }
        same(problem, poisoned);
      }
    });

    test("grouped heads are repeated keys and values", () => {
      const draw = chance(4);
      for (let round = 0; round < ROUNDS; round++) {
        const problem = split(draw);
        const group = problem.query.shape[1] / problem.key.shape[1];
        const repeat = (tensor) =>
          along(
            tensor,
            1,
            range(problem.query.shape[1]).map((h) => Math.floor(h / group)),
          );
        same(problem, { ...problem, key: repeat(problem.key), value: repeat(problem.value) });
      }
    });

    test("a window as wide as everything is no window", () => {
      const draw = chance(5);
      for (let round = 0; round < ROUNDS; round++) {
        const { window: _, ...problem } = split(draw);
        same(problem, { ...problem, window: [100, 100] });
        same(problem, { ...problem, window: [-1, -1] });
      }
    });

    test("rows, heads and batch entries do not know of each other", () => {
      const draw = chance(6);
      for (let round = 0; round < ROUNDS; round++) {
        const { mask: _, bias: __, key_mask: ___, ...problem } = split(draw);
        const [batch, , q_len] = full(problem);
        const [b, i] = [draw.below(batch), draw.below(q_len)];
        const offset =
          problem.causal_offset ?? (problem.causal === "bottom-right" ? problem.key.shape[2] - q_len : 0);
        const alone = { ...problem, causal_offset: offset + i };
        for (const name of ["query", "key", "value"]) alone[name] = along(problem[name], 0, [b]);
        alone.query = along(alone.query, 2, [i]);
        const [all, one] = [attention.forward(problem), attention.forward(alone)];
        sameBits(along(along(all.mixed, 0, [b]), 2, [i]), one.mixed);
        sameBits(along(along(all.weights, 0, [b]), 2, [i]), one.weights);
      }
    });

    test("3-D and 4-D inputs, a missing batch axis and an own one are the same", () => {
      const draw = chance(7);
      for (let round = 0; round < ROUNDS; round++) {
        const { mask: _, bias: __, key_mask: ___, ...problem } = split(draw);
        if (problem.query.shape[0] !== 1) continue;
        const short = { ...problem };
        for (const name of ["query", "key", "value"])
          short[name] = { ...problem[name], shape: problem[name].shape.slice(1) };
        same(problem, short);
      }
    });

    test("a bias that broadcasts is the bias written out", () => {
      const draw = chance(8);
      for (let round = 0; round < ROUNDS; round++) {
        const problem = split(draw);
        if (!problem.bias) continue;
        let out = {
          shape: [...Array(4 - problem.bias.shape.length).fill(1), ...problem.bias.shape],
          data: problem.bias.data,
        };
        full(problem).forEach((length, axis) => {
          if (out.shape[axis] === 1) out = along(out, axis, Array(length).fill(0));
        });
        same(problem, { ...problem, bias: out });
      }
    });

    test("projected first or by the core: the same bits", () => {
      const draw = chance(9);
      for (let round = 0; round < ROUNDS; round++) {
        const problem = randomProblem(draw, { override: false });
        if (problem.query) continue;
        const { x, x_kv, x_v, w_q, w_k, w_v, b_q, b_k, b_v, heads, kv_heads, ...rest } = problem;
        const { query, key, value, output } = attention.forward(problem);
        sameBits(attention.forward({ ...rest, query, key, value }).output, output);
      }
    });

    test("keys in another order give nearly the same", () => {
      const draw = chance(10);
      for (let round = 0; round < ROUNDS; round++) {
        const { mask: _, bias: __, causal: ___, window: ____, key_mask: _____, ...problem } = split(draw);
        const order = range(full(problem)[3]).reverse();
        const turned = {
          ...problem,
          key: along(problem.key, 2, order),
          value: along(problem.value, 2, order),
        };
        near(attention.forward(turned).mixed.data, attention.forward(problem).mixed.data, {
          atol: 1e-5,
          rtol: 1e-5,
        });
      }
    });

    test("fused gives what the trace gives, within twice float32's own error", () => {
      const draw = chance(11);
      for (let round = 0; round < ROUNDS; round++) {
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

test("simd, scalar and js give the same bits: forward, backward, fused", async () => {
  const [simd, ...others] = await Promise.all(
    ["simd", "scalar", "js"].map((build) => createAttention({ build })),
  );
  const draw = chance(12);
  for (let round = 0; round < 600; round++) {
    const problem = randomProblem(draw, { most: 12 });
    const { output } = simd.forward(problem, { tensors: ["output"] });
    const grad_output = draw.tensor(output.shape);
    const trace = simd.backward(problem, { grad_output });
    const fused = simd.fused(problem);
    for (const other of others) {
      const label = `${round} ${other.build}`;
      const again = other.backward(problem, { grad_output });
      for (const name of Object.keys(trace))
        if (name !== "notes") sameBits(again[name], trace[name], `${label} ${name}`);
      const fusedAgain = other.fused(problem);
      for (const name of Object.keys(fused))
        sameBits(fusedAgain[name], fused[name], `${label} fused ${name}`);
    }
  }
});
