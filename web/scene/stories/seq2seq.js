/**
 * Sequence to sequence: one state must hold a whole sentence; then attention, step by step of the decoder: the state before
 * asks, the encoder's states are keys and values, what they give makes the next state and the word, and a row of the map.
 */

import { truncate } from "../text-metrics.js";
import { literal } from "../../words/sentence.js";
import { spokenText } from "../facts.js";
import {
  staggerGroups,
  copyTo,
  showPlaceholders,
  grow,
  fadeOut,
  enterNumbers,
  lightWord,
  enterBox,
  rise,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { ring } from "../kit/backdrop.js";
import { upTo } from "../model.js";
import { sequence } from "../timeline.js";
import { formula } from "./sequence/formula.js";
import { decodes, factsOf, readsNothing, sequenceOf, wordsOf } from "./sequence/chain.js";
import { differing, shrink, stageBefore, bottleneckSteps } from "./seq2seq/before.js";
import { endingOf } from "./seq2seq/ending.js";
import { furnish } from "./seq2seq/furnish.js";
import { page } from "./seq2seq/page.js";
import * as seq2seqTexts from "../../build/words/stories/seq2seq.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("./sequence/chain.js").Sequence} Sequence */

/** Steps of the decoder that are told in full, and told in two parts. */
const FULL = 1;
const HALF = 2;
/** Words that a sentence lists. */
const MOST_LISTED = 10;
/** Seconds that all further steps should take, about. */
const MOST_SECONDS = 36;

/** @type {import("./index.js").Story} */
export default { texts: [seq2seqTexts], tell, supports: decodes, formula };

/** The words that come out, as many as a sentence holds. @param {import("./sequence/chain.js").Said[]} words */
const listed = (words) =>
  literal(
    words
      .slice(0, MOST_LISTED)
      .map((word) => truncate(word?.name ?? "NaN", 13, 110))
      .join(" "),
  ) + (words.length > MOST_LISTED ? " …" : "");

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const all = /** @type {Sequence} */ (sequenceOf(model));
  const { decoder, pressed, states } = all;
  const place = furnish(page(all, room));
  const w = model.words.stories.seq2seq;
  const { map, words, keys, steps } = place;
  const count = keys.length - Number(states.encoder !== null);
  const retold = pressed ? wordsOf(pressed.decoder) : [];
  const general = {
    model: decoder,
    to: { keys: states.tensor, weights: decoder.full("weights") },
    ...{ count, states: keys.length, encoder: states.encoder !== null, width: decoder.d_k },
    last:
      factsOf(all, 0).to.keys &&
      `${states.tensor}:${[...Array(states.rank - 2).fill(0), keys.length - 1, "*"]}`,
    said: listed(retold),
    differ: differing(retold, words),
    steps: steps.length,
    figures: model.options.figures,
  };
  /** What leaves when the next step of the decoder begins. @type {any[]} */
  let former = [];

  for (const item of [place.board, ...place.ops, ...map.items]) script.add(item);
  /** A step before the decoder begins, or after it has ended. @param {string} id @param {any} about @param {Beat[][]} moves */
  const step = (id, about, ...moves) =>
    script.step({ id, title: w.titles[id], caption: () => w[id](general), ...about }, ...moves);

  const mapped = map.items.filter(({ kind }) => kind === "text");
  const opens = [
    ...fadeIn(place.board, ...place.ops, ...mapped),
    ...map.rows.flatMap((row) => animate(row, "pale", 1)),
  ];
  const spokenKeys = () => spokenText(model, states.tensor, place.state(0).indices);
  if (keys.length > 1) {
    script.chapter("bottleneck", w.chapters.bottleneck);
    const before = stageBefore(place, model.options.figures);
    bottleneckSteps(script, place, before, step, general);
    script.chapter("encode", w.chapters.encode);
    const again = before.replaced
      ? staggerGroups(
          keys.map((i) => enter(script.add(place.state(i)))),
          0.1,
        )
      : [];
    step("keys", { rest: 1.6, active: ["states"], spoken: spokenKeys }, ...shrink(script, before), [
      ...again,
      ...opens,
    ]);
  } else {
    script.chapter("encode", w.chapters.encode);
    for (const item of place.names) script.add(item);
    const given = keys.map((i) => [...enter(script.add(place.state(i))), ...fadeIn(place.names[i])]);
    step("keys", { rest: 1.6, active: ["states"], spoken: spokenKeys }, staggerGroups(given), opens);
  }
  for (const j of steps) decode(j);
  const poster = script.time - 0.01;
  script.chapter("map", w.chapters.map);
  const frame = script.add(ring("map.ring", map.box));
  step("map", { rest: 3, active: ["weights"], spoken: () => "" }, fadeIn(frame));
  if (model.options.learned) step("learned", { rest: 3.2 });
  allWords();
  return {
    height: place.height,
    poster,
    invitation: w.invitation({ words: steps.length }, script.time),
  };

  /** In place of all that stood, but for a map beside it, all words stand, and whoever is pointed at is lit. */
  function allWords() {
    const box = {
      x: 0,
      y: 0,
      width: place.beside ? place.left + place.panel : room.width,
      height: place.height,
    };
    const ending = endingOf(all, box);
    if (!ending) return;
    const { board, alone, words: chips, streams, stripes, lights } = ending;
    const stays = new Set(place.beside ? map.items.map(({ id }) => id) : []);
    const gone = script.standing(script.items).filter(({ id }) => !stays.has(id));
    for (const item of [board, ...alone, ...chips, ...streams, ...stripes, lights]) script.add(item);
    step(
      "words",
      { rest: 4, active: ["weights"], spoken: () => "" },
      fadeOut(...gone),
      fadeIn(board, ...chips, ...alone),
      [...fadeIn(...streams), ...streams.flatMap((stream) => animate(stream, "progress", 1, 0.8))],
      fadeIn(...stripes, lights),
    );
  }

  /** One step of the decoder. @param {number} j */
  function decode(j) {
    const facts = () => {
      const facts = factsOf(all, j);
      const { note } = model.words.stories["walk-through"];
      const number = (/** @type {number} */ i) => decoder.text("weights", facts.row[i], 2);
      return {
        ...general,
        ...facts,
        to: { ...general.to, ...facts.to },
        before: j ? facts.name("query", j - 1) : "",
        begins: j === 0,
        note: note({ ...facts, name: (/** @type {number} */ i) => facts.key(i), self: false, number }),
        nothingRead: readsNothing(states, facts),
        fed: decoder.tensor("x") !== null,
        word: words[j] ? quoted(words[j]) : "",
        share: words[j] ? facts.cell("probabilities", words[j].index) : "",
        alike: words[j]?.tied ?? 0,
        choice: decoder.tensor("probabilities")?.shape[1] ?? 0,
      };
    };
    const parts = partsOf(j);
    const named = words[j]?.name || w.step({ j: j + 1 });
    const first = j < FULL + HALF || steps.length <= 6;
    if (first) script.chapter(`word-${j + 1}`, truncate(named, 13, 90));
    else if (j === FULL + HALF) script.chapter("others", w.chapters.others);
    const about = { query: j, subtitle: w.subtitle({ j: j + 1, count: steps.length }) };
    /** @param {string} id @param {string[]} active @param {string[]} tensors spoken @param {number} speed @param {Beat[][]} moves */
    const step = (id, active, tensors, speed, moves) =>
      script.step(
        {
          ...about,
          id: `${id === "quickly" ? "step" : id}-${j + 1}`,
          title: w.titles[id],
          caption: () => w[id](facts()),
          active,
          spoken: () => tensors.map((tensor) => spokenOf(tensor, j)),
          place: { at: w.places?.[id] ?? id, query: j },
          ...{ speed, rest: (speed > 1 ? 1.6 : 1.3) / Math.max(1, speed * 0.75) },
        },
        ...moves,
      );
    if (j < FULL) {
      for (const { id, active, tensors, moves } of parts) step(id, active, tensors, 1, moves);
    } else if (j < FULL + HALF - 1) {
      const [ask, give] = [parts.slice(0, 3), parts.slice(3)];
      step(
        "attend",
        ["weights"],
        ["weights"],
        1.7,
        ask.flatMap(({ moves }) => moves),
      );
      step(
        "say",
        ["context", "state"],
        ["context"],
        1.7,
        give.flatMap(({ moves }) => moves),
      );
    } else {
      const rest = steps.length - FULL - HALF + 1;
      const speed = Math.max(2.2, (rest * 7) / MOST_SECONDS);
      step(
        "quickly",
        ["context", "state"],
        ["weights"],
        speed,
        parts.flatMap(({ moves }) => moves),
      );
    }
  }

  /** @param {string} tensor @param {number} j */
  function spokenOf(tensor, j) {
    const width = decoder.tensor(tensor)?.shape.at(-1) ?? 0;
    const row = tensor === "state" ? j + 1 : j;
    const lead = /scores|weights/.test(tensor) ? [0, 0] : [];
    return spokenText(
      decoder,
      tensor,
      upTo(width).map((c) => [...lead, row, c]),
    );
  }

  /** @param {import("./sequence/chain.js").Said} said */
  function quoted(said) {
    return said ? literal(model.words.scene.quoted(truncate(said.name, 13, 130))) : "";
  }

  /** What happens in a step, part by part. @param {number} j @returns {{ id: string, active: string[], tensors: string[], moves: Beat[][] }[]} */
  function partsOf(j) {
    const add = (/** @type {any[]} */ list) => list.map((item) => script.add(item));
    const query = script.add(place.query(j));
    const before = place.before && script.add(place.before(j));
    const scores = add(place.scores(j));
    const scaled = decoder.scaled ? add(place.scaled(j)) : [];
    const meets = add(place.meets(j));
    const known = decoder.trace && !rowIsNaN(j);
    const bars = known ? add(place.bars(j)) : [];
    const share = script.add(place.share(j));
    const mixed = script.add(place.mixed(j));
    const pours = add(place.pours(j));
    const next = script.add(place.next(j));
    const out = place.out(j);
    add(out?.items ?? []);
    const makes = place.makes(j);
    add([...makes.state, ...makes.word]);
    const from = j ? place.next(j - 1) : null;
    const gone = fadeOut(...script.standing(former));
    former = [
      query,
      before,
      ...scores,
      ...scaled,
      ...meets,
      ...bars,
      share,
      mixed,
      ...pours,
      next,
      ...(out?.items ?? []),
      ...makes.state,
      ...makes.word,
    ].filter(Boolean);
    const comes = before ? [query, before] : [query];
    const arrive = from
      ? [
          comes.flatMap((item) => copyTo(script, from, item)),
          comes.flatMap((item) => [...enterBox(item), ...enterNumbers(item)]),
        ]
      : [comes.flatMap((item) => [...enterBox(item), ...enterNumbers(item)])];
    const lit = [...lightWord(1, map.rowNames[j]), ...showPlaceholders(map.rows[j])];
    const flies =
      j < FULL
        ? [
            ...copyTo(script, query, scores[0]),
            ...keys.flatMap((i) => copyTo(script, place.state(i), scores[i] ?? scores[0])),
          ]
        : [];
    const slide = [
      ...(bars.length ? [bars.flatMap((bar) => rise(bar))] : []),
      [...fadeIn(share), ...animate(share, "funnel", 1)],
      animate(share, "slide", 1, 0.7),
      animate(share, "named", 1),
      animate(share, "funnel", 0),
    ];
    return [
      { id: "query", active: ["state"], tensors: [], moves: [gone, ...arrive, lit] },
      {
        id: "scores",
        active: ["weights"],
        tensors: ["scores"],
        moves: [
          [...showPlaceholders(...scores), ...grow(...meets)],
          flies,
          [...enterBox(...scores), ...enterNumbers(...scores)],
          ...(scaled.length
            ? [[...scores.flatMap((score) => animate(score, "opacity", 0)), ...enter(...scaled)]]
            : []),
        ],
      },
      { id: "softmax", active: ["weights"], tensors: ["weights"], moves: known ? slide : [] },
      {
        id: "context",
        active: ["weights", "states", "context"],
        tensors: ["context"],
        moves: [
          [...showPlaceholders(mixed), ...animate(share, "outer", 0)],
          pours.flatMap((pour) => grow(pour)),
          [...enterBox(mixed), ...enterNumbers(mixed)],
        ],
      },
      {
        id: "state",
        active: ["state", "context"],
        tensors: ["state"],
        moves: [
          [...showPlaceholders(next), ...grow(...makes.state)],
          [mixed, ...(before ? [before] : [query])].flatMap((item) => copyTo(script, item, next)),
          [...enterBox(next), ...enterNumbers(next)],
        ],
      },
      {
        id: "word",
        active: ["state"],
        tensors: [],
        moves: [
          ...(out ? [grow(...makes.word), [...fadeIn(out.word), ...enter(out.block)]] : []),
          enter(map.rows[j], ...place.large(j).map(script.add)),
        ],
      },
    ];
  }

  /** @param {number} j */
  function rowIsNaN(j) {
    return factsOf(all, j).kind === "nan";
  }
}
