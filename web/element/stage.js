/** The picture, and what a pointer or the keyboard points at in it. */
import { createPicture } from "../render/dom.js";
import { make } from "./dom.js";
import { viewOf } from "./window.js";

/** @typedef {import("../render/node.js").Frame} Frame */
/** @typedef {import("../render/node.js").Mark} Mark */
/** @typedef {import("../render/dom.js").Cell} Cell */
/** @typedef {ReturnType<typeof createStage>} Stage */
/** @typedef {{ tensor: string, index?: (number | null)[], map?: boolean }} Target one cell; a row or a column where null leaves the index open; without one the
 *   whole tensor; map: a point of a large map */

/**
 * @param {Document} document
 * @param {{ overlay(target: Target): Mark[], pointed(target: Target | null, spoken: boolean): void, mapped?(x: number, y: number): Target | null }} scene
 *   `overlay` draws rings and chip; `pointed` hears what is pointed at, and whether to say it aloud; `mapped`: the cell of a large map
 */
export function createStage(document, scene) {
  const picture = createPicture(document);
  picture.root.setAttribute("part", "picture");
  picture.root.setAttribute("role", "group");
  const look = { class: "stage", part: "stage", tabindex: "0", role: "group" };
  const root = make(document, "div", look, picture.root);

  /** @type {Frame} */
  let frame = { width: 0, height: 0, marks: [] };
  /** @type {Target | null} */
  let hovered = null;
  /** @type {Target | null} */
  let locked = null;
  let drawn = "";

  const target = () => hovered ?? locked;
  const redraw = () => {
    const now = target();
    picture.update(frame, now ? scene.overlay(now) : []);
  };
  const pointed = (/** @type {boolean} */ spoken) => {
    const now = target();
    const name = now ? `${now.tensor}:${now.index ?? ""}${now.map ? " in its map" : ""}` : "";
    if (name !== drawn) redraw();
    if (name !== drawn || spoken) scene.pointed(now, spoken);
    drawn = name;
  };

  /** @param {MouseEvent} event */
  const under = (event) => {
    // what is dragged lies over the numbers
    if (/** @type {Element} */ (event.target).closest?.(".handle")) return null;
    const box = picture.root.getBoundingClientRect();
    const scale = frame.width / (box.width || 1);
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const cell = picture.cellAt(x, y);
    return cell ? { tensor: cell.tensor, index: cell.index } : (scene.mapped?.(x, y) ?? null);
  };
  root.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    hovered = under(event);
    root.style.cursor = hovered ? "pointer" : "";
    pointed(false);
  });
  root.addEventListener("pointerleave", () => {
    hovered = null;
    pointed(false);
  });
  root.addEventListener("click", (event) => {
    // of a map what is shown: a click says where it is in whole px alone
    const cell = hovered?.map ? hovered : under(event);
    locked = cell && !same(cell, locked) ? cell : null;
    if (!locked) hovered = null;
    pointed(true);
  });

  return {
    root,
    picture,
    under,

    /** Where a cell stands, px from the stage's corner; null where it is not to be seen. @param {Target} at */
    boxOf(at) {
      const cell = picture.cells().find((one) => same(one, at));
      if (!cell) return null;
      const [own, stage] = [picture.root, root].map((element) => element.getBoundingClientRect());
      const scale = own.width / (frame.width || 1);
      const [x, y] = [own.left - stage.left + cell.x * scale, own.top - stage.top + cell.y * scale];
      return { x, y, width: cell.width * scale, height: cell.height * scale };
    },

    /** The neighbour of a cell on the picture. @param {Target} at @param {string} key an arrow @returns {Cell | null} */
    beside(at, key) {
      const cells = picture.cells();
      const from = cells.find((cell) => same(cell, at));
      const next = from && neighbour(cells, from, key);
      return next && next !== from ? next : null;
    },

    /** @param {Frame} next */
    update(next) {
      frame = next;
      redraw();
    },

    /** Something outside the picture points at a matrix or a cell: a symbol, a word of the caption. @param {Target | null} at @param {boolean} [spoken] */
    hover(at, spoken = false) {
      hovered = at;
      pointed(spoken);
    },

    /** What stands there goes, over what comes next. */
    clear() {
      // in a document without a window the animation would never end, and hold the element for ever
      if (!root.animate || !viewOf(root)) return;
      const past = /** @type {SVGElement} */ (picture.root.cloneNode(true));
      for (const name of ["data-cell", "data-value", "part"])
        for (const element of past.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
      past.setAttribute("class", "past");
      past.setAttribute("aria-hidden", "true");
      root.append(past);
      const going = past.animate({ opacity: [0.8, 0] }, 240);
      going.onfinish = going.oncancel = () => past.remove();
    },

    /** @param {Target | null} at */
    lock(at) {
      locked = at;
      hovered = null;
      pointed(true);
    },

    get locked() {
      return locked;
    },

    /** Moves the locked cell to its neighbour on the picture; the first cell when there is none. @param {string} [key] @returns {boolean} whether there is a cell */
    move(key) {
      const cells = picture.cells();
      const from = cells.find((cell) => locked && same(cell, locked));
      const next = from && key ? neighbour(cells, from, key) : cells[0];
      if (next) this.lock({ tensor: next.tensor, index: next.index });
      return cells.length > 0;
    },

    /** After a new scene the same cell stays marked, if it is still there. */
    refresh() {
      drawn = "";
      pointed(false);
    },
  };
}

/** @param {Target} a @param {Target | null} b */
function same(a, b) {
  return b !== null && a.tensor === b.tensor && String(a.index) === String(b.index);
}

/** @type {Record<string, [number, number]>} */
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest cell in a direction: what lies straight ahead before what lies aside. @param {Cell[]} cells @param {Cell} from @param {string} key */
function neighbour(cells, from, key) {
  const [right, down] = directions[key];
  let best = from;
  let least = Infinity;
  for (const cell of cells) {
    const dx = cell.x + cell.width / 2 - from.x - from.width / 2;
    const dy = cell.y + cell.height / 2 - from.y - from.height / 2;
    const ahead = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    if (ahead < 1 || aside > 2 * ahead) continue;
    if (ahead + 3 * aside < least) [best, least] = [cell, ahead + 3 * aside];
  }
  return best;
}
