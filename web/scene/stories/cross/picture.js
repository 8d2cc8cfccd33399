/**
 * The layout of three attentions: two self-attentions side by side below, or one above the other at the left, and the
 * cross-attention that takes keys and values from one and queries from the other; as large as fits.
 */

import { arrow, ports } from "../../kit/arrows.js";
import { ROUGH, SIZES } from "../../kit/block.js";
import { enlargement } from "../../kit/enlarged.js";
import { fit } from "../../kit/fit.js";
import { column, corner, fromLeft, heightOf, padded, row, widthOf } from "../../kit/place.js";
import { attentionBlock, linesOf } from "./block.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("./block.js").Form} Form */
/** @typedef {{ self: Form, between: Form, lies?: "left" | "below", names: number }} Level self: of the self-attentions; between: of
 *   the cross-attention; lies: where the self-attentions are one above the other; names: px of a name */

/** A form without numbers. @param {number} squares @param {Form["shape"]} [shape] @param {number} [high] @returns {Form} */
const small = (squares, shape = "flat", high = squares) => ({ shape, size: ROUGH, squares, high });
/** A form with numbers. @param {keyof typeof SIZES} size @param {Form["shape"]} [shape] @returns {Form} */
const large = (size, shape = "flat") => ({
  ...{ shape, size: SIZES[size] },
  words: shape === "flat" && /large|huge/.test(size),
});
/** A form in which only the map has numbers. @param {number} squares @param {Form["shape"]} shape @param {number} [high] @returns {Form} */
const mapped = (squares, shape, high) => ({ ...small(squares, shape, high), size: SIZES.least });

/** @type {Level[]} */
const LEVELS = [
  { self: large("small"), between: large("huge"), names: 70 },
  { self: { shape: "flat", size: ROUGH }, between: large("large"), names: 70 },
  { self: small(16), between: large("column"), names: 60 },
  { self: small(13), between: large("small", "tall"), names: 50 },
  { self: small(10, "row"), between: mapped(11, "stack"), lies: "left", names: 44 },
  { self: small(9, "row", 13), between: mapped(18, "tall", 18), lies: "below", names: 48 },
  { self: small(10, "row", 13), between: mapped(20, "tall", 18), lies: "below", names: 36 },
  { self: small(8, "row", 13), between: mapped(13, "tall", 18), lies: "below", names: 28 },
  { self: small(6, "tall"), between: mapped(10, "tall"), names: 30 },
  { self: small(6, "tall"), between: small(12, "tall"), names: 0 },
];

/** Px between the cross-attention and the others, where the arrows run; between the two self-attentions; for an arrow past one. */
const WAYS = 30;
const BESIDE = 12;
const PAST = 16;
/** Least width for a close-up beside the scores, px. */
const CARD = 220;

/** @param {Model} model @param {Room} room */
export function arrange(model, room) {
  const free = { width: room.width - 2, height: room.height };
  const made = fit(free, LEVELS, (level) => standing(model, room, level));
  const { source, target, cross, level, whole, takes } = made;
  corner(whole, (room.width - widthOf(whole)) / 2, 1);
  const lines = { source: linesOf(source), target: linesOf(target), cross: linesOf(cross) };
  const ways = waysOf(source, target, cross, level.lies);
  const { docks, cardRoom } = cardRoomOf(made, room);
  const alone = enlargement(source.box, { x: 0, y: 0, width: room.width, height: takes.height }, 1);
  const { size } = level.between;
  const small = docks ? SIZES.phone : { ...size, decimals: Math.max(2, size.decimals) };
  const told = { lines, ways, alone, docks, cardRoom, size: small };
  return { source, target, cross, ...told, height: takes.height };
}
/** @typedef {ReturnType<typeof arrange>} Picture */

/**
 * The room for a close-up: in the place of the output, which has yet to come, or over the self-attentions.
 * @param {Pick<ReturnType<typeof standing>, "source" | "cross" | "level">} made @param {Room} room
 */
function cardRoomOf({ source, cross, level }, { width, height }) {
  const { y, height: high } = cross.box;
  const right = cross.map.box.x + cross.map.box.width + BESIDE;
  const docks = level.between.shape === "flat" && width - right > CARD;
  const under = y + high + 6;
  const cardRoom = docks
    ? { x: right, y: 1, width: width - 1 - right, height: y + high + WAYS }
    : level.lies === "left"
      ? { x: 1, y: 1, width: source.box.width, height: height - 2 }
      : { x: 1, y: under, width: width - 2, height: Math.max(0, height - under - 2) };
  return { docks, cardRoom };
}

/** @param {Model} model @param {Room} room @param {Level} level */
function standing(model, room, level) {
  const { self, between, lies, names } = level;
  const [source, target] = ["source", "target"].map((id) => attentionBlock(model, id, self, names));
  const cross = attentionBlock(model, "cross", between, names);
  const below = [source.place, target.place];
  const selves = lies
    ? padded(
        column(
          below.map((place) => fromLeft(place)),
          { gap: BESIDE },
        ),
        { right: lies === "below" ? PAST : 0 },
      )
    : row(below, { gap: BESIDE, width: Math.min(room.width - 2, 900) });
  const whole =
    lies === "left"
      ? row([selves, cross.place], { gap: WAYS - 2 })
      : column(lies ? [cross.place, selves].map((place) => fromLeft(place)) : [cross.place, selves], {
          gap: WAYS,
        });
  const takes = { width: widthOf(whole), height: Math.ceil(heightOf(whole)) + 2 };
  return { source, target, cross, level, whole, takes };
}

/**
 * The arrows from the outputs of the self-attentions to the keys, values and queries of the cross-attention.
 * @param {import("./block.js").AttentionBlock} source @param {import("./block.js").AttentionBlock} target
 * @param {import("./block.js").AttentionBlock} cross @param {Level["lies"]} lies
 */
function waysOf(source, target, cross, lies) {
  const { up, down, left, right } = ports;
  const top = cross.box.y + cross.box.height;
  /** @param {"key" | "value" | "query"} id @param {any} from @param {number} into @param {number} level */
  const way = (id, { output }, into, level) =>
    lies === "left"
      ? arrow(`way.${id}`, right(output), left(cross[id]), { into })
      : arrow(`way.${id}`, { ...up(output), shift: output.width / 2 - 6 }, down(cross[id]), {
          level: () => top + level,
        });
  // at the right of the source, which is between them
  const past = () =>
    arrow("way.query", right(target.output), right(cross.query), {
      into: source.box.x + source.box.width + PAST - 4 - cross.query.x - cross.query.width,
    });
  return {
    key: way("key", source, 24, 20),
    value: way("value", source, 24, 20),
    query: lies === "below" ? past() : way("query", target, 14, 9),
  };
}
