/** Everything that changes numbers: the field over a cell, and the bar below the player. */
import { createEditBar } from "./bar.js";
import { createField } from "./field.js";

/** @param {Document} document @param {import("../stage.js").Stage} stage @param {import("./field.js").EditActions} element */
export function createEditing(document, stage, element) {
  const field = createField(document, stage, element);
  const bar = createEditBar(document, element.editor);
  return {
    field,
    bar,

    /** @param {boolean} on @param {Record<string, any>} words the element's */
    show(on, words) {
      bar.show(on, words);
      if (!on) field.close();
    },
  };
}
