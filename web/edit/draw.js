/** Redraws matrices from a seed: as layers are initialized, or as small integers that are easy to follow. */
import { drawing } from "./drawing.js";
import { entriesOf, isMask, tensorIn, withTensor, written } from "./tensors.js";

/** @typedef {import("./tensors.js").Problem} Problem */
/** @typedef {import("./tensors.js").Given} Given */
/** @typedef {"whole" | "normal" | "xavier" | "kaiming"} Draw whole: integers from −2 to 2 */
/** @typedef {{ initialize(how: { shape: number[], init: string, seed: number }): { data: Float32Array } }} Engine */

export const DRAWS = /** @type {const} */ (["whole", "normal", "xavier", "kaiming"]);

/** Keeps the seeds of different tensors apart. */
const APART = 7919;

/** Whether a tensor may hold arbitrary numbers: not masks, targets, given weights or variances. @param {Given} given */
export const isDrawable = ({ key }) => !isMask(key) && !/^(target|weights_override|running_var)$/.test(key);

/**
 * Returns the problem with some tensors redrawn, to two decimals. A seed gives the same numbers everywhere.
 * @param {Problem} problem @param {Given[]} which @param {{ kind: Draw, seed: number }} how @param {Engine} engine
 * @returns {Problem}
 */
export function drawn(problem, which, { kind, seed }, engine) {
  let next = problem;
  for (const given of which) {
    const { shape } = given;
    // a tensor gets the same numbers whether it is drawn alone or among others
    const hash = [...given.tensor].reduce((sum, sign) => 31 * sum + sign.charCodeAt(0), 0);
    const tensorSeed = (seed + APART * hash) >>> 0;
    const whole = drawing(tensorSeed);
    const init = () => engine.initialize({ shape, init: kind, seed: tensorSeed }).data;
    const rounded = () => Array.from(init(), (number) => Math.round(100 * number) / 100);
    const before = tensorIn(problem, given);
    const data = kind === "whole" ? entriesOf(before).data.map(() => whole(5) - 2) : rounded();
    next = withTensor(next, given, written(before, { shape, data }));
  }
  return next;
}
