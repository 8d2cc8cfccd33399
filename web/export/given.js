/** Reads the argument of the command line: the name of a preset, a link, a file, or - for standard input. */
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { AttentionError, nearest } from "../core/errors.js";
import { decodeLink, openSafetensors, readMatrix, readNpy, readProblem } from "../build/input.js";
import { attributesOf } from "../input/link/attributes.js";
import { keyOf } from "../input/text/names.js";
import { presets } from "../presets/index.js";

/** @typedef {{ problem: string | Record<string, any>, state: import("./options.js").Options }} Given state: the options that a link or a file carries */

/** The attributes of a player that are options of an export, too. */
const SHARED = "story lang theme palette from to step head batch softmax".split(" ");

/**
 * Reads a problem, or the name of a preset, and its state. Throws an AttentionError if it cannot be read.
 * @param {string} what
 * @param {{ tensor?: string, lang?: string }} [options] tensor: the one to use as x, in a file of several
 * @returns {Promise<Given>}
 */
export async function readGiven(what, options = {}) {
  if (Object.hasOwn(presets, what)) return { problem: what, state: {} };
  const [, link] = /^(?:https?:.*#|#)?(v\d+\..*)$/s.exec(what) ?? [];
  if (link) return shown(await decodeLink(link, options));
  const [, query] = /^https?:[^#]*#(.*)$/s.exec(what) ?? [];
  if (query !== undefined) return addressed(query);
  const bytes = await bytesOf(what);
  if (bytes[0] === 0x93 || isZip(bytes))
    return { problem: { x: plain(await readNpy(new Blob([bytes]), options)) }, state: {} };
  // a .safetensors file begins with the length of its header, eight bytes, then JSON
  if (bytes[8] === 0x7b && bytes[6] === 0 && bytes[7] === 0)
    return { problem: await tensorsOf(new Blob([bytes]), options), state: {} };
  return fromText(textOf(bytes, what), options);
}

/** @param {string} where @param {string} sentence @param {unknown} [cause] */
const refusal = (where, sentence, cause) =>
  Object.assign(new AttentionError("value", where, sentence), cause !== undefined && { cause });

/** Returns the options that attributes give, and of a frame its time. @param {Record<string, string | null>} attributes */
const optionsOf = ({ time, ...attributes }) => ({
  ...Object.fromEntries(Object.entries(attributes).filter(([name]) => SHARED.includes(name))),
  ...(time && { at: Number(time) }),
});

/** @param {Record<string, any>} state @returns {Given} */
function shown({ problem, ...state }) {
  if (!problem)
    throw refusal("problem", "The link shows no problem of its own; give the name of its preset.");
  return { problem, state: optionsOf(attributesOf(state)) };
}

/** Reads the address of a frame: attributes, the preset among them. @param {string} query @returns {Given} */
function addressed(query) {
  const { preset, scale, causal, ...attributes } = Object.fromEntries(new URLSearchParams(query));
  if (!preset)
    throw refusal("link", "The link names no preset and holds no problem; copy it from the studio.");
  return { problem: preset, state: { ...optionsOf(attributes), switches: { scale, causal } } };
}

/** .npz and .pt files are ZIP archives; `readNpy` rejects them and says what to do. @param {Uint8Array} bytes */
const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** @param {string} what @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function bytesOf(what) {
  try {
    return new Uint8Array(await (what === "-" ? buffer(process.stdin) : readFile(what)));
  } catch (error) {
    const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
    const near = nearest(what, Object.keys(presets));
    const reasons = new Map([
      ["ENOENT", `is neither a preset nor a file; give one, such as ${near.name}`],
      ["EISDIR", "is a folder; give a file in it"],
      ["EACCES", "cannot be read: you have no permission; give another file"],
    ]);
    const reason = reasons.get(code) ?? `cannot be read: ${message}`;
    throw refusal("problem", `${JSON.stringify(what)} ${reason}.`, error);
  }
}

/** @param {Uint8Array} bytes @param {string} what */
function textOf(bytes, what) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const name = what === "-" ? "Standard input" : JSON.stringify(what);
    const is = "is not text in UTF-8, nor a .npy or .safetensors file; give one of these.";
    throw refusal("problem", `${name} ${is}`, cause);
  }
}

/** @param {string} text @param {{ lang?: string }} options @returns {Given} */
function fromText(text, options) {
  const state = stateIn(text);
  if (state) return shown(state);
  const problem = readProblem(text, options)?.problem ?? { x: plain(readMatrix(text, options)) };
  return { problem, state: {} };
}

/** Returns the state that an exported file carries, a problem and how it is shown; undefined if there is none. @param {string} text */
function stateIn(text) {
  try {
    const read = JSON.parse(text);
    return read?.problem && typeof read.problem === "object" ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the tensors of a file that have names of a problem's keys; otherwise its only tensor, as x. @param {Blob} blob @param {{ tensor?: string, lang?: string }} options */
async function tensorsOf(blob, { tensor, ...options }) {
  const file = await openSafetensors(blob, options);
  const names = file.tensors.map(({ name }) => name);
  const read = async (/** @type {string} */ name) => plain(await file.read(name, options));
  if (tensor) return { x: await read(tensor) };
  const keys = names.filter(keyOf);
  if (keys.length > 0)
    return Object.fromEntries(await Promise.all(keys.map(async (name) => [keyOf(name), await read(name)])));
  if (names.length === 1) return { x: await read(names[0]) };
  const some = names.slice(0, 5).join(", ");
  const more = names.length > 5 ? ", …" : "";
  const sentence = `The file has ${names.length} tensors, ${some}${more}; say which is x with --tensor.`;
  throw refusal("tensor", sentence);
}

/** @param {{ shape: number[], data: ArrayLike<number> }} tensor */
const plain = ({ shape, data }) => ({ shape, data: Array.from(data) });
