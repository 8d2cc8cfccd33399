/** Scenes of a layer that learns, as the element makes them. */

import { compose, compute } from "../../../web/element/compose.js";
import { Recorder } from "../../../web/element/runs/training.js";
import { presets } from "../../helpers/presets.js";
import { attention } from "./scene-of.js";

/** @type {any} */
const options = { scale: null, causal: null };

/** What the preset begins with. */
export const settings = presets.training.trains;

/**
 * A run of some settings, its first hundred steps recorded.
 * @param {Record<string, any>} [how] settings other than the preset's @param {any} [core]
 */
export async function trained(how = {}, core = attention) {
  const run = compute(core, { ...presets.training, trains: { ...settings, ...how } }, options);
  const { training } = /** @type {{ training: Recorder }} */ (run);
  await training.draw().coming;
  training.pause();
  return { run, training };
}

/** @param {any} run @param {Record<string, any>} [how] */
export const sceneOfRun = (run, how = {}) =>
  compose(run, {
    ...{ story: "training", lang: "en", width: 1104, height: 424, softmax: "closed", head: null },
    ...{ batch: 0, seed: 1, query: null, ...how },
  });

/** The preset's own run. */
export const own = await trained();
