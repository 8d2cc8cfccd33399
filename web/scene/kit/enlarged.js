/** What stands alone on the stage at first, as large as a room allows, before it goes to its place among the others. */

import { changed } from "./draw.js";
import { px } from "./marks.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {{ x: number, y: number, wide: number, high: number }} Growth x, y: where the corner of the stage goes, px; wide,
 *   high: how many times wider and higher things become */
/** @typedef {ReturnType<typeof enlarging>} Enlargement */

/**
 * The part of a room that is filled, the least and the most that anything grows, and how much more in width than in height, and in
 * height than in width.
 */
const FILLED = 0.9;
const [LEAST, MOST] = [1.25, 2.8];
const [WIDER, HIGHER] = [2.2, 1.4];
/** Numbers grow a little more than the height of their cells, if these are wide enough; words grow less. */
const [NUMBERS, WORDS] = [1.2, 0.5];

/** What the numbers of a path command are: places, lengths or neither. @type {Record<string, string>} */
const MEANING = { h: "x", v: "y", a: "wh___xy" };

/**
 * How a box is brought into the middle of a room; undefined if it would hardly grow.
 * @param {Box} box @param {Box} room @param {number} [wider] how much more it grows in width than in height @returns {Enlargement | undefined}
 */
export function enlargement(box, room, wider = WIDER) {
  const [across, down] = [(FILLED * room.width) / box.width, (FILLED * room.height) / box.height];
  const high = Math.max(1, Math.min(MOST, down, wider > 1 ? HIGHER * across : across));
  const wide = Math.max(1, Math.min(wider * high, across));
  if (wide < LEAST) return undefined;
  const x = room.x + room.width / 2 - wide * (box.x + box.width / 2);
  const y = room.y + room.height / 2 - high * (box.y + box.height / 2);
  return enlarging({ x, y, wide, high });
}

/** Functions that enlarge, so that only stories that use them load them. @param {Growth} growth */
export const enlarging = (growth) => ({
  /** Lets an item stand enlarged. @param {Record<string, any>} item */
  item: (item) => enlarge(item, growth),

  /** Lets a copy fly to an item that stands enlarged, from another or from something in its place. @param {any} copy */
  copy(copy) {
    if (copy.from.large) {
      enlarge(copy, growth);
      copy.initial.enlarged = 1;
    } else copy.to = { ...copy.to, ...placing(growth)(copy.to) };
  },
});

/**
 * Lets an item be drawn enlarged, as far as its property `enlarged` says: from 0, in its place, to 1.
 * @param {Record<string, any>} item @param {Growth} growth
 */
function enlarge(item, { x, y, wide, high }) {
  item.large = true;
  const draw = /** @type {import("./draw.js").Draw} */ (item.draw);
  /** @type {import("./draw.js").Draw} */
  item.draw = (item, get, model) => {
    const [drawn, share] = [draw(item, get, model), get("enlarged")];
    if (!share) return drawn;
    const now = { x: share * x, y: share * y, wide: 1 + share * (wide - 1), high: 1 + share * (high - 1) };
    const top = item.y ?? 0;
    return changed(drawn, (marks) => marks.map((mark) => enlargedMark(mark, now, top)));
  };
}

/** @param {Growth} now @returns {(box: Box) => Box} */
const placing =
  ({ x, y, wide, high }) =>
  (box) => ({
    ...{ x: x + wide * box.x, y: y + high * box.y },
    ...{ width: wide * box.width, height: high * box.height },
  });

/** @param {Mark} mark @param {Growth} now @param {number} top upper edge of the item: words above it stay near @returns {Mark} */
function enlargedMark(mark, now, top) {
  const { x, y, wide, high } = now;
  const place = placing(now);
  // the many squares of a map move as one
  if (mark.type === "path" && !mark.stroke && wide === high)
    return { type: "group", id: `${mark.id}/all`, x, y, scale: high, children: [mark] };
  if (mark.type === "path") return { ...mark, d: enlargedPath(mark.d, now) };
  if (mark.children) {
    const within = { ...now, x: 0, y: 0 };
    const children = mark.children.map((/** @type {Mark} */ child) => enlargedMark(child, within, 0));
    const [left, above] = [mark.x ?? 0, mark.y ?? 0];
    return { ...mark, x: x + wide * left, y: y + high * above, children };
  }
  if (mark.type !== "text") {
    const { control } = mark;
    const placed = { ...mark, ...place(/** @type {any} */ (mark)) };
    return control ? { ...placed, control: { ...control, box: place(control.box) } } : placed;
  }
  const { size, box, spot } = mark;
  const larger = mark.cell ? Math.min(wide, NUMBERS * high) : high ** WORDS;
  // the middle of a line is above its foot
  const foot = 0.36 * size;
  const below = mark.y < top ? high * top + larger * (mark.y - top) : high * (mark.y - foot) + larger * foot;
  const at = { x: x + wide * mark.x, y: y + below };
  // exported films move a group more smoothly than letters of several sizes
  if (mark.runs)
    return {
      type: "group",
      id: `${mark.id}/runs`,
      ...at,
      scale: larger,
      children: [{ ...mark, x: 0, y: 0 }],
    };
  return {
    ...{ ...mark, ...at, size: larger * size },
    ...(box && { box: place(box) }),
    ...(spot && { spot: place(spot) }),
  };
}

/** @param {string} d @param {Growth} now */
const enlargedPath = (d, { x, y, wide, high }) =>
  d.replace(/([a-z])([^a-z]*)/gi, (_, command, numbers) => {
    const meaning = MEANING[command.toLowerCase()] ?? "xy";
    // small letters count from the point before
    const [left, top] = /[A-Z]/.test(command) ? [x, y] : [0, 0];
    const goals = { x: [left, wide], y: [top, high], w: [0, wide], h: [0, high], _: [0, 1] };
    const all = (numbers.match(/-?[\d.]+/g) ?? []).map(
      (/** @type {string} */ number, /** @type {number} */ k) => {
        const [from, times] = goals[/** @type {keyof typeof goals} */ (meaning[k % meaning.length])];
        return px(from + times * Number(number));
      },
    );
    return command + all.join(" ");
  });
