/**
 * Which lines of the code belong to which step of a story. A step's id says what it is about; which ids there are follows
 * from the problem alone, in whichever story it is told.
 */
import { isGradient } from "./backward/start.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./text.js").Range} Range */
/** @typedef {{ tensors: Record<string, Range>, steps: Record<string, Range> }} Written lines by tensor, and of steps that are about none */

/** More tokens or features than this are not told step by step; so many queries are told in steps of their own. */
const MOST = 8;
const IN_FULL = 2;

const GIVEN = ["x", "x_kv", "x_v"];
const TRIO = ["query", "key", "value"];
const PROJECTED = TRIO.map((name) => `projected_${name}`);
const SOFTMAX = ["row_max", "shifted_scores", "shifted_exp", "row_sum", "weights"];

/** What a step is about, if it is not called as its tensor is. @type {Record<string, string[]>} */
const ABOUT = {
  inputs: GIVEN,
  input: GIVEN,
  given: TRIO,
  keys: ["key"],
  values: ["value"],
  project: PROJECTED,
  made: TRIO,
  split: TRIO,
  transpose: TRIO,
  heads: TRIO,
  score: ["scores"],
  scale: ["scaled_scores"],
  cap: ["capped_scores"],
  mask: ["masked_scores"],
  softmax: SOFTMAX,
  max: ["row_max"],
  shift: ["shifted_scores"],
  exp: ["shifted_exp"],
  total: ["row_sum"],
  divide: ["weights"],
  weight: ["mixed"],
  sum: ["mixed"],
  join: ["joined"],
  outputs: ["output"],
  vectors: ["a", "b"],
  length: ["length_a", "length_b"],
  mix: ["output"],
  turn: ["weights"],
  map: ["weights"],
  asks: SOFTMAX,
  largest: ["weights"],
  look: ["weights"],
  grad_softmax: ["grad_masked_scores"],
  row_dot: ["grad_masked_scores"],
  rows: ["grad_weights", "grad_masked_scores", "grad_scores", "grad_query"],
};
/** How many tokens are told: their map, one query of it, the map again. */
const LONG = ["map", "asks", "largest", "sum", "look"];
/** How the way back is told. */
const BACKWARD = [
  ...[
    "forward",
    "loss",
    "grad_output",
    "grad_weights",
    "grad_value",
    "row_dot",
    "grad_softmax",
    "grad_scores",
  ],
  ...["grad_query", "rows", "grad_key", "grad_parameters", "grad_x", "step", "after"],
];
/** A query that is told in one step. */
const AT_ONCE = ["query", "scores", ...SOFTMAX, "mixed"];

/**
 * @param {Plan} plan
 * @param {Written} written
 * @param {readonly (string | { id: string })[]} [steps] all there may be when absent
 * @returns {Record<string, Range>} by step id
 */
export function linesOf(plan, { tensors, steps: own }, steps) {
  const ids = steps?.map((step) => (typeof step === "string" ? step : step.id)) ?? idsOf(plan, tensors);
  const lines = ids.flatMap((id) => {
    if (Object.hasOwn(own, id)) return [/** @type {[string, Range]} */ ([id, own[id]])];
    const about = /^(forward|after)$/.test(id) ? madeIn(plan) : tensorsOf(id, tensors);
    const known = about.flatMap((name) => named(name, tensors));
    const first = Math.min(...known.map((tensor) => tensors[tensor][0]));
    const last = Math.max(...known.map((tensor) => tensors[tensor][1]));
    return known.length > 0 ? [/** @type {[string, Range]} */ ([id, [first, last]])] : [];
  });
  return Object.fromEntries(lines);
}

/** A tensor; in a chain that of every stage that has it. @param {string} name @param {Record<string, Range>} tensors */
const named = (name, tensors) =>
  Object.keys(tensors).filter((tensor) => tensor === name || tensor.endsWith(`.${name}`));

/** What is computed going forward. @param {Plan} plan */
const madeIn = ({ variables }) =>
  [...variables.values()].filter(({ given }) => !given).map(({ tensor }) => tensor);

/** @param {string} id @param {Record<string, Range>} tensors @returns {string[]} */
function tensorsOf(id, tensors) {
  const [, name, query] = /^(.*?)(?:-(\d+|all))?$/.exec(id) ?? [];
  if (id === "grad_parameters") return Object.keys(tensors).filter((one) => /^grad_[wb]_/.test(one));
  if (Object.hasOwn(tensors, id) && id !== "heads") return [id];
  if (name === "query" && Number(query) > IN_FULL) return AT_ONCE;
  if (name === "softmax" || name === "weights") return SOFTMAX;
  if (name === "inputs" && !GIVEN.some((one) => Object.hasOwn(tensors, one))) return TRIO;
  return Object.hasOwn(ABOUT, name) ? ABOUT[name] : [name];
}

/** The ids of all steps by which the stories tell a problem. @param {Plan} plan @param {Record<string, Range>} tensors */
function idsOf(plan, tensors) {
  const back = Object.keys(tensors).filter((one) => isGradient(one) || one === "loss");
  const told = back.length > 0 && !plan.chain ? BACKWARD : [];
  return [...new Set([...forwardIds(plan), ...told, ...back])];
}

/** @param {Plan} plan @returns {string[]} */
function forwardIds(plan) {
  if (!plan.chain && isLong(plan)) return LONG;
  const drawable = !plan.chain && isSmall(plan);
  return drawable ? [...new Set([...walkThrough(plan), ...matrices(plan), ...heads(plan)])] : generic(plan);
}

/** @param {Plan} plan */
function isLong({ shapes }) {
  const [queries, keys] = ["query", "key"].map((name) => shapes.get(name)?.[2] ?? 0);
  return Math.min(queries, keys) > 0 && Math.max(queries, keys) > MOST;
}

/** @param {Plan} plan */
function isSmall({ shapes }) {
  const lengths = ["query", "key", "value"].flatMap((name) => shapes.get(name)?.slice(2) ?? []);
  return Math.max(...lengths, shapes.get("x")?.at(-1) ?? 0) <= MOST;
}

/** What there is to tell of a plain problem. @param {Plan} plan */
function facts({ shapes, parts: [{ values }] }) {
  const size = (/** @type {string} */ name, /** @type {number} */ axis) => shapes.get(name)?.[axis] ?? 1;
  const scale = Math.fround(values.scale ?? ((values.score ?? 0) === 0 ? 1 / Math.sqrt(size("key", 3)) : 1));
  const given = (/** @type {string} */ name) => values[name] !== undefined;
  return {
    given,
    ...{
      q_len: size("query", 2),
      kv_len: size("key", 2),
      heads: size("query", 1),
      batches: size("query", 0),
    },
    scaled: scale !== 1,
    masked: ["bias", "mask", "key_mask", "window"].some(given) || Boolean(values.causal),
    projected: given("x"),
    own: size("query", 1) > 1 || given("w_o") || given("b_o"),
    last: given("w_o") || given("b_o"),
    d_out: size("output", 2),
  };
}

/** Scores and what becomes of them, by their ids. @param {ReturnType<typeof facts>} facts @param {string[]} ids */
const between = ({ scaled, given, masked }, [scale, cap, mask]) => [
  ...(scaled ? [scale] : []),
  ...(given("softcap") ? [cap] : []),
  ...(masked ? [mask] : []),
];

/** @param {Plan} plan */
function walkThrough(plan) {
  const about = facts(plan);
  const { q_len, kv_len, projected, given } = about;
  const opened = given("weights_override") ? [] : ["max", "shift", "exp", "total", "divide"];
  const queries = Array.from({ length: q_len }, (_, i) => {
    if (i >= IN_FULL) return ["query"];
    const first = i === 0 && kv_len > 1 ? ["scores"] : [];
    const stages = between(about, ["scale", "cap", "mask"]);
    return ["query", "score", ...first, ...stages, "softmax", ...opened, "weight", "sum"];
  });
  const own = queries.flatMap((steps, i) => steps.map((step) => `${step}-${i + 1}`));
  return ["inputs", ...(projected ? ["keys", "values"] : []), ...own, "outputs"];
}

/** @param {Plan} plan */
function matrices(plan) {
  const about = facts(plan);
  const { projected, given, last, d_out } = about;
  const output = last && d_out <= MOST ? ["output"] : [];
  const stages = between(about, ["scaled_scores", "capped_scores", "masked_scores"]);
  const rows = given("weights_override") ? [] : ["row_max", "shifted_scores", "shifted_exp", "row_sum"];
  const full = [
    ...(given("w_q") ? ["query"] : []),
    ...["scores", "mixed"],
    ...(given("weights_override") ? [] : ["weights"]),
    ...output,
  ];
  const all = [...(projected ? TRIO : []), "scores", ...stages, ...rows, "weights", "mixed", ...output];
  return ["inputs", ...all.flatMap((id) => [...(full.includes(id) ? [id] : []), `${id}-all`]), "outputs"];
}

/** @param {Plan} plan */
function heads(plan) {
  const about = facts(plan);
  const { projected, given, own, last, heads, batches } = about;
  const many = ["input", "project", "split", batches > 1 ? "transpose" : "heads"];
  const begins = !projected ? ["given"] : heads > 1 ? many : ["input", "made"];
  const stages = between(about, ["scaled_scores", "capped_scores", "masked_scores"]);
  const rows = given("weights_override")
    ? []
    : ["row_max", "shifted_scores", "shifted_exp", "row_sum", "divide"];
  const joined = own ? ["join", ...(last ? ["output"] : [])] : [];
  return [...begins, "scores", ...stages, ...rows, "weights", "mixed", ...joined];
}

/** Every tensor that is made is a step. @param {Plan} plan */
function generic({ variables }) {
  const made = [...variables.values()].filter(({ given }) => !given);
  return (made.length < 3 ? [...variables.values()] : made).map(({ tensor }) => tensor);
}
