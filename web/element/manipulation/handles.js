/**
 * What a reader drags in the picture. A mark that carries a `handle` says which cells of the problem its place stands for; over it
 * lies an element that a mouse, a finger and the arrow keys can move. It stays where it is while the picture is drawn anew.
 */
import { make } from "../dom.js";
import { placeOf, withEntry } from "../../edit/index.js";

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
 * @property {() => Record<string, any>} words the element's
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
  const root = make(document, "div", { class: "handles" });
  /** @type {Map<string, { element: HTMLElement, handle: Handle, drawn: string }>} */
  const shown = new Map();
  /** @type {{ name: string, pointer: number, from: [number, number], axes: Handle["axes"], scale: number, moved: boolean } | null} */
  let drag = null;
  let width = 0;
  let told = 0;

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
    let best = null;
    let least = Infinity;
    for (const { element, handle } of shown.values()) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const far = Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
      if (far < least) [best, least] = [{ element, handle }, far];
    }
    return best;
  }

  root.addEventListener("pointerdown", (event) => {
    const hit = event.button === 0 && !drag ? nearest(event) : null;
    if (!hit) return;
    const { name, axes } = hit.handle;
    // the press would mark text
    event.preventDefault();
    hit.element.focus({ preventScroll: true });
    const scale = root.getBoundingClientRect().width / (width || 1);
    drag = {
      name,
      pointer: event.pointerId,
      from: [event.clientX, event.clientY],
      axes,
      scale,
      moved: false,
    };
    // it stays while the picture below it is drawn anew
    hit.element.setPointerCapture?.(event.pointerId);
  });
  root.addEventListener("pointermove", (event) => {
    const own = drag && shown.get(drag.name);
    if (!drag || !own || event.pointerId !== drag.pointer) return;
    const [x, y] = [event.clientX - drag.from[0], event.clientY - drag.from[1]];
    if (!drag.moved && Math.hypot(x, y) < DRAGGED) return;
    if (!drag.moved) {
      drag.moved = true;
      pause();
      editor.history.settle();
    }
    // on the scale that the drag began on, even if the picture takes another
    const { axes, scale } = drag;
    const along = (/** @type {Axis} */ axis, /** @type {number} */ px) =>
      onStep(axis.value + px / scale / axis.unit, event.shiftKey ? axis.fine : axis.step);
    set(own.handle, { x: along(axes.x, x), y: along(axes.y, y) }, drag);
  });
  function end() {
    drag = null;
    editor.history.settle();
  }
  const drop = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === drag?.pointer) end();
  };
  root.addEventListener("pointerup", drop);
  root.addEventListener("pointercancel", drop);
  // it was no click on the number that may lie below
  root.addEventListener("click", (event) => event.stopPropagation());

  /** @param {KeyboardEvent} event @param {string} name */
  function key(event, name) {
    const { handle } = /** @type {{ handle: Handle }} */ (shown.get(name));
    if (event.key === "Escape" && drag) {
      editor.cancel(drag);
      drag = null;
    } else if (!editor.key(event)) {
      const way = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
      if (!way) return;
      pause();
      const moved = (/** @type {Axis} */ { value, step, fine }, /** @type {number} */ by) => {
        const own = event.shiftKey ? fine : step;
        return by === 0 ? value : onStep(value + by * own, own);
      };
      set(
        handle,
        { x: moved(handle.axes.x, way[0]), y: moved(handle.axes.y, way[1]) },
        shown.get(name)?.element,
      );
    }
    event.preventDefault();
  }

  /** @param {Handle} handle */
  function open({ name }) {
    const element = make(document, "div", { class: "handle", part: "drag", role: "slider", tabindex: "0" });
    element.addEventListener("keydown", (event) => key(event, name));
    // a key that is held down is one change
    for (const type of ["keyup", "blur"])
      element.addEventListener(type, () => drag || editor.history.settle());
    return element;
  }

  return {
    root,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      const handles = frame.marks.flatMap((mark) =>
        mark.handle && (mark.opacity ?? 1) > 0.5 ? [mark.handle] : [],
      );
      if (handles.length === 0 && shown.size === 0) return;
      if (width !== frame.width) root.style.width = `${(width = frame.width)}px`;
      const names = new Set(handles.map(({ name }) => name));
      for (const [name, { element }] of shown)
        if (!names.has(name)) {
          if (drag?.name === name) end();
          shown.delete(name);
          element.remove();
        }
      for (const handle of handles) {
        const { name, label, text, at, axes } = handle;
        const own = shown.get(name) ?? { element: open(handle), handle, drawn: "" };
        own.handle = handle;
        shown.set(name, own);
        const hint = words().handle;
        const drawn = [label, text, at.x, at.y, frame.width, frame.height, hint].join("|");
        if (own.drawn === drawn) continue;
        own.drawn = drawn;
        const { element } = own;
        element.style.left = `${(100 * at.x) / frame.width}%`;
        element.style.top = `${(100 * at.y) / frame.height}%`;
        element.title = hint;
        element.setAttribute("aria-label", label);
        element.setAttribute("aria-valuenow", String(axes.x.value));
        element.setAttribute("aria-valuetext", text);
      }
      // they are walked in the order of their names, whichever lies on top
      const order = [...shown].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { element }]) => element);
      order.forEach(
        (element, k) => root.children[k] === element || root.insertBefore(element, root.children[k] ?? null),
      );
    },

    /** Nothing will be said any more. */
    quiet() {
      clearTimeout(told);
    },
  };
}
