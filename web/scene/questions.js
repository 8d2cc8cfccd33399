/**
 * What may be asked before a softmax: which key the query will look at most; and what its weights answer. Who is right,
 * what is a tie and what is nearly one are comparisons of the core's own numbers.
 */

import { truncate } from "./text-metrics.js";
import { plain, spans } from "./captions.js";
import { shortestDecimal } from "../words/decimal.js";
import { subscript } from "./format.js";
import { sliceOf } from "./kit/slice.js";
import { cellName, upTo } from "./model.js";
import { nameParts } from "../core/graph/tensors.js";
import { phaseOf } from "./stories/phases.js";
import { literal } from "../words/sentence.js";

/** @typedef {import("./captions.js").Span} Span */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./script.js").Step} Step */
/** @typedef {{ key: number, name: string }} Choice */
/**
 * @typedef {object} Question
 * @property {string} id of the step that it is asked before
 * @property {string} of the row of weights, the same in all languages and stories: "weights:0,0,1,*"
 * @property {number} time when it is asked, in seconds
 * @property {number} lands when the weights have landed
 * @property {number} ends when something else is told
 * @property {string} text
 * @property {Choice[]} choices
 * @property {string} label of the choices @property {string} skip
 * @property {(key: number) => string} guessed
 * @property {(key: number) => Span[]} answer
 */

/** Most questions of a scene: more would feel like an exam. */
const MOST_QUESTIONS = 3;
/** Of many keys those with the largest weights are offered. */
const MOST_CHOICES = 8;

/** @param {{ model: Model, steps: Step[] }} scene @returns {Question[]} in the order of telling */
export function questions({ model, steps }) {
  const all = softmaxes(steps).flatMap((steps) => question(model, steps) ?? []);
  return all.slice(0, MOST_QUESTIONS);
}

/** The tensor that a step of a softmax leads to; "" of any other step. @param {Step} step */
function leadsTo({ place: { at } }) {
  const [stage, name] = nameParts(at);
  if (!name.startsWith("softmax") && phaseOf(name).phase !== "softmax") return "";
  return stage ? `${stage}.weights` : "weights";
}

/** Steps of a softmax that follow one another: of one query, or of all at once. @param {Step[]} steps @returns {Step[][]} */
function softmaxes(steps) {
  /** @type {Step[][]} */
  const found = [];
  steps.forEach((step, k) => {
    const before = steps[k - 1];
    if (!leadsTo(step)) return;
    const goes = before && leadsTo(before) === leadsTo(step);
    // a step about all queries that follows one about a single query belongs to the same question
    const same = goes && (step.place.query === undefined || step.place.query === before.place.query);
    if (same) found[found.length - 1].push(step);
    else found.push([step]);
  });
  return found;
}

/** @param {Model} model @param {Step[]} steps @returns {Question | null} null: there is nothing to ask */
function question(model, steps) {
  const [first] = steps;
  const node = model.node(leadsTo(first));
  // weights that were given were not made by a softmax
  if (!node || node.op !== "divide") return null;
  const slice = sliceOf(model, node.tensor);
  const { query } = first.place;
  const row = (query === undefined ? upTo(slice.rows) : [query])
    .map((i) => rowOf(model, slice, i))
    .find(({ offered }) => offered.length > 1);
  if (!row) return null;
  const last = /** @type {Step} */ (steps.findLast(({ place }) => place.query === query));
  const w = model.words.question;
  const { nouns, queryName, offered, name } = row;
  return {
    id: first.id,
    of: row.of,
    time: first.start,
    lands: last.hold,
    ends: last.start + last.duration,
    text: plain(spans(w.text({ model, queryName, ...nouns }))),
    choices: offered.map((key) => ({ key, name: plain(spans(name(key))) })),
    label: w.label,
    skip: w.skip,
    guessed: (key) => plain(spans(w.guessed({ chosen: row.quoted(key) }))),
    answer: (key) => spans(w.answer(factsOf(model, row, key))),
  };
}

/** @typedef {ReturnType<typeof rowOf>} Row */

/** The weights of a query, whom they are of, and which of them may be guessed. @param {Model} model @param {import("./kit/slice.js").Slice} slice @param {number} i */
function rowOf(model, { tensor, index, columns }, i) {
  const keys = upTo(columns);
  const row = index.map((at) => (at === "r" ? i : at === "c" ? null : Number(at)));
  const cells = keys.map((j) => row.map((at) => at ?? j));
  const weights = cells.map((cell) => model.value(tensor, cell));
  const names = namesOf(model);
  const masked = tensor.replace(/weights$/, "masked_scores");
  const allowed = keys.filter((j) => model.value(masked, cells[j]) !== -Infinity);
  const order = allowed.toSorted((a, b) => weights[b] - weights[a]);
  const unusual = weights.some(Number.isNaN) || weights.every((weight) => weight === 0);
  return {
    tensor,
    of: cellName(tensor, row),
    cells,
    weights,
    allowed,
    offered: unusual ? [] : order.slice(0, MOST_CHOICES).toSorted((a, b) => a - b),
    queryName: names.quoted("query", i),
    name: (/** @type {number} */ j) => names.name("key", j),
    quoted: (/** @type {number} */ j) => names.quoted("key", j),
    nouns: { word: keys.every((j) => names.label("key", j)), input: names.self, source: names.source },
  };
}

/** How tokens are named: a word that occurs twice gets its number. @param {Model} model */
function namesOf(model) {
  // nobody has named the tokens that the stages of a chain look at
  const chain = Boolean(model.problem.stages);
  const self = model.self && !chain;
  const { scene } = model.words;
  /** @typedef {"query" | "key"} Side */
  const label = (/** @type {Side} */ side, /** @type {number} */ n) => (chain ? "" : model.label(side, n));
  const nameless = (/** @type {Side} */ side, /** @type {number} */ n) =>
    scene.nameless(self ? "x" : chain ? side : model.kindOf(side), n + 1);
  const unique = (/** @type {Side} */ side, /** @type {number} */ n) => {
    const name = label(side, n);
    const count = side === "query" ? model.q_len : model.kv_len;
    const again = name && upTo(count).some((other) => other !== n && label(side, other) === name);
    return literal(truncate(name, 15, 180)) + (again ? subscript(n + 1) : "");
  };
  return {
    self,
    source: !self && !chain && model.kindOf("key") === "x_kv",
    label,
    name: (/** @type {Side} */ side, /** @type {number} */ n) => unique(side, n) || nameless(side, n),
    quoted: (/** @type {Side} */ side, /** @type {number} */ n) =>
      scene.quoted(unique(side, n)) || nameless(side, n),
  };
}

/** The facts by which the sentence about an answer is chosen. @param {Model} model @param {Row} row @param {number} key */
function factsOf(model, { tensor, cells, weights, allowed, quoted }, key) {
  const most = Math.max(...allowed.map((j) => weights[j]));
  const having = (/** @type {number} */ weight) => allowed.filter((j) => weights[j] === weight && j !== key);
  const right = weights[key] === most;
  const tied = having(most);
  // the answer is compared with the winner, with those that share the first place, or with the next
  const next = Math.max(...allowed.filter((j) => weights[j] < most).map((j) => weights[j]));
  const others = right && !tied.length ? having(next) : tied;
  const text = (/** @type {number} */ j) => model.text(tensor, cells[j]);
  const near = weights[key] !== weights[others[0]] && text(key) === text(others[0]);
  const [share, other] = near ? apart(weights[key], weights[others[0]]) : [text(key), text(others[0])];
  const cell = (/** @type {string} */ said, /** @type {number} */ j) =>
    `[${said}|${cellName(tensor, cells[j])}]`;
  return {
    right,
    tied: right && tied.length > 0,
    all: right && tied.length === allowed.length - 1,
    near,
    count: allowed.length,
    chosen: quoted(key),
    share: cell(share, key),
    others: others.map(quoted),
    other: cell(other, others[0]),
  };
}

/** Two numbers with just enough digits to differ. @param {number} a @param {number} b */
function apart(a, b) {
  for (let digits = 4; digits < 9; digits++)
    if (a.toFixed(digits) !== b.toFixed(digits)) return [a, b].map((number) => number.toFixed(digits));
  return [a, b].map(shortestDecimal);
}
