/**
 * Reads NumPy's .npy files, versions 1.0, 2.0 and 3.0: a magic string, a header that is a Python dictionary, and the numbers of
 * one array, in C or Fortran order and in either byte order.
 *
 * If a file cannot be read, `error.where` is a position in it ("byte 17", counted from 0), a key of its header ("descr",
 * "shape"), an entry ("array[3, 0]"), or the invalid option ("rows", "columns").
 */
import { types } from "./dtype.js";
import { bytesOf, checkBlob, checkEnd, checkZip, cut, fileBytes, headerBytes, isShape } from "./file.js";
import { faultAt, readLiteral } from "./literal.js";
import { quoted, errorsIn } from "../errors.js";
import { inputWords } from "../../words/input/index.js";
import { readSlice } from "./slice.js";

/** @typedef {import("../errors.js").Invalid} Invalid */
/** @typedef {import("./slice.js").ReadOptions} ReadOptions */
/** @typedef {import("./slice.js").Tensor} Tensor */
/**
 * @typedef {object} NpyFile
 * @property {number[]} shape
 * @property {string} dtype as NumPy writes it: "<f4"
 * @property {(options?: ReadOptions) => Promise<Tensor>} read
 */

/**
 * Reads the array of a .npy file, or some rows and columns of it, as float32.
 * @param {Blob} blob
 * @param {ReadOptions} [options]
 * @returns {Promise<Tensor>}
 */
export const readNpy = async (blob, options) => (await openNpy(blob, options)).read(options);

/**
 * Reads the shape and type of a .npy file; `read` then reads its numbers.
 * @param {Blob} blob
 * @param {{ lang?: string }} [options]
 * @returns {Promise<NpyFile>}
 */
export async function openNpy(blob, options) {
  const { lang } = options ?? {};
  const invalid = errorsIn(inputWords(lang).files);
  checkBlob(blob, invalid);
  const { header, start, end } = await readStart(blob, invalid);
  const { descr, fortran, shape } = readHeader(header, start, invalid);
  const found = typeOf(descr);
  if (found) checkEnd(blob.size, BigInt(end) + bytesOf(shape, found.type.bytes), invalid);
  return {
    shape: shape.slice(),
    dtype: descr,
    async read(options) {
      const invalid = errorsIn(inputWords(options?.lang ?? lang).files);
      if (!found) throw invalid("value", "descr", "npyType", { dtype: quoted(descr) });
      return readSlice({ blob, start: end, shape, fortran, name: "array", ...found }, options, invalid);
    },
  };
}

const MAGIC = [0x93, ..."NUMPY"].map((sign) => (typeof sign === "string" ? sign.charCodeAt(0) : sign));

/** @param {Blob} blob @param {Invalid} invalid */
async function readStart(blob, invalid) {
  const bytes = await fileBytes(blob, 0, Math.min(blob.size, 12), invalid);
  checkZip(bytes, invalid);
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) throw invalid("value", "byte 0", "noNpy");
  const [major, minor] = [bytes[6], bytes[7]];
  const isLong = major >= 2;
  const start = isLong ? 12 : 10;
  if (bytes.length < start) throw cut(blob.size, start, invalid);
  if (!(major >= 1 && major <= 3 && minor === 0))
    throw invalid("value", "byte 6", "npyVersion", { version: `${major}.${minor}` });
  const view = new DataView(bytes.buffer);
  const length = isLong ? view.getUint32(8, true) : view.getUint16(8, true);
  return { header: await headerBytes(blob, start, length, invalid), start, end: start + length };
}

/** @param {Uint8Array} bytes @param {number} start its place in the file @param {Invalid} invalid */
function readHeader(bytes, start, invalid) {
  const header = readLiteral(bytes, "python", faultAt(start, invalid));
  const keys = header instanceof Map ? [...header.keys()].sort() : [];
  if (keys.join() !== "descr,fortran_order,shape") throw invalid("value", "header", "npyKeys");
  const [descr, fortran, shape] = ["descr", "fortran_order", "shape"].map((key) =>
    /** @type {Map<string, any>} */ (header).get(key),
  );
  if (typeof fortran !== "boolean") throw invalid("value", "fortran_order", "npyOrder");
  if (!isShape(shape)) throw invalid("value", "shape", "npyShape");
  // a list is the type of a structured array
  return { descr: typeof descr === "string" ? descr : "structured", fortran, shape };
}

/** Returns the number type and byte order; undefined for types that are not read. Several bytes need an explicit order. @param {string} descr */
function typeOf(descr) {
  const [, order, name] = /^([<>|=]?)([fiub][1248])$/.exec(descr === "?" ? "|b1" : descr) ?? [];
  if (!name || !Object.hasOwn(types, name)) return undefined;
  const type = types[name];
  if (type.bytes > 1 && order !== "<" && order !== ">") return undefined;
  return { type, little: order !== ">" };
}
