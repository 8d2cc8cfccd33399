/**
 * The pages besides the attention: the loss of all outputs; the parameters and inputs with their gradients, and the parameters
 * after a step; the maps before and after it.
 */

import { attentionMap } from "../../kit/attention-map.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { gradientPair, gradientOf } from "../../kit/gradient-pair.js";
import { both, fit } from "../../kit/fit.js";
import { heatMap } from "../../kit/heat.js";
import { column, corner, fromLeft, grid, heightOf, row, widthOf } from "../../kit/place.js";
import { sliceBlock, sliceOf } from "../../kit/slice.js";
import { cellsOf } from "../../kit/squares.js";
import { letterRuns, text } from "../../kit/text.js";
import { namesOf } from "../../facts.js";
import { isParameter } from "../../../core/graph/tensors.js";
import { tensorName } from "../../../words/sentence.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */

/** The largest usual size, multiplied. @param {number} times @returns {Size} */
function enlarged(times) {
  const { decimals, ...px } = SIZES.huge;
  const larger = Object.entries(px).map(([name, value]) => [name, Math.round(value * times)]);
  return { .../** @type {Size} */ (Object.fromEntries(larger)), decimals };
}

/** The sizes of cells to try, each as high as there is room for: on a page there is more than beside the attention. */
export const PAGE_SIZES = [
  ...[2.6, 2.2, 1.9, 1.75, 1.6, 1.35, 1.15].map(enlarged),
  ...[SIZES.huge, SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least],
].flatMap((size) =>
  [2, 1.75, 1.5, 1.25, 1].map((times) => ({ ...size, height: Math.round(times * size.height) })),
);

/** The part of a page's width over which its items are spread. */
const SPREAD = 0.94;

/** Px above the page of the loss where that is narrow: an equation stands there. */
const EQUATION = 46;

/**
 * Puts something in the middle of a room, and returns whether it fits.
 * @param {import("../../kit/place.js").Placeable} all @param {Room} room @param {number} [top] px that stay free
 */
export function centred(all, { width, height }, top = 0) {
  const free = height - top;
  corner(all, (width - widthOf(all)) / 2, top + Math.max(4, (free - heightOf(all)) / 2));
  return widthOf(all) <= width - 16 && heightOf(all) <= free - 8;
}

/* ---------------------------------------------------------------- the loss */

/** All outputs, their targets, and the loss; null without a loss, or without room. @param {Model} model @param {Room} room */
export function lossPage(model, room) {
  if (!model.tensor("loss")) return null;
  return fit({}, PAGE_SIZES, (size) => {
    const { outputs, target, loss, signs } = lossParts(model, size);
    const gap = Math.max(22, size.cell);
    const how = { gap, width: SPREAD * room.width };
    const line = row([outputs, signs[0], target, signs[1], loss], how);
    if (centred(line, room)) return { outputs, target, loss, signs, size };
    // a narrow room is tall
    const two = row([outputs, column([target, loss], { gap: 26 })], how);
    return room.width < 600 && centred(two, room, EQUATION)
      ? { outputs, target, loss, signs: [], size }
      : null;
  });
}

/** @param {Model} model @param {Size} size */
function lossParts(model, size) {
  const [output, target] = ["output", "target"].map((tensor) => sliceOf(model, tensor));
  const outputs = gradientPair(model, {
    ...{ id: "all.output", tensor: "output", cells: cellsOf(output), size },
    labels: [{ runs: letterRuns("output", "", "", { matrix: true }), side: "above" }],
    below: [{ runs: letterRuns("grad_output", "", "", { matrix: true }), side: "below" }],
    margin: { up: 22, down: 22 },
  });
  const wanted = block(model, {
    ...{ id: "all.target", tensor: "target", cells: cellsOf(target), size, style: "tint" },
    labels: [{ text: model.words.stories.backward.target, side: "above", muted: true }],
    margin: { up: 22 },
  });
  const loss = block(model, {
    id: "loss",
    tensor: "loss",
    cells: [[[]]],
    size: { ...size, wide: size.wide + 20, font: size.font + 4, small: size.small + 4 },
    ...{ style: "tint", height: size.height + 10 },
    labels: [{ runs: letterRuns("loss", "", model.words.scene.shown("loss")), side: "above" }],
    margin: { up: 22 },
  });
  // a class is not a number that is subtracted from a row
  const signs = [model.problem.loss === "cross_entropy" ? "" : "−", "→"].map((said) =>
    text(`sign.${said}`, { text: said, size: 22, weight: 600, fill: "muted" }),
  );
  return { outputs, target: wanted, loss, signs };
}

/* ---------------------------------------------------------------- parameters and inputs */

/** @typedef {{ tensor: string, value: any, grad: any, after: any }} Stack */

/** Sizes of cells, then of squares where there is no room for numbers; side 0: every number is shown. */
const LEVELS = [
  ...PAGE_SIZES.map((size) => ({ size, side: 0 })),
  ...[22, 17, 13, 9, 6, 4, 3, 2].map((side) => ({ size: SIZES.least, side })),
];

/** Px that a label may take over narrow squares. */
const LABEL = 44;

/**
 * Inputs and parameters, each over its gradient, with room for a parameter after the step; null if they do not fit.
 * @param {Model} model @param {Room} room
 */
export function parametersPage(model, room) {
  const names = learnedOf(model);
  if (!names.parameters.length) return null;
  const all = [...names.inputs, ...names.parameters];
  return fit({}, both(LEVELS, [1, 2]), ([{ size, side }, lines]) => {
    const stacks = all.map((tensor) => stackOf(model, tensor, even(model, all, size), side));
    const tables = inLines(stacks, lines).map((some, n) => tableOf(model, some, n, room));
    const parts = tables.map(({ table }) => table);
    const whole =
      lines === 1
        ? // cards go between them
          row(parts, { gap: Math.round(0.08 * room.width) })
        : // in a narrow room, cards go to the right of the last ones
          column(room.width > 600 ? parts : parts.map((table) => fromLeft(table)), { gap: 14 });
    // until then, cards go where the step's results will be
    return centred(whole, room) ? { stacks, words: tables.flatMap(({ words }) => words) } : null;
  });
}

/**
 * On one line inputs beside parameters; on two, parameters over inputs if they are few enough.
 * @param {Stack[]} stacks @param {number} count
 */
function inLines(stacks, count) {
  const inputs = stacks.filter(({ tensor }) => !isParameter(tensor));
  const half = Math.ceil(stacks.length / 2);
  const parameters = stacks.slice(inputs.length);
  const few = inputs.length && parameters.length <= half + 1;
  const two = few ? [parameters, inputs] : [stacks.slice(0, half), stacks.slice(half)];
  return (count === 1 ? [inputs, parameters] : two).filter((some) => some.length);
}

/**
 * A size with the same font in several tensors, their gradients and their values after the step.
 * @param {Model} model @param {string[]} tensors @param {Size} size @returns {Size}
 */
function even(model, tensors, size) {
  const all = tensors.flatMap((tensor) => [tensor, gradientOf(tensor), `after.${tensor}`]);
  const em = Math.max(...all.map((tensor) => model.widest(tensor, size.decimals)));
  return { ...size, small: Math.max(12, Math.min(size.small, (size.wide - 6) / em)) };
}

/** The given tensors that have a gradient. @param {Model} model */
export function learnedOf(model) {
  const given = model.graph.filter(({ tensor, op }) => op === "given" && model.tensor(gradientOf(tensor)));
  const inputs = given.filter(({ tensor }) => /^x(_kv|_v)?$/.test(tensor)).map(({ tensor }) => tensor);
  return { inputs, parameters: given.map(({ tensor }) => tensor).filter(isParameter) };
}

/** @param {Model} model @param {string} tensor @param {Size} size @param {number} side of a square, px; 0: numbers @returns {Stack} */
function stackOf(model, tensor, size, side) {
  const learned = isParameter(tensor) && model.tensor(`after.${tensor}`);
  const names = [tensor, gradientOf(tensor), ...(learned ? [`after.${tensor}`] : [])];
  const width = Math.max(...names.map((name) => cellOf(model, name, size).width));
  const [value, grad, after] = names.map((name) => {
    const view = sliceOf(model, name);
    const runs = letterRuns(name, "", "", { matrix: true });
    const how = { id: `page.${name}`, labels: [{ runs, side: /** @type {const} */ ("above") }] };
    if (!side)
      return sliceBlock(model, view, { ...how, size, width, height: size.height - 4, margin: { up: 21 } });
    const cell = { width: side, height: side };
    const margin = { up: 21, right: Math.max(0, LABEL - view.columns * side) };
    return heatMap(view, { ...how, cell, margin, label: tensorName(model.words, name) });
  });
  return { tensor, value, grad, after: after ?? null };
}

/**
 * The tensors side by side, each over its gradient and its values after the step.
 * @param {Model} model @param {Stack[]} stacks @param {number} n @param {Room} room
 */
function tableOf(model, stacks, n, room) {
  const w = model.words.stories.backward.page;
  const names = { value: "before", grad: "gradient", after: "after" };
  const kinds = /** @type {const} */ (["value", "grad", "after"]).filter((kind) => stacks.some((stack) => stack[kind])); // prettier-ignore
  const named = room.width > 760 && isParameter(stacks[0].tensor) ? kinds.map((kind) => names[kind]) : [];
  const words = named.map((id) => text(`word.${id}.${n}`, { text: w[id], size: 12.5, weight: 600, fill: "muted" })); // prettier-ignore
  const lines = kinds.map((kind, k) => [...words.slice(k, k + 1), ...stacks.map((stack) => stack[kind])]);
  const gapX = words.length ? Math.round(0.03 * room.width) : 12;
  return { table: grid(lines, { gapX, gapY: [2, 10] }), words };
}

/* ---------------------------------------------------------------- after the step */

/** The maps and the losses before and after a step. @param {Model} model @param {Room} room */
export function afterPage(model, { width, height }) {
  const w = model.words.stories.backward.page;
  const { q_len, kv_len } = model;
  const beside = width > 560;
  const size = beside ? SIZES.huge : { ...SIZES.small, decimals: 3 };
  const [across, down] = [
    beside ? width / 2 - 60 : width - 30,
    (height - (beside ? 100 : 130)) / (beside ? 1 : 2),
  ];
  const cell = {
    width: Math.floor(Math.min(150, (across - 60) / kv_len)),
    height: Math.floor(Math.min(100, (down - 30) / q_len)),
  };
  cell.height = Math.min(cell.height, 1.25 * cell.width);
  const [rows, columns] = [namesOf(model, "query", cell.width), namesOf(model, "key", cell.width)];
  const halves = ["before", "after"].map((id) => {
    const view = id === "before" ? model : model.stage("after");
    const map = attentionMap(view, {
      ...{ cell, rows, columns, title: w[id], id: `map.${id}`, hidden: true },
    });
    const tensor = id === "before" ? "loss" : "after.loss";
    const loss = block(model, {
      ...{ id: `${id}.loss`, tensor, cells: [[[]]], size, style: "tint" },
      labels: [{ runs: letterRuns(tensor, ""), side: "left" }],
    });
    return { map, loss };
  });
  const mapWidth = Math.max(...halves.map(({ map }) => map.width));
  const mapHeight = halves[0].map.height;
  const tall = mapHeight + 16 + size.height;
  const top = Math.max(4, (height - (beside ? tall : 2 * tall + 16)) / 2);
  halves.forEach(({ map, loss }, k) => {
    const x = beside ? width / 2 + (k ? 40 : -40 - mapWidth) : (width - mapWidth) / 2;
    const y = top + (beside ? 0 : k * (tall + 16));
    map.put(x, y);
    loss.put(map.box.x + map.box.width / 2, y + mapHeight + 16 + size.height / 2);
  });
  return halves;
}
