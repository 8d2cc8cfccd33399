/**
 * Handles that a reader drags in the picture. A mark with a `handle` names the cells of the problem that its position represents;
 * an element over it can be moved by mouse, finger and arrow keys. The element stays while the picture is redrawn.
 */
import { placeOf, withEntry } from "../../edit/tensors.js";
import { make } from "../dom.js";
import { watchDrag } from "../editing/drag.js";
import { createOverlay } from "./overlay.js";

/** @typedef {{ tensor: string, index: number[] }} Cell */
/** @typedef {{ cell: Cell, value: number, zero: number, unit: number, step: number, fine: number }} Axis
 *   a cell as a position; zero: px of 0; unit: px of 1 (below 0: upwards); step, fine: the steps of a drag or a key */
/** @typedef {{ name: string, label: string, text: string, at: { x: number, y: number }, axes: { x?: Axis, y?: Axis }, says: import("../stage.js").Target | null }} Handle
 *   name: the same in every scene; label, text: accessible name and value; at: its centre, px; axes: along which it moves; says:
 *   the cell that is announced after a change */
/**
 * @typedef {object} HandleActions the actions that the handles call
 * @property {import("../editing/editor.js").Editor} editor
 * @property {() => void} pause
 * @property {() => Record<string, any>} words all texts of a language
 * @property {(target: import("../stage.js").Target) => void} announce announces a changed cell
 */

// milliseconds without a change before it is announced
const QUIET = 500;

/** @type {Record<string, [number, number]>} right and up */
const KEYS = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] },
  ...{ PageUp: [0, 10], PageDown: [0, -10] },
};

/** Rounds to a multiple of the step, without floating-point residue. @param {number} value @param {number} step */
const onStep = (value, step) => Number((Math.round(value / step) * step).toPrecision(12)) + 0;

/** @param {Document} document @param {HandleActions} element */
export function createHandles(document, { editor, pause, words, announce }) {
  const settle = () => editor.history.settle();
  let width = 0;
  let announcement = 0;

  const overlay = createOverlay(document, {
    name: "handles",
    key: "handle",
    open: (/** @type {Handle} */ { name }) =>
      make(document, "div", {
        ...{ class: "handle", part: "drag", role: "slider", tabindex: "0" },
        onkeydown: (event) => key(event, name),
        // holding a key down makes one edit
        onkeyup: () => held.drag() || settle(),
        onblur: () => held.drag() || settle(),
      }),
    write(element, { axes, text }) {
      element.setAttribute("aria-valuenow", String((axes.x ?? axes.y)?.value));
      element.setAttribute("aria-valuetext", text);
    },
    close({ name }) {
      if (held.drag()?.name === name) held.finish("end");
    },
  });
  const { root, shown } = overlay;

  /**
   * Sets the cells of all its axes in one edit.
   * @param {Handle} handle @param {{ x: number, y: number }} values @param {unknown} sort of a continued edit
   */
  function set({ axes, says }, values, sort) {
    let problem = editor.problem;
    for (const name of /** @type {const} */ (["x", "y"])) {
      const axis = axes[name];
      const place = axis && placeOf(problem, axis.cell.tensor, axis.cell.index);
      if (place && values[name] !== axis.value) problem = withEntry(problem, place, values[name]);
    }
    if (problem === editor.problem) return;
    editor.edit(problem, sort);
    clearTimeout(announcement);
    if (says) announcement = Number(setTimeout(() => announce(says), QUIET));
  }

  /** The handle with the nearest centre, so that overlapping ones share their area. @param {PointerEvent} event */
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
    // the press would otherwise select text
    event.preventDefault();
    element.focus({ preventScroll: true });
    // the scale at the start of the drag, even if the picture is rescaled meanwhile
    const scale = root.getBoundingClientRect().width / (width || 1);
    /** @param {Axis | undefined} axis @param {number} px @param {boolean} fine */
    const along = (axis, px, fine) =>
      axis ? onStep(axis.value + px / scale / axis.unit, fine ? axis.fine : axis.step) : 0;
    const drag = {
      name,
      // the element stays while the picture is redrawn
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
      cancel: () => editor.cancel(drag),
    };
    return drag;
  }
  const held = watchDrag(root, pressed);

  /** @param {KeyboardEvent} event @param {string} name */
  function key(event, name) {
    const { item, element } = /** @type {{ item: Handle, element: HTMLElement }} */ (shown.get(name));
    if (!editor.key(event)) {
      const way = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
      if (!way) return;
      pause();
      // a handle on one axis takes all arrows, as any slider does
      const { x, y } = item.axes;
      const [right, up] = x && y ? way : [way[0] + way[1], way[0] + way[1]];
      const moved = (/** @type {Axis | undefined} */ axis, /** @type {number} */ by) => {
        if (!axis || by === 0) return axis?.value ?? 0;
        const size = event.shiftKey ? axis.fine : axis.step;
        return onStep(axis.value + by * size, size);
      };
      set(item, { x: moved(x, right), y: moved(y, up) }, element);
    }
    event.preventDefault();
  }

  return {
    root,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      overlay.update(frame);
      ({ width } = frame);
      if (shown.size === 0) return;
      const { handle: hint } = words().element;
      // Tab goes through them in the order of their names
      const order = [...shown].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [k, [, { element }]] of order.entries()) {
        if (element.title !== hint) element.title = hint;
        if (root.children[k] !== element) root.insertBefore(element, root.children[k]);
      }
    },

    /** Cancels pending announcements. */
    quiet() {
      clearTimeout(announcement);
    },
  };
}
