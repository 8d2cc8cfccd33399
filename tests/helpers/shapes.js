// Consistent shapes of problems, without data: some lengths are small, some far beyond any memory.

const small = (draw) => BigInt(draw.from(1, 9));
const POWERS = [0, 7, 15, 27, 28, 29, 31, 32, 53, 62]
  .map((e) => 2n ** BigInt(e))
  .concat(44739243n, 2n ** 63n - 2n);
const INT32 = 2n ** 31n - 1n;

/** Draws a length near a critical power of two, or any up to 2^62. */
function length(draw) {
  if (draw.maybe()) return draw.one(POWERS) + BigInt(draw.from(-1, 1));
  const bits = BigInt(draw.below(62));
  return 2n ** bits + (BigInt(Math.floor(draw.next() * 2 ** 53)) * 2n ** bits) / 2n ** 53n;
}

/** Draws lengths whose product is about 2^bits. */
function shared(draw, names, bits) {
  const lengths = Object.fromEntries(names.map((name) => [name, 1n]));
  for (let left = bits; left > 0;) {
    const now = Math.min(left, draw.from(1, 12));
    lengths[draw.one(names)] *= 2n ** BigInt(now) + BigInt(draw.from(-1, 1));
    left -= now;
  }
  return lengths;
}

/** Draws lengths: small ones, or all together near the limits, and up to two of any size. */
function lengths(draw, names, mayBeNone = []) {
  const all = draw.maybe(0.4)
    ? shared(draw, names, draw.from(4, 28))
    : Object.fromEntries(names.map((name) => [name, small(draw)]));
  for (let n = draw.from(0, 2); n > 0; n--) all[draw.one(names)] = length(draw);
  for (const name of mayBeNone) if (draw.maybe(0.1)) all[name] = 0n;
  for (const name of names) if (all[name] < 1n && !mayBeNone.includes(name)) all[name] = 1n;
  return all;
}

const fits = (shape) => shape.every((n) => n < 2n ** 63n);

/** Returns the shapes of a score function's parameters for queries of d_q and keys of d_k. */
function parameters(score, { d_q, d_k, hidden }) {
  if (score === 2) return { w_score: [d_q, d_k] };
  return score === 3 ? { w_1: [hidden, d_q + d_k], w_2: [hidden] } : {};
}

/** Draws x and its projections, each of which may be absent. */
function tokens(draw, v) {
  const { b, q, k, d_model, d_kv, d_in_v } = v;
  const { heads: h, kv_heads: g } = v;
  const inputs = { x: [b, q, d_model], x_kv: [b, k, d_kv] };
  if (draw.maybe(0.2)) inputs.x_v = [b, k, d_in_v];
  const wide = {
    w_q: [d_model, h * v.d_q],
    w_k: [d_kv, g * v.d_k],
    w_v: [inputs.x_v ? d_in_v : d_kv, g * v.d_v],
  };
  for (const [name, shape] of Object.entries(wide)) {
    if (shape[0] !== shape[1] || draw.maybe()) inputs[name] = shape;
    if (draw.maybe(0.2)) inputs[`b${name.slice(1)}`] = [shape[1]];
  }
  return inputs;
}

/** Draws a problem of one attention. */
function attention(draw) {
  for (;;) {
    const names = "b share g q k d_model d_kv d_in_v d_q d_k d_v d_out hidden".split(" ");
    const v = lengths(draw, names, ["b", "q", "k"]);
    const score = draw.below(4);
    if (score < 2) v.d_k = v.d_q;
    const h = v.g * v.share;
    const split = draw.maybe(0.4);
    if (!split && h > INT32) continue;
    const inputs = split
      ? { query: [v.b, h, v.q, v.d_q], key: [v.b, v.g, v.k, v.d_k], value: [v.b, v.g, v.k, v.d_v] }
      : tokens(draw, { ...v, heads: h, kv_heads: v.g });
    Object.assign(inputs, parameters(score, v));
    if (draw.maybe(0.3)) inputs.w_o = [h * v.d_v, v.d_out];
    if (inputs.w_o && draw.maybe(0.3)) inputs.b_o = [v.d_out];
    for (const name of ["bias", "mask", "weights_override"])
      if (draw.maybe(0.1)) inputs[name] = [v.b, h, v.q, v.k].map((n) => (draw.maybe() ? 1n : n));
    if (draw.maybe(0.1)) inputs.key_mask = draw.maybe() ? [v.k] : [v.b, v.k];
    if (!Object.values(inputs).every(fits)) continue;
    const [heads, kv_heads] = split ? [0n, 0n] : [h, v.g];
    return { inputs, heads, kv_heads, score, backward: draw.maybe(), wanted: draw.maybe() };
  }
}

/** Draws a recurrent decoder. */
function recurrentDecoder(draw) {
  for (;;) {
    const v = lengths(draw, "t d_h d_s d_in d_out steps hidden".split(" "), ["t", "steps"]);
    const score = draw.below(4);
    if (score < 2) v.d_s = v.d_h;
    const { t, d_h, d_s, d_in, d_out, steps, hidden } = v;
    const inputs = {
      encoder_states: [t, d_h],
      initial_state: [d_s],
      w_state: [d_s, d_s],
      w_context: [d_h, d_s],
    };
    if (draw.maybe()) Object.assign(inputs, { x: [steps, d_in], w_in: [d_in, d_s] });
    if (draw.maybe(0.3)) inputs.b_state = [d_s];
    if (draw.maybe()) inputs.w_out = [d_s + d_h, d_out];
    if (inputs.w_out && draw.maybe(0.3)) inputs.b_out = [d_out];
    Object.assign(inputs, parameters(score, { d_q: d_s, d_k: d_h, hidden }));
    if (Object.values(inputs).every(fits)) return { inputs, steps, score, backward: draw.maybe() };
  }
}

/** Draws a recurrent encoder. */
const recurrentEncoder = (draw) => ({
  ...lengths(draw, ["t", "d_in", "d_s"], ["t"]),
  backward: draw.maybe(),
});

/** Draws a number of bytes for a standalone function. */
const bytes = (draw) => ({ bytes: length(draw) });

/** Draws a product of matrices. */
export const product = (draw) => ({ kind: "product", ...lengths(draw, ["m", "n", "k"], ["m", "n", "k"]) });

/** Draws a case of each kind. */
export const CASES = {
  stepwise: attention,
  fused: attention,
  decoder: recurrentDecoder,
  encoder: recurrentEncoder,
  tool: bytes,
};

const plain = { heads: 1n, kv_heads: 1n, score: 0, backward: false, wanted: true };
const of = (kind, inputs, more) => ({ kind, ...plain, inputs, ...more });
const decoding = (n, more, inputs) =>
  of(
    "decoder",
    { encoder_states: [1n, 1n], initial_state: [1n], w_state: [1n, 1n], w_context: [1n, 1n], ...inputs(n) },
    { steps: 1n, ...more },
  );

/** Shapes that grow with one length. */
export const EDGES = [
  (n) => of("stepwise", { x: [n, 1n] }),
  (n) => of("stepwise", { x: [n, 1n] }, { backward: true }),
  (n) => of("stepwise", { x: [n, 1n] }, { wanted: false }),
  (n) => of("stepwise", { x: [1n, n] }),
  (n) => of("stepwise", { x: [n, 4n, 4n], w_q: [4n, 4n] }),
  (n) => of("stepwise", { x: [1n, n], x_kv: [1n, 1n], w_q: [n, 1n] }),
  (n) => of("stepwise", { x: [1n, n], x_kv: [1n, 1n], w_q: [n, 1n] }, { backward: true }),
  (n) => of("stepwise", { x: [0n, n], x_kv: [1n, 1n], w_q: [n, 1n] }, { backward: true }),
  (n) => of("stepwise", { x: [1n, 1n], w_o: [1n, n] }),
  (n) => of("stepwise", { x: [1n, 1n], w_1: [n, 2n], w_2: [n] }, { score: 3, wanted: false }),
  (n) => of("stepwise", { x: [0n, 1n], w_1: [n, 2n], w_2: [n] }, { score: 3 }),
  (n) => of("stepwise", { query: [1n, 1n], key: [1n, n], value: [1n, 1n], w_score: [1n, n] }, { score: 2 }),
  (n) => of("stepwise", { query: [1n, 1n], key: [n, 1n], value: [n, 1n], mask: [1n, n] }),
  (n) =>
    of("stepwise", { query: [n, 1n, 1n], key: [n, 1n, 1n], value: [n, 1n, 1n] }, { heads: 0n, kv_heads: 0n }),
  (n) => of("fused", { x: [n, 1n] }),
  (n) => of("fused", { x: [1n, n] }),
  (n) => of("fused", { x: [n, 1n, 1n] }),
  (n) => of("fused", { x: [1n, n], x_kv: [1n, 1n], w_q: [n, 1n] }),
  (n) => of("fused", { x: [1n, 1n], w_o: [1n, n] }),
  (n) => of("fused", { x: [n, 32768n, 8n], w_q: [8n, 1024n], w_k: [8n, 1024n], w_v: [8n, 1n] }),
  (n) => decoding(n, { steps: n }, () => ({})),
  (n) => decoding(n, {}, () => ({ encoder_states: [n, 1n] })),
  (n) => decoding(n, { backward: true }, () => ({ w_out: [2n, n] })),
  (n) => decoding(n, { steps: 0n }, () => ({ x: [0n, n], w_in: [n, 1n] })),
  (n) => decoding(n, { score: 3 }, () => ({ w_1: [n, 2n], w_2: [n] })),
  (n) => ({ kind: "encoder", t: n, d_in: 1n, d_s: 1n, backward: false }),
  (n) => ({ kind: "encoder", t: 0n, d_in: n, d_s: 3n, backward: true }),
  (n) => ({ kind: "encoder", t: 3n, d_in: 1n, d_s: n, backward: true }),
  (bytes) => ({ kind: "tool", bytes }),
];
