/**
 * A scene: everything there is to know about one picture of one run, at any moment of its story.
 */

import { layoutMaps } from "./layout-maps.js";
import { layoutNotice, tellNotice } from "./layout-notice.js";
import { createMemory, shapeKey } from "./memory.js";
import { createModel } from "./model.js";
import { createScript } from "./script.js";
import { settings } from "./stories/common.js";
import { registry } from "./stories/index.js";
import { tellMaps } from "./stories/maps.js";

const places = createMemory();
const moments = createMemory();

/**
 * Makes a scene. Pure: the same arguments give the same scene.
 * @param {{ story?: string, problem: Record<string, any>, trace: Record<string, any>, lang?: string, width?: number,
 *   options?: Record<string, any>, terms?: (tensor: string, index: number[]) => any }} what
 *   width: the stage's inner width in px. options: softmax "open" | "closed", decimals, batch, head.
 *   terms: the core's products behind one cell; without it the card shows the factors.
 */
export function createScene({
  story = "walk-through",
  problem,
  trace,
  lang,
  width = 1152,
  options = {},
  terms,
}) {
  const known = registry[story];
  if (!known)
    throw new RangeError(`story "${story}" is not known; choose one of ${Object.keys(registry).join(", ")}`);
  const model = createModel({ problem, trace, lang, options: { ...known.options, ...options }, terms });
  const stage = Math.max(280, Math.round(width));
  const { drawable } = model;
  const { layout, told } =
    drawable === "ok"
      ? tell(known, model, story, stage)
      : drawable === "large"
        ? plainly(model, layoutMaps(model, stage), tellMaps)
        : plainly(model, layoutNotice(model, stage), tellNotice);
  const { items, steps, chapters, duration, timeline } = told;
  return {
    story,
    lang,
    width: stage,
    height: Math.ceil(layout.height),
    turned: layout.turned,
    equation: layout.equation ?? null,
    timeline,
    duration,
    steps,
    chapters,
    formula: known.formula(model),
    badges: drawable === "ok" ? known.badges(model, layout) : settings(model),
    items,
    model,
  };
}
/** @typedef {ReturnType<typeof createScene>} Scene */

/**
 * Arranges a story and tells it. Scenes that differ in their numbers alone share places and moments, as long as
 * numbers are equally wide and events depend on nothing else (a story's `choices`).
 * @param {import("./stories/index.js").Story} known @param {import("./model.js").Model} model @param {string} story @param {number} width
 */
function tell(known, model, story, width) {
  const key = shapeKey(model, story, width, known.measures?.(model, width));
  const layout = places.recall(key, () => known.arrange(model, width));
  const script = createScript(model, layout);
  known.tell(script);
  const told = script.finish((times, make) => moments.recall(key + known.choices(model) + times, make));
  return { layout, told };
}

/**
 * What is told the same way in all stories.
 * @param {import("./model.js").Model} model @param {import("./layout.js").Layout} layout
 * @param {(script: import("./script.js").Script) => void} how
 */
function plainly(model, layout, how) {
  const script = createScript(model, layout);
  how(script);
  return { layout, told: script.finish() };
}
