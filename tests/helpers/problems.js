// Random problems with every form, mask and option that the API accepts, small enough for the oracle.

const SCORES = ["scaled_dot", "scaled_dot", "dot", "bilinear", "additive"];

/** Draws the sizes of a problem. */
function sizes(draw, most) {
  const kv_heads = draw.one([1, 1, 2, 3]);
  return {
    batch: draw.one([1, 1, 2, 3]),
    kv_heads,
    heads: kv_heads * draw.one([1, 1, 2, 3]),
    q_len: draw.from(1, most),
    kv_len: draw.from(1, most),
    d_k: draw.from(1, most),
    d_v: draw.from(1, most),
  };
}

/** Draws a shape that broadcasts to another: some axes are 1, some leading ones are left out. */
function broadcasting(draw, shape) {
  const axes = shape.map((length) => (draw.maybe(0.3) ? 1 : length));
  return axes.slice(draw.one([0, 0, 0, 1, 2]));
}

/** Draws x and its projections, or query, key and value. */
function tokens(draw, s, score) {
  const { batch, heads, kv_heads, q_len, kv_len, d_k, d_v } = s;
  const d_q = score === "bilinear" || score === "additive" ? draw.from(1, 4) : d_k;
  if (draw.maybe(0.4))
    return {
      d_q,
      query: draw.tensor([batch, heads, q_len, d_q]),
      key: draw.tensor([batch, kv_heads, kv_len, d_k]),
      value: draw.tensor([batch, kv_heads, kv_len, d_v]),
    };
  const [d_model, d_kv] = [draw.from(1, 5), draw.from(1, 5)];
  const problem = {
    d_q,
    x: draw.tensor([batch, q_len, d_model]),
    x_kv: draw.tensor([batch, kv_len, d_kv]),
    w_q: draw.tensor([d_model, heads * d_q]),
    w_k: draw.tensor([d_kv, kv_heads * d_k]),
    w_v: draw.tensor([d_kv, kv_heads * d_v]),
    ...{ heads, kv_heads },
  };
  if (draw.maybe(0.3))
    Object.assign(problem, { x_v: draw.tensor([batch, kv_len, 3]), w_v: draw.tensor([3, kv_heads * d_v]) });
  if (draw.maybe()) problem.b_q = draw.tensor([heads * d_q]);
  if (draw.maybe()) problem.b_k = draw.tensor([kv_heads * d_k]);
  if (draw.maybe()) problem.b_v = draw.tensor([kv_heads * d_v]);
  return problem;
}

/** Draws masks, biases and other limits of attention. */
function masks(draw, s) {
  const full = [s.batch, s.heads, s.q_len, s.kv_len];
  const problem = {};
  if (draw.maybe(0.3)) problem.mask = draw.flags(broadcasting(draw, full));
  if (draw.maybe(0.25)) problem.key_mask = draw.flags(draw.maybe() ? [s.batch, s.kv_len] : [s.kv_len]);
  if (draw.maybe(0.3)) problem.bias = draw.tensor(broadcasting(draw, full));
  if (problem.bias && draw.maybe(0.3))
    problem.bias.data.forEach((_, n, data) => draw.maybe(0.2) && (data[n] = -Infinity));
  if (draw.maybe(0.3)) problem.causal = draw.one([true, "top-left", "bottom-right"]);
  if (draw.maybe(0.15)) problem.causal_offset = draw.from(-2, 3);
  if (draw.maybe(0.2)) problem.window = [draw.from(-1, 3), draw.from(-1, 3)];
  return problem;
}

/** Draws a problem. @param {ReturnType<typeof import("./random.js").chance>} draw */
export function randomProblem(draw, { most = 8, override = true } = {}) {
  const s = sizes(draw, most);
  const score = draw.one(SCORES);
  const { d_q, ...problem } = { ...tokens(draw, s, score), ...masks(draw, s) };
  if (score !== "scaled_dot") problem.score = score;
  if (score === "bilinear") problem.w_score = draw.tensor([d_q, s.d_k], 0.5);
  if (score === "additive")
    Object.assign(problem, { w_1: draw.tensor([4, d_q + s.d_k]), w_2: draw.tensor([4]) });
  if (draw.maybe(0.2)) problem.scale = draw.one([0, -0.5, 0.3, 1]);
  if (draw.maybe(0.2)) problem.softcap = draw.one([0.5, 2, 30]);
  if (override && draw.maybe(0.1))
    problem.weights_override = draw.tensor([s.batch, s.heads, s.q_len, s.kv_len]);
  if (draw.maybe(0.4)) problem.w_o = draw.tensor([s.heads * s.d_v, 3]);
  if (problem.w_o && draw.maybe()) problem.b_o = draw.tensor([3]);
  return problem;
}

/** By op, draws the inputs of a stage besides x; all stages keep the shape [rows, d]. */
const BLOCKS = {
  attention(draw, { rows, d, earlier }) {
    const heads = draw.one([1, 2]);
    const w = { w_q: [d, heads * d], w_k: [d, d], w_v: [d, d], w_o: [heads * d, d] };
    const score = draw.one(["scaled_dot", "dot", "bilinear", "additive"]);
    const stage = { heads, kv_heads: 1, score, x_kv: draw.one(earlier) };
    for (const [name, shape] of Object.entries(w)) stage[name] = draw.tensor(shape, 0.7);
    for (const name of ["b_q", "b_o"])
      if (draw.maybe()) stage[name] = draw.tensor([w[`w${name.slice(1)}`][1]]);
    if (score === "bilinear") stage.w_score = draw.tensor([d, d], 0.5);
    if (score === "additive") Object.assign(stage, { w_1: draw.tensor([3, 2 * d]), w_2: draw.tensor([3]) });
    if (draw.maybe(0.3)) stage.mask = draw.flags([heads, rows, rows]);
    if (draw.maybe(0.3)) stage.bias = draw.tensor([1, rows, rows]);
    if (draw.maybe(0.3)) stage.softcap = 2;
    if (draw.maybe(0.3)) stage.causal = true;
    return stage;
  },
  layer_norm: (draw, { d }) => ({ gamma: draw.tensor([d]), beta: draw.tensor([d]), eps: 0.01 }),
  batch_norm(draw, { d }) {
    const stage = { gamma: draw.tensor([d]), eps: 0.01, training: draw.maybe() };
    if (stage.training) return stage;
    const variance = Float32Array.from({ length: d }, () => 0.5 + draw.next());
    return { ...stage, running_mean: draw.tensor([d]), running_var: { shape: [d], data: variance } };
  },
  residual: (draw, { earlier }) => ({ y: draw.one(earlier) }),
  feed_forward(draw, { d }) {
    const units = draw.from(1, 5);
    return {
      ...{ w_in: draw.tensor([d, units], 0.7), w_out: draw.tensor([units, d], 0.7) },
      ...(draw.maybe() && { b_in: draw.tensor([units]), b_out: draw.tensor([d]) }),
      ...(draw.maybe() && { activation: "gelu" }),
    };
  },
};

/** Draws a chain of four to seven stages that read one another. @param {ReturnType<typeof import("./random.js").chance>} draw */
export function randomChain(draw) {
  const [rows, d] = [draw.from(2, 4), draw.from(2, 4)];
  const stages = [{ id: "s0", op: "attention", x: draw.tensor([rows, d]) }];
  const earlier = ["s0.x", "s0.output"];
  for (let n = draw.from(3, 6); n > 0; n--) {
    const [id, op] = [`s${stages.length}`, draw.one(Object.keys(BLOCKS))];
    stages.push({ id, op, x: draw.one(earlier.slice(-2)), ...BLOCKS[op](draw, { rows, d, earlier }) });
    earlier.push(`${id}.output`);
  }
  return stages;
}

const SCORE_FUNCTIONS = [
  () => ({}),
  () => ({ score: "dot" }),
  (draw) => ({ score: "bilinear", w_score: draw.tensor([3, 3]) }),
  (draw) => ({ score: "additive", w_1: draw.tensor([4, 6]), w_2: draw.tensor([4]) }),
];

/** Draws a chain of encoder, decoder or geometry, alone or reading one another; `shape` is that of the output for a loss. */
export function recurrentChain(draw) {
  const encoder = {
    id: "e",
    op: "recurrent_encoder",
    x: draw.tensor([4, 2]),
    w_in: draw.tensor([2, 3]),
    w_state: draw.tensor([3, 3]),
    ...(draw.maybe() && { b_state: draw.tensor([3]), initial_state: draw.tensor([3]) }),
  };
  const decoder = {
    id: "d",
    op: "recurrent_decoder",
    encoder_states: draw.tensor([4, 3]),
    initial_state: draw.tensor([3]),
    x: draw.tensor([3, 2]),
    w_in: draw.tensor([2, 3]),
    w_state: draw.tensor([3, 3]),
    w_context: draw.tensor([3, 3]),
    ...(draw.maybe() && { b_state: draw.tensor([3]) }),
    ...draw.one(SCORE_FUNCTIONS)(draw),
  };
  const words = { ...decoder, w_out: draw.tensor([6, 5]), b_out: draw.tensor([5]) };
  const geometry = { id: "g", op: "geometry", a: "d.state", b: draw.tensor([2, 3]) };
  return draw.one([
    { stages: [encoder], shape: [4, 3] },
    { stages: [decoder], shape: [3, 3] },
    { stages: [words], shape: [3, 5] },
    { stages: [encoder, { ...words, encoder_states: "e.state" }], shape: [3, 5] },
    {
      stages: [
        { id: "q", x: encoder.x },
        { ...encoder, x: "q.output" },
        { ...geometry, a: "e.state" },
      ],
      shape: [5, 2],
    },
    { stages: [decoder, { id: "after", x: "d.state" }], shape: [1, 4, 3] },
    { stages: [decoder, geometry, { id: "l", x: "g.cosine", x_kv: "g.dot" }], shape: [1, 4, 2] },
    {
      stages: [
        words,
        { ...geometry, a: "d.context" },
        { id: "l", x: "g.dot", x_kv: draw.tensor([4, 2]), bias: "d.scores" },
      ],
      shape: [1, 3, 2],
    },
  ]);
}
