/** The output as an arrow: the values, each shrunk to its weight, tip to tail from the origin. */

import { subscript } from "../../format.js";
import { addend, tipOf, wordsWidth } from "../../kit/plane/chain.js";
import { animate, dim, grow } from "../../kit/moves.js";
import { labelsOf } from "../../kit/plane/labels.js";
import { boxAt, spotsOf } from "../../kit/plane/spots.js";
import { originOf, reachIn } from "../../kit/plane/where.js";
import { moved } from "../../kit/plane/arrow.js";
import { letterRuns } from "../../kit/text.js";
import { vector } from "../../kit/plane.js";
import { isFlat } from "./parts.js";

/** @typedef {import("./parts.js").Parts} Parts */

/** The arrow and its steps, the largest first; null where values are no vectors of the plane. @param {import("../../model.js").Model} model @param {Parts} parts @param {import("../../kit/plane.js").Plane} picture @param {string} said */
export function sumOf(model, parts, picture, said) {
  const { attention, keys, score } = parts;
  if (!attention || !isFlat(parts)) return null;
  const weight = (/** @type {number} */ j) => attention.value("weights", score(j));
  const order = keys.filter((j) => weight(j) !== 0).toSorted((a, b) => weight(b) - weight(a));
  const tensor = attention.full("weighted_values");
  const way = { ground: picture, foot: null, steps: order.map((j) => ({ tensor, row: [0, 0, j, 0] })) };
  const output = vector("output.arrow", {
    ...{ plane: picture, tensor: attention.full("output"), row: [0, 0], role: "output", moves: false },
    ...{ name: letterRuns("output", "", "", { size: 15 }), said },
  });
  const labels = (picture.labels ??= labelsOf(picture, model));
  const taken = [...labels.names.values(), ...labels.ticks].map(({ x, y }) => boxAt(x, y - 5, 34, 18));
  const names = order.map((j) => ({
    name: `v${subscript(j + 1)}`,
    weight: { tensor: attention.full("weights"), index: score(j) },
    whole: { tensor: attention.full("value"), row: [0, 0, j] },
  }));
  const wanted = names.flatMap(({ whole, ...one }, k) => {
    const reach = reachIn(attention, picture, whole.tensor, whole.row);
    const width = wordsWidth(attention, one).name + 4;
    return reach ? [{ key: `${k}`, at: moved(originOf(picture), reach), width, far: 4, towards: reach }] : [];
  });
  const spots = spotsOf(wanted, { room: picture, taken });
  const isThere = tipOf(attention, way) !== null;
  return {
    output,
    addends: names.map((one, k) =>
      addend(`addend.${k}`, {
        ...{ ...one, way, k, copy: true },
        spots: { name: isThere ? spots.get(`${k}`) : undefined, said: undefined },
      }),
    ),
  };
}

/** The values shrink to their weights and are laid tip to tail, other arrows fainter; the output grows. @param {NonNullable<ReturnType<typeof sumOf>>} sum @param {import("../../kit/plane.js").Vector[]} others @returns {import("../../timeline.js").Tween[][]} */
export function laidOut({ addends, output }, others) {
  const shrink = addends.flatMap((one) => animate(one, "shrunk", 1, 0.5));
  const laid = addends.map((one, k) => animate(one, "laid", 1, k ? 0.6 : 0.9));
  return [dim(1, ...others), grow(...addends), shrink, ...laid, grow(output)];
}
