/** Facts about the draws: how far their scores spread, and how even their weights are. */

import { formatNumber } from "../../format.js";
import { upTo } from "../../model.js";

/** Returns a number of each start as text, and whether the numbers rise or fall from start to start. @param {number[]} numbers */
function ranked(numbers) {
  const steps = numbers.slice(1).map((number, k) => number - numbers[k]);
  const texts = numbers.map((number) => formatNumber(number, 2));
  return { texts, rise: steps.every((step) => step > 0), fall: steps.every((step) => step < 0) };
}

/** @param {import("../../model.js").Model} model */
export function factsOf(model) {
  const { starts, draws, most } = model.more;
  const [variances, means, usual] = [
    (/** @type {any} */ { draws: [first] }) => first.scores.variance,
    (/** @type {any} */ { draws: [first] }) => first.mean,
    (/** @type {any} */ start) => start.usual,
  ].map((of) => ranked(starts.map(of)));
  /** @param {any} draw @param {string} name */
  const numbers = ({ id }, name) => Array.from(model.tensor(`${id}.${name}`)?.data ?? []);
  const moves = starts.every((/** @type {any} */ { draws: [first, next] }) => {
    const now = numbers(next, "scores");
    const moved = numbers(first, "scores").every((score, k) => score !== now[k]);
    return moved && String(numbers(first, "weights")) !== String(numbers(next, "weights"));
  });
  // otherwise a uniform start is no wider than a normal one
  const widens = model.d_k < model.d_model;
  return {
    ...{ model, starts, moves, count: draws, most: formatNumber(most, 2), widens },
    cells: upTo(model.q_len).flatMap((i) => upTo(model.kv_len).map((j) => [0, 0, i, j])),
    ...{ variances: variances.texts, wider: widens && variances.rise },
    ...{ means: means.texts, sharper: means.fall, usual: usual.texts, orderly: widens && usual.fall },
  };
}
