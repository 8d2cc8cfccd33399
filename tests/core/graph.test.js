// What is made from what: a node for every tensor of every run, its operands before it, its axes and shape true, and its
// operands those of its cells. That the cells add up: terms.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { graphOf, origin } from "../../web/core/graph/graph.js";
import { shapesOf } from "../../web/core/graph/shapes.js";
import { readProblem } from "../../web/core/problem.js";
import { createAttention } from "../../web/index.js";
import { fewOrMany } from "../helpers/full.js";
import { matrix } from "../helpers/matrix.js";
import { randomChain, randomProblem, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";

const AXES = "batch head kv_head query key feature hidden step".split(" ");
const attention = await createAttention();

/** Every index below a shape. @param {number[]} shape @returns {number[][]} */
const indices = (shape) =>
  shape.reduce((all, length) => all.flatMap((i) => Array.from({ length }, (_, n) => [...i, n])), [[]]);

/** Every tensor of a trace is a node, and every node stands where it may. */
function describes(graph, trace) {
  const nodes = new Set();
  for (const { tensor, of, axes, shape } of graph) {
    for (const operand of of) assert.ok(nodes.has(operand), `${operand} comes after ${tensor}`);
    assert.ok(!nodes.has(tensor), `${tensor} stands twice`);
    assert.equal(axes.length, shape.length, `${tensor}: axes ${axes}, shape [${shape}]`);
    for (const axis of axes) assert.ok(AXES.includes(axis), `${tensor} has an axis ${axis}`);
    if (trace[tensor]) assert.deepEqual(shape, trace[tensor].shape, tensor);
    nodes.add(tensor);
  }
  for (const name of Object.keys(trace)) assert.ok(name === "notes" || nodes.has(name), `${name} is no node`);
}

/** What a node names is what its cells come from, and nothing else; of a recurrence it names the state before the first. */
function namesItsOperands(graph, problem) {
  for (const { tensor, of, op, shape } of graph) {
    const cells = indices(shape).map((index) => origin(graph, problem, tensor, index));
    if (op === "given" || cells.length === 0) continue;
    const [id] = tensor.split(/(?<=\.)/);
    const before = (name) => (name === `${id}initial_state` ? `${id}state` : name);
    const behind = new Set(cells.flatMap(({ terms }) => terms.flat().map((cell) => before(cell.tensor))));
    const repeats = (name) => name === tensor || name === `${id}grad_scores`;
    const named = new Set(of.map(before));
    const odd = [...named, ...behind].filter((name) => named.has(name) !== behind.has(name));
    assert.deepEqual(
      odd.filter((name) => name && !(repeats(name) && /state$/.test(tensor))),
      [],
      tensor,
    );
    const ops = new Set(cells.map((cell) => cell.op));
    assert.ok(ops.has(op), `${tensor} is made by ${[...ops]}, not by ${op}`);
  }
}

describe("the graph", () => {
  /** Both ways to it, forward and backward, of one problem. */
  function holds(problem, start) {
    const trace = attention.forward(problem);
    const graph = graphOf(problem, trace);
    describes(graph, trace);
    assert.deepEqual(attention.graph(problem), graph);
    const all = attention.backward(problem, start);
    const backward = graphOf(problem, all, start);
    describes(backward, all);
    const loss = start.target && (start.loss ?? "squared_error");
    assert.deepEqual(attention.graph(problem, { backward: true, loss }), backward);
    namesItsOperands(backward, problem);
    // what is known before the run
    const shapes = shapesOf(readProblem(problem).stages, assert.fail);
    for (const [name, shape] of shapes) if (trace[name]) assert.deepEqual(shape, trace[name].shape, name);
    const missing = Object.keys(trace).filter((name) => trace[name].shape && !shapes.has(name));
    assert.deepEqual(missing, []);
  }

  const KINDS = {
    problems: [60, 300, (draw) => randomProblem(draw, { most: 4 })],
    chains: [20, 60, (draw) => ({ stages: randomChain(draw) })],
    "encoders, decoders and what reads them": [20, 60, (draw) => recurrentChain(draw)],
  };
  for (const [kind, [few, many, make]] of Object.entries(KINDS))
    test(`has a node for every tensor of random ${kind}, with what it is made from`, () => {
      const draw = chance(5);
      for (let round = 0; round < fewOrMany(few, many); round++) {
        const { shape, ...problem } = make(draw);
        const last = problem.stages ? `${problem.stages.at(-1).id}.output` : "output";
        const start = draw.tensor(shape ?? attention.forward(problem)[last].shape);
        holds(problem, { [draw.one(["grad_output", "target"])]: start });
      }
    });

  const of = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(0.5) });
  test("has the shapes of a run whose stages read matrices and batches of one", () => {
    const decoder = { op: "recurrent_decoder", w_in: of(3, 2), w_state: of(2, 2), w_context: of(2, 2) };
    const stages = [
      { id: "a", x: of(2, 3) },
      { id: "g", op: "geometry", a: "a.output", b: of(2, 3) },
      { id: "n", op: "layer_norm", x: "g.dot" },
      { id: "d", ...decoder, encoder_states: "n.output", x: "a.output", initial_state: of(2) },
    ];
    holds({ stages }, { target: of(2, 2) });
  });

  const NORM = { x: of(2, 3), gamma: of(3), beta: of(3) };
  /** Of one stage, every line that is not given. */
  const LINES = [
    [
      { op: "layer_norm", ...NORM },
      `mean = mean(x); rstd = rstd(x, mean); output = normalize(x, mean, rstd, gamma, beta)
       grad_gamma = matmul(grad_output, x, rstd, mean); grad_beta = sum(grad_output)
       grad_x = normalize_gradient(grad_output, x, mean, rstd, gamma)`,
    ],
    [
      { op: "batch_norm", ...NORM, running_mean: of(3), running_var: of(3) },
      `mean = copy(running_mean); rstd = rstd(running_var); output = normalize(x, mean, rstd, gamma, beta)
       grad_gamma = matmul(grad_output, x, rstd, mean); grad_beta = sum(grad_output)
       grad_x = multiply(grad_output, rstd, gamma)`,
    ],
    [
      { op: "geometry", a: of(2, 3), b: of(2, 3) },
      `length_a = length(a); length_b = length(b); dot = dot(a, b); cosine = divide(dot, length_a, length_b)
       angle = arccos(cosine); projection = divide(dot, length_b)
       grad_a = matmul(grad_dot, b); grad_b = matmul(grad_dot, a)`,
    ],
    [
      { op: "feed_forward", x: of(2, 3), w_in: of(3, 4), b_in: of(4), w_out: of(4, 3), activation: "gelu" },
      `hidden = linear(x, w_in, b_in); activated = gelu(hidden); output = linear(activated, w_out)
       grad_w_out = matmul(activated, grad_output); grad_activated = matmul(grad_output, w_out)
       grad_hidden = gelu_gradient(grad_activated, hidden); grad_b_in = sum(grad_hidden)
       grad_w_in = matmul(x, grad_hidden); grad_x = matmul(grad_hidden, w_in)`,
    ],
    [
      { op: "recurrent_encoder", x: of(2, 3), w_in: of(3, 2), w_state: of(2, 2), b_state: of(2) },
      `state = tanh(w_state, x, w_in, b_state); grad_state = matmul(grad_output, w_state, state)
       grad_w_state = matmul(grad_state, state); grad_b_state = sum(grad_state, state)
       grad_w_in = matmul(grad_state, x, state); grad_x = matmul(grad_state, w_in, state)`,
    ],
    [
      {
        ...{ x: of(2, 3), w_q: of(3, 2), b_q: of(2), w_k: of(3, 2), w_o: of(3, 2), b_o: of(2) },
        ...{ bias: of(2, 2), mask: matrix("1 1; 0 1"), softcap: 2 },
      },
      `projected_query = linear(x, w_q, b_q); projected_key = linear(x, w_k); projected_value = copy(x)
       query = split(projected_query); key = split(projected_key); value = split(projected_value)
       scores = scores(query, key); scaled_scores = scale(scores); capped_scores = softcap(scaled_scores)
       masked_scores = mask(capped_scores, bias, mask); row_max = max(masked_scores)
       shifted_scores = subtract(masked_scores, row_max); shifted_exp = exp(shifted_scores)
       row_sum = sum(shifted_exp); log_sum_exp = log(row_max, row_sum); weights = divide(shifted_exp, row_sum)
       weighted_values = multiply(weights, value); mixed = mix(weights, value); joined = join(mixed)
       output = linear(joined, w_o, b_o); grad_b_o = sum(grad_output); grad_w_o = matmul(joined, grad_output)
       grad_joined = matmul(grad_output, w_o); grad_mixed = split(grad_joined)
       grad_value = matmul(weights, grad_mixed); grad_weights = matmul(grad_mixed, value)
       grad_masked_scores = softmax_gradient(weights, grad_weights); grad_bias = sum(grad_masked_scores)
       grad_capped_scores = copy(grad_masked_scores)
       grad_scaled_scores = softcap_gradient(grad_capped_scores, capped_scores)
       grad_scores = scale(grad_scaled_scores); grad_query = matmul(grad_scores, key)
       grad_key = matmul(grad_scores, query); grad_projected_query = join(grad_query)
       grad_b_q = sum(grad_projected_query); grad_w_q = matmul(x, grad_projected_query)
       grad_projected_key = join(grad_key); grad_w_k = matmul(x, grad_projected_key)
       grad_projected_value = join(grad_value)
       grad_x = matmul(grad_projected_query, w_q, grad_projected_key, w_k, grad_projected_value)`,
    ],
  ];
  for (const [stage, lines] of LINES)
    test(`reads as a list of lines: ${stage.op ?? "attention"}`, () => {
      const graph = attention.graph({ stages: [{ id: "a", ...stage }] }, { backward: true });
      const made = graph.filter(({ tensor, op }) => tensor.startsWith("a.") && op !== "given");
      const found = made.map(({ tensor, op, of }) =>
        `${tensor} = ${op}(${of.join(", ")})`.replaceAll("a.", ""),
      );
      assert.deepEqual(found, lines.split(/;\s*|\n\s*/));
    });

  test("tells the cells behind a cell without an engine, from a graph that was sent as text too", () => {
    const problem = { x: matrix("1 2; 3 4"), causal: true };
    for (const [one, options] of [
      [problem, {}],
      [problem, { backward: true, loss: "squared_error" }],
      [problem, { backward: true, loss: "cross_entropy" }],
      [{ stages: [{ id: "a", ...problem }] }, { backward: true }],
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
    for (const name of ["nothing", "__proto__"]) assert.equal(origin(graph, problem, name, [0]), undefined);
    for (const index of [[0], null, [0, 0, 0, 2]])
      assert.equal(origin(graph, problem, "weights", index), undefined);
  });
});
