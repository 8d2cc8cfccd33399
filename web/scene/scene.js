/**
 * A scene: everything there is to know about one picture of one run, at any moment of its story.
 */

import { layoutNotice, tellNotice } from "./layout-notice.js";
import { createMemory, shapeKey } from "./memory.js";
import { createModel } from "./model.js";
import { createScript } from "./script.js";
import { registry } from "./stories/index.js";

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
  lang = "en",
  width = 1152,
  options = {},
  terms,
}) {
  const known = registry[story];
  if (!known)
    throw new RangeError(`story "${story}" is not known; choose one of ${Object.keys(registry).join(", ")}`);
  const model = createModel({ problem, trace, lang, options: { ...known.options, ...options }, terms });
  const stage = Math.max(280, Math.round(width));
  const drawable = model.drawable === "ok";
  const { layout, told } = drawable ? tell(known, model, story, stage) : notice(model, stage);
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
    badges: drawable ? known.badges(model) : [],
    items,
    model,
  };
}
/** @typedef {ReturnType<typeof createScene>} Scene */

/**
 * Arranges a story and tells it. A story that says what its events depend on (`choices`) shares places and
 * moments among scenes that differ in their numbers alone.
 * @param {import("./stories/index.js").Story} known @param {import("./model.js").Model} model @param {string} story @param {number} width
 */
function tell(known, model, story, width) {
  const key = known.choices ? shapeKey(model, story, width) : "";
  const layout = key ? places.recall(key, () => known.arrange(model, width)) : known.arrange(model, width);
  const script = createScript(model, layout);
  known.tell(script);
  const told = script.finish(
    key ? (times, make) => moments.recall(key + known.choices?.(model) + times, make) : undefined,
  );
  return { layout, told };
}

/** @param {import("./model.js").Model} model @param {number} width */
function notice(model, width) {
  const layout = layoutNotice(model, width);
  const script = createScript(model, layout);
  tellNotice(script);
  return { layout, told: script.finish() };
}
