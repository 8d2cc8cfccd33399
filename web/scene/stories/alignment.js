/**
 * The alignment of two sentences: a map, filled row by row, of which word was produced while attending to which; then the order
 * in which words attend to one another, and which words receive the most attention.
 */

import { truncate } from "../text-metrics.js";
import { spokenText, namesIn, rowFacts } from "../facts.js";
import { formula } from "../formula.js";
import { columnOf, mapEnters } from "../kit/attention-map.js";
import { ring } from "../kit/backdrop.js";
import { focus } from "../kit/focus.js";
import { around } from "../kit/place.js";
import { having, placeholders } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { cellName, upTo } from "../model.js";
import { readsNothing, sequenceOf } from "./sequence/chain.js";
import { formula as decoding } from "./sequence/formula.js";
import { place as arrange } from "./alignment/place.js";
import { columnsOf, isWordOf, orderOf } from "./alignment/order.js";
import * as alignmentTexts from "../../build/words/stories/alignment.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/slots.js").State} State */
/** @typedef {ReturnType<typeof factsOf>} Facts */

/** The most words along an edge of the map, with one more for the state before the first word. */
const MOST_WORDS = 41;
/** The most steps for the rows: each row has its own, or several share one. */
const MOST_STEPS = 10;
/** Opacity of the bands of other rows. */
const FAINT = 0.3;

/** @type {import("./index.js").Story} */
export default {
  texts: [alignmentTexts],
  tell: tellSteps("alignment", stageOf, steps, { active: ["weights", "softmax"] }),
  supports: (model) => mappedOf(model) !== null,
  formula: (model, room) =>
    sequenceOf(model) ? decoding(model, room) : formula(/** @type {Model} */ (mappedOf(model))),
};

/**
 * The attention that the map shows: a chain's decoder or last attention, or the problem itself; null if it has no words or too
 * many.
 * @param {Model} model @returns {Model | null}
 */
function mappedOf(model) {
  const { stages } = model.problem;
  const last = stages?.findLast((/** @type {any} */ { op = "attention" }) => op === "attention");
  const mapped = stages ? (sequenceOf(model)?.decoder ?? (last && model.stage(last.id))) : model;
  if (!mapped?.tensor("weights")) return null;
  const { q_len, kv_len } = mapped;
  const words =
    mapped.decoder ||
    [...upTo(q_len), ...upTo(kv_len)].some((k) => mapped.label("query", k) || mapped.label("key", k));
  return words && q_len > 0 && kv_len > 0 && Math.max(q_len, kv_len) <= MOST_WORDS ? mapped : null;
}

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const view = /** @type {Model} */ (mappedOf(model));
  const invites = { rows: view.q_len, columns: view.kv_len };
  return { ...arrange(view, room), model, view, facts: factsOf(model, view), invites };
}

/** The facts that captions use. @param {Model} model @param {Model} view */
function factsOf(model, view) {
  const { name } = namesIn(view, (label) => truncate(label, 13, 130));
  const rows = upTo(view.q_len).map((i) => rowFacts(view, i));
  const sequences = sequenceOf(model);
  const states = sequences && sequences.decoder.full("") === view.full("") ? sequences.states : null;
  const empty = rows.filter((row) => (states ? readsNothing(states, row) : row.kind === "nothing"));
  const isWord = isWordOf(view);
  return {
    ...{ model: view, name, rows, empty, states, decoded: view.decoder },
    to: { weights: view.full("weights") },
    order: orderOf(rows, (row) => isWord(row) && !empty.includes(row)),
    columns: columnsOf(view, rows),
    queryName: (/** @type {number} */ i) => name("query", i),
    key: (/** @type {number} */ j) => name("key", j),
  };
}

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, step }) {
  const { model, view, facts, map, bands, after } = stage;
  const { rows, empty } = facts;
  yield chapter("words");
  const words = { board: bands?.board, words: bands && [bands.words] };
  yield step("words", { at: "inputs" }, { map: mapEnters(map) }, words);
  yield chapter("rows");
  yield* filling(view, stage, facts);
  yield chapter("read");
  const { most, by } = facts.columns;
  const asked = most !== null && by.length > 1 ? { key: most } : null;
  const lights = (/** @type {string} */ id, /** @type {any} */ lit, /** @type {any} */ rings = ringsOf) =>
    focus(view, { id: `focus.${id}`, asked: lit, rings });
  const whole = bands ? bands.all() : ring("map.ring", map.box);
  const apart = Object.fromEntries(rows.map(({ i }) => [`band${i}`, null]));
  yield step("order", { poster: true }, { ring: null, ...apart, whole, lights: lights("order", null) });
  if (after && !empty.length)
    yield step(
      "columns",
      {},
      { only: true, board: after.board, words: [after.words] },
      { whole: after.all() },
      { stripes: [rows.map(({ i }) => after.stripe(i))], lights: lights("bands", asked, after.rings) },
    );
  else yield step("columns", {}, { ...(!bands && { whole: null }), lights: lights("columns", asked) });
  const frames = empty.map(({ i }) => ring(`empty.${i}`, map.rows[i]));
  if (empty.length)
    yield step("empty", {}, { whole: bands && whole, lights: lights("empty", null), ring: frames });
  if (model.options.learned) yield step("learned", {});

  /** @param {import("../kit/focus.js").Group} group */
  function ringsOf({ query, key }) {
    return [around([query === undefined ? columnOf(map, key ?? 0) : map.rows[query]], -5)];
  }
}

/**
 * Fills the map row by row, or several rows at a time.
 * @param {Model} view @param {import("./alignment/place.js").Place} stage @param {Facts} facts @returns {Generator<Step>}
 */
function* filling(view, { map, bands, large }, facts) {
  const { rows, states } = facts;
  const { alignment: w, "walk-through": walk } = view.words.stories;
  const each = Math.ceil(rows.length / MOST_STEPS);
  for (let from = 0; from < rows.length; from += each) {
    const some = rows.slice(from, from + each);
    const row = rows[from];
    const told = {
      ...{ ...facts, ...row, until: from + some.length - 1, alone: some.length === 1 },
      to: { ...facts.to, row: cellName(view.full("weights"), [view.batch, view.head, from, null]) },
      note: walk.note({ ...row, model: view, name: facts.key }),
      nothingRead: states && readsNothing(states, row),
    };
    const range = { from: from + 1, until: told.until + 1, alone: told.alone };
    const former = from && bands && having(bands.among(from - 1), { opacity: FAINT, progress: 1 });
    yield {
      ...{ id: `row-${from + 1}`, title: w.nth(range), caption: () => w.row(told) },
      ...{ query: from, at: "softmax", active: ["weights", "softmax"] },
      ...(each > 1 ? { speed: 2.4 } : { speed: 1.2 }),
      subtitle: w.subtitle({ ...range, count: rows.length }),
      spoken: () => some.slice(0, 2).map(({ row: cells }) => spokenText(view, "weights", cells)),
      states: [
        {
          ...{ ring: null, ...(former && { [`band${from - 1}`]: former }) },
          ...Object.fromEntries(some.map(({ i }) => [`row${i}`, placeholders([map.rows[i]])])),
        },
        ...some.flatMap(({ i }) => {
          const framed = each === 1 && ring(`row.${i}`, map.rows[i]);
          const read = { [`row${i}`]: [[map.rows[i], ...large(i)]], ring: framed };
          const named = { [`name${i}`]: having(map.rowNames[i], { active: 1 }) };
          const shown = bands && [{ [`band${i}`]: bands.among(i), [`stripe${i}`]: bands.stripe(i) }];
          return [[named, read], ...(shown || [])];
        }),
      ],
    };
  }
}
