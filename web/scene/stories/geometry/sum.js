/** The output as an arrow: the values, each scaled by its weight, laid tip to tail from the origin. */

import { subscript } from "../../format.js";
import { lookUp } from "../../kit/draw.js";
import { addend, tipOf, wordsWidth } from "../../kit/plane/chain.js";
import { belonging } from "../../kit/focus.js";
import { labelsOf } from "../../kit/plane/labels.js";
import { boxAt, spotsOf } from "../../kit/plane/spots.js";
import { lengthOf, originOf, reachIn, reachOf } from "../../kit/plane/where.js";
import { moved } from "../../kit/plane/arrow.js";
import { letterRuns } from "../../kit/text.js";
import { vector } from "../../kit/plane.js";
import { isFlat } from "./parts.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("../../kit/plane/where.js").Point} Point */

/**
 * The arrow and its addends, the largest weight first; null if values are not vectors of the plane.
 * @param {import("../../model.js").Model} model @param {Parts} parts @param {import("../../kit/plane.js").Plane} picture
 * @param {string} said the arrow's name for listeners
 */
export function sumOf(model, parts, picture, said) {
  const { attention, keys, score } = parts;
  if (!attention || !isFlat(parts)) return null;
  const weight = (/** @type {number} */ j) => attention.value("weights", score(j));
  const order = keys.toSorted((a, b) => weight(b) - weight(a));
  const tensor = attention.full("weighted_values");
  const steps = order.filter((j) => weight(j) !== 0).map((j) => ({ tensor, row: [0, 0, j, 0] }));
  const way = { ground: picture, foot: null, steps };
  const output = vector("output.arrow", {
    ...{ plane: picture, tensor: attention.full("output"), row: [0, 0], role: "output", moves: false },
    ...{ name: letterRuns("output", "", "", { size: 15 }), said },
  });
  const labels = lookUp(picture, model, () => labelsOf(picture, model));
  const taken = [...labels.names.values(), ...labels.ticks].map(({ x, y }) => boxAt(x, y - 5, 34, 18));
  const origin = originOf(picture);
  const tips = [0, ...steps.map((_, k) => k + 1)].map((k) => tipOf(attention, way, k));
  const lines = picture.vectors.flatMap((vector) => {
    const reach = reachOf(model, vector);
    return reach ? [/** @type {[Point, Point]} */ ([origin, moved(origin, reach)])] : [];
  });
  const values = order.map((j, k) => {
    const copy = {
      name: `v${subscript(j + 1)}`,
      weight: { tensor: attention.full("weights"), index: score(j) },
    };
    const whole = { tensor: attention.full("value"), row: [0, 0, j] };
    const reach = reachIn(attention, picture, whole.tensor, whole.row);
    const { name, said } = wordsWidth(attention, copy);
    const [from, to] = [tips[k], tips[k + 1]];
    const by = from && to && /** @type {Point} */ ([to[0] - from[0], to[1] - from[1]]);
    // a short addend has no words
    const towards = /** @type {Point} */ (by && [-by[1], by[0]]);
    const isLong = by && lengthOf(by) > 2 * said;
    const beside = isLong ? [{ key: "said", at: moved(from, by, 0.5), width: said + 4, towards }] : [];
    const tip =
      reach && tips[steps.length]
        ? [{ key: "name", at: moved(origin, reach), width: name + 4, far: 4, towards: reach }]
        : [];
    const spots = spotsOf([...tip, ...beside], { room: picture, taken, lines });
    return { ...copy, whole, key: j, spots: { name: spots.get("name"), said: spots.get("said") } };
  });
  const addends = steps.map((_, k) => {
    const { key, ...value } = values[k];
    return belonging(addend(`addend.${k}`, { ...value, way, k, copy: true }), { key });
  });
  return { output, addends, values };
}
