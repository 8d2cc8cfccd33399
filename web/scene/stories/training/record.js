/** What was recorded of a run that learns, as the story asks for it. All numbers are the core's. */

import { upTo } from "../../model.js";

/**
 * @typedef {object} Moment
 * @property {number} step
 * @property {Float32Array} weights `[batch, heads, queries, keys]` of what is shown
 * @property {Record<string, { shape: number[], data: Float32Array }>} parameters
 */
/** @typedef {{ step: number, accuracy: number | null, weight: number | null }} Measured weight: on the right key, the mean, in the head
 *   that puts most there; null: a problem of the page's own has none */
/**
 * @typedef {object} Recorded
 * @property {import("./settings.js").Settings} settings
 * @property {Float32Array} loss of every step
 * @property {Moment[]} moments the first is the untrained layer
 * @property {Measured[]} measured
 * @property {number[]} right the key of every position where its answer stands; −1: none is asked
 * @property {Measured | null} reached the first with as good as all positions right
 * @property {number} wanted steps that the run under way is to come to; those recorded, where none is
 * @property {boolean} running
 * @property {boolean | null} log whether the loss is shown on a scale of powers of ten; null: nobody has chosen
 * @property {{ step: number, tensor: string, holds?: number } | null} failed
 * @property {number} batch sequences a step
 */

/** From this share on a task is learned. */
export const LEARNED = 0.99;
/** Steps that are told at once. */
export const BLOCK = 100;

/** @param {import("../../model.js").Model} model */
export function recordOf(model) {
  /** @type {Recorded} */
  const recorded = model.more.training;
  const { head, heads, batch: item, q_len, kv_len } = model;
  const from = (item * heads + head) * q_len * kv_len;
  const { loss, moments, measured } = recorded;
  const steps = moments.map(({ step }) => step);
  /** The last that was measured by a step. @param {number} step */
  const measuredAt = (step) => measured.findLast((entry) => entry.step <= step) ?? measured[0];
  const last = measured[measured.length - 1];
  return {
    ...recorded,
    head,
    steps,
    recorded: loss.length,
    measuredAt,
    last,
    log: recorded.log ?? recorded.failed !== null,
    /** The weights of the head that is shown, at every moment. */
    weights: moments.map(({ weights }) => weights.subarray(from, from + q_len * kv_len)),
    /** The step by which half of the first loss was gone; 0: there was none. */
    half: Math.max(
      0,
      loss.findIndex((value) => value <= loss[0] / 2),
    ),
    /** @param {string} name */
    parameter: (name) => moments.map(({ parameters }) => parameters[name].data),
    /** Blocks of steps, each from one to another. */
    blocks: upTo(Math.max(1, Math.ceil(loss.length / BLOCK))).map((k) => ({
      from: k * BLOCK,
      to: Math.min(loss.length, (k + 1) * BLOCK),
    })),
  };
}
/** @typedef {ReturnType<typeof recordOf>} TrainingRecord */
