/** The stages of a chain that are shown as geometry: one vector against a few, in the plane, and an attention that reads both. */

import { truncate } from "../../text-metrics.js";
import { rowFacts } from "../../facts.js";
import { subscript } from "../../format.js";
import { letterRuns } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {{ plane: Model, attention: Model | null, keys: number[], pair: (j: number) => number[], score: (j: number) => number[] }} Parts
 *   plane: the stage of the vectors; pair, score: the index of a and a key in the tensors of either stage */

/** The longest name of a key, px. */
const MOST_NAME = 160;

/** The most keys: more arrows would overlap. */
const MOST_KEYS = 4;

/** The most numbers of a value that are drawn. */
const MOST_VALUES = 4;

/** The parts of a problem; null if this story does not support it. @param {Model} model @returns {Parts | null} */
export function partsOf(model) {
  const [first, second, ...more] = model.problem.stages ?? [];
  if (!first?.id || first.op !== "geometry" || more.length) return null;
  const plane = model.stage(first.id);
  const [count, width] = plane.tensor("a")?.shape ?? [];
  const [found] = plane.tensor("b")?.shape ?? [0];
  if (count !== 1 || width !== 2 || found < 1 || found > MOST_KEYS) return null;
  const attention = second ? attentionOf(model, first.id, second) : null;
  if (second && !attention) return null;
  return { plane, attention, keys: upTo(found), pair: (j) => [0, j], score: (j) => [0, 0, 0, j] };
}

/**
 * The attention with query a and keys b, with nothing between score and softmax but the scale; null for any other.
 * @param {Model} model @param {string} id @param {Record<string, any>} stage
 */
function attentionOf(model, id, stage) {
  const { op = "attention", query, key, w_o, b_o } = stage;
  if (op !== "attention" || query !== `${id}.a` || key !== `${id}.b` || w_o || b_o) return null;
  const view = model.stage(stage.id);
  const { dot, capped, biased, masked, override, d_v } = view;
  return dot && !capped && !biased && !masked && !override && d_v <= MOST_VALUES ? view : null;
}

/** Whether the values are two-dimensional, and so vectors of the plane themselves. @param {Parts} parts */
export const isFlat = ({ attention }) => attention?.d_v === 2;

/** @typedef {"zero" | "nan" | "right" | "same" | "opposite" | "small" | "acute" | "obtuse"} Kind */

/** How a and a key are related, according to the core's numbers. @param {Parts} parts @param {number} j @returns {Kind} */
export function kindOf({ plane, pair }, j) {
  const [dot, cosine, angle] = ["dot", "cosine", "angle"].map((tensor) => plane.value(tensor, pair(j)));
  const lengths = [plane.value("length_a", [0]), plane.value("length_b", [j])];
  if (![...lengths, dot].every(Number.isFinite)) return "nan";
  if (lengths.includes(0)) return "zero";
  if (cosine === 0) return "right";
  // a product may underflow to 0 though the angle is not a right one
  if (dot === 0) return "small";
  // a cosine may round to 1 before its angle rounds to 0
  if (angle === 0) return "same";
  if (angle === Math.fround(Math.PI)) return "opposite";
  return dot > 0 ? "acute" : "obtuse";
}

/** An angle in degrees, with one decimal, or as many as it takes to tell it from a right angle. @param {number} radians */
export function degreesOf(radians) {
  const degrees = (radians * 180) / Math.PI;
  const decimals = [1, 3, 6].find((count) => Number(degrees.toFixed(count)) !== 90);
  return String(Number(degrees.toFixed(decimals ?? 6)));
}

/** The facts that captions use. @param {Parts} parts @param {boolean} movable whether a reader may drag an arrow */
export function factsOf(parts, movable) {
  const { plane, attention, keys } = parts;
  const names = keys.map((j) => letterOf(parts, j));
  const lengths = [plane.value("length_a", [0]), ...keys.map((j) => plane.value("length_b", [j]))];
  const spans = [
    `[a|${plane.full("a")}:0,*]`,
    ...names.map((name, j) => `[${name}|${plane.full("b")}:${j},*]`),
  ];
  const named = (/** @type {(length: number) => boolean} */ is) => spans.filter((_, k) => is(lengths[k]));
  const row = attention && rowFacts(attention, 0);
  const first = row?.first ?? 0;
  return {
    model: attention ?? plane,
    plane,
    attention,
    names,
    movable,
    kind: kindOf(parts, 0),
    degrees: degreesOf(plane.value("angle", [0, 0])),
    zeros: named((length) => length === 0),
    nans: named((length) => !Number.isFinite(length)),
    rightOnes: names.filter((_, j) => kindOf(parts, j) === "right"),
    flat: [0, 1].every((c) => Number.isFinite(attention?.value("output", [0, 0, c]))),
    /** Whether the values span a figure in the plane. */
    spans: isFlat(parts) && keys.length > 2,
    verdict: row?.kind,
    tied: row?.tied,
    most: names[first],
    share: attention?.text("weights", parts.score(first), 3),
  };
}

/** A vector's letter: a, b₁. @param {Parts} parts @param {"a" | "b"} tensor @param {number} at @param {number} size */
export const nameRuns = ({ keys }, tensor, at, size) =>
  letterRuns(tensor, tensor === "b" && keys.length > 1 ? at + 1 : "", "", { size });

/**
 * The same, as text in a caption. A reader's own names are not used there, as they might contain the markup of a cell.
 * @param {Parts} parts @param {number} j
 */
const letterOf = ({ keys }, j) => (keys.length > 1 ? `b${subscript(j + 1)}` : "b");

/** The name of a key, else its letter. @param {Parts} parts @param {number} j */
export const nameOf = (parts, j) =>
  truncate(parts.attention?.label("key", j) ?? "", 13, MOST_NAME) || letterOf(parts, j);
