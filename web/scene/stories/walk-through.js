/**
 * The walk-through of one head of attention: inputs become keys, values and queries; scores become weights, weigh the values, and
 * flow together into outputs. The first query in full, with close-ups; the second faster; further ones at a glance; in the end
 * the map. What stands where is said by columns or rows, what happens here.
 */

import { truncate } from "../text-metrics.js";
import { plain, spans } from "../captions.js";
import { spokenText, namesIn, rowFacts, targets } from "../facts.js";
import { rowNote } from "../kit/attention-map.js";
import { focusText } from "../focus-text.js";
import { belonging, meansOf } from "../kit/focus.js";
import { remember } from "../kit/remember.js";
import { addition, summed } from "../kit/addition.js";
import { becomes } from "../kit/pieces.js";
import { membersOf } from "../kit/series.js";
import { atOnce, by, from, having, placeholders, play, poured } from "../kit/steps.js";
import { letterRuns } from "../kit/text.js";
import { upTo } from "../model.js";
import { begin } from "./attention/begin.js";
import { placeIn } from "../script.js";
import { stageFor } from "./attention/arrangements.js";
import { asks, isSmall, speedOf } from "./attention/opening.js";
import { FULL } from "./attention/items.js";
import { phaseOf } from "./phases.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/block.js").Block} Block */
/** @typedef {import("../kit/steps.js").State} State */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/steps.js").Chapter} Chapter */
/** @typedef {{ takes: { width: number, height: number }, stage: () => Stage }} Arrangement a way to arrange a stage, and the room that it takes */
/**
 * What there is to be shown, in its place. Of columns some is never there, and some of rows.
 * @typedef {import("../kit/steps.js").Setting & {
 *   items: import("./attention/items.js").Items, map: import("../kit/attention-map.js").AttentionMap,
 *   inputs: Block[], keys: Block[], values: Block[],
 *   named?: { keys: any[], values: any[] }, weighing: any[],
 *   row: (name: string, i: number) => any[],
 *   query: (i: number) => Block, output: (i: number) => Block, share: (i: number) => any,
 *   total: (i: number, tensor: "row_max" | "row_sum") => Block,
 *   closeUp: ReturnType<typeof import("./attention/items.js").closeUpsIn>,
 *   roomy?: boolean, apart?: boolean,
 *   heads?: { scores: any, weights: any }, ops?: Record<"sum" | "multiply" | "softmax", any>,
 *   queryLabel?: (i: number) => any[], asking?: (i: number) => Block | undefined,
 *   opening: (i: number) => import("./attention/opening.js").Opening, mapEnters?: State,
 *   matrix?: (tensor: "w_k" | "w_v") => import("../kit/projection.js").Projection | null, matrixNames?: () => any[],
 *   fork?: (block: Block, j: number) => any, asks?: (i: number) => any, pours: (i: number) => any[],
 *   places: (i: number, terms: Block[]) => import("../kit/place.js").Box[] | null,
 *   end: (count: number) => End, height: number, corner?: { width: number, height: number },
 *   notes: Notes | null }} Stage
 *   named: keys and values with headings; weighing: what stands while values are weighed; row: what a query has of every key, by
 *   tensor or kind (bar, meet: the lines to a score, lift: those to a weighted value); pours: streams to an output; places: where
 *   the first numbers of weighted values stand before they are added; roomy: inputs, keys and values side by side;
 *   apart: outputs each in a place of its own; opening: the question at the beginning, of a query; mapEnters: what comes with the map where it was
 *   not there from the beginning; matrix: one that stands over what it makes, where it has room; matrixNames: what stays of them; asking: the input of a query that is no key; corner: px that the map takes beside
 *   the caption; notes: where rows of the map are said in words, one under another
 */
/** @typedef {{ x: number, y: number, width: number, pitch: number, bare?: boolean }} Notes bare: they do not say whose they are */
/** @typedef {import("../kit/steps.js").Thing} Thing */
/**
 * What the values flow into at last, of the queries that were told.
 * @typedef {{ outputs: Thing[], values: Thing[], words?: Thing[], streams?: Thing, stripes?: Thing[], legend?: Thing, focus: Thing,
 *   moved?: { panel: Thing, map?: Thing[], notes?: Notes } }} End words: at outputs and values; legend: of the streams' width; focus: what is lit; moved: where values
 *   stand elsewhere than before, the panel round them, and the map, if it has grown
 */

/** How fast a query is told that is not the first one, and one that is told at a glance. */
const AGAIN = 2.8;
const QUICK = 4.5;

/** Seconds from one score to the next, after the first ones, which come one by one with a pause between; and from one weighted
 * value to the next, the first time and again. */
const PACE = 0.76;
const PAUSE = 0.34;
const ONE_BY_ONE = 3;
const WEIGHED = { close: 0.5, again: 0.2 };

/** Seconds that the first numbers stand before they are added. */
const STAND = 0.66;

/** Slots of one query: all of them are empty when the next one begins. @type {State} */
const NOTHING = Object.fromEntries(
  ["queryLabel", "asking", "query", "meets", "scores", "bars", "exps", "max", "total", "share", "weights"]
    .concat("weighted", "pours", "addends", "output", "question", "asker", "unknown")
    .map((slot) => [slot, null]),
);

/** Words of operations. @type {State} */
const SIGNS = { "sum sign": null, "multiply sign": null, "softmax sign": null };

/** Steps of an opened softmax, as other stories know the same places. */
const OPENED = { max: "softmax-max", shift: "softmax-shift", exp: "softmax-exp", total: "softmax-sum", divide: "softmax-divide" }; // prettier-ignore

/** @type {import("./index.js").Story} */
export default {
  tell: (script, room) => tell(script, room, script.model.q_len),
};

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @param {number} count of queries that are told */
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

/** @param {Stage} stage @param {number} count of queries that are told @param {import("./attention/opening.js").Opening | null} opening @returns {Generator<Step | Chapter>} */
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
  const noteOf = remember((/** @type {number} */ i) => noteFor(i));
  /** What stands with a heading while a query is told. */
  const { keys: found, values: weighed } = stage.named ?? { keys, values };

  yield* begin(stage, opening, { first: () => facts(0), asker: nameOf("query", count - 1) });
  for (const i of upTo(count)) yield* ask(i);
  yield { chapter: "map", title: chapters.map };
  yield end();

  /** A query: every part of it a step or, at a glance, all in one. @param {number} i @returns {Generator<Step | Chapter>} */
  function* ask(i) {
    const [close, quick, grouped] = [i === 0, i >= (isSmall(model) ? 1 : FULL), count - FULL > 2];
    const name = model.label("query", i);
    if (!close && (i <= FULL || !grouped))
      yield { chapter: `query-${i + 1}`, title: quick && grouped ? w.others : name || w.nth(i + 1) };
    const subtitle = w.subtitle(i + 1, model.q_len, quoted(name));
    const common = { of: model, query: i, subtitle };
    const parts = partsOf(i);
    const last = i === count - 1;
    if (quick) {
      const said = { title: w.steps.query, caption: () => w.quickly(facts(i)), makes: "weights" };
      const speed = QUICK * (count > 4 ? 1.5 : speedOf(model));
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

  /** The parts of a query, from what it looks for to what it finds. @param {number} i @returns {Generator<Step & { chapter?: string, place?: { at: string } }>} */
  function* partsOf(i) {
    const odd = model.decide(() => /^(nothing|nan)$/.test(facts(i).kind));
    const close = i === 0;
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
      // scaled, capped, masked: the numbers take the place of those before them
      yield part(phase, { active: symbols, makes: tensor, rest: 1.1 }, { scores: row(tensor, i) });
    }
    yield* softmax();
    const [weighing, adding] = [weighs(), sum()];
    if (!close || !isSmall(model)) yield* [weighing, adding];
    else yield { ...weighing, caption: adding.caption, makes: adding.makes, ...asOne([weighing, adding]) };

    /** What the query before it made goes; a row of the map is asked for. */
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

    /** The query meets every key: the first score in full, then the others; or all of them quickly. */
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
      const about = { ...scored, said: "scoresAgain", title: w.steps.scores, rest: 0.4 };
      yield part("score", about, blank, paced(inOrder));
    }

    /** The bar is cut and becomes a row of the map, or the weights do, and words say what it shows. @returns {State} */
    function cut() {
      const pieces = share ?? (i < FULL ? weights : null);
      return {
        [`row ${i}`]: pieces ? becomes(map.rows[i], pieces) : map.rows[i],
        [`note ${i}`]: noteOf(i),
      };
    }

    /** Every value times its weight; what made the weights rests. */
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

    /** Weighted values flow into the output: the first numbers stand before they are added, where there is time and room. */
    function sum() {
      const output = stage.output(i);
      const slot = stage.apart ? `output ${i}` : "output";
      const pours = stage.pours(i);
      const about = { active: ["softmax", "value"], makes: model.result };
      if (odd) {
        return part("sum", about, atOnce(lit("sum", "multiply")), { pours, [slot]: output });
      }
      const places = close && !isSmall(model) ? stage.places(i, weighted) : null;
      const addends = addition(output, { terms: () => membersOf(weighted), along: pours, places });
      const stand = places ? [{ addends: having(addends, { signs: 1 }) }, { wait: STAND, addends }] : [];
      const begins = atOnce({ ...lit("sum", "multiply"), pours, [slot]: placeholders([output]) });
      const rides = [begins, { addends }, ...stand, { [slot]: summed(output, addends) }, { addends: null }];
      return part("sum", { ...about, said: places ? "firstNumber" : "sum" }, ...rides);
    }

    /** What is said of a part stands under its id in words/, if not under `said`; it opens the chapter of its name. @param {string} id @param {Partial<Step> & { said?: string, chapter?: string, place?: { at: string, query: number } }} about @param {Step["states"]} states */
    function part(id, { said = id, ...about }, ...states) {
      const caption = () => w[said](facts(i));
      return { id: `${id}-${i + 1}`, title: w.steps[id], chapter: id, caption, ...about, states };
    }

    /** Each a little after the one before. @param {State[]} states */
    function paced(states) {
      return states.map((state, j) => ({ wait: PACE * j, ...state }));
    }

    /** A score comes about: the first in a close-up, the others from copies of query and key. @param {number} j */
    function meeting(j) {
      if (!close || j) return from(score[j], [query, keys[j]]);
      const rows = [
        { runs: letterRuns("query", i + 1, model.label("query", i)) },
        { runs: letterRuns("key", j + 1, model.label("key", j)) },
      ];
      const question = plain(spans(w.question(nameOf("query", i), nameOf("key", j))));
      return by(score[j], closeUp(score[j], { rows, question }), { seconds: 0.61 });
    }

    /** Bars that become one bar, as one step or opened into five. */
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

    /** @param {keyof typeof OPENED} id @param {string} makes @param {Step["states"]} states */
    function opened(id, makes, ...states) {
      const chapter = id === "max" ? "softmax" : undefined;
      const place = { at: OPENED[id], query: i };
      return part(id, { active: ["softmax"], makes, chapter, rest: 1, place }, ...states);
    }
  }

  /** All that flows, and the map; lit is what the last query takes. @returns {Step} */
  function end() {
    const told = upTo(count);
    const outputs = told.map(stage.output);
    const { streams = null, stripes = null, legend = null, ...ends } = stage.end(count);
    return {
      ...{ id: "outputs", title: w.steps.outputs, subtitle: w.all(count), active: ["value"], rest: 1 },
      ...{ query: count - 1, place: { at: "outputs" } },
      caption: () => w.outputs({ model, takes: focusText(model, { query: count - 1 }).text }),
      spoken: () => spokenText(model, model.result, outputs.flatMap(({ indices }) => indices)), // prettier-ignore
      states: [...stands(ends), { streams }, atOnce({ stripes, legend }), { focus: ends.focus }],
    };
  }

  /** What stands at the end, where it stood before or elsewhere. @param {Pick<End, "outputs" | "values" | "words" | "moved">} end @returns {(State | State[])[]} */
  function stands({ outputs, values, words = [], moved }) {
    const rows = upTo(count).map((i) => [askedBy(i), map.rows[i], noteOf(i)]);
    if (!moved) {
      const stays = { inputs: stage.roomy && inputs, asking: stage.asking?.(count - 1), ...stage.standing };
      return [{ only: true, lag: 0, ...stays, outputs, values, map: rows }];
    }
    const alone = weighed.map((item) => ({ item, lines: [] }));
    return [
      { ...NOTHING, ...SIGNS, keys: null, inputs: null, names: null, "matrix names": null, values: alone },
      [
        {
          only: true,
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

  /** The first numbers that are added up, of many the two largest, and their sum, as they stand there. @param {number} i */
  function addsOf(i) {
    const first = (/** @type {Block} */ { tensor, indices, decimals }) =>
      model.text(tensor, indices[0], decimals);
    const size = (/** @type {Block} */ { tensor, indices }) => Math.abs(model.value(tensor, indices[0])) || 0;
    const all = row("weighted_values", i);
    const largest = all.toSorted((a, b) => size(b) - size(a)).slice(0, all.length > 4 ? 2 : 4);
    const terms = all.filter((one) => largest.includes(one)).map(first);
    return { terms, rest: all.length - terms.length, total: first(stage.output(i)) };
  }

  /** The name of a row of the map that has been asked for. @param {number} i */
  function askedBy(i) {
    return having(map.rowNames[i], { active: 1 });
  }

  /** The word of an operation is lit, that of the one before no more. @param {"sum" | "multiply" | "softmax"} id @param {"multiply" | "softmax"} [before] @returns {State} */
  function lit(id, before) {
    const { ops } = stage;
    if (!ops) return {};
    const unlit = before ? { [`${before} sign`]: ops[before] } : {};
    return { ...unlit, [`${id} sign`]: having(ops[id], { active: 1 }) };
  }

  /** What a row of the map says, in words. @param {number} i */
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

/** What steps move, as that of one step which keeps their places. @param {(Step & { place?: { at: string } })[]} steps */
const asOne = (steps) => ({
  states: steps.flatMap(({ states }) => states),
  parts: steps.map(({ id, place, states }) => ({ at: place?.at ?? placeIn(id), states: states.length })),
});

/** What sentences about a query know. @param {Model} model @param {number} i @param {number} count of queries that are told */
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
