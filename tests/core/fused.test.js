// What fused hands out: three tensors, of which an output that only repeats mixed is made when somebody reads it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runFused } from "../../web/core/fused.js";
import { readProblem } from "../../web/core/problem.js";
import { loadCore } from "../../web/core/wasm.js";
import { createAttention } from "../../web/index.js";
import { sameBits } from "../helpers/compare.js";
import { chance } from "../helpers/random.js";

const attention = await createAttention();

function problemOf({ batch = 2, heads = 3, q_len = 5, d_v = 4 } = {}) {
  const { tensor } = chance(7);
  return {
    query: tensor([batch, heads, q_len, 3]),
    key: tensor([batch, heads, 6, 3]),
    value: tensor([batch, heads, 6, d_v]),
  };
}

describe("fused hands out", () => {
  for (const workers of [undefined, 0, 2])
    test(`the same output as forward, ${workers === undefined ? "called directly" : `with ${workers} workers`}`, async () => {
      for (const [shape, more] of [
        [{}],
        [{ heads: 1 }],
        [{ batch: 1, heads: 1 }],
        [{ q_len: 17, d_v: 9 }],
        [{}, { b_o: Array(12).fill(0.5) }],
        [{ heads: 1, d_v: 2 }, { b_o: [1, 2] }],
        [{ heads: 1, d_v: 2 }, { w_o: [[1], [2]] }],
      ]) {
        const problem = { ...problemOf(shape), ...more };
        const expected = attention.forward(problem);
        const { mixed, output } =
          workers === undefined
            ? attention.fused(problem)
            : await attention.run("fused", problem, { workers });
        assert.deepEqual(output.shape, expected.output.shape);
        for (const [n, value] of expected.output.data.entries())
          assert.ok(Math.abs(output.data[n] - value) < 1e-6, `${n}: ${output.data[n]} for ${value}`);
        assert.notEqual(output.data.buffer, mixed.data.buffer);
      }
    });

  test("an output that is there for whoever lists, copies, sends or prints the result", () => {
    const problem = problemOf();
    const output = attention.fused(problem).output;
    assert.deepEqual(Object.keys(attention.fused(problem)), ["mixed", "log_sum_exp", "output"]);
    assert.deepEqual({ ...attention.fused(problem) }.output, output);
    assert.deepEqual(structuredClone(attention.fused(problem)).output, output);
    assert.deepEqual(
      JSON.parse(JSON.stringify(attention.fused(problem))).output,
      JSON.parse(JSON.stringify(output)),
    );
  });

  test("one output, however often it is read, and its reader's to change or replace", () => {
    const result = attention.fused(problemOf());
    result.output.data[0] = 7;
    assert.equal(result.output.data[0], 7);
    const other = { shape: [1], data: Float32Array.of(1) };
    result.output = other;
    assert.equal(result.output, other);
  });

  test("the same bits whether heads run one after the other or all at once", async () => {
    const { tensor, flags } = chance(11);
    for (const { masked = false, ...more } of [
      {},
      { causal: true },
      { window: [40, 3], softcap: 2, scale: 0.4 },
      { score: "dot", masked: true },
    ])
      for (const [batch, heads, kv_heads] of [
        [1, 8, 8],
        [2, 6, 2],
        [4, 2, 1],
      ]) {
        const problem = {
          query: tensor([batch, heads, 301, 40]),
          key: tensor([batch, kv_heads, 210, 40]),
          value: tensor([batch, kv_heads, 210, 65]),
          ...more,
          ...(masked ? { mask: flags([heads, 301, 210]) } : {}),
        };
        const direct = attention.fused(problem);
        const atOnce = await attention.run("fused", problem, { workers: 0 });
        for (const name of ["mixed", "log_sum_exp", "output"]) {
          sameBits(direct[name], atOnce[name], name);
        }
      }
  });

  test("the same bits in whatever order its rows are asked for", async () => {
    const core = await loadCore("simd");
    const { functions } = core;
    const backwards = (trace, scratch, plan, problem, first, count) => {
      for (let unit = first + count - 1n; unit >= first; unit--)
        functions.attn_fused_rows(trace, scratch, plan, problem, unit, 1n);
    };
    for (const problem of [problemOf(), problemOf({ q_len: 17, d_v: 9 }), problemOf({ heads: 1 })]) {
      const { stages } = readProblem(problem);
      const inOrder = runFused(core, stages);
      core.functions = { ...functions, attn_fused_rows: backwards };
      const turned = runFused(core, stages);
      core.functions = functions;
      for (const name of ["mixed", "log_sum_exp", "output"]) sameBits(turned[name], inOrder[name], name);
    }
  });
});

test("weights that are handed in are used as they are, over as many keys as there may be", () => {
  const draw = chance(9);
  const [q_len, kv_len, d_v] = [11, 2000, 3];
  const value = draw.tensor([kv_len, d_v]);
  const weights = draw.tensor([q_len, kv_len]);
  const given = { query: draw.tensor([q_len, 2]), key: draw.tensor([kv_len, 2]), value };
  const { data } = attention.fused({ ...given, weights_override: weights }).mixed;
  for (let i = 0; i < q_len; i++)
    for (let c = 0; c < d_v; c++) {
      let sum = 0;
      for (let j = 0; j < kv_len; j++) sum += weights.data[i * kv_len + j] * value.data[j * d_v + c];
      assert.ok(Math.abs(data[i * d_v + c] - sum) < 1e-3, `row ${i}: ${data[i * d_v + c]} for ${sum}`);
    }
});

test("a projection of four million numbers is one like any other, also in parts", async () => {
  const draw = chance(10);
  const [heads, d_v, features] = [21, 100, 2100];
  const problem = {
    query: draw.tensor([heads, 1, 4]),
    key: draw.tensor([heads, 2, 4]),
    value: draw.tensor([heads, 2, d_v]),
    w_o: draw.tensor([heads * d_v, features], 0.02),
  };
  const want = attention.forward(problem).output;
  const inParts = await attention.run("fused", problem, { workers: 0 });
  for (const { output } of [attention.fused(problem), inParts]) {
    assert.deepEqual(output.shape, [1, 1, features]);
    for (const [n, value] of want.data.entries()) assert.ok(Math.abs(output.data[n] - value) < 1e-5, `${n}`);
  }
});
