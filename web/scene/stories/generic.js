/**
 * Any problem, told operation by operation from its graph: what a tensor is made from, a close-up of one of its cells, and
 * the tensor. Matrices too large for numbers are colours. Each step has blocks of its own: what is needed again travels.
 */

import { SIZES } from "../kit/block.js";
import { card, cardSize } from "../kit/card.js";
import { MOST_SQUARES } from "../kit/heat.js";
import { FADE, fly, hide, land, open, show, turn } from "../kit/moves.js";
import { column, corner, heightOf, row, widthOf } from "../kit/place.js";
import { placeIn } from "../kit/squares.js";
import { LEVELS, cellsOf, hasNumbers, picture, sliceOf } from "../kit/slice.js";
import { text } from "../kit/text.js";
import { formula, mi, mo, part, row as mrow } from "../formula.js";
import { heard } from "../facts.js";
import { nameParts, shownAs } from "../shown.js";
import { beat, sequence, together } from "../timeline.js";
import { tensorName } from "../../words/sentence.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").GraphNode} GraphNode */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {import("../kit/place.js").Box} Box */
/** @typedef {import("../kit/slice.js").Slice} Slice */

/** Numbers that only move have no arithmetic to be looked at. */
const MOVED = /^(given|copy|zero|split|join)$/;

/** Seconds that everything should take, about. */
const MOST_SECONDS = 100;

/** Part of an attention that a tensor belongs to; else "project". @type {[RegExp, "project" | "score" | "scale" | "cap" | "mask" | "softmax" | "weight" | "sum"][]} */
const PHASES = [
  [/^(hidden|scores)$/, "score"],
  [/^scaled_/, "scale"],
  [/^capped_/, "cap"],
  [/^masked_/, "mask"],
  [/^(row_.*|shifted_.*|log_.*|weights)$/, "softmax"],
  [/^weighted_/, "weight"],
  [/^(mixed|joined|output)$/, "sum"],
];

/** @type {import("./index.js").Story} */
export default { tell, formula: (model) => (model.problem.stages ? stagesFormula(model) : formula(model)) };

/** The operations of a chain, one after another. @param {Model} model */
function stagesFormula({ problem, words }) {
  const names = words.stories.generic.stages;
  return mrow(
    ...problem.stages.flatMap((/** @type {any} */ { id, op = "attention" }, /** @type {number} */ k) => [
      ...(k ? [mo("→")] : []),
      part(id, "output", mi(names[op] ?? op)),
    ]),
  );
}

/** @param {import("../script.js").Script} script @param {Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const { model } = script;
  const plans = told(model).map((node) => planOf(model, node, room));
  const height = Math.min(room.height, Math.max(160, ...plans.map(({ height: own }) => own + 8)));
  const band = height - Math.max(0, ...plans.map(({ below }) => below));
  const speed = Math.max(1, plans.reduce((sum, { closeUp }) => sum + (closeUp ? 5 : 2.4), 0) / MOST_SECONDS);
  let chapter = "";
  /** @type {any[]} */
  let former = [];
  for (const plan of plans) {
    const { node, parts, result } = plan;
    const [stage, name] = nameParts(node.tensor);
    const [id, title] = chapterOf(model, stage, name);
    if (id !== chapter) script.chapter(id, title);
    chapter = id;
    plan.put(room, height, band);
    for (const item of parts) script.add(item);
    const about = {
      id: node.tensor,
      title: capital(tensorName(model.words, name)),
      subtitle: subtitle(model, plan),
      caption: () => sentence(model, plan),
      heard: () => (result && "indices" in result ? heard(model, node.tensor, result.indices) : ""),
      active: stage ? [stage] : activeOf(id),
      speed,
      rest: (plan.closeUp ? 0.9 : 0.7) / speed,
      least: result ? 0 : 2.8,
    };
    script.step(about, ...moves(script, plan, former));
    former = parts;
  }
  const about = { count: plans.length, seconds: script.time, chain: Boolean(model.problem.stages) };
  return { height, invitation: model.words.stories.generic.invitation(about) };
}

/**
 * What there is to tell: everything computed; what was given, too, where that is little. Of what is empty the first,
 * the weights and the result.
 * @param {Model} model
 */
function told({ graph }) {
  const made = graph.filter(({ op }) => op !== "given");
  const all = made.length < 3 ? graph : made;
  const first = graph.find(isEmpty);
  const kept = all.filter(
    (node) => !isEmpty(node) || node === all[all.length - 1] || /(^|\.)weights$/.test(node.tensor),
  );
  return first && !kept.includes(first) ? [first, ...kept] : kept;
}

/** @param {GraphNode} node */
const isEmpty = ({ shape }) => shape.includes(0);

/** The stage of a chain, or the part of an attention. @param {Model} model @param {string} stage @param {string} name @returns {[id: string, title: string]} */
function chapterOf({ problem, words }, stage, name) {
  if (/^(grad_|loss$)/.test(name)) return ["backward", words.stories.generic.backward];
  const { stages } = problem;
  const alone = !stages || (stages.length === 1 && (stages[0].op ?? "attention") === "attention");
  if (!alone) return [stage, stage];
  const phase = PHASES.find(([pattern]) => pattern.test(name))?.[1] ?? "project";
  return [phase, words.scene.chapters[phase]];
}

/** Symbols of the formula of attention. @param {string} phase */
const activeOf = (phase) =>
  ({
    project: ["query", "key", "value"],
    score: ["query", "key"],
    mask: ["mask", "bias"],
    weight: ["value"],
    sum: ["value"],
  })[phase] ?? [phase];

/* ---------------------------------------------------------------- where it stands */

/**
 * One step: its blocks at the largest size that fits, with the close-up below or beside them, or without.
 * @param {Model} model @param {GraphNode} node @param {Room} room
 */
function planOf(model, node, room) {
  const view = sliceOf(model, node);
  if (isEmpty(node)) return emptyPlan(model, node, view);
  const cell = tellingCell(model, view);
  const origin = model.origin(node.tensor, cell);
  const views = operandsOf(model, node, cell)
    .filter((one) => !isEmpty(one))
    .map((one) => sliceOf(model, one));
  const arithmetic = !MOVED.test(node.op) && origin.terms.length > 0;
  const what = { node, view, views, cell };
  for (const place of /** @type {const} */ (["below", "beside", "without"]))
    for (const level of LEVELS.slice(room.width > 1300 ? 0 : 1)) {
      if (place !== "without" && (!arithmetic || level.most === 1)) continue;
      const made = arrange(model, what, room, level, place);
      if (made?.fits) return made;
    }
  return /** @type {NonNullable<ReturnType<typeof arrange>>} */ (
    arrange(model, what, room, LEVELS[LEVELS.length - 1], "without")
  );
}
/** @typedef {ReturnType<typeof planOf>} Plan */

/** Nothing to draw. @param {Model} model @param {GraphNode} node @param {Slice} view */
function emptyPlan(model, node, view) {
  const said = model.words.stories.generic.nothing(node.shape.join(" × "));
  const line = text(`empty@${node.tensor}`, { text: said, fill: "muted", size: 15 });
  const put = (/** @type {Room} */ room, /** @type {number} */ height) =>
    line.put(room.width / 2, height / 2);
  const cell = /** @type {number[]} */ ([]);
  return {
    node,
    view,
    views: [view],
    cell,
    operands: [],
    result: null,
    parts: [line],
    closeUp: null,
    below: 0,
    height: 120,
    put,
  };
}

/** The tensors that a tensor is made from, each once; of a recurrence also what comes later. @param {Model} model @param {GraphNode} node @param {number[]} cell */
function operandsOf(model, { tensor, of, axes, op }, cell) {
  const recurs = axes.includes("step") && !MOVED.test(op);
  const later = recurs ? model.origin(tensor, cell).terms.flat() : [];
  const names = new Set([...later.map((one) => one.tensor), ...of]);
  names.delete(tensor);
  return [...names].flatMap((name) => model.graph.filter((one) => one.tensor === name && model.tensor(name)));
}

/** The first cell, in what is shown, that is made as the others are, of numbers that are not 0. @param {Model} model @param {Slice} view */
function tellingCell(model, view) {
  const { tensor, op } = view.node;
  const cells = cellsOf({ ...view, rows: Math.min(view.rows, 9), columns: Math.min(view.columns, 9) }).flat();
  const isUsual = (/** @type {import("../model.js").Origin} */ origin) =>
    origin.allowed !== false && (origin.op === op || MOVED.test(op));
  const found = (/** @type {number[]} */ dull) =>
    cells.find((index) => {
      if (dull.includes(model.value(tensor, index))) return false;
      const origin = model.origin(tensor, index);
      const [first = []] = origin.terms;
      return isUsual(origin) && first.every((one) => model.value(one.tensor, one.index) !== 0);
    });
  return (
    found([0, 1]) ?? found([0]) ?? cells.find((index) => isUsual(model.origin(tensor, index))) ?? cells[0]
  );
}

/** @param {Model} model @param {{ node: GraphNode, view: Slice, views: Slice[], cell: number[] }} what @param {Room} room @param {typeof LEVELS[number]} level @param {"below" | "beside" | "without"} place */
function arrange(model, { node, view, views, cell }, room, level, place) {
  const { size } = level;
  const { tensor } = node;
  const most = room.width < 500 ? 70 : 130;
  const operands = views.map((one) => picture(model, one, tensor, level, most));
  const result = picture(model, view, tensor, level, most);
  /** @param {any} item @param {Slice} of @param {import("../model.js").Cell} one where it stands @returns {Box | undefined} */
  const boxIn = ({ x, y, cellWidth: width, cellHeight: height }, of, one) => {
    const [r, c] = placeIn({ ...of, tensor: one.tensor }, one) ?? [-1, -1];
    return r < 0 ? undefined : { x: x + c * width, y: y + r * height, width, height };
  };
  const source = (/** @type {import("../model.js").Cell} */ one) => {
    const k = views.findIndex((each) => each.node.tensor === one.tensor);
    return k < 0 ? undefined : boxIn(operands[k], views[k], one);
  };
  const beside = place === "beside";
  const cardRoom = {
    x: 0,
    y: 0,
    width: beside ? Math.round(room.width / 2) : room.width,
    height: room.height,
  };
  const home = { x: 0, y: 0, width: result.cellWidth, height: result.cellHeight };
  // among squares alone, a card has the room for digits
  const near = views.some((one) => hasNumbers(one, level.most)) ? size : SIZES.column;
  const what = { id: `card.${tensor}`, cell: { tensor, index: cell }, home, room: cardRoom, source };
  const closeUp =
    place === "without"
      ? null
      : card(model, { ...what, size: { ...near, decimals: Math.max(2, near.decimals) } });
  const board = closeUp && cardSize(closeUp, model);
  if (closeUp && !board) return null;
  const free = {
    width: room.width - (beside && board ? board.width + 20 : 0) - 8,
    height: room.height - (place === "below" && board ? board.height + 14 : 0) - 8,
  };
  const sign = text(`sign@${tensor}`, {
    text: operands.length ? "→" : "",
    size: 20,
    weight: 600,
    fill: "muted",
  });
  const rows = folded([...operands, led(sign, result)], free.width);
  const stack = column(
    rows.map((list) => row(list, { gap: 14 })),
    { gap: 10 },
  );
  const fits =
    widthOf(stack) <= free.width &&
    Math.max(heightOf(stack), beside && board ? board.height : 0) <= free.height;
  const below = place === "below" && board ? board.height + 14 : 0;
  const height = Math.max(heightOf(stack) + below, board?.height ?? 0);
  const put = (/** @type {Room} */ whole, /** @type {number} */ tall, /** @type {number} */ band) => {
    // on one line in all steps, where it is not too high for that
    const top = ((heightOf(stack) + 8 > band ? tall - below : band) - heightOf(stack)) / 2;
    corner(stack, 4 + (free.width - widthOf(stack)) / 2, Math.max(4, top));
    if (!closeUp || !board) return;
    Object.assign(home, boxIn(result, view, { tensor, index: cell }));
    const under = Math.max(band, Math.max(4, top) + heightOf(stack) + 6) + 8;
    cardRoom.y = Math.round(beside ? (tall - board.height) / 2 : Math.min(under, tall - board.height));
    if (beside) Object.assign(cardRoom, { x: whole.width - board.width, width: board.width });
  };
  const parts = [...operands, sign, result, ...(closeUp ? [closeUp] : [])];
  return {
    node,
    view,
    views: [...views, view],
    cell,
    operands,
    result,
    parts,
    closeUp,
    below,
    height,
    put,
    fits,
  };
}

/** The result with its sign before it, on its own line where the blocks are folded. @param {any} sign @param {any} result */
function led(sign, result) {
  const put = (/** @type {number} */ x, /** @type {number} */ y) => {
    result.put(x, y);
    sign.put(x - result.left - 14 - sign.right, y);
  };
  return { ...result, left: result.left + 14 + widthOf(sign), put };
}

/** Side by side, in as many lines as the width asks for. @param {any[]} list @param {number} width @returns {any[][]} */
function folded(list, width) {
  /** @type {any[][]} */
  const lines = [[]];
  for (const one of list) {
    const line = lines[lines.length - 1];
    if (line.length && widthOf(row([...line, one], { gap: 14 })) > width) lines.push([one]);
    else line.push(one);
  }
  return lines;
}

/* ---------------------------------------------------------------- what happens */

/** @param {import("../script.js").Script} script @param {Plan} plan @param {any[]} former what stood there before @returns {import("../timeline.js").Beat[][]} */
function moves(script, { operands, result, parts, closeUp }, former) {
  const away = hide(...former);
  if (!result) return [away, show(...parts)];
  const signs = parts.filter(({ kind }) => kind === "text");
  const comes = operands.flatMap((item) => {
    const before = "indices" in item && former.find((one) => one.indices && one.tensor === item.tensor);
    const there = [beat(item.id, "numbers", 1, 0), beat(item.id, "shown", 1, FADE)];
    return before ? sequence(fly(script, before, item), there) : there;
  });
  const first = [[...away, ...comes], show(...signs, closeUp)];
  if (!closeUp) {
    const flights = operands.flatMap((one) => ("indices" in one ? fly(script, one, result) : []));
    return [...first, flights, together(open(result), land(result))];
  }
  const { sum, op } = closeUp.origin;
  if (!sum || op === "scale")
    return [...first, [beat(closeUp.id, "shown", 1, 1.1)], open(result), land(result)];
  const adds = [
    turn(closeUp, "travel", 1, 0.5),
    turn(closeUp, "products", 1, 0.8, "linear"),
    turn(closeUp, "gather", 1, 0.18),
    turn(closeUp, "sum", 1, 0.18),
  ];
  // the sum falls into its cell, and stands on the card again
  const stays = sequence(turn(closeUp, "sum", 0), turn(closeUp, "fall", 0, 0), turn(closeUp, "sum", 1));
  return [
    ...first,
    ...adds,
    together(turn(closeUp, "fall", 1, 0.4), open(result)),
    together(land(result), stays),
  ];
}

/* ---------------------------------------------------------------- what is said */

/** @param {Model} model @param {Plan} plan */
function subtitle({ words, batch, batches, head, heads }, { node, view }) {
  const { badges } = words.scene;
  const slice = [
    view.all.join(" × "),
    ...(heads > 1 && /head/.test(node.axes.join()) ? [badges.head(head + 1, heads)] : []),
    ...(batches > 1 && node.axes.includes("batch") ? [badges.batch(batch + 1, batches)] : []),
    ...(view.held ? [words.stories.generic.held(view.held)] : []),
  ];
  return slice.join(" · ");
}

/** @param {Model} model @param {Plan} plan what it says of a tensor and its operands */
function sentence(model, { node, view, views, cell }) {
  const { words } = model;
  const w = words.stories.generic;
  const [stage] = nameParts(node.tensor);
  const span = (/** @type {string} */ tensor) => {
    const [own, name] = nameParts(tensor);
    return `[${tensorName(words, own === stage ? name : tensor)}|${tensor}]`;
  };
  const r = span(node.tensor);
  const axis = node.axes[node.shape.indexOf(0)];
  if (node.shape.includes(0)) return capital(w.empty({ r, axis, size: node.shape.join(" × ") }));
  const origin = model.origin(node.tensor, cell);
  const all = operandsOf(model, node, cell).map((one) => one.tensor);
  const has = (/** @type {string} */ tensor, /** @type {number} */ value) =>
    Array.prototype.includes.call(model.tensor(tensor)?.data ?? [], value);
  const facts = {
    r,
    e: expression(origin, span),
    of: all.map(span),
    by: origin.by,
    constant: Number((origin.by ?? 1).toPrecision(4)),
    usual: model.usualScale && node.op === "scale" ? model.d_k : 0,
    learned: ["gamma", "beta"].map((name) =>
      all
        .filter((one) => one.endsWith(name))
        .map(span)
        .join(""),
    ),
    rows: !node.axes.includes("feature") && !shownAs(node.tensor).gradient,
    heads: Math.max(...views.map((one) => one.heads)),
    value: model.text(node.tensor, cell),
    struck: has(node.tensor, -Infinity) || all.some((one) => has(one, -Infinity)),
    zeros: node.op === "divide" && all.slice(1).some((one) => has(one, 0)),
    weights: node.tensor.endsWith("weights"),
    running: all.some((one) => one.endsWith("running_var")),
  };
  const place = (/** @type {string} */ tensor) => model.graph.findIndex((one) => one.tensor === tensor);
  const recurs = node.axes.includes("step") && all.some((one) => place(one) > place(node.tensor));
  const made = origin.terms.flat().length > 0 || MOVED.test(node.op);
  const own = made ? (w.ops[node.op] ?? w.ops.other)(facts) : w.nothingAdded(facts);
  const cut = views.findLast((one) => Math.max(...one.all) > MOST_SQUARES);
  const part = cut && w.part({ r: span(cut.node.tensor), most: MOST_SQUARES, all: cut.all });
  return w.join([
    capital(own),
    ...(recurs ? [w.recurrent({ rows: !view.held })] : []),
    ...(part ? [part] : []),
  ]);
}

/** A sum of products in names. @param {import("../model.js").Origin} origin @param {(tensor: string) => string} span */
function expression({ terms, constants, then }, span) {
  const signed = terms.map((cells, k) => [
    (constants?.[k] ?? 1) < 0 ? "−" : "+",
    cells.map(({ tensor }) => span(tensor)).join(" · "),
  ]);
  const unique = signed.filter(
    ([sign, name], k) => signed.findIndex(([s, n]) => s === sign && n === name) === k,
  );
  const all = unique
    .map(([sign, name], k) => (k ? ` ${sign} ${name}` : sign === "−" ? "−" + name : name))
    .join("");
  return then === "tanh" ? `tanh(${all})` : then === "sqrt" ? `√(${all})` : all;
}

/** The first letter, which may stand in a span. @param {string} said */
const capital = (said) => said.replace(/^(\[?)(\p{Ll})/u, (_, mark, letter) => mark + letter.toUpperCase());
