/** The output as an arrow: the values, each shrunk to its weight, tip to tail from the origin. */

import { subscript } from "../../format.js";
import { addend, tipOf, wordsWidth } from "../../kit/plane/chain.js";
import { belonging } from "../../kit/focus.js";
import { labelsOf } from "../../kit/plane/labels.js";
import { boxAt, spotsOf } from "../../kit/plane/spots.js";
import { originOf, reachIn } from "../../kit/plane/where.js";
import { moved } from "../../kit/plane/arrow.js";
import { letterRuns } from "../../kit/text.js";
import { vector } from "../../kit/plane.js";
import { isFlat } from "./parts.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("../../kit/plane/where.js").Point} Point */

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
  const spots = spotsOf(wanted, { room: picture, taken: [...taken] });
  const isThere = tipOf(attention, way) !== null;
  const tips = [...order.keys(), order.length].map((k) => tipOf(attention, way, k));
  const end = tips[order.length];
  /** @type {[Point, Point][]} */
  const lines = [
    end,
    ...picture.vectors.map((one) =>
      tipOf(model, { ...way, steps: [{ tensor: one.tensor, row: [one.row].flat() }] }),
    ),
  ].flatMap((to) => (to ? [[originOf(picture), to]] : []));
  const beside = spotsOf(
    names.flatMap((one, k) =>
      besideOf(tips[k], tips[k + 1], end, { key: `${k}`, width: wordsWidth(attention, one).said + 4 }),
    ),
    { room: picture, taken: [...taken], lines },
  );
  return {
    output,
    addends: names.map((one, k) =>
      belonging(
        addend(`addend.${k}`, {
          ...{ ...one, way, k, copy: true },
          spots: { name: isThere ? spots.get(`${k}`) : undefined, said: beside.get(`${k}`) },
        }),
        { key: order[k] },
      ),
    ),
  };
}

/** Words beside the middle of a step, on the side where the sum does not end. @param {Point | null} from @param {Point | null} to @param {Point | null} end @param {{ key: string, width: number }} word @returns {import("../../kit/plane/spots.js").Wanted[]} */
function besideOf(from, to, end, word) {
  if (!from || !to || !end) return [];
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  // a shorter step has no words
  if (Math.hypot(x, y) < word.width) return [];
  const at = moved(from, [x, y], 0.5);
  // of the last one the sum ends where it does, so its beginning tells
  const [right, down] = [at[0] * 2 - end[0] - to[0], at[1] * 2 - end[1] - to[1]];
  const side = x * down - y * right < 0 ? -1 : 1;
  return [{ ...word, at, far: 7, towards: [-y * side, x * side] }];
}
