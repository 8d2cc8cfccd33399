/** The bar below an editable player: undo, redo, reset, and steppers that add or remove a token, feature or head. */
import { changeable, changeSize } from "../../edit/index.js";
import { enable, icon, label, make, makeButton, say } from "../dom.js";
import { createStepper } from "./stepper.js";

/** @typedef {import("../../edit/sizes.js").Changeable} Size */
/** @typedef {Record<string, any>} Words the element's */

/** @param {Document} document @param {import("./editor.js").Editor} editor */
export function createEditBar(document, editor) {
  const root = make(document, "div", { class: "edits", part: "edits", role: "group", hidden: true });
  const button = (/** @type {"undo" | "redo" | "less" | "more"} */ name, /** @type {() => void} */ onclick) =>
    makeButton(document, { onclick }, icon(document, name));
  const undo = button("undo", () => editor.undo());
  const redo = button("redo", () => editor.redo());
  const reset = makeButton(document, { part: "button reset", class: "wide", onclick: () => editor.reset() });
  const steppers = make(document, "div", { class: "steppers" });
  root.append(undo, redo, reset, steppers);

  /** @type {Map<string, ReturnType<typeof createStepper>>} */
  let shown = new Map();
  let token = "";

  /** @param {Size} size */
  const stepperOf = (size) =>
    createStepper(document, button, (by) =>
      editor.edit(changeSize(editor.labelledProblem, size, by, token).problem),
    );

  /** Shows whether there is something to undo. */
  function showHistory() {
    for (const back of [undo, reset]) enable(back, editor.history.canUndo);
    enable(redo, editor.history.canRedo);
  }

  return {
    root,
    showHistory,

    /** Shows the sizes that can be changed, and whether there is something to undo. @param {boolean} on @param {Words} words */
    show(on, words) {
      root.hidden = !on;
      if (!on) return;
      const names = words.edits;
      token = names.token;
      label(root, names.name);
      label(undo, names.undo, true);
      label(redo, names.redo, true);
      say(reset, names.reset);
      showHistory();
      const sizes = /** @type {[Size, number][]} */ (Object.entries(changeable(editor.problem)));
      const former = shown;
      shown = new Map(sizes.map(([size]) => [size, former.get(size) ?? stepperOf(size)]));
      if (String([...shown.keys()]) !== String([...former.keys()])) {
        const held = /** @type {HTMLElement | null} */ (steppers.querySelector(":focus"));
        steppers.replaceChildren(...Array.from(shown.values(), ({ element }) => element));
        held?.focus({ preventScroll: true });
      }
      for (const [size, length] of sizes) shown.get(size)?.show(names[size], length, names);
    },
  };
}
