/** Every story there is, with a problem that it can tell. */

import { opens, presets, withLabels } from "../../helpers/presets.js";
import { runFor } from "../../../web/scene/index.js";
import { words } from "../../../web/words/index.js";
import { own } from "./trained.js";

/** Stories that tell any one attention, and its forward run alone. */
export const attentionStories = presets["walk-through"].stories.filter((id) => runFor(id) === "forward");

/** The problem that a story opens alone, its tokens named as a page names them. @param {string} story @param {string} [lang] @returns {Record<string, any>} */
export function ownProblem(story, lang) {
  const name = opens(story);
  if (presets[name].trains) return own.training.problem;
  return withLabels(presets[name].problem, words(lang).presets[name].labels);
}

/** Presets that are one attention, and no chain; of a layer that learns the parameters are not there before it is opened. */
export const attentionPresets = Object.entries(presets).filter(
  ([, { problem, trains }]) => !problem.stages && !trains,
);
