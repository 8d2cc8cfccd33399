/**
 * The story of many heads: one product each makes the queries, keys and values of all heads, these fold apart, and every head is a
 * small attention of its own. The results are joined and go through one matrix, which mixes them.
 */

import { isClear, measuredIn, namesIn, rowFacts, spokenText } from "../facts.js";
import { applied, formula as attention, mi, mo, part, row as nodes, sub } from "../formula.js";
import { backdrop } from "../kit/backdrop.js";
import { sliceOf } from "../kit/slice.js";
import { cellsOf } from "../kit/squares.js";
import { from, having, moved, placeholders } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { upTo } from "../model.js";
import { truncate } from "../text-metrics.js";
import { cardsOf } from "./heads/cards.js";
import { groupOf } from "./heads/head.js";
import { lanesOf } from "./heads/lanes.js";
import { mixOf } from "./heads/mix.js";
import { followedIn } from "./heads/strip.js";
import { placeOf } from "./phases.js";
import * as multiHeadTexts from "../../build/words/stories/multi-head.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [multiHeadTexts],
  tell: tellSteps("multi-head", stageOf, steps),
  formula,
  everyHead: true,
};

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const facts = factsOf(model);
  const [narrow, scale] = [room.width < 560, room.width > 1300 ? 1.3 : 1];
  const how = { room, narrow, scale, followed: facts.followed };
  const panel = backdrop("panel", { x: 0, y: 0, ...room }, { initial: { opacity: 0 } });
  const parts = { lanes: lanesOf(model, how), page: cardsOf(model, how), mix: mixOf(model, how) };
  return { model, facts, invites: model, panel, narrow, ...parts };
}

/** Returns the facts by which sentences are chosen. @param {Model} model */
function factsOf(model) {
  const heads = upTo(model.heads).map((h) => upTo(model.q_len).map((i) => rowFacts(model, i, h)));
  const rows = heads.flat();
  // the query whose heads look at the most different keys, not counting itself
  const others = (/** @type {number} */ i) => heads.map((list) => list[i].first).filter((j) => j !== i);
  const kinds = upTo(model.q_len).map((i) => new Set(others(i)).size);
  const followed = Math.max(0, kinds.indexOf(Math.max(...kinds)));
  return {
    ...{ model, all: rows, followed, contrast: headsApart(model, heads, followed) },
    ...namesIn(model, (label) => truncate(label, 13, 160)),
    ...{ roles: measuredIn(model).roles !== undefined, pairs: rows.length * model.kv_len },
    nothing: model.override ? 0 : rows.filter(({ kind }) => kind === "nothing").length,
  };
}

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ model, facts, panel, narrow, lanes, page, mix }, { chapter, ...make }) {
  const w = model.words.stories["multi-head"];
  const { heads, projected, batches, open } = model;
  const { cards, tensors } = page;
  const { sources, made } = lanes;
  /**
   * @param {string} id @param {string} at @param {Partial<Step> & { speak?: string }} about speak: the tensor to speak
   * @param {Step["states"]} states @returns {Step}
   */
  const step = (id, at, { speak, ...about }, ...states) => {
    const spoken = speak && (() => spokenText(model, speak, cellsOf(sliceOf(model, speak)).flat()));
    return make.step(id, { at, ...(spoken && { spoken }), ...about }, ...states);
  };

  const whole = made.map((matrix) => matrix.whole);
  const apart = made.map((matrix) => matrix.apart);
  const names = { names: [made.map((matrix) => matrix.names)], lag: 0.5 };
  yield chapter(heads > 1 && projected ? "words" : "project");
  if (projected) {
    const others = sources.behind.map((list) => list.map((item) => having(item, { dim: 1 })));
    const given = { sources: sources.items, others };
    yield step("input", "inputs", { speak: "x" }, { panel }, { ...given, large: sources.large });
    const makes = { active: ["query", "key", "value"], speak: "query" };
    const settled = narrow ? { sources: null, others: null } : { ...given, once: true };
    const strips = [settled, { feeds: lanes.feeds }, { ...names, strips: heads > 1 ? whole : apart }];
    yield step(heads > 1 ? "project" : "made", "keys", makes, ...strips);
  } else {
    const given = [{ panel }, { lanes: lanes.lanes }, { ...names, strips: apart }];
    yield step("given", "inputs", { speak: "query" }, ...given);
  }
  if (heads > 1 && projected) {
    yield chapter("split");
    /** All strips with creases, the first `count` of them folded apart. @param {number} count */
    const folded = (count) => ({
      strips: whole.map((strip, n) => having(strip, { creases: 1, apart: Number(n < count) }, 0.9)),
    });
    yield step("split", "values", {}, ...[0, 1, 2, 3].map(folded));
    const taken = [{ lanes: lanes.lanes }, { strips: apart, once: true }];
    yield step(batches > 1 ? "transpose" : "heads", "values", {}, taken);
  }

  yield chapter("attend");
  const grounds = { behind: page.behind, cards: [cards.map(({ ground, title }) => [ground, title])] };
  const sentences = cards.flatMap(({ sentence }) => sentence ?? []);
  const words = { words: [sentences.map((sentence) => sentence.words)] };
  const edges = { edges: [cards.map(({ map }) => map.words)], ...words };
  const meets = (/** @type {number} */ h) => [
    followedIn(apart[0], h),
    followedIn(apart[1], groupOf(model, h)),
  ];
  const met = { maps: [cards.map(({ stages }, h) => from(stages[0], meets(h)))] };
  const asks = { active: ["query", "key"], speak: "scores" };
  const results = cards.map(({ result }) => result);
  const begins = [
    { only: true, ...grounds, results: placeholders(results) },
    { ...met, wait: 0.12 },
  ];
  yield step("scores", "scores", asks, begins, { ...edges, once: true });
  for (const [k, tensor] of tensors.entries()) {
    if (!k) continue;
    const stage = [cards.map(({ stages }) => stages[k])];
    const at = placeOf(tensor);
    const softmax = at.startsWith("softmax");
    const reused = softmax || at === "mask" ? null : model.words.stories["walk-through"][at];
    const caption = () => (reused ? reused({ to: { scores: tensor }, model }) : w[tensor](facts));
    const about = { active: [softmax ? "softmax" : at], caption, speak: tensor };
    yield step(tensor, at, about, /^row_/.test(tensor) ? { totals: stage } : { maps: stage, totals: null });
  }
  const [id, at] = open ? ["divide", "softmax-divide"] : ["weights", "softmax"];
  const rows = upTo(model.q_len).map((i) => cards.map(({ map }) => map.rows[i]));
  const notes = { notes: [cards.map(({ note }) => note)] };
  /** @param {number} all 1 if all words have their arcs, 0 if only the one that is followed */
  const arcs = (all) => ({
    arcs: [sentences.map((sentence) => having(sentence.arcs, { followed: 1, all }, 0.8))],
  });
  const filled = [{ maps: rows, lag: 0.3, totals: null }, { ...notes, once: true }, arcs(0)];
  yield step(id, at, { active: ["softmax"], speak: "weights" }, ...filled);
  const mixes = { active: ["value", ...upTo(heads).map((h) => `z${h + 1}`)], speak: model.result };
  yield step("mixed", "sum", mixes, { results: [cards.map(({ result, map }) => from(result, map.rows))] });
  if (mix) yield* joins(mix);
  if (heads < 2) return;
  yield chapter("each");
  const all = { ...grounds, ...edges, ...notes, maps: [rows], results: [results], forwards: page.forwards };
  const end = { poster: true };
  yield step("each", "outputs", end, { only: true, ...all, once: true }, arcs(0), arcs(1));

  /**
   * Yields the steps in which the results are joined and the last matrix mixes them.
   * @param {NonNullable<typeof mix>} parts @returns {Generator<Step | import("../kit/steps.js").Chapter>}
   */
  function* joins({ joined, large, maps, titles, places, names, output, factor, sums, rings }) {
    if (heads > 1) yield chapter("join");
    // the names come once nothing passes their place
    const arrive = [
      [
        { only: true, panel },
        { joined: moved(joined, results, places), large },
      ],
      { over: [maps] },
      { joined: having(joined, { apart: 0 }, 0.9), large },
      { rows: [names.alone] },
    ];
    yield step("join", "joined", { active: ["concat"], speak: "joined" }, ...arrive);
    if (!output) return;
    yield chapter("output");
    const added = { adds: sums?.added, bias: sums?.more, signs: [sums?.signs] };
    const adds = [{ braces: sums?.braces }, added, { sum: sums?.sum }];
    const shrinks = {
      joined: having(joined, { apart: 0 }),
      over: [titles],
      rows: [names.over],
    };
    const makes = [
      { ...shrinks, once: true },
      { factor },
      { rings: [rings.slice(0, 2)] },
      ...adds,
      { output },
      { rings: [rings] },
    ];
    yield step("output", "outputs", { active: ["w_o", "b_o"], speak: "output" }, ...makes);
  }
}

/** concat(head₁, …, headₙ) W_O @param {Model} model */
function formula(model) {
  const head = (/** @type {number} */ h) => part(`z${h}`, "output", sub("head", String(h)));
  const matrix = model.tensor("w_o") ? [part("w_o", "output", sub("W", "O"))] : [];
  const bias = model.tensor("b_o") ? [mo("+"), part("b_o", "output", sub("b", "O"))] : [];
  if (model.heads === 1) return nodes(attention(model), ...matrix, ...bias);
  const between = model.heads > 2 ? [mo("…"), mo(",")] : [];
  const heads = [head(1), mo(","), ...between, head(model.heads)];
  return nodes(...applied(part("concat", "output", mi("concat")), ...heads), ...matrix, ...bias);
}

/**
 * Finds a row in which another head attends most to another key than the chosen head does. Prefers the followed row; among several,
 * takes the one whose other head has the largest weight.
 * "alike": in every row, all heads attend most to the same key. Null: ties, NaN or empty rows allow neither statement.
 * @param {Model} model @param {import("../facts.js").RowFacts[][]} rows of every head @param {number} followed the followed row
 */
function headsApart(model, rows, followed) {
  const chosen = rows[model.head];
  const others = rows
    .flatMap((list, head) => list.map((row) => ({ head, row, chosen: chosen[row.i] })))
    .filter(({ head }) => head !== model.head);
  const apart = others.filter(
    ({ row, chosen }) => row.first !== chosen.first && [row, chosen].every(isClear),
  );
  const sure = (/** @type {any} */ { row }) => row.weights[row.first];
  const near = apart.filter(({ row }) => row.i === followed);
  if (apart.length)
    return (near.length ? near : apart).reduce((best, pair) => (sure(pair) > sure(best) ? pair : best));
  return others.length && rows.flat().every(isClear) ? "alike" : null;
}
