/** The bar below an editable player: undo, redo, reset, and one token, feature or head more or fewer. */
import { changeable, changeSize } from "../../edit/index.js";
import { fill } from "../../words/sentence.js";
import { icon, label, make, makeButton, say } from "../dom.js";

/** @typedef {import("../../edit/sizes.js").Changeable} Size */
/** @typedef {Record<string, any>} Words the element's */

/** @param {Document} document @param {import("./editor.js").Editor} editor */
export function createEditBar(document, editor) {
  const root = make(document, "div", { class: "edits", part: "edits", role: "group", hidden: true });
  const button = (/** @type {"undo" | "redo" | "less" | "more"} */ name, /** @type {() => void} */ onclick) =>
    makeButton(document, { onclick }, icon(document, name));
  const undo = button("undo", () => editor.undo());
  const redo = button("redo", () => editor.redo());
  const reset = makeButton(document, {
    part: "button reset",
    class: "wide",
    onclick: () => editor.reset(),
  });
  const steppers = make(document, "div", { class: "steppers" });
  root.append(undo, redo, reset, steppers);

  /** @type {Map<string, ReturnType<typeof createStepper>>} */
  let shown = new Map();
  let token = "";

  /** @param {Size} size */
  function createStepper(size) {
    const change = (/** @type {1 | -1} */ by) =>
      editor.edit(changeSize(editor.labelledProblem, size, by, token).problem);
    const [less, more] = [button("less", () => change(-1)), button("more", () => change(1))];
    const name = make(document, "span", { class: "size" });
    const count = make(document, "output");
    const element = make(document, "span", { role: "group", class: "stepper" }, name, less, count, more);
    return { element, name, less, more, count };
  }

  return {
    root,

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
      undo.disabled = reset.disabled = !editor.history.canUndo;
      redo.disabled = !editor.history.canRedo;
      const sizes = /** @type {[Size, number][]} */ (Object.entries(changeable(editor.problem)));
      const former = shown;
      shown = new Map(sizes.map(([size]) => [size, former.get(size) ?? createStepper(size)]));
      if (String([...shown.keys()]) !== String([...former.keys()]))
        steppers.replaceChildren(...Array.from(shown.values(), ({ element }) => element));
      for (const [size, length] of sizes) {
        const stepper = shown.get(size);
        if (!stepper) continue;
        say(stepper.name, names[size]);
        say(stepper.count, String(length));
        label(stepper.element, names[size]);
        label(stepper.less, fill(names.fewer, { size: names[size] }));
        label(stepper.more, fill(names.more, { size: names[size] }));
        stepper.less.disabled = length < 2;
      }
    },
  };
}
