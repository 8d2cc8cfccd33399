/**
 * The story of attention as a search: what is typed meets the labels of a list, and contents come back. First exactly, where the
 * best match takes all; then softly, where all entries answer in shares; finally without anybody who types: every entry asks the
 * list.
 */

import { formula } from "../formula.js";
import { by, from, having, placeholders, slowly } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { letterRuns } from "../kit/text.js";
import { upTo } from "../model.js";
import { factsOf } from "./search/facts.js";
import { arrange } from "./search/list.js";
import * as searchTexts from "../../build/words/stories/search.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/cells.js").Cells} Cells */
/** @typedef {import("../kit/steps.js").Step} Step */

/** The most queries, entries, features and columns of contents. @type {["q_len" | "kv_len" | "d_k" | "d_v", number][]} */
const MOST = [["q_len", 3], ["kv_len", 5], ["d_k", 6], ["d_v", 4]]; // prettier-ignore

/** Slots that share a place where scores and shares do not fit side by side. */
const ONE = [["numbers", "weights", "softWeights"], ["score heading", "exact heading"]]; // prettier-ignore

/** @type {import("./index.js").Story} */
export default {
  texts: [searchTexts],
  tell: tellSteps("search", stageOf, steps),
  supports,
  formula: (model) => formula(model.stage("exact")),
};

/**
 * Reports whether a problem has three stages over the same list: exact, soft, and the list asking itself; without masks and
 * projections.
 * @param {Model} model
 */
function supports({ problem, stage }) {
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
  const turned = self.x === "exact.x_kv" && self.x_kv == null && self.x_v === "exact.x_v";
  if (!plain || !same || !turned || exact.x_kv == null || exact.x_v == null) return false;
  const sizes = stage("exact");
  return sizes.batches === 1 && MOST.every(([size, most]) => sizes[size] >= 1 && sizes[size] <= most);
}

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const stage = arrange(model, room);
  return { ...stage, facts: model, setting: { sharing: stage.stacked ? ONE : [] } };
}

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, ...make }) {
  const w = stage.facts.words.stories.search;
  const { exact, soft, self, heads, features, kinds, names, keys, values, typed, shares, map } = stage;
  const { q_len, scaled } = exact.model;
  /**
   * Makes a step about a query.
   * @param {string} id @param {Cells} of @param {number} i the query @param {Partial<Step> & { said?: string }} about
   * @param {Step["states"]} states
   */
  const step = (id, of, i, { said = id, ...about }, ...states) => {
    const usual = { of: of.model, title: w.titles[said], query: of === self ? undefined : i };
    const caption = () => w[said](factsOf(of.model, i, exact.model));
    return make.step(id, { ...usual, caption, ...about }, ...states);
  };
  /** Makes a step about the first query, searched exactly. @param {string} id @param {Partial<Step>} about @param {Step["states"]} states */
  const exactly = (id, about, ...states) => step(id, exact, 0, about, ...states);
  const head = (/** @type {keyof typeof heads} */ id) => ({
    [`${id} heading`]: [[heads[id], /** @type {any} */ (features)[id]?.items]],
  });
  const row = (/** @type {Cells} */ of, /** @type {string} */ tensor, query = 0) =>
    of.along("key", tensor, { query });
  const result = (/** @type {Cells} */ of, query = 0) => of("output", { query });
  const asked = (/** @type {number} */ query) => ({ typed: typed[query], query: exact("query", { query }) });
  /** Returns the names of the list, or of the map's rows, one of them perhaps lit. @param {number} [lit] */
  const named = (lit, all = names) => all.map((name, j) => (j === lit ? having(name, { active: 1 }) : name));
  /** @param {number} [lit] */
  const entries = (lit) => named(lit).map((name, j) => [name, keys[j]]);
  /**
   * Returns everything that a query of the exact search makes.
   * @param {number} query @param {string} tensor the numbers before the softmax
   */
  const found = (query, tensor) => ({
    ...asked(query),
    ...(stage.stacked ? {} : { numbers: row(exact, tensor, query) }),
    weights: row(exact, "weights", query),
    ...{ share: shares.exact[query], output: result(exact, query) },
  });
  /**
   * Makes a block enter by a close-up, if there is room for one.
   * @param {Cells} of @param {import("../kit/block.js").Block} block @param {"score" | "sum"} what @param {any[]} sources
   * @param {{ runs: import("../kit/text.js").Run[] }[]} [rows]
   */
  const worked = (of, block, what, sources, rows) => {
    const size = { ...stage.size, decimals: Math.max(2, stage.size.decimals) };
    return by(block, of.closeUp(block, { room: stage.cardRoom(what), size, rows }).card, { sources });
  };

  yield chapter("query");
  const ask = { active: ["query"], makes: "query", at: "query" };
  const { alone: large } = stage;
  const vector = { ...head("query"), ...asked(0) };
  yield exactly("typed", ask, { box: stage.box, large }, { typed: typed[0], large }, { ...vector, large });
  const settled = { box: stage.box, ...vector, once: true };
  const labels = [
    settled,
    { board: stage.board, ...head("key") },
    { entries: entries(), values: placeholders(values) },
  ];
  yield exactly("labels", { active: ["key"], at: "keys" }, ...labels);
  yield exactly("contents", { active: ["value"], at: "values" }, { ...head("value"), values });

  yield chapter("score");
  const meet = { active: ["query", "key"], makes: "scores" };
  const scores = row(exact, "scores");
  const { query } = asked(0);
  const letters = [{ runs: letterRuns("query", "1") }, { runs: letterRuns("key", "1") }];
  const first = worked(exact, scores[0], "score", [query, keys[0]], letters);
  const scored = [{ toList: stage.toList, ...head("score") }, { numbers: first }];
  yield exactly("score", { ...meet, at: "score" }, ...scored);
  const meets = upTo(keys.length)
    .slice(1)
    .map((j) => ({ numbers: [...scores.slice(0, j), from(scores[j], [keys[j]])] }));
  if (meets.length) yield exactly("scores", { ...meet, at: "scores" }, ...meets);

  yield chapter("exact");
  const last = scaled ? "scaled_scores" : "scores";
  const scale = { active: ["scale"], makes: last, at: "scale" };
  if (scaled) yield exactly("scale", scale, { numbers: row(exact, last) });
  const choose = { active: ["softmax"], makes: "weights", at: "softmax" };
  const weights = row(exact, "weights");
  const shared = { kind: kinds.exact, share: from(shares.exact[0], weights) };
  yield exactly("exact", choose, { ...head("exact"), weights }, shared);
  const giving = values.filter((_, j) => exact.model.value("weights", weights[j].indices[0]) > 0);
  const mix = { active: ["value"], makes: "output", at: "sum" };
  yield exactly("returned", mix, { output: from(result(exact), giving) });
  for (const i of upTo(q_len).slice(1)) {
    const about = { ...choose, said: "again", active: ["query", "softmax"] };
    yield step(`exact-${i + 1}`, exact, i, about, found(i, last));
  }

  yield chapter("soft");
  const slid = { softKind: kinds.soft, softShare: slowly(2, shares.soft) };
  const both = { weights: stage.both && weights, ...head("soft"), softWeights: row(soft, "weights") };
  yield step("soft", soft, 0, choose, found(0, "scores"), slid, both);
  const mixed = worked(soft, result(soft), "sum", [...row(soft, "weights"), ...values]);
  yield step("mixed", soft, 0, { ...mix, poster: true }, { softOutput: mixed });

  yield chapter("self");
  const list = { ...head("query"), ...head("key"), ...head("score"), ...head("value") };
  const asksItself = (/** @type {number} */ i) => [
    { entries: entries(i) },
    { typed: typed[q_len + i], query: from(self("query", { query: i }), [keys[i]]) },
  ];
  const turned = { only: true, box: stage.box, board: stage.board, ...list, values, back: stage.back };
  yield step("outside", self, 0, ask, { ...turned, entries: entries(0) }, asksItself(0));
  const results = { kind: kinds.self, share: shares.self, output: result(self) };
  const answers = [
    { numbers: row(self, "scores") },
    { ...head("exact"), weights: row(self, "weights") },
    results,
  ];
  const all = { active: ["query", "key", "softmax", "value"], makes: "weights", at: "softmax" };
  yield step("asks", self, 0, all, ...answers);
  const asking = (/** @type {number} */ i) =>
    stage.crowded ? {} : { typed: typed[q_len + i], query: self("query", { query: i }) };
  const begins = {
    ...{ only: true, board: !stage.crowded && stage.board, words: [map.columnNames] },
    ...(stage.crowded ? {} : { box: stage.box, ...head("query") }),
  };
  const rows = map.rows.flatMap((_, i) => [
    { ...(!i && begins), ...asking(i), entries: named(i, stage.asking) },
    { rows: map.rows.slice(0, i + 1) },
  ]);
  const outputs = { active: ["query", "key", "value"], makes: "weights", at: "outputs" };
  yield step("all", self, 0, outputs, ...rows);
}
