// One entry too many or too few along any axis of any tensor of any operation: it is refused as a shape, or what is computed
// has other shapes. Nothing is read beside a tensor, and no length is passed over.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { shapesOf } from "../../web/core/graph/shapes.js";
import { readProblem } from "../../web/core/problem.js";
import { chance } from "../helpers/random.js";

const draw = chance(11);
const made = (...shape) => draw.tensor(shape);
const flags = (...shape) => draw.flags(shape, 1);

const decoder = {
  op: "recurrent_decoder",
  encoder_states: made(5, 4),
  initial_state: made(3),
  x: made(6, 2),
  w_in: made(2, 3),
  w_state: made(3, 3),
  w_context: made(4, 3),
  b_state: made(3),
  w_out: made(7, 8),
  b_out: made(8),
};
/** By name, an operation with every tensor it may be given, every length another where it may be. */
const STAGES = {
  attention: {
    x: made(3, 3, 6),
    x_kv: made(3, 5, 7),
    w_q: made(6, 8),
    w_k: made(7, 4),
    w_v: made(7, 10),
    w_o: made(20, 9),
    b_q: made(8),
    b_k: made(4),
    b_v: made(10),
    b_o: made(9),
    heads: 4,
    kv_heads: 2,
    mask: flags(3, 4, 3, 5),
    key_mask: flags(3, 5),
    bias: made(3, 4, 3, 5),
  },
  "attention with additive scores": {
    query: made(3, 4, 3, 6),
    key: made(3, 2, 5, 7),
    value: made(3, 2, 5, 8),
    w_1: made(9, 13),
    w_2: made(9),
    score: "additive",
  },
  "attention with bilinear scores": {
    query: made(3, 4, 3, 6),
    key: made(3, 2, 5, 7),
    value: made(3, 2, 5, 8),
    w_score: made(6, 7),
    score: "bilinear",
    weights_override: made(3, 4, 3, 5),
  },
  "attention with values of its own": { x: made(3, 6), x_kv: made(5, 7), x_v: made(5, 8), w_q: made(6, 7) },
  "decoder with additive scores": { ...decoder, w_1: made(9, 7), w_2: made(9), score: "additive" },
  "decoder with bilinear scores": { ...decoder, w_score: made(3, 4), score: "bilinear" },
  encoder: {
    op: "recurrent_encoder",
    x: made(5, 2),
    w_in: made(2, 3),
    w_state: made(3, 3),
    b_state: made(3),
    initial_state: made(3),
  },
  residual: { op: "residual", x: made(5, 3), y: made(5, 3) },
  layer_norm: { op: "layer_norm", x: made(5, 3), gamma: made(3), beta: made(3) },
  batch_norm: {
    op: "batch_norm",
    x: made(5, 3),
    gamma: made(3),
    beta: made(3),
    running_mean: made(3),
    running_var: draw.flags([3], 1),
  },
  feed_forward: { op: "feed_forward", x: made(5, 3), w_in: made(3, 7), b_in: made(7), w_out: made(7, 2), b_out: made(2) }, // prettier-ignore
  geometry: { op: "geometry", a: made(5, 3), b: made(4, 3) },
};

/** Where it is refused by what is known of shapes before a run. */
function foreseen(values) {
  try {
    shapesOf(readProblem({ stages: [{ id: "s", ...values }] }).stages, (fault, where) => {
      throw { where };
    });
  } catch ({ where }) {
    return where;
  }
}

describe("one entry more or less", () => {
  let attention;
  before(async () => (attention = await createAttention()));

  for (const [name, stage] of Object.entries(STAGES)) {
    const tensors = Object.keys(stage).filter((key) => stage[key]?.shape);
    const run = (values) => attention.forward({ stages: [{ id: "s", ...values }] });
    const shapes = (trace, but) =>
      JSON.stringify(
        Object.entries(trace)
          .filter(([key]) => key !== `s.${but}`)
          .map(([key, one]) => [key, one.shape]),
      );

    test(`${name}: ${tensors.join(", ")}`, () => {
      const right = run(stage);
      for (const tensor of tensors)
        for (const [axis, length] of stage[tensor].shape.entries())
          for (const other of [length - 1, length + 1]) {
            const shape = stage[tensor].shape.with(axis, other);
            const said = `${tensor} of ${shape}`;
            const data = new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(1);
            let trace;
            try {
              trace = run({ ...stage, [tensor]: { shape, data } });
            } catch (error) {
              assert.equal(error.name, "AttentionError", said);
              assert.equal(error.code, "shape", `${said}: ${error.message}`);
              assert.match(error.where, /^stages\[0\]\./, said);
              const where = foreseen({ ...stage, [tensor]: { shape, data } });
              const inC = error.where.replace(/(?<=\w)\[\d\]$/, "");
              // of a query and a key that do not meet either may be named
              if (`${inC} ${where}` !== "stages[0].w_q stages[0].x_kv") assert.equal(where, inC, said);
              continue;
            }
            assert.notEqual(shapes(trace, tensor), shapes(right, tensor), `${said} is passed over`);
          }
    });
  }
});
