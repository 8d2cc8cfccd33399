/**
 * Finds which lines of the code belong to each step. A step's id names its tensors; the ids in all stories follow from the
 * problem alone.
 */
import { isGradient } from "./backward/start.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./text.js").Range} Range */
/** @typedef {{ tensors: Record<string, Range>, steps: Record<string, Range> }} Written lines by tensor, and those of steps that concern no tensor */

/** Maximum number of queries that stories show one by one, and how many of them have several steps each. */
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

/** The tensors of each step that is not named after its tensor. @type {Record<string, string[]>} */
const ABOUT = {
  ...Object.fromEntries(Object.entries(CLOSE_UP).map(([tensor, step]) => [step, [tensor]])),
  ...{ inputs: GIVEN, input: GIVEN, given: TRIO, made: TRIO, split: TRIO, transpose: TRIO, heads: TRIO },
  ...{ keys: ["key"], values: ["value"], project: TRIO.map((name) => `projected_${name}`) },
  ...{ softmax: SOFTMAX, asks: SOFTMAX, turn: ["weights"], map: ["weights"], each: ["weights"] },
  ...{ largest: ["weights"], look: ["weights"], weight: ["weighted_values"], sum: ["mixed"] },
  ...{ join: ["joined"], outputs: ["output"], mix: ["output"], arrow: ["output"] },
  ...{ vectors: ["a", "b"], length: ["length_a", "length_b"] },
  ...{ grad_softmax: ["grad_masked_scores"], row_dot: ["grad_masked_scores"] },
  rows: ["grad_weights", "grad_masked_scores", "grad_scores", "grad_query"],
};
/** The steps that a single query may have. */
const PER_QUERY = ["query", "scores", "softmax", "row", "weight", "sum", ...Object.values(CLOSE_UP)];
/** The steps of the backward pass. */
const BACKWARD = (
  "forward loss grad_output grad_weights grad_value row_dot grad_softmax grad_scores grad_query rows grad_key " +
  "grad_parameters grad_x step after"
).split(" ");
/** The tensors of a query that is shown in a single step. */
const AT_ONCE = ["query", "scores", ...SOFTMAX, "mixed"];

/**
 * @param {Plan} plan
 * @param {Written} written
 * @param {readonly (string | { id: string })[]} [steps] all that there may be by default
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

/** Returns the tensors of a name, which several stages of a chain may have. @param {string} name @param {Record<string, Range>} tensors */
const named = (name, tensors) =>
  Object.keys(tensors).filter((tensor) => tensor === name || tensor.endsWith(`.${name}`));

/** Returns the tensors of the forward pass. @param {Plan} plan */
const madeIn = ({ variables }) =>
  [...variables.values()].filter(({ given }) => !given).map(({ tensor }) => tensor);

/** @param {string} id @param {Record<string, Range>} tensors @returns {string[]} */
function tensorsOf(id, tensors) {
  const [, name, query] = /^(.*?)(?:-(\d+|all))?$/.exec(id) ?? [];
  if (id === "grad_parameters") return Object.keys(tensors).filter((name) => /^grad_[wb]_/.test(name));
  if (Object.hasOwn(tensors, id) && id !== "heads") return [id];
  // a norm's own steps, all on one line
  const [, norm] = /^(.*)\.(?:centred|learned)$/.exec(id) ?? [];
  if (norm) return [`${norm}.output`];
  if (name === "query" && Number(query) > IN_FULL) return AT_ONCE;
  if (/^(softmax|weights|row)$/.test(name)) return SOFTMAX;
  if (name === "inputs" && !GIVEN.some((given) => Object.hasOwn(tensors, given))) return TRIO;
  return Object.hasOwn(ABOUT, name) ? ABOUT[name] : [name];
}

/** Returns the ids of all steps that a story may have. @param {Plan} plan @param {Record<string, Range>} tensors */
function idsOf({ chain, variables, shapes, parts }, tensors) {
  const made = [...variables.values()].filter(({ given }) => !given);
  const backward = Object.keys(tensors).filter((name) => isGradient(name) || name === "loss");
  if (chain) {
    const norms = parts.filter(({ op }) => /_norm$/.test(op)).map(({ id }) => id);
    const ofNorms = norms.flatMap((id) => [`${id}.centred`, `${id}.learned`]);
    const told = made.length < 3 ? [...variables.values()] : made;
    return [...told.map(({ tensor }) => tensor), ...ofNorms, ...backward];
  }
  const names = made.map(({ tensor }) => tensor);
  const queries = Math.min(MOST, shapes.get("query")?.[2] ?? 0);
  const each = Array.from({ length: queries }, (_, i) => PER_QUERY.map((name) => `${name}-${i + 1}`)).flat();
  const learning = backward.length > 0 ? [...BACKWARD, ...backward] : [];
  return [...names, ...Object.keys(ABOUT), ...names.map((name) => `${name}-all`), ...each, ...learning];
}
