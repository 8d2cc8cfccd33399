/** The fields of a table: a number, a flag, the name of a token. Enter, Tab and arrow keys move as in a spreadsheet. */
import { entryAt, numberOf, renamed, textOf, withEntry } from "../edit/index.js";
import { directionOf } from "../element/editing/direction.js";
import { NUMBER_CHARACTERS } from "../input/limits.js";
import { fill } from "../words/sentence.js";
import { element } from "./page.js";

/** @typedef {{ given: import("../edit/tensors.js").Given, at: number }} Place */
/** @typedef {import("./page.js").Studio} Studio */

const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Returns the field in a neighbouring row or column of the same table. @param {HTMLInputElement} input @param {keyof typeof WAYS} direction */
function beside(input, direction) {
  const [down, right] = WAYS[direction];
  const cell = /** @type {HTMLTableCellElement} */ (input.closest("td"));
  const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
  const table = /** @type {HTMLTableElement} */ (row.closest("table"));
  return table.rows[row.rowIndex + down]?.cells[cell.cellIndex + right]?.querySelector("input");
}

/**
 * Makes a field for a number. Each number typed is put into the problem; other text marks the field as wrong and restores the old one.
 * @param {Studio} studio @param {Place} place @param {{ label: string, written: () => void }} how written: called when the reader writes a number
 */
export function numberField(studio, place, { label, written }) {
  const now = () => entryAt(studio.problem(), place);
  /** @type {object} edits with the same object are undone together: those between focus and blur */
  let held = {};
  let changed = false;
  const giveUp = () => {
    if (changed) studio.player.undo();
    [held, changed] = [{}, false];
  };
  const write = () => {
    const number = numberOf(input.value);
    input.removeAttribute("aria-invalid");
    input.classList.toggle("wrong", number === null);
    if (number === null) return giveUp();
    if (Object.is(Number(now()), number)) return;
    written();
    changed = !studio.edit(withEntry(studio.problem(), place, number), held) || changed;
  };
  /** @returns {boolean} whether it is a number */
  const finish = () => {
    const text = input.value;
    const isNumber = numberOf(text) !== null;
    input.classList.remove("wrong");
    input.value = textOf(now());
    if (isNumber) return true;
    const { entry } = studio.words().element.errors;
    studio.announce(fill(entry, { where: label, value: text.slice(0, 60) }));
    input.setAttribute("aria-invalid", "true");
    if (input.matches(":focus")) input.select();
    return false;
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directionOf(input, event.key);
    if (direction) {
      if (finish()) beside(input, direction)?.focus();
    } else if (event.key === "Escape") {
      giveUp();
      input.value = textOf(now());
      input.select();
    } else return;
    event.preventDefault();
  };
  /** @param {ClipboardEvent} event */
  const paste = (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // a single number is pasted like typing, also with a decimal comma; more are a matrix
    const isSingle = numberOf(text) !== null || !/[^\s,;&|][\s,;&|]+[^\s,;&|]|[[{]/.test(text);
    if (text.length <= NUMBER_CHARACTERS && isSingle) return;
    event.preventDefault();
    studio.paste(place.given, text);
  };
  const input = element("input", {
    ...{ type: "text", class: "number", autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
    ...{ enterkeyhint: "next", onblur: finish, oninput: write, onkeydown: press, onpaste: paste },
    onfocus() {
      [held, changed] = [{}, false];
      input.select();
    },
  });
  return input;
}

/** @param {Studio} studio @param {Place} place */
export function flagField(studio, place) {
  const onchange = (/** @type {any} */ { target }) =>
    studio.edit(withEntry(studio.problem(), place, target.checked));
  return element("input", { type: "checkbox", onchange });
}

/** @param {Studio} studio @param {string} key of the labels: x or x_kv @param {number} at */
export function nameField(studio, key, at) {
  let held = {};
  const input = element("input", {
    ...{ type: "text", class: "token", maxlength: "256", spellcheck: "false", onfocus: () => (held = {}) },
    oninput: () => studio.edit(renamed(studio.problem(), key, at, input.value), held),
    onkeydown(event) {
      if (event.key !== "Enter" || event.isComposing) return;
      input.closest("tr")?.nextElementSibling?.querySelector("input")?.focus();
    },
  });
  return input;
}
