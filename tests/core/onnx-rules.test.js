// The rules of the ONNX operator Attention (opsets 23 and 24), written here in float64 from its definition, against problems
// that say the same in this project's words.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near } from "../helpers/compare.js";
import { chance } from "../helpers/random.js";

/** An index of [batch, heads, rows, columns] in a tensor that broadcasts to it. */
function at({ shape, data }, ...index) {
  const own = index.slice(4 - shape.length);
  return data[own.reduce((flat, i, axis) => flat * shape[axis] + (shape[axis] === 1 ? 0 : i), 0)];
}

/** [batch, n, heads * d] to [batch, heads, n, d]. */
function split({ shape: [B, n, wide], data }, heads) {
  const d = wide / heads;
  const result = { shape: [B, heads, n, d], data: new Float32Array(data.length) };
  for (let e = 0; e < data.length; e++) {
    const [b, h, i, c] = [
      Math.floor(e / (heads * n * d)),
      Math.floor(e / (n * d)) % heads,
      Math.floor(e / d) % n,
      e % d,
    ];
    result.data[e] = data[(b * n + i) * wide + h * d + c];
  }
  return result;
}

/** Past and present rows of each head, one after the other. */
function concatenated(past, { shape: [B, H, n, d], data }) {
  const m = past.shape[2];
  const result = new Float32Array(B * H * (m + n) * d);
  for (let g = 0; g < B * H; g++) {
    result.set(past.data.subarray(g * m * d, (g + 1) * m * d), g * (m + n) * d);
    result.set(data.subarray(g * n * d, (g + 1) * n * d), (g * (m + n) + m) * d);
  }
  return { shape: [B, H, m + n, d], data: result };
}

/** The operator: Y and the four things that qk_matmul_output may show. */
function operator({ query, key, value, mask, lengths, causal, past = 0, scale, softcap = 0 }) {
  const [B, H, n, d] = query.shape;
  const [, G, m, dv] = value.shape;
  const modes = { scaled: [], capped: [], masked: [], weights: [] };
  const Y = [];
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let i = 0; i < n; i++) {
        const g = Math.floor(h / (H / G));
        const keys = Array.from({ length: m }, (_, j) => j);
        const scaled = keys.map((j) => {
          let sum = 0;
          for (let c = 0; c < d; c++) sum += at(query, b, h, i, c) * at(key, b, g, j, c);
          return sum * (scale ?? 1 / Math.sqrt(d));
        });
        const capped = softcap ? scaled.map((s) => softcap * Math.tanh(s / softcap)) : scaled;
        const bias = keys.map((j) => {
          if (lengths && j >= lengths[b]) return -Infinity;
          if (causal && j > i + (lengths ? lengths[b] - n : past)) return -Infinity;
          if (!mask) return 0;
          const padded =
            j < mask.shape.at(-1) ? at(mask, b, h, i, j) : mask.data instanceof Uint8Array ? 0 : -Infinity;
          return mask.data instanceof Uint8Array ? (padded ? 0 : -Infinity) : padded;
        });
        const masked = capped.map((s, j) => (bias[j] === -Infinity ? -Infinity : s + bias[j]));
        const most = Math.max(...masked);
        const exp = masked.map((s) => (most === -Infinity ? 0 : Math.exp(s - most)));
        const sum = exp.reduce((a, x) => a + x, 0);
        const weights = exp.map((x) => (sum === 0 ? 0 : x / sum));
        for (const [name, row] of Object.entries({ scaled, capped, masked, weights }))
          modes[name].push(...row);
        for (let c = 0; c < dv; c++) Y.push(weights.reduce((a, w, j) => a + w * at(value, b, g, j, c), 0));
      }
  return { Y, ...modes };
}

describe("the rules of the ONNX operator Attention", () => {
  const draw = chance(23);
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  const tolerance = { atol: 2e-6, rtol: 1e-5 };
  /** Problem and operator agree: output, every intermediate, and fused. */
  function agree(problem, standard) {
    const want = operator(standard);
    const trace = attention.forward(problem);
    near(trace.mixed.data, want.Y, { ...tolerance, name: "Y" });
    near(attention.fused(problem).mixed.data, want.Y, { ...tolerance, name: "fused Y" });
    near(trace.scaled_scores.data, want.scaled, { ...tolerance, name: "mode 0" });
    if (standard.softcap) near(trace.capped_scores.data, want.capped, { ...tolerance, name: "mode 1" });
    near(trace.masked_scores.data, want.masked, { ...tolerance, name: "mode 2" });
    near(trace.weights.data, want.weights, { ...tolerance, name: "mode 3" });
    return trace;
  }
  const heads = (B, H, G, n, m, d, dv = d) => ({
    query: draw.tensor([B, H, n, d]),
    key: draw.tensor([B, G, m, d]),
    value: draw.tensor([B, G, m, dv]),
  });
  /** Columns that a mask lacks are forbidden. */
  function padded({ shape, data }, m) {
    const wide = shape.at(-1);
    const Kind = data.constructor;
    const result = new Kind((data.length / wide) * m).fill(Kind === Uint8Array ? 0 : -Infinity);
    for (let row = 0; row * wide < data.length; row++)
      result.set(data.subarray(row * wide, (row + 1) * wide), row * m);
    return { shape: [...shape.slice(0, -1), m], data: result };
  }

  test("four axes, three, grouped heads, values of their own width", () => {
    for (const sizes of [
      [2, 3, 3, 4, 6, 8],
      [2, 9, 3, 4, 6, 8],
      [1, 4, 1, 5, 3, 2, 7],
      [2, 3, 3, 4, 6, 8, 10],
    ]) {
      const problem = heads(...sizes);
      agree(problem, problem);
    }
  });

  test("inputs of three axes are split into heads and joined again", () => {
    for (const [H, G] of [
      [3, 3],
      [6, 2],
      [4, 1],
    ]) {
      const [x, x_kv, x_v] = [
        [2, 4, H * 8],
        [2, 6, G * 8],
        [2, 6, G * 5],
      ].map((shape) => draw.tensor(shape));
      const problem = { x, x_kv, x_v, heads: H, kv_heads: G, causal: true };
      const standard = { query: split(x, H), key: split(x_kv, G), value: split(x_v, G), causal: true };
      const trace = agree(problem, standard);
      near(split(trace.output, H).data, operator(standard).Y, tolerance);
      near(split(attention.fused(problem).output, H).data, operator(standard).Y, tolerance);
    }
  });

  test("a scale of its own, and a cap before the mask", () => {
    const problem = { ...heads(2, 3, 3, 4, 6, 8), scale: 0.01 };
    agree(problem, problem);
    const capped = { ...heads(2, 3, 3, 4, 6, 8), softcap: 2 };
    agree(capped, capped);
    const bias = draw.tensor([4, 6]);
    const both = { ...heads(2, 3, 3, 4, 6, 8), softcap: 0.5, causal: true };
    agree({ ...both, bias }, { ...both, mask: bias });
  });

  test("masks of two, three and four axes, of flags and of numbers, with and without causal", () => {
    for (const shape of [
      [4, 6],
      [3, 4, 6],
      [2, 1, 4, 6],
      [1, 3, 1, 6],
      [2, 3, 4, 6],
    ])
      for (const causal of [false, true]) {
        const problem = { ...heads(2, 3, 3, 4, 6, 8), causal };
        const numbers = draw.tensor(shape);
        numbers.data.forEach((_, n) => draw.maybe(0.2) && (numbers.data[n] = -Infinity));
        agree({ ...problem, bias: numbers }, { ...problem, mask: numbers });
        const flags = draw.flags(shape);
        agree({ ...problem, mask: flags }, { ...problem, mask: flags });
      }
  });

  test("a mask that ends before the keys do forbids the rest", () => {
    for (const mask of [draw.flags([4, 4]), draw.tensor([4, 4])]) {
      const problem = heads(2, 3, 1, 4, 6, 8);
      const whole = padded(mask, 6);
      agree({ ...problem, [mask.data instanceof Uint8Array ? "mask" : "bias"]: whole }, { ...problem, mask });
    }
  });

  test("past keys and values come first, and causal counts from behind them", () => {
    for (const [H, G] of [
      [3, 3],
      [6, 2],
    ])
      for (const causal of [false, true]) {
        const past = heads(2, G, G, 12, 12, 8);
        const now = heads(2, H, G, 4, 6, 8);
        const [key, value] = ["key", "value"].map((name) => concatenated(past[name], now[name]));
        const problem = { query: now.query, key, value, causal };
        const mask = draw.tensor([4, 18]);
        agree({ ...problem, bias: mask, causal_offset: 12 }, { ...problem, mask, past: 12 });
      }
  });

  test("each batch row has its own number of keys; a row without any gets zeros", () => {
    const lengths = [3, 6, 0];
    const key_mask = lengths.map((length) => Array.from({ length: 6 }, (_, j) => j < length));
    const problem = heads(3, 4, 2, 4, 6, 8);
    const trace = agree({ ...problem, key_mask }, { ...problem, lengths });
    assert.ok(trace.mixed.data.subarray(2 * 4 * 4 * 8).every((x) => x === 0));
    assert.equal(trace.notes.fully_masked_rows.length, 16);
    const bias = draw.tensor([4, 6]);
    agree({ ...problem, key_mask, bias }, { ...problem, lengths, mask: bias });
  });

  test("with lengths of their own, causal begins at the last of the keys", () => {
    [3, 5, 6, 2].forEach((length) => {
      const problem = { ...heads(1, 4, 2, 4, 6, 8), causal: true };
      const key_mask = Array.from({ length: 6 }, (_, j) => j < length);
      agree({ ...problem, key_mask, causal_offset: length - 4 }, { ...problem, lengths: [length] });
    });
  });

  test("flags and causal together may forbid a whole row, even where its score is infinite", () => {
    const problem = { ...heads(1, 1, 1, 3, 3, 2), causal: true };
    problem.key.data[0] = Infinity;
    const mask = [
      [false, true, true],
      [false, true, true],
      [true, true, true],
    ];
    const trace = attention.forward({ ...problem, mask });
    assert.deepEqual(trace.notes.fully_masked_rows, [[0, 0, 0]]);
    for (const name of ["weights", "mixed"]) assert.equal(trace[name].data[0], 0);
    assert.ok(Number.isFinite(trace.mixed.data[2]));
  });
});
