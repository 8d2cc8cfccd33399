/** Scenes of a layer that learns, as the element makes them. */

import { buildScene, compute } from "../../../web/element/build-scene.js";
import { presets } from "../../helpers/presets.js";
import { attention } from "./scene-of.js";
import { trainedProblems } from "./stories.js";

/** @type {any} */
const options = { scale: null, causal: null };

/** What the preset begins with. */
export const settings = presets.training.trains;

/**
 * A run of some settings, its first hundred steps recorded.
 * @param {Record<string, any>} [how] settings other than the preset's @param {any} [core] @param {string} [preset]
 */
export async function trained(how = {}, core = attention, preset = "training") {
  const given = presets[preset];
  const run = compute(core, { ...given, trains: { ...given.trains, ...how } }, options);
  const { training } = run;
  await training.draw().coming;
  training.pause();
  return { run, training };
}

/** @param {any} run @param {Record<string, any>} [how] */
export const sceneOfRun = (run, how = {}) =>
  buildScene(
    run,
    { softmax: "closed", head: null, batch: 0, ...how },
    { ...{ story: "training", lang: "en", width: 1104, height: 424, seed: 1, query: null }, ...how },
  );

/** The runs of all presets that learn, and that of the first. */
export const runs = {
  training: await trained(),
  "learning-to-align": await trained({}, attention, "learning-to-align"),
};
export const own = runs.training;
for (const [name, { training }] of Object.entries(runs)) trainedProblems[name] = training.problem;
