/**
 * Which lines of the code belong to which step. A step's id names its tensors; which ids there are in all stories follows from
 * the problem alone.
 */
import { isGradient } from "./backward/start.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./text.js").Range} Range */
/** @typedef {{ tensors: Record<string, Range>, steps: Record<string, Range> }} Written lines by tensor, and of steps that are about none */

/** Most tokens and features that stories show one by one, and queries that have several steps each. */
const MOST = 8;
const IN_FULL = 2;

const GIVEN = ["x", "x_kv", "x_v"];
const TRIO = ["query", "key", "value"];
const ROWS = ["row_max", "shifted_scores", "shifted_exp", "row_sum"];
const SOFTMAX = [...ROWS, "weights"];

/** The steps of a single query, by tensor. @type {Record<string, string>} */
const CLOSE_UP = {
  ...{ scores: "score", scaled_scores: "scale", capped_scores: "cap", masked_scores: "mask" },
  ...{ row_max: "max", shifted_scores: "shift", shifted_exp: "exp", row_sum: "total", weights: "divide" },
};

/** The tensors of a step that has another name than its tensor. @type {Record<string, string[]>} */
const ABOUT = {
  ...Object.fromEntries(Object.entries(CLOSE_UP).map(([tensor, step]) => [step, [tensor]])),
  ...{ inputs: GIVEN, input: GIVEN, given: TRIO, made: TRIO, split: TRIO, transpose: TRIO, heads: TRIO },
  ...{ keys: ["key"], values: ["value"], project: TRIO.map((name) => `projected_${name}`) },
  ...{ softmax: SOFTMAX, asks: SOFTMAX, turn: ["weights"], map: ["weights"] },
  ...{ largest: ["weights"], look: ["weights"], weight: ["mixed"], sum: ["mixed"] },
  ...{ join: ["joined"], outputs: ["output"], mix: ["output"], arrow: ["output"] },
  ...{ vectors: ["a", "b"], length: ["length_a", "length_b"] },
  ...{ grad_softmax: ["grad_masked_scores"], row_dot: ["grad_masked_scores"] },
  rows: ["grad_weights", "grad_masked_scores", "grad_scores", "grad_query"],
};
/** Of many tokens: the map of all weights, one query of it, the map again. */
const LONG = ["map", "asks", "largest", "sum", "look"];
/** The steps of the backward pass. */
const BACKWARD = (
  "forward loss grad_output grad_weights grad_value row_dot grad_softmax grad_scores grad_query rows grad_key " +
  "grad_parameters grad_x step after"
).split(" ");
/** The tensors of a query that has a single step. */
const AT_ONCE = ["query", "scores", ...SOFTMAX, "mixed"];

/**
 * @param {Plan} plan
 * @param {Written} written
 * @param {readonly (string | { id: string })[]} [steps] all there may be when absent
 * @returns {Record<string, Range>} by step id
 */
export function linesOf(plan, { tensors, steps: without }, steps) {
  const ids = steps?.map((step) => (typeof step === "string" ? step : step.id)) ?? idsOf(plan, tensors);
  const lines = ids.flatMap((id) => {
    if (Object.hasOwn(without, id)) return [/** @type {[string, Range]} */ ([id, without[id]])];
    const about = /^(forward|after)$/.test(id) ? madeIn(plan) : tensorsOf(id, tensors);
    const known = about.flatMap((name) => named(name, tensors));
    const first = Math.min(...known.map((tensor) => tensors[tensor][0]));
    const last = Math.max(...known.map((tensor) => tensors[tensor][1]));
    return known.length > 0 ? [/** @type {[string, Range]} */ ([id, [first, last]])] : [];
  });
  return Object.fromEntries(lines);
}

/** The tensors of a name, which several stages of a chain may have. @param {string} name @param {Record<string, Range>} tensors */
const named = (name, tensors) =>
  Object.keys(tensors).filter((tensor) => tensor === name || tensor.endsWith(`.${name}`));

/** The tensors of the forward pass. @param {Plan} plan */
const madeIn = ({ variables }) =>
  [...variables.values()].filter(({ given }) => !given).map(({ tensor }) => tensor);

/** @param {string} id @param {Record<string, Range>} tensors @returns {string[]} */
function tensorsOf(id, tensors) {
  const [, name, query] = /^(.*?)(?:-(\d+|all))?$/.exec(id) ?? [];
  if (id === "grad_parameters") return Object.keys(tensors).filter((name) => /^grad_[wb]_/.test(name));
  if (Object.hasOwn(tensors, id) && id !== "heads") return [id];
  // a norm's own steps, all of one line
  const [, norm] = /^(.*)\.(?:centred|learned)$/.exec(id) ?? [];
  if (norm) return [`${norm}.output`];
  if (name === "query" && Number(query) > IN_FULL) return AT_ONCE;
  if (name === "softmax" || name === "weights") return SOFTMAX;
  if (name === "inputs" && !GIVEN.some((given) => Object.hasOwn(tensors, given))) return TRIO;
  return Object.hasOwn(ABOUT, name) ? ABOUT[name] : [name];
}

/** The ids of the steps of all stories. @param {Plan} plan @param {Record<string, Range>} tensors */
function idsOf(plan, tensors) {
  const back = Object.keys(tensors).filter((name) => isGradient(name) || name === "loss");
  const backward = back.length > 0 && !plan.chain ? BACKWARD : [];
  return [...new Set([...forwardIds(plan), ...backward, ...back])];
}

/** @param {Plan} plan @returns {string[]} */
function forwardIds(plan) {
  if (plan.chain) return generic(plan);
  const sizes = (/** @type {string} */ name) => plan.shapes.get(name)?.slice(2) ?? [];
  if (Math.max(sizes("query")[0], sizes("key")[0]) > MOST) return LONG;
  const isSmall = Math.max(...TRIO.flatMap(sizes), plan.shapes.get("x")?.at(-1) ?? 0) <= MOST;
  return isSmall ? attention(plan) : generic(plan);
}

/** A plain problem: query by query, by matrices, and by heads. @param {Plan} plan */
function attention({ shapes, parts: [{ values, before }] }) {
  const given = (/** @type {string[]} */ ...names) => names.some((name) => values[name] !== undefined);
  const when = (/** @type {unknown} */ is, /** @type {string[]} */ ...ids) => (is ? ids : []);
  const [batches, heads, q_len] = shapes.get("query") ?? [];
  const kv_len = shapes.get("key")?.[2] ?? 0;
  const isScaled = before.some(({ variable }) => variable.tensor === "scaled_scores");
  const isMasked = given("bias", "mask", "key_mask", "window") || values.causal;
  const isOpen = !given("weights_override");
  const projected = given("x");
  const scores = [
    "scores",
    ...when(isScaled, "scaled_scores"),
    ...when(values.softcap, "capped_scores"),
    ...when(isMasked, "masked_scores"),
  ];
  const rows = when(isOpen, ...ROWS);

  const close = [...scores, "softmax", ...when(isOpen, ...SOFTMAX)].map((name) => CLOSE_UP[name] ?? name);
  const inFull = ["query", ...close, "weight", "sum"];
  const queries = Array.from({ length: q_len }, (_, i) =>
    (i < IN_FULL ? inFull : ["query"]).map((step) => `${step}-${i + 1}`),
  );

  const last = given("w_o", "b_o");
  const output = when(last && (shapes.get("output")?.[2] ?? 0) <= MOST, "output");
  const whole = [...when(projected, ...TRIO), ...scores, ...rows, "weights", "mixed", ...output];
  const parted = [...when(given("w_q"), "query"), "scores", "mixed", ...when(isOpen, "weights"), ...output];

  const many = ["input", "project", "split", batches > 1 ? "transpose" : "heads"];
  const begin = !projected ? ["given"] : heads > 1 ? many : ["input", "made"];
  return [
    ...["inputs", ...when(projected, "keys", "values"), ...queries.flat()],
    ...when(kv_len > 1, "scores-1"),
    ...[...parted, ...whole.map((name) => `${name}-all`), "outputs"],
    ...[...begin, ...scores, ...rows, ...when(isOpen, "divide"), "weights", "mixed"],
    ...when(heads > 1 || last, "join"),
    ...when(last, "output"),
  ];
}

/** Every computed tensor is a step. @param {Plan} plan */
function generic({ variables, parts }) {
  const made = [...variables.values()].filter(({ given }) => !given);
  const norms = parts.filter(({ op }) => /_norm$/.test(op)).map(({ id }) => id);
  return [
    ...(made.length < 3 ? [...variables.values()] : made).map(({ tensor }) => tensor),
    ...norms.flatMap((id) => [`${id}.centred`, `${id}.learned`]),
  ];
}
