/**
 * Reads .safetensors files: a length, a JSON header that names tensors, and their numbers, without gaps or overlaps.
 *
 * If a file cannot be read, `error.where` is a position in it ("byte 17", counted from 0), "header", a tensor's name, an entry
 * ("name[3, 0]"), or the invalid option ("rows", "columns").
 */
import { nearest } from "../../core/errors.js";
import { types } from "./dtype.js";
import { bytesOf, checkBlob, checkEnd, checkZip, fileBytes, headerBytes, isShape } from "./file.js";
import { faultAt, readLiteral } from "./literal.js";
import { quoted, errorsIn } from "../errors.js";
import { inputWords } from "../../words/input/index.js";
import { readSlice } from "./slice.js";

/** @typedef {import("../errors.js").Invalid} Invalid */
/** @typedef {import("./slice.js").ReadOptions} ReadOptions */
/** @typedef {import("./slice.js").Tensor} Tensor */
/** @typedef {{ name: string, dtype: string, shape: number[] }} TensorInfo */
/** @typedef {TensorInfo & { begin: number, end: number }} Entry begin, end: byte offsets from the end of the header */
/**
 * @typedef {object} SafetensorsFile
 * @property {TensorInfo[]} tensors in the order of the header
 * @property {(name: string, options?: ReadOptions) => Promise<Tensor>} read
 */

/** Returns the number type of a name such as F32, I8 or BOOL; undefined for types that are not read. @param {string} dtype @returns {import("./dtype.js").NumberType | undefined} */
function typeOf(dtype) {
  const [, kind = "", bits = ""] = /^(F|I|U)(8|16|32|64)$/.exec(dtype) ?? [];
  return types[ODD.get(dtype) ?? `${kind.toLowerCase()}${Number(bits) / 8}`];
}
const ODD = new Map([
  ["BF16", "bf2"],
  ["BOOL", "b1"],
]);

/** Where the header begins. */
const START = 8;
const METADATA = "__metadata__";
const SHOWN = 100;
/** Maximum number of names that are searched for the nearest. */
const COMPARED = 1000;

/** A tensor's name as `where` shows it. @param {string} name */
const shownName = (name) => name.slice(0, SHOWN) || "name";

/**
 * Reads the list of tensors of a .safetensors file; `read` then reads the numbers of one.
 * @param {Blob} blob
 * @param {{ lang?: string }} [options]
 * @returns {Promise<SafetensorsFile>}
 */
export async function openSafetensors(blob, options) {
  const { lang } = options ?? {};
  const invalid = errorsIn(inputWords(lang).files);
  checkBlob(blob, invalid);
  const { header, first } = await readStart(blob, invalid);
  const entries = readHeader(header, invalid);
  checkOffsets(entries, first, blob.size, invalid);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    tensors: entries.map(({ name, dtype, shape }) => ({ name, dtype, shape: shape.slice() })),
    async read(name, options) {
      const invalid = errorsIn(inputWords(options?.lang ?? lang).files);
      const entry = byName.get(name);
      if (!entry) throw unknown(name, [...byName.keys()], invalid);
      const { dtype, shape, begin } = entry;
      const shown = shownName(name);
      const type = typeOf(dtype);
      if (!type) throw invalid("value", shown, "tensorType", { name: quoted(name), dtype: quoted(dtype) });
      const array = { blob, start: first + begin, shape, type, little: true, fortran: false, name: shown };
      return readSlice(array, options, invalid);
    },
  };
}

/** @param {Blob} blob @param {Invalid} invalid */
async function readStart(blob, invalid) {
  const bytes = await fileBytes(blob, 0, START, invalid);
  const length = new DataView(bytes.buffer).getBigUint64(0, true);
  checkZip(bytes, invalid);
  const header = await headerBytes(blob, START, length, invalid);
  if (header[0] !== 0x7b) throw invalid("value", `byte ${START}`, "noSafetensors");
  return { header, first: START + header.length };
}

/** @param {Uint8Array} bytes @param {Invalid} invalid @returns {Entry[]} */
function readHeader(bytes, invalid) {
  // the header may be padded, but only with spaces
  let end = bytes.length;
  while (bytes[end - 1] === 0x20) end--;
  const fault = faultAt(START, invalid);
  if (bytes[end - 1] !== 0x7d) throw fault(Math.max(end - 1, 0), "headerEnds");
  const header = /** @type {Map<string, any>} */ (readLiteral(bytes.subarray(0, end), "json", fault));
  const metadata = header.get(METADATA) ?? new Map();
  if (!(metadata instanceof Map) || ![...metadata.values()].every((value) => typeof value === "string"))
    throw invalid("value", METADATA, "metadata");
  header.delete(METADATA);
  return [...header].map(([name, value]) => readEntry(name, value, invalid));
}

/** @param {string} name @param {unknown} value @param {Invalid} invalid @returns {Entry} */
function readEntry(name, value, invalid) {
  const fields = value instanceof Map ? value : new Map();
  const [dtype, shape, offsets] = ["dtype", "shape", "data_offsets"].map((key) => fields.get(key));
  const isValid = typeof dtype === "string" && isShape(shape) && isShape(offsets) && offsets.length === 2;
  if (!isValid || fields.size !== 3) throw entryFault("entry", name, invalid);
  return { name, dtype, shape, begin: offsets[0], end: offsets[1] };
}

/** @param {string} sentence @param {string} name @param {Invalid} invalid */
const entryFault = (sentence, name, invalid) =>
  invalid("value", shownName(name), sentence, { name: quoted(name) });

/**
 * Checks that the tensors are contiguous, and that each has as many bytes as its shape requires.
 * @param {Entry[]} entries
 * @param {number} first byte after the header
 * @param {number} size of the file
 * @param {Invalid} invalid
 */
function checkOffsets(entries, first, size, invalid) {
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)) {
    const { name, dtype, shape } = entry;
    if (entry.begin !== end || entry.end < end) throw entryFault("offsets", name, invalid);
    const type = typeOf(dtype);
    if (type && bytesOf(shape, type.bytes) !== BigInt(entry.end - entry.begin))
      throw entryFault("length", name, invalid);
    end = entry.end;
  }
  checkEnd(size, BigInt(first) + BigInt(end), invalid);
}

/** @param {unknown} name @param {string[]} names @param {Invalid} invalid */
function unknown(name, names, invalid) {
  if (typeof name !== "string" || names.length === 0) return invalid("value", "name", "noName");
  const short = names.filter(({ length }) => length <= SHOWN).slice(0, COMPARED);
  const { name: near } = nearest(name, short.length > 0 ? short : [names[0].slice(0, SHOWN)]);
  return invalid("value", shownName(name), "unknown", { name: quoted(name), near: quoted(near) });
}
