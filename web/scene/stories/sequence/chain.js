/**
 * What stories about a decoder need to know of their chain: which stage decodes, which encoder it attends to, which decoder was
 * given only the last state, and the words that come out.
 */

import { truncate } from "../../text-metrics.js";
import { isClear, namesIn, rowFacts } from "../../facts.js";
import { cellName, encoderOf, likeliest, upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/**
 * @typedef {{ name: string, index: number[], tied: number } | null} Said the likeliest word of a step: its name, its cell, and how
 *   many share its probability; null: there is none
 */
/** @typedef {NonNullable<ReturnType<typeof sequenceOf>>} Sequence */

/** The most words that are shown, and the most features that are drawn as colours. */
const MOST_WORDS = 40;
const MOST_FEATURES = 64;

/** Returns the stages that make a translation; null if none decodes. @param {Model} model */
export function sequenceOf(model) {
  const stages = (model.problem.stages ?? []).filter(
    (/** @type {any} */ { op }) => op === "recurrent_decoder",
  );
  const decoders = stages.map((/** @type {any} */ { id }) => model.stage(id));
  const decoder = decoders.findLast((/** @type {Model} */ view) => view.kv_len > 1) ?? decoders.at(-1);
  if (!decoder) return null;
  const pressed = decoders.find(
    (/** @type {Model} */ view) => view !== decoder && view.kv_len === 1 && view.q_len > 0,
  );
  return {
    model,
    decoder,
    states: statesOf(model, decoder),
    pressed: pressed ? pressedOf(model, pressed) : null,
  };
}

/**
 * Returns the states to which a decoder attends, by their name in the chain, and their encoder.
 * @param {Model} model @param {Model} decoder
 */
function statesOf(model, decoder) {
  const encoder = encoderOf(model, decoder.problem);
  const given = decoder.problem.encoder_states;
  const tensor = typeof given === "string" ? given : decoder.full("encoder_states");
  return {
    tensor,
    encoder: encoder && model.stage(encoder.id),
  };
}

/**
 * Returns a decoder with only one state, and the encoder of that state, however many stages lie between.
 * @param {Model} model @param {Model} decoder
 */
function pressedOf(model, decoder) {
  const { stages } = model.problem;
  let stage = decoder.problem;
  for (let far = 0; far < stages.length && stage && stage.op !== "recurrent_encoder"; far++) {
    const source = stage.encoder_states ?? stage.key ?? stage.x_kv ?? stage.x ?? stage.query;
    const id = typeof source === "string" ? source.slice(0, source.lastIndexOf(".")) : "";
    stage = stages.find((/** @type {any} */ other) => other.id === id);
  }
  return { decoder, encoder: stage ? model.stage(stage.id) : null };
}

/** Reports whether a chain has a decoder that can be drawn. @param {Model} model */
export function decodes(model) {
  const { decoder } = sequenceOf(model) ?? {};
  if (!decoder || !decoder.q_len || !decoder.kv_len) return false;
  const wide = Math.max(decoder.d_q, decoder.d_k);
  return decoder.q_len <= MOST_WORDS && decoder.kv_len <= MOST_WORDS + 1 && wide > 0 && wide <= MOST_FEATURES;
}

/**
 * Returns the names of the words that read, without a mark at their end; empty if one has no name.
 * @param {Model} view @returns {string[]}
 */
export function askersOf(view) {
  const names = upTo(view.q_len).map((i) => view.label("query", i));
  if (/^⟨.*⟩$/.test(names.at(-1) ?? "")) names.pop();
  return names.every(Boolean) ? names : [];
}

/** Returns the word of each step of the decoder. @param {Model} decoder @returns {Said[]} */
export function wordsOf(decoder) {
  const odds = decoder.tensor("probabilities");
  const count = odds?.shape[1] ?? 0;
  const { words } = decoder;
  const picked = odds ? likeliest(odds) : upTo(decoder.q_len).map(() => -1);
  return picked.map((k, j) => {
    if (k < 0) return null;
    const odd = odds?.data[j * count + k];
    const tied = upTo(count).filter((c) => odds?.data[j * count + c] === odd).length;
    const name = decoder.label("query", j) || words.scene.nth(k + 1);
    return { name, index: [j, k], tied };
  });
}

/** Returns the facts for sentences about a step of the decoder. @param {Sequence} all @param {number} j */
export function factsOf({ decoder, states }, j) {
  const { name } = namesIn(decoder, (label) => truncate(label, 13, 130));
  const state = decoder.full("state");
  const to = {
    query: cellName(state, [j, null]),
    state: cellName(state, [j + 1, null]),
    keys: states.tensor,
    scores: cellName(decoder.full("scores"), [0, 0, j, null]),
    weights: cellName(decoder.full("weights"), [0, 0, j, null]),
    context: cellName(decoder.full("context"), [j, null]),
  };
  const row = rowFacts(decoder, j);
  return {
    ...row,
    model: decoder,
    to,
    name,
    key: (/** @type {number} */ i) => name("key", i),
  };
}

/**
 * Returns "nothing" for a row that gives the state before any word all or nearly all of its weight, "before" for one that gives
 * it the most, else null.
 * @param {Sequence["states"]} states @param {import("../../facts.js").RowFacts} row
 */
export const readsNothing = ({ encoder }, row) =>
  encoder !== null && row.first === 0 && isClear(row)
    ? /^(one|nearly)$/.test(row.kind)
      ? "nothing"
      : "before"
    : null;
