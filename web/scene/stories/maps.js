/** What any story tells of a problem that is too large for numbers: its matrices, one after another, as colours. */

import { mapped } from "../layout-maps.js";
import { MAX_ANIMATED } from "../model.js";
import { show } from "../moves.js";
import { say } from "../sentences.js";
import { fill } from "../words.js";

/** Where in the computation each matrix is made, and its symbol in the formula. @type {Record<string, { at: string, chapter: string, active: string[] }>} */
const PLACES = {
  x: { at: "input", chapter: "project", active: [] },
  x_kv: { at: "input", chapter: "project", active: [] },
  query: { at: "project-query", chapter: "project", active: ["query"] },
  key: { at: "project-key", chapter: "project", active: ["key"] },
  value: { at: "project-value", chapter: "project", active: ["value"] },
  scores: { at: "scores", chapter: "score", active: ["query", "key"] },
  scaled_scores: { at: "scale", chapter: "scale", active: ["scale"] },
  capped_scores: { at: "softcap", chapter: "cap", active: [] },
  masked_scores: { at: "mask", chapter: "mask", active: ["mask"] },
  weights: { at: "softmax", chapter: "softmax", active: ["softmax"] },
  mixed: { at: "sum", chapter: "sum", active: ["softmax", "value"] },
  output: { at: "sum", chapter: "sum", active: ["softmax", "value"] },
};

/** @param {import("../script.js").Script} script */
export function tellMaps(script) {
  const { model } = script;
  const { roles, stories } = model.words;
  const { steps } = stories["walk-through"];
  let chapter = "";
  const open = (/** @type {string} */ id) => id !== chapter && script.chapter((chapter = id));
  open("project");
  const what = { what: excess(model), limit: MAX_ANIMATED };
  script.step({ id: "notice", title: steps.large, caption: say(model, "large", what) }, []);
  for (const [tensor] of mapped(model)) {
    const { at, chapter: own, active } = PLACES[tensor];
    open(own);
    script.step(
      { id: tensor, title: roles[tensor], caption: sentence(model, tensor), active, place: { at } },
      [{ light: [], beats: show("map." + tensor) }],
    );
  }
}

/** @param {import("../model.js").Model} model @param {string} tensor */
function sentence(model, tensor) {
  if (tensor === "weights") return say(model, model.override ? "override" : "mapWeights");
  const [rows, columns] = model.tensor(tensor)?.shape.slice(-2) ?? [];
  const names = { rows, columns, i: 1 };
  const stage = tensor.endsWith("_scores") || tensor === "scores";
  return say(model, stage ? "mapScores" : "mapVectors", names);
}

/** What there is too much of, in words. @param {import("../model.js").Model} model */
function excess({ q_len, kv_len, d_q, d_k, d_v, d_model, words: { counts } }) {
  if (q_len > MAX_ANIMATED) return fill(counts.tokens, { n: q_len });
  if (kv_len > MAX_ANIMATED) return fill(counts.keys, { n: kv_len });
  return fill(counts.features, { n: Math.max(d_q, d_k, d_v, d_model) });
}
