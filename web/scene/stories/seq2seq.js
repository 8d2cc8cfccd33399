/**
 * The story of sequence to sequence: first one state must hold a whole sentence; then attention, step by step of the decoder: the
 * previous state is the query, the encoder's states are keys and values, and their context makes the next state and the word, and
 * adds a row to the map.
 */

import { truncate } from "../text-metrics.js";
import { literal } from "../../words/sentence.js";
import { spokenText } from "../facts.js";
import { mapEnters } from "../kit/attention-map.js";
import { ring } from "../kit/backdrop.js";
import { shareText } from "../kit/figures.js";
import { blank, from, having, moved, placeholders, poured, slowly } from "../kit/arrivals.js";
import { atOnce, tellSteps } from "../kit/steps.js";
import { cellName, upTo } from "../model.js";
import { formula } from "./sequence/formula.js";
import { decodes, factsOf, readsNothing, sequenceOf, wordsOf } from "./sequence/chain.js";
import { endingOf } from "./seq2seq/ending.js";
import { arrange } from "./seq2seq/stage.js";
import * as seq2seqTexts from "../../build/words/stories/seq2seq.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/steps.js").Chapter} Chapter */
/** @typedef {import("./sequence/chain.js").Sequence} Sequence */
/** @typedef {import("./sequence/chain.js").Said} Said */
/** @typedef {import("./seq2seq/stage.js").Stage} Stage */

/** How many steps of the decoder are shown part by part, and how many have chapters of their own. */
const FULL = 1;
const NAMED = 3;
/** About how many seconds all further steps should take. */
const MOST_SECONDS = 36;
/** The weight below which a state is dimmed while the context is shown. */
const FAINT = 0.1;
/** Seconds of rest after a step, in which its sentence is read. */
const REST = 0.2;

/** Empties the slots that every step of the decoder fills anew. */
const NOTHING = Object.fromEntries(
  ["scores", "bars", "share", "context", "next", "out"].map((slot) => [slot, null]),
);

/** Dims, all at once, the blocks that are not on the path that is shown. @param {import("../kit/block.js").Block[]} blocks */
const faint = (...blocks) => [blocks.map((block) => having(block, { dim: 1 }))];

/** @type {import("./index.js").Story} */
export default {
  texts: [seq2seqTexts],
  tell: tellSteps("seq2seq", stageOf, steps, { rest: REST }),
  supports: decodes,
  formula,
};

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const all = /** @type {Sequence} */ (sequenceOf(model));
  const stage = arrange(all, room);
  const { beside, panel, bottom, height, map } = stage;
  const free = beside ? { width: panel, height: bottom } : { width: room.width, height };
  const ending = endingOf(all, { x: 0, y: 0, ...free });
  const setting = { standing: { board: [stage.board] } };
  return {
    all,
    stage,
    ending,
    height,
    setting,
    facts: generalOf(all, stage),
    invites: { words: map.rows.length },
  };
}

/** Returns the facts that all sentences share. @param {Sequence} all @param {Stage} stage */
function generalOf(all, { keys, words, states: shown }) {
  const { model, decoder, pressed, states } = all;
  const retold = pressed ? wordsOf(pressed.decoder) : [];
  const differ = (/** @type {number} */ j) => words[j]?.name !== retold[j]?.name;
  const [first] = shown[keys.length - 1].indices;
  const last = cellName(states.tensor, [...first.slice(0, -1), null]);
  return {
    ...{ model: decoder, last: states.tensor && last, width: decoder.d_k },
    to: { keys: states.tensor, weights: decoder.full("weights") },
    ...{ states: keys.length, encoder: states.encoder !== null, figures: model.options.figures },
    share: (/** @type {import("../kit/figures.js").Measured} */ figure) => shareText(model, figure),
    retold: retold.map((word) => word?.name ?? "NaN").join(" "),
    differ: upTo(Math.max(words.length, retold.length)).filter(differ).length,
  };
}

/** @param {ReturnType<typeof stageOf>} told @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | Chapter>} */
function* steps({ all, stage, ending, facts: general }, { chapter, step }) {
  const { model, decoder, states: given } = all;
  const { keys, map, states, reads, beside } = stage;
  const w = model.words.stories.seq2seq;
  const count = map.rows.length;
  const named = (/** @type {number} */ j) => having(map.rowNames[j], { active: 1 });
  const others = map.words.filter((word) => !map.rowNames.includes(/** @type {any} */ (word)));
  /** What stands beside the panel from the start: the map without the words that are to come out, or the chart without its curves. */
  const aside =
    beside && stage.chart ? { chart: [stage.chart.items] } : { map: mapEnters({ ...map, words: others }) };
  /** What the first step of the decoder will make. */
  const ahead = {
    ...{ scores: stage.scores(0), share: stage.share(0), context: stage.context(0) },
    ...{ next: stage.next(0), out: stage.out(0)?.odds },
  };
  if (keys.length > 1) {
    yield chapter("bottleneck");
    yield* bottleneck();
  }
  yield chapter("encode");
  yield step(
    "keys",
    { active: ["states"], spoken: () => spokenText(model, given.tensor, states[0].indices) },
    {
      only: true,
      board: stage.board,
      names: [stage.names.words],
      states: readStates(states),
      map: aside.map,
    },
    [{ map: mapEnters(map) }, blank({ query: stage.query(0), ...ahead })],
  );
  for (const j of upTo(count)) {
    if (j < NAMED || count <= 6)
      yield {
        chapter: `word-${j + 1}`,
        title: truncate(stage.words[j]?.name || w.step({ j: j + 1 }), 13, 90),
      };
    else if (j === NAMED) yield chapter("others");
    yield* decode(j);
  }
  yield chapter("map");
  yield step("map", { active: ["weights"], poster: true }, { ring: ring("map.ring", map.box) });
  if (model.options.learned) yield step("learned", {});
  if (ending) yield allWords();

  /** Makes states enter one after another, with the arrows that lead to them. @param {import("../kit/block.js").Block[]} some */
  function readStates(some) {
    return some.map((state, i) => from(state, [], reads(i)));
  }

  /** Yields the steps before attention: only the last state goes to the decoder. @returns {Generator<Step>} */
  function* bottleneck() {
    const { before, chart } = stage;
    const { context, rise, retold } = stage.pressed;
    const last = keys.length - 1;
    const rests = [...faint(...before.slice(0, last)), before[last]];
    const awaited = blank({ context, out: retold.map(({ odds }) => odds) });
    yield step("read", {}, atOnce({ names: [stage.names.words], ...awaited, ...aside }), {
      states: readStates(before),
      lag: Math.max(0.12, 1.6 / keys.length),
    });
    yield step("press", {}, { states: rests }, { context: from(context, [before[last]], [rise]) });
    if (retold.length)
      yield step(
        "retell",
        { spoken: () => general.retold },
        { out: retold.map(({ word, odds, line }) => [from(odds, [], [line]), word]), lag: 0.2 },
      );
    if (chart)
      yield step(
        "measured",
        {},
        beside ? {} : { context: null, out: null },
        { chart: [chart.items] },
        { curves: [chart.curves] },
      );
  }

  /** Yields one step of the decoder, whole or part by part. @param {number} j @returns {Generator<Step>} */
  function* decode(j) {
    const facts = () => stepFacts(j);
    const about = { query: j, of: decoder, subtitle: w.subtitle({ j: j + 1, count }) };
    const parts = partsOf(j);
    /** @param {string} id @param {any} how @param {typeof parts} some */
    const part = (id, how, some = parts) => ({
      id: `${id === "quickly" ? "step" : id}-${j + 1}`,
      title: w.titles[id],
      caption: () => w[id](facts()),
      rest: REST,
      ...{ ...about, ...how, states: some.flatMap(({ states }) => states) },
    });
    if (j < FULL) for (const { id, ...how } of parts) yield part(id, how, [{ id, ...how }]);
    else {
      const speed = Math.max(3.4, ((count - FULL) * 7) / MOST_SECONDS);
      yield part("quickly", { speed, active: ["context", "state"], makes: "weights" });
    }
  }

  /** Returns what happens in a step of the decoder, part by part. @param {number} j */
  function partsOf(j) {
    const query = stage.query(j);
    const [scores, share, context] = [stage.scores(j), stage.share(j), stage.context(j)];
    const [next, out] = [stage.next(j), stage.out(j)];
    const bars = stage.bars(j);
    const known = decoder.trace && factsOf(all, j).kind !== "nan";
    const weights = bars.map(({ index }) => decoder.value("weights", index));
    const mixed = states.map((state, i) => (weights[i] < FAINT ? having(state, { dim: 1 }) : state));
    const meets = stage.meets(j);
    const says = stage.says(j);
    return [
      {
        ...{ id: "query", active: ["state"] },
        states: [
          [
            {
              ...(j ? NOTHING : blank(ahead)),
              states: faint(...states),
              [`name${j}`]: named(j),
              [`row${j}`]: placeholders([map.rows[j]]),
            },
            { query: j ? slowly(2, moved(query, stage.next(j - 1))) : query },
          ],
        ],
      },
      {
        ...{ id: "scores", active: ["weights"], makes: "scores" },
        states: [
          [{ states: [states] }, { scores: from(scores, [], meets) }],
          ...(decoder.scaled ? [{ scores: from(stage.scaled(j), [], meets) }] : []),
        ],
      },
      {
        ...{ id: "softmax", speed: 1.2, active: ["weights"], makes: "weights" },
        states: known
          ? [
              [{ query: faint(query), states: faint(...states) }, { bars }],
              { share: poured(share) },
              { share },
            ]
          : [{ share: null }],
      },
      {
        ...{ id: "context", active: ["weights", "states", "context"], makes: "context" },
        states: [
          { states: [mixed], ...(known && { share: having(share, { outer: 0 }) }) },
          { context: from(context, [], stage.pours(j)) },
        ],
      },
      {
        ...{ id: "state", active: ["state", "context"], makes: "state" },
        states: [[{ query }, { next: from(next, [context], stage.mixes(j)) }]],
      },
      {
        ...{ id: "word", active: ["state"] },
        states: [
          [
            { query: faint(query), context: faint(context) },
            ...(out ? [{ out: [[from(out.odds, [], [says]), out.word]] }] : []),
          ],
          { [`row${j}`]: [[map.rows[j], ...stage.large(j)]] },
        ],
      },
    ];
  }

  /** Returns the facts for sentences about a step of the decoder. @param {number} j */
  function stepFacts(j) {
    const facts = factsOf(all, j);
    const word = stage.words[j];
    const { note } = model.words.stories["walk-through"];
    return {
      ...{ ...general, ...facts, to: { ...general.to, ...facts.to } },
      note: note({ ...facts, name: facts.key }),
      nothingRead: readsNothing(given, facts),
      fed: decoder.tensor("x") !== null,
      word: word ? literal(model.words.scene.quoted(truncate(word.name, 13, 130))) : "",
      alike: word?.tied ?? 0,
      choice: decoder.tensor("probabilities")?.shape[1] ?? 0,
    };
  }

  /** Makes the last step: all words take the place of everything but a map beside them, and what a reader points at is lit. */
  function allWords() {
    const { board, alone, words, streams, stripes, lights } = /** @type {NonNullable<typeof ending>} */ (
      ending
    );
    const lit = map.rowNames.map((_, j) => named(j));
    const stays = beside && { map: [...others, ...lit, ...map.rows, ...upTo(count).flatMap(stage.large)] };
    return step(
      "words",
      { active: ["weights"] },
      { only: true, ...stays, board: beside ? stage.board : board },
      { words: [words], alone: [alone] },
      { streams: [streams] },
      { stripes: [stripes], lights },
    );
  }
}
