// Problems of every kind whose generated code is tested, and the result of the core for each.
import { matrix } from "./matrix.js";
import { chance } from "./random.js";
import { randomChain, randomProblem, recurrentChain } from "./problems.js";

/** x of rank 2, one head, as in tutorials. */
function plain(draw) {
  const [q_len, d_model, d_k] = [draw.from(1, 5), draw.from(1, 5), draw.from(1, 5)];
  const problem = { x: draw.tensor([q_len, d_model]) };
  for (const name of ["w_q", "w_k", "w_v"]) problem[name] = draw.tensor([d_model, d_k]);
  if (draw.maybe(0.3)) problem.x_kv = draw.tensor([draw.from(1, 5), d_model]);
  if (draw.maybe(0.3)) problem.w_o = draw.tensor([d_k, 3]);
  return problem;
}

const square = (draw, d, names) => Object.fromEntries(names.map((name) => [name, draw.tensor([d, d])]));

/** Draws a problem of each kind. @type {Record<string, (draw: ReturnType<typeof chance>) => any>} */
const kinds = {
  plain,
  heads(draw) {
    const [heads, d] = [draw.from(1, 4), draw.from(1, 3)];
    const width = heads * d;
    return {
      x: draw.tensor(draw.maybe() ? [3, 4] : [draw.from(1, 3), 3, 4]),
      ...{ w_q: draw.tensor([4, width]), w_k: draw.tensor([4, width]), w_v: draw.tensor([4, width]) },
      ...(draw.maybe() && { b_q: draw.tensor([width]), w_o: draw.tensor([width, 4]), b_o: draw.tensor([4]) }),
      heads,
    };
  },
  grouped(draw) {
    const kv_heads = draw.from(1, 2);
    const heads = kv_heads * draw.from(1, 3);
    return {
      x: draw.tensor([4, 5]),
      ...{
        w_q: draw.tensor([5, heads * 2]),
        w_k: draw.tensor([5, kv_heads * 2]),
        w_v: draw.tensor([5, kv_heads * 3]),
      },
      ...{ heads, kv_heads },
    };
  },
  masks(draw) {
    const problem = { ...plain(draw), x_kv: undefined };
    const n = problem.x.shape[0];
    if (draw.maybe()) problem.causal = draw.one([true, "bottom-right"]);
    if (draw.maybe(0.4)) problem.window = [draw.from(-1, 2), draw.from(-1, 2)];
    if (draw.maybe(0.3)) problem.causal_offset = draw.from(-2, 2);
    if (draw.maybe(0.4)) problem.mask = draw.flags([n, n], 0.5);
    if (draw.maybe(0.4)) problem.key_mask = draw.flags([n], 0.6);
    if (draw.maybe(0.4)) problem.bias = draw.tensor(draw.one([[], [1], [n], [n, n], [1, 1, n, n], [n, 1]]));
    if (problem.bias?.shape.length && draw.maybe()) problem.bias.data[0] = -Infinity;
    return problem;
  },
  softcap: (draw) => ({
    ...plain(draw),
    softcap: draw.one([0.5, 2, 30]),
    scale: draw.one([undefined, 0, -0.5, 1]),
  }),
  additive(draw) {
    const problem = plain(draw);
    const [d, hidden] = [problem.w_q.shape[1], draw.from(1, 4)];
    return { ...problem, score: "additive", w_1: draw.tensor([hidden, 2 * d]), w_2: draw.tensor([hidden]) };
  },
  bilinear(draw) {
    const problem = plain(draw);
    const d = problem.w_q.shape[1];
    return { ...problem, score: "bilinear", w_score: draw.tensor([d, d]) };
  },
  absent(draw) {
    const problem = { x: draw.tensor([3, 4]) };
    for (const letter of "qkv") {
      if (draw.maybe()) problem[`w_${letter}`] = draw.tensor([4, 4]);
      if (draw.maybe()) problem[`b_${letter}`] = draw.tensor([4]);
    }
    if (draw.maybe()) problem.b_o = draw.tensor([4]);
    return { ...problem, heads: draw.one([1, 2, 4]) };
  },
  override(draw) {
    const problem = plain(draw);
    const kv_len = (problem.x_kv ?? problem.x).shape[0];
    const full = [1, 1, problem.x.shape[0], kv_len];
    return { ...problem, weights_override: draw.tensor(draw.one([full, full.slice(2), [1, kv_len], []])) };
  },
  split(draw) {
    const [heads, kv_heads] = draw.one(matrix("1 1; 2 1; 4 2; 3 3"));
    const rank = heads > 1 ? draw.one([3, 4]) : draw.one([2, 3, 4]);
    const cut = (shape) => shape.slice(4 - rank);
    return {
      query: draw.tensor(cut([1, heads, 3, 2])),
      ...{ key: draw.tensor(cut([1, kv_heads, 4, 2])), value: draw.tensor(cut([1, kv_heads, 4, 3])) },
      ...(draw.maybe() && { w_o: draw.tensor([heads * 3, 2]) }),
    };
  },
  everything: (draw) => randomProblem(draw, { most: 5 }),
  chains: (draw) => ({ stages: randomChain(draw) }),
  norms(draw) {
    const x = draw.tensor(draw.one(matrix("3 4; 2 3 4; 1 3 4; 2 2 3 4")));
    const [d] = x.shape.slice(-1);
    const batch = { gamma: draw.tensor([d]), beta: draw.tensor([d]) };
    if (draw.maybe()) {
      const running_var = { shape: [d], data: Float32Array.from({ length: d }, () => 0.5 + draw.next()) };
      Object.assign(batch, { running_mean: draw.tensor([d]), running_var });
    }
    return {
      stages: [
        { id: "layer", op: "layer_norm", x, ...(draw.maybe() && { gamma: draw.tensor([d]) }) },
        { id: "batch", op: "batch_norm", x: "layer.output", ...batch },
        { id: "sum", op: "residual", x: "layer.x", y: "batch.output" },
        { id: "again", op: "residual", x: "sum.output", y: "sum.output" },
      ].slice(0, draw.from(1, 4)),
    };
  },
  recurrent: (draw) => ({ stages: recurrentChain(draw).stages }),
  geometry: (draw) => ({
    stages: [{ id: "g", op: "geometry", a: draw.tensor([3, 4]), b: draw.tensor([draw.from(1, 4), 4]) }],
  }),
  references(draw) {
    const x = draw.tensor([3, 4]);
    const first = { id: "first", x, ...square(draw, 4, ["w_q", "w_k", "w_v"]), heads: draw.one([1, 2]) };
    const { heads } = first;
    const after = (...later) => ({ stages: [first, ...later] });
    const given = draw.tensor([3, 3]);
    return draw.one([
      after({ id: "b-2", x: "first.output", w_q: "first.w_q", bias: "first.scores", heads }),
      after({ id: "b", query: "first.query", key: "first.key", value: "first.value" }),
      // only the scores of a single head can be a bias
      heads === 1 ? after({ id: "b", x: "first.x", bias: "first.masked_scores", heads }) : after(),
      after({ id: "l", op: "layer_norm", x: "first.weights" }),
      after(
        { id: "l", op: "layer_norm", x: "first.row_max" },
        { id: "r", op: "residual", x: "l.x", y: "first.log_sum_exp" },
      ),
      after({ id: "r", op: "residual", x: "first.weighted_values", y: "first.weighted_values" }),
      { stages: ["o", "p"].map((id) => ({ id, x, weights_override: id === "o" ? given : "o.weights" })) },
      {
        stages: [
          { id: "1", x, causal: true },
          { id: "class", op: "residual", x: "1.x", y: "1.output" },
        ],
      },
    ]);
  },
};

/** Draws some problems of every kind. @param {number} each @param {number} [seed] @returns {{ kind: string, problem: any }[]} */
export const drawn = (each, seed = 7) =>
  Object.entries(kinds).flatMap(([kind, draw], k) =>
    Array.from({ length: each }, (_, n) => ({ kind, problem: draw(chance(1000 * k + n + seed)) })),
  );

/** Returns the tensor that a problem's code prints: `output`, else `mixed`, else the last tensor of the last stage. */
export function resultOf(attention, problem) {
  const trace = attention.forward(problem);
  const id = problem.stages ? `${problem.stages.at(-1).id}.` : "";
  return trace[`${id}output`] ?? trace[`${id}mixed`] ?? trace[attention.graph(problem).at(-1).tensor];
}
