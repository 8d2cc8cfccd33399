/** The layout of a block: a lane for each word, from the bottom up; at the right, if there is room, the numbers of one word. */

import { nameOf } from "../../facts.js";
import { panelIn } from "../../kit/backdrop.js";
import { SIZES, block } from "../../kit/block.js";
import { links } from "../../kit/links.js";
import { around, placed, split } from "../../kit/place.js";
import { lineHeight } from "../../kit/rows-card.js";
import { ribbon } from "../../kit/ribbon.js";
import { rowPlot } from "../../kit/row-plot.js";
import { textAt } from "../../kit/text.js";
import { plus, tile } from "../../kit/tile.js";
import { upTo } from "../../model.js";
import { cardsOf } from "./cards.js";
import { blockOf, factsOf } from "./facts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./facts.js").Box} Box */
/** @typedef {keyof import("./facts.js").Block["tensors"]} Name of a tensor */
/** @typedef {{ y: number, height: number }} Level */

/** Least width, in px, at which the numbers of a word are beside the lanes, and the part of it that they take. */
const [BESIDE, CARD] = [560, 0.356];
/** Px: between boxes, of a row's strip, of a norm's box, of words, and free at an edge. */
const [GAP, STRIP, NORM, WORDS, EDGE] = [27, 14, 38, 20, 8];
const SHADES = /** @type {const} */ ({ size: SIZES.least, style: "shade", height: STRIP });
/** Strength of what belongs to the other words. */
const OTHERS = 0.4;

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const parts = /** @type {import("./facts.js").Block} */ (blockOf(model));
  const { view, tensors, opens } = parts;
  const { q_len, d_model, heads } = view;
  const w = model.words.stories.block;
  const asks = Math.max(0, q_len - 2);
  const beside = room.width >= BESIDE;
  const [{ width, height }, box] = beside
    ? split(room, { width: Math.round(CARD * room.width) }, 12)
    : split(room, { height: lineHeight(room.width, d_model) }, 6);
  const lead = width < 560 ? 104 : 128;
  const pitch = Math.min(150, (width - lead - EDGE) / q_len);
  // a whole number of pixels for each of eight numbers
  const strip = 8 * Math.floor(Math.min(56, pitch * 0.48) / 8);
  const levels = levelsIn(height);
  const { look, norm, feed, last, foot, out } = levels;

  /** Makes one item for each word, from the left edge of its strip. @template T @param {(i: number, x: number) => T} make */
  const lanes = (make) => upTo(q_len).map((i) => make(i, Math.round(lead + pitch * (i + 0.44) - strip / 2)));
  /** @type {(name: Name, i: number) => import("../../kit/ribbon.js").Row} */
  const row = (name, i) => ({ tensor: tensors[name], index: [0, i], strength: i === asks ? 1 : OTHERS });
  /** @type {(x: number, at: Level) => import("../../kit/place.js").Box} */
  const framed = (x, { y, height: high }) => ({ x: x - 5, y, width: strip + 10, height: high });

  /** @type {(name: Name, how: string, way: (x: number) => import("../../kit/ribbon.js").Station[]) => any[]} */
  const ribbons = (name, how, way) =>
    lanes((i, x) => ribbon(`${name}.${how}.${i}`, { ...row(name, i), way: way(x) }));
  /** @type {(name: Name, from: number, to: number) => any[]} */
  const rises = (name, from, to) =>
    ribbons(name, "rises", (x) => [from, to].map((y) => ({ x, y, width: strip })));
  /** The ways past a box, to where a row is added. @type {(name: Name, from: number, box: Level) => any[]} */
  const passes = (name, from, box) =>
    ribbons(name, "passes", (x) => {
      const begins = { x: x + strip / 2, y: from, width: strip / 2 };
      const beside = { x: x + strip + 7, y: box.y, width: 8 * Math.max(1, Math.round(pitch / 50)) };
      const ends = { x: x + strip / 2 + 4, y: box.y - GAP / 2 + 4, width: 8 };
      return [begins, { ...beside, y: box.y + box.height - 6 }, beside, ends];
    });
  /** @type {(name: Name, y: number) => any[]} */
  const strips = (name, y) =>
    lanes((i, x) => {
      const cells = [upTo(d_model).map((c) => [0, i, c])];
      const what = { id: `${name}.strip.${i}`, tensor: tensors[name], cells, width: strip / d_model };
      return placed(block(model, { ...what, ...SHADES }), x + strip / 2, y + STRIP / 2);
    });
  /** @type {(before: Level) => any[]} */
  const sums = ({ y }) =>
    lanes((i, x) => plus(`plus.${i}.${y}`, { ...row("sum", i), x: x + strip / 2, y: y - GAP / 2 }));
  /** @type {(from: Name, to: Name, at: Level, as: "dots" | "bars") => any[]} */
  const plots = (from, to, at, as) =>
    lanes((i, x) =>
      rowPlot(`${to}.plot.${i}`, { box: framed(x, at), from: row(from, i), to: row(to, i), as }),
    );

  /** A row of boxes that acts as one button. @type {(name: Box) => any[]} */
  const tiles = (name) => {
    const long = { ...look, x: lead - 2, width: width - lead - EDGE + 2 };
    const each = name === "look" ? [long] : lanes((_, x) => framed(x, levels[name]));
    const pressed = { label: w.open({ box: w.boxes[name] }), box: around(each) };
    return each.map((head, i) => {
      const strength = each.length > 1 && i !== asks ? OTHERS : 1;
      return tile(`open.${name}.${i || ""}`, head, { strength, opens: i ? undefined : pressed });
    });
  };
  /** Words at the left of a row of boxes. @type {(name: Box) => any[]} */
  const sides = (name) => {
    const middle = levels[name].y + levels[name].height / 2;
    const how = /** @type {const} */ ({ size: 12.5, align: "start", most: lead, initial: { opacity: 1 } });
    return [w.boxes[name], name === "look" ? w.mix : w.alone].map((text, k) => {
      const look = k ? { fill: "muted" } : { weight: 650, fill: "ink" };
      return textAt(`side.${name}.${k}`, EDGE, middle + 17 * (k - 0.5), { text, ...how, ...look });
    });
  };
  /** The weights of every head, in its part of each strip; over them, stronger, those of the word that is followed. */
  const crossing = ["value-tint", "value"].flatMap((fill, own) =>
    upTo(heads).map((h) => {
      const wide = strip / heads;
      /** @type {(y: number) => import("../../kit/place.js").Box[]} */
      const slots = (y) => lanes((_, x) => ({ x: x + h * wide, y, width: wide, height: 0 }));
      const indices = upTo(q_len).map((i) => upTo(q_len).map((j) => [0, h, i, j]));
      return links(`head.${h}.${fill}`, {
        ...{ from: slots(look.y + look.height), to: slots(look.y), tensor: tensors.weights, indices },
        ...{ unit: 0.75 * wide, written: 2, least: 0.02, solid: true, only: own ? asks : undefined },
        ...{ fills: [fill], label: w.crossing({ head: h + 1 }) },
      });
    }),
  );
  const names = lanes((i, x) => {
    const how = { weight: 600, size: pitch < 60 ? 12.5 : 13.5, most: pitch - 2 };
    const said = { text: nameOf(view, "query", i), fill: i === asks ? "ink" : "muted" };
    return textAt(`name.${i}`, x + strip / 2, height - WORDS / 2 - 2, { ...said, ...how });
  });
  const boxes = /** @type {Box[]} */ (Object.keys(opens));
  /** @type {any} */
  const rows = Object.fromEntries(boxes.map((name) => [name, tiles(name)]));
  return {
    ...{ facts: factsOf(model, parts, asks), names, tiles: rows, ground: panelIn({ width, height }) },
    setting: { standing: { ...rows, sides: boxes.flatMap(sides) } },
    shows: { opens: (/** @type {string} */ id) => opens[/** @type {Box} */ (id.split(".")[1])], whole: true },
    cards: cardsOf(model, parts, asks, { box, beside }),
    ...{ inputs: strips("x", foot), rise: rises("x", foot, look.y + look.height) },
    ...{ crossing, mixed: rises("mixed", look.y, norm.y + norm.height), outputs: strips("out", out) },
    ...{ beside: passes("x", foot, look), added: sums(look) },
    ...{ normed: plots("sum", "made", norm, "dots"), made: rises("made", norm.y, feed.y + feed.height) },
    ...{ hidden: plots("hidden", "left", feed, "bars"), fed: rises("fed", feed.y, last.y + last.height) },
    ...{ past: passes("made", norm.y, feed), summed: sums(feed) },
    ...{ finished: plots("again", "out", last, "dots"), out: rises("out", last.y, out + STRIP) },
  };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/** The heights of words, their rows and every box, from the bottom up. @param {number} height */
function levelsIn(height) {
  const foot = height - WORDS - 4 - STRIP;
  const rest = foot - EDGE - STRIP - 5 * GAP - 2 * NORM;
  let y = foot;
  const heights = [Math.round(rest * 0.56), NORM, Math.floor(rest * 0.44), NORM];
  const [look, norm, feed, last] = heights.map((height) => ({ y: (y -= GAP + height), height }));
  return { foot, look, norm, feed, last, out: y - GAP - STRIP };
}
