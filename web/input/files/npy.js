/**
 * NumPy's .npy files, versions 1.0, 2.0 and 3.0: a magic, a header that is a Python dictionary, and the numbers of one
 * array, in either order of axes and either order of bytes.
 *
 * `error.where` of a file that cannot be read is a place in it ("byte 17", counted from 0), a key of its header ("descr",
 * "shape"), an entry ("array[3, 0]"), or the option that does not fit ("rows", "columns").
 */
import { bytesOf, cut, demandBlob, demandEnd, fileBytes } from "./bytes.js";
import { types } from "./dtype.js";
import { demandHeader, faultAt, isShape, refuseZip } from "./header.js";
import { readLiteral } from "./literal.js";
import { quoted, refusals } from "../refusal.js";
import { readSlice } from "./slice.js";

/** @typedef {import("../refusal.js").Refuse} Refuse */
/** @typedef {import("./slice.js").ReadOptions} ReadOptions */
/** @typedef {import("./slice.js").Tensor} Tensor */
/**
 * @typedef {object} NpyFile
 * @property {number[]} shape
 * @property {string} dtype as NumPy writes it: "<f4"
 * @property {(options?: ReadOptions) => Promise<Tensor>} read
 */

/**
 * One array of a .npy file, or rows and columns of it.
 * @param {Blob} blob
 * @param {ReadOptions} [options]
 * @returns {Promise<Tensor>}
 */
export async function readNpy(blob, options) {
  const file = await openNpy(blob, options);
  return file.read(options);
}

/**
 * What a .npy file holds; its numbers are read when asked for.
 * @param {Blob} blob
 * @param {{ lang?: string }} [options]
 * @returns {Promise<NpyFile>}
 */
export async function openNpy(blob, options) {
  const { lang } = options ?? {};
  const refuse = refusals("files", lang);
  demandBlob(blob, refuse);
  const { header, start, end } = await headerBytes(blob, refuse);
  const { descr, fortran, shape } = readHeader(header, start, refuse);
  const found = typeOf(descr);
  if (found) demandEnd(blob.size, BigInt(end) + bytesOf(shape, found.type.bytes), refuse);
  return {
    shape: shape.slice(),
    dtype: descr,
    async read(options) {
      const own = refusals("files", options?.lang ?? lang);
      if (!found) throw own("value", "descr", "npyType", { dtype: quoted(descr) });
      return readSlice({ blob, start: end, shape, fortran, name: "array", ...found }, options, own);
    },
  };
}

const MAGIC = [0x93, ..."NUMPY"].map((sign) => (typeof sign === "string" ? sign.charCodeAt(0) : sign));

/** @param {Blob} blob @param {Refuse} refuse */
async function headerBytes(blob, refuse) {
  const bytes = await fileBytes(blob, 0, Math.min(blob.size, 12), refuse);
  refuseZip(bytes, refuse);
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) throw refuse("value", "byte 0", "noNpy");
  const [major, minor] = [bytes[6], bytes[7]];
  const longer = major >= 2;
  const start = longer ? 12 : 10;
  if (bytes.length < start) throw cut(blob.size, start, refuse);
  if (!(major >= 1 && major <= 3 && minor === 0))
    throw refuse("value", "byte 6", "npyVersion", { version: `${major}.${minor}` });
  const view = new DataView(bytes.buffer);
  const length = longer ? view.getUint32(8, true) : view.getUint16(8, true);
  demandHeader(length, refuse);
  const end = start + length;
  return { header: await fileBytes(blob, start, end, refuse), start, end };
}

/** @param {Uint8Array} bytes @param {number} start its place in the file @param {Refuse} refuse */
function readHeader(bytes, start, refuse) {
  const header = readLiteral(bytes, "python", faultAt(start, refuse));
  const keys = header instanceof Map ? [...header.keys()].sort() : [];
  if (keys.join() !== "descr,fortran_order,shape") throw refuse("value", "header", "npyKeys");
  const [descr, fortran, shape] = ["descr", "fortran_order", "shape"].map((key) =>
    /** @type {Map<string, any>} */ (header).get(key),
  );
  if (typeof fortran !== "boolean") throw refuse("value", "fortran_order", "npyOrder");
  if (!isShape(shape)) throw refuse("value", "shape", "npyShape");
  // a list describes numbers of several kinds
  return { descr: typeof descr === "string" ? descr : "structured", fortran, shape };
}

/** A number of more than one byte has an order of bytes. @param {string} descr */
function typeOf(descr) {
  const [, order, name] = /^([<>|=]?)([fiub][1248])$/.exec(descr === "?" ? "|b1" : descr) ?? [];
  if (!name || !Object.hasOwn(types, name)) return undefined;
  const type = types[name];
  if (type.bytes > 1 && order !== "<" && order !== ">") return undefined;
  return { type, little: order !== ">" };
}
