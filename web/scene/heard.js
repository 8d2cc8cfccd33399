/** What is pointed at, as text: read aloud, and as the list of what a row of weights reads from. */

import { plain, spans } from "./captions.js";
import { explain } from "./explain.js";
import { measuredIn, namesIn, rowFacts, spokenText } from "./facts.js";
import { focusAt } from "./focus-text.js";
import { formatPointed } from "./format.js";
import { upTo } from "./model.js";
import { isWeights, nameParts } from "../core/graph/tensors.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./captions.js").Target} Target */

/** The text read aloud for a target at a moment: what is lit for it, and its numbers. @param {any} scene @param {number} time @param {Target} target @returns {string} */
export function heard(scene, time, target) {
  const lit = focusAt(scene, time, target);
  if (!lit) return say(scene, target);
  const { grammar, lists } = scene.model.words;
  const numbers = lit.exact.map(({ other, number }) => `${other} ${number}`).join(lists.clauses);
  const exact = `${lit.title}${grammar.colon}${numbers}${grammar.stop}`;
  // the exact numbers of weights are shown in place of an equation
  const whole = isWeights(target.tensor) && target.index?.includes(null);
  const rest = whole ? plain(spans(exact)) : say(scene, target);
  return grammar.together([plain(lit.sentence), rest]);
}

/** The most numbers read aloud at once. */
const MOST_HEARD = 64;

/**
 * The text of a target: the sentence of a cell, or the numbers of a row or a whole tensor.
 * @param {{ model: Model }} scene @param {Target} target
 */
function say(scene, { tensor, index }) {
  if (index && !index.includes(null))
    return explain(scene, tensor, /** @type {number[]} */ (index))?.text ?? "";
  const reading = readingOf(scene.model, { tensor, index });
  if (reading) return readingText(scene.model, reading);
  const { shape = [] } = scene.model.tensor(tensor) ?? {};
  /** @type {number[][]} */
  let cells = shape.length ? [[]] : [];
  for (const [axis, size] of shape.entries()) {
    const at = index?.[axis] ?? null;
    const some = at === null ? upTo(Math.min(size, MOST_HEARD)) : [at];
    cells = cells.flatMap((cell) => some.map((k) => [...cell, k])).slice(0, MOST_HEARD);
  }
  return cells.length ? spokenText(scene.model, tensor, cells) : "";
}

/** @param {Model} model @param {NonNullable<ReturnType<typeof readingOf>>} reading */
function readingText({ words: { grammar, lists } }, { said, list, nothing }) {
  const read = list.slice(0, MOST_HEARD).map(({ name, text }) => `${name} ${text}`);
  return plain(spans(said + grammar.colon + (read.join(lists.numbers) || nothing) + grammar.stop));
}

/** What a head does: the key each query attends to most and, if its role was measured, in what share of rows it has that role. @param {Model} model @param {string} tensor @param {number} head */
function ofHead(model, tensor, head) {
  const { roles, sentences } = measuredIn(model);
  const w = model.words.scene.reading;
  const measured = roles?.[head];
  const called = namesIn(model).name;
  const list = upTo(model.q_len).flatMap((i) => {
    const { first, weights, kind } = rowFacts(model, i, head);
    if (/^(nan|nothing)$/.test(kind)) return [];
    const cell = { tensor, index: [model.batch, head, i, first] };
    const [name, value] = [w.pair(called("query", i), called("key", first)), weights[first]];
    return [{ name, cell, value, text: formatPointed(value) }];
  });
  const share = measured && Math.floor(100 * measured.share);
  const said = measured ? w.measured({ share, sentences }) : w.head(head + 1);
  return { said, list: list.toSorted((a, b) => b.value - a.value), nothing: w.nothing };
}

/**
 * The keys that a row of weights reads from, or the queries that read a column, the largest weight first; for a whole head, the
 * key each query attends to most; null for any other target.
 * @param {Model} model @param {Target} target
 */
export function readingOf(model, { tensor, index }) {
  const free = index?.indexOf(null) ?? -1;
  if (!isWeights(tensor) || index?.length !== 4 || free < 2) return null;
  const [batch, head] = /** @type {number[]} */ (index);
  // named as its own batch item is, which need not be the chosen one
  const attention = model.stage(nameParts(tensor)[0]).ofBatch(batch);
  if (free === 2 && index[3] === null) return ofHead(attention, tensor, head);
  /** @type {("query" | "key")[]} */
  const of = free === 3 ? ["query", "key"] : ["key", "query"];
  const called = namesIn(attention).name;
  const cells = upTo(free === 3 ? attention.kv_len : attention.q_len).map((k) => {
    const cell = index.map((at) => at ?? k);
    return { name: called(of[1], k), cell, value: attention.value("weights", cell) };
  });
  const read = cells.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
  const said = attention.words.scene.reading[free === 3 ? "from" : "by"](called(of[0], index[5 - free] ?? 0));
  const list = read.map(({ name, cell: index, value }) => ({
    name,
    cell: { tensor, index },
    text: formatPointed(value),
  }));
  return { said, list, nothing: attention.words.scene.reading.nothing };
}
