// What is made from what: a node for every tensor of every run, its operands before it, its axes and shape true.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { graphOf, origin } from "../../web/core/graph/graph.js";
import { createAttention } from "../../web/index.js";
import { refused } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";
import { randomChain, randomProblem, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const AXES = "batch head kv_head query key feature hidden step".split(" ");

/** Every tensor of a trace is a node, and every node stands where it may. */
function describes(graph, trace) {
  const nodes = new Map();
  for (const node of graph) {
    const { tensor, of, axes, shape } = node;
    for (const operand of of)
      assert.ok(nodes.has(operand), `${tensor} is made from ${operand}, which comes later`);
    assert.ok(!nodes.has(tensor), `${tensor} stands twice`);
    assert.equal(axes.length, shape.length, `${tensor}: axes ${axes}, shape [${shape}]`);
    for (const axis of axes) assert.ok(AXES.includes(axis), `${tensor} has an axis ${axis}`);
    if (trace[tensor]) assert.deepEqual(shape, trace[tensor].shape, tensor);
    nodes.set(tensor, node);
  }
  for (const name of Object.keys(trace)) assert.ok(name === "notes" || nodes.has(name), `${name} is no node`);
}

describe("the graph", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  /** Both ways to it, forward and backward, of one problem. */
  function holds(problem, start = {}) {
    const trace = attention.forward(problem);
    describes(graphOf(problem, trace), trace);
    assert.deepEqual(attention.graph(problem), graphOf(problem, trace));
    const all = attention.backward(problem, start);
    const graph = graphOf(problem, all, start);
    describes(graph, all);
    assert.deepEqual(
      attention.graph(problem, { backward: true, loss: start.target && (start.loss ?? "squared_error") }),
      graph,
    );
    return graph;
  }

  describe("names all that a tensor is made from, and nothing else:", () => {
    const of = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(0.5) });
    const GEOMETRY_LINES = [
      "length_a = length(a)",
      "length_b = length(b)",
      "dot = dot(a, b)",
      "cosine = divide(dot, length_a, length_b)",
      "angle = arccos(cosine)",
      "projection = divide(dot, length_b)",
    ];
    const GEOMETRY = { id: "g", op: "geometry", a: of(2, 3), b: of(2, 3) };
    const RECURRENT = { initial_state: of(3), w_state: of(3, 3), w_context: of(3, 3) };
    const DECODER = { id: "d", op: "recurrent_decoder", encoder_states: of(4, 3), steps: 2, ...RECURRENT };
    const ROWS = { x: of(2, 3), gamma: of(3), beta: of(3) };
    const RUNNING = { running_mean: of(3), running_var: of(3) };
    const SOFTMAX = [
      "row_max = max(masked_scores)",
      "shifted_scores = subtract(masked_scores, row_max)",
      "shifted_exp = exp(shifted_scores)",
      "row_sum = sum(shifted_exp)",
      "log_sum_exp = log(row_max, row_sum)",
    ];
    const MIXTURE = [
      "weighted_values = multiply(weights, value)",
      "mixed = mix(weights, value)",
      "joined = join(mixed)",
      "output = copy(joined)",
      "grad_joined = copy(grad_output)",
      "grad_mixed = split(grad_joined)",
      "grad_value = matmul(weights, grad_mixed)",
      "grad_weights = matmul(grad_mixed, value)",
    ];
    /** @type {Record<string, { stages: object[], lines: string[] }>} */
    const PROBLEMS = {
      "layer norm": {
        stages: [{ id: "n", op: "layer_norm", ...ROWS }],
        lines: [
          "mean = mean(x)",
          "rstd = rstd(x, mean)",
          "output = normalize(x, mean, rstd, gamma, beta)",
          "grad_gamma = matmul(grad_output, x, rstd, mean)",
          "grad_beta = sum(grad_output)",
          "grad_x = normalize_gradient(grad_output, x, mean, rstd, gamma)",
        ],
      },
      "batch norm with running statistics": {
        stages: [{ id: "n", op: "batch_norm", ...ROWS, ...RUNNING }],
        lines: [
          "mean = copy(running_mean)",
          "rstd = rstd(running_var)",
          "output = normalize(x, mean, rstd, gamma, beta)",
          "grad_gamma = matmul(grad_output, x, rstd, mean)",
          "grad_beta = sum(grad_output)",
          "grad_x = multiply(grad_output, rstd, gamma)",
        ],
      },
      "a residual": {
        stages: [{ id: "r", op: "residual", x: of(2, 3), y: of(2, 3) }],
        lines: ["output = add(x, y)", "grad_x = copy(grad_output)", "grad_y = copy(grad_output)"],
      },
      "geometry of dot products": {
        stages: [GEOMETRY],
        lines: [...GEOMETRY_LINES, "grad_a = matmul(grad_dot, b)", "grad_b = matmul(grad_dot, a)"],
      },
      "geometry whose angles and lengths are read": {
        stages: [GEOMETRY, { id: "l", x: "g.angle", x_kv: "g.cosine", bias: "g.length_a" }],
        lines: [
          ...GEOMETRY_LINES,
          "grad_dot = zero()",
          "grad_cosine = copy(l.grad_x_kv)",
          "grad_angle = copy(l.grad_x)",
          "grad_length_a = copy(l.grad_bias)",
          "grad_a = geometry_gradient(a, b, grad_dot, grad_cosine, grad_angle, grad_length_a)",
          "grad_b = geometry_gradient(b, a, grad_dot, grad_cosine, grad_angle)",
        ],
      },
      "a recurrent encoder": {
        stages: [
          {
            id: "e",
            op: "recurrent_encoder",
            x: of(2, 3),
            w_in: of(3, 2),
            w_state: of(2, 2),
            b_state: of(2),
          },
        ],
        lines: [
          "state = tanh(w_state, x, w_in, b_state)",
          "grad_state = matmul(grad_output, w_state, state)",
          "grad_w_state = matmul(grad_state, state)",
          "grad_b_state = sum(grad_state, state)",
          "grad_w_in = matmul(grad_state, x, state)",
          "grad_x = matmul(grad_state, w_in, state)",
        ],
      },
      "a recurrent decoder that speaks": {
        stages: [{ ...DECODER, x: of(2, 2), w_in: of(2, 3), w_out: of(6, 2), b_out: of(2) }],
        lines: [
          "scores = scores(initial_state, encoder_states)",
          "scaled_scores = scale(scores)",
          "masked_scores = mask(scaled_scores)",
          ...SOFTMAX,
          "weights = divide(shifted_exp, row_sum)",
          "context = mix(weights, encoder_states)",
          "state = tanh(initial_state, w_state, context, w_context, x, w_in)",
          "logits = linear(state, w_out, context, b_out)",
          "probabilities = softmax(logits)",
          "grad_b_out = sum(grad_output)",
          "grad_w_out = matmul(state, grad_output, context)",
          "grad_state = matmul(grad_output, w_out, w_state, state, encoder_states)",
          "grad_context = matmul(grad_output, w_out, grad_state, w_context, state)",
          "grad_weights = matmul(grad_context, encoder_states)",
          "grad_scores = softmax_gradient(weights, grad_weights)",
          "grad_encoder_states = matmul(weights, grad_context, grad_scores, state)",
          "grad_w_context = matmul(grad_state, context, state)",
          "grad_w_state = matmul(grad_state, state)",
          "grad_initial_state = copy(grad_state)",
          "grad_w_in = matmul(grad_state, x, state)",
          "grad_x = matmul(grad_state, w_in, state)",
        ],
      },
      "a recurrent decoder with additive scores": {
        stages: [{ ...DECODER, score: "additive", w_1: of(2, 6), w_2: of(2) }],
        lines: [
          "hidden = tanh(initial_state, w_1, encoder_states)",
          "scores = scores(hidden, w_2)",
          "scaled_scores = scale(scores)",
          "masked_scores = mask(scaled_scores)",
          ...SOFTMAX,
          "weights = divide(shifted_exp, row_sum)",
          "context = mix(weights, encoder_states)",
          "state = tanh(initial_state, w_state, context, w_context)",
          "grad_state = matmul(grad_output, w_state, state, w_2, w_1, hidden)",
          "grad_context = matmul(grad_state, w_context, state)",
          "grad_weights = matmul(grad_context, encoder_states)",
          "grad_scores = softmax_gradient(weights, grad_weights)",
          "grad_encoder_states = matmul(weights, grad_context, grad_scores, w_2, w_1, hidden)",
          "grad_w_1 = matmul(grad_scores, w_2, state, hidden, encoder_states)",
          "grad_w_2 = matmul(grad_scores, hidden)",
          "grad_w_context = matmul(grad_state, context, state)",
          "grad_w_state = matmul(grad_state, state)",
          "grad_initial_state = copy(grad_state)",
        ],
      },
      "an attention": {
        stages: [
          {
            id: "a",
            x: of(2, 3),
            w_q: of(3, 2),
            b_q: of(2),
            w_k: of(3, 2),
            w_o: of(3, 2),
            b_o: of(2),
            bias: of(2, 2),
            mask: [
              [1, 1],
              [0, 1],
            ],
            softcap: 2,
          },
        ],
        lines: [
          "projected_query = linear(x, w_q, b_q)",
          "projected_key = linear(x, w_k)",
          "projected_value = copy(x)",
          "query = split(projected_query)",
          "key = split(projected_key)",
          "value = split(projected_value)",
          "scores = scores(query, key)",
          "scaled_scores = scale(scores)",
          "capped_scores = softcap(scaled_scores)",
          "masked_scores = mask(capped_scores, bias, mask)",
          ...SOFTMAX,
          "weights = divide(shifted_exp, row_sum)",
          "weighted_values = multiply(weights, value)",
          "mixed = mix(weights, value)",
          "joined = join(mixed)",
          "output = linear(joined, w_o, b_o)",
          "grad_b_o = sum(grad_output)",
          "grad_w_o = matmul(joined, grad_output)",
          "grad_joined = matmul(grad_output, w_o)",
          "grad_mixed = split(grad_joined)",
          "grad_value = matmul(weights, grad_mixed)",
          "grad_weights = matmul(grad_mixed, value)",
          "grad_masked_scores = softmax_gradient(weights, grad_weights)",
          "grad_bias = sum(grad_masked_scores)",
          "grad_capped_scores = copy(grad_masked_scores)",
          "grad_scaled_scores = softcap_gradient(grad_capped_scores, capped_scores)",
          "grad_scores = scale(grad_scaled_scores)",
          "grad_query = matmul(grad_scores, key)",
          "grad_key = matmul(grad_scores, query)",
          "grad_projected_query = join(grad_query)",
          "grad_b_q = sum(grad_projected_query)",
          "grad_w_q = matmul(x, grad_projected_query)",
          "grad_projected_key = join(grad_key)",
          "grad_w_k = matmul(x, grad_projected_key)",
          "grad_projected_value = join(grad_value)",
          "grad_x = matmul(grad_projected_query, w_q, grad_projected_key, w_k, grad_projected_value)",
        ],
      },
      "tokens that are queries, keys and values as they are": {
        stages: [{ id: "a", x: of(2, 3) }],
        lines: [
          "projected_query = copy(x)",
          "projected_key = copy(x)",
          "projected_value = copy(x)",
          "query = split(projected_query)",
          "key = split(projected_key)",
          "value = split(projected_value)",
          "scores = scores(query, key)",
          "scaled_scores = scale(scores)",
          "masked_scores = mask(scaled_scores)",
          ...SOFTMAX,
          "weights = divide(shifted_exp, row_sum)",
          ...MIXTURE,
          "grad_masked_scores = softmax_gradient(weights, grad_weights)",
          "grad_scaled_scores = copy(grad_masked_scores)",
          "grad_scores = scale(grad_scaled_scores)",
          "grad_query = matmul(grad_scores, key)",
          "grad_key = matmul(grad_scores, query)",
          "grad_projected_query = join(grad_query)",
          "grad_projected_key = join(grad_key)",
          "grad_projected_value = join(grad_value)",
          "grad_x = add(grad_projected_query, grad_projected_key, grad_projected_value)",
        ],
      },
      "an attention with bilinear scores": {
        stages: [
          { id: "a", query: of(2, 3), key: of(2, 3), value: of(2, 2), score: "bilinear", w_score: of(3, 3) },
        ],
        lines: [
          "scores = bilinear(query, w_score, key)",
          "scaled_scores = scale(scores)",
          "masked_scores = mask(scaled_scores)",
          ...SOFTMAX,
          "weights = divide(shifted_exp, row_sum)",
          ...MIXTURE,
          "grad_masked_scores = softmax_gradient(weights, grad_weights)",
          "grad_scaled_scores = copy(grad_masked_scores)",
          "grad_scores = scale(grad_scaled_scores)",
          "grad_w_score = matmul(grad_scores, query, key)",
          "grad_query = matmul(grad_scores, key, w_score)",
          "grad_key = matmul(grad_scores, query, w_score)",
        ],
      },
      "an attention with given weights": {
        stages: [{ id: "a", query: of(2, 3), key: of(2, 3), value: of(2, 2), weights_override: of(2, 2) }],
        lines: [
          "scores = scores(query, key)",
          "scaled_scores = scale(scores)",
          "masked_scores = mask(scaled_scores)",
          ...SOFTMAX,
          "weights = copy(weights_override)",
          ...MIXTURE,
          "grad_weights_override = sum(grad_weights)",
          "grad_masked_scores = zero()",
          "grad_scaled_scores = zero()",
          "grad_scores = zero()",
          "grad_query = zero()",
          "grad_key = zero()",
        ],
      },
    };
    for (const [name, { stages, lines }] of Object.entries(PROBLEMS))
      test(name, () => {
        const { id } = stages[0];
        const nodes = attention.graph({ stages }, { backward: true });
        const found = nodes
          .filter(({ tensor, op }) => tensor.startsWith(`${id}.`) && op !== "given")
          .map(({ tensor, op, of }) => `${tensor} = ${op}(${of.join(", ")})`.replaceAll(`${id}.`, ""));
        assert.deepEqual(found, lines);
      });
  });

  test("has a node for every tensor of random problems, forward and backward", () => {
    const draw = chance(5);
    for (let round = 0; round < fewOrMany(60, 300); round++) {
      const problem = randomProblem(draw, { most: 4 });
      const { output } = attention.forward(problem);
      const start = draw.one(["grad_output", "target"]);
      holds(problem, { [start]: draw.tensor(output.shape) });
    }
  });

  test("has a node for every tensor of random chains, forward and backward", () => {
    const draw = chance(6);
    for (let round = 0; round < fewOrMany(20, 60); round++) {
      const stages = randomChain(draw);
      const { output } = Object.fromEntries(
        Object.entries(attention.forward({ stages })).map(([name, tensor]) => [
          name.split(".").at(-1),
          tensor,
        ]),
      );
      holds({ stages }, { grad_output: draw.tensor(output.shape) });
    }
  });

  test("has a node for every tensor of encoders, decoders and what reads them", () => {
    const draw = chance(7);
    for (let round = 0; round < fewOrMany(20, 60); round++) {
      const { stages, shape } = recurrentChain(draw);
      holds({ stages }, { [draw.one(["grad_output", "target"])]: draw.tensor(shape) });
    }
  });

  test("tells the cells of a query that a stage reads from another", () => {
    const stages = [
      {
        id: "a",
        x: [
          [1, 2],
          [3, 4],
        ],
      },
      { id: "b", query: "a.query", key: "a.x", value: "a.value" },
    ];
    const graph = holds(
      { stages },
      {
        target: [
          [
            [1, 2],
            [3, 4],
          ],
        ],
      },
    );
    const of = (tensor) => graph.find((node) => node.tensor === tensor).of;
    assert.deepEqual(
      [of("b.query"), of("b.key"), of("b.scores")],
      [["a.query"], ["a.x"], ["b.query", "b.key"]],
    );
    const { terms, sum } = attention.terms({ stages }, "b.query", [0, 0, 1, 1]);
    assert.deepEqual([terms, sum], [[{ factors: [4], product: 4 }], 4]);
  });

  test("tells the cells behind a cell without an engine, from a graph that was sent as text too", () => {
    const problem = {
      x: [
        [1, 2],
        [3, 4],
      ],
      causal: true,
    };
    const backward = { backward: true };
    for (const [one, options] of [
      [problem, {}],
      [problem, backward],
      [problem, { ...backward, loss: "squared_error" }],
      [problem, { ...backward, loss: "cross_entropy" }],
      [{ stages: [{ id: "a", ...problem }] }, backward],
    ]) {
      const graph = attention.graph(one, options);
      const sent = JSON.parse(JSON.stringify(graph));
      for (const { tensor, shape } of graph) {
        const index = shape.map((length) => length - 1);
        const found = origin(graph, one, tensor, index);
        assert.deepEqual(origin(sent, one, tensor, index), found);
        // what a cell has not is not named
        assert.deepEqual(JSON.parse(JSON.stringify(found)), found, tensor);
      }
    }
    const graph = attention.graph(problem);
    assert.deepEqual(origin(graph, problem, "mixed", [0, 0, 0, 1]), {
      op: "mix",
      terms: [0, 1].map((j) => [
        { tensor: "weights", index: [0, 0, 0, j] },
        { tensor: "value", index: [0, 0, j, 1] },
      ]),
      sum: true,
      forbidden: [1],
      work: 8,
    });
    assert.equal(origin(graph, problem, "weights", [0, 0, 0, 1]).allowed, false);
    for (const [tensor, index] of [
      ["nothing", [0]],
      ["__proto__", [0]],
      ["weights", [0]],
      ["weights", null],
      ["weights", [0, 0, 0, 2]],
    ])
      assert.equal(origin(graph, problem, tensor, index), undefined);
  });

  test("names what it does not know", () => {
    const problem = { x: [[1]] };
    refused(() => attention.graph(problem, { backwards: true }), { code: "value", where: "backwards" });
    refused(() => attention.graph(problem, { backward: 1 }), { code: "value", where: "backward" });
    refused(() => attention.graph(problem, { backward: true, loss: "hinge" }), {
      code: "value",
      where: "loss",
    });
    refused(() => attention.graph({ x: [[1]], w_q: [[1], [2]] }), { code: "shape" });
  });
});
