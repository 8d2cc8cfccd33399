/** How each kind of item looks in a given state: a table from kind to marks, each with the layer it lies in. */

import { contents } from "./contents.js";
import { LAYERS } from "./layout.js";
import { arrowMark, ghostMarks, haloMark, pillMarks, stripMarks, textMark } from "./parts.js";
import { drawCard, drawFlight } from "./draw-card.js";

/** @typedef {import("./parts.js").Mark} Mark */
/** @typedef {(item: any, get: (property: string) => number, model: any) => [number, Mark[]][]} Draw */

/** @type {Record<string, Draw>} */
const KINDS = { ground, strip, arrow, word, pill, strike, flight: drawFlight, card: drawCard };

/** @type {Draw} */
export function draw(item, get, model) {
  if (!item.draw) return KINDS[item.kind](item, get, model);
  // a story may bring items that draw themselves: layers of marks, or plain marks
  const made = item.draw(get, model);
  return made.length && !Array.isArray(made[0]) ? [[item.layer ?? LAYERS.box, made]] : made;
}

/** @type {Draw} */
function ground({ id, layer, x, y, width, height, rx, fill }) {
  return [[layer, [{ type: "rect", id, x, y, width, height, rx, fill, part: id.split(".")[0] }]]];
}

/** @type {Draw} */
function strip(item, get, model) {
  const shown = get("shown");
  const ghost = get("ghost") * (1 - shown);
  if (shown <= 0 && ghost <= 0) return [];
  if (shown === 1 && get("numbers") === 1 && !item.pill) return standing(item, model);
  if (shown === 0 && ghost === 1) return foretold(item);
  /** @type {Mark[]} */
  const boxes = [];
  if (ghost > 0) boxes.push(...ghostMarks(item.id, item.strip, ghost));
  if (shown > 0) {
    const cells = contents(item, model);
    boxes.push(
      ...(item.pill
        ? pillStrip(item, get, cells, shown)
        : stripMarks(item.id, item.strip, { ...cells, opacity: shown, numbers: get("numbers") })),
    );
  }
  return [
    [item.layer, boxes],
    [LAYERS.label, labelMarks(item, shown, ghost)],
  ];
}

/** A strip with all its numbers, at rest: the same marks each time. @param {any} item @param {any} model @returns {[number, Mark[]][]} */
function standing(item, model) {
  const cells = contents(item, model);
  cells.marks ??= [
    [item.layer, stripMarks(item.id, item.strip, cells)],
    [LAYERS.label, labelMarks(item, 1, 0)],
  ];
  return cells.marks;
}

const ghosts = new WeakMap();

/** A ghost at rest. @param {any} item @returns {[number, Mark[]][]} */
function foretold(item) {
  let marks = ghosts.get(item);
  if (!marks)
    ghosts.set(
      item,
      (marks = [
        [item.layer, ghostMarks(item.id, item.strip, 1)],
        [LAYERS.label, labelMarks(item, 0, 1)],
      ]),
    );
  return marks;
}

/** @param {any} item @param {number} shown @param {number} ghost @returns {Mark[]} */
function labelMarks(item, shown, ghost) {
  const opacity = Math.max(shown, ghost);
  return item.labels.map((/** @type {any} */ label, /** @type {number} */ k) =>
    textMark(item.id + "/label" + k, label, { opacity, fill: label.muted || shown < 0.5 ? "muted" : "text" }),
  );
}

/** A strip folded into a pill of text. @param {any} item @param {(property: string) => number} get @param {any} cells @param {number} opacity @returns {Mark[]} */
function pillStrip(item, get, cells, opacity) {
  const { id, strip: s, pill: box } = item;
  const folded = get("folded");
  const place = { type: "rect", ...box, rx: Math.min(13, box.height / 2), opacity };
  const marks = [{ ...place, id: id + "/edge", fill: "none", stroke: s.role, strokeWidth: 2, part: "cell" }];
  if (folded < 1)
    marks.unshift({
      ...place,
      id: id + "/fill",
      fill: s.role + "-tint",
      stroke: "none",
      strokeWidth: 0,
      part: "cell",
      opacity: opacity * (1 - folded),
    });
  const numbers = stripMarks(id, { ...s, role: "parameter" }, { ...cells, opacity, numbers: get("numbers") });
  return [...marks, ...numbers.filter(({ type }) => type === "text")];
}

/** @type {Draw} */
function arrow(item, get) {
  const opacity = get("shown");
  const grown = get("draw");
  if (opacity <= 0 || grown <= 0) return [];
  const now = get("now") >= 0.5;
  if (opacity === 1 && grown === 1) return grownArrow(item, now);
  return arrowMarks(item, now, grown, opacity);
}

const arrows = new WeakMap();

/** An arrow at rest: the same marks each time. @param {any} item @param {boolean} now @returns {[number, Mark[]][]} */
function grownArrow(item, now) {
  let made = arrows.get(item);
  if (!made) arrows.set(item, (made = {}));
  return (made[now ? "now" : "past"] ??= arrowMarks(item, now, 1, 1));
}

/** @param {any} item @param {boolean} now @param {number} grown @param {number} opacity @returns {[number, Mark[]][]} */
function arrowMarks(item, now, grown, opacity) {
  const halos =
    grown < 1
      ? []
      : (item.halo ?? []).map((/** @type {number[]} */ at, /** @type {number} */ k) =>
          haloMark(item.id + "/halo" + k, at, item.ground, item.upright ?? true),
        );
  return [
    [now ? LAYERS.now : LAYERS.past, [...halos, arrowMark(item.id, item, { now, draw: grown, opacity })]],
  ];
}

/** @type {Draw} */
function word(item, get) {
  const opacity = get("shown");
  if (opacity <= 0) return [];
  return [[item.layer, [textMark(item.id, item, { opacity, fill: get("active") >= 0.5 ? "ink" : "muted" })]]];
}

/** @type {Draw} */
function pill(item, get) {
  const opacity = get("shown");
  return opacity > 0 ? [[item.layer, pillMarks(item.id, item, { dashed: item.dashed, opacity })]] : [];
}

/** A cell struck out. @type {Draw} */
function strike({ id, box: { x, y, width, height } }, get) {
  const grown = get("draw");
  const opacity = get("shown");
  if (grown <= 0 || opacity <= 0) return [];
  const end = { x2: x + 5 + (width - 10) * grown, y2: y + height - 5 - (height - 10) * grown };
  return [
    [
      LAYERS.label,
      [
        {
          type: "line",
          id,
          x1: x + 5,
          y1: y + height - 5,
          ...end,
          stroke: "on-role",
          strokeWidth: 2,
          opacity,
        },
      ],
    ],
  ];
}
