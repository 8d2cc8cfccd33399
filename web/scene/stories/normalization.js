/**
 * Normalization: the sum of a residual, then norms of the same matrix. A frame goes from token to token, or from feature to
 * feature, so that it is seen what each mean is taken over; means stand at that side.
 */

import { spokenText } from "../facts.js";
import { mi, mo, part, row } from "../formula.js";
import { backdrop } from "../kit/backdrop.js";
import {
  staggerGroups,
  copyTo,
  fadeOut,
  staggerItems,
  enterNumbers,
  enterBox,
  fadeIn,
  enter,
  animate,
} from "../kit/moves.js";
import { nameParts } from "../../core/graph/tensors.js";
import { sequence, together } from "../timeline.js";
import { closeUp, saying } from "./normalization/close-up.js";
import { factsOf, makerOf, normsOf } from "./normalization/norms.js";
import { endOf, pageOf, sumOf } from "./normalization/stage.js";
import * as normalizationTexts from "../../build/words/stories/normalization.js";
import * as genericTexts from "../../build/words/stories/generic.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./normalization/norms.js").Norm} Norm */
/** @typedef {import("./normalization/stage.js").Page} Page */
/** @typedef {ReturnType<typeof begin>} StoryContext */

/** Seconds that a frame stays at each group. */
const EACH = 0.55;

/** @type {import("./index.js").Story} */
export default {
  texts: [normalizationTexts, genericTexts],
  tell,
  supports: (model) => normsOf(model) !== null,
  formula,
};

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const t = begin(script, room);
  if (t.sum) residual(t, t.sum);
  for (const k of t.norms.keys()) norm(t, k);
  compare(t);
  const facts = { norms: t.norms.length, residual: Boolean(t.sum) };
  return { height: room.height, invitation: t.w.invitation(facts, script.time) };
}

/** What every step needs. @param {Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const { model } = script;
  const norms = /** @type {Norm[]} */ (normsOf(model));
  const w = model.words.stories.normalization;
  const { stages } = model.words.stories.generic;
  /** The title of a tensor over its matrix. @param {string} tensor */
  const titled = (tensor) => {
    const maker = makerOf(model, tensor);
    if (maker?.op === "residual") return w.sum;
    return maker ? stages[maker.op ?? "attention"] : model.words.scene.shown(nameParts(tensor)[1]);
  };
  const [first] = norms;
  const added = model.node(first.source);
  const parts = added?.op === "add" && added.of.length === 2 ? added.of : null;
  const sum = parts && sumOf(model, first, parts, [...parts.map(titled), w.sum], room);
  const pages = norms.map((norm, k) => {
    const titles = { source: titled(norm.source), result: stages[norm.op] };
    return pageOf(model, norm, k, titles, room);
  });
  const end = endOf(
    model,
    norms,
    norms.map(({ op }) => stages[op]),
    room,
  );
  script.add(backdrop("panel", { x: 0, y: 0, ...room }));
  const facts = norms.map((norm, k) => factsAbout(model, norm, pages[k]));
  return { script, model, norms, w, stages, titled, sum, parts, pages, end, facts };
}

/** The facts of sentences about a norm. @param {Model} model @param {Norm} norm @param {Page} page */
function factsAbout(model, norm, { affine }) {
  const { eps = 1e-5 } = model.problem.stages.find((/** @type {any} */ { id = "" }) => id === norm.id);
  const { view, source, group, running, tokens, features, batches, op } = norm;
  const full = (/** @type {string} */ name) => view.full(name);
  return {
    ...factsOf(norm, eps),
    model: view,
    op,
    token: group === "token",
    running,
    tokens,
    features,
    items: batches,
    learned: affine.length > 0,
    gamma: affine.some(({ name }) => name === "gamma"),
    beta: affine.some(({ name }) => name === "beta"),
    at: { source, mean: full("mean"), rstd: `${full("rstd")}:${group === "token" ? "*,*" : "*"}`, output: full("output"), gamma: full("gamma"), beta: full("beta") }, // prettier-ignore
  };
}

/** Adds items to the stage. @param {Script} script @param {any[]} items */
const put = (script, items) => items.map((item) => script.add(item));

/* ---------------------------------------------------------------- the residual */

/** @param {StoryContext} t @param {NonNullable<StoryContext["sum"]>} stage */
function residual(t, { names, x, y, sum, signs, zone, cells }) {
  const { script, model, w, titled, parts } = t;
  const [from, added] = /** @type {string[]} */ (parts);
  const { source } = t.norms[0];
  put(
    script,
    [x, y, sum].flatMap(({ word, blocks }) => [word, ...blocks]),
  );
  put(script, [...names, ...signs]);
  script.chapter("residual", t.stages.residual);
  const maker = makerOf(model, added);
  const attends = maker !== undefined && (maker.op ?? "attention") === "attention" && model.graph.some(({ tensor }) => tensor === `${maker.id}.query`); // prettier-ignore
  const facts = { model, from, added, sum: source, attends, made: maker && titled(added) };
  const step = (
    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {() => string} */ caption,
    /** @type {Beat[][]} */ ...moves
  ) =>
    // prettier-ignore
    script.step({ id, title, caption, spoken: () => spokenOf(model, id), rest: 1.4, place: { at: id } }, ...moves);
  step(
    added,
    w.titles.added,
    () => w.added(facts),
    [...fadeIn(x.word, ...names), ...enter(...x.blocks)],
    x.blocks.flatMap((block, b) => copyTo(script, block, y.blocks[b])),
    [...fadeIn(y.word), ...enter(...y.blocks)],
  );
  const index = sum.blocks[0].indices[0];
  const find = (/** @type {import("../model.js").Cell} */ { tensor, index: at }) =>
    [x, y].find((matrix) => matrix.tensor === tensor)?.boxOf(at);
  const home = sum.boxOf(index);
  const made = closeUp(script, { tensor: source, index }, home, zone, {
    source: find,
    decimals: cells.size.decimals,
  });
  const flights = [x, y].flatMap(({ blocks }) =>
    blocks.flatMap((block, b) => copyTo(script, block, sum.blocks[b])),
  );
  step(
    source,
    w.titles.sum,
    () => w.residual(facts),
    fadeIn(...signs, sum.word),
    ...saying(made, enterBox(...sum.blocks)),
    flights,
    enterNumbers(...sum.blocks),
  );
}

/** Numbers of a tensor, for listeners. @param {Model} model @param {string} tensor */
function spokenOf(model, tensor) {
  const { shape = [] } = model.tensor(tensor) ?? {};
  /** @type {number[][]} */
  let all = [[]];
  for (const size of shape) all = all.flatMap((at) => Array.from({ length: size }, (_, k) => [...at, k]));
  return spokenText(model, tensor, all.slice(0, 64));
}

/* ---------------------------------------------------------------- a norm */

/** @param {StoryContext} t @param {number} k */
function norm(t, k) {
  const { script, model, norms, w, stages, pages, facts } = t;
  const { view, source, groups } = norms[k];
  const { x, output, sides, affine, names, sign, frames, results, zones, cells } = pages[k];
  const [mean, rstd] = sides;
  const before = script.items.filter(({ kind }) => kind !== "ground");
  put(
    script,
    [x, output].flatMap(({ word, blocks }) => [word, ...blocks]),
  );
  put(
    script,
    [...sides, ...affine].flatMap(({ blocks }) => blocks),
  );
  put(script, [...names, sign, frames, results]);
  script.chapter(norms[k].id || norms[k].op, stages[norms[k].op]);
  const boxes = [x, output, ...sides, ...affine];
  const find = (/** @type {import("../model.js").Cell} */ cell) =>
    boxes.find(({ blocks }) => blocks[0].tensor === cell.tensor)?.boxOf(cell.index);
  const how = { source: find, decimals: cells.size.decimals };
  /** The frame passes over all, and numbers land behind it. @param {any[]} blocks @param {any[]} [more] frames */
  const pass = (blocks, more = []) => {
    const seconds = EACH * Math.max(1, groups.length - 1);
    const moving = [frames, ...more].flatMap((frame) =>
      animate(frame, "at", groups.length - 1, seconds, "linear"),
    );
    const each = blocks.length ? seconds / blocks.length : 0;
    const landing = sequence(...blocks.map((block) => animate(block, "reveal", 1, each, "linear")));
    return together(moving, landing);
  };
  const step = (
    /** @type {string} */ name,
    /** @type {string[]} */ active,
    /** @type {Beat[][]} */ ...moves
  ) => {
    const id = view.full(name);
    const caption = () => w[name](facts[k]);
    const about = { id, title: w.titles[name], subtitle: stages[norms[k].op], caption, active };
    script.step(
      { ...about, spoken: () => spokenOf(model, id), rest: 1.5, place: { at: name, query: k } },
      ...moves,
    );
  };
  const [at] = groups;
  const cellOf = (/** @type {string} */ name, /** @type {number[]} */ index) => ({
    tensor: view.full(name),
    index,
  });
  const homeOf = (/** @type {any} */ strip, /** @type {number[]} */ index) => strip.boxOf(index);

  const former = script.standing(before);
  const same = former.find(
    (item) => item.kind === "block" && item.tensor === source && item.id !== x.blocks[0].id,
  );
  const comes = same ? copyTo(script, same, x.blocks[0]) : [];
  const sum = closeUp(script, cellOf("mean", at), homeOf(mean, at), zones.card, how);
  step(
    "mean",
    ["x", "mean"],
    [...fadeOut(...former), ...comes],
    [...fadeIn(x.word, ...names), ...enter(...x.blocks)],
    fadeIn(frames),
    ...(facts[k].running ? [enterBox(...mean.blocks)] : saying(sum, enterBox(...mean.blocks))),
    pass(mean.blocks),
  );
  const root = closeUp(script, cellOf("rstd", at), homeOf(rstd, at), zones.line, how);
  step(
    "rstd",
    ["rstd"],
    animate(frames, "at", 0, 0.4),
    ...saying(root, enterBox(...rstd.blocks)),
    pass(rstd.blocks),
  );
  const first = output.blocks[0].indices[0];
  const line = closeUp(script, cellOf("output", first), homeOf(output, first), zones.line, how);
  step(
    "output",
    ["x", "mean", "rstd", "gamma", "beta"],
    [
      ...animate(frames, "at", 0, 0.4),
      ...fadeIn(output.word, sign),
      ...enter(...affine.flatMap(({ blocks }) => blocks)),
    ],
    ...saying(line, enterBox(...output.blocks)),
    fadeIn(results),
    pass(output.blocks, [results]),
  );
}

/* ---------------------------------------------------------------- all results */

/** @param {StoryContext} t */
function compare(t) {
  const { script, norms, w, end, facts, pages } = t;
  const former = script.standing(script.items.filter(({ kind }) => kind !== "ground"));
  put(
    script,
    end.all.flatMap(({ word, blocks }) => [word, ...blocks]),
  );
  put(script, [...end.names, ...end.frames]);
  script.chapter("compare", w.titles.compare);
  const last = norms.length - 1;
  const flights = pages[last].output.blocks.flatMap((x, b) => copyTo(script, x, end.all[last].blocks[b]));
  const caption = () => w.compare({ norms: facts });
  script.step(
    { id: "compare", title: w.titles.compare, caption, active: ["x", "mean", "rstd"], rest: 4 },
    [...fadeOut(...former), ...flights],
    [
      ...fadeIn(...end.names),
      ...staggerItems(end.all, ({ word, blocks }) => [...fadeIn(word), ...enter(...blocks)], 0.3),
    ],
    staggerGroups(
      end.frames.map((frame) => [...animate(frame, "all", 1, 0), ...fadeIn(frame)]),
      0.5,
    ),
  );
}

/** (x − μ) · r · γ + β, r being 1 ÷ √(σ² + ε). @param {Model} model */
function formula(model) {
  const [first] = /** @type {Norm[]} */ (normsOf(model));
  const of = (/** @type {string} */ id, /** @type {string} */ role, /** @type {import("../formula.js").Node[]} */ ...inner) => ({ ...part(id, role, ...inner), tensor: id === "x" ? first.source : first.view.full(id) }); // prettier-ignore
  const sigma = { tag: "msup", children: [mi("σ"), mo("2")] };
  const root = { tag: "msqrt", children: [row(sigma, mo("+"), mi("ε"))] };
  const learned = first.learned.flatMap((name) =>
    name === "gamma"
      ? [mo("·"), of("gamma", "parameter", mi("γ"))]
      : [mo("+"), of("beta", "parameter", mi("β"))],
  );
  return row(mo("("), of("x", "input", mi("x")), mo("−"), of("mean", "score", mi("μ")), mo(")"), mo("/"), of("rstd", "score", root), ...learned); // prettier-ignore
}
