/**
 * Chooses sentences. A language has the wordings, each under the name of its case; the rules here and in the stories choose between
 * them, once for all languages. The results are functions of the facts of a row, a matrix or a tensor.
 */

import { focusTexts } from "./focus.js";
import { cellWord, fill, literal } from "./sentence.js";

/** @typedef {Record<string, any>} Facts what a sentence may name */
/**
 * @typedef {string | ((facts: Facts, given: Facts) => string | (string | false)[])} Choice a wording, or a function that
 *   returns those that hold; false is skipped
 */
/** @typedef {ReturnType<typeof speakerOf>} Speaker */
/** @typedef {(speaker: Speaker, story: Facts) => Facts} Rules of a story, from the rules.js beside its words */

/**
 * Returns the texts of a language as functions of facts.
 * @param {Facts} texts as they are in its file
 * @returns {{ words: Facts, storyWords: (story: Facts, rules?: Rules) => Facts }} storyWords: the same for the
 *   texts of a story that is loaded later
 */
export function speak(texts) {
  const { scene } = texts;
  const titles = { ...texts.titles };
  for (const [id, same] of Object.entries(TITLES)) titles[id] = titles[same];
  const speaker = speakerOf(texts);
  const storyWords = (/** @type {Facts} */ story, /** @type {Rules | undefined} */ rules) => {
    const { sentences = {}, invitation, ...rest } = story;
    return {
      ...rest,
      titles: { ...titles, ...story.titles },
      // a chapter without a title of its own has that of the step
      chapters: { ...titles, ...scene.chapters, ...story.titles, ...story.chapters },
      ...speaker.filled(rest),
      ...speaker.plain(sentences),
      /** @param {Facts} facts @param {number} seconds */
      invitation: (facts, seconds) => speaker.invite(invitation, facts, seconds),
      ...rules?.(speaker, { ...story, sentences }),
    };
  };
  const words = {
    ...texts,
    scene: {
      ...scene,
      ...speaker.names,
      focus: focusTexts(speaker, scene.focus),
      chapters: { ...titles, ...scene.chapters },
    },
    stories: {},
  };
  return { words, storyWords };
}

/**
 * Maps each text of an object; values that are not texts are dropped.
 * @param {Facts} all @param {(text: string) => unknown} make @returns {Facts}
 */
const mapTexts = (all, make) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([id, text]) => (typeof text === "string" ? [[id, make(text)]] : [])),
  );

/** Steps and chapters of the walk-through, and the part whose title each shares. */
const TITLES = {
  scale: "scaled_scores",
  cap: "capped_scores",
  mask: "masked_scores",
  softmax: "weights",
  max: "row_max",
  shift: "shifted_scores",
  exp: "shifted_exp",
  total: "row_sum",
  made: "project",
  heads: "transpose",
  map: "outputs",
};

/* ---------------------------------------------------------------- shared by all sentences */

/** @param {Facts} texts */
function speakerOf(texts) {
  const { grammar, scene, sentences, element, lists } = texts;
  const write = (/** @type {string} */ text, /** @type {Facts} */ facts) => fill(text, facts, grammar);
  const shown = (/** @type {string} */ tensor) => cellWord(texts, tensor);
  const quoted = (/** @type {string} */ label) => label && write(scene.quoted, { label });
  const nameless = (/** @type {string} */ side, /** @type {number} */ n) => `${shown(side)} ${n}`;
  /** Returns the name of the weighted sum of the values of one head. @param {any} model */
  const result = ({ result, heads }) =>
    scene.results[result === "output" ? "output" : heads > 1 ? "head" : "mixture"];

  /** Joins sentences; values that are no texts, or empty ones, are dropped. @param {any[]} all */
  const join = (all) =>
    grammar.together(all.filter((text) => text && typeof text === "string").map(grammar.finish));

  /**
   * Returns a sentence, or several, as a function of the facts.
   * @param {Choice} choice @param {(facts: Facts, given: Facts) => Facts} [more] further facts that they name
   */
  const say = (choice, more) => (/** @type {Facts} */ given) => {
    const facts = Object.assign(factsOf(given), given.to, { result: result(given.model) });
    Object.assign(facts, more?.(facts, given));
    const wordings = [typeof choice === "string" ? choice : choice(facts, given)].flat();
    return join(wordings.map((text) => text && write(text, facts)));
  };
  return {
    texts,
    write,
    say,
    join,
    /**
     * Returns texts as functions of the facts they name; a text that names none stays a text.
     * @param {Facts} all @param {(given: Facts) => Facts} [named] what they name @returns {Facts}
     */
    filled: (all, named = (given) => given) =>
      mapTexts(all, (text) =>
        text.includes("{") ? (/** @type {Facts} */ given) => write(text, named(given)) : text,
      ),
    common: sentences,
    names: { shown, quoted, nameless, result },
    /** Lists names: "a, b and c". @param {string[]} names @param {string} [and] the template that joins the last two */
    listed: (names, and = lists.and) =>
      names.length < 2
        ? names.join("")
        : write(and, { names: names.slice(0, -1).join(lists.numbers), last: names.at(-1) }),
    /**
     * Returns wordings as functions, where there is nothing to choose.
     * @param {Facts} all @param {(facts: Facts, given: Facts) => Facts} [more] further facts that they name
     */
    plain: (all, more) => mapTexts(all, (text) => say(text, more)),
    /** @param {any} model @param {"query" | "key"} side @param {number} i */
    name: (model, side, i) => quoted(literal(model.label(side, i))) || nameless(model.kindOf(side), i + 1),
    /** @param {string} title @param {Facts} facts @param {number} seconds */
    invite: (title, facts, seconds) => ({
      title: write(title, facts),
      text: write(element.promise, { seconds: Math.round(seconds) }),
    }),
  };
}

const OPTIONAL = ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o", "x_kv", "x_v"];

/** The facts about each problem, cached for all its sentences. @type {WeakMap<any, Facts>} */
const known = new WeakMap();

/** Returns the sizes and switches of a problem, and what follows from them. @param {any} model @returns {Facts} */
export function problemFacts(model) {
  const { heads, kv_heads, q_len, kv_len, d_q, d_v, batch, batches, head, result } = model;
  const has = Object.fromEntries(OPTIONAL.map((name) => [name, model.tensor(name) !== null]));
  return {
    ...model,
    ...has,
    model,
    softcap: model.problem.softcap,
    rising: model.scale > 0,
    named: model.named(),
    source: has.x_kv ? "x_kv" : "x",
    matrices: has.w_q && has.w_k && has.w_v,
    biases: has.b_q || has.b_k || has.b_v,
    changed: has.w_k || has.b_k,
    // counts, from 1
    shown: head + 1,
    item: batch + 1,
    others: batches - 1,
    twoKeys: kv_len === 2,
    twoHeads: heads === 2,
    grouped: kv_heads < heads,
    cells: q_len * kv_len,
    wide: heads * d_q,
    joined: heads * d_v,
    // targets to point at
    target: result,
    isOutput: result === "output",
    weights: "weights",
  };
}

/** Returns the given facts, with those about their problem and rows. @param {Facts} given @returns {Facts} */
function factsOf({ model, all, rows = all, ...given }) {
  const base = known.get(model) ?? problemFacts(model);
  known.set(model, base);
  const facts = { ...(rows && ofRows(rows)), ...given };
  return Object.assign(Object.create(base), {
    rows,
    pairs: rows ? base.cells : model.kv_len,
    scores: given.link?.product.tensor,
    struck: facts.forbidden > 0 && !model.override,
    everything: facts.forbidden === model.kv_len,
    ...facts,
  });
}

/** Returns the facts about some rows of weights. @param {Facts[]} rows */
function ofRows(rows) {
  const kinds = rows.map(({ kind }) => kind);
  const sum = (/** @type {string} */ what) => rows.reduce((total, row) => total + row[what], 0);
  return {
    kinds,
    forbidden: sum("forbidden"),
    byBias: sum("byBias"),
    single: rows.length === 1,
    nothing: kinds.includes("nothing"),
    nan: kinds.includes("nan"),
  };
}

/** Returns how queries, keys or values are made of the inputs. @param {Facts} facts @param {string} letter */
export const made = (facts, letter) =>
  facts[`w_${letter}`] ? "matrix" : facts[`b_${letter}`] ? "bias" : "none";

/** @param {Facts} facts */
export const scoreOf = ({ dot, score }) => (dot ? "dot" : score === "bilinear" ? "bilinear" : "additive");

/**
 * Returns the sentence about the tokens, each a row of numbers.
 * @param {Speaker} speaker @param {string} [batch] the wording for several items
 */
export const inputs = ({ say, write, common }, batch = "") =>
  say(
    (f) => (batch && f.batches > 1 ? batch : f.self ? common.inputs : common.cross),
    (f) => ({ rows: write(common.rows, f) }),
  );

/** Returns the sentences about bias and mask, of one row or of many. @param {Speaker} speaker @param {Facts} [more] */
export const struck = ({ say, common }, more) =>
  say(
    ({ biased, masked, forbidden, row, everything }) => [
      biased && common.bias,
      forbidden ? common.struck[row && everything ? "all" : "some"] : masked && common.struck.nothing,
    ],
    ({ masked, byBias, pairs, kv_len }) => ({
      strikes: common.strikes[!masked ? "bias" : byBias ? "both" : "mask"],
      row: pairs === kv_len,
      ...more,
    }),
  );

/** Returns the sentences about rows whose weights are NaN or all 0. @param {Facts} common @param {Facts} facts */
export const unusual = (common, { nan, nothing }) => [
  nan && common.unusual.nan,
  nothing && common.unusual.nothing,
];
