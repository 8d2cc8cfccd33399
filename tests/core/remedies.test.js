// Every sentence ends in a remedy. Here it is taken: what was refused is then computed.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { MultiHeadAttentionLayer, SelfAttentionLayer, createAttention } from "../../web/index.js";
import { refused } from "../helpers/compare.js";

const X = [
  [1, 2],
  [3, 4],
];
const eye = [
  [1, 0],
  [0, 1],
];
/** Numbers that nobody reads take no memory. */
const zeros = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)) });

describe("the remedy of a sentence helps", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  /** A call that is refused, words of the remedy, and the same call with the remedy taken. */
  const CALLS = {
    "a stage that has no output is read by the name that it has": [
      (read) =>
        attention.forward({
          stages: [
            { id: "g", op: "geometry", a: X, b: X },
            { id: "r", op: "residual", x: read, y: eye },
          ],
        }),
      ["dot", /give a name such as g\.dot\.$/, "g.dot"],
    ],
    "a tensor of a chain is asked for by a name that it has": [
      (name) => attention.forward({ stages: [{ id: "g", op: "geometry", a: X, b: X }] }, { tensors: [name] }),
      ["g.dots", /did you mean g\.dot\?$/, "g.dot"],
    ],
    "a stage's name is short": [
      (id) => attention.forward({ stages: [{ id, x: X }] }),
      ["a".repeat(65), /1 to 64 letters/, "a".repeat(64)],
    ],
    "a scale is a float32": [
      (scale) => attention.forward({ x: X, scale }),
      [1e39, /from -3\.4e38 to 3\.4e38\.$/, 3.4e38],
    ],
    "an offset is a whole number that can be counted": [
      (causal_offset) => attention.forward({ x: X, causal_offset }),
      [2 ** 53, /from -9007199254740991 to 9007199254740991\.$/, 9007199254740991],
    ],
    "heads are no more than there are": [
      (heads) => attention.forward({ x: X, heads }),
      [2.5, /from 1 to/, 1],
    ],
    "heads of key and value share those of query": [
      (kv_heads) => {
        const w = zeros(12, 2 * kv_heads);
        return attention.forward({ x: zeros(1, 12), w_k: w, w_v: w, heads: 6, kv_heads });
      },
      [4, /give 1, 2, 3 or 6\.$/, 1, 2, 3, 6],
    ],
    "what fused takes is computed by fused": [
      (method) => attention[method]({ x: zeros(3600, 1) }),
      ["forward", /give smaller inputs, or use fused on this attention alone\.$/, "fused"],
    ],
    "what fused does not take either gets smaller": [
      (tokens) => attention.forward({ x: zeros(tokens, 1) }),
      [32769, /and fused does not take this problem either, so give smaller inputs\.$/, 100],
    ],
    "what is wide needs no fewer tokens": [
      (width) =>
        attention.backward(
          { x: zeros(1, width), w_v: zeros(width, width) },
          { grad_output: zeros(1, width) },
        ),
      [8192, /so give smaller inputs\.$/, 8],
    ],
    "a decoder takes fewer steps": [
      (steps) => {
        const d = { encoder_states: [[1]], initial_state: [1], w_state: [[1]], w_context: [[1]], steps };
        return attention.forward({ stages: [{ id: "d", op: "recurrent_decoder", ...d }] });
      },
      [2 ** 26, /give fewer steps or smaller inputs\.$/, 2],
    ],
    "one sequence of many heads": [
      (heads) =>
        attention.fused({ query: zeros(heads, 1, 1), key: zeros(heads, 1, 1), value: zeros(heads, 1, 1) }),
      [1025, /give fewer of them\.$/, 1024],
    ],
    "one head whose output is large": [
      (tokens) => attention.fused({ x: zeros(tokens, 1), w_v: zeros(1, 1024), w_o: zeros(1024, 4096) }),
      [32768, /inputs and output need .* so give smaller inputs\.$/, 8],
    ],
    "projections that are wide": [
      (tokens) =>
        attention.fused({
          x: zeros(tokens, 1),
          w_q: zeros(1, 8192),
          w_k: zeros(1, 8192),
          w_v: zeros(1, 8),
          heads: 8,
        }),
      [32768, /projections and scratch need .* so give smaller inputs\.$/, 8],
    ],
    "a head that its projection makes wide": [
      (width) => attention.fused({ x: X, w_q: zeros(2, width), w_k: zeros(2, width) }),
      [1025, /^w_q has 1025 features a head; fused takes at most 1024, so make it narrower\.$/, 1024],
    ],
    "values that their projection makes wide": [
      (width) => attention.fused({ x: X, w_v: zeros(2, width) }),
      [1025, /^w_v has 1025 features a head; .* make it narrower\.$/, 1024],
    ],
    "a loss stands beside no grad_output": [
      (target) => attention.backward({ x: X, grad_output: X }, { loss: "squared_error", ...target }),
      [{}, /give a target in place of grad_output\.$/, { target: X }],
    ],
    "fused runs no chain": [
      (problem) => attention.fused(problem),
      [
        { stages: [{ id: "n", op: "layer_norm", x: X }] },
        /give an attention by itself, or use forward\.$/,
        { x: X },
      ],
    ],
    "a stage that is too large gets smaller inputs": [
      (rows) => attention.forward({ stages: [{ id: "n", op: "layer_norm", x: zeros(rows, 1000) }] }),
      [40000, /so give smaller inputs\.$/, 1000],
    ],
    "a chain that is too large gets fewer stages, or smaller inputs": [
      ([stages, rows]) => {
        const stage = { op: "layer_norm", x: zeros(rows, 1000) };
        return attention.forward({
          stages: Array.from({ length: stages }, (_, n) => ({ id: `n${n}`, ...stage })),
        });
      },
      [[3, 12000], /so give fewer stages or smaller inputs\.$/, [2, 12000], [3, 1000]],
    ],
  };
  for (const [name, [call, [wrong, remedy, ...right]]] of Object.entries(CALLS))
    test(name, () => {
      refused(() => call(wrong), { message: remedy });
      for (const one of right) assert.ok(call(one));
    });

  test("a layer that is too large gets smaller sizes", async () => {
    for (const options of [{ d_model: 8192 }, { d_model: 9000 }])
      await assert.rejects(MultiHeadAttentionLayer.create(options), {
        code: "limit",
        message: /give smaller sizes\.$/,
      });
    await assert.rejects(SelfAttentionLayer.create({ d_model: 2 ** 53 }), {
      message: /from 1 to 9007199254740991\.$/,
    });
    assert.ok(await MultiHeadAttentionLayer.create({ d_model: 64 }));
  });
});
