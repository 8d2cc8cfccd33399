/** The norms with which a chain ends: what each reads, what it averages over, and facts about the numbers it makes. */

import { MOST_ANIMATED, upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {"token" | "feature"} Group what has a mean of its own */
/** @typedef {ReturnType<typeof normOf>} Norm */

const NORM = /^(layer|batch)_norm$/;
const MOST_NORMS = 3;
/** The most tokens, over all items of a batch. */
const MOST_ROWS = 16;

/**
 * Returns the norms at the end of a chain; null where there are none, or where they cannot be drawn.
 * @param {Model} model @returns {Norm[] | null}
 */
export function normsOf(model) {
  const { stages } = model.problem;
  if (!Array.isArray(stages)) return null;
  const before = stages.findLastIndex(({ op }) => !NORM.test(op));
  const normStages = stages.slice(before + 1);
  if (!normStages.length || normStages.length > MOST_NORMS) return null;
  const norms = normStages.map((stage) => normOf(model, stage));
  return norms.every(isDrawable) ? norms : null;
}

/** @param {Norm} norm */
function isDrawable({ shape }) {
  const [batches, tokens, features] = shape;
  if (shape.length !== 3 || shape.includes(0)) return false;
  return Math.max(tokens, features) <= MOST_ANIMATED && batches * tokens <= MOST_ROWS;
}

/** @param {Model} model @param {Record<string, any>} stage */
function normOf(model, { id = "", op, training, running_mean }) {
  const view = model.stage(id);
  const output = view.full("output");
  const source = model.node(output)?.of[0] ?? "";
  const shape = model.tensor(source)?.shape ?? [];
  const [batches = 0, tokens = 0, features = 0] = shape;
  const group = /** @type {Group} */ (op === "layer_norm" ? "token" : "feature");
  const rows = upTo(batches).flatMap((b) => upTo(tokens).map((i) => [b, i]));
  const groups = group === "token" ? rows : upTo(features).map((c) => [c]);
  return {
    id,
    op,
    view,
    source,
    shape,
    batches,
    tokens,
    features,
    group,
    rows,
    /** Indices of the means. */
    groups,
    /** Whether the means are those of training: a batch norm in inference averages nothing. */
    running: op === "batch_norm" && !(training ?? !running_mean),
    learned: ["gamma", "beta"].filter((name) => view.tensor(name)),
  };
}

/** Returns the group that the story follows. @param {Norm} norm */
export const litOf = ({ groups }) => Math.min(1, groups.length - 1);

/** Returns the cells over which one mean is taken. @param {Norm} norm @param {number[]} at index of the mean */
export const membersOf = ({ group, rows, features }, at) =>
  group === "token" ? upTo(features).map((c) => [...at, c]) : rows.map((row) => [...row, ...at]);

/**
 * Counts the groups of a norm: all of them, those with NaN, without variance, and with a result whose variance ε keeps well below
 * 1; and reports whether gamma and beta still change nothing.
 * @param {Norm} norm @param {number} eps
 */
export function factsOf(norm, eps) {
  const { view, source, groups } = norm;
  const kinds = groups.map((at) => {
    const cells = membersOf(norm, at);
    const [first, ...others] = cells.map((index) => view.value(source, index));
    const rstd = view.value("rstd", at);
    const made = cells.map((index) => view.value("output", index));
    if (!made.every(Number.isFinite) || !Number.isFinite(rstd)) return "nan";
    if (others.every((value) => value === first)) return "flat";
    // the variance of the result is v / (v + ε), where v is that of the source
    return eps * rstd * rstd < 0.005 ? "usual" : "small";
  });
  const plain = (/** @type {string} */ name, /** @type {number} */ value) =>
    Array.prototype.every.call(view.tensor(name)?.data ?? [], (number) => number === value);
  const count = (/** @type {string} */ kind) => kinds.filter((other) => other === kind).length;
  return {
    groups: groups.length,
    nan: count("nan"),
    flat: count("flat"),
    small: count("small"),
    /** Whether gamma is 1 and beta 0 throughout, so that they change nothing yet. */
    plain: plain("gamma", 1) && plain("beta", 0),
  };
}

/**
 * Returns the stage whose output a tensor is.
 * @param {Model} model @param {string} tensor @returns {Record<string, any> | undefined}
 */
export const makerOf = ({ problem }, tensor) =>
  problem.stages.find((/** @type {any} */ { id }) => tensor === `${id}.output`);

/**
 * Returns the names of the tokens by the first stage that names its inputs, else their numbers.
 * @param {Model} model @param {Norm} norm @returns {string[]}
 */
export function tokenNames({ problem }, { rows, tokens, batches }) {
  const { labels } = problem.stages.find((/** @type {any} */ { labels: labels }) => labels?.x) ?? {};
  return rows.map(([b, i]) => {
    const label = labels?.x[i];
    const number = batches > 1 ? `${b + 1}·${i + 1}` : tokens > 1 ? String(i + 1) : "";
    return typeof label === "string" && label && batches === 1 ? label : number;
  });
}
