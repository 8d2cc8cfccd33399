/** Presses of links to steps, also of those that are pressed before the code that reads the prose is loaded. */
import { STEP } from "./attributes.js";

/** Links that were pressed too early, in order; the prose presses them again. @type {Set<HTMLElement>} */
export const pressedEarly = new Set();

/**
 * The innermost element of an event's path that has the attribute.
 * @param {Event} event @param {string} attribute @returns {HTMLElement | undefined}
 */
export const under = (event, attribute) =>
  /** @type {HTMLElement | undefined} */ (
    event.composedPath().find((at) => /** @type {Element} */ (at).hasAttribute?.(attribute))
  );

/** Whether the browser may open a link that was pressed in a new tab or window. @param {MouseEvent} event */
export const opensTab = ({ ctrlKey, metaKey, shiftKey, altKey }) => ctrlKey || metaKey || shiftKey || altKey;

/** Keeps a press of a link to a step for later. Returns whether it was one. @param {MouseEvent} event */
export function keepPress(event) {
  const link = under(event, STEP);
  if (!link || opensTab(event)) return false;
  if (link.localName === "a") event.preventDefault();
  pressedEarly.delete(link);
  pressedEarly.add(link);
  return true;
}
