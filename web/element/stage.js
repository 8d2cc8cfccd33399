/** The picture, and the cell at which the pointer or the keyboard points. */
import { createPicture } from "../render/dom.js";
import { make } from "./dom.js";
import { viewOf } from "./window.js";

/** @typedef {import("../render/node.js").Frame} Frame */
/** @typedef {import("../render/node.js").Mark} Mark */
/** @typedef {import("../render/dom.js").Cell} Cell */
/** @typedef {ReturnType<typeof createStage>} Stage */
/** @typedef {{ tensor: string, index?: (number | null)[], map?: boolean }} Target one cell; a row or a column where an index is null; the whole tensor without an index;
 *   map: a point of a large map */

/**
 * @param {Document} document
 * @param {{ overlay(target: Target): Mark[], lit?(frame: Frame, target: Target): Frame,
 *   pointed(target: Target | null, spoken: boolean): void, mapped?(x: number, y: number): Target | null }} scene
 *   overlay: the marks that highlight a target; lit: the frame with everything faded that does not belong to a target; pointed: called
 *   with the target, and whether to announce it; mapped: the cell of a large map at a point
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
  /** @type {Target | null} what the page highlights, until it says otherwise or the reader locks a cell */
  let ringed = null;
  let drawn = "";

  const target = () => hovered ?? ringed ?? locked;
  const redraw = () => {
    const now = target();
    const shown = (now && scene.lit?.(frame, now)) ?? frame;
    root.classList.toggle("pointing", shown !== frame);
    picture.update(shown, now ? scene.overlay(now) : []);
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
    // handles lie over the numbers
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
    // a click has integer coordinates, too coarse for a map, so there the hovered cell counts
    const cell = hovered?.map ? hovered : under(event);
    locked = cell && !same(cell, locked) ? cell : null;
    ringed = null;
    if (!locked) hovered = null;
    pointed(true);
  });

  return {
    root,
    picture,
    under,

    /** The box of a cell, in px from the stage's corner; null if it is not visible. @param {Target} at */
    boxOf(at) {
      const cell = picture.cells().find((other) => same(other, at));
      if (!cell) return null;
      const [inner, outer] = [picture.root, root].map((element) => element.getBoundingClientRect());
      // in full screen, everything is enlarged
      const zoom = outer.width / (root.offsetWidth || 1) || 1;
      const scale = inner.width / zoom / (frame.width || 1);
      const [x, y] = [inner.left - outer.left, inner.top - outer.top].map((from) => from / zoom);
      return {
        ...{ x: x + cell.x * scale, y: y + cell.y * scale },
        ...{ width: cell.width * scale, height: cell.height * scale },
      };
    },

    /**
     * The neighbour of a cell in the picture; null if there is none.
     * @param {Target} at @param {string} key an arrow @returns {Cell | null}
     */
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

    /** Highlights what a symbol or a word of the caption points at. @param {Target | null} at @param {boolean} [spoken] */
    hover(at, spoken = false) {
      hovered = at;
      pointed(spoken);
    },

    /** @param {Target | null} at */
    ring(at) {
      hovered = null;
      ringed = at;
      pointed(false);
    },

    /** Fades out a copy of the picture, over the next one. */
    clear() {
      // without a window the animation would never end, and would keep the element in memory
      if (!root.animate || !viewOf(root)) return;
      const copy = /** @type {SVGElement} */ (picture.root.cloneNode(true));
      for (const name of ["data-cell", "data-value", "part"])
        for (const element of copy.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
      copy.setAttribute("class", "past");
      copy.setAttribute("aria-hidden", "true");
      root.append(copy);
      const animation = copy.animate({ opacity: [0.8, 0] }, 240);
      animation.onfinish = animation.oncancel = () => copy.remove();
    },

    /** @param {Target | null} at */
    lock(at) {
      locked = at;
      hovered = ringed = null;
      pointed(true);
    },

    get locked() {
      return locked;
    },

    /** What is pointed at, or locked. */
    get target() {
      return target();
    },

    /**
     * Moves the lock to the neighbour of the locked cell, or locks the first cell.
     * @param {string} [key] @returns {boolean} whether there is a cell
     */
    move(key) {
      const cells = picture.cells();
      const from = cells.find((cell) => locked && same(cell, locked));
      const next = from && key ? neighbour(cells, from, key) : cells[0];
      if (next) this.lock({ tensor: next.tensor, index: next.index });
      return cells.length > 0;
    },

    /** Restores the highlight after a new scene, if its cell is still there. @param {boolean} [spoken] */
    refresh(spoken = false) {
      drawn = "";
      pointed(spoken);
    },
  };
}

/** @param {Target} a @param {Target | null} b */
function same(a, b) {
  return b !== null && a.tensor === b.tensor && String(a.index) === String(b.index);
}

/** @type {Record<string, [number, number]>} */
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest cell in a direction; sideways distance counts three times. @param {Cell[]} cells @param {Cell} from @param {string} key */
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
