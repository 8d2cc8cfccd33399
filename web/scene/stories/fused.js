/**
 * Attention in tiles, as fused kernels compute it: keys and values come to the desk one tile at a time, and a query holds its
 * largest score so far, a sum and a weighted sum; both sums shrink when a larger score comes. No row of the map is ever stored.
 */

import { spokenText } from "../facts.js";
import { mi, mo, part, row as mrow } from "../formula.js";
import { having, placeholders } from "../kit/arrivals.js";
import { atOnce, tellSteps } from "../kit/steps.js";
import { upTo } from "../model.js";
import { factsOf } from "./fused/facts.js";
import { itemsOf } from "./fused/items.js";
import * as fusedTexts from "../../build/words/stories/fused.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("../kit/steps.js").Chapter} Chapter */
/** @typedef {ReturnType<typeof factsOf>} Facts */

/** The most queries that are shown, apart from the one that is shown in full. */
const MOST_TOLD = 8;

/** @type {import("./index.js").Story} */
export default { texts: [fusedTexts], tell: tellSteps("fused", begin, steps), formula };

/**
 * The queries in the order in which they are shown: the one that sees most keys, which is shown in full, then the others, or only
 * some of many, the last among them.
 * @param {Model} model
 */
function queriesOf({ q_len, kv_len, batch, head, value }) {
  const seen = upTo(q_len).map((i) => upTo(kv_len).filter((j) => value("masked_scores", [batch, head, i, j]) !== -Infinity).length); // prettier-ignore
  const first = seen.indexOf(Math.max(...seen));
  const some = upTo(q_len).filter((i) => Math.floor(((i + 1) * MOST_TOLD) / q_len) > Math.floor((i * MOST_TOLD) / q_len)); // prettier-ignore
  return [first, ...some.filter((i) => i !== first)];
}

/** The context that every step needs. @param {Model} model @param {import("../scene.js").Room} room */
function begin(model, room) {
  const w = model.words.stories.fused;
  const told = queriesOf(model);
  const stage = itemsOf(model, room, told);
  const { tiles, sheets } = stage;
  const last = tiles.length - 1;
  const facts = (/** @type {number} */ i, k = last) => factsOf(model, tiles, i, k);
  return {
    ...{ model, w, told, stage, of: facts, last, facts: model, height: stage.height },
    /** @param {string} id @param {string} said @param {Facts} of @param {Partial<Step> & { speak?: string[] }} about speak: tensors that a listener hears @param {Step["states"]} states */
    step: (id, said, of, { speak = [], ...about }, ...states) => ({
      ...{ id, title: w.titles[said] ?? w.tile(of.tile), subtitle: w.subtitle(of.i + 1, model.q_len) },
      ...{ caption: () => w[said](of), query: of.i, place: { at: said, query: of.i } },
      ...{ lead: 0.25, rest: 0.3, ...about, states },
      spoken: () => speak.map((tensor) => spokenText(model, tensor, of.cells(tensor))),
    }),
    /**
     * The tiles: one is being read, the others are dimmed.
     * @param {number} [read] the tile, if any @param {number} [at] 1: it is at the desk
     */
    shelf: (read, at = 0) =>
      Object.fromEntries(sheets.map((sheet, k) => [`tile ${k}`, having(sheet, k === read ? { at, dim: 0 } : { at: 0, dim: 1 }, 0.5)])), // prettier-ignore
    /**
     * What a query holds after some corrections, and after some tiles.
     * @param {number} i @param {number} scaled tiles whose correction has been made @param {number} added tiles that have joined
     * @param {number} [seconds]
     */
    bars: (i, scaled, added, seconds = 0) => having(stage.bars(i), { scaled, added }, seconds),
    /** What has been stored for a number of queries; in tiles, never more than for one. @param {number} count */
    stored: (count) => stage.towers.map((tower, k) => having(tower, { full: k ? 1 : count }, 0.3)),
    /**
     * The output of a query in both ways: if they are the same, they come together.
     * @param {number} i @param {number} [seconds]
     */
    both(i, seconds = 0) {
      const at = { at: Number(facts(i).same) };
      return {
        whole: having(stage.whole(i), at, seconds),
        tiled: having(stage.tiled(i), at, seconds),
        same: facts(i).same && facts(i).finite && stage.same,
      };
    },
  };
}
/** @typedef {ReturnType<typeof begin>} StoryContext */

/** The tensors that a listener hears of what a query holds. */
const HELD = ["running_max", "running_sum", "running_mixed"];

/** Marks a step that belongs to no query. */
const ALONE = { subtitle: "", query: undefined };

/** @param {StoryContext} t @param {import("../kit/steps.js").StepMakers} make @param {import("../script.js").Script} script @returns {Generator<Step | Chapter>} */
function* steps(t, { chapter }, script) {
  const { stage, told, w, of: facts, step, bars } = t;
  const { shelf, desk, memory, towers, row, letters } = stage;
  const [i] = told;
  yield chapter("tiles");
  const ground = { shelf: [shelf], desk: [desk], memory: [memory], towers, row: [row.words] };
  const scenery = atOnce({ ...ground, blank: placeholders([row.blank]) });
  const sheets = { sheets: stage.sheets, lag: 0.12 };
  yield step("tiles", "tiles", facts(i), ALONE, scenery, sheets);
  const empty = { max: placeholders([stage.max(0, i)]), bars: bars(i, 0, 0), letters: [letters] };
  const asks = [{ query: stage.query(i) }, atOnce(empty), atOnce({ towers: t.stored(1) })];
  yield step(`query-${i + 1}`, "query", facts(i), { speak: ["query"] }, ...asks);
  for (const k of upTo(t.last + 1)) {
    yield { chapter: `tile-${k + 1}`, title: w.tile(k + 1) };
    yield* tile(t, i, k);
  }
  yield chapter("memory");
  yield* outputs(t, script);
}

/**
 * A tile of the query that is shown in full: its scores, the correction after the first tile, and what joins the sums.
 * @param {StoryContext} t @param {number} i @param {number} k @returns {Generator<Step>}
 */
function* tile({ stage, w, of: facts, step, shelf, bars }, i, k) {
  const now = facts(i, k);
  const id = `${i + 1}-${k + 1}`;
  const max = stage.max(k, i);
  const raised = now.kind === "raised";
  // later tiles are faster, if nothing new happens
  const speed = k === 0 ? 1 : k < 4 ? (raised ? 1.5 : 2.2) : 2.5;
  const scores = { title: w.tile(now.tile), speak: [stage.last], active: ["score"], speed };
  const comes = [atOnce(shelf(k, 1)), { scores: stage.scores(i, k) }];
  yield step(`scores-${id}`, k ? "next" : "scores", now, scores, ...comes);
  if (k) {
    const how = { active: ["max", "correction"], speak: ["running_max", "correction"] };
    const rests = raised ? {} : { speed: 1.6 };
    const larger = { max, former: raised && stage.former(k - 1, i), correction: stage.correction(k, i) };
    const shrinks = { bars: bars(i, k + 1, k, raised ? 0.9 : 0) };
    yield step(`correct-${id}`, "correct", now, { ...how, ...rests }, atOnce(larger), shrinks);
  }
  const add = { active: ["exp", "sum", "mixed"], speak: HELD, speed };
  const powers = atOnce({ max, exps: stage.tiles[k].map((j) => stage.row.exps[j]) });
  const joins = { bars: bars(i, k + 1, k + 1, 0.7), correction: null, former: null };
  yield step(`add-${id}`, "add", now, add, powers, joins, atOnce({ scores: null, exps: null, ...shelf() }));
}

/**
 * The output of the first query, made in both ways; then those of all others, and what each way stores meanwhile.
 * @param {StoryContext} t @param {import("../script.js").Script} script @returns {Generator<Step>}
 */
function* outputs({ model, w, told, stage, last, of: facts, step, shelf, bars, both, stored }, script) {
  const { knob, order } = stage;
  const [first, second, ...others] = told;
  const result = { active: ["divide"], speak: [model.result] };
  const { same, ...meet } = both(first, 0.8);
  const ways = [{ whole: stage.whole(first) }, { tiled: stage.tiled(first) }, atOnce(meet), { same }];
  yield step(`divide-${first + 1}`, "divide", facts(first), result, ...ways);

  const times = order.map(() => script.time - 0.02);
  if (knob) knob.times = times;
  const about = { ...result, title: w.titles.query, rest: 0, speed: 3 };
  /** Everything about a query. @param {number} i @param {number} count of queries that have been stored for */
  const shown = (i, count) => ({
    ...{ query: stage.query(i), max: stage.max(last, i), bars: bars(i, last + 1, last + 1), once: true },
    ...{ ...both(i), ...shelf(), towers: stored(count) },
    knob: knob && having(knob, { stop: order.indexOf(i) }, 0.3),
  });
  /** @param {string} id @param {number} i */
  function* answer(id, i) {
    yield step(`${id}-${i + 1}`, "again", facts(i), about, shown(i, i + 1 + Number(first > i)));
    times[order.indexOf(i)] = script.time - 0.02;
  }
  if (second !== undefined) {
    const none = { max: null, tiled: null, whole: null, same: null };
    const begins = atOnce({ ...none, query: stage.query(second), bars: bars(second, 0, 0) });
    yield step(`query-${second + 1}`, "again", facts(second), { ...about, speak: ["query"] }, begins);
    for (const k of upTo(last + 1)) {
      const reads = { ...shelf(k), max: stage.max(k, second), bars: bars(second, k + 1, k + 1, 0.7) };
      const read = { ...about, title: w.tile(k + 1), speak: HELD };
      yield step(`tile-${second + 1}-${k + 1}`, "again", facts(second, k), read, atOnce(reads));
    }
    yield* answer("divide", second);
  }
  for (const i of others) yield* answer("query", i);
  const end = facts(order[order.length - 1]);
  const held = { ...ALONE, speak: [model.result] };
  yield step("memory", "memory", end, held, shown(end.i, model.q_len));
}

/** ℓ ← c ℓ + Σ e^(s − max), z = u / ℓ */
function formula() {
  const exponent = mrow(part("score", "score", mi("s")), mo("−"), part("max", "score", mi("max")));
  return mrow(
    part("sum", "weight", mi("ℓ")),
    ...[mo("←"), part("correction", "weight", mi("c")), mi("ℓ"), mo("+"), mo("∑")],
    ...[part("exp", "weight", { tag: "msup", children: [mi("e"), exponent] }), mo(",")],
    part("divide", "output", mi("z"), mo("="), part("mixed", "weighted", mi("u")), mo("/"), mi("ℓ")),
  );
}
