/** Recognizes drags: presses that move. Dragging sideways changes a number. */
import { stepped } from "../../edit/number.js";

/**
 * @typedef {object} Drag
 * @property {(event: PointerEvent) => void} [start] called when it has moved so far that it is no click
 * @property {(way: { x: number, y: number }, event: PointerEvent) => void} move px from the press
 * @property {() => void} [end]
 * @property {() => void} [cancel] reverts it, after Escape or where the browser begins to scroll or to zoom instead
 * @property {HTMLElement} [element] captures the pointer at once; the root does so at the first move when absent
 * @property {boolean} [moved]
 */
/** @typedef {{ value: number, step: number, start(): void, change(value: number): void, end?(): void, cancel(): void }} Adjustable a number that a drag changes */

// px that a mouse may move in a click, and a finger in a tap
const [CLICKED, TAPPED] = [3, 6];
const PIXELS_A_STEP = 10;

/**
 * @template {Drag} T
 * @param {HTMLElement} root has the focus during a drag, or holds what has it
 * @param {(event: PointerEvent) => T | null} pressed what is under a press
 * @param {(way: { x: number, y: number }) => boolean} [far] whether it has moved far enough to be no click
 * @returns {{ drag: () => T | null, finish(how: "end" | "cancel"): void, dragged(): boolean }}
 *   drag: the present one; finish: ends or reverts it; dragged: whether the last click was the end of one
 */
export function watchDrag(root, pressed, far = ({ x, y }) => Math.hypot(x, y) >= CLICKED) {
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
  const finish = (/** @type {"end" | "cancel"} */ how) => {
    const last = drag;
    drag = null;
    ended = Boolean(last?.moved);
    if (ended) last?.[how]?.();
  };
  const drop = (/** @type {PointerEvent} */ { pointerId, type }) => {
    if (drag && pointerId === pointer) finish(type === "pointercancel" ? "cancel" : "end");
  };
  root.addEventListener("pointerup", drop);
  root.addEventListener("pointercancel", drop);
  // before the field, the player and the page, which use the key too
  root.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !drag?.moved) return;
      event.preventDefault();
      event.stopPropagation();
      finish("cancel");
    },
    { capture: true },
  );
  // a native drag of selected text would take over
  root.addEventListener("dragstart", (event) => drag && event.preventDefault());
  return {
    drag: () => drag,
    finish,
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
    const { value, step, change, ...others } = adjusted;
    /** @type {Drag["move"]} */
    const move = ({ x }, { shiftKey }) =>
      change(stepped(value, step / (shiftKey ? 10 : 1), Math.round(x / PIXELS_A_STEP)));
    return { ...others, move };
  };
  // more up or down than sideways, it scrolls the page
  const far = (/** @type {{ x: number, y: number }} */ { x, y }) =>
    Math.abs(x) >= Math.max(TAPPED, Math.abs(y));
  return watchDrag(root, pressedNumber, far).dragged;
}
