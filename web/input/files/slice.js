/**
 * Reads a part of an array in a file: finds its bytes, and where its numbers belong in the result. Only these bytes and short
 * gaps between them are read, in pieces between which the page can respond.
 */
import { countOf, indexOf } from "../../core/shapes.js";
import { nextTurn } from "../../core/turn.js";
import { inputWords } from "../../words/input/index.js";
import { fill } from "../../words/sentence.js";
import { MOST_AXES, SLICE_BYTES } from "../limits.js";
import { grouped } from "../errors.js";
import { bytesOf, fileBytes } from "./file.js";

/** @typedef {import("./dtype.js").NumberType} NumberType */
/** @typedef {import("../errors.js").Invalid} Invalid */
/** @typedef {[number, number]} Range the first index, and the one after the last */
/** @typedef {{ done: number, total: number }} Progress counts of numbers */
/**
 * @typedef {object} ReadOptions
 * @property {Range} [rows] along the second-to-last axis; all by default
 * @property {Range} [columns] along the last axis; all by default
 * @property {boolean} [transposed] exchanges the last two axes; rows and columns then refer to the exchanged axes
 * @property {AbortSignal} [signal]
 * @property {(progress: Progress) => void} [onProgress]
 * @property {string} [lang] language of notes and errors
 */
/** @typedef {{ shape: number[], data: Float32Array, notes?: string[] }} Tensor notes: present if float32 rounded integers */
/**
 * @typedef {object} StoredArray
 * @property {Blob} blob
 * @property {number} start offset of its first byte
 * @property {number[]} shape
 * @property {NumberType} type
 * @property {boolean} little little-endian
 * @property {boolean} fortran column-major
 * @property {string} name for errors
 */
/** @typedef {{ from: number, to: number, size: number, step: number }} Axis the chosen range, the whole length, and the stride in the result */

/**
 * Reads the chosen part of an array as float32. Throws for invalid options, a part that is too large, and numbers beyond float32.
 * @param {StoredArray} array its bytes are known to be in the file
 * @param {ReadOptions | null | undefined} given
 * @param {Invalid} invalid
 * @returns {Promise<Tensor>}
 */
export async function readSlice(array, given, invalid) {
  const options = given ?? {};
  const { signal, onProgress } = options;
  checkOptions(options, invalid);
  const { shape, axes } = choose(array, options, invalid);
  const count = countOf(shape);
  signal?.throwIfAborted();
  const data = allocated(count, array, invalid);
  const rounded = { count: 0, at: 0, number: /** @type {number | bigint} */ (0), value: 0 };
  const put = placer(array, axes, data, rounded, invalid);
  let done = 0;
  for (const { start, end, runs } of count > 0 ? pieces(array, axes) : []) {
    const { buffer } = await fileBytes(array.blob, start, end, invalid);
    signal?.throwIfAborted();
    for (const { at, items } of runs) {
      put(new DataView(buffer), at - start, items, done);
      done += items;
    }
    if (done < count) onProgress?.({ done, total: count });
    await nextTurn();
  }
  onProgress?.({ done, total: count });
  if (rounded.count === 0) return { shape, data };
  const facts = {
    count: rounded.count,
    place: placeIn(array, axes, rounded.at),
    number: grouped(rounded.number),
    value: grouped(BigInt(rounded.value)),
  };
  return { shape, data, notes: [fill(inputWords(options.lang).files.rounded, facts)] };
}

/** @param {ReadOptions} options @param {Invalid} invalid */
function checkOptions({ signal, onProgress }, invalid) {
  if (signal != null && typeof signal?.throwIfAborted !== "function")
    throw invalid("value", "signal", "noSignal");
  if (onProgress != null && typeof onProgress !== "function")
    throw invalid("value", "onProgress", "noFunction");
}

/**
 * Returns the shape of the chosen part, and the axes of the array in the order of the file, slowest first.
 * @param {StoredArray} array
 * @param {ReadOptions} options
 * @param {Invalid} invalid
 */
function choose({ shape: stored, type, fortran, name }, { rows, columns, transposed }, invalid) {
  const rank = stored.length;
  if (rank > MOST_AXES) throw invalid("value", name, "rank", { name, rank, limit: MOST_AXES });
  // the axes of the result, as indices into the stored shape
  const order = stored.map((_, axis) => axis);
  if (transposed && rank >= 2) order.push(...order.splice(-2).reverse());
  const ranges = order.map((axis, place) => {
    if (place === rank - 1) return rangeIn(columns, stored[axis], "columns", invalid);
    return rangeIn(place === rank - 2 ? rows : null, stored[axis], "rows", invalid);
  });
  if (rank < 2 && rows != null) throw invalid("value", "rows", "noSuchAxis", { key: "rows", rank });
  if (rank < 1 && columns != null) throw invalid("value", "columns", "noSuchAxis", { key: "columns", rank });

  const shape = ranges.map(([from, to]) => to - from);
  const bytes = bytesOf(shape, type.bytes);
  if (bytes > SLICE_BYTES)
    throw invalid("limit", name, "slice", { name, bytes: grouped(bytes), limit: grouped(SLICE_BYTES) });
  const axes = order.map((axis, place) => ({
    from: ranges[place][0],
    to: ranges[place][1],
    size: stored[axis],
    step: countOf(shape.slice(place + 1)),
  }));
  const inFile = order.map((_, axis) => axes[order.indexOf(axis)]);
  return { shape, axes: fortran ? inFile.reverse() : inFile };
}

/** @param {unknown} range @param {number} length @param {string} key @param {Invalid} invalid @returns {Range} */
export function rangeIn(range, length, key, invalid) {
  if (range == null) return [0, length];
  const [from, to] = Array.isArray(range) && range.length === 2 ? range : [];
  if (Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to && to <= length)
    return [from, to];
  throw invalid("value", key, "range", { key, length: grouped(length) });
}

/** @param {number} count @param {StoredArray} array @param {Invalid} invalid */
function allocated(count, { name }, invalid) {
  try {
    return new Float32Array(count);
  } catch (cause) {
    throw Object.assign(invalid("memory", name, "memory", { count: grouped(count) }), { cause });
  }
}

/** @typedef {{ start: number, end: number, runs: { at: number, items: number }[] }} Piece a range of bytes read at once, and the runs of chosen numbers in it; at: byte offset in the file */

/** Maximum bytes of a piece, which are decoded in a few milliseconds. */
const PIECE = 262144;
/** With more runs than this, short gaps between them are read too. */
const FEW_RUNS = 1024;
/** Maximum bytes of such a gap. */
const NEAR = 65536;

/** @param {StoredArray} array @param {Axis[]} axes @returns {Generator<Piece>} */
function* pieces({ start: first, type: { bytes } }, axes) {
  const { outer, length, count } = runsOf(axes);
  const near = count > FEW_RUNS ? NEAR : 0;
  /** @type {Piece | undefined} */
  let piece;
  for (const offset of offsets(outer)) {
    const start = first + offset * bytes;
    for (let at = start; at < start + length * bytes; at += PIECE) {
      const end = Math.min(at + PIECE, start + length * bytes);
      if (!piece || at - piece.end > near || end - piece.start > PIECE) {
        if (piece) yield piece;
        piece = { start: at, end, runs: [] };
      }
      piece.end = end;
      piece.runs.push({ at, items: (end - at) / bytes });
    }
  }
  if (piece) yield piece;
}

/**
 * Divides the chosen part into runs of contiguous numbers.
 * @param {Axis[]} axes
 */
function runsOf(axes) {
  const spaced = axes.map((axis, i) => ({
    ...axis,
    stride: countOf(axes.slice(i + 1).map(({ size }) => size)),
  }));
  const lengths = axes.map(({ from, to }) => to - from);
  // a run is the range of the innermost axis that is chosen only in part, with all axes after it
  const partial = lengths.map((length, i) => length < axes[i].size);
  const inner = Math.max(partial.lastIndexOf(true), 0);
  const offset = axes.length > 0 ? spaced[inner].from * spaced[inner].stride : 0;
  const outer = { spaced: spaced.slice(0, inner), offset };
  return { outer, length: countOf(lengths.slice(inner)), count: countOf(lengths.slice(0, inner)) };
}

/** Yields the offset of each run, in numbers. @param {{ spaced: (Axis & { stride: number })[], offset: number }} outer @returns {Generator<number>} */
function* offsets({ spaced: [axis, ...inner], offset }) {
  if (!axis) return yield offset;
  for (let i = axis.from; i < axis.to; i++)
    yield* offsets({ spaced: inner, offset: offset + i * axis.stride });
}

/**
 * Returns the function that decodes numbers of the file into the result, after the `done` numbers before them.
 * @param {StoredArray} array
 * @param {Axis[]} axes in the order of the file
 * @param {Float32Array} data
 * @param {{ count: number, at: number, number: number | bigint, value: number }} rounded receives the count of rounded numbers, and the first one
 * @param {Invalid} invalid
 * @returns {(view: DataView, at: number, count: number, done: number) => void}
 */
function placer(array, axes, data, rounded, invalid) {
  const { type, little } = array;
  /** @param {DataView} view @param {number} at @param {number} count @param {number} done @param {Float32Array} out @param {number} to */
  const decode = (view, at, count, done, out, to) => {
    const beyond = type.decode(view, at, count, little, out, to, (i) => {
      if (rounded.count++ > 0) return;
      const number = type.digits?.(view, at + i * type.bytes, little);
      Object.assign(rounded, { at: done + i, number, value: out[to + i] });
    });
    if (beyond < 0) return;
    const where = placeIn(array, axes, done + beyond);
    throw invalid("value", where, "beyond", { where });
  };
  // file and result are in the same order
  if (axes.every(({ step }, i) => i === 0 || step <= axes[i - 1].step))
    return (view, at, count, done) => decode(view, at, count, done, data, done);

  const part = new Float32Array(PIECE / type.bytes);
  const index = axes.map(() => 0);
  let place = 0;
  return (view, at, count, done) => {
    decode(view, at, count, done, part, 0);
    for (let i = 0; i < count; i++) {
      data[place] = part[i];
      for (let axis = axes.length - 1; axis >= 0; axis--) {
        const { from, to, step } = axes[axis];
        place += step;
        if (++index[axis] < to - from) break;
        place -= step * index[axis];
        index[axis] = 0;
      }
    }
  };
}

/** Names an entry by its index in the array. @param {StoredArray} array @param {Axis[]} axes @param {number} done count of the chosen numbers before it */
function placeIn({ name, fortran }, axes, done) {
  const lengths = axes.map(({ from, to }) => to - from);
  const index = indexOf(done, lengths).map((at, axis) => axes[axis].from + at);
  return `${name}[${(fortran ? index.reverse() : index).join(", ")}]`;
}
