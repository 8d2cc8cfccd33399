/**
 * The walk-through of one head of attention: inputs become keys, values and queries; scores become weights, which multiply the
 * values; weighted values flow together into outputs. The first query is shown in full, with close-ups, the second faster, and
 * further ones at a glance; the map comes last. This file says what happens; the arrangements in attention/ say where.
 */

import { truncate } from "../text-metrics.js";
import { plain, spans } from "../captions.js";
import { spokenText, namesIn, rowFacts, targets } from "../facts.js";
import { rowNote } from "../kit/attention-map.js";
import { focusText } from "../focus-text.js";
import { belonging, meansOf } from "../kit/focus.js";
import { remember } from "../kit/remember.js";
import { largestOf } from "../kit/addends.js";
import { addition, summed } from "../kit/addition.js";
import { becomes } from "../kit/pieces.js";
import { membersOf } from "../kit/series.js";
import { by, from, having, placeholders, poured, slowly } from "../kit/arrivals.js";
import { atOnce, play } from "../kit/steps.js";
import { letterRuns } from "../kit/text.js";
import { upTo } from "../model.js";
import { begin } from "./attention/begin.js";
import { placeIn } from "../script.js";
import { stageFor } from "./attention/arrangements.js";
import { asks, isSmall, speedOf } from "./attention/opening.js";
import { FULL } from "./attention/items.js";
import { phaseOf, placeOf } from "./phases.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/block.js").Block} Block */
/** @typedef {import("../kit/slots.js").State} State */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/steps.js").Chapter} Chapter */
/** @typedef {{ takes: { width: number, height: number }, stage: () => Stage }} Arrangement a way to arrange a stage, and the room it takes, px */
/**
 * Everything the story shows, in its place. Some members exist only in columns, some only in rows.
 * @typedef {import("../kit/steps.js").Setting & {
 *   items: import("./attention/items.js").Items, map: import("../kit/attention-map.js").AttentionMap, inputs: Block[], keys:
 *   Block[], values: Block[], named?: { keys: any[], values: any[] }, weighing: any[], row: (name: string, i: number) => any[],
 *   query: (i: number) => Block, output: (i: number) => Block, share: (i: number) => any, total: (i: number, tensor: "row_max" |
 *   "row_sum") => Block, closeUp: ReturnType<typeof import("./attention/items.js").closeUpsIn>, roomy?: boolean, apart?: boolean,
 *   heads?: { scores: any, weights: any }, ops?: Record<"sum" | "multiply" | "softmax", any>, queryLabel?: (i: number) => any[],
 *   asking?: (i: number) => Block | undefined, opening: (i: number) => import("./attention/opening.js").Opening, mapEnters?:
 *   State, matrix?: (tensor: "w_k" | "w_v") => import("../kit/projection.js").Projection | null, matrixNames?: () => any[],
 *   fork?: (block: Block, j: number) => any, asks?: (i: number) => any, pours: (i: number) => any[], places: (i: number, terms:
 *   Block[]) => import("../kit/place.js").Box[] | null, end: (count: number) => End, height: number, corner?: { width: number,
 *   height: number }, notes: Notes | null }} Stage named: keys and values with their headings; weighing: what is visible while
 *   values are weighted; row: a query's items for every key, by tensor or kind (bar; meet: the lines to a score; lift: those to a
 *   weighted value); pours: streams to an output; places: where the first numbers of weighted values pause before they are added;
 *   roomy: inputs, keys and values are side by side; apart: each output has a place of its own; opening: a query's opening
 *   question; mapEnters: what enters with the map if the story opens without it; matrix: a matrix above the blocks it makes,
 *   where there is room; matrixNames: the names that remain of matrices; asking: the input of a query that is no key; corner: px
 *   that the map takes beside the caption; notes: where the notes on the map's rows are, one below another
 */
/** @typedef {{ x: number, y: number, width: number, pitch: number, bare?: boolean }} Notes bare: without the name of the query */
/** @typedef {import("../kit/arrivals.js").Thing} Thing */
/**
 * The end of the story: what the values flow into, for the queries that were shown.
 * @typedef {{ outputs: Thing[], values: Thing[], words?: Thing[], streams: Thing, stripes: Thing[], legend?: Thing, focus: Thing,
 *   moved?: { panel: Thing, map?: Thing[], notes?: Notes } }} End words: those at outputs and values;
 *   legend: of the streams' width; focus: what is highlighted; moved: where values have moved, the panel around them, and the map
 *   if it has grown
 */

/** Speed of a query after the first, and of one that is shown at a glance; how much longer what flies takes for the former. */
const AGAIN = 2.8;
const QUICK = 4.5;
const FLIES = 2;

/** Seconds from one score to the next, and between the first few, which come one by one; how many those are; seconds from one
 * weighted value to the next, the first time and later. */
const PACE = 0.76;
const PAUSE = 0.34;
const ONE_BY_ONE = 3;
const WEIGHED = { close: 0.5, again: 0.2 };

/** Seconds that the first numbers pause before they are added. */
const STAND = 0.66;

/** The slots of one query, all emptied when the next one begins. @type {State} */
const NOTHING = Object.fromEntries(
  ["queryLabel", "asking", "query", "meets", "scores", "bars", "exps", "max", "total", "share", "weights"]
    .concat("weighted", "pours", "addends", "output", "question", "queryLabel", "unknown")
    .map((slot) => [slot, null]),
);

/** @type {import("./index.js").Story} */
export default {
  tell: (script, room) => tell(script, room, script.model.q_len),
};

/**
 * Shows the first queries; returns a promise while the arrangement must be loaded first.
 * @param {import("../script.js").Script} script @param {import("../scene.js").Room} room
 * @param {number} count of queries that are shown
 */
export function tell(script, room, count) {
  const { model } = script;
  const stage = stageFor(model, { ...room, asked: count });
  if (stage instanceof Promise) return stage;
  const opening = asks(model) ? stage.opening(count - 1) : null;
  const standing = { ...stage.standing, ...(opening && { question: opening.words }) };
  const poster = play(script, steps(stage, count, opening), { ...stage, standing });
  const invitation = model.words.stories["walk-through"].invitation(model, script.time, count);
  return { height: stage.height, corner: stage.corner, poster, invitation };
}

/**
 * @param {Stage} stage @param {number} count of queries that are shown
 * @param {import("./attention/opening.js").Opening | null} opening @returns {Generator<Step | Chapter>}
 */
function* steps(stage, count, opening) {
  const { map, inputs, keys, values, row, closeUp } = stage;
  const { model, stages } = stage.items;
  const w = model.words.stories["walk-through"];
  const { chapters, quoted } = model.words.scene;
  const { name: nameOf } = namesIn(model);
  const facts = model.remember((/** @type {number} */ i) => ({
    ...factsOf(model, i, count),
    adds: () => addsOf(i),
  }));
  const noteOf = remember((i) => noteFor(i));
  /** The keys and values, with headings if they have any, while a query is shown. */
  const { keys: found, values: weighed } = stage.named ?? { keys, values };

  yield* begin(stage, opening, { first: () => facts(0), queryLabel: nameOf("query", count - 1) });
  for (const i of upTo(count)) yield* ask(i);
  yield { chapter: "map", title: chapters.map };
  yield end();

  /**
   * Shows a query: each part is a step or, at a glance, all parts are one step.
   * @param {number} i @returns {Generator<Step | Chapter>}
   */
  function* ask(i) {
    const [close, quick, grouped] = [i === 0, i >= (isSmall(model) ? 1 : FULL), count - FULL > 2];
    const name = model.label("query", i);
    if (!close && (i <= FULL || !grouped))
      yield { chapter: `query-${i + 1}`, title: quick && grouped ? w.others : name || w.nth(i + 1) };
    const subtitle = w.subtitle(i + 1, model.q_len, quoted(name));
    const common = { of: model, query: i, subtitle };
    const parts = partsOf(i, quick);
    const last = i === count - 1;
    if (quick) {
      const said = { title: w.titles.query, caption: () => w.quickly(facts(i)), makes: "weights" };
      const speed = QUICK * (count > 4 ? 1.5 : 1);
      const about = { id: `query-${i + 1}`, speed, rest: 0.4, poster: last };
      yield { ...common, ...said, ...asOne([...parts]), ...about };
      return;
    }
    const speed = close ? speedOf(model) : AGAIN;
    for (const { chapter, rest = 0.4, ...about } of parts) {
      if (close && chapter && chapters[chapter]) yield { chapter, title: chapters[chapter] };
      yield { ...common, speed, ...about, rest: rest / speed, poster: last && about.makes === model.result };
    }
  }

  /**
   * The parts of a query, from its vector to its output.
   * @param {number} i @param {boolean} quick at a glance @returns {Generator<Step & { chapter?: string, place?: { at: string } }>}
   */
  function* partsOf(i, quick) {
    const odd = model.decide(() => /^(nothing|nan)$/.test(facts(i).kind));
    const close = i === 0;
    /** What flies takes longer for a later query, since the eye has to follow it. */
    const pace = close ? 1 : FLIES;
    const query = stage.query(i);
    const score = row("scores", i);
    const weights = row("weights", i);
    const usual = !odd && !model.override;
    const share = usual || model.override ? stage.share(i) : null;
    const weighted = row("weighted_values", i);

    yield looksFor();
    yield* meets();
    for (const tensor of stages.slice(1)) {
      const { phase, symbols } = phaseOf(tensor);
      if (phase === "softmax") continue;
      // scaled, capped, masked: each replaces the numbers before it
      yield part(phase, { active: symbols, makes: tensor, rest: 1.1 }, { scores: row(tensor, i) });
    }
    yield* softmax();
    const [weighing, adding] = [weighs(), sum()];
    if (!close || !isSmall(model)) yield* [weighing, adding];
    else yield { ...weighing, caption: adding.caption, makes: adding.makes, ...asOne([weighing, adding]) };

    /** Clears what the previous query made, and reserves this query's row of the map. */
    function looksFor() {
      const about = { said: close ? "query" : "again", active: ["query"], makes: "query", rest: 0.35 };
      const asks = {
        queryLabel: stage.queryLabel?.(i),
        asking: stage.asking?.(i),
        query: from(query, [], [stage.asks?.(i)]),
        keys: found,
        [`name ${i}`]: askedBy(i),
        [`row ${i}`]: placeholders([map.rows[i]]),
        scoresHeading: stage.heads?.scores,
      };
      return part("query", about, NOTHING, atOnce(asks));
    }

    /** Compares the query with every key: the first score in full, then the others; for a later query, all of them quickly. */
    function* meets() {
      const scored = { active: ["query", "key"], makes: "scores" };
      const lines = row("meet", i);
      const blank = atOnce({ scores: placeholders(score), meets: lines.slice(0, 1) });
      const inOrder = score.map((_, j) => ({ more: true, meets: lines[j], scores: meeting(j) }));
      if (close) {
        const [first, ...others] = inOrder;
        const all = isSmall(model) ? others.splice(0) : [];
        yield part("score", { ...scored, makes: undefined, rest: 0.4 }, blank, first, ...all);
        const slow = others.splice(0, ONE_BY_ONE - 1).map((state) => ({ wait: PAUSE, ...state }));
        if (slow.length) yield part("scores", { ...scored, rest: 0.4 }, ...slow, paced(others));
        return;
      }
      const about = { ...scored, said: "scoresAgain", title: w.titles.scores, rest: 0.4 };
      yield part("score", about, blank, paced(inOrder));
    }

    /** Cuts the bar, or takes the weights, to make a row of the map, and adds the row's note. @returns {State} */
    function cut() {
      const pieces = share ?? (i < FULL ? weights : null);
      return {
        [`row ${i}`]: pieces ? slowly(pace, becomes(map.rows[i], pieces)) : map.rows[i],
        [`note ${i}`]: noteOf(i),
      };
    }

    /** Multiplies every value by its weight, and dims what made the weights. */
    function weighs() {
      const lifts = row("lift", i);
      const lifted = weighted.map((block, j) => from(block, [weights[j]], [lifts[j]].flat()));
      const begins = {
        ...{ rests: ["query", "keys", "meets", "scores", "bars"], exps: null, max: null, total: null },
        ...lit("multiply", "softmax"),
        ...{ share: share && having(share, { outer: 0 }), weights, values: stage.weighing },
        weighted: placeholders(weighted),
      };
      const lag = close ? WEIGHED.close : WEIGHED.again;
      const about = { active: ["value"], makes: "weights" };
      return part("weight", about, atOnce(begins), { lag, weighted: lifted });
    }

    /** Lets weighted values flow into the output; where there is time and room, the first numbers pause before they are added. */
    function sum() {
      const output = stage.output(i);
      const slot = stage.apart ? `output ${i}` : "output";
      const pours = stage.pours(i);
      const about = { active: ["softmax", "value"], makes: model.result };
      if (odd || quick) {
        return part("sum", about, atOnce(lit("sum", "multiply")), { pours, [slot]: output });
      }
      const places = close && !isSmall(model) ? stage.places(i, weighted) : null;
      const addends = addition(output, { terms: () => membersOf(weighted), along: pours, places });
      const stand = places ? [{ addends: having(addends, { signs: 1 }) }, { wait: STAND, addends }] : [];
      const begins = atOnce({ ...lit("sum", "multiply"), pours, [slot]: placeholders([output]) });
      const rides = [
        begins,
        { addends: slowly(pace, addends) },
        ...stand,
        { [slot]: summed(output, addends) },
        { addends: null },
      ];
      return part("sum", { ...about, said: places ? "firstNumber" : "sum" }, ...rides);
    }

    /**
     * A part as a step: its caption is the text in words/ under `said`, by default its id, which also names the chapter it opens.
     * @param {string} id
     * @param {Partial<Step> & { said?: string, chapter?: string, place?: { at: string, query: number } }} about
     * @param {Step["states"]} states
     */
    function part(id, { said = id, ...about }, ...states) {
      const caption = () => w[said](facts(i));
      return { id: `${id}-${i + 1}`, title: w.titles[id], chapter: id, caption, ...about, states };
    }

    /** Starts each state a little after the one before. @param {State[]} states */
    function paced(states) {
      return states.map((state, j) => ({ wait: PACE * j, ...state }));
    }

    /** Computes a score: the first in a close-up, the others from copies of query and key. @param {number} j */
    function meeting(j) {
      if (!close || j) return from(score[j], [query, keys[j]], [], [row("meet", i)[j]].flat());
      const rows = [
        { runs: letterRuns("query", i + 1, model.label("query", i)) },
        { runs: letterRuns("key", j + 1, model.label("key", j)) },
      ];
      const question = plain(spans(w.question(nameOf("query", i), nameOf("key", j))));
      return by(score[j], closeUp(score[j], { rows, question }), { seconds: 0.61 });
    }

    /** Turns the bars into one bar, in one step or opened into five. */
    function* softmax() {
      const active = ["softmax"];
      const begins = { ...lit("softmax"), weightsHeading: stage.heads?.weights, bars: null };
      if (!usual) {
        const given = atOnce({ share: share && from(share), weights });
        yield part("softmax", { active, makes: "weights" }, begins, given, cut());
        return;
      }
      const bars = [{ bars: row("bar", i) }, { exps: [row("shifted_exp", i)] }];
      const total = { max: null, total: stage.total(i, "row_sum") };
      const slide = [{ share: poured(share) }, { lag: 0.05, weights }, { share }];
      const rows = close && !isSmall(model) ? [] : [cut()];
      if (model.open && i < FULL) {
        const max = stage.total(i, "row_max");
        yield opened("max", "row_max", begins, { max });
        yield opened("shift", "shifted_scores", { scores: row("shifted_scores", i) });
        yield opened("exp", "shifted_exp", ...bars);
        yield opened("total", "row_sum", total);
        yield opened("divide", "weights", ...slide, ...rows);
      } else {
        const about = { active, makes: "weights", rest: close ? 0.4 : 0.85 };
        yield part("softmax", about, begins, ...bars, total, ...slide, ...rows);
      }
      if (!rows.length) yield part("row", { active, makes: "weights", title: chapters.softmax }, cut());
    }

    /** A step of an opened softmax. @param {string} id @param {string} makes @param {Step["states"]} states */
    function opened(id, makes, ...states) {
      const chapter = id === "max" ? "softmax" : undefined;
      const place = { at: id === "divide" ? "softmax-divide" : placeOf(makes), query: i };
      return part(id, { active: ["softmax"], makes, chapter, rest: 1, place }, ...states);
    }
  }

  /** All streams, and the map; what the last query takes is highlighted. @returns {Step} */
  function end() {
    const told = upTo(count);
    const outputs = told.map(stage.output);
    const { streams, stripes, legend = null, ...ends } = stage.end(count);
    return {
      ...{ id: "outputs", title: w.titles.outputs, subtitle: w.all(count), active: ["value"], rest: 1 },
      ...{ query: count - 1, place: { at: "outputs" } },
      caption: () => w.outputs({ model, takes: focusText(model, { query: count - 1 }).text }),
      spoken: () => spokenText(model, model.result, outputs.flatMap(({ indices }) => indices)), // prettier-ignore
      states: [...stands(ends), { streams }, atOnce({ stripes, legend }), { focus: ends.focus }],
    };
  }

  /**
   * What is visible at the end, in its former place or moved.
   * @param {Pick<End, "outputs" | "values" | "words" | "moved">} end @returns {(State | State[])[]}
   */
  function stands({ outputs, values, words = [], moved }) {
    const rows = upTo(count).map((i) => [askedBy(i), map.rows[i], noteOf(i)]);
    if (!moved) {
      const stays = { inputs: stage.roomy && inputs, asking: stage.asking?.(count - 1), ...stage.standing };
      return [{ only: true, lag: 0, ...stays, outputs, values, map: rows }];
    }
    const alone = weighed.map((item) => ({ item, lines: [] }));
    // a map that moves is named anew
    const names = moved.map ? ["map words", ...upTo(count).map((i) => `name ${i}`)] : [];
    const signs = ["sum sign", "multiply sign", "softmax sign"];
    const gone = [...signs, "keys", "inputs", "names", "matrix names", ...names];
    const cleared = gone.map((slot) => [slot, null]);
    return [
      { ...NOTHING, ...Object.fromEntries(cleared), values: alone },
      [
        {
          ...{ only: true, lag: 0 },
          outputs,
          panel: stage.standing?.panel,
          ...(!moved.map && { map: rows, "map words": stage.standing?.["map words"] }),
        },
        {
          ...atOnce({ panel: moved.panel, risen: values, words, ...(moved.map && { map: moved.map }) }),
          lag: 0,
        },
      ],
      { notes: moved.map ? upTo(count).map((i) => noteFor(i, moved.notes)) : null },
    ];
  }

  /**
   * The first numbers that are added up (of more than four, the two largest) and their sum, as they are displayed.
   * @param {number} i
   */
  function addsOf(i) {
    const first = (/** @type {Block} */ { tensor, indices, decimals }) =>
      model.text(tensor, indices[0], decimals);
    const all = row("weighted_values", i);
    const terms = largestOf(model, all, all.length > 4 ? 2 : 4).map((j) => first(all[j]));
    return { terms, rest: all.length - terms.length, total: first(stage.output(i)) };
  }

  /** The name of a row of the map, highlighted. @param {number} i */
  function askedBy(i) {
    return having(map.rowNames[i], { active: 1 });
  }

  /**
   * Highlights the word of an operation, and no longer that of the one before.
   * @param {"sum" | "multiply" | "softmax"} id @param {"multiply" | "softmax"} [before] @returns {State}
   */
  function lit(id, before) {
    const { ops } = stage;
    if (!ops) return {};
    const unlit = before ? { [`${before} sign`]: ops[before] } : {};
    return { ...unlit, [`${id} sign`]: having(ops[id], { active: 1 }) };
  }

  /** The note that puts a row of the map into words; null if there is no room for notes. @param {number} i */
  function noteFor(i, notes = stage.notes) {
    const { items } = stage;
    if (!notes || model.q_len > 6) return null;
    const queryName = notes.bare ? "" : truncate(items.queryName(i), 13, notes.width / 2, 650);
    const said = { queryName, name: items.keyName, most: notes.width, size: notes.bare ? 12 : 13 };
    const note = rowNote(model, `note.${i}`, () => facts(i), said);
    note.put(notes.x, notes.y + notes.pitch * i);
    return belonging(Object.assign(note, { means: meansOf(model, { query: i }) }), { query: i });
  }
}

/**
 * The moves of several steps as those of one step, which keeps their places.
 * @param {(Step & { place?: { at: string } })[]} steps
 */
const asOne = (steps) => ({
  states: steps.flatMap(({ states }) => states),
  parts: steps.map(({ id, place, states }) => ({ at: place?.at ?? placeIn(id), states: states.length })),
});

/**
 * The facts that captions about a query use.
 * @param {Model} model @param {number} i @param {number} count of queries that are shown
 */
function factsOf(model, i, count) {
  const { name, cell } = namesIn(model);
  return {
    ...rowFacts(model, i),
    model,
    alone: count === 1,
    to: targets(model, i),
    queryName: name("query", i),
    key: (/** @type {number} */ j) => name("key", j),
    cell,
  };
}
