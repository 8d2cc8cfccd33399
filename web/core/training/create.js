/**
 * The entry point of training; the first call loads its code.
 */
import { loadLazily } from "../lazy.js";
import { loadCore } from "../wasm.js";

/**
 * Creates a training. One attention with an output projection learns to copy a token, in sequences of 8 tokens from a
 * vocabulary of 8: the previous one ("previous"), the first ("first"), the marked one ("lookup") or the opposite one
 * ("reverse"). Or it learns, with an additive score, to align sentences of a toy grammar with their translations ("align").
 * Or the training fits the parameters of a problem of your own to its target.
 * @param {import("../types.js").TrainingOptions} options
 * @returns {Promise<import("./training.js").Training>}
 * @throws {import("../errors.js").AttentionError} `value` if an option is invalid or out of range
 */
export async function createTraining(options) {
  const { Training, readSettings } = await loadLazily(() => import("./training.js"));
  const settings = readSettings(options);
  return new Training(await loadCore(settings.build), settings);
}
