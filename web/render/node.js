/**
 * Converts marks to SVG nodes: a tag, its attributes, its text or children. svg.js writes them as text and dom.js patches them
 * into a page, so both show the same picture. `paint` turns roles into colours.
 */
import { cut, distance, length, points, toward } from "./polyline.js";

/**
 * @typedef {object} Run
 * @property {string} text
 * @property {number} [size]
 * @property {number} [dy] px below the baseline of the surrounding text
 * @property {number} [weight]
 * @property {"text" | "letter" | "math"} [family]
 * @property {boolean} [italic]
 * @property {string} [fill]
 * @property {string} [underline] a role
 */
/**
 * One mark of a frame. `type` determines which fields apply; lengths are in px, colours are roles.
 *
 * @typedef {object} Mark
 * @property {"rect" | "text" | "path" | "group" | "raster"} type
 * @property {string} id
 * @property {number} [opacity]
 * @property {string} [part]
 * @property {string} [label] its name for screen readers
 * @property {number} [x] @property {number} [y] @property {number} [width] @property {number} [height]
 * @property {number} [rx]
 * @property {string} [fill] @property {string} [stroke] @property {number} [strokeWidth] @property {string} [dash]
 * @property {string} [text] @property {number} [size] @property {number} [weight] @property {"start" | "middle" | "end"} [anchor]
 * @property {"text" | "letter" | "math"} [family] @property {boolean} [italic] @property {Run[]} [runs]
 * @property {boolean} [upright] of a text: reads from bottom to top @property {string} [means] @property {{ x: number, y: number, width: number, height: number }} [spot] of a word: the cells it stands for, and the box in which pointing hits it
 * @property {string} [cell] "weights:0,0,1,2" @property {string} [value] @property {boolean} [copy]
 * @property {{ x: number, y: number, width: number, height: number }} [box] the cell around a number
 * @property {{ tensor: string, index: (number | "r" | "c")[], rows: number, columns: number, from?: number, above?: number }} [grid] the cells
 *   of a rectangle of colours: index with "r" and "c" for row and column; above and from: the first row and the first column
 * @property {any} [handle] what dragging it means: see element/manipulation/handles.js
 * @property {string} [d] @property {string} [halo] @property {number} [draw] @property {number} [length] @property {boolean} [head]
 * @property {number} [scale] @property {Mark[]} [children]
 * @property {any} [map] @property {number} [rows] @property {string} [tensor] @property {number[]} [index] of a raster: the map, its
 *   visible rows and its tensor; a canvas draws it: element/manipulation/map-canvas.js
 * @property {{ query?: number, key?: number }} [belongs] the query or key it belongs to: pointing at one makes the others pale
 * @property {import("./cells.js").Curve} [curve] of a stream, where pointing hits it
 * @property {any} [control] the control it stands for: element/manipulation/inlay.js
 */
/** @typedef {{ width: number, height: number, marks: Mark[] }} Frame */
/** @typedef {{ fill: (role: string) => string, font: (family: "text" | "letter" | "math") => string }} Paint */
/** @typedef {{ key: string, tag: string, attributes: Record<string, string>, text?: string, children?: Node[] }} Node */

/** Writes a number. Three decimals are finer than any screen and keep snapshots the same everywhere. @param {number} value */
export function n(value) {
  return String(Math.round(value * 1000) / 1000 + 0);
}

/** @type {Record<Mark["type"], (mark: any, paint: Paint) => Node>} */
const draw = {
  rect(mark, paint) {
    const { x, y, width, height } = mark;
    const attributes = { x: n(x), y: n(y), width: n(width), height: n(height), ...painted(mark, paint) };
    return {
      key: mark.id,
      tag: "rect",
      attributes: mark.rx ? { ...attributes, rx: n(mark.rx) } : attributes,
    };
  },

  /** Reserves the place; a canvas draws the content. */
  raster(mark, paint) {
    return draw.rect({ ...mark, fill: "none" }, paint);
  },

  text(mark, paint) {
    /** @type {Record<string, string>} */
    const attributes = { x: n(mark.x), y: n(mark.y), ...lettering(mark, paint), fill: paint.fill(mark.fill) };
    if (mark.anchor && mark.anchor !== "start") attributes["text-anchor"] = mark.anchor;
    if (mark.upright) attributes.transform = `rotate(-90 ${n(mark.x)} ${n(mark.y)})`;
    if (mark.cell && !mark.copy) attributes["data-cell"] = mark.cell;
    if (mark.copy) attributes["data-copy"] = mark.cell ?? "";
    if (mark.value !== undefined) attributes["data-value"] = mark.value;
    if (mark.opacity !== undefined && mark.opacity !== 1) attributes.opacity = n(mark.opacity);
    if (!mark.runs) return { key: mark.id, tag: "text", attributes, text: mark.text };
    return { key: mark.id, tag: "text", attributes, children: spans(mark.runs, paint) };
  },

  path(mark, paint) {
    const straight = mark.head || (mark.draw ?? 1) < 1 ? points(mark.d) : null;
    if (!mark.halo && !mark.head) return { ...stroke(mark, paint, straight), key: mark.id };
    const parts = [];
    if (mark.halo)
      parts.push(stroke({ ...mark, stroke: mark.halo, strokeWidth: 7, dash: undefined }, paint, straight));
    parts.push(stroke(mark, paint, straight));
    if (mark.head && straight) parts.push(head(mark, paint, straight));
    parts.forEach((part, i) => (part.key = String(i)));
    return { key: mark.id, tag: "g", attributes: faded(mark), children: parts };
  },

  group(mark, paint) {
    const attributes = faded(mark);
    const { x = 0, y = 0, scale = 1 } = mark;
    const move = x || y ? `translate(${n(x)} ${n(y)})` : "";
    const size = scale !== 1 ? `scale(${n(scale)})` : "";
    if (move || size) attributes.transform = move && size ? `${move} ${size}` : move || size;
    return { key: mark.id, tag: "g", attributes, children: nodes(mark.children, paint) };
  },
};

/** @param {Mark[]} marks @param {Paint} paint @returns {Node[]} */
export function nodes(marks, paint) {
  return marks.map((mark) => node(mark, paint));
}

/** Converts one mark. @param {Mark} mark @param {Paint} paint @returns {Node} */
export function node(mark, paint) {
  const made = draw[mark.type](mark, paint);
  if (mark.part) made.attributes.part = mark.part;
  if (mark.label) Object.assign(made.attributes, { role: "img", "aria-label": mark.label });
  return made;
}

/** @param {Run[]} runs @param {Paint} paint @returns {Node[]} */
function spans(runs, paint) {
  let shift = 0;
  return runs.map((run, i) => {
    const attributes = lettering(run, paint);
    if (run.fill) attributes.fill = paint.fill(run.fill);
    // in SVG each dy adds to the one before; in a run it is relative to the baseline
    const dy = (run.dy ?? 0) - shift;
    if (dy) attributes.dy = n(dy);
    shift = run.dy ?? 0;
    const span = { key: String(i), tag: "tspan", attributes, text: run.text };
    if (!run.underline) return span;
    // an underline takes the fill of the span that declares it, so a span around the text sets its colour
    const line = { fill: paint.fill(run.underline), "text-decoration": "underline" };
    return { key: String(i), tag: "tspan", attributes: line, children: [span] };
  });
}

/** @param {Mark | Run} mark @param {Paint} paint */
function lettering(mark, paint) {
  /** @type {Record<string, string>} */
  const attributes = {};
  if (mark.size) attributes["font-size"] = n(mark.size);
  if (mark.weight) attributes["font-weight"] = String(mark.weight);
  if (mark.family && mark.family !== "text") attributes["font-family"] = paint.font(mark.family);
  if (mark.italic) attributes["font-style"] = "italic";
  return attributes;
}

/** @param {Mark} mark @param {Paint} paint */
function painted(mark, paint) {
  const attributes = faded(mark);
  attributes.fill = mark.fill ? paint.fill(mark.fill) : "none";
  if (mark.stroke && mark.stroke !== "none") {
    attributes.stroke = paint.fill(mark.stroke);
    attributes["stroke-width"] = n(mark.strokeWidth ?? 1);
    if (mark.dash) attributes["stroke-dasharray"] = mark.dash;
  }
  return attributes;
}

/** @param {Mark} mark @returns {Record<string, string>} */
function faded(mark) {
  return mark.opacity === undefined || mark.opacity === 1 ? {} : { opacity: n(mark.opacity) };
}

/** Returns a path up to the share that is drawn. @param {any} mark @param {Paint} paint @param {[number, number][] | null} straight @returns {Node} */
function stroke(mark, paint, straight) {
  const grown = mark.draw ?? 1;
  const attributes = painted(mark.halo || mark.head ? { ...mark, opacity: 1 } : mark, paint);
  if (attributes.stroke) attributes["stroke-linejoin"] = "round";
  if (straight) attributes.d = trace(mark.head ? shorten(cut(straight, grown)) : cut(straight, grown));
  else attributes.d = mark.d;
  if (!straight && grown < 1 && mark.length)
    attributes["stroke-dasharray"] = `${n(mark.length * grown)} ${n(mark.length)}`;
  return { key: "", tag: "path", attributes };
}

/** @param {[number, number][]} path */
function trace(path) {
  return path.map(([x, y], i) => `${i ? "L" : "M"}${n(x)} ${n(y)}`).join("");
}

const headLength = 8;

/** Ends a line inside its head, so that the square end does not blunt the tip. @param {[number, number][]} path @returns {[number, number][]} */
function shorten(path) {
  const [before, tip] = path.slice(-2);
  const last = distance(before, tip);
  if (last <= headLength) return length(path) <= headLength ? [path[0], path[0]] : path.slice(0, -1);
  return [...path.slice(0, -1), toward(before, tip, 1 - (headLength - 2) / last)];
}

/** Returns the head of an arrow: a triangle whose tip is the end of the path. @param {any} mark @param {Paint} paint @param {[number, number][]} straight @returns {Node} */
function head(mark, paint, straight) {
  const path = cut(straight, mark.draw ?? 1);
  const [[ax, ay], [x, y]] = path.slice(-2);
  const size = Math.min(headLength, length(path));
  const turn = Math.atan2(y - ay, x - ax);
  const corner = (/** @type {number} */ side) => {
    const along = -size;
    const across = side * size * 0.43;
    return `${n(x + along * Math.cos(turn) - across * Math.sin(turn))} ${n(y + along * Math.sin(turn) + across * Math.cos(turn))}`;
  };
  const d = `M${corner(-1)}L${n(x)} ${n(y)}L${corner(1)}Z`;
  return { key: "", tag: "path", attributes: { d, fill: paint.fill(mark.stroke) } };
}
