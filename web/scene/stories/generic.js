/**
 * Any problem, shown operation by operation from its graph: the operands of a tensor, a close-up of one of its cells, and the
 * tensor. Matrices too large for numbers are colours. Each step has its own blocks; a tensor that is needed again travels to its
 * new place.
 */

import { MOST_SQUARES, sliceOf } from "../kit/slice.js";
import { from, having, moved, placeholders, worked } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { formula, mi, mo, part, row as mrow } from "../formula.js";
import { spokenText } from "../facts.js";
import { isWeights, nameParts, tensorStyle } from "../../core/graph/tensors.js";
import { inDigits } from "../format.js";
import { stageName, tensorName } from "../../words/sentence.js";
import { MOVED, isEmpty, operandsOf, planOf } from "./generic/plan.js";
import { phaseOf, placeOf } from "./phases.js";
import * as genericTexts from "../../build/words/stories/generic.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {import("./generic/plan.js").Plan} Plan */

/** About the most seconds that everything should take. */
const MOST_SECONDS = 100;

/** @type {import("./index.js").Story} */
export default {
  texts: [genericTexts],
  tell: tellSteps("generic", stageOf, steps, { lead: 0.25 }),
  formula: (model) => (model.problem.stages ? stagesFormula(model) : formula(model)),
};

/** The operations of a chain, one after another. @param {Model} model */
function stagesFormula({ problem, words }) {
  return mrow(
    ...problem.stages.flatMap((/** @type {any} */ { id, op = "attention" }, /** @type {number} */ k) => [
      ...(k ? [mo("→")] : []),
      part(id, "output", mi(stageName(words, op))),
    ]),
  );
}

/** @param {Model} model @param {Room} room */
function stageOf(model, room) {
  const plans = nodesOf(model).map((node) => planOf(model, node, room));
  const height = Math.min(room.height, Math.max(160, ...plans.map(({ height: high }) => high + 8)));
  const band = height - Math.max(0, ...plans.map(({ below }) => below));
  for (const plan of plans) plan.put(room, height, band);
  return { model, plans, height, facts: { count: plans.length, chain: Boolean(model.problem.stages) } };
}

/** @param {ReturnType<typeof stageOf>} stage @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps({ model, plans }) {
  const speed = Math.max(1, plans.reduce((sum, { closeUp }) => sum + (closeUp ? 5 : 2.4), 0) / MOST_SECONDS);
  let chapter = "";
  /** @type {any[]} */
  let former = [];
  for (const plan of plans) {
    const { node, operands, result, closeUp } = plan;
    const [stage, name] = nameParts(node.tensor);
    const [id, title, symbols] = chapterOf(model, stage, name);
    if (id !== chapter) yield { chapter: (chapter = id), title };
    yield {
      id: node.tensor,
      at: (stage && `${stage}.`) + placeOf(name),
      title: model.words.grammar.finish(tensorName(model.words, name)),
      subtitle: subtitle(model, plan),
      caption: () => sentence(model, plan),
      spoken: () => (result && "indices" in result ? spokenText(model, node.tensor, result.indices) : ""),
      active: stage ? [stage] : symbols,
      speed,
      rest: (closeUp ? 0.9 : 0.7) / speed,
      least: result ? 0 : 2.8,
      states: statesOf(plan, former),
    };
    former = [...operands, result].filter((item) => item && "indices" in item);
  }
}

/**
 * What a step shows: operands enter, then the close-up, then the result. A tensor that was visible before travels to its new place.
 * @param {Plan} plan @param {any[]} former blocks of the step before @returns {import("../kit/steps.js").Step["states"]}
 */
function statesOf({ operands, sign, result, closeUp }, former) {
  if (!result) return [{ only: true, sign }];
  const comes = operands.map((item) => {
    const before = "indices" in item && former.find(({ tensor }) => tensor === item.tensor);
    return before ? moved(item, before) : item;
  });
  const begins = [{ only: true }, { once: true, operands: comes }];
  const blocks = operands.filter((item) => "indices" in item);
  if (!closeUp) return [begins, { sign }, { result: from(result, blocks) }];
  return [
    begins,
    { sign, result: placeholders([result]), closeUp: worked(closeUp, 0.8) },
    // the sum has fallen into its cell, and appears on the card again
    { result, closeUp: having(closeUp, { fall: 0 }, 0) },
  ];
}

/**
 * The nodes that have a step: everything computed, and what was given too if that is little. Of empty tensors only the first, the
 * weights and the result.
 * @param {Model} model
 */
function nodesOf({ graph, more }) {
  const made = graph.filter(more.learning ? isOfLearning : isOfRun);
  const all = made.length < 3 ? graph : made;
  const first = graph.find(isEmpty);
  const kept = all.filter(
    (node) => !isEmpty(node) || node === all[all.length - 1] || /(^|\.)weights$/.test(node.tensor),
  );
  return first && !kept.includes(first) ? [first, ...kept] : kept;
}

/**
 * Whether a run makes a node; what is made of whole rows, besides tiles, is not shown again.
 * @param {import("../model.js").GraphNode} node
 */
const isOfRun = ({ tensor, op }) => op !== "given" && !tensor.startsWith("whole.");

/** The tensors that represent the forward run in a story about gradients. */
const MAIN = /(^|\.)(weights|output|context|state|logits|dot)$/;

/**
 * Whether a story about gradients shows a node: the forward pass at a glance, every gradient that is computed, the parameters
 * after a step, and the loss that results.
 * @param {import("../model.js").GraphNode} node
 */
const isOfLearning = ({ tensor, op, of }) =>
  op !== "given" &&
  (/(^|\.)grad_|^row_dot$/.test(tensor)
    ? !MOVED.test(op)
    : MAIN.test(tensor) || /(^|\.)loss$/.test(tensor) || of.some((name) => /(^|\.)grad_/.test(name)));

/**
 * The chapter of a tensor: the stage of a chain, or the phase of an attention and the symbols of the formula that it highlights.
 * @param {Model} model @param {string} stage @param {string} name @returns {[id: string, title: string, symbols: string[]]}
 */
function chapterOf({ problem, words }, stage, name) {
  if (/^after(\.|$)/.test(stage)) return ["step", words.stories.backward.titles.step, []];
  if (/^(grad_|loss$|row_dot$)/.test(name)) return ["backward", words.stories.generic.backward, []];
  const { stages } = problem;
  const alone = !stages || (stages.length === 1 && (stages[0].op ?? "attention") === "attention");
  if (!alone) return [stage, stageName(words, stage), []];
  const { phase, symbols } = phaseOf(name);
  return [phase, words.scene.chapters[phase], symbols];
}

/** @param {Model} model @param {Plan} plan */
function subtitle({ words, batch, batches, head, heads }, { node, view }) {
  const { badges } = words.scene;
  const slice = [
    `${view.rows} × ${view.columns}`,
    ...(heads > 1 && /head/.test(node.axes.join()) ? [badges.head(head + 1, heads)] : []),
    ...(batches > 1 && node.axes.includes("batch") ? [badges.batch(batch + 1, batches)] : []),
    ...(view.held ? [words.stories.generic.held(view.held)] : []),
  ];
  return slice.join(" · ");
}

/** The caption of a step, about a tensor and its operands. @param {Model} model @param {Plan} plan */
function sentence(model, { node, view, cell }) {
  const { words } = model;
  const w = words.stories.generic;
  const [stage] = nameParts(node.tensor);
  const span = (/** @type {string} */ tensor) => {
    const [home, name] = nameParts(tensor);
    return `[${tensorName(words, home === stage ? name : tensor)}|${tensor}]`;
  };
  const r = span(node.tensor);
  const axis = node.axes[node.shape.indexOf(0)];
  if (node.shape.includes(0))
    return model.words.grammar.finish(w.empty({ r, axis, size: node.shape.join(" × ") }));
  const origin = model.origin(node.tensor, cell);
  const operands = operandsOf(model, node, cell);
  const tiled = /^(running_(max|sum|mixed)|correction|tile_exp)$/.test(node.tensor);
  // for tiles, in the order of any tile but the first, which has nothing to correct
  const all = tiled ? node.of.filter((of) => of !== node.tensor) : operands.map(({ tensor }) => tensor);
  const views = [...operands, node].filter((n) => !isEmpty(n)).map((n) => sliceOf(model, n.tensor));
  const ending = (/** @type {string} */ name) => all.find((operand) => operand.endsWith(name));
  const has = (/** @type {string} */ tensor, /** @type {number} */ value) =>
    Array.prototype.includes.call(model.tensor(tensor)?.data ?? [], value);
  const facts = {
    r,
    e: expression(origin, span),
    of: all.map(span),
    by: origin.by,
    constant: inDigits(origin.by ?? 1, 4),
    usual: model.usualScale && node.op === "scale" ? model.d_k : 0,
    learned: [ending("gamma"), ending("beta")].map((found) => (found ? span(found) : "")),
    rows: !node.axes.includes("feature") && !tensorStyle(node.tensor).gradient,
    heads: Math.max(...views.map((slice) => slice.heads)),
    value: model.text(node.tensor, cell),
    struck: has(node.tensor, -Infinity) || all.some((name) => has(name, -Infinity)),
    zeros: node.op === "divide" && all.slice(1).some((name) => has(name, 0)),
    weights: isWeights(node.tensor),
    running: all.length === 1,
  };
  const place = (/** @type {string} */ tensor) => model.graph.findIndex((entry) => entry.tensor === tensor);
  const recurs = node.axes.includes("step") && all.some((name) => place(name) > place(node.tensor));
  const made = origin.terms.flat().length > 0 || MOVED.test(node.op);
  const isSame = node.op === "scale" && origin.by === 1;
  const said = made
    ? (w.ops[tiled ? node.tensor : isSame ? "copy" : node.op] ?? w.ops.other)(facts)
    : w.nothingAdded({ r, value: facts.value, ...nothingOf(model, node, cell) });
  const cut = views.findLast(({ rows, columns }) => Math.max(rows, columns) > MOST_SQUARES);
  const part = cut && w.part({ r: span(cut.tensor), most: MOST_SQUARES, all: [cut.rows, cut.columns] });
  return w.join([
    model.words.grammar.finish(said),
    ...(recurs ? [w.recurrent({ rows: !view.held })] : []),
    ...(part ? [part] : []),
  ]);
}

/**
 * The reason why there is nothing to add, an axis without entries or a mask, and whether it holds for all cells.
 * @param {Model} model @param {import("../model.js").GraphNode} node @param {number[]} cell
 */
function nothingOf(model, { tensor, of }, cell) {
  const empty = model.graph.find((node) => of.includes(node.tensor) && node.shape.includes(0));
  const value = model.value(tensor, cell);
  return {
    struck: !empty,
    axis: model.kv_len === 0 ? "key" : empty?.axes[empty.shape.indexOf(0)],
    everywhere: Array.prototype.every.call(model.tensor(tensor)?.data ?? [], (number) => number === value),
  };
}

/**
 * A sum of products, written with the names of its tensors and its constants, such as a learning rate.
 * @param {import("../model.js").Origin} origin @param {(tensor: string) => string} span
 */
function expression({ terms, constants, then }, span) {
  const signed = terms.map((cells, k) => {
    const constant = constants?.[k] ?? 1;
    const factor = Math.abs(constant) !== 1 ? [inDigits(Math.abs(constant), 4)] : [];
    return [constant < 0 ? "−" : "+", [...factor, ...cells.map(({ tensor }) => span(tensor))].join(" · ")];
  });
  const unique = signed.filter(
    ([sign, name], k) => signed.findIndex(([s, n]) => s === sign && n === name) === k,
  );
  const all = unique
    .map(([sign, name], k) => (k ? ` ${sign} ${name}` : sign === "−" ? "−" + name : name))
    .join("");
  return then === "tanh" ? `tanh(${all})` : then === "sqrt" ? `√(${all})` : all;
}
