/**
 * Attention in tiles, as fused kernels compute it: keys and values are read a tile at a time, and a query holds its largest
 * score so far, a sum and a weighted sum, which are corrected when a larger score comes. No row of the map is ever stored.
 */

import { spokenText, namesIn, targets } from "../facts.js";
import { isNarrow, mi, mo, part, row as mrow } from "../formula.js";
import { cellBox } from "../kit/block.js";
import { card } from "../kit/card.js";
import { finder } from "../kit/finder.js";
import { ring } from "../kit/backdrop.js";
import {
  addUp,
  staggerGroups,
  dim,
  copyTo,
  showPlaceholders,
  fadeOut,
  lightWord,
  enterBox,
  enterNumbers,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { upTo } from "../model.js";
import { sequence } from "../timeline.js";
import { arrange } from "./fused/arrangement.js";
import * as fusedTexts from "../../build/words/stories/fused.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {ReturnType<typeof begin>} StoryContext */

/** Tokens and features that can be told with their numbers at any width. */
const MOST_TOKENS = 6;
const MOST_FEATURES = 4;

/** @type {import("./index.js").Story} */
export default { texts: [fusedTexts], tell, supports, formula };

/** Given weights take no part in the running sum. @param {Model} model */
function supports({ drawable, override, q_len, kv_len, d_q, d_k, d_v }) {
  const few = Math.max(q_len, kv_len) <= MOST_TOKENS && Math.max(d_q, d_k, d_v) <= MOST_FEATURES;
  return drawable === "ok" && !override && few;
}

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const t = begin(script, room);
  const { model, w, place } = t;
  t.chapter("tiles");
  tiles(t);
  t.chapter("first");
  queryStep(t, 0);
  place.tiles.forEach((_, k) => slowly(t, 0, k));
  divide(t, 0);
  if (model.q_len > 1) t.chapter("others");
  for (const i of upTo(model.q_len).slice(1)) quickly(t, i);
  t.chapter("memory");
  memory(t);
  return { height: place.height, invitation: w.invitation(model, script.time) };
}

/** What every step needs. @param {import("../script.js").Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const place = arrange(model, room);
  const w = model.words.stories.fused;
  const { name } = namesIn(model);
  const stands = finder(script);
  const last = place.parts.stages.at(-1) ?? "scores";
  /** Scores are found under the name of their last stage. @param {import("../model.js").Cell} cell */
  const source = (cell) => stands(cell.tensor === "masked_scores" ? { ...cell, tensor: last } : cell);
  const factsOf = (/** @type {number} */ i, k = 0) => ({
    model,
    i,
    tile: k + 1,
    tiles: place.tiles.length,
    each: place.tiles[0]?.length ?? 0,
    tileKeys: place.tiles[k]?.length ?? 0,
    queryName: name("query", i),
    to: {
      ...targets(model, i),
      ...cellsOf(model, i, k),
      scores: `${last}:${model.batch},${model.head},${i},*`,
    },
    ...tileFacts(model, place.tiles, i, k),
  });
  /** @param {string} id @param {string} said @param {ReturnType<typeof factsOf>} facts @param {{ speak?: any[], active?: string[], rest?: number, speed?: number }} about @param {Beat[][]} moves */
  const step = (id, said, facts, { speak, active = [], rest = 1.2, speed = 1 }, ...moves) =>
    script.step(
      {
        ...{ id, title: w.steps[said] ?? w.tile(facts.tile), active, rest, speed },
        subtitle: id === "tiles" || id === "memory" ? "" : w.subtitle(facts.i + 1, model.q_len),
        caption: () => w[said](facts),
        spoken: () => (speak ?? []).map((item) => spokenText(model, item.tensor, item.indices)),
        query: id === "tiles" || id === "memory" ? undefined : facts.i,
        place: { at: said, query: facts.i },
      },
      ...moves,
    );
  const chapter = (/** @type {string} */ id) => script.chapter(id, w.chapters[id]);
  for (const item of place.grounds) script.add(item);
  return { script, model, place, parts: place.parts, w, source, last, factsOf, step, chapter };
}

/** Names of what sentences point at. @param {Model} model @param {number} i @param {number} k */
function cellsOf({ batch, head }, i, k) {
  const at = `${k},${batch},${head},${i}`;
  return {
    max: `running_max:${at}`,
    c: `correction:${at}`,
    sum: `running_sum:${at}`,
    mixed: `running_mixed:${at},*`,
    exps: `tile_exp:${batch},${head},${i},*`,
  };
}

/**
 * What becomes of a query's largest score in a tile.
 * @param {Model} model @param {number[][]} tiles @param {number} i @param {number} k
 */
function tileFacts({ value, text, batch, head, d_v }, tiles, i, k) {
  const max = (/** @type {number} */ t) => (t < 0 ? -Infinity : value("running_max", [t, batch, head, i]));
  const [before, now] = [max(k - 1), max(k)];
  const scores = (tiles[k] ?? []).map((j) => value("masked_scores", [batch, head, i, j]));
  const kind = Number.isNaN(now)
    ? "nan"
    : now === Infinity
      ? "infinite"
      : scores.every((score) => score === -Infinity)
        ? "skipped"
        : before === -Infinity
          ? "first"
          : now > before
            ? "raised"
            : "same";
  const lost = upTo(d_v).some((c) => Number.isNaN(value("running_mixed", [k, batch, head, i, c])));
  const sum = value("running_sum", [k, batch, head, i]);
  const old = k ? text("running_max", [k - 1, batch, head, i]) : "";
  return {
    kind,
    lost: lost && kind !== "nan" && kind !== "infinite",
    sum,
    old,
    number: text("running_max", [k, batch, head, i]),
  };
}

/* ---------------------------------------------------------------- the steps */

/** Keys and values by tile, and the map that stays empty. @param {StoryContext} t */
function tiles({ script, model, place, parts, factsOf, step }) {
  const { titles, tiles: all, grounds, names, words } = place;
  const blanks = upTo(model.q_len).map((i) => script.add(parts.blank(i)));
  for (const item of [...titles, ...names, ...words]) script.add(item);
  const each = all.map((keys, k) => {
    const blocks = keys.flatMap((j) => [parts.key(j), parts.value(j)]).map(script.add);
    return [...fadeIn(grounds[k], titles[k]), ...enter(...blocks)];
  });
  step("tiles", "tiles", factsOf(0), { active: [], rest: 1.6 }, staggerGroups(each, 0.35), [
    ...showPlaceholders(...blanks),
    ...fadeIn(...names, ...words),
  ]);
}

/** @param {StoryContext} t @param {number} i */
function queryStep(t, i) {
  const { script, place, parts, factsOf, step } = t;
  const query = script.add(parts.query(i));
  const former = i ? leaves(t, i - 1) : [];
  const holds = heldAt(parts, 0, i).map(script.add);
  const lit = place.names.flatMap((name, n) => lightWord(Number(n === i), name));
  const about = { speak: [query], rest: 1 };
  const foretold = [...showPlaceholders(...holds), ...passing(t, i, 1)];
  step(`query-${i + 1}`, "query", factsOf(i), about, former, [...enter(query), ...lit], foretold);
}

/** A query that has been told makes room. @param {StoryContext} t @param {number} i @returns {Beat[]} */
const leaves = (t, i) => [
  ...fadeOut(t.parts.query(i), ...heldAt(t.parts, t.place.tiles.length - 1, i)),
  ...passing(t, i, 0),
];

/** The three things that a query holds after a tile. @param {import("./fused/parts.js").Parts} parts @param {number} k @param {number} i */
const heldAt = (parts, k, i) => [parts.max(k, i), parts.sum(k, i), parts.mixed(k, i)];

/** One tile of the first query: its scores, the correction where there is something to correct, and what is added. @param {StoryContext} t @param {number} i @param {number} k */
function slowly(t, i, k) {
  const { place, factsOf, step } = t;
  const facts = factsOf(i, k);
  const id = `${i + 1}-${k + 1}`;
  step(
    `scores-${id}`,
    "scores",
    facts,
    { active: ["score"], speak: lastScores(t, i, k), rest: 1 },
    lightTile(t, k),
    ...scores(t, i, k),
  );
  if (k > 0) {
    const c = t.parts.correction(k, i);
    const closeUp =
      facts.kind === "raised" ? cardOf(t, { tensor: "correction", index: c.indices[0] }, c, "") : [];
    step(
      `correct-${id}`,
      "correct",
      facts,
      { active: ["max", "correction"], speak: [t.parts.max(k, i), c] },
      ...raise(t, i, k),
      ...closeUp,
      ...correct(t, i, k),
    );
  }
  const closeUp = k > 0 && facts.kind === "raised" && firstOf(place, t.model, i, k);
  step(
    `add-${id}`,
    "add",
    facts,
    { active: ["exp", "sum", "mixed"], speak: heldAt(t.parts, k, i), rest: 1.4 },
    ...exps(t, i, k),
    ...add(t, i, k, Boolean(closeUp)),
    ...forget(t, i, k),
  );
}

/** Is it the first tile that raises the largest score? @param {StoryContext["place"]} place @param {Model} model @param {number} i @param {number} k */
const firstOf = ({ tiles: all }, model, i, k) =>
  upTo(k).every((n) => n === 0 || tileFacts(model, all, i, n).kind !== "raised");

/** A later query: a tile a step, and from the third on all in one. @param {StoryContext} t @param {number} i */
function quickly(t, i) {
  const { script, place, parts, factsOf, step } = t;
  const all = place.tiles.map((_, k) => [lightTile(t, k), ...scores(t, i, k), ...(k ? [...raise(t, i, k), ...correct(t, i, k)] : []), ...exps(t, i, k), ...add(t, i, k, false), ...forget(t, i, k)]); // prettier-ignore
  if (i === 1) {
    queryStep(t, i);
    all.forEach((moves, k) =>
      step(
        `tile-${i + 1}-${k + 1}`,
        "again",
        factsOf(i, k),
        { speak: heldAt(parts, k, i), speed: 1.6 },
        ...moves,
      ),
    );
    divide(t, i);
    return;
  }
  const query = script.add(parts.query(i));
  const former = leaves(t, i - 1);
  const lit = place.names.flatMap((name, n) => lightWord(Number(n === i), name));
  const about = { speak: [parts.output(i)], speed: 2.6 };
  step(
    `query-${i + 1}`,
    "quickly",
    factsOf(i, place.tiles.length - 1),
    about,
    former,
    [...enter(query), ...lit, ...passing(t, i, 1)],
    ...all.flat(),
    ...divided(t, i),
  );
}

/** @param {StoryContext} t @param {number} i */
function divide(t, i) {
  const { place, factsOf, step } = t;
  const k = place.tiles.length - 1;
  const output = t.parts.output(i);
  const index = output.indices[0];
  const closeUp =
    i === 0 && factsOf(i, k).sum > 0 ? cardOf(t, { tensor: output.tensor, index }, output, "") : [];
  const about = { active: ["divide"], speak: [output], rest: 1.6, speed: i ? 1.6 : 1 };
  step(`divide-${i + 1}`, "divide", factsOf(i, k), about, ...closeUp, ...divided(t, i));
}

/** The last step: the map was never stored, and these were. @param {StoryContext} t */
function memory(t) {
  const { script, model, place, parts, factsOf, step } = t;
  const frame = script.add(ring("map.ring", place.box));
  const kept = upTo(model.q_len).map(parts.output);
  step(
    "memory",
    "memory",
    factsOf(model.q_len - 1),
    { speak: kept, rest: 2.4 },
    lightTile(t, -1),
    fadeIn(frame),
  );
}

/* ---------------------------------------------------------------- moves */

/** One tile is looked at. @param {StoryContext} t @param {number} k */
const lightTile = ({ place }, k) => place.titles.flatMap((title, n) => lightWord(Number(n === k), title));

/** @param {StoryContext} t @param {number} i @param {number} k */
const lastScores = ({ place, parts, last }, i, k) => place.tiles[k].map((j) => parts.score(last, i, j));

/** The query meets the keys of a tile; what comes of it stands dashed. @param {StoryContext} t @param {number} i @param {number} k @returns {Beat[][]} */
function scores({ script, place, parts }, i, k) {
  const [first, ...later] = parts.stages;
  const keys = place.tiles[k];
  const made = keys.map((j) => {
    const block = script.add(parts.score(first, i, j));
    const copies = [...copyTo(script, parts.query(i), block), ...copyTo(script, parts.key(j), block)];
    return sequence(copies, [...enterBox(block), ...enterNumbers(block)]);
  });
  const replaced = later.map((tensor, n) =>
    keys.flatMap((j) => [
      ...animate(parts.score(parts.stages[n], i, j), "opacity", 0),
      ...enter(script.add(parts.score(tensor, i, j))),
    ]),
  );
  return [staggerGroups(made, 0.3), ...replaced];
}

/** The largest score so far takes the place of the one before. @param {StoryContext} t @param {number} i @param {number} k @returns {Beat[][]} */
function raise({ script, parts, place, last }, i, k) {
  const max = script.add(parts.max(k, i));
  const flights = place.tiles[k].flatMap((j) => copyTo(script, parts.score(last, i, j), max));
  return [flights, [...fadeOut(parts.max(k - 1, i)), ...enter(max)]];
}

/** What was summed before is multiplied by the correction. @param {StoryContext} t @param {number} i @param {number} k @returns {Beat[][]} */
function correct({ script, parts, factsOf }, i, k) {
  const c = script.add(parts.correction(k, i));
  const summed = [parts.sum(k - 1, i), parts.mixed(k - 1, i)];
  if (factsOf(i, k).kind !== "raised") return [enter(c)];
  return [enter(c), summed.flatMap((block) => copyTo(script, c, block)), dim(1, ...summed)];
}

/** e to the power of each score less the largest. @param {StoryContext} t @param {number} i @param {number} k @returns {Beat[][]} */
function exps(t, i, k) {
  const { script, parts, place, last } = t;
  const first = k ? [] : raiseFirst(script, parts, place, last, i);
  const made = place.tiles[k].map((j) => {
    const block = script.add(parts.exp(i, j));
    const score = parts.score(last, i, j);
    const copies = [
      ...(place.merged ? [] : copyTo(script, score, block)),
      ...copyTo(script, parts.max(k, i), block),
    ];
    return sequence(copies, [
      ...(place.merged ? animate(score, "opacity", 0) : []),
      ...enterBox(block),
      ...enterNumbers(block),
    ]);
  });
  return [...first, staggerGroups(made, 0.2)];
}

/** @param {import("../script.js").Script} script @param {StoryContext["parts"]} parts @param {StoryContext["place"]} place @param {string} last @param {number} i @returns {Beat[][]} */
function raiseFirst(script, parts, place, last, i) {
  const max = script.add(parts.max(0, i));
  return [place.tiles[0].flatMap((j) => copyTo(script, parts.score(last, i, j), max)), enter(max)];
}

/** The tile's powers of e join the sum, and times their values the weighted sum. @param {StoryContext} t @param {number} i @param {number} k @param {boolean} close @returns {Beat[][]} */
function add(t, i, k, close) {
  const { script, parts, place } = t;
  const [sum, mixed] = [parts.sum(k, i), parts.mixed(k, i)].map(script.add);
  const keys = place.tiles[k];
  const powers = keys.flatMap((j) => copyTo(script, parts.exp(i, j), sum));
  const values = keys.flatMap((j) => [
    ...copyTo(script, parts.exp(i, j), mixed),
    ...copyTo(script, parts.value(j), mixed),
  ]);
  const before = k ? [parts.sum(k - 1, i), parts.mixed(k - 1, i)] : [];
  const gone = k ? fadeOut(parts.correction(k, i)) : [];
  const instead = (/** @type {any} */ block, /** @type {number} */ n) => [
    ...(before[n] ? animate(before[n], "opacity", 0) : []),
    ...enter(block),
  ];
  const closeUp = (/** @type {any} */ block) =>
    close ? cardOf(t, { tensor: block.tensor, index: block.indices[0] }, block, "") : [];
  return [
    ...closeUp(sum),
    ...(close ? [] : [powers]),
    instead(sum, 0),
    ...closeUp(mixed),
    values,
    [...instead(mixed, 1), ...gone],
  ];
}

/** Scores and powers are used and not kept: only their dashed places stay. @param {StoryContext} t @param {number} i @param {number} k @returns {Beat[][]} */
const forget = ({ parts, place, last }, i, k) => [
  place.tiles[k]
    .flatMap((j) => [...(place.merged ? [] : [parts.score(last, i, j)]), parts.exp(i, j)])
    .flatMap((block) => [...animate(block, "opacity", 0, 0.5), ...showPlaceholders(block)]),
];

/** Where the scores of a query and their powers will stand, dashed. @param {StoryContext} t @param {number} i @param {number} to 1, or 0 when it has been told @returns {Beat[]} */
const passing = ({ script, parts, place, last }, i, to) =>
  place.tiles.flat().flatMap((j) => {
    const blocks = [...(place.merged ? [] : [parts.score(last, i, j)]), parts.exp(i, j)].map(script.add);
    return to ? showPlaceholders(...blocks) : fadeOut(...blocks);
  });

/** @param {StoryContext} t @param {number} i @returns {Beat[][]} */
function divided({ script, parts, place }, i) {
  const k = place.tiles.length - 1;
  const output = script.add(parts.output(i));
  const copies = [parts.mixed(k, i), parts.sum(k, i)].flatMap((block) => copyTo(script, block, output));
  return [copies, enter(output)];
}

/**
 * A close-up of one cell, over the tiles.
 * @param {StoryContext} t @param {import("../model.js").Cell} cell @param {any} block where it stands @param {string} question @returns {Beat[][]}
 */
function cardOf({ script, model, place, source, parts }, cell, block, question) {
  const home = cellBox(block, 0);
  const item = script.add(
    card(model, {
      id: `card.${cell.tensor}:${cell.index}`,
      cell,
      home,
      room: place.cards,
      size: parts.size,
      source,
      question,
    }),
  );
  const { sum, terms } = item.origin;
  if (!sum || terms.length === 0) return [fadeIn(item), [...animate(item, "sum", 1, 1.4)], fadeOut(item)];
  return [fadeIn(item), ...addUp(item, { products: 0.9 }), fadeOut(item)];
}

/* ---------------------------------------------------------------- the formula */

/** ℓ ← c ℓ + Σ e^(s − max), u ← c u + Σ e^(s − max) v, z = u / ℓ, where there is room; what lights up does so once. @param {import("../model.js").Model} _ @param {import("../scene.js").Room} room */
function formula(_, room) {
  const power = (/** @type {import("../formula.js").Node[]} */ ...exponent) => ({
    tag: "msup",
    children: [mi("e"), mrow(...exponent)],
  });
  const [score, max] = [part("score", "score", mi("s")), part("max", "score", mi("max"))];
  const sum = [
    part("sum", "weight", mi("ℓ")),
    ...[mo("←"), part("correction", "weight", mi("c")), mi("ℓ"), mo("+"), mo("∑")],
    ...[part("exp", "weight", power(score, mo("−"), max)), mo(",")],
  ];
  const mixed = part("mixed", "weighted", mi("u"));
  if (isNarrow(room))
    return mrow(...sum, part("divide", "output", mi("z"), mo("=")), mixed, mo("/"), mi("ℓ"));
  return mrow(
    ...sum,
    mixed,
    ...[mo("←"), mi("c"), mi("u"), mo("+"), mo("∑"), power(mi("s"), mo("−"), mi("max")), mi("v"), mo(",")],
    part("divide", "output", mi("z"), mo("="), mi("u"), mo("/"), mi("ℓ")),
  );
}
