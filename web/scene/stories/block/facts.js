/** The six stages of a block in a chain: which tensors they read, how large they are, and what their boxes open. */

import { namesIn } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {"look" | "norm" | "feed" | "last"} Box that opens */

const OPS = "attention,residual,layer_norm,feed_forward,residual,layer_norm";
/** The largest block that is drawn with its numbers. */
const MOST = { q_len: 5, d_model: 8, heads: 4, units: 16 };

/** The block of a chain, if the chain is one that is small enough to be drawn; else null. @param {Model} model */
export function blockOf(model) {
  const stages = model.problem.stages ?? [];
  if (stages.map((/** @type {any} */ { op = "attention" }) => op).join() !== OPS) return null;
  const [look, add, norm, feed, again, last] = stages.map((/** @type {any} */ { id }) => id);
  const found = stages.slice(1).flatMap((/** @type {any} */ { x, y }) => (y ? [x, y] : [x]));
  const view = model.stage(look);
  const tensors = {
    ...{ x: `${look}.x`, weights: `${look}.weights`, mixed: `${look}.output`, sum: `${add}.output` },
    ...{ made: `${norm}.output`, hidden: `${feed}.hidden`, left: `${feed}.activated`, fed: `${feed}.output` },
    ...{ again: `${again}.output`, out: `${last}.output` },
  };
  const units = model.tensor(tensors.hidden)?.shape.at(-1) ?? 0;
  const sizes = /** @type {any} */ ({ ...view, units });
  const fits = Object.entries(MOST).every(([name, most]) => sizes[name] >= 1 && sizes[name] <= most);
  const isOwn =
    view.self && view.batches === 1 && typeof stages[0].x !== "string" && model.tensor(tensors.weights);
  const { x, mixed, sum, made, fed, again: before } = tensors;
  const isBlock = found.join() === [x, mixed, sum, made, made, fed, before].join();
  if (!fits || !isOwn || !isBlock) return null;
  return { view, tensors, units, feed: stages[3], opens: opensOf(model, stages) };
}
/** @typedef {NonNullable<ReturnType<typeof blockOf>>} Block */

/** The facts that captions use. @param {Model} model @param {Block} block @param {number} asks the word that is followed */
export function factsOf(model, { view, tensors, units, feed }, asks) {
  const hidden = upTo(units).map((u) => model.value(tensors.hidden, [0, asks, u]));
  const awake = hidden.filter((value) => value > 0).length;
  return {
    ...{ model: view, whole: model, units, at: tensors },
    ...{ count: view.q_len, d: view.d_model, heads: view.heads },
    ...{ name: namesIn(view).name("query", asks), awake, rest: awake < units },
    relu: (feed.activation ?? "relu") === "relu" && hidden.every(Number.isFinite),
  };
}

/**
 * Each box as a problem of its own, with the numbers that it reads here, and the story that shows it.
 * @param {Model} model @param {any[]} stages
 */
function opensOf(model, [look, add, norm, feed, again, last]) {
  const { id, op, ...attention } = look;
  /** @type {(tensor: string) => number[][]} */
  const rows = (tensor) => {
    const [, count, wide] = model.tensor(tensor)?.shape ?? [];
    return upTo(count).map((i) => upTo(wide).map((c) => model.value(tensor, [0, i, c])));
  };
  /** @type {(story: string, ...stages: any[]) => { story: string, problem: any }} */
  const told = (story, ...stages) => ({ story, problem: { version: 1, stages } });
  const labels = attention.labels && { labels: { x: attention.labels.x } };
  const summed = { ...again, x: rows(`${again.id}.x`), y: rows(`${again.id}.y`), ...labels };
  return {
    look: { story: "multi-head", problem: { version: 1, ...attention } },
    norm: told("normalization", look, add, norm),
    feed: told("walk-through", { ...feed, x: rows(`${feed.id}.x`) }),
    last: told("normalization", summed, last),
  };
}
