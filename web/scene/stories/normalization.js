/**
 * Normalization: something is added to a matrix, then its rows are normalized. Every row lies as dots on a line: the mean is
 * where it balances, all dots slide until that is 0, the line stretches until its deviation is 1. For batch norm the table
 * turns, and columns do the same.
 */

import { spokenText } from "../facts.js";
import { mi, mo, part, row } from "../formula.js";
import { backdrop } from "../kit/backdrop.js";
import { having, play, slowly, turned } from "../kit/steps.js";
import { endOf } from "./normalization/end.js";
import { reachesOf } from "./normalization/lines.js";
import { factsOf, litOf, makerOf, normsOf } from "./normalization/norms.js";
import { pageOf } from "./normalization/stage.js";
import * as normalizationTexts from "../../build/words/stories/normalization.js";
import * as genericTexts from "../../build/words/stories/generic.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./normalization/norms.js").Norm} Norm */
/** @typedef {import("./normalization/stage.js").Page} Page */

/** What has happened to a line, from phase to phase. */
const PLAIN = { added: 1 };
const LEANING = { ...PLAIN, triangle: 1 };
const BALANCED = { ...LEANING, pivot: 1 };
const CENTRED = { ...BALANCED, centred: 1 };
const MEASURED = { ...CENTRED, triangle: 0, bar: 1 };
const STRETCHED = { ...MEASURED, stretched: 1 };
const DONE = { ...CENTRED, stretched: 1, learned: 1 };

/** @type {import("./index.js").Story} */
export default {
  texts: [normalizationTexts, genericTexts],
  tell,
  supports: (model) => normsOf(model) !== null,
  formula,
};

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const norms = /** @type {Norm[]} */ (normsOf(model));
  const w = model.words.stories.normalization;
  const { stages } = model.words.stories.generic;
  const added = model.node(norms[0].source);
  const parts = added?.op === "add" && added.of.length === 2 ? added.of : null;
  const reaches = reachesOf(model, norms, parts?.[0]);
  const how = { room, reaches, mean: w.average, turns: new Set(norms.map(({ group }) => group)).size > 1 };
  const pages = norms.map((norm, k) => pageOf(model, norm, String(k), { ...how, parts: k ? null : parts }));
  const titles = norms.map(({ op }) => stages[op]);
  const end = endOf(model, norms, { room, reaches, titles });
  const panel = backdrop("panel", { x: 0, y: 0, ...room });
  play(script, steps(model, { panel, norms, pages, end, parts, titles }), { standing: { panel: [panel] } });
  const invitation = w.invitation({ norms: norms.length, residual: parts !== null }, script.time);
  return { height: room.height, invitation, held: reaches.made };
}

/** @typedef {{ panel: any, norms: Norm[], pages: Page[], end: ReturnType<typeof endOf>, parts: string[] | null, titles: string[] }} Told */

/** @param {Model} model @param {Told} told @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(model, { panel, norms, pages, end, parts, titles }) {
  const w = model.words.stories.normalization;
  const facts = norms.map((norm, k) => factsAbout(model, norm, k > 0));
  if (parts) yield* residual(model, norms[0], pages[0], parts);
  for (const [k, norm] of norms.entries()) {
    yield { chapter: norm.id || norm.op, title: titles[k] };
    yield* normSteps(model, norm, pages[k], { panel, facts: facts[k], last: k === norms.length - 1, subtitle: titles[k], before: pages[k - 1], begun: k === 0 && parts !== null }); // prettier-ignore
  }
  yield { chapter: "compare", title: w.titles.compare };
  const all = /** @returns {any[]} */ (
    /** @type {"panel" | "words" | "strips" | "posts" | "learned"} */ what,
  ) => end.map((panel) => panel[what]);
  const lines = (/** @type {Record<string, number>} */ values) => end.flatMap((panel) => panel.lines.map((line) => having(line, { ...DONE, ...values }))); // prettier-ignore
  const compare = { id: "compare", title: w.titles.compare, active: ["x", "mean", "rstd"], rest: 4 };
  yield {
    ...compare,
    caption: () => w.compare({ norms: facts, touch: end.some((panel) => panel.lines.some(({ handles }) => handles)) }), // prettier-ignore
    states: [
      [{ only: true }, { panels: all("panel") }],
      [{ words: [all("words")] }, { strips: all("strips").flat() }],
      { lines: [lines({})] },
      { posts: [all("posts")] },
      { lines: lines({ handles: 1 }), learned: [all("learned")] },
    ],
  };
}

/** A table's rows, those that are not followed fainter. @param {Page} page @param {any[]} strips @param {number} lit @param {(strip: any) => any} [arrival] */
const rowsOf = ({ rows }, strips, lit, arrival = (strip) => strip) =>
  strips.map((strip, r) =>
    rows[r] === lit ? arrival(strip) : { ...arrival(strip), ...having(strip, { dim: 1 }) },
  );

/** All lines in a phase, those that are not followed fainter, or still in the phase before. @param {Page} page @param {number} lit @param {Record<string, number>} values @param {Record<string, number>} [others] */
const linesOf = ({ lines, shown }, lit, values, others = values) =>
  lines.map((line, n) => slowly(3, having(line, shown[n] === lit ? values : { ...others, dim: 1 })));

/** What is added lies as an arrow on every number. @param {Model} model @param {Norm} norm @param {Page} page @param {string[]} parts @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* residual(model, norm, page, [from, added]) {
  const w = model.words.stories.normalization;
  const { stages } = model.words.stories.generic;
  const { source } = norm;
  const lit = litOf(norm);
  const maker = makerOf(model, added);
  const attends = maker !== undefined && (maker.op ?? "attention") === "attention" && model.graph.some(({ tensor }) => tensor === `${maker.id}.query`); // prettier-ignore
  const facts = { model, from, added, sum: source, attends };
  const about = (/** @type {string} */ id, /** @type {string} */ said) => ({
    ...{ id, title: w.titles[said], caption: () => w[said](facts), at: id, rest: 1.4 },
    spoken: () => spokenOf(model, id, norm),
  });
  yield { chapter: "residual", title: stages.residual };
  yield {
    ...about(added, "added"),
    states: [
      [
        { card: page.card, names: [page.names], table: rowsOf(page, page.table.from, lit) },
        { words: [page.words], lines: linesOf(page, lit, {}), ruler: page.ruler },
      ],
      { lines: linesOf(page, lit, { arrows: 1 }) },
      { numbers: page.numbers.added },
    ],
  };
  yield {
    ...about(source, "residual"),
    states: [
      { numbers: null, lines: linesOf(page, lit, { arrows: 1, added: 1 }) },
      { table: rowsOf(page, page.table.sources, lit), numbers: page.numbers.sources },
    ],
  };
}

/**
 * @param {Model} model @param {Norm} norm @param {Page} page
 * @param {{ panel: any, facts: any, last: boolean, subtitle: string, before?: Page, begun: boolean }} how before: whose table turns; begun: it stands already
 * @returns {Generator<Step>}
 */
function* normSteps(model, norm, page, { panel, facts, last, subtitle, before, begun }) {
  const w = model.words.stories.normalization;
  const { view, learned } = norm;
  const { table, numbers, means, factors } = page;
  const lit = litOf(norm);
  const lines = (
    /** @type {Record<string, number>} */ values,
    /** @type {Record<string, number>} */ others = values,
  ) => linesOf(page, lit, values, others);
  const step = (
    /** @type {string} */ name,
    /** @type {Partial<Step>} */ how,
    /** @type {Step["states"]} */ ...states
  ) => {
    const id = view.full(name);
    const about = { id, title: w.titles[name], subtitle, at: name, rest: 1.3, states, ...how };
    const spoken = () => spokenOf(model, name === "learned" ? view.full("output") : id, norm);
    return { ...about, caption: () => w[name](facts), spoken };
  };
  const turns = (/** @type {any} */ strip) => (before ? turned(strip, before.table.sources) : strip);
  const stands = [
    [
      { only: true, panel },
      { card: page.card, table: rowsOf(page, table.sources, lit, turns) },
    ],
    { names: [page.names], words: [page.words], lines: [lines(PLAIN)], ruler: page.ruler, once: true },
  ];
  yield step(
    "mean",
    { active: ["x", "mean"], least: 5 },
    ...(begun ? [{ lines: lines(PLAIN) }] : stands),
    { numbers: null, lines: lines(norm.running ? PLAIN : LEANING, PLAIN) },
    { lines: lines(BALANCED, PLAIN), means: means.filter((_, n) => page.shown[n] === lit) },
    { lines: lines(BALANCED) },
    { means: [means] },
  );
  const bars = [
    { lines: lines(MEASURED), means: null, ruler: null, posts: page.posts },
    { factors: [factors] },
  ];
  if (!before) yield step("centred", { active: ["x", "mean"], least: 3 }, { lines: lines(CENTRED) });
  if (before)
    yield step("rstd", { active: ["x", "mean", "rstd"], least: 5 }, { lines: lines(CENTRED) }, ...bars);
  else yield step("rstd", { active: ["rstd"], least: 4.5 }, ...bars);
  const results = { table: rowsOf(page, table.outputs, lit), numbers: numbers.outputs };
  const active = ["x", "mean", "rstd", ...learned];
  yield step("output", { active, least: 4 }, { lines: lines(STRETCHED) }, { factors: null, lines: lines(DONE) }, results); // prettier-ignore
  if (last && learned.length)
    yield step("learned", { active: learned, least: 4 }, { lines: lines({ ...DONE, handles: 1 }), learned: [numbers.learned] }); // prettier-ignore
}

/** The numbers of a tensor of a norm, for listeners. @param {Model} model @param {string} tensor @param {Norm} norm */
function spokenOf(model, tensor, { groups, rows, features }) {
  const each = /\.(mean|rstd)$/.test(tensor);
  const all = each ? groups : rows.flatMap((at) => Array.from({ length: features }, (_, c) => [...at, c]));
  return model.tensor(tensor) ? spokenText(model, tensor, all.slice(0, 64)) : "";
}

/** The facts of sentences about a norm. @param {Model} model @param {Norm} norm @param {boolean} again whether another has been told */
function factsAbout(model, norm, again) {
  const { eps = 1e-5 } = model.problem.stages.find((/** @type {any} */ { id = "" }) => id === norm.id);
  const { view, source, group, running, tokens, features, batches, op, learned } = norm;
  const full = (/** @type {string} */ name) => view.full(name);
  return {
    ...factsOf(norm, eps),
    ...{
      model: view,
      op,
      running,
      tokens,
      features,
      items: batches,
      tiny: eps <= 1e-3,
      token: group === "token",
    },
    ...{ again, feature: Math.min(2, features) },
    ...{ members: group === "token" ? features : norm.rows.length, learned: learned.length > 0 },
    ...{ gamma: learned.includes("gamma"), beta: learned.includes("beta") },
    at: { source, mean: full("mean"), rstd: `${full("rstd")}:${group === "token" ? "*,*" : "*"}`, output: full("output"), gamma: full("gamma"), beta: full("beta") }, // prettier-ignore
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
