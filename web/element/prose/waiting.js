/**
 * Loads the part that reads prose when a page has the first text that drives a player, or a reader points at one in a shadow
 * root. Most pages have none.
 */
import { loadParts, parts } from "../lazy-parts.js";
import { disconnectOn, listen } from "../window.js";
import { GOAL, GUESS, RING, SCROLL, STEP } from "./attributes.js";
import { keepPress } from "./links.js";

/** @typedef {import("../window.js").View} View */
/** @typedef {{ observing: AbortController, joins: Set<() => void> }} Waiting */

const attributeFilter = [STEP, SCROLL, RING, GOAL, GUESS];
const ANY = attributeFilter.map((name) => `[${name}]`).join();

/** Players that wait for such a text, by page. @type {WeakMap<Document, Waiting>} */
const pages = new WeakMap();

/** @param {import("../controller.js").Controller} controller @param {View} view its window @param {AbortSignal} signal ends it */
export function joinProse(controller, view, signal) {
  const { ownerDocument: document } = controller.host;
  const join = () => signal.aborted || parts.prose.joinProse(controller, view, signal);
  if (parts.prose) return void join();
  const waiting = pages.get(document) ?? wait(document, view);
  waiting.joins.add(join);
  listen(signal, "abort", () => {
    waiting.joins.delete(join);
    if (waiting.joins.size === 0) end(document, waiting);
  });
}

/** @param {Document} document @param {View} view */
function wait(document, view) {
  /** @type {Waiting} */
  const waiting = { observing: new view.AbortController(), joins: new Set() };
  const { signal } = waiting.observing;
  const bring = async () => {
    await loadParts(["prose"]);
    end(document, waiting);
    for (const join of waiting.joins) join();
    waiting.joins.clear();
  };
  // if loading fails, the next event tries again
  const found = () => void bring().catch(() => {});
  const look = () => document.querySelector(ANY) && found();
  const isProse = (/** @type {any} */ at) => at.matches?.(ANY);
  for (const type of ["pointerover", "focusin"])
    listen(document, type, (event) => event.composedPath().some(isProse) && found(), signal);
  listen(document, "click", (event) => keepPress(event) && found(), signal);
  if (view.MutationObserver) {
    const changes = new view.MutationObserver(look);
    changes.observe(document, { childList: true, subtree: true, attributeFilter });
    disconnectOn(changes, signal);
  }
  pages.set(document, waiting);
  look();
  return waiting;
}

/** @param {Document} document @param {Waiting} waiting */
function end(document, { observing }) {
  observing.abort();
  pages.delete(document);
}
