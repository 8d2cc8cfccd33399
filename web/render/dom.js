/**
 * Renders frames as live SVG. Elements are kept by the ids of their marks, and unchanged attributes are not written: a beat
 * that moves two numbers touches two elements.
 */
import { cellAt, cellsIn } from "./cells.js";
import { n, node } from "./node.js";
import { property } from "./themes.js";

/** @typedef {import("./node.js").Mark} Mark */
/** @typedef {import("./node.js").Node} Node */
/** @typedef {import("./node.js").Frame} Frame */
/** @typedef {{ element: SVGElement, tag: string, attributes: Record<string, string>, text?: string, mark?: Mark, kept: Map<string, Entry> }} Entry */
/** @typedef {import("./cells.js").Cell} Cell */

const space = "http://www.w3.org/2000/svg";

const paint = {
  fill: (/** @type {string} */ role) => (role === "none" ? "none" : `var(${property(role)})`),
  font: (/** @type {string} */ family) => `var(--ap-font-${family})`,
};

/**
 * Creates an SVG element whose `update` shows a frame, with an overlay above it.
 * @param {Document} document
 * @returns {{ root: SVGSVGElement, update(frame: Frame, overlay?: Mark[]): void, cells(): Cell[], cellAt(x: number, y: number): Cell | null }}
 */
export function createPicture(document) {
  const root = /** @type {SVGSVGElement} */ (document.createElementNS(space, "svg"));
  const layer = (/** @type {string} */ name) => {
    const element = document.createElementNS(space, "g");
    element.setAttribute("class", name);
    root.append(element);
    return {
      element,
      marks: /** @type {Mark[]} */ ([]),
      kept: /** @type {Map<string, Entry>} */ (new Map()),
    };
  };
  const picture = layer("picture");
  const overlay = layer("overlay");
  let size = "";

  return {
    root,

    update(frame, over = []) {
      const next = `${n(frame.width)} ${n(frame.height)}`;
      if (next !== size) {
        size = next;
        root.setAttribute("viewBox", `0 0 ${size}`);
        root.setAttribute("width", n(frame.width));
        root.setAttribute("height", n(frame.height));
      }
      for (const [target, marks] of /** @type {const} */ ([
        [picture, frame.marks],
        [overlay, over],
      ])) {
        patchMarks(document, target, marks);
        target.marks = marks;
      }
    },

    cells: () => cellsIn(picture.marks),

    cellAt: (x, y) => cellAt(picture.marks, x, y),
  };
}

/**
 * Updates the marks of a layer. Usually few change and fewer come or go, so marks with the same neighbours as before are only
 * compared as objects.
 * @param {Document} document @param {{ element: Element, marks: Mark[], kept: Map<string, Entry> }} layer marks: those before @param {Mark[]} marks
 */
function patchMarks(document, { element: parent, marks: former, kept }, marks) {
  if (marks === former) return;
  const shift = former.length - marks.length;
  const most = Math.min(former.length, marks.length);
  let begin = 0;
  while (begin < most && former[begin].id === marks[begin].id) begin++;
  let end = marks.length;
  while (end > begin && end + shift > begin && former[end + shift - 1].id === marks[end - 1].id) end--;
  const come = new Set(marks.slice(begin, end).map(({ id }) => id));
  for (const { id } of former.slice(begin, end + shift)) if (!come.has(id)) drop(kept, id);
  for (let k = 0; k < marks.length; k++) {
    const mark = marks[k];
    const was = k < begin ? former[k] : k < end ? null : former[k + shift];
    if (mark === was) continue;
    const known = kept.get(mark.id);
    let entry = known;
    // a scene returns the same object for a mark at rest; a new scene returns an equal one
    if (!entry?.mark || (entry.mark !== mark && !looksLike(mark, entry.mark))) {
      entry = patch(document, node(mark, paint), entry);
      kept.set(mark.id, entry);
    }
    entry.mark = mark;
    if (was && entry === known) continue;
    place(parent, entry.element, (k > 0 && kept.get(marks[k - 1].id)?.element) || null);
  }
}

/** @param {Map<string, Entry>} kept @param {string} id */
function drop(kept, id) {
  kept.get(id)?.element.remove();
  kept.delete(id);
}

const UNDRAWN = new Set(["box", "grid", "handle", "map", "rows", "index", "control", "belongs", "curve"]);

/** Reports whether two marks look the same. Fields that only serve pointing and dragging do not count. @param {Record<string, any>} mark @param {Record<string, any>} other */
function looksLike(mark, other) {
  for (const key in mark) if (mark[key] !== other[key] && !UNDRAWN.has(key)) return false;
  for (const key in other) if (!(key in mark)) return false;
  return true;
}

/** Puts an element after `last`. Paint order is document order; an element in the right place is not moved. @param {Element} parent @param {SVGElement} element @param {SVGElement | null} last */
function place(parent, element, last) {
  const here = last ? last.nextSibling : parent.firstChild;
  if (here !== element) parent.insertBefore(element, here);
  return element;
}

/** @param {Document} document @param {Node} node @param {Entry} [entry] @returns {Entry} */
function patch(document, { tag, attributes, text, children }, entry) {
  if (!entry || entry.tag !== tag) {
    entry?.element.remove();
    const element = /** @type {SVGElement} */ (document.createElementNS(space, tag));
    // single numbers mean nothing when read aloud; screen readers get labels, the caption and the tables
    if (tag === "text" && !attributes["aria-label"]) element.setAttribute("aria-hidden", "true");
    entry = { element, tag, attributes: {}, kept: new Map() };
  }
  const { element } = entry;
  for (const name in attributes) {
    if (entry.attributes[name] !== attributes[name]) element.setAttribute(name, attributes[name]);
  }
  for (const name in entry.attributes) if (!(name in attributes)) element.removeAttribute(name);
  entry.attributes = attributes;
  if (children) {
    if (entry.text !== undefined) element.textContent = "";
    patchNodes(document, element, children, entry.kept);
  } else if (text !== entry.text) {
    entry.kept.clear();
    element.textContent = text ?? "";
  }
  entry.text = text;
  return entry;
}

/** @param {Document} document @param {Element} parent @param {Node[]} children @param {Map<string, Entry>} kept */
function patchNodes(document, parent, children, kept) {
  sweep(
    kept,
    children.map((child) => child.key),
  );
  /** @type {SVGElement | null} */
  let last = null;
  for (const child of children) {
    const entry = patch(document, child, kept.get(child.key));
    kept.set(child.key, entry);
    last = place(parent, entry.element, last);
  }
}

/** Removes the entries whose ids are gone. @param {Map<string, Entry>} kept @param {string[]} ids */
function sweep(kept, ids) {
  // usually none is
  if (ids.reduce((there, id) => there + Number(kept.has(id)), 0) === kept.size) return;
  const seen = new Set(ids);
  for (const id of kept.keys()) if (!seen.has(id)) drop(kept, id);
}
