// The statistics of the bench: medians, and ratios taken within a round.

/** @param {number[]} numbers @returns {number} NaN when there are none */
export function median(numbers) {
  const sorted = numbers.filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
  if (sorted.length === 0) return NaN;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The number below which a share of the numbers lie. @param {number[]} numbers @param {number} share from 0 to 1 */
export function shareOf(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/**
 * The median of theirs / ours over the rounds in which both took part. What slows a whole round down, slows both.
 * @param {number[]} theirs by round; NaN where it sat out
 * @param {number[]} ours
 */
export const ratio = (theirs, ours) => median(theirs.map((time, round) => time / ours[round]));

/** @param {number[]} numbers */
export const geometricMean = (numbers) =>
  Math.exp(numbers.reduce((sum, x) => sum + Math.log(x), 0) / numbers.length);

/**
 * What engines took in the same rounds: ms, and how many times as long as the first.
 * @param {{ name: string }[]} engines
 * @param {number[][]} times by engine and round
 */
export const compared = (engines, times) =>
  engines.map(({ name }, i) => ({ name, ms: median(times[i]), ratio: ratio(times[i], times[0]) }));
