/**
 * Reads a problem: checks its keys, types and lengths, and copies whatever the caller could still change. The numbers of a
 * large problem are copied later, by build in tensor.js, once the call is known to fit.
 */
import { fault, shown, unfit } from "./errors.js";
import { choice, entriesOf, readArray, readEntries } from "./readers.js";
import { resultOf } from "./graph/tensors.js";
import { COMMON, OPS } from "./schema.js";
import { buildSmall, opened, readMask, readTensor } from "./tensor.js";

/** @typedef {import("./readers.js").Values} Values */
/**
 * @typedef {object} Stage
 * @property {string} op
 * @property {string} id "" for a plain problem
 * @property {string} where path in front of its keys: "" or `stages[1].`
 * @property {Values} values by key; a tensor may be `{ from: "source.output" }`
 */
/** @typedef {{ stages: Stage[], common: Values }} Problem common: the keys of COMMON, possibly among others */

const CHAIN = { ...COMMON, stages: /** @type {import("./readers.js").Reader} */ (readStages) };
// a problem without stages is one attention; `stages: null` counts as none
const ATTENTION = { ...OPS.attention, ...CHAIN };
const COMMON_KEYS = Object.keys(COMMON);
const OP_NAMES = Object.keys(OPS);
const MOST_STAGES = 4096;
const MOST_NAMED = 8;

/**
 * Reads a problem; a plain one becomes a single stage with the id "".
 * @param {unknown} problem
 * @returns {Problem}
 * @throws {AttentionError}
 */
export const readProblem = (problem) => problemOf(entriesOf(problem, "problem"));

/**
 * @param {[string, unknown][]} entries of a problem, as entriesOf returns them
 * @returns {Problem}
 */
export function problemOf(entries) {
  if (entries.some(([key, value]) => key === "stages" && (value ?? null) !== null)) {
    const beside = entries.find(([key]) => Object.hasOwn(OPS.attention, key))?.[0];
    if (beside !== undefined)
      throw fault("value", beside, "cannot be combined with stages; move it into the stage it belongs to.");
    const { stages, ...common } = readEntries(entries, CHAIN, "");
    buildSmall([...stages.map((/** @type {Stage} */ { values }) => values), common]);
    return { stages, common };
  }
  const values = readEntries(entries, ATTENTION, "");
  const common = setAside(values);
  fillEmpty(values);
  buildSmall([values, common]);
  return { stages: [{ op: "attention", id: "", where: "", values }], common };
}

/**
 * Returns the values of a plain problem, undefined for a chain.
 * @param {Stage[]} stages
 * @returns {Values | undefined}
 */
export const plainValues = ([{ id, values }]) => (id === "" ? values : undefined);

/**
 * Moves the keys of COMMON out of values, so that a call builds only the tensors it uses.
 * @param {Values} values
 * @returns {Values} the others
 */
function setAside(values) {
  const common = Object.create(null);
  const keys = COMMON_KEYS.filter((key) => values[key] !== undefined);
  if (keys.length === 0) return common;
  for (const key of keys) {
    common[key] = values[key];
    delete values[key];
  }
  opened(values);
  return opened(common);
}

/**
 * @param {unknown} list
 * @param {string} where
 * @returns {Stage[]}
 */
function readStages(list, where) {
  const remedy = "an array with at least one stage.";
  /** @type {Earlier} */
  const earlier = new Map();
  const read = (/** @type {unknown} */ entry, /** @type {string} */ place) => {
    const stage = readStage(entry, place, earlier);
    earlier.set(stage.id, stage);
    return stage;
  };
  const stages = readArray(list, where, remedy, read, MOST_STAGES);
  if (stages.length === 0) throw unfit(where, list, remedy);
  return stages;
}

/** @typedef {Map<string, Stage>} Earlier the stages before one, by id */
/**
 * @param {unknown} stage
 * @param {string} where
 * @param {Earlier} earlier
 * @returns {Stage}
 */
function readStage(stage, where, earlier) {
  // read once, so that the values checked are the values used
  const entries = new Map(entriesOf(stage, where));
  const id = readId(entries.get("id"), `${where}.id`, earlier);
  const op = OP_NAMES[choice(OP_NAMES)(entries.get("op") ?? "attention", `${where}.op`)];
  /** @type {Record<string, import("./readers.js").Reader>} */
  const table = { id: (value) => value, op: (value) => value, labels: COMMON.labels };
  for (const [key, reader] of Object.entries(OPS[op])) table[key] = mayRefer(reader, earlier);
  const values = readEntries(entries, table, `${where}.`);
  delete values.id;
  delete values.op;
  fillEmpty(values);
  return { op, id, where: `${where}.`, values };
}

/**
 * @param {unknown} id
 * @param {string} where
 * @param {Earlier} earlier
 * @returns {string}
 */
function readId(id, where, earlier) {
  if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id))
    throw unfit(where, id, "each stage a name of 1 to 64 letters, digits, - or _.");
  if (earlier.has(id))
    throw fault("value", where, `is "${id}", which an earlier stage already has; give another name.`);
  return id;
}

/**
 * Lets the key of a tensor also take the name of an earlier stage's tensor.
 * @param {import("./readers.js").Reader} reader
 * @param {Earlier} earlier
 * @returns {import("./readers.js").Reader}
 */
function mayRefer(reader, earlier) {
  if (reader !== readTensor && reader !== readMask) return reader;
  return (value, where) => {
    if (typeof value !== "string") return reader(value, where);
    if (earlier.has(value.slice(0, Math.max(0, value.indexOf("."))))) return { from: value };
    const ids = Array.from(earlier.values(), ({ id, op }) => `${id}.${resultOf(op)}`);
    const remedy =
      ids.length > 0
        ? `give a name such as ${ids.slice(-MOST_NAMED).join(" or ")}.`
        : "there is no earlier stage, so give numbers.";
    throw fault("value", where, `is ${shown(value)}, which no earlier stage has; ${remedy}`);
  };
}

/**
 * For each input of tokens, the tensors from which its width can be inferred: from their last axis, with a colon their first.
 * @type {[string, string[]][]}
 */
const MEETS = Object.entries({
  ...{ x: "w_q: w_in: x_kv w_k: gamma y", x_kv: "w_k: x", x_v: "w_v: x_kv x" },
  ...{ query: "key", key: "query", value: "key", y: "x", encoder_states: "w_context:", a: "b", b: "a" },
}).map(([name, others]) => [name, others.split(" ")]);

/**
 * Completes the shape of `[]`, which is zero tokens of unknown width, with the width of the tensors it combines with.
 * @param {Values} values
 */
export function fillEmpty(values) {
  for (const [name, others] of MEETS) {
    const shape = values[name]?.shape;
    if (shape?.length !== 1 || shape[0] !== 0) continue;
    const widths = others.map((other) =>
      other.endsWith(":") ? values[other.slice(0, -1)]?.shape?.[0] : values[other]?.shape?.at(-1),
    );
    shape.push(widths.find((width) => width !== undefined) || 1);
  }
}
