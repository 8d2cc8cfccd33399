/**
 * A scene: everything there is to know about one picture of one run, at any moment of its story.
 */

import { badges } from "./badges.js";
import { formula } from "./formula.js";
import { createScript } from "./script.js";
import { insteadOf, storiesFor, storyFor } from "./stories/index.js";

/** @typedef {{ width: number, height: number, corner?: number, asked?: number }} Room the size of the stage, px; corner: px of height below it that a picture may use beside the caption; asked: how many queries are shown, if not all */
/**
 * What a story makes besides its script.
 * @typedef {object} StoryResult
 * @property {number} height px the picture takes
 * @property {{ width: number, height: number }} [corner] px it takes below that, at the right, beside the caption
 * @property {number} [poster] the moment that the poster shows, in seconds
 * @property {{ title: string, text: string }} invitation
 * @property {(id: string) => { problem: Record<string, any>, story: string } | undefined} [opens] what pressing a box of the picture opens
 * @property {boolean} [whole] it shows all heads and batch items, so that no badge names the chosen ones
 * @property {number} [held] what should stay fixed while a reader drags: the extent of a plane
 * @property {{ head: number, stepAt(time: number): number, said: string }} [live] for a run that is
 *   still going on: head: when everything recorded so far has been shown, in seconds; stepAt: the step of the run shown at a time;
 *   said: how far the run has come, in words
 */

/**
 * Makes a scene; returns a promise if something must be loaded first. Pure: the same arguments give the same scene.
 * @param {import("./model.js").Model} model of the problem
 * @param {{ story?: string, width?: number, height?: number, corner?: number }} [options] width, height: px that the stage may take;
 *   corner: px of height that it may take below, beside the caption. Throws a RangeError unless loadStory has loaded the story
 */
export function createScene(model, { story = "walk-through", width = 1104, height = 424, corner } = {}) {
  const known = storyFor(story, model);
  if (!known) throw new RangeError(`story "${story}" is not loaded; await loadStory("${story}") first`);
  const script = createScript(model);
  const room = { width: Math.round(width), height: Math.round(height), corner };
  const result = model.build(() => known.tell(script, room));
  if (result instanceof Promise) return result;
  const { items, steps, chapters, duration, timeline } = script.finish();
  return {
    story,
    /** The story shown in its place, if it cannot show this problem. */
    instead: insteadOf(story, model),
    /** The stories that can show this problem. */
    stories: storiesFor(model),
    lang: model.lang,
    ...{ ...result, width: room.width, height: Math.ceil(result.height) },
    ...{ timeline, duration, steps, chapters, poster: result.poster ?? duration },
    formula: model.build(() => (known.formula ?? formula)(model, room)),
    badges: model.build(() =>
      model.decide(() => badges(model, { whole: result.whole, everyHead: known.everyHead })),
    ),
    /** Whether the picture has controls: if so, the page lays its own over them. */
    worked: items.some((item) => item.worked),
    items,
    model,
  };
}

/**
 * Gives the scene other numbers of the same shapes, at once. Returns null, and leaves the scene as it was, if anything would
 * stand elsewhere or take longer with them: then a new scene has to be made.
 * @param {Scene} scene @param {Partial<import("./model.js").Given>} other @returns {Scene | null}
 */
export function renumber(scene, other) {
  // a new list of items, since a picture is kept as long as its items are the same
  return scene.model.renumber(other) ? { ...scene, items: [...scene.items] } : null;
}
/** @typedef {Exclude<ReturnType<typeof createScene>, Promise<void>>} Scene */
