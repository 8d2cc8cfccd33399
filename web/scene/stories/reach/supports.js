/** Which problems the story reach can tell. */

import { hasOnly } from "../plain.js";

/** The most words that fit side by side. */
const MOST = 12;

/**
 * Reports whether a problem is a recurrence of one number over 2 to 12 words, and one plain attention over these words.
 * @param {Record<string, any>} problem @param {Record<string, any>} trace
 */
export function isReach({ stages }, trace) {
  if (!Array.isArray(stages) || stages.map(({ id }) => id).join() !== "recurrence,attention") return false;
  const plain = hasOnly(stages[1], /^(id|query|key|value|labels)$/);
  if (stages[0].op !== "recurrent_encoder" || !plain) return false;
  const [x, state] = [trace["recurrence.x"].shape, trace["recurrence.state"].shape];
  const [words, numbers] = x;
  const [batches, heads, queries] = trace["attention.query"].shape;
  const alike = queries === words && trace["attention.key"].shape[2] === words && batches * heads === 1;
  return alike && words >= 2 && words <= MOST && numbers === 1 && state[1] === 1;
}
