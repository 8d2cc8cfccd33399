/** Chains of an encoder and a decoder with drawn parameters, of any size. */

import { chance } from "../../helpers/random.js";

/**
 * @param {{ words?: number, said?: number, d?: number, vocabulary?: number, seed?: number, pressed?: boolean, encoder?: boolean,
 *   fed?: boolean, labels?: boolean, scale?: number, [more: string]: any }} [sizes] pressed: with a decoder that has the last state
 *   alone; more: keys of the decoder
 */
export function sequence({
  words = 4,
  said = 4,
  d = 6,
  vocabulary = 9,
  seed = 7,
  pressed = false,
  encoder = true,
  fed = false,
  labels = true,
  scale = 1,
  ...more
} = {}) {
  const draw = chance(seed);
  const tensor = (/** @type {number[]} */ ...shape) => draw.tensor(shape, scale);
  const names = (/** @type {string} */ stem, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, k) => `${stem}${k + 1}`);
  const decoder = (/** @type {string} */ id, /** @type {any} */ states) => ({
    ...{ id, op: "recurrent_decoder", encoder_states: states, score: "dot", initial_state: tensor(d) },
    ...{ w_state: tensor(d, d), w_context: tensor(d, d), b_state: tensor(d) },
    ...(fed ? { x: tensor(said, 3), w_in: tensor(3, d) } : { steps: said }),
    ...(vocabulary ? { w_out: tensor(2 * d, vocabulary), b_out: tensor(vocabulary) } : {}),
    ...(labels && vocabulary ? { labels: { logits: names("mot", vocabulary) } } : {}),
  });
  const read = {
    ...{
      id: "encoder",
      op: "recurrent_encoder",
      x: tensor(words, 5),
      w_in: tensor(5, d),
      w_state: tensor(d, d),
    },
    ...(labels ? { labels: { x: names("word", words) } } : {}),
  };
  const last = {
    ...{
      id: "last",
      op: "attention",
      query: [Array(d).fill(0)],
      key: "encoder.state",
      value: "encoder.state",
    },
    weights_override: [Array.from({ length: words + 1 }, (_, i) => Number(i === words))],
  };
  const states = encoder ? "encoder.state" : tensor(words, d);
  return {
    version: 1,
    stages: [
      ...(encoder ? [read] : []),
      ...(pressed && encoder ? [last, decoder("alone", "last.output")] : []),
      { ...decoder("decoder", states), ...more },
    ],
  };
}
