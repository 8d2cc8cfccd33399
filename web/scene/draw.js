/** How each kind of item looks in a given state: a table from kind to marks, each with the layer it lies in. */

import { formatNumber, shortest } from "./format.js";
import { LAYERS } from "./layout.js";
import { cellName } from "./model.js";
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
  const opacity = Math.max(shown, ghost);
  const labels = item.labels.map((/** @type {any} */ label, /** @type {number} */ k) =>
    textMark(item.id + "/label" + k, label, { opacity, fill: label.muted || shown < 0.5 ? "muted" : "text" }),
  );
  return [
    [item.layer, boxes],
    [LAYERS.label, labels],
  ];
}

const known = new WeakMap();

/** Texts, addresses and exact values of an item's cells; made once, when first shown. @param {any} item @param {any} model */
export function contents(item, model) {
  let made = known.get(item);
  if (!made) {
    const { tensor, indices } = item;
    const numbers = indices.map((/** @type {number[]} */ index) => model.value(tensor, index));
    made = {
      texts: numbers.map((/** @type {number} */ value) => formatNumber(value, model.format(tensor))),
      cells: indices.map((/** @type {number[]} */ index) => cellName(tensor, index)),
      values: numbers.map(shortest),
      marked: numbers.map(
        (/** @type {number} */ value) =>
          !Number.isFinite(value) && !(tensor.includes("_scores") && value === -Infinity),
      ),
    };
    known.set(item, made);
  }
  return made;
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
