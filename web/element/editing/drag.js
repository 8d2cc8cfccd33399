/** Dragging sideways turns a number. */
import { stepped } from "../../edit/index.js";

/** @typedef {{ value: number, step: number, start(): void, turn(value: number): void, end(): void }} Turned what a press may turn: start and end are of a drag, not of a click */

// a finger that taps moves a little
const DRAGGED = 6;
const PIXELS_A_STEP = 10;

/**
 * @param {HTMLElement} root
 * @param {(event: PointerEvent) => Turned | null} pressed what stands under a press
 * @returns {() => boolean} whether the click that has just come was the end of a drag
 */
export function watchDrags(root, pressed) {
  /** @type {(Turned & { pointer: number, x: number, moved: boolean }) | null} */
  let drag = null;
  let ended = false;
  root.addEventListener("pointerdown", (event) => {
    ended = false;
    const turned = event.button === 0 ? pressed(event) : null;
    if (turned) drag = { ...turned, pointer: event.pointerId, x: event.clientX, moved: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer || !Number.isFinite(drag.value)) return;
    const way = event.clientX - drag.x;
    if (!drag.moved && Math.abs(way) < DRAGGED) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.start();
      root.setPointerCapture?.(event.pointerId);
    }
    const step = drag.step / (event.shiftKey ? 10 : 1);
    drag.turn(stepped(drag.value, step, Math.round(way / PIXELS_A_STEP)));
  });
  const drop = (/** @type {PointerEvent} */ event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    ended = drag.moved;
    if (drag.moved) drag.end();
    drag = null;
  };
  // text that is marked would be dragged away
  root.addEventListener("dragstart", (event) => drag && event.preventDefault());
  root.addEventListener("pointerup", drop);
  root.addEventListener("pointercancel", drop);
  return () => {
    const was = ended;
    ended = false;
    return was;
  };
}
