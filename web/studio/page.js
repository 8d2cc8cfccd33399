/** Shared by all parts of the page: elements, buttons, lists, and error messages. */
import { icon, make } from "../element/dom.js";

/** @typedef {import("../element/attention-player.js").AttentionPlayer & HTMLElement} Player */
/** @typedef {Record<string, any>} Problem */
/** @typedef {{ shape: number[], data: Float32Array }} Tensor */
/**
 * @typedef {object} Studio what each part of the page knows of the others, and asks of them
 * @property {Player} player
 * @property {() => Problem} problem
 * @property {() => Record<string, Tensor>} trace
 * @property {(step: string) => void} goTo shows a step, once the player has it
 * @property {() => Record<string, any>} words of the player, with those of the page as `page`
 * @property {() => string} lang
 * @property {() => Record<string, any>} state the state that a link holds
 * @property {() => boolean} changed whether the reader has changed anything
 * @property {(problem: Problem, sort?: unknown) => Error | null} edit changes of one sort are undone together; returns the error if nothing has changed, else null
 * @property {(text: string) => void} announce in the status line
 * @property {(given: import("../edit/tensors.js").Given, text: string) => void} paste into a tensor
 * @property {(name: string, value: string | null) => void} set an attribute of the player
 */

/**
 * Makes an element. `data-words` and `data-label` name its text and its label among the words of every language.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {import("../element/dom.js").Attributes} [attributes] @param {(Node | string)[]} children
 */
export const element = (tag, attributes, ...children) => make(document, tag, attributes, ...children);

/** Makes a row of controls. @param {(Node | string)[]} children */
export const line = (...children) => element("div", { class: "line" }, ...children);

/** @param {Record<string, string>} attributes @param {() => void} onclick @param {(Node | string)[]} children */
export const button = (attributes, onclick, ...children) =>
  element("button", { type: "button", ...attributes, onclick }, ...children);

/** Makes a button that shows only an icon. @param {"more" | "less"} name @param {Record<string, string>} attributes its label @param {() => void} act */
export const signButton = (name, attributes, act) =>
  button({ class: "sign", ...attributes }, act, icon(document, name));

/** Makes a button for one of several choices, with what it changes in small print. @param {string} text @param {string} follows @param {() => void} act */
export const choiceOf = (text, follows, act) =>
  button({ title: follows }, act, text, element("small", {}, follows));

/** Fills a select; names are never read as markup. @param {HTMLSelectElement} select @param {string[] | Record<string, string>} texts by value; of an array, the indices are the values @param {string} [chosen] */
export function fillSelect(select, texts, chosen = "") {
  const all = Object.entries(texts);
  select.replaceChildren(...all.map(([value, text]) => element("option", { value, dir: "auto" }, text)));
  if (Object.hasOwn(texts, chosen)) select.value = chosen;
}

/** Returns a list of `count` items. @template T @param {number} count @param {(k: number) => T} make @returns {T[]} */
export const times = (count, make) => Array.from({ length: count }, (_, k) => make(k));

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Copies the text of an element; if the clipboard is not allowed, selects it to be copied by hand. @param {Studio} studio @param {Element} shown */
export async function copyText(studio, shown) {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? "");
    studio.announce(studio.words().page.copied);
  } catch {
    getSelection()?.selectAllChildren(shown);
  }
}
