/**
 * Edits a number in place: click, tap or Enter opens a field over its cell, and a drag changes it directly. Typed text takes
 * effect as soon as it is a number.
 */
import { AttentionError } from "../../core/errors.js";
import * as edit from "../../edit/index.js";
import { NUMBER_CHARACTERS } from "../../input/limits.js";
import { fill } from "../../words/sentence.js";
import { make, reflect } from "../dom.js";
import { directionOf } from "./direction.js";
import { watchDrags } from "./drag.js";
import { entryName } from "./entry-name.js";

/** @typedef {import("../stage.js").Target} Target */
/** @typedef {NonNullable<ReturnType<typeof edit.placeOf>>} Place */
/** @typedef {{ tensor: string, index: number[] }} Cell */
/**
 * @typedef {object} EditActions the actions that the field calls
 * @property {import("./editor.js").Editor} editor
 * @property {() => boolean} editable whether numbers may be changed
 * @property {() => void} pause
 * @property {() => Record<string, any>} words all texts of a language
 * @property {(error: AttentionError) => void} refuse reports an error
 */

/** @param {Document} document @param {import("../stage.js").Stage} stage @param {EditActions} element */
export function createField(document, stage, { editor, editable, pause, words, refuse }) {
  const input = make(document, "input", {
    class: "field",
    part: "field",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "next",
    hidden: true,
    oninput: write,
    onpaste: paste,
    onkeydown: press,
    onblur() {
      finish();
      close();
    },
  });
  stage.root.append(input);

  /** @type {{ cell: Cell, place: Place, before: any, history: unknown } | null} */
  let open = null;

  /**
   * The entry that a cell edits: its own or, for an output with a target, the target's.
   * @param {Target | null} cell @returns {Place | null}
   */
  function placeOfTarget(cell) {
    if (!editable() || !cell?.index?.every((i) => typeof i === "number")) return null;
    const isAimed = cell.tensor === "output" && editor.problem.loss !== "cross_entropy";
    const tensor = isAimed ? "target" : cell.tensor;
    return edit.placeOf(editor.problem, tensor, /** @type {number[]} */ (cell.index));
  }

  /** Places the field over its cell; closes it if the cell has left the picture, or the page has set another problem. */
  function follow() {
    if (!open) return;
    const [box, place] = [stage.boxOf(open.cell), placeOfTarget(open.cell)];
    if (!box || !place || open.history !== editor.history) return close();
    open.place = place;
    const width = Math.max(box.width, 44);
    const height = Math.max(box.height, 28);
    Object.assign(input.style, {
      left: `${box.x + (box.width - width) / 2}px`,
      top: `${box.y + (box.height - height) / 2}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
  }

  /** @param {Cell} cell @param {string} [typed] replaces the number */
  function start(cell, typed) {
    const place = placeOfTarget(cell);
    if (!place) return false;
    if (edit.isMask(place.given.key)) {
      const set = !Number(edit.entryAt(editor.problem, place));
      editor.edit(edit.withEntry(editor.problem, place, set));
      return true;
    }
    pause();
    editor.history.settle();
    open = { cell, place, before: edit.entryAt(editor.problem, place), history: editor.history };
    input.hidden = false;
    input.removeAttribute("aria-invalid");
    input.value = typed ?? edit.textOf(open.before);
    const { given, at } = place;
    input.setAttribute("aria-label", entryName(words(), given.tensor, edit.indexOf(at, given.shape)));
    follow();
    input.focus({ preventScroll: true });
    if (typed === undefined) input.select();
    else write();
    return true;
  }

  function close() {
    if (!open) return;
    open = null;
    editor.history.settle();
    const held = input.matches(":focus");
    input.hidden = true;
    if (held) stage.root.focus({ preventScroll: true });
  }

  /** Applies the typed text if it is a number, else restores the former number. */
  function write() {
    if (!open) return;
    const number = edit.numberOf(input.value);
    reflect(input, "aria-invalid", number === null ? "true" : null);
    if (number === null) editor.cancel(input);
    else set(open.place, number);
    follow();
  }

  /** Sets a number, unless it is there already. @param {Place} place @param {any} value */
  function set(place, value) {
    if (!Object.is(Number(edit.entryAt(editor.problem, place)), Number(value)))
      editor.edit(edit.withEntry(editor.problem, place, value), input);
  }

  /** @returns {boolean} whether what is typed is a number; if not, reports it and restores the former one */
  function finish() {
    if (!open || edit.numberOf(input.value) !== null) return true;
    refuseEntry(open.place, input.value);
    input.value = edit.textOf(open.before);
    input.removeAttribute("aria-invalid");
    input.select();
    return false;
  }

  /** @param {Place} place @param {string} said */
  function refuseEntry(place, said) {
    const index = edit.indexOf(place.at, place.given.shape).map((i) => `[${i}]`);
    const where = place.given.tensor + index.join("");
    const { entry } = words().element.errors;
    refuse(new AttentionError("value", where, fill(entry, { where, value: said.slice(0, 60) })));
  }

  /** @param {string} direction an arrow key */
  function go(direction) {
    if (!open || !finish()) return;
    const next = stage.beside(open.cell, direction);
    if (!next || !start(/** @type {Cell} */ (next))) stop();
  }

  /** Closes the field and locks its cell. */
  function stop() {
    if (!open) return;
    const { cell } = open;
    close();
    stage.lock(cell);
  }

  /** The next cell in reading order, or the one before. @param {boolean} back @returns {boolean} */
  function along(back) {
    if (!open) return false;
    const { cell, place } = open;
    const at = place.at + (back ? -1 : 1);
    const index = edit.indexOf(at, place.given.shape);
    const next = { tensor: cell.tensor, index: [...cell.index.slice(0, -index.length), ...index] };
    return stage.boxOf(next) !== null && start(next);
  }

  /** @param {number} count of steps */
  function step(count) {
    if (!open) return;
    const value = edit.numberOf(input.value) ?? Number(open.before);
    if (!Number.isFinite(value)) return;
    input.value = edit.textOf(edit.stepped(value, edit.stepAmong(numbersOf(open.place)), count));
    write();
  }

  /** All numbers of a place's tensor. @param {Place} place */
  const numbersOf = ({ given }) => edit.entriesOf(edit.tensorIn(editor.problem, given)).data;

  /** @param {ClipboardEvent} event */
  function paste(event) {
    const said = event.clipboardData?.getData("text/plain") ?? "";
    if (!open || said.length <= NUMBER_CHARACTERS) return;
    // pasting so long a text would block the page
    event.preventDefault();
    refuseEntry(open.place, said);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    if (!event.isComposing && !event.altKey && act(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was used */
  function act(event) {
    const { key } = event;
    // undo takes back what was typed: what is no number has changed nothing else
    const isTyped = edit.numberOf(input.value) === null && key.toLowerCase() === "z" && !event.shiftKey;
    const isUndo = (isTyped && (event.ctrlKey || event.metaKey)) || editor.key(event);
    if (isUndo) close();
    if (isUndo || event.ctrlKey || event.metaKey) return isUndo;
    if (key === "Tab") return !finish() || along(event.shiftKey);
    const direction = directionOf(input, key);
    if (direction) go(direction);
    else if (key === "PageUp" || key === "PageDown") step(key === "PageUp" ? 1 : -1);
    else if (key === "Escape") {
      // reverts what was typed
      editor.cancel(input);
      stop();
    } else return false;
    return true;
  }

  const dragged = watchDrags(stage.root, (event) => {
    const cell = event.target === input ? null : stage.under(event);
    const place = placeOfTarget(cell);
    if (!cell || !place || edit.isMask(place.given.key)) return null;
    // the press would select text, and take the focus from the field that is about to open
    if (event.pointerType === "mouse") event.preventDefault();
    const data = numbersOf(place);
    return {
      value: Number(data[place.at]),
      step: edit.stepAmong(data),
      start() {
        pause();
        close();
        editor.history.settle();
        stage.root.focus({ preventScroll: true });
      },
      change(value) {
        // the page may have set a problem without this entry
        const now = placeOfTarget(cell);
        if (now) set(now, value);
        stage.lock(cell);
      },
      end: () => editor.history.settle(),
      cancel: () => editor.cancel(input),
    };
  });
  const clicked = (/** @type {MouseEvent} */ event) => {
    if (event.target === input) return event.stopPropagation();
    const wasDragged = dragged();
    const cell = wasDragged ? null : stage.under(event);
    if (!wasDragged && !placeOfTarget(cell)) return;
    event.stopImmediatePropagation();
    if (cell && finish()) start(/** @type {Cell} */ (cell));
  };
  // before the stage locks the cell
  stage.root.addEventListener("click", clicked, { capture: true });

  return {
    /** After a change of the picture, whose number in the cell the page may have set. */
    follow() {
      follow();
      const typed = open && edit.numberOf(input.value);
      const number = open && edit.entryAt(editor.problem, open.place);
      if (typed === null || Object.is(typed, Number(number))) return;
      input.value = edit.textOf(number);
      input.select();
    },
    close,

    get isOpen() {
      return open !== null;
    },

    /** Opens over the locked cell. @param {string} key Enter, or the first character of a number @returns {boolean} */
    key(key) {
      const cell = /** @type {Cell | null} */ (stage.locked);
      if (!cell?.index || !(key === "Enter" || /^[-+.\d−]$/.test(key))) return false;
      return start(cell, key === "Enter" ? undefined : key);
    },
  };
}
