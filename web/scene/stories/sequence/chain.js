/**
 * What stories about a decoder know of their chain: which stage decodes, which encoder it listens to, which decoder was given
 * the last state alone, and the words that come out.
 */

import { truncate } from "../../text-metrics.js";
import { isClear, namesIn, rowFacts } from "../../facts.js";
import { cellName, encoderOf, likeliest, upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {{ k: number, name: string, index: number[], tied: number } | null} Said the likeliest word of a step: its column, its name, its cell, how many are as likely */
/** @typedef {NonNullable<ReturnType<typeof sequenceOf>>} Sequence */

/** Words that are told, and features that are drawn as colours. */
const MOST_WORDS = 40;
const MOST_FEATURES = 64;

/** The stages that make a translation; null where none decodes. @param {Model} model */
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

/** The states that a decoder looks at, by the name under which the chain made them, and their encoder. @param {Model} model @param {Model} decoder */
function statesOf(model, decoder) {
  const encoder = encoderOf(model, decoder.problem);
  const given = decoder.problem.encoder_states;
  const tensor = typeof given === "string" ? given : decoder.full("encoder_states");
  return {
    tensor,
    rank: model.tensor(tensor)?.shape.length ?? 2,
    encoder: encoder && model.stage(encoder.id),
  };
}

/** A decoder that has one state, and the encoder that it comes from, however many stages lie between. @param {Model} model @param {Model} decoder */
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

/** Whether a chain's decoder can be drawn. @param {Model} model */
export function decodes(model) {
  const { decoder } = sequenceOf(model) ?? {};
  if (!decoder || !decoder.q_len || !decoder.kv_len) return false;
  const wide = Math.max(decoder.d_q, decoder.d_k);
  return decoder.q_len <= MOST_WORDS && decoder.kv_len <= MOST_WORDS + 1 && wide > 0 && wide <= MOST_FEATURES;
}

/** The names of those that ask, but for a mark at their end; none where one has none. @param {Model} view @returns {string[]} */
export function askersOf(view) {
  const names = upTo(view.q_len).map((i) => view.label("query", i));
  if (/^⟨.*⟩$/.test(names.at(-1) ?? "")) names.pop();
  return names.every(Boolean) ? names : [];
}

/** The word of each step. @param {Model} decoder @returns {Said[]} */
export function wordsOf(decoder) {
  const odds = decoder.tensor("probabilities");
  const count = odds?.shape[1] ?? 0;
  const { words } = decoder;
  const picked = odds ? likeliest(odds) : upTo(decoder.q_len).map(() => -1);
  return picked.map((k, j) => {
    if (k < 0) return null;
    const odd = odds?.data[j * count + k];
    const tied = upTo(count).filter((c) => odds?.data[j * count + c] === odd).length;
    const name = decoder.label("query", j) || words.stories.seq2seq.nth({ k: k + 1 });
    return { k, name, index: [j, k], tied };
  });
}

/** The facts of sentences about a step. @param {Sequence} all @param {number} j */
export function factsOf({ decoder, states }, j) {
  const { name, cell } = namesIn(decoder, (label) => truncate(label, 13, 130));
  const state = decoder.full("state");
  const to = {
    query: cellName(state, [j, null]),
    state: cellName(state, [j + 1, null]),
    keys: states.tensor,
    scores: cellName(decoder.full("scores"), [0, 0, j, null]),
    weights: cellName(decoder.full("weights"), [0, 0, j, null]),
    context: cellName(decoder.full("context"), [j, null]),
    odds: cellName(decoder.full("probabilities"), [j, null]),
  };
  const row = rowFacts(decoder, j);
  return {
    ...row,
    model: decoder,
    to,
    step: j + 1,
    name,
    cell,
    key: (/** @type {number} */ i) => name("key", i),
  };
}

/** "nothing" or "before" for a row that looks most at the state before any word (with next to nothing left, or some); else null. @param {Sequence["states"]} states @param {import("../../facts.js").RowFacts} row */
export const readsNothing = ({ encoder }, row) =>
  encoder !== null && row.first === 0 && isClear(row)
    ? /^(one|nearly)$/.test(row.kind)
      ? "nothing"
      : "before"
    : null;
