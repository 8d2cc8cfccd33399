/**
 * A scene: everything there is to know about one picture of one run, at any moment of its story.
 */

import { badges } from "./badges.js";
import { formula } from "./formula.js";
import { createScript } from "./script.js";
import { storiesFor, storyFor } from "./stories/index.js";

/** @typedef {{ width: number, height: number }} Room px of the stage */
/**
 * What a story makes besides its script.
 * @typedef {object} StoryResult
 * @property {number} height px the picture takes
 * @property {number} [poster] the moment that stands for all, in seconds
 * @property {{ title: string, text: string }} invitation
 * @property {number} [held] what should stay as it is while a reader drags: how far a plane reaches
 * @property {{ head: number, stepAt(time: number): number, said: string }} [live] of a run that goes on: when all is told that has been recorded, and which step
 *   of it a time shows; said: how far it has come
 */

/**
 * Makes a scene. Pure: the same arguments give the same scene.
 * @param {import("./model.js").Model} model of the problem
 * @param {{ story?: string, width?: number, height?: number }} [look] width, height: px that the stage may take. The story must be
 *   here: loadStory says when it is
 */
export function createScene(model, { story = "walk-through", width = 1104, height = 424 } = {}) {
  const known = storyFor(story, model);
  if (!known) throw new RangeError(`story "${story}" is not here yet; await loadStory first`);
  const script = createScript(model);
  const room = { width: Math.max(280, Math.round(width)), height: Math.max(160, Math.round(height)) };
  const told = known.tell(script, room);
  const { items, steps, chapters, duration, timeline } = script.finish();
  return {
    story,
    /** Those that could be told of this problem. */
    stories: storiesFor(model),
    lang: model.lang,
    width: room.width,
    height: Math.ceil(told.height),
    timeline,
    duration,
    steps,
    chapters,
    poster: told.poster ?? duration,
    invitation: told.invitation,
    held: told.held,
    live: told.live,
    formula: (known.formula ?? formula)(model, room),
    badges: badges(model),
    /** Whether a reader works something in the picture: the page lays controls over it. */
    worked: items.some((item) => item.worked),
    items,
    model,
  };
}
/** @typedef {ReturnType<typeof createScene>} Scene */
