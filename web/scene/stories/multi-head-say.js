/** What the steps of the many-heads story say. Every size and number is looked up in the run first. */

import { cellName } from "../model.js";
import { rowText } from "../sentences.js";
import { fill, spans } from "../words.js";
import { shapes } from "./multi-head-shapes.js";
import { strongest, variant } from "./multi-head-variants.js";

/** @typedef {import("../script.js").Script} Script */

/** Where a step stands in the computation, in the words that all stories share. @type {Record<string, string>} */
const PLACES = {
  input: "input",
  project: "project-query",
  made: "project-query",
  given: "project-query",
  split: "project-value",
  transpose: "project-value",
  heads: "project-value",
  scores: "scores",
  scaled_scores: "scale",
  capped_scores: "softcap",
  masked_scores: "mask",
  row_max: "softmax-max",
  shifted_scores: "softmax-shift",
  shifted_exp: "softmax-exp",
  row_sum: "softmax-sum",
  divide: "softmax-divide",
  weights: "softmax",
  mixed: "mixed",
  back: "joined",
  join: "joined",
  output: "output",
};

/** Which symbols of the formula a step is about. @type {Record<string, (heads: number) => string[]>} */
const ACTIVE = {
  made: () => ["query", "key", "value"],
  scores: () => ["query", "key"],
  scaled_scores: () => ["scale"],
  row_max: () => ["softmax"],
  shifted_scores: () => ["softmax"],
  shifted_exp: () => ["softmax"],
  row_sum: () => ["softmax"],
  divide: () => ["softmax"],
  weights: () => ["softmax"],
  mixed: (heads) => ["value", "z1", "z2", "z" + heads],
  back: () => ["concat"],
  join: () => ["concat"],
  output: () => ["w_o", "b_o"],
};

/** @param {Script} script @param {string} id @param {string | (() => string)} text numbers for those who hear the picture */
export function about(script, id, text) {
  const { model } = script;
  const { facts } = /** @type {any} */ (script.layout);
  const own = model.words.stories["multi-head"];
  const template = own.captions[variant(script, id)];
  return {
    id,
    title: own.titles[id],
    caption: spans(template, namesOf(script)),
    active: ACTIVE[id]?.(facts.heads) ?? [],
    text,
    place: { at: PLACES[id] },
  };
}

/** @type {WeakMap<Script, ReturnType<typeof names>>} */
const named = new WeakMap();

/** Everything a sentence may name, looked up once. @param {Script} script */
function namesOf(script) {
  let found = named.get(script);
  if (!found) named.set(script, (found = names(script)));
  return found;
}

/** @param {Script} script */
function names({ model, layout }) {
  const { facts } = /** @type {any} */ (layout);
  const { heads, kv_heads, q_len, kv_len, d_q, d_v, chosen } = facts;
  const tuples = new Map(shapes(model, facts).map(({ id, tuple }) => [id, tuple]));
  const tuple = (/** @type {string} */ id) => tuples.get(id) ?? "";
  const kind = (/** @type {string} */ name) => facts.kinds.get(name) ?? { rows: 0, cols: 0 };
  const found = strongest(model, facts) ?? { j: 0, index: [chosen.b, chosen.h, 0, 0] };
  const score = [chosen.b, chosen.h, 0, 0];
  const row = score.slice(0, 3);
  const last = kind("w_o");
  return {
    heads,
    kv_heads,
    n: q_len,
    m: kv_len,
    batch: facts.shape[0],
    shared: facts.shared,
    d_model: kind("x").cols,
    d_q,
    d_v,
    all: heads * d_v,
    whole: heads * d_q,
    d_out: kind("output").cols,
    learned: `${last.rows}×${last.cols}`,
    h: chosen.h + 1,
    item: chosen.b + 1,
    j: found.j + 1,
    scale: Number(model.scale.toPrecision(4)),
    cap: model.problem.softcap,
    score: `[${model.text("scores", score)}|score|${cellName("scores", score)}]`,
    max: `[${model.text("row_max", row)}|score|${cellName("row_max", row)}]`,
    sum: `[${model.text("row_sum", row)}|weight|${cellName("row_sum", row)}]`,
    weight: `[${model.text("weights", found.index)}|weight|${cellName("weights", found.index)}]`,
    input: tuple("input"),
    project: tuple("project"),
    split: tuple("split"),
    per: tuple("heads"),
    pairs: tuple("scores"),
    mixed: tuple("mixed"),
    back: tuple("back"),
    joined: tuple("join"),
    output: tuple("output"),
  };
}

const MOST_NUMBERS = 64;

/** A matrix in words, for when somebody listens. @param {Script} script @param {string[]} tensors */
export const rows =
  (script, ...tensors) =>
  () =>
    tensors.map((tensor) => rowsOf(script, tensor)).join("");

/** Row by row: of every head if they are few, else of the chosen one. @param {Script} script @param {string} tensor */
function rowsOf({ model, layout }, tensor) {
  const { facts } = /** @type {any} */ (layout);
  const shape = model.tensor(tensor)?.shape ?? [];
  const total = shape.reduce(
    (/** @type {number} */ product, /** @type {number} */ size) => product * size,
    1,
  );
  const { texts } = model.words.stories["multi-head"];
  const items = total > MOST_NUMBERS ? [facts.chosen.b] : facts.items;
  const headed = shape.length === 4;
  const count = headed ? shape[1] : 1;
  const mine = tensor === "key" || tensor === "value" ? facts.group(facts.chosen.h) : facts.chosen.h;
  const heads = total > MOST_NUMBERS && headed ? [mine] : [...Array(count).keys()];
  const label = model.words.roles[tensor] ?? model.words.stories["multi-head"].roles[tensor] ?? tensor;
  const cols = shape[shape.length - 1];
  const list = [];
  for (const b of items) {
    for (const h of heads) {
      for (let i = 0; i < shape[shape.length - 2]; i++) {
        const parts = [
          shape[0] > 1 && shape.length > 2 ? fill(texts.item, { b: b + 1 }) : "",
          count > 1 ? fill(texts.head, { h: h + 1 }) : "",
          fill(texts.token, { i: i + 1 }),
        ];
        const index = (/** @type {number} */ c) =>
          headed ? [b, h, i, c] : [b, i, c].slice(3 - shape.length);
        list.push(
          rowText(
            model,
            [label, ...parts.filter(Boolean)].join(texts.join),
            tensor,
            Array.from({ length: cols }, (_, c) => index(c)),
          ),
        );
      }
    }
  }
  return list.join(" ");
}
