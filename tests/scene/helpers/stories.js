/** Every story there is, with a problem that it can tell. */

import { opens, presets, withLabels } from "../../helpers/presets.js";
import { runFor } from "../../../web/scene/index.js";
import { words } from "../../../web/words/index.js";

/** Stories that tell any one attention, and its forward run alone. */
export const attentionStories = presets["walk-through"].stories.filter((id) =>
  /^(forward|heads|causal)$/.test(runFor(id)),
);

/** Problems of presets that are trained, which takes a while: trained.js brings them. @type {Record<string, any>} */
export const trainedProblems = {};

/** The problem of a preset, its tokens named as a page names them. @param {string} name @param {string} [lang] @returns {Record<string, any>} */
export const problemOf = (name, lang) =>
  presets[name].trains ? trainedProblems[name] : withLabels(presets[name].problem, words(lang).labels[name]);

/** What a page tells of a preset besides its problem. @param {string} name */
export function optionsOf(name) {
  const { printed, figures, note } = presets[name];
  return { printed, figures, learned: note === "learned" };
}

/** The problem that a story opens alone. @param {string} story @param {string} [lang] */
export const ownProblem = (story, lang) => problemOf(opens(story), lang);

/** Presets that are one attention, and no chain; of a layer that learns the parameters are not there before it is opened. */
export const attentionPresets = Object.entries(presets).filter(
  ([, { problem, trains }]) => !problem.stages && !trains,
);
