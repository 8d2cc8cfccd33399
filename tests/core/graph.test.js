// What is made from what: a node for every tensor of every run, its operands before it, its axes and shape true.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { graphOf, origin } from "../../web/core/graph/graph.js";
import { MultiHeadAttentionLayer, SelfAttentionLayer, createAttention } from "../../web/index.js";
import { allCases, runCase } from "../helpers/cases.js";
import { refused } from "../helpers/compare.js";
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

  test("of a small problem, line by line", () => {
    const graph = attention.graph({ x: [[1, 2]], w_q: [[3], [4]], w_k: [[1], [1]], causal: true });
    const lines = graph.map(
      ({ tensor, op, of, axes, shape }) => `${tensor} = ${op}(${of}) ${axes.join(" ")} [${shape}]`,
    );
    assert.deepEqual(lines.slice(0, 9), [
      "x = given() batch query feature [1,1,2]",
      "w_q = given() feature feature [2,1]",
      "projected_query = linear(x,w_q) batch query feature [1,1,1]",
      "w_k = given() feature feature [2,1]",
      "projected_key = linear(x,w_k) batch key feature [1,1,1]",
      "projected_value = copy(x) batch key feature [1,1,2]",
      "query = split(projected_query) batch head query feature [1,1,1,1]",
      "key = split(projected_key) batch kv_head key feature [1,1,1,1]",
      "value = split(projected_value) batch kv_head key feature [1,1,1,2]",
    ]);
  });

  test("has a node for every tensor of random problems, forward and backward", () => {
    const draw = chance(5);
    for (let round = 0; round < 300; round++) {
      const problem = randomProblem(draw, { most: 4 });
      const { output } = attention.forward(problem);
      const start = draw.one(["grad_output", "target"]);
      holds(problem, { [start]: draw.tensor(output.shape) });
    }
  });

  test("has a node for every tensor of random chains, forward and backward", () => {
    const draw = chance(6);
    for (let round = 0; round < 60; round++) {
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
    for (let round = 0; round < 60; round++) {
      const { stages, shape } = recurrentChain(draw);
      holds({ stages }, { [draw.one(["grad_output", "target"])]: draw.tensor(shape) });
    }
  });

  test("names a tensor that a stage reads from another by its name there", () => {
    const stages = [
      { id: "a", x: [[1, 2]] },
      { id: "b", x: "a.output", w_q: [[1], [2]], w_k: [[1], [1]] },
    ];
    const of = (name) => attention.graph({ stages }).find(({ tensor }) => tensor === name).of;
    assert.deepEqual(of("b.projected_query"), ["a.output", "b.w_q"]);
    assert.deepEqual(of("b.x"), ["a.output"]);
  });

  test("tells the cells behind a cell without an engine, from a graph that was sent as text too", () => {
    const problem = {
      x: [
        [1, 2],
        [3, 4],
      ],
      causal: true,
    };
    const graph = attention.graph(problem);
    const sent = JSON.parse(JSON.stringify(graph));
    for (const { tensor, shape } of graph) {
      const index = shape.map((length) => length - 1);
      assert.deepEqual(origin(sent, problem, tensor, index), origin(graph, problem, tensor, index));
    }
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

  test("has a node for every tensor of the reference cases", async () => {
    let seen = 0;
    for (const one of allCases()) {
      const calls = [];
      const spy = new Proxy(attention, {
        get: (_, name) =>
          name === "forward" || name === "backward"
            ? (problem, options) => {
                const trace = attention[name](problem, options);
                if (!options?.tensors) calls.push([problem, trace, options]);
                return trace;
              }
            : (attention[name].bind?.(attention) ?? attention[name]),
      });
      await runCase(spy, one, { MultiHeadAttentionLayer, SelfAttentionLayer, build: "auto" });
      seen += calls.length;
      for (const [problem, trace, options] of calls) describes(graphOf(problem, trace, options ?? {}), trace);
    }
    assert.ok(seen > 80, `${seen} runs`);
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
