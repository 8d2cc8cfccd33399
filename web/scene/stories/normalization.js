/**
 * The story of normalization: something is added to a matrix, then its rows are normalized. Every row is a number line with dots:
 * the mean is where the line balances, all dots slide until it is 0, and the line stretches until the standard deviation is 1.
 * For batch norm the table turns, and its columns go through the same.
 */

import { spokenText } from "../facts.js";
import { mi, mo, part, row } from "../formula.js";
import { backdrop } from "../kit/backdrop.js";
import { having, slowly, turned } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { endOf } from "./normalization/end.js";
import { reachesOf } from "./normalization/lines.js";
import { factsOf, makerOf, normsOf } from "./normalization/norms.js";
import { pageOf } from "./normalization/stage.js";
import { stageName } from "../../words/sentence.js";
import * as normalizationTexts from "../../build/words/stories/normalization.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./normalization/norms.js").Norm} Norm */
/** @typedef {import("./normalization/stage.js").Page} Page */

/** What has happened to a number line by each phase. */
const PLAIN = { added: 1 };
const LEANING = { ...PLAIN, triangle: 1 };
const BALANCED = { ...LEANING, pivot: 1 };
const CENTRED = { ...BALANCED, centred: 1 };
const MEASURED = { ...CENTRED, triangle: 0, bar: 1 };
const STRETCHED = { ...MEASURED, stretched: 1 };
const DONE = { ...CENTRED, stretched: 1, learned: 1 };

/** @type {import("./index.js").Story} */
export default {
  texts: [normalizationTexts],
  tell: tellSteps("normalization", stageOf, steps),
  supports: (model) => normsOf(model) !== null,
  formula,
};

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const norms = /** @type {Norm[]} */ (normsOf(model));
  const w = model.words.stories.normalization;
  const added = model.node(norms[0].source);
  const parts = added?.op === "add" && added.of.length === 2 ? added.of : null;
  const reaches = reachesOf(model, norms, parts?.[0]);
  const how = { room, reaches, mean: w.average, turns: new Set(norms.map(({ group }) => group)).size > 1 };
  const pages = norms.map((norm, k) => pageOf(model, norm, String(k), { ...how, parts: k ? null : parts }));
  const titles = norms.map(({ op }) => stageName(model.words, op));
  const end = endOf(model, norms, { room, reaches, titles });
  const panel = backdrop("panel", { x: 0, y: 0, ...room });
  return {
    ...{ model, panel, norms, pages, end, parts, titles, setting: { standing: { panel: [panel] } } },
    ...{ facts: { norms: norms.length, residual: parts !== null }, shows: { held: reaches.made } },
  };
}

/** @typedef {Record<string, number>} Phase */

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ model, panel, norms, pages, end, parts, titles }, { chapter, step }) {
  const w = model.words.stories.normalization;
  const facts = norms.map((norm, k) => factsAbout(model, norm, k > 0));
  if (parts) yield* residual(model, norms[0], pages[0], parts);
  for (const [k, norm] of norms.entries()) {
    yield { chapter: norm.id || norm.op, title: titles[k] };
    const how = {
      panel,
      facts: facts[k],
      subtitle: titles[k],
      before: pages[k - 1],
      begun: !k && parts !== null,
    };
    yield* normSteps(model, norm, pages[k], { ...how, last: k === norms.length - 1 });
  }
  const all = (/** @type {"panel" | "words" | "strips" | "posts" | "learned"} */ what) =>
    end.map((line) => line[what]);
  const drawn = end.flatMap(({ lines }) => lines);
  const lines = (/** @type {Phase} */ more) => drawn.map((line) => having(line, { ...DONE, ...more }));
  const caption = () => w.compare({ norms: facts, touch: drawn.some(({ handles }) => handles) });
  yield chapter("compare");
  yield step(
    "compare",
    { active: ["x", "mean", "rstd"], caption },
    [{ only: true }, { panels: all("panel") }],
    [{ words: [all("words")] }, { strips: all("strips").flat() }],
    { lines: [lines({})] },
    { posts: [all("posts")] },
    { lines: lines({ handles: 1 }), learned: [all("learned")] },
  );
}

/**
 * Returns the rows of a table; those that are not followed are dimmed.
 * @param {Page} page @param {any[]} strips @param {(strip: any) => any} [arrival]
 */
const rowsOf = ({ rows, lit }, strips, arrival = (strip) => strip) =>
  strips.map((strip, r) =>
    rows[r] === lit ? arrival(strip) : { ...arrival(strip), ...having(strip, { dim: 1 }) },
  );

/**
 * Returns all lines in a phase; those that are not followed are dimmed, and may still be in another phase.
 * @param {Page} page @param {Phase} values @param {Phase} [others]
 */
const linesOf = ({ lines, shown, lit }, values, others = values) =>
  lines.map((line, n) => slowly(3, having(line, shown[n] === lit ? values : { ...others, dim: 1 })));

/**
 * Returns the numbers beside the lines; those that are not followed are dimmed.
 * @param {Page} page @param {(import("../kit/block.js").Block | null)[]} numbers
 */
const besideOf = ({ shown, lit }, numbers) => [
  numbers.map((number, n) => number && having(number, { dim: shown[n] === lit ? 0 : 1 })),
];

/**
 * Yields the steps of the residual: an arrow on every number shows what is added to it.
 * @param {Model} model @param {Norm} norm @param {Page} page @param {string[]} parts
 * @returns {Generator<Step | import("../kit/steps.js").Chapter>}
 */
function* residual(model, norm, page, [from, added]) {
  const w = model.words.stories.normalization;
  const facts = { model, from, added, sum: norm.source, attends: attends(model, added) };
  /** @param {string} id @param {string} said @param {Step["states"]} states */
  const step = (id, said, ...states) => ({
    ...{ id, title: w.titles[said], caption: () => w[said](facts), at: id, states },
    ...(said === "added" && !facts.attends && { title: w.titles.other }),
    spoken: () => spokenOf(model, id, norm),
  });
  const { card, table, numbers, ruler } = page;
  yield { chapter: "residual", title: stageName(model.words, "residual") };
  yield step(
    added,
    "added",
    [
      { card, names: [page.names], table: rowsOf(page, table.from) },
      { words: [page.words], lines: linesOf(page, {}), ruler },
    ],
    { lines: linesOf(page, { arrows: 1 }) },
    { numbers: numbers.added },
  );
  yield step(
    norm.source,
    "residual",
    { numbers: null, lines: linesOf(page, { arrows: 1, added: 1 }) },
    { table: rowsOf(page, table.sources), numbers: numbers.sources },
  );
}

/**
 * @param {Model} model @param {Norm} norm @param {Page} page
 * @param {{ panel: any, facts: any, subtitle: string, before?: Page, begun: boolean, last: boolean }} how
 *   before: the page whose table turns; begun: whether the page is shown already
 * @returns {Generator<Step>}
 */
function* normSteps(model, norm, page, { panel, facts, subtitle, before, begun, last }) {
  const w = model.words.stories.normalization;
  const { view, learned } = norm;
  const { table, numbers, means, factors, ruler, posts, card } = page;
  const lines = (/** @type {Phase} */ values, others = values) => linesOf(page, values, others);
  /** @param {string} name @param {Partial<Step>} how @param {Step["states"]} states */
  const step = (name, how, ...states) => {
    const id = view.full(name);
    const about = { id, title: w.titles[name], subtitle, at: name, states, ...how };
    return { ...about, caption: () => w[name](facts), spoken: () => spokenOf(model, id, norm) };
  };
  const turns = (/** @type {any} */ strip) => (before ? turned(strip, before.table.sources) : strip);
  const stands = [
    // the table turns with the numbers that it started from
    ...(before ? [{ numbers: null, table: rowsOf(before, before.table.sources) }] : []),
    [{ only: true, panel }, { card }, { table: rowsOf(page, table.sources, turns), lag: before && 0 }],
    { names: [page.names], words: [page.words], lines: [lines(PLAIN)], ruler, once: true },
  ];
  yield step(
    "mean",
    { active: ["x", "mean"], least: 4.4 },
    ...(begun ? [{ lines: lines(PLAIN) }] : stands),
    { numbers: null, lines: lines(norm.running ? PLAIN : LEANING, PLAIN) },
    { lines: lines(BALANCED, PLAIN), means: means.filter((_, n) => page.shown[n] === page.lit) },
    { lines: lines(BALANCED) },
    { means: besideOf(page, means) },
  );
  const centres = { lines: lines(CENTRED) };
  if (!before) yield step("centred", { active: ["x", "mean"], least: 2.8 }, centres);
  yield step(
    "rstd",
    { active: ["rstd"], least: 4 },
    ...(before ? [centres] : []),
    { lines: lines(MEASURED), means: null, ruler: null, posts },
    { factors: besideOf(page, factors) },
  );
  yield step(
    "output",
    { active: ["x", "mean", "rstd", ...learned], least: 3.4 },
    { lines: lines(STRETCHED) },
    { lines: lines(DONE), factors: null },
    { table: rowsOf(page, table.outputs), numbers: numbers.outputs },
  );
  const drags = { lines: lines({ ...DONE, handles: 1 }), learned: [numbers.learned] };
  if (last && learned.length) yield step("learned", { active: learned, least: 3.4 }, drags);
}

/** Reports whether a tensor is the output of an attention stage. @param {Model} model @param {string} tensor */
function attends(model, tensor) {
  const maker = makerOf(model, tensor);
  return maker !== undefined && model.graph.some((node) => node.tensor === `${maker.id}.weights`);
}

/** Returns the numbers of a tensor of a norm as spoken text. @param {Model} model @param {string} tensor @param {Norm} norm */
function spokenOf(model, tensor, { groups, rows, features }) {
  const each = /(^|\.)(mean|rstd)$/.test(tensor);
  const all = each ? groups : rows.flatMap((at) => Array.from({ length: features }, (_, c) => [...at, c]));
  return model.tensor(tensor) ? spokenText(model, tensor, all.slice(0, 64)) : "";
}

/**
 * Returns the facts for sentences about a norm.
 * @param {Model} model @param {Norm} norm @param {boolean} again whether another norm came before
 */
function factsAbout(model, norm, again) {
  const { view, source, group, running, tokens, features, batches: items, learned } = norm;
  const { eps = 1e-5 } = model.problem.stages.find((/** @type {any} */ { id = "" }) => id === norm.id);
  const token = group === "token";
  const names = ["mean", "output", "gamma", "beta"].map((name) => [name, view.full(name)]);
  return {
    ...factsOf(norm, eps),
    ...{ model: view, running, tokens, features, items, learned, again, token, tiny: eps <= 1e-3 },
    ...{ feature: Math.min(2, features), members: token ? features : norm.rows.length },
    at: { source, ...Object.fromEntries(names), rstd: `${view.full("rstd")}:${token ? "*,*" : "*"}` },
  };
}

/** (x − μ) / σ · γ + β. @param {Model} model */
function formula(model) {
  const [first] = /** @type {Norm[]} */ (normsOf(model));
  const of = (/** @type {string} */ id, /** @type {string} */ role, /** @type {string} */ letter) => ({ ...part(id, role, mi(letter)), tensor: id === "x" ? first.source : first.view.full(id) }); // prettier-ignore
  const learned = first.learned.flatMap((name) =>
    name === "gamma" ? [mo("·"), of("gamma", "weighted", "γ")] : [mo("+"), of("beta", "weighted", "β")],
  );
  return row(mo("("), of("x", "output", "x"), mo("−"), of("mean", "score", "μ"), mo(")"), mo("/"), of("rstd", "weight", "σ"), ...learned); // prettier-ignore
}
