// Every call writes where its results stand, and in its scratch: not one byte beyond.
import assert from "node:assert/strict";
import { afterEach, before, describe, test } from "node:test";
import * as structs from "../../web/core/structs.js";
import { loadCore } from "../../web/core/wasm.js";
import { SelfAttentionLayer, createAttention } from "../../web/index.js";
import { chance } from "../helpers/random.js";

const { DECODER_PLAN, DECODER_TENSORS, PLAN, TENSORS, readInt64, readSlots } = structs;

/** @typedef {[from: number, bytes: number]} Region */

const reals = (...pairs) => pairs.map(([at, count]) => [at, 4 * Number(count)]);
/** Where a run may write: tensors by name, and its scratch. */
const run = (layout, names, wanted) => (view, trace, scratch, plan) => [
  [scratch, readInt64(view, plan + layout.at.scratch_bytes)],
  ...readSlots(view, plan + layout.at.slots, names)
    .filter(({ name }) => wanted(name))
    .map(({ offset, count }) => [trace + 4 * offset, 4 * count]),
];
const isGradient = (name) => name.startsWith("grad_");
const forward = run(PLAN, TENSORS, (name) => !isGradient(name));
const backward = run(PLAN, TENSORS, isGradient);

/** The rows of the units first .. first + count - 1. */
function units(view, trace, scratch, plan, _problem, first, count) {
  const size = (name) => readInt64(view, plan + PLAN.at[name]);
  const [q_len, d_v] = [size("q_len"), size("d_v")];
  const slots = readSlots(view, plan + PLAN.at.slots, TENSORS);
  const [mixed, sums] = ["mixed", "log_sum_exp"].map((wanted) => {
    return trace + 4 * slots.find(({ name }) => name === wanted).offset;
  });
  const head = Math.ceil(q_len / 8);
  const row = (unit) => Math.floor(unit / head) * q_len + Math.min((unit % head) * 8, q_len);
  const [from, to] = [row(Number(first)), row(Number(first + count))];
  const rows = to - from;
  return [
    [scratch, size("scratch_bytes")],
    ...reals([mixed + 4 * from * d_v, rows * d_v], [sums + 4 * from, rows]),
  ];
}

let attention, core, functions;
/** What each function may write, by its arguments. */
const WRITES = {
  attn_forward: forward,
  attn_backward: backward,
  attn_backward_from: backward,
  attn_fused_rows: units,
  attn_fused_trace: forward,
  attn_decoder_forward: run(DECODER_PLAN, DECODER_TENSORS, (name) => !isGradient(name)),
  attn_decoder_backward_from: run(DECODER_PLAN, DECODER_TENSORS, isGradient),
  attn_softmax: (_, y, _x, rows, cols) => reals([y, rows * cols]),
  attn_softmax_backward: (_, grad, _y, _x, rows, cols) => reals([grad, rows * cols]),
  attn_layer_norm: (_, y, mean, rstd, ...[, , , , rows, cols]) =>
    reals([y, rows * cols], [mean, rows], [rstd, rows]),
  attn_layer_norm_backward: (_, x, gamma, beta, ...[, , , , rows, cols]) =>
    reals([x, rows * cols], [gamma, cols], [beta, cols]),
  attn_batch_norm: (_, y, mean, rstd, ...[, , , , , , , rows, cols]) =>
    reals([y, rows * cols], [mean, cols], [rstd, cols]),
  attn_batch_norm_backward: (_, x, gamma, beta, ...[, , , , , , , rows, cols]) =>
    reals([x, rows * cols], [gamma, cols], [beta, cols]),
  attn_initialize: (_, x, ...[, , , , count]) => reals([x, count]),
  attn_statistics: (_, mean, variance, _x, rows) => reals([mean, rows], [variance, rows]),
  attn_histogram: (_, counts, _x, _edges, rows, _cols, bins) => reals([counts, rows * bins]),
  attn_entropy: (_, bits, _x, rows) => reals([bits, rows]),
  attn_add: (_, y, _a, _b, count) => reals([y, count]),
  attn_squared_error: (_, grad, _output, _target, count) => reals([grad, count]),
  attn_geometry: (_, dot, cosine, angle, projection, a, b, ...[, , n, m]) =>
    reals(...[dot, cosine, angle, projection].map((at) => [at, n * m]), [a, n], [b, m]),
  attn_geometry_backward: (_, a, b, ...[, , , , , , , , n, m, d]) => reals([a, n * d], [b, m * d]),
  attn_feed_forward: (_, hidden, activated, output, ...[, , , , , scratch, , rows, d, units, d_out]) => [
    [scratch, Number(functions.attn_feed_forward_scratch(rows, d, units, d_out, 0))],
    ...reals([hidden, rows * units], [activated, rows * units], [output, rows * d_out]),
  ],
  attn_feed_forward_backward: (_, x, w_in, b_in, w_out, b_out, hidden, activated, ...rest) => {
    const [, , , , , , scratch, , rows, d, units, d_out] = rest;
    return [
      [scratch, Number(functions.attn_feed_forward_scratch(rows, d, units, d_out, 1))],
      ...reals([x, rows * d], [w_in, d * units], [b_in, units], [w_out, units * d_out], [b_out, d_out]),
      ...reals([hidden, rows * units], [activated, rows * units]),
    ];
  },
  attn_recurrent_encoder: (_, state, ...[, , , , , t, , d_s]) => reals([state, (t + 1n) * d_s]),
};

describe("nothing is written beyond", () => {
  const { flags, tensor } = chance(3);
  const asked = new Set();

  /** The function, with everything that it changes held against where it may write. */
  function guarded(name) {
    return (...of) => {
      const first = core.at.data;
      const was = core.arena.bytes().slice(first);
      const result = functions[name](...of);
      const is = core.arena.bytes();
      for (const [from, bytes] of WRITES[name](core.arena.view(), ...of))
        if (from > 0) was.set(is.subarray(from, from + bytes), from - first);
      if (Buffer.compare(was, is.subarray(first)) !== 0) {
        const wrong = was.findIndex((byte, n) => byte !== is[first + n]);
        assert.fail(`${name} writes where it may not, ${wrong} bytes after the first of all data`);
      }
      asked.add(name);
      return result;
    };
  }

  before(async () => {
    [attention, core] = [await createAttention({ build: "simd" }), await loadCore("simd")];
    functions = core.functions;
  });
  afterEach(() => (core.functions = functions));

  /** Calls with every byte that nobody has written at a value of its own, so that a copy of it tells as well. */
  function watch(call) {
    const bytes = core.arena.bytes();
    for (let at = core.at.data; at < bytes.length; at++) bytes[at] = at * 167 + (at >> 8);
    core.functions = {
      ...functions,
      ...Object.fromEntries(Object.keys(WRITES).map((name) => [name, guarded(name)])),
    };
    return call();
  }

  const heads = (q, k, d, more = {}) => ({
    ...{ query: tensor([1, 2, q, d]), key: tensor([1, 1, k, d]), value: tensor([1, 1, k, 3]) },
    ...more,
  });
  const PROBLEMS = {
    "one head": { x: tensor([3, 5]), w_q: tensor([5, 3]), w_k: tensor([5, 3]), b_v: tensor([5]) },
    "heads of a batch": {
      x: tensor([3, 3, 6]),
      heads: 3,
      w_o: tensor([6, 5]),
      b_o: tensor([5]),
      causal: true,
    },
    "another's tokens": { x: tensor([5, 3]), x_kv: tensor([7, 3]), softcap: 2, window: [2, 1] },
    bilinear: heads(3, 5, 3, { score: "bilinear", w_score: tensor([3, 3]), key_mask: flags([5]) }),
    additive: heads(3, 5, 3, {
      score: "additive",
      w_1: tensor([3, 6]),
      w_2: tensor([3]),
      mask: flags([3, 5]),
    }),
    bias: heads(9, 7, 5, { bias: tensor([7]) }),
    overridden: heads(5, 3, 5, { weights_override: tensor([5, 3]) }),
    large: heads(67, 65, 67, { causal: true }),
    "large, all of it": { x: tensor([67, 67]), w_q: tensor([67, 67]), w_v: tensor([67, 65]) },
  };
  for (const [name, problem] of Object.entries(PROBLEMS)) {
    test(`forward, ${name}`, () => void watch(() => attention.forward(problem)));
    test(`forward for its output, ${name}`, () =>
      void watch(() => attention.forward(problem, { tensors: ["output"] })));
    test(`backward, ${name}`, () => {
      const grad_output = tensor(attention.forward(problem).output.shape);
      watch(() => attention.backward(problem, { grad_output }));
      watch(() => attention.backward(problem, { grad_output, tensors: ["grad_x", "grad_query"] }));
    });
    test(`fused in tiles that are told, ${name}`, () => {
      if (!name.startsWith("large"))
        for (const tile of [1, 2, 9]) watch(() => attention.fused(problem, { tile, trace: true }));
    });
    test(`fused, ${name}`, () => {
      watch(() => attention.fused(problem));
      const rows = core.functions.attn_fused_rows;
      core.functions.attn_fused_rows = (trace, scratch, plan, given, first, count) => {
        for (let unit = first; unit < first + count; unit++) rows(trace, scratch, plan, given, unit, 1n);
      };
      attention.fused(problem);
    });
  }

  test("single tools", () => {
    const x = tensor([5, 7]);
    const more = { gamma: tensor([7]), beta: tensor([7]), grad_output: tensor([5, 7]) };
    const running = { running_mean: tensor([7]), running_var: tensor([7]), training: false };
    for (const options of [{}, { grad_output: more.grad_output }, more]) {
      watch(() => attention.softmax({ x, grad_output: options.grad_output }));
      watch(() => attention.layerNorm({ x, ...options }));
      watch(() => attention.batchNorm({ x, training: true, ...options }));
      watch(() => attention.batchNorm({ x, ...running, ...options }));
    }
    watch(() => attention.statistics({ x }));
    watch(() => attention.statistics({ x, edges: [-1, 0, 1, 2] }));
    watch(() => attention.entropy({ x }));
    for (const init of ["normal", "xavier", "kaiming"])
      watch(() => attention.initialize({ shape: [3, 5], init, seed: 1 }));
  });

  test("chains", () => {
    const given = { encoder_states: tensor([5, 3]), initial_state: tensor([3]), w_out: tensor([6, 5]) };
    const states = { w_state: tensor([3, 3]), w_context: tensor([3, 3]) };
    const decoder = { id: "d", op: "recurrent_decoder", ...given, ...states };
    const additive = { score: "additive", w_1: tensor([3, 6]), w_2: tensor([3]), steps: 3 };
    const encoder = { id: "e", op: "recurrent_encoder", x: tensor([5, 3]), w_in: tensor([3, 3]) };
    const norm = { id: "n", op: "layer_norm" };
    /** Stages, and the shape of what the last of them makes. */
    const CHAINS = [
      [[{ ...decoder, x: tensor([3, 1]), w_in: tensor([1, 3]) }], [3, 5]],
      [[{ ...decoder, ...additive }], [3, 5]],
      [
        [
          { ...encoder, w_state: tensor([3, 3]) },
          { ...decoder, encoder_states: "e.state", steps: 3 },
        ],
        [3, 5],
      ],
      [
        [
          { ...norm, x: tensor([3, 5]) },
          {
            ...{ id: "f", op: "feed_forward", x: "n.output", w_in: tensor([5, 9]), b_in: tensor([9]) },
            ...{ w_out: tensor([9, 5]), b_out: tensor([5]) },
          },
        ],
        [3, 5],
      ],
      [
        [
          { ...norm, x: tensor([3, 5]) },
          { id: "r", op: "residual", x: "n.output", y: tensor([3, 5]) },
        ],
        [3, 5],
      ],
      [
        [
          { id: "g", op: "geometry", a: tensor([3, 5]), b: tensor([7, 5]) },
          { ...norm, x: "g.dot" },
        ],
        [3, 7],
      ],
      [
        [
          { id: "a", x: tensor([3, 5]) },
          { ...norm, x: "a.weights" },
        ],
        [1, 1, 3, 3],
      ],
    ];
    for (const [stages, shape] of CHAINS) {
      watch(() => attention.forward({ stages }));
      watch(() => attention.backward({ stages }, { grad_output: tensor(shape) }));
    }
  });

  test("a step of a layer", async () => {
    const layer = await SelfAttentionLayer.create({ d_model: 3, build: "simd" });
    watch(() => layer.trainStep(tensor([3, 3]), tensor([3, 3]), { learning_rate: 0.1 }));
  });

  test("every function was asked", () => {
    assert.deepEqual(
      Object.keys(WRITES).filter((name) => !asked.has(name)),
      [],
    );
  });
});
