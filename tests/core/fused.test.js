// What fused hands out: three tensors; and, asked to tell how, what each row holds after every tile of keys.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runFused } from "../../web/core/attention/fused.js";
import { readProblem } from "../../web/core/problem.js";
import { loadCore } from "../../web/core/wasm.js";
import { createAttention } from "../../web/index.js";
import { graphOf } from "../../web/core/graph/graph.js";
import { tensorOf as tensorFrom } from "../../web/core/tensor.js";
import { presets } from "../helpers/presets.js";
import { near, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { randomProblem } from "../helpers/problems.js";
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
  test("the same output as forward, which is another array than mixed", () => {
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
      const want = attention.forward(problem).output;
      const { mixed, output } = attention.fused(problem);
      assert.deepEqual(output.shape, want.shape);
      near(output.data, want.data, { atol: 1e-6, rtol: 0 });
      assert.notEqual(output.data.buffer, mixed.data.buffer);
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

test("small problems are mixed in double: large values that cancel leave the small one", () => {
  const problem = { query: [[0]], key: [[0], [0], [0]], value: [[1e8], [1], [-1e8]] };
  assert.equal(attention.fused(problem).mixed.data[0], Math.fround(1 / 3));
});

const tensorOf = (shape, data) => tensorFrom(shape, Float32Array.from(data));

describe("fused, told tile by tile,", () => {
  const X = matrix("1 0 1 0; 0 2 0 2; 1 1 1 1");
  const walk = presets["walk-through"].problem;
  const numbers = ({ data }) => Array.from(data, (value) => Number(value.toFixed(4)));

  test("gives what each row holds after every tile", () => {
    assert.deepEqual(walk.x, X);
    const told = attention.fused(walk, { tile: 2, trace: true });
    assert.deepEqual(told.running_max, tensorOf([2, 1, 1, 3], [4, 16, 12, 4, 16, 12]));
    assert.deepEqual(told.running_mixed.shape, [2, 1, 1, 3, 3]);
    // scores 2 4 | 4: e^-2 + 1, then + 1
    assert.deepEqual(numbers(told.running_sum), [1.1353, 1, 1.0003, 2.1353, 1.0183, 1.1357]);
    assert.deepEqual(numbers(told.tile_exp).slice(0, 3), [0.1353, 1, 1]);
    // tiles of one key: the second score of the first row is larger than the first
    const one = attention.fused(walk, { tile: 1, trace: true });
    assert.deepEqual(numbers(one.correction), [0, 0, 0, 0.1353, 0, 0.0003, 1, 1, 1]);
    assert.deepEqual(numbers(one.running_mixed).slice(9, 12), [2.1353, 8.2707, 0.406]);
  });

  /** Its own recurrences in float64, and the stepwise result. */
  function agrees(problem, tile) {
    const [told, want] = [attention.fused(problem, { tile, trace: true }), attention.forward(problem)];
    const [batch, heads, q_len, kv_len] = want.scores.shape;
    const [tiles, d_v] = [Math.ceil(kv_len / tile), want.value.shape[3]];
    const rows = batch * heads * q_len;
    for (const name of ["running_max", "correction", "running_sum"])
      assert.deepEqual(told[name].shape, [tiles, batch, heads, q_len]);
    assert.deepEqual(told.running_mixed.shape, [tiles, batch, heads, q_len, d_v]);
    const exp = (score, max) => (score === -Infinity ? 0 : Math.exp(score - max));
    for (let row = 0; row < rows; row++) {
      let [max, sum] = [-Infinity, 0];
      for (let t = 0; t < tiles; t++) {
        const scores = told.masked_scores.data.subarray(row * kv_len, (row + 1) * kv_len);
        const own = scores.subarray(t * tile, (t + 1) * tile);
        const before = max;
        max = Math.max(max, ...own);
        sum = sum * exp(before, max) + own.reduce((all, score) => all + exp(score, max), 0);
        const at = t * rows + row;
        near([told.running_max.data[at], told.running_sum.data[at]], [max, sum], { rtol: 1e-5 });
      }
    }
    for (const name of ["masked_scores", "mixed", "log_sum_exp", "output"])
      near(told[name].data, want[name].data, { name, rtol: 4e-6, atol: 4e-6 });
    return told;
  }

  test("agrees with the stepwise run, whatever the problem and the tile", () => {
    const draw = chance(21);
    for (let n = 0; n < fewOrMany(50, 200); n++)
      agrees(randomProblem(draw), draw.one([1, 1, 2, 3, 5, 64, 2 ** 40]));
    for (const tile of [1, 7, 64]) agrees({ x: draw.tensor([64, 5]), causal: tile === 7 }, tile);
  });

  test("each exponential of a tile is by the running maximum of that tile", () => {
    const problem = { query: [[1]], key: [[1], [2], [5], [3]], value: [[1], [1], [1], [1]], scale: 1 };
    for (const [key, score, most] of matrix("0 1 2; 1 2 2; 2 5 5; 3 3 5")) {
      const { terms } = attention.terms(problem, "tile_exp", [0, 0, 0, key], { tile: 2 });
      assert.deepEqual(terms[0].factors, [score, most]);
    }
  });

  test("a row that sees nothing holds nothing, and one of NaN is NaN", () => {
    const problem = { query: [[1], [NaN]], key: [[1], [2]], value: [[3], [4]], mask: matrix("0 0; 1 1") };
    const told = attention.fused(problem, { tile: 1, trace: true });
    assert.deepEqual(Array.from(told.running_max.data), [-Infinity, NaN, -Infinity, NaN]);
    assert.deepEqual(Array.from(told.correction.data), [0, 0, 0, NaN]);
    assert.deepEqual(Array.from(told.running_sum.data), [0, NaN, 0, NaN]);
    assert.deepEqual(Array.from(told.mixed.data), [0, NaN]);
    assert.deepEqual(told.notes.fully_masked_rows, [[0, 0, 0]]);
  });

  test("no queries and no keys are no tiles", () => {
    const empty = { shape: [0, 2], data: [] };
    const told = attention.fused({ query: [[1, 2]], key: empty, value: empty }, { trace: true });
    assert.deepEqual(told.running_mixed.shape, [0, 1, 1, 1, 2]);
    assert.deepEqual(numbers(told.output), [0, 0]);
    assert.equal(told.log_sum_exp.data[0], -Infinity);
    assert.deepEqual(attention.fused({ x: empty }, { tile: 1, trace: true }).output.shape, [1, 0, 2]);
  });

  test("tiles are of two keys where none is named; without trace there is none", () => {
    const options = { trace: true };
    assert.deepEqual(attention.fused(walk, options), attention.fused(walk, { ...options, tile: 2 }));
    assert.deepEqual(Object.keys(attention.fused(walk, { tile: 2 })), ["mixed", "log_sum_exp", "output"]);
  });

  test("the same off the main thread", async () => {
    const options = { tile: 2, trace: true };
    const problem = { ...problemOf(), causal: true };
    for (const workers of [0, 1])
      assert.deepEqual(
        await attention.run("fused", problem, { ...options, workers }),
        attention.fused(problem, options),
      );
  });

  test("its graph says what each tile is made from, and its terms are the arithmetic", () => {
    const draw = chance(22);
    for (const [problem, tile] of [
      [walk, 1],
      [{ ...walk, causal: true }, 2],
      ...Array.from({ length: fewOrMany(25, 80) }, () => [randomProblem(draw, { most: 5 }), draw.from(1, 4)]),
    ]) {
      const told = attention.fused(problem, { tile, trace: true });
      const graph = attention.graph(problem, { tile });
      assert.deepEqual(graph, graphOf(problem, told, { tile }));
      const names = new Set(graph.map(({ tensor }) => tensor));
      for (const name of Object.keys(told)) assert.ok(name === "notes" || names.has(name), name);
      for (const { tensor: name, shape } of graph) {
        if (!told[name] || shape.includes(0)) continue;
        const index = shape.map((length) => draw.below(length));
        const at = index.reduce((sum, i, axis) => sum * shape[axis] + i, 0);
        const { op, terms, sum } = attention.terms(problem, name, index, { tile });
        assert.ok(sum === told[name].data[at] || Object.is(sum, told[name].data[at]), `${name} [${index}]`);
        if (!name.startsWith("running_") || op === "max") continue;
        const total = terms.reduce((all, { product }) => all + product, 0);
        near([sum], [total], { rtol: 1e-5, name: `${name} [${index}]` });
      }
    }
    const first = attention.terms(walk, "correction", [0, 0, 0, 0], { tile: 1 });
    assert.deepEqual([first.op, first.sum], ["zero", 0], "before the first tile nothing is corrected");
    const { terms } = attention.terms(walk, "running_sum", [1, 0, 0, 0], { tile: 1 });
    const factors = terms.map((term) => term.factors.map((factor) => Number(factor.toFixed(4))));
    assert.deepEqual(factors, [[1, 0.1353], [1]]);
  });
});
