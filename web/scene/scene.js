/**
 * A scene: everything there is to know about one picture of one run, at any moment of its story.
 */

import { badges } from "./badges.js";
import { formula } from "./formula.js";
import { createScript } from "./script.js";
import { insteadOf, storiesFor, storyFor } from "./stories/index.js";

/** @typedef {{ width: number, height: number, corner?: number, asked?: number }} Room px of the stage; corner: px of height below it that a picture may use beside the caption; asked: how many queries are told, where not all */
/**
 * What a story makes besides its script.
 * @typedef {object} StoryResult
 * @property {number} height px the picture takes
 * @property {{ width: number, height: number }} [corner] px it takes below that, at the right, beside the caption
 * @property {number} [poster] the moment that the poster shows, in seconds
 * @property {{ title: string, text: string }} invitation
 * @property {(id: string) => { problem: Record<string, any>, story: string } | undefined} [opens] what a box of the picture opens when it is pressed
 * @property {boolean} [whole] it shows all heads and items, so that no badge says which
 * @property {number} [held] what should stay as it is while a reader drags: how far a plane reaches
 * @property {{ head: number, stepAt(time: number): number, said: string }} [live] of a run that goes on: when all is told that has been recorded, and which step
 *   of it a time shows; said: how far it has come
 */

/**
 * Makes a scene; or a promise of what must be loaded first. Pure: the same arguments give the same scene.
 * @param {import("./model.js").Model} model of the problem
 * @param {{ story?: string, width?: number, height?: number, corner?: number }} [options] width, height: px that the stage may take;
 *   corner: px of height that it may take below, beside the caption. The story must be here: loadStory says when it is
 */
export function createScene(model, { story = "walk-through", width = 1104, height = 424, corner } = {}) {
  const known = storyFor(story, model);
  if (!known) throw new RangeError(`story "${story}" is not here yet; await loadStory first`);
  const script = createScript(model);
  const room = { width: Math.round(width), height: Math.round(height), corner };
  const result = model.build(() => known.tell(script, room));
  if (result instanceof Promise) return result;
  const { items, steps, chapters, duration, timeline } = script.finish();
  return {
    story,
    /** The story that is told in its place, where it cannot tell this problem. */
    instead: insteadOf(story, model),
    /** The stories that can be told of this problem. */
    stories: storiesFor(model),
    lang: model.lang,
    width: room.width,
    height: Math.ceil(result.height),
    corner: result.corner,
    timeline,
    duration,
    steps,
    chapters,
    poster: result.poster ?? duration,
    invitation: result.invitation,
    held: result.held,
    live: result.live,
    opens: result.opens,
    formula: model.build(() => (known.formula ?? formula)(model, room)),
    badges: model.build(() =>
      model.decide(() => badges(model, { whole: result.whole, everyHead: known.everyHead })),
    ),
    /** Whether the picture has controls: the page lays its own over them. */
    worked: items.some((item) => item.worked),
    items,
    model,
  };
}

/**
 * The scene with other numbers of the same shapes, at once; null where anything stands elsewhere or lasts longer with them: then
 * it is as it was, and the other one is made anew.
 * @param {Scene} scene @param {Partial<import("./model.js").Given>} other @returns {Scene | null}
 */
export function renumber(scene, other) {
  const { model, items, timeline } = scene;
  if (!model.renumber(other)) return null;
  for (const item of items) if (item.seen) item.seen = null;
  // what was drawn is kept by its timeline
  return { ...scene, timeline: { ...timeline } };
}
/** @typedef {Exclude<ReturnType<typeof createScene>, Promise<void>>} Scene */
