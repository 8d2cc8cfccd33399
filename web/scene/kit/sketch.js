/**
 * Small drawings: their marks follow from their properties, and have the id with which they were made. The opacity of a mark is
 * relative to that of the whole; empty paths are left out.
 */

import { changed } from "./draw.js";
import { disc, path } from "./marks.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {(get: (property: string) => number, model: any, item: any) => import("./draw.js").Drawn} Drawing item: itself, if it can be placed */
/** @typedef {{ at: number, look: Mark, d: (by: number) => string }} Part it begins at `at` and takes one more to grow; look: parts with the same
 *   object form one mark */

/** @param {string} id @param {Record<string, number>} initial the initial values of its properties @param {Drawing} draw */
export const sketch = (id, initial, draw) => ({
  ...{ id, kind: "sketch", drawing: draw, draw: drawSketch },
  initial: { opacity: 0, ...initial },
});

/** @type {import("./draw.js").Draw} */
function drawSketch(item, get, model) {
  return changed(/** @type {Drawing} */ (item.drawing)(get, model, item), (marks) =>
    marks.filter(({ d }) => d !== ""),
  );
}

/**
 * A sketch whose parts appear one after another, driven by its property `at`.
 * @param {string} id @param {Part[]} parts @param {string} label for screen readers
 */
export const growing = (id, parts, label) =>
  sketch(id, { at: 0 }, (get) => {
    const at = get("at") + 1e-6;
    /** @type {Map<Mark, string>} */
    const drawn = new Map();
    for (const { at: begins, look, d } of parts)
      if (at > begins) drawn.set(look, (drawn.get(look) ?? "") + d(Math.min(1, at - begins)));
    const marks = Array.from(drawn, ([look, d], k) => path(`${id}/${k}`, d, { ...look, part: "plot" }));
    return { box: marks.map((mark, k) => (k ? mark : { ...mark, label })) };
  });

/** A part that is a disc. @param {number} at −1: there from the beginning @param {Mark} look @param {number} x of its middle @param {number} y @param {number} r @returns {Part} */
export const dot = (at, look, x, y, r) => ({ at, look, d: () => disc(x, y, r) });
