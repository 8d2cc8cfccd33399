/**
 * A problem read: kinds and lengths checked, keys known, everything copied out of the caller's hands that could change.
 */
import { fault, shown, unfit } from "./errors.js";
import { choice, entriesOf, readEntries } from "./readers.js";
import { COMMON, OPS } from "./schema.js";
import { readMask, readTensor } from "./tensor.js";

/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Input} Input */
/**
 * @typedef {object} Stage
 * @property {string} op
 * @property {string} id "" for a plain problem
 * @property {string} where path before its keys: "" or `stages[1].`
 * @property {Values} values by key; a tensor may be `{ from: "source.output" }`
 */
/** @typedef {{ stages: Stage[], common: Values }} Problem its stages, and among other keys those of COMMON */

const ATTENTION = { ...OPS.attention, ...COMMON };
const CHAIN = { ...COMMON, stages: /** @type {import("./readers.js").Reader} */ (readStages) };
const OP_NAMES = Object.keys(OPS);

/**
 * @param {unknown} problem
 * @returns {Problem} a plain problem is one stage without a name
 */
export const readProblem = (problem) => problemOf(entriesOf(problem, "problem"));

/**
 * @param {[string, unknown][]} entries of a problem, as entriesOf gives them
 * @returns {Problem}
 */
export function problemOf(entries) {
  if (entries.some(([key]) => key === "stages")) {
    const beside = entries.find(([key]) => Object.hasOwn(OPS.attention, key))?.[0];
    if (beside !== undefined)
      throw fault("value", beside, "stands beside stages; move it into the stage it belongs to.");
    const common = readEntries(entries, CHAIN, "");
    return { stages: common.stages ?? [], common };
  }
  const values = readEntries(entries, ATTENTION, "");
  fillEmpty(values);
  return { stages: [{ op: "attention", id: "", where: "", values }], common: values };
}

/**
 * @param {unknown} list
 * @param {string} where
 * @returns {Stage[]}
 */
function readStages(list, where) {
  if (!Array.isArray(list) || list.length === 0)
    throw unfit(where, list, "an array with at least one stage.");
  /** @type {Stage[]} */
  const stages = [];
  for (let index = 0; index < list.length; index++)
    stages.push(readStage(list[index], `${where}[${index}]`, stages));
  return stages;
}

/**
 * @param {unknown} stage
 * @param {string} where
 * @param {Stage[]} earlier
 * @returns {Stage}
 */
function readStage(stage, where, earlier) {
  // copied once, so that what is checked is what is used
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
 * @param {Stage[]} earlier
 * @returns {string}
 */
function readId(id, where, earlier) {
  if (typeof id !== "string" || !/^[\w-]{1,64}$/.test(id))
    throw unfit(where, id, "each stage a name of letters, digits, - or _.");
  if (earlier.some((stage) => stage.id === id))
    throw fault("value", where, `is "${id}", which an earlier stage has already; give another name.`);
  return id;
}

/**
 * A tensor's key also takes the name of an earlier tensor.
 * @param {import("./readers.js").Reader} reader
 * @param {Stage[]} earlier
 * @returns {import("./readers.js").Reader}
 */
function mayRefer(reader, earlier) {
  if (reader !== readTensor && reader !== readMask) return reader;
  return (value, where) => {
    if (typeof value !== "string") return reader(value, where);
    const dot = value.indexOf(".");
    const source = earlier.find((stage) => stage.id === value.slice(0, dot));
    if (source && dot > 0) return { from: value };
    const ids = earlier.map((stage) => `${stage.id}.output`);
    const remedy =
      ids.length > 0
        ? `give a name such as ${ids.join(" or ")}.`
        : "no stage stands before this one, so give numbers.";
    throw fault("value", where, `is ${shown(value)}, which no earlier stage has; ${remedy}`);
  };
}

/**
 * `[]` is zero tokens, but does not say how wide they would be: as wide as what they would meet.
 * @param {Values} values
 */
function fillEmpty(values) {
  const rows = (/** @type {string} */ name) => values[name]?.shape?.[0];
  const width = (/** @type {string} */ name) => values[name]?.shape?.at(-1);
  widen(
    values.x,
    rows("w_q") ??
      rows("w_in") ??
      (values.x_kv ? undefined : rows("w_k")) ??
      width("x_kv") ??
      width("gamma") ??
      width("y"),
  );
  widen(values.x_kv, rows("w_k") ?? width("x"));
  widen(values.x_v, rows("w_v") ?? width("x_kv") ?? width("x"));
  widen(values.query, width("key"));
  widen(values.key, width("query"));
  widen(values.value, width("key"));
  widen(values.y, width("x"));
  widen(values.encoder_states, rows("w_context"));
  widen(values.a, width("b"));
  widen(values.b, width("a"));
}

/**
 * @param {Input | undefined} tensor
 * @param {number | undefined} features
 */
function widen(tensor, features) {
  if (tensor?.shape?.length === 1 && tensor.shape[0] === 0) tensor.shape.push(features || 1);
}
