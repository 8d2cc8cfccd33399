/**
 * Cross-attention alone, between two sentences: words that ask above, words that answer below. Row by row, streams as wide as the
 * weights run to a word; at the end all are visible, and pointing at a word highlights its streams.
 */

import { namesIn, nameOf, rowFacts, spokenText } from "../../facts.js";
import { backdrop } from "../../kit/backdrop.js";
import { SIZES } from "../../kit/block.js";
import { belonging, focus } from "../../kit/focus.js";
import { numbersOrColours } from "../../kit/colours.js";
import { having, placeholders } from "../../kit/arrivals.js";
import { play } from "../../kit/steps.js";
import { placed } from "../../kit/place.js";
import { letterRuns, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { orderOf } from "../alignment/order.js";
import { bandsOf, chipsOf } from "../sequence/bands.js";
import { askersOf, sequenceOf } from "../sequence/chain.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/steps.js").Step} Step */

/** The most words per side whose streams can be told apart. */
const MOST_WORDS = 10;
/** Px: height of the tallest picture, of a label's line, and between words and numbers. */
const HEIGHT = 430;
const LABEL = 30;
const GAP = 16;
/** Opacity of the streams of other rows. */
const FAINT = 0.25;

/**
 * The attention that is shown: a decoder's, or that of a problem whose keys have words of their own; null for any other.
 * @param {Model} model @returns {Model | null}
 */
export function betweenOf(model) {
  const view = model.problem.stages ? sequenceOf(model)?.decoder : model;
  if (!view?.tensor("weights") || view.self || view.heads > 1 || view.batches > 1) return null;
  const asking = askersOf(view).length;
  const { kv_len } = view;
  if (!asking || !kv_len || Math.max(asking, kv_len) > MOST_WORDS) return null;
  return upTo(kv_len).every((j) => view.label("key", j)) ? view : null;
}

/** @param {import("../../script.js").Script} script @param {import("../../scene.js").Room} room @param {Model} view @returns {import("../../scene.js").StoryResult} */
export function between(script, room, view) {
  const w = view.words.stories.cross;
  const names = askersOf(view);
  const stage = standing(view, room, names);
  const rows = names.map((_, i) => rowFacts(view, i));
  const { crossing, pair } = orderOf(rows);
  const { name, cell } = namesIn(view);
  const named = (/** @type {string} */ tensor, /** @type {string} */ other) =>
    view.full(view.tensor(tensor) ? tensor : other);
  const facts = {
    ...{ model: view, all: rows, name, cell, crossing, nothing: view.label("key", 0) === "∅" },
    // a decoder asks with its states, and an encoder's states answer
    to: {
      query: named("query", "state"),
      key: named("key", "encoder_states"),
      weights: view.full("weights"),
    },
    queryName: (/** @type {number} */ i) => name("query", i),
  };
  const asked = pair ? pair[1] : 0;
  const lights = focus(view, { asked: { query: asked }, rings: stage.rings });
  const told = { w, rows, facts, pair, asked, lights, key: (/** @type {number} */ j) => name("key", j) };
  const poster = play(script, steps(view, stage, told), { scenery: [stage.board] });
  return { height: stage.height, poster, invitation: w.between.invitation(facts, script.time) };
}

/** @param {Model} view @param {import("../../scene.js").Room} room @param {string[]} names of the queries */
function standing(view, room, names) {
  const height = Math.min(room.height, HEIGHT);
  const columns = upTo(view.kv_len).map((j) => view.label("key", j));
  const size = [SIZES.huge, SIZES.large, SIZES.phone][room.width > 900 ? 0 : room.width > 500 ? 1 : 2];
  const panel = {
    ...{ x: 0, y: LABEL, width: room.width },
    height: height - 2 * LABEL - size.height - GAP,
  };
  const bands = bandsOf(view, panel, { rows: names, columns }, { thick: 34, wide: 128, chips: true });
  const label = (/** @type {string} */ id, /** @type {any[]} */ runs, /** @type {number} */ y) =>
    textAt(`between.${id}`, GAP, y, { runs, size: 14, fill: "ink", align: "start" });
  const w = view.words.stories.cross.between;
  const bottom = panel.y + panel.height;
  const [first, second = first] = bands.read;
  const pitch =
    second === first ? panel.width / 2 : Math.abs(second.x + second.width / 2 - first.x - first.width / 2);
  /** The weights of a row, below the words that they belong to. @param {number} i */
  const numbers = (i) => {
    const cells = [rowFacts(view, i).row];
    const item = numbersOrColours(view, { id: `row.${i}`, tensor: "weights", cells, size, style: "heat", width: pitch }); // prettier-ignore
    return belonging(placed(item, panel.width / 2, bottom + GAP / 2 + size.height / 2), { query: i });
  };
  return {
    ...{ ...bands, ...chipsOf(bands), numbers, height },
    board: backdrop("board", { x: 0, y: 0, width: room.width, height }),
    asks: label("asks", letterRuns("query", "", w.asks, { size: 14, matrix: true }), LABEL / 2 + 4),
    answers: label("answers", [...letterRuns("key", "", "", { size: 14, matrix: true }), { text: ", " }, ...letterRuns("value", "", w.answers, { size: 14, matrix: true })], height - LABEL / 2), // prettier-ignore
  };
}
/** @typedef {ReturnType<typeof standing>} Stage */

/** @param {Model} view @param {Stage} stage @param {{ rows: import("../../facts.js").RowFacts[] } & Record<string, any>} told @returns {Generator<Step | import("../../kit/steps.js").Chapter>} */
function* steps(view, stage, { w, rows, facts, pair, asked, lights, key }) {
  const { between: t } = w;
  const { note } = view.words.stories["walk-through"];
  const step = (/** @type {string} */ id, /** @type {object} */ about, /** @type {Step["states"]} */ ...states) => ({
    ...{ id, title: t.titles[id], caption: () => t[id](facts), of: view, states, ...about },
  }); // prettier-ignore
  yield { chapter: "words", title: t.titles.words };
  const asking = { asking: [stage.asking, stage.out].flat() };
  const answering = { answering: [stage.answering, stage.read].flat() };
  yield step("words", { at: "inputs" }, asking, answering, { numbers: placeholders([stage.numbers(0)]) });
  yield step(
    "sides",
    { at: "keys", active: ["query", "key", "value"] },
    { asks: stage.asks },
    { answers: stage.answers },
  );
  yield { chapter: "rows", title: t.titles.rows };
  for (const { i, ...row } of rows) {
    const said = note({ ...facts, ...row, i, name: key });
    const about = {
      ...{ id: `row-${i + 1}`, title: nameOf(view, "query", i), query: i },
      ...{ at: "softmax", active: ["weights", "softmax"] },
      spoken: () => spokenText(view, "weights", row.row),
      caption: () => t.row({ ...facts, i, kind: row.kind, note: said }),
    };
    const former = i && {
      [`streams${i - 1}`]: having(stage.among(i - 1), { opacity: FAINT, progress: 1 }),
    };
    yield step(
      "row",
      about,
      { ...former, numbers: stage.numbers(i) },
      { [`streams${i}`]: stage.among(i) },
      { [`stripe${i}`]: stage.stripe(i) },
    );
  }
  yield { chapter: "lines", title: t.titles.lines };
  const streams = Object.fromEntries(
    rows.map(({ i }) => [`streams${i}`, having(stage.among(i), { opacity: 1, progress: 1 })]),
  );
  const ending = {
    ...{ at: "outputs", active: ["weights", "value"], poster: true, query: asked },
    caption: () => t.lines({ ...facts, pair }),
  };
  yield step("lines", ending, { ...streams, numbers: stage.numbers(asked) }, { lights });
}
