/**
 * The alignment of two sentences: a map of which word was made while looking at which, filling row by row; then the order in
 * which they follow one another, and who is looked at.
 */

import { truncate } from "../text-metrics.js";
import { spokenText, namesIn, rowFacts } from "../facts.js";
import { formula } from "../formula.js";
import { ring } from "../kit/backdrop.js";
import { focus } from "../kit/focus.js";
import {
  staggerGroups,
  showPlaceholders,
  grow,
  fadeOut,
  enterNumbers,
  lightWord,
  enterBox,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { cellName, upTo } from "../model.js";
import { sequence } from "../timeline.js";
import { readsNothing, sequenceOf } from "./sequence/chain.js";
import { formula as decoding } from "./sequence/formula.js";
import { place as arrange } from "./alignment/place.js";
import { columnsOf, isWordOf, orderOf } from "./alignment/order.js";
import * as alignmentTexts from "../../build/words/stories/alignment.js";
import * as seq2seqTexts from "../../build/words/stories/seq2seq.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../timeline.js").Tween} Beat */

/** Words at an edge. The state before any word counts for none. */
const MOST_WORDS = 41;
/** Most steps of the rows: each row has its own, or several share one. */
const MOST_STEPS = 10;

/** @type {import("./index.js").Story} */
export default {
  texts: [alignmentTexts, seq2seqTexts],
  tell,
  supports: (model) => mappedOf(model) !== null,
  formula: (model, room) =>
    sequenceOf(model) ? decoding(model, room) : formula(/** @type {Model} */ (mappedOf(model))),
};

/** The attention that the map shows: the decoder of a chain, a chain's last attention, or the problem itself. @param {Model} model @returns {Model | null} */
function mappedOf(model) {
  const attentions = (model.problem.stages ?? []).filter(
    (/** @type {any} */ { op = "attention" }) => op === "attention",
  );
  const mapped = model.problem.stages
    ? (sequenceOf(model)?.decoder ?? (attentions.length ? model.stage(attentions.at(-1).id) : null))
    : model;
  if (!mapped || !mapped.tensor("weights")) return null;
  const { q_len, kv_len } = mapped;
  const words =
    mapped.decoder ||
    [...upTo(q_len), ...upTo(kv_len)].some((k) => mapped.label("query", k) || mapped.label("key", k));
  return words && q_len > 0 && kv_len > 0 && Math.max(q_len, kv_len) <= MOST_WORDS ? mapped : null;
}

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const view = /** @type {Model} */ (mappedOf(model));
  const { map, bands, after, large, row, column, height } = arrange(view, room);
  const w = model.words.stories.alignment;
  const { name, cell } = namesIn(view, (label) => truncate(label, 13, 130));
  const rows = upTo(view.q_len).map((i) => rowFacts(view, i));
  const sequences = sequenceOf(model);
  const states = sequences && sequences.decoder.full("") === view.full("") ? sequences.states : null;
  const empty = rows.filter((row) => (states ? readsNothing(states, row) : row.kind === "nothing"));
  /** The ring round the row that was filled last. @type {any[]} */
  let former = [];
  const isWord = isWordOf(view);
  const order = orderOf(rows, (row) => isWord(row) && !empty.includes(row));
  const general = {
    model: view,
    all: rows,
    to: { weights: view.full("weights") },
    ...{ name, cell, rows, order, columns: columnsOf(view, rows), empty, decoded: view.decoder, last: "" },
    queryName: (/** @type {number} */ i) => name("query", i),
    key: (/** @type {number} */ j) => name("key", j),
  };
  const title = (/** @type {string} */ id) => w.titles[id];
  /** @param {string} id @param {any} about @param {Beat[][]} moves */
  const step = (id, about, ...moves) =>
    script.step(
      {
        title: title(id),
        caption: () => w[id](general),
        active: ["weights", "softmax"],
        ...about,
        id: about.id ?? id,
      },
      ...moves,
    );

  for (const item of map.items) script.add(item);
  const labels = map.items.filter(({ kind }) => kind === "text");
  if (bands) for (const item of [bands.board, ...bands.words]) script.add(item);
  script.chapter("words", w.chapters.words);
  step(
    "words",
    { rest: 1.6, place: { at: "inputs" } },
    staggerGroups([fadeIn(...labels), map.rows.flatMap((row) => animate(row, "pale", 1))], 0.3),
    bands ? [...fadeIn(bands.board), ...fadeIn(...bands.words)] : [],
  );
  fill();
  script.chapter("read", w.chapters.read);
  const whole = bands ? script.add(bands.all()) : null;
  const lights = script.add(
    focus(view, { rings: ({ query, key }) => [query === undefined ? column(key ?? 0) : row(query)] }),
  );
  if (bands)
    step("order", { rest: 3 }, fadeOut(...former, ...upTo(rows.length).map((i) => bands.of(i))), [
      ...fadeIn(lights),
      ...animate(/** @type {any} */ (whole), "opacity", 1, 0),
      ...animate(/** @type {any} */ (whole), "progress", 1, 0.8),
    ]);
  else
    step(
      "order",
      { rest: 3 },
      fadeOut(...former),
      fadeIn(lights, script.add(ring("map.ring", inner(map.box)))),
    );
  // whole, and without a ring round the row that was filled last, which may be that of the end
  const poster = script.time - 0.01;
  const { most, by } = general.columns;
  const many = most !== null && by.length > 1;
  if (after && !empty.length) inPlaceOfMap(after);
  else {
    const frame = many ? script.add(ring("column.ring", inner(column(most)))) : null;
    step("columns", { rest: 3 }, [...(bands ? [] : fadeOut({ id: "map.ring" })), ...fadeIn(frame)]);
    former = frame ? [frame] : [];
  }
  if (empty.length) {
    const frames = empty.map(({ i }) => script.add(ring(`empty.${i}`, inner(row(i)))));
    step("empty", { rest: 2.4 }, [...fadeOut(...former), ...fadeIn(...frames)]);
  }
  if (model.options.learned) step("learned", { rest: 3.2 });
  const invitation = w.invitation({ rows: view.q_len, columns: view.kv_len }, script.time);
  return { height, poster, invitation };

  /** The bands where the map has stood; lit is the word that most words look at most. @param {NonNullable<import("./alignment/place.js").Place["after"]>} all */
  function inPlaceOfMap(all) {
    const every = upTo(rows.length);
    const links = script.add(all.all());
    const asked = many ? { key: /** @type {number} */ (most) } : null;
    const shown = script.add(focus(view, { id: "focus.bands", asked, rings: all.rings }));
    for (const item of [all.board, ...all.words]) script.add(item);
    step(
      "columns",
      { rest: 3 },
      [
        ...fadeOut({ id: "map.ring" }, lights, ...map.items, ...every.flatMap(large)),
        ...map.rows.flatMap((row) => animate(row, "pale", 0)),
      ],
      fadeIn(all.board, ...all.words),
      [...animate(links, "opacity", 1, 0), ...animate(links, "progress", 1, 0.8)],
      fadeIn(...every.map((i) => script.add(all.stripe(i)))),
      fadeIn(shown),
    );
  }

  /** What a row looks at. @param {import("../facts.js").RowFacts} facts */
  function noteOf(facts) {
    const { note } = model.words.stories["walk-through"];
    const number = (/** @type {number} */ j) => view.text("weights", facts.row[j], 2);
    const self = view.self && facts.first === facts.i;
    return note({ ...facts, model: view, name: general.key, self, number });
  }

  /** Row by row, or some rows at a time. */
  function fill() {
    const each = Math.ceil(rows.length / MOST_STEPS);
    script.chapter("rows", w.chapters.rows);
    for (let from = 0; from < rows.length; from += each) {
      const some = upTo(Math.min(each, rows.length - from)).map((k) => from + k);
      const frames = each > 1 ? [] : [script.add(ring(`row.${from}`, inner(row(from))))];
      const moves = some.map((i) => {
        const row = map.rows[i];
        const band = bands && script.add(bands.of(i));
        return sequence(
          [...lightWord(1, map.rowNames[i]), ...(bands ? lightWord(1, bands.out[i]) : [])],
          [...enterBox(row), ...enterNumbers(row), ...large(i).flatMap((few) => enter(script.add(few)))],
          band ? grow(band) : [],
          bands ? fadeIn(script.add(bands.stripe(i))) : [],
        );
      });
      const facts = {
        ...general,
        ...rows[from],
        to: { ...general.to, row: cellName(view.full("weights"), [view.batch, view.head, from, null]) },
        i: from,
        until: from + some.length - 1,
        alone: some.length === 1,
        note: noteOf(rows[from]),
        nothingRead: states && readsNothing(states, rows[from]),
      };
      const range = { from: from + 1, until: facts.until + 1, alone: facts.alone };
      const about = {
        ...{
          id: `row-${from + 1}`,
          caption: () => w.row(facts),
          title: w.nth(range),
          spoken: () => some.slice(0, 2).map((i) => spokenText(view, "weights", rows[i].row)),
          query: from,
        },
        ...{
          place: { at: "softmax", query: from },
          rest: each > 1 ? 0.5 : 1.1,
          speed: each > 1 ? 1.6 : 1,
          subtitle: w.subtitle({ ...range, count: rows.length }),
        },
      };
      step(
        "row",
        about,
        [...fadeOut(...former), ...showPlaceholders(...some.map((i) => map.rows[i]))],
        staggerGroups(moves, each > 1 ? 0.25 : 0),
        fadeIn(...frames),
      );
      former = frames;
    }
  }
}

/** A ring's box such that its line lies on the edge. @param {import("../kit/place.js").Box} box */
const inner = ({ x, y, width, height }) => ({ x: x + 4, y: y + 4, width: width - 8, height: height - 8 });
