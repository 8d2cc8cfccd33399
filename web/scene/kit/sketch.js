/**
 * What is drawn in one place alone, from a few lines and discs: its marks follow from its properties. How strong a mark is, it says as
 * a share of the whole; a path of nothing is left out.
 */

import { changed } from "./draw.js";
import { disc, path } from "./marks.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {(get: (property: string) => number, model: any) => import("./draw.js").Drawn} Drawing */
/** @typedef {{ at: number, look: Mark, d: (by: number) => string }} Part it begins when so much has come, and takes one more; look: the same object for
 *   all that is one mark */

/** @param {string} id @param {Record<string, number>} initial its properties, as they begin @param {Drawing} draw */
export const sketch = (id, initial, draw) => ({
  ...{ id, kind: "sketch", drawing: draw, draw: drawSketch },
  initial: { opacity: 0, ...initial },
});

/** @type {import("./draw.js").Draw} */
function drawSketch({ drawing }, get, model) {
  return changed(/** @type {Drawing} */ (drawing)(get, model), (marks) => marks.filter(({ d }) => d !== ""));
}

/** Parts that come one after another, as `at` says. @param {string} id @param {Part[]} parts @param {string} label for readers who listen */
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

/** A disc as a part. @param {number} at −1: from the beginning @param {Mark} look @param {number} x of its middle @param {number} y @param {number} r @returns {Part} */
export const dot = (at, look, x, y, r) => ({ at, look, d: () => disc(x, y, r) });
