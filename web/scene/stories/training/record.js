/** The record of a training run, as the story needs it. All numbers are the core's. */

import { upTo } from "../../model.js";

/**
 * @typedef {object} Moment
 * @property {number} step
 * @property {Float32Array} weights `[batch, heads, queries, keys]` of the problem that is shown
 * @property {Record<string, { shape: number[], data: Float32Array }>} parameters
 */
/** @typedef {{ step: number, accuracy: number | null, weight: number | null }} Measured weight: the mean
 *   weight on the right key, in the head that puts most there; null: a problem of the page's own has none */
/**
 * @typedef {object} Recorded
 * @property {import("./settings.js").Settings} settings
 * @property {Float32Array} loss of every step
 * @property {Moment[]} moments the first is the untrained layer
 * @property {Measured[]} measured
 * @property {number[]} right the key of every position where its answer stands; −1: no answer is wanted
 * @property {Measured | null} reached the first with LEARNED of the positions right
 * @property {number} wanted the number of steps to which the current run goes; that of the recorded ones if none is running
 * @property {boolean} running
 * @property {boolean | null} log whether the loss is shown on a logarithmic scale; null: the reader has not chosen
 * @property {{ step: number, tensor: string, holds?: number } | null} failed
 * @property {number} batch sequences per step
 */

/** Recorded steps that are shown in one step of the story. */
export const BLOCK = 100;

/** @param {import("../../model.js").Model} model */
export function recordOf(model) {
  /** @type {Recorded} */
  const recorded = model.more.training;
  const { head, heads, batch: item, q_len, kv_len } = model;
  const from = (item * heads + head) * q_len * kv_len;
  const { loss, moments, measured } = recorded;
  const steps = moments.map(({ step }) => step);
  /** Returns the last measurement up to a step. @param {number} step */
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
    /** The weights of the shown head, at every moment. */
    weights: moments.map(({ weights }) => weights.subarray(from, from + q_len * kv_len)),
    /** The first step that began with at most half of the first loss; 0: none did, or there was none to lose. */
    half: loss.findIndex((value) => value < loss[0] && value <= loss[0] / 2) + 1,
    /** The numbers of a parameter, at every moment. @param {string} name */
    parameter: (name) => moments.map(({ parameters }) => parameters[name].data),
    /** The recorded steps in blocks, each from one step to another. */
    blocks: upTo(Math.max(1, Math.ceil(loss.length / BLOCK))).map((k) => ({
      from: k * BLOCK,
      to: Math.min(loss.length, (k + 1) * BLOCK),
    })),
  };
}
/** @typedef {ReturnType<typeof recordOf>} TrainingRecord */
