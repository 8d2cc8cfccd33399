/**
 * Attention as a search: what is typed meets the labels of a list, and contents come back. First exactly, where the best
 * match takes all; then softly, where all answer in shares; at last without anybody who types: every entry asks the list.
 */

import { heard, nameOf, pairs } from "../facts.js";
import { formula } from "../formula.js";
import { card, cardSize } from "../kit/card.js";
import { addUp, fly, grow, hide, inTurn, land, light, open, show, snap, turn } from "../kit/moves.js";
import { letterRuns } from "../kit/text.js";
import { upTo } from "../model.js";
import { beat, sequence } from "../timeline.js";
import { factsOf } from "./search/facts.js";
import { arrange } from "./search/list.js";
import searchTexts from "../../words/stories/search/index.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {ReturnType<typeof begin>} Telling */

/** Most queries, entries, features and columns of contents. @type {["q_len" | "kv_len" | "d_k" | "d_v", number][]} */
const MOST = [["q_len", 3], ["kv_len", 5], ["d_k", 6], ["d_v", 4]]; // prettier-ignore

/** @type {import("./index.js").Story} */
export default { texts: [searchTexts], tell, tells, formula: (model) => formula(model.stage("soft")) };

/** Three stages over the same list: exact, soft, and the list asking itself; nothing masked, nothing projected. @param {Model} model */
function tells({ problem, stage }) {
  const { stages } = problem;
  if (!Array.isArray(stages) || stages.map(({ id }) => id).join() !== "exact,soft,self") return false;
  const [exact, soft, self] = stages;
  const plain = stages.every(
    ({ op = "attention", score = "scaled_dot", scale = 1, ...more }) =>
      op === "attention" &&
      /dot$/.test(score) &&
      scale > 0 &&
      Object.keys(more).every((key) => /^(id|x|x_kv|x_v|labels)$/.test(key) || more[key] == null),
  );
  const same = soft.x === "exact.x" && soft.x_kv === "exact.x_kv" && soft.x_v === "exact.x_v";
  const own = self.x === "exact.x_kv" && self.x_kv == null && self.x_v === "exact.x_v";
  if (!plain || !same || !own || exact.x_kv == null || exact.x_v == null) return false;
  const sizes = stage("exact");
  return sizes.batches === 1 && MOST.every(([size, most]) => sizes[size] >= 1 && sizes[size] <= most);
}

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const t = begin(script, room);
  t.chapter("query");
  typed(t);
  entries(t);
  t.chapter("score");
  scores(t);
  t.chapter("exact");
  exactly(t);
  for (const i of upTo(t.at.exact.q_len).slice(1)) again(t, i);
  t.chapter("soft");
  softly(t);
  const poster = script.time - 0.01;
  t.chapter("self");
  itself(t);
  return { height: t.at.height, poster, invitation: t.w.invitation(script.model, script.time) };
}

/** @param {Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const at = arrange(script.model, room);
  const { board, box, asks, back, map, typed, names, keys, values, heads, kinds, features, ...more } = at;
  const w = script.model.words.stories.search;
  const over = Object.values(features).flatMap((one) => one?.items ?? []);
  const words = [...Object.values(heads), ...Object.values(kinds), ...over];
  const numbers = [more.scores, more.weights, more.outputs, more.shares, more.queries].flatMap(Object.values);
  const items = [board, box, asks, back, ...map.items, ...typed, ...names, ...keys, ...values, ...words];
  for (const item of [...items, ...more.scaled.flat(), ...numbers.flat(2)]) script.add(item);
  /**
   * One step about a query of a stage.
   * @param {string} id @param {Model} stage @param {number} i who asks
   * @param {Partial<import("../script.js").About> & { at: string, said?: string, hear?: [string, number[][]] }} about
   *   at: where in the computation; hear: numbers for listeners @param {Beat[][]} moves
   */
  function step(id, stage, i, { at: where, said = id, hear, ...about }, ...moves) {
    script.step(
      {
        ...{ id, title: w.titles[said], rest: 1.3, place: { at: where } },
        caption: () => w[said](factsOf(stage, i, at.exact)),
        heard: () => (hear ? heard(stage, ...hear) : ""),
        query: stage === at.self ? undefined : i,
        ...about,
      },
      ...moves,
    );
  }
  const chapter = (/** @type {string} */ id) => script.chapter(id, w.chapters[id]);
  return { script, model: script.model, at, w, chapter, step };
}

/** Somebody types, and it becomes a query. @param {Telling} t */
function typed({ at, step }) {
  const { query } = at;
  step(
    "typed",
    at.exact,
    0,
    { at: "query", active: ["query"], hear: ["query", query.indices] },
    show(at.box),
    show(at.typed[0]),
    [...show(at.heads.query, ...(at.features.query?.items ?? [])), ...open(query)],
    land(query),
  );
}

/** Labels, then contents. @param {Telling} t */
function entries({ at, step }) {
  const labels = at.keys.map((key, j) => [...show(at.names[j]), ...snap(key)]);
  step(
    "labels",
    at.exact,
    0,
    { at: "keys", active: ["key"] },
    show(at.board, at.heads.key, ...(at.features.key?.items ?? [])),
    inTurn(labels, (moves) => moves, 0.2),
  );
  step(
    "contents",
    at.exact,
    0,
    { at: "values", active: ["value"] },
    show(at.heads.value, ...(at.features.value?.items ?? [])),
    inTurn(at.values, (value) => snap(value), 0.2),
  );
}

/** The query meets every label; the first meeting is looked at closely. @param {Telling} t */
function scores(t) {
  const { at, step, script } = t;
  const { exact, query } = at;
  const [first, ...others] = at.scores.exact[0];
  const active = ["query", "key"];
  const ask = [...grow(at.asks), ...show(at.heads.score)];
  const rows = [{ runs: letterRuns("query", "1") }, { runs: letterRuns("key", "1") }];
  const meeting = closeUp(t, first, [query, at.keys[0]], "score", rows);
  step("score", exact, 0, { at: "score", active, hear: ["scores", first.indices] }, ask, ...meeting);
  if (!others.length) return;
  const moves = others.map((block, j) =>
    sequence(open(block), [...fly(script, query, block), ...fly(script, at.keys[j + 1], block)], land(block)),
  );
  step("scores", exact, 0, { at: "scores", active, hear: ["scores", pairs(exact, 0)] }, ...moves);
}

/**
 * The arithmetic of the first cell of a block; where a card has no room, what it is made from flies there.
 * @param {Telling} t @param {import("../kit/block.js").Block} block @param {import("../kit/block.js").Block[]} from
 * @param {"score" | "sum"} what @param {{ runs: import("../kit/text.js").Run[] }[]} [rows] @returns {Beat[][]}
 */
function closeUp({ at, script, model }, block, from, what, rows = []) {
  const { x, y, cellWidth: width, cellHeight: height, tensor } = block;
  const cell = { tensor, index: block.indices[0] };
  const size = { ...at.size, decimals: Math.max(2, at.size.decimals) };
  const [home, room] = [{ x, y, width, height }, at.cardRoom(what)];
  const source = (/** @type {import("../model.js").Cell} */ one) => boxOf(from, one);
  const made = card(model, { id: `card.${tensor}`, cell, home, room, size, source, rows });
  const extent = cardSize(made, model);
  if (!extent || extent.height > room.height)
    return [open(block), from.flatMap((one) => fly(script, one, block)), land(block)];
  script.add(made);
  const shown = [...open(block), ...show(made)];
  return [shown, ...addUp(made, { products: 1.2, with: land(block) }), turn(made, "shown", 0)];
}

/** Where a cell stands in one of some blocks. @param {import("../kit/block.js").Block[]} blocks @param {import("../model.js").Cell} cell */
function boxOf(blocks, { tensor, index }) {
  for (const { indices, x, y, cellWidth: width, cellHeight: height, ...block } of blocks) {
    if (block.tensor !== tensor) continue;
    const c = indices.findIndex((one) => one.join() === index.join());
    if (c >= 0) return { x: x + c * width, y, width, height };
  }
}

/** A very large scale, and the best takes all. @param {Telling} t */
function exactly({ at, step, script }) {
  const { exact } = at;
  const [weights, share, output] = [at.weights.exact[0], at.shares.exact[0], at.outputs.exact[0]];
  const [scaled] = at.scaled;
  const row = pairs(exact, 0);
  if (scaled)
    step(
      "scale",
      exact,
      0,
      { at: "scale", active: ["scale"], hear: ["scaled_scores", row] },
      inTurn(scaled, (one) => [...hide(at.scores.exact[0][scaled.indexOf(one)]), ...snap(one)], 0.15),
    );
  step(
    "exact",
    exact,
    0,
    { at: "softmax", active: ["softmax"], hear: ["weights", row] },
    [...show(at.heads.exact), ...inTurn(weights, (one) => snap(one), 0.15)],
    [...show(share, at.kinds.exact), ...turn(share, "slide", 1, 0)],
    [...weights.flatMap((one) => fly(script, one, share)), ...turn(share, "named", 1, 0.7)],
  );
  const giving = at.values.filter((_, j) => exact.value("weights", row[j]) > 0);
  step(
    "returned",
    exact,
    0,
    { at: "sum", active: ["value"], hear: ["output", output.indices] },
    open(output),
    giving.flatMap((value) => fly(script, value, output)),
    land(output),
  );
}

/** What a query of the exact search has made. @param {Telling} t @param {number} i */
const answersOf = ({ at }, i) => [at.weights.exact[i], at.shares.exact[i], at.outputs.exact[i]].flat();

/** Something else is typed: all of it at once. @param {Telling} t @param {number} i */
function again(t, i) {
  const { at, step } = t;
  const share = at.shares.exact[i];
  const numbers = at.scaled.length ? at.scaled : at.scores.exact;
  step(
    `exact-${i + 1}`,
    at.exact,
    i,
    {
      ...{ at: "softmax", said: "again", rest: 2 },
      ...{ active: ["query", "softmax"], hear: ["weights", pairs(at.exact, i)] },
    },
    hide(at.typed[i - 1], at.queries.exact[i - 1], ...numbers[i - 1], ...answersOf(t, i - 1)),
    [...show(at.typed[i]), ...snap(at.queries.exact[i])],
    inTurn(numbers[i], (one) => snap(one), 0.12),
    [...inTurn(at.weights.exact[i], (one) => snap(one), 0.12), ...show(share), ...turn(share, "slide", 1, 0)],
    [...turn(share, "named", 1), ...snap(at.outputs.exact[i])],
  );
}

/** The same scores without the large scale: the bar slides, and all answer in shares. @param {Telling} t */
function softly(t) {
  const { at, step, exact, soft } = { ...t, ...t.at };
  const last = exact.q_len - 1;
  const [weights, share, output] = [at.weights.soft[0], at.shares.soft[0], at.outputs.soft[0]];
  const numbers = at.scaled.length ? at.scaled[last] : last ? at.scores.exact[last] : [];
  const former = last ? [at.typed[last], at.queries.exact[last], ...answersOf(t, last)] : [];
  step(
    "soft",
    soft,
    0,
    { at: "softmax", active: ["softmax"], hear: ["weights", pairs(soft, 0)], rest: 2 },
    hide(...former, ...numbers),
    show(at.typed[0], at.query, ...at.scores.exact[0], ...answersOf(t, 0)),
    [...show(share, at.kinds.soft), ...turn(share, "slide", 1, 1.4)],
    [...turn(share, "named", 1), ...hide(...(at.both ? [] : at.weights.exact[0]))],
    [...show(at.heads.soft), ...inTurn(weights, (one) => snap(one), 0.15)],
  );
  step(
    "mixed",
    soft,
    0,
    { at: "sum", active: ["value"], hear: ["output", output.indices], rest: 2.6 },
    ...closeUp(t, output, [...weights, ...at.values], "sum"),
  );
}

/** Nobody types any more: the first entry asks, then all of them. @param {Telling} t */
function itself(t) {
  const { at, step, script } = t;
  const { self, map, exact } = at;
  const [own, share, output] = [at.queries.self[0], at.shares.self[0], at.outputs.self[0]];
  const [scores, weights] = [at.scores.self[0], at.weights.self[0]];
  const names = at.typed.slice(exact.q_len);
  const { heads, kinds } = at;
  const former = [at.typed[0], at.query, at.asks, ...at.scores.exact[0], ...answersOf(t, 0)];
  const softs = [...at.weights.soft[0], at.shares.soft[0], at.outputs.soft[0]];
  step(
    "outside",
    self,
    0,
    { at: "query", active: ["query"], hear: ["query", own.indices] },
    hide(...former, ...softs, kinds.exact, kinds.soft, heads.exact, heads.soft),
    [...light(1, at.names[0]), ...grow(at.back)],
    [...fly(script, at.keys[0], own, { seconds: 0.9 }), ...show(names[0])],
    snap(own),
  );
  step(
    "asks",
    self,
    0,
    {
      ...{ at: "softmax", active: ["query", "key", "softmax", "value"], rest: 1.8 },
      hear: ["weights", pairs(self, 0)],
    },
    inTurn(scores, (one) => snap(one), 0.2),
    [...show(heads.exact), ...inTurn(weights, (one) => snap(one), 0.15)],
    [...show(share, kinds.self), ...turn(share, "slide", 1, 0)],
    [...turn(share, "named", 1), ...snap(output)],
  );
  /** An entry takes the place of the one before. @param {number} i */
  const turns = (i) =>
    sequence(
      [...hide(at.queries.self[i - 1], names[i - 1]), ...light(0, at.names[i - 1])],
      [...light(1, at.names[i]), ...fly(script, at.keys[i], at.queries.self[i])],
      [...snap(at.queries.self[i]), ...show(names[i])],
    );
  const fill = (/** @type {number} */ i) => {
    const { id } = map.rows[i];
    return [beat(id, "shown", 1, 0.18), beat(id, "numbers", 1, 0.18)];
  };
  const gone = [share, output, kinds.self, at.back, ...scores, ...weights, heads.exact, heads.score];
  step(
    "all",
    self,
    0,
    {
      ...{ at: "outputs", active: ["query", "key", "value"], rest: 3 },
      hear: ["weights", map.rows.flatMap(({ indices }) => indices)],
    },
    hide(...gone),
    show(...map.items.filter(({ kind }) => kind === "text")),
    ...map.rows.map((_, i) => (i ? sequence(turns(i), fill(i)) : fill(i))),
  );
}
