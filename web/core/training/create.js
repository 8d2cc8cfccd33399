/**
 * How a training begins: what it takes comes with the first one.
 */
import { loadLazily } from "../lazy.js";
import { loadCore } from "../wasm.js";

/**
 * One attention with an output product learns to copy a token: in sequences of 8 tokens out of 8 the one before
 * ("previous"), the first ("first"), the marked one ("lookup"), or the one opposite ("reverse"); or, with an additive score, it aligns sentences of a toy grammar with
 * their translations ("align"). Or a problem of one's own, with
 * a target, trains its parameters.
 * @param {import("../types.js").TrainingOptions} options
 * @returns {Promise<import("./training.js").Training>}
 * @throws {import("../errors.js").AttentionError} `value` for what is out of bounds
 */
export async function createTraining(options) {
  const { Training, readSettings } = await loadLazily(() => import("./training.js"));
  const settings = readSettings(options);
  return new Training(await loadCore(settings.build), settings);
}
