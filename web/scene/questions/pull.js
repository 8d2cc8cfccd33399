/** Asked before the values are weighted: which way will this one pull the output? Only if the values point both ways, or have two numbers. */

import { plain, spans } from "../captions.js";
import { cellName, upTo } from "../model.js";
import { pairs } from "../facts.js";
import { namesOf } from "./names.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../script.js").Step} Step */
/** @typedef {import("../questions.js").Asked} Question */
/** @typedef {{ k: number, up: boolean }} Way a direction; k: the number of the output it is along */

/** @param {Model} model @param {Step[]} steps @returns {Question[]} */
export function pull(model, steps) {
  if (!model.node("weighted_values")) return [];
  const all = steps.flatMap((step) => (step.place.at === "weight" ? (question(model, step) ?? []) : []));
  // ask about the same value only once
  return all.filter(({ text }, k) => all.findIndex((other) => other.text === text) === k);
}

/** @param {Model} model @param {Step} step @returns {Question | null} */
function question(model, { id, place: { query: i }, start, hold, duration }) {
  const ways = waysOf(model);
  if (i === undefined || ways.length < 2) return null;
  const weights = pairs(model, i).map((cell) => model.value("weights", cell));
  const keys = upTo(model.kv_len).toSorted((a, b) => weights[b] - weights[a]);
  const pulls = keys.map((j) => pullOf(model, i, j, ways)).find(({ clear }) => clear);
  if (!pulls) return null;
  const w = model.words.stories.questions;
  const { best, j, numbers } = pulls;
  const plane = model.d_v === 2;
  const name = (/** @type {Way} */ { k, up }) => w.way({ plane, k: k + 1, up });
  const about = { model, plane, k: ways[0].k + 1, keyName: namesOf(model).quoted("key", j) };
  const facts = { ...about, numbers: numbers.join(model.words.lists.numbers) };
  return {
    ...{ id, time: start, lands: hold, ends: start + duration },
    of: cellName("weighted_values", [model.batch, model.head, j, i, null]),
    text: plain(spans(w.pull(about))),
    choices: ways.map((way, key) => ({ key, name: name(way) })),
    guessed: (key) => plain(spans(w.guessed({ chosen: name(ways[key]) }))),
    answer: (key) =>
      spans(
        key === best
          ? w.pulled(facts)
          : w.notPulled({ ...facts, chosen: name(ways[key]), best: name(ways[best]) }),
      ),
  };
}

/**
 * The directions in which values point: along both numbers if values have two, else along the first number that is positive in
 * some and negative in others.
 * @param {Model} model @returns {Way[]}
 */
function waysOf(model) {
  const { d_v, kv_len, batch, kvHead } = model;
  const values = upTo(d_v).map((k) => upTo(kv_len).map((j) => model.value("value", [batch, kvHead, j, k])));
  if (!values.flat().every(Number.isFinite)) return [];
  const of = values.map((along, k) => [
    ...(along.some((value) => value > 0) ? [{ k, up: true }] : []),
    ...(along.some((value) => value < 0) ? [{ k, up: false }] : []),
  ]);
  return d_v === 2 ? of.flat() : (of.find((some) => some.length === 2) ?? []);
}

/** The pull of a key's weighted value along those directions. @param {Model} model @param {number} i @param {number} j @param {Way[]} ways */
function pullOf(model, i, j, ways) {
  const along = [...new Set(ways.map(({ k }) => k))].map((k) => {
    const cell = [model.batch, model.head, j, i, k];
    return {
      k,
      cell,
      value: model.value("weighted_values", cell),
      text: model.text("weighted_values", cell),
    };
  });
  const size = (/** @type {string} */ text) => text.replace("−", "");
  const [most, next] = along.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  const best = ways.findIndex(({ k, up }) => k === most.k && up === most.value > 0);
  const seen = along.every(({ value }) => Number.isFinite(value)) && !/^([<>].*|0)$/.test(most.text);
  return {
    ...{ j, best },
    // a weight that is given may be negative, and turn a value where none points
    clear: seen && best >= 0 && (!next || size(most.text) !== size(next.text)),
    numbers: along.map(({ cell, text }) => `[${text}|${cellName("weighted_values", cell)}]`),
  };
}
