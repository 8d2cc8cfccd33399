/**
 * The stories there are, in the order in which they are offered.
 *
 * A story is a module with four functions:
 *
 *   arrange(model, width)  → layout: { width, height, items, card }; pure, px, every item in its final place
 *   tell(script)           the story itself: chapters, steps, events (below)
 *   formula(model)         → nested nodes that become MathML; ids are what steps call `active`
 *   badges(model, layout)  → short notes: scaling, rounding, what is unusual
 *
 * and, as its items hold no number and no model and its events are handed to script.step as functions:
 *
 *   choices(model)         → text that tells apart whatever else its events depend on; scenes with equal choices
 *                            and equally wide numbers share places and moments, so an edit is shown at once
 *   measures(model, width) → text that says how wide its cells are, where that is not memory.js's own measure
 *
 * `model` (model.js) knows sizes, options and every cell: model.text("scores", [b, h, i, j]). Items are made by
 * stripItem, arrowItem, wordItem (layout.js) or written down: { id, kind, initial }, kind a key of KINDS in
 * draw.js. Their properties run from 0 to 1: shown, ghost, numbers (strip) · shown, draw, now (arrow) · shown,
 * active (word) · move (flight). An item made with stripItem names its tensor and indices; data-cell, hover,
 * equations and tests follow from that, so a story never writes a number itself.
 *
 * Telling it:
 *
 *   script.chapter("score");
 *   script.step({ id: "score-1", title, caption: say(model, "score", {...}), active: ["query", "key"], query: 0 }, () => [
 *     { light: ["bus.0.0"], beats: arrive(script, "scores.0.0", { arrows: ["bus.0.0"], from: ["query.0", "key.0"] }) },
 *   ]);
 *
 * An event's beats are made with moves.js (arrive, snap, hide, fly, ...) and put together with sequence,
 * together, stagger (timeline.js); `light` is what is black meanwhile. Items a layout lacks are skipped, so
 * that one story serves both arrangements. Sentences go into web/words, under the story's name.
 * A new kind of cell needs a line in provenance.js; tests/scene then proves every number of the story.
 */

import * as multiHead from "./multi-head.js";
import * as matrices from "./matrices.js";
import * as oneQuery from "./one-query.js";
import * as walkThrough from "./walk-through.js";

/** @typedef {{ arrange: (model: any, width: number) => any, tell: (script: any) => void, formula: (model: any) => any,
 *   badges: (model: any, layout: any) => string[], options?: Record<string, any>, choices: (model: any) => string,
 *   measures?: (model: any, width: number) => string }} Story */

/** @type {Record<string, Story>} */
export const registry = {
  "walk-through": walkThrough,
  matrices,
  "one-query": oneQuery,
  "multi-head": multiHead,
};

/** Ids of the stories. */
export const stories = Object.keys(registry);
