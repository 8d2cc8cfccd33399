/** What the story reach can tell. */

/** Words that have room side by side. */
const MOST = 12;

/**
 * Whether a problem is a recurrence of one number over 2 to 12 words, and one plain attention of these words.
 * @param {Record<string, any>} problem @param {Record<string, any>} trace
 */
export function isReach({ stages }, trace) {
  if (!Array.isArray(stages) || stages.map(({ id }) => id).join() !== "recurrence,attention") return false;
  const [{ op }, { op: second = "attention", score = "scaled_dot", ...looks }] = stages;
  const plain = Object.keys(looks).every(
    (key) => /^(id|query|key|value|labels)$/.test(key) || looks[key] == null,
  );
  if (op !== "recurrent_encoder" || second !== "attention" || !/dot$/.test(score) || !plain) return false;
  const [x, state] = [trace["recurrence.x"].shape, trace["recurrence.state"].shape];
  const [batches, heads, queries] = trace["attention.query"].shape;
  const keys = trace["attention.key"].shape[2];
  const [words] = x;
  const alike = queries === words && keys === words && batches * heads === 1;
  return alike && words >= 2 && words <= MOST && x[1] === 1 && state[1] === 1;
}
