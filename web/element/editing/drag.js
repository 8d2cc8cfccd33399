/** Recognizes drags: presses that move. Dragging sideways changes a number. */
import { stepped } from "../../edit/number.js";

/**
 * @typedef {object} Drag
 * @property {(event: PointerEvent) => void} [start] called when it has moved so far that it is no click
 * @property {(way: { x: number, y: number }, event: PointerEvent) => void} move px from the press
 * @property {() => void} [end]
 * @property {HTMLElement} [element] captures the pointer at once; the root does so at the first move when absent
 * @property {boolean} [moved]
 */
/** @typedef {{ value: number, step: number, start(): void, change(value: number): void, end(): void }} Adjustable a number that a drag changes */

// px that a finger may move in a tap
const TAPPED = 6;
const PIXELS_A_STEP = 10;

/**
 * @template {Drag} T
 * @param {HTMLElement} root
 * @param {(event: PointerEvent) => T | null} pressed what is under a press
 * @param {(way: { x: number, y: number }) => boolean} far whether it has moved far enough to be no click
 * @returns {{ drag: () => T | null, give(): void, dragged(): boolean }}
 *   drag: the present one; give: abandons it; dragged: whether the last click was the end of one
 */
export function watchDrag(root, pressed, far) {
  /** @type {T | null} */
  let drag = null;
  let [pointer, x, y, ended] = [0, 0, 0, false];
  root.addEventListener("pointerdown", (event) => {
    if (drag && event.pointerId !== pointer) return;
    ended = false;
    drag = event.button === 0 ? pressed(event) : null;
    [pointer, x, y] = [event.pointerId, event.clientX, event.clientY];
    drag?.element?.setPointerCapture?.(pointer);
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== pointer) return;
    // the button was released outside before the drag began
    if (event.pointerType === "mouse" && !(event.buttons & 1)) return drop(event);
    const way = { x: event.clientX - x, y: event.clientY - y };
    if (!drag.moved && !far(way)) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.start?.(event);
      // only once it moves, since the capturing element would get the click
      if (!drag.element) root.setPointerCapture?.(pointer);
    }
    drag.move(way, event);
  });
  const drop = (/** @type {PointerEvent} */ event) => {
    if (!drag || event.pointerId !== pointer) return;
    ended = Boolean(drag.moved);
    const { end } = drag;
    drag = null;
    if (ended) end?.();
  };
  root.addEventListener("pointerup", drop);
  root.addEventListener("pointercancel", drop);
  // a native drag of selected text would take over
  root.addEventListener("dragstart", (event) => drag && event.preventDefault());
  return {
    drag: () => drag,
    give: () => (drag = null),
    dragged() {
      const was = ended;
      ended = false;
      return was;
    },
  };
}

/**
 * @param {HTMLElement} root
 * @param {(event: PointerEvent) => Adjustable | null} pressed what is under a press
 * @returns {() => boolean} whether the last click was the end of a drag
 */
export function watchDrags(root, pressed) {
  const pressedNumber = (/** @type {PointerEvent} */ event) => {
    const adjusted = pressed(event);
    if (!adjusted || !Number.isFinite(adjusted.value)) return null;
    const { value, step, start, change, end } = adjusted;
    /** @type {Drag["move"]} */
    const move = ({ x }, { shiftKey }) =>
      change(stepped(value, step / (shiftKey ? 10 : 1), Math.round(x / PIXELS_A_STEP)));
    return { start, move, end };
  };
  return watchDrag(root, pressedNumber, ({ x }) => Math.abs(x) >= TAPPED).dragged;
}
