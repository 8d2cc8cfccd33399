/**
 * The layout of three attentions: two self-attentions side by side below, or one above the other at the left, and the
 * cross-attention that takes keys and values from one and queries from the other; as large as fits.
 */

import { arrow, ports } from "../../kit/arrows.js";
import { ROUGH, SIZES } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { column, corner, heightOf, row, widthOf } from "../../kit/place.js";
import { attentionBlock, linesOf } from "./block.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("./block.js").Form} Form */
/** @typedef {{ self: Form, between: Form, aside?: boolean, names: number }} Level self: of the
 *   self-attentions; between: of the cross-attention; aside: self-attentions are at the left; names: px of a name */

/** A form without numbers. @param {number} squares @param {Form["shape"]} [shape] @returns {Form} */
const small = (squares, shape = "flat") => ({ shape, size: ROUGH, squares });
/** A form with numbers. @param {keyof typeof SIZES} size @param {Form["shape"]} [shape] @returns {Form} */
const large = (size, shape = "flat") => ({
  ...{ shape, size: SIZES[size] },
  words: shape === "flat" && /large|huge/.test(size),
});
/** A form in which only the map has numbers. @param {number} squares @param {Form["shape"]} shape @returns {Form} */
const mapped = (squares, shape) => ({ shape, size: SIZES.least, squares });

/** @type {Level[]} */
const LEVELS = [
  { self: large("small"), between: large("huge"), names: 70 },
  { self: { shape: "flat", size: ROUGH }, between: large("large"), names: 70 },
  { self: small(16), between: large("column"), names: 60 },
  { self: small(13), between: large("small", "tall"), names: 50 },
  { self: small(10, "row"), between: mapped(11, "stack"), aside: true, names: 44 },
  { self: small(9, "tall"), between: mapped(12, "tall"), names: 36 },
  { self: small(6, "tall"), between: mapped(10, "tall"), names: 30 },
  { self: small(6, "tall"), between: small(12, "tall"), names: 0 },
];

/** Px between the cross-attention and the others, where the arrows run; and between the two self-attentions. */
const WAYS = 30;
const BESIDE = 12;

/** @param {Model} model @param {Room} room */
export function arrange(model, room) {
  const free = { width: room.width - 2, height: room.height };
  const made = fit(free, LEVELS, (level) => standing(model, room, level));
  const { source, target, cross, level, whole, takes } = made;
  corner(whole, (room.width - widthOf(whole)) / 2, 1);
  const lines = { source: linesOf(source), target: linesOf(target), cross: linesOf(cross) };
  const ways = waysOf(source, target, cross, Boolean(level.aside));
  const under = cross.box.y + cross.box.height + 6;
  const cardRoom = level.aside
    ? { x: 1, y: 1, width: source.box.width, height: room.height - 2 }
    : { x: 1, y: under, width: room.width - 2, height: Math.max(0, room.height - under - 2) };
  return { source, target, cross, lines, ways, cardRoom, height: takes.height, size: level.between.size };
}
/** @typedef {ReturnType<typeof arrange>} Picture */

/** @param {Model} model @param {Room} room @param {Level} level */
function standing(model, room, level) {
  const { self, between, aside, names } = level;
  const [source, target] = ["source", "target"].map((id) => attentionBlock(model, id, self, names));
  const cross = attentionBlock(model, "cross", between, names);
  const below = [source.place, target.place];
  const whole = aside
    ? row([column(below, { gap: BESIDE }), cross.place], { gap: WAYS - 2 })
    : column([cross.place, row(below, { gap: BESIDE, width: Math.min(room.width - 2, 900) })], { gap: WAYS });
  const takes = { width: widthOf(whole), height: Math.ceil(heightOf(whole)) + 2 };
  return { source, target, cross, level, whole, takes };
}

/**
 * The arrows from the outputs of the self-attentions to the keys, values and queries of the cross-attention.
 * @param {import("./block.js").AttentionBlock} source @param {import("./block.js").AttentionBlock} target
 * @param {import("./block.js").AttentionBlock} cross @param {boolean} aside
 */
function waysOf(source, target, cross, aside) {
  const { up, down, left, right } = ports;
  const top = cross.box.y + cross.box.height;
  /** @param {"key" | "value" | "query"} id @param {any} from @param {number} into @param {number} level */
  const way = (id, { output }, into, level) =>
    aside
      ? arrow(`way.${id}`, right(output), left(cross[id]), { into })
      : arrow(`way.${id}`, { ...up(output), shift: output.width / 2 - 6 }, down(cross[id]), {
          level: () => top + level,
        });
  return {
    key: way("key", source, 24, 20),
    value: way("value", source, 24, 20),
    query: way("query", target, 14, 9),
  };
}
