/** What a press becomes that moves: a drag. Sideways it turns a number. */
import { stepped } from "../../edit/index.js";

/**
 * @typedef {object} Drag what a press may become
 * @property {(event: PointerEvent) => void} [start] it moves: it is no click any more
 * @property {(way: { x: number, y: number }, event: PointerEvent) => void} move px from the press
 * @property {() => void} [end]
 * @property {HTMLElement} [element] what lies over others and is dragged from the first px on; the root when absent
 * @property {boolean} [moved]
 */
/** @typedef {{ value: number, step: number, start(): void, turn(value: number): void, end(): void }} Turned what a press may turn: start and end are of a drag, not of a click */

// a finger that taps moves a little
const TAPPED = 6;
const PIXELS_A_STEP = 10;

/**
 * @template {Drag} T
 * @param {HTMLElement} root
 * @param {(event: PointerEvent) => T | null} pressed what stands under a press
 * @param {(way: { x: number, y: number }) => boolean} far whether it has moved, and is no click
 * @returns {{ drag: () => T | null, give(): void, dragged(): boolean }} the drag under way; gives it up; whether the click that has
 *   just come was the end of one
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
    // let go of outside, before it had moved
    if (event.pointerType === "mouse" && !(event.buttons & 1)) return drop(event);
    const way = { x: event.clientX - x, y: event.clientY - y };
    if (!drag.moved && !far(way)) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.start?.(event);
      // not before it moves: a click would go to what captures it
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
  // text that is marked would be dragged away
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
 * @param {(event: PointerEvent) => Turned | null} pressed what stands under a press
 * @returns {() => boolean} whether the click that has just come was the end of a drag
 */
export function watchDrags(root, pressed) {
  const turning = (/** @type {PointerEvent} */ event) => {
    const turned = pressed(event);
    if (!turned || !Number.isFinite(turned.value)) return null;
    const { value, step, start, turn, end } = turned;
    /** @type {Drag["move"]} */
    const move = ({ x }, { shiftKey }) =>
      turn(stepped(value, step / (shiftKey ? 10 : 1), Math.round(x / PIXELS_A_STEP)));
    return { start, move, end };
  };
  return watchDrag(root, turning, ({ x }) => Math.abs(x) >= TAPPED).dragged;
}
