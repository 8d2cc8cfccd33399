/**
 * What a reader drags in the picture. A mark that carries a `handle` says which cells of the problem its place stands for; over it
 * lies an element that a mouse, a finger and the arrow keys can move. It stays where it is while the picture is drawn anew.
 */
import { placeOf, withEntry } from "../../edit/index.js";
import { make } from "../dom.js";
import { watchDrag } from "../editing/drag.js";
import { createOverlay } from "./overlay.js";

/** @typedef {{ tensor: string, index: number[] }} Cell */
/** @typedef {{ cell: Cell, value: number, zero: number, unit: number, step: number, fine: number }} Axis a cell by its place: px of
 *   0, px of 1 (below 0: upwards), and by how much a drag or a key changes it, coarse and fine */
/** @typedef {{ name: string, label: string, text: string, at: { x: number, y: number }, axes: { x: Axis, y: Axis }, says: import("../stage.js").Target | null }} Handle
 *   name: the same from scene to scene; label, text: what it is called and where it is, for who listens; at: its middle, px; says:
 *   what is told after a change */
/**
 * @typedef {object} Handled what the handles ask of the element
 * @property {import("../editing/editor.js").Editor} editor
 * @property {() => void} pause
 * @property {() => Record<string, any>} words all of a language's
 * @property {(target: import("../stage.js").Target) => void} tell says aloud what has become of it
 */

// a finger that taps moves a little
const DRAGGED = 3;
// who listens hears the end of a change, not every step of it, in milliseconds
const QUIET = 500;

/** @type {Record<string, [number, number]>} right and up */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** A number on the steps, without the digits that multiplying leaves. @param {number} value @param {number} step */
const onStep = (value, step) => Number((Math.round(value / step) * step).toPrecision(12)) + 0;

/** @param {Document} document @param {Handled} element */
export function createHandles(document, { editor, pause, words, tell }) {
  const settle = () => editor.history.settle();
  let width = 0;
  let told = 0;

  const overlay = createOverlay(document, {
    name: "handles",
    key: "handle",
    open: (/** @type {Handle} */ { name }) =>
      make(document, "div", {
        ...{ class: "handle", part: "drag", role: "slider", tabindex: "0" },
        onkeydown: (event) => key(event, name),
        // a key that is held down is one change
        onkeyup: () => held.drag() || settle(),
        onblur: () => held.drag() || settle(),
      }),
    write(element, { axes, text }) {
      element.setAttribute("aria-valuenow", String(axes.x.value));
      element.setAttribute("aria-valuetext", text);
    },
    close({ name }) {
      if (held.drag()?.name !== name) return;
      held.give();
      settle();
    },
  });
  const { root, shown } = overlay;

  /** Both cells at once. @param {Handle} handle @param {{ x: number, y: number }} values @param {unknown} sort of the change it belongs to */
  function set({ axes, says }, values, sort) {
    let problem = editor.problem;
    for (const name of /** @type {const} */ (["x", "y"])) {
      const { cell, value } = axes[name];
      const place = placeOf(problem, cell.tensor, cell.index);
      if (place && values[name] !== value) problem = withEntry(problem, place, values[name]);
    }
    if (problem === editor.problem) return;
    editor.edit(problem, sort);
    clearTimeout(told);
    if (says) told = Number(setTimeout(() => tell(says), QUIET));
  }

  /** The handle whose middle is nearest: where two are near one another, each keeps its half. @param {PointerEvent} event */
  function nearest({ clientX, clientY }) {
    const far = (/** @type {HTMLElement} */ element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    };
    const all = Array.from(shown.values(), (handle) => ({ ...handle, far: far(handle.element) }));
    return all.toSorted((a, b) => a.far - b.far).at(0);
  }

  /** @param {PointerEvent} event */
  function pressed(event) {
    const hit = nearest(event);
    if (!hit) return null;
    const { element, item } = hit;
    const { name, axes } = item;
    // the press would mark text
    event.preventDefault();
    element.focus({ preventScroll: true });
    // on the scale that the drag began on, even if the picture takes another
    const scale = root.getBoundingClientRect().width / (width || 1);
    const along = (/** @type {Axis} */ axis, /** @type {number} */ px, /** @type {boolean} */ fine) =>
      onStep(axis.value + px / scale / axis.unit, fine ? axis.fine : axis.step);
    const drag = {
      name,
      // it stays while the picture below it is drawn anew
      element,
      start() {
        pause();
        settle();
      },
      move(/** @type {{ x: number, y: number }} */ { x, y }, /** @type {PointerEvent} */ { shiftKey }) {
        const now = shown.get(name);
        if (now) set(now.item, { x: along(axes.x, x, shiftKey), y: along(axes.y, y, shiftKey) }, drag);
      },
      end: settle,
    };
    return drag;
  }
  const held = watchDrag(root, pressed, ({ x, y }) => Math.hypot(x, y) >= DRAGGED);

  /** @param {KeyboardEvent} event @param {string} name */
  function key(event, name) {
    const { item, element } = /** @type {{ item: Handle, element: HTMLElement }} */ (shown.get(name));
    if (event.key === "Escape" && held.drag()) {
      editor.cancel(held.drag());
      held.give();
    } else if (!editor.key(event)) {
      const way = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
      if (!way) return;
      pause();
      const moved = (/** @type {Axis} */ { value, step, fine }, /** @type {number} */ by) => {
        const size = event.shiftKey ? fine : step;
        return by === 0 ? value : onStep(value + by * size, size);
      };
      set(item, { x: moved(item.axes.x, way[0]), y: moved(item.axes.y, way[1]) }, element);
    }
    event.preventDefault();
  }

  return {
    root,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      overlay.update(frame);
      ({ width } = frame);
      const { handle: hint } = words().element;
      // they are walked in the order of their names, whichever lies on top
      const order = [...shown].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [k, [, { element }]] of order.entries()) {
        if (element.title !== hint) element.title = hint;
        if (root.children[k] !== element) root.insertBefore(element, root.children[k]);
      }
    },

    /** Nothing will be said any more. */
    quiet() {
      clearTimeout(told);
    },
  };
}
