/**
 * The pages beside the bench: the loss of all outputs, the parameters and inputs with their gradients and what
 * a step makes of them, the maps before and after it.
 */

import { attentionMap } from "../../kit/attention-map.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { gradientPair, gradientOf } from "../../kit/gradient-pair.js";
import { heatMap } from "../../kit/heat.js";
import { column, corner, grid, heightOf, row, widthOf } from "../../kit/place.js";
import { sliceBlock, sliceOf } from "../../kit/slice.js";
import { cellsOf } from "../../kit/squares.js";
import { letterRuns, text } from "../../kit/text.js";
import { nameOf, pairs } from "../../facts.js";
import { upTo } from "../../model.js";
import { isParameter } from "../../../core/graph/tensors.js";
import { tensorName } from "../../../words/sentence.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */

/** The sizes of cells to try: on a page there is more room than on the bench. */
const ALL = [SIZES.huge, SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least];
/** That of the loss, which stands alone with the outputs. @type {Size} */
const VAST = { cell: 60, wide: 84, height: 46, font: 26, small: 23, decimals: 3 };

/** @param {import("../../kit/place.js").Placeable} all @param {Room} room @param {number} height px that the page has */
function centred(all, room, height) {
  corner(all, (room.width - widthOf(all)) / 2, Math.max(4, (height - heightOf(all)) / 2));
}

/* ---------------------------------------------------------------- the loss */

/**
 * All outputs, what they should be, and how far they are from it; null where that has no room.
 * @param {Model} model @param {Room} room @param {number} height px
 */
export function lossPage(model, room, height) {
  if (!model.tensor("loss")) return null;
  for (const size of [VAST, ...ALL])
    for (const order of [row, column]) {
      const page = lossParts(model, size);
      const signs = page.signs.map((sign) => (order === row ? sign : null));
      const all = order([page.outputs, signs[0], page.target, signs[1], page.loss], {
        gap: order === row ? 22 : 26,
      });
      if (widthOf(all) > room.width - 90 || heightOf(all) > height - 8) continue;
      centred(all, room, height);
      return { ...page, signs: signs.filter((sign) => sign !== null) };
    }
  return null;
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
    ...{ id: "all.target", tensor: "target", cells: turned(model, cellsOf(target)), size, style: "tint" },
    labels: [{ text: model.words.stories.backward.target, side: "above", muted: true }],
    margin: { up: 22 },
  });
  const loss = block(model, {
    ...{
      id: "loss",
      tensor: "loss",
      cells: [[[]]],
      size: { ...size, wide: size.wide + 20, font: size.font + 4, small: size.small + 4 },
    },
    ...{ style: "tint", height: size.height + 10 },
    labels: [{ runs: letterRuns("loss", "", model.words.scene.shown("loss")), side: "above" }],
    margin: { up: 22 },
  });
  // a class is no number to be taken from a row
  const signs = [model.problem.loss === "cross_entropy" ? "" : "−", "→"].map((said) =>
    text(`sign.${said}`, { text: said, size: 22, weight: 600, fill: "muted" }),
  );
  return { outputs, target: wanted, loss, signs };
}

/** Classes, of which a query has one, stand under one another as outputs do. @param {Model} model @param {number[][][]} cells */
function turned(model, cells) {
  const isRow = model.problem.loss === "cross_entropy" && cells.length === 1;
  return isRow ? cells[0].map((cell) => [cell]) : cells;
}

/* ---------------------------------------------------------------- parameters and inputs */

/** @typedef {{ tensor: string, value: any, grad: any, after: any }} Stack */

/** How large cells are, and squares where there is no room for numbers; side 0: every number is shown. */
const LEVELS = [
  ...ALL.map((size) => ({ size, side: 0 })),
  ...[13, 9, 6, 4, 3, 2].map((side) => ({ size: SIZES.least, side })),
];

/** px that a label may take over narrow squares. */
const LABEL = 44;

/**
 * Inputs and parameters, each over its gradient, and room for what a step makes of a parameter; null where they have no room.
 * @param {Model} model @param {Room} room @param {number} height px
 */
export function parametersPage(model, room, height) {
  const names = learnedOf(model);
  if (!names.parameters.length) return null;
  const all = [...names.inputs, ...names.parameters];
  for (const { size, side } of LEVELS)
    for (const lines of [1, 2]) {
      const stacks = all.map((tensor) => stackOf(model, tensor, even(model, all, size), side));
      const tables = inLines(stacks, lines).map((some, n) => tableOf(model, some, n, room));
      const whole = column(
        tables.map(({ table }) => table),
        { gap: 14 },
      );
      if (widthOf(whole) > room.width - 16 || heightOf(whole) > height - 8) continue;
      // below, and where a step's results will be, cards find room
      corner(whole, (room.width - widthOf(whole)) / 2, 4);
      return { stacks, words: tables.flatMap(({ words }) => words) };
    }
  return null;
}
/** @typedef {NonNullable<ReturnType<typeof parametersPage>>} ParametersPage */

/** On one line, or parameters over inputs where these are few enough. @param {Stack[]} stacks @param {number} count */
function inLines(stacks, count) {
  if (count === 1) return [stacks];
  const inputs = stacks.filter(({ tensor }) => !isParameter(tensor));
  const half = Math.ceil(stacks.length / 2);
  const parameters = stacks.slice(inputs.length);
  if (inputs.length && parameters.length <= half + 1) return [parameters, inputs];
  return [stacks.slice(0, half), stacks.slice(half)];
}

/** With digits of one size in all of some tensors and their gradients. @param {Model} model @param {string[]} tensors @param {Size} size @returns {Size} */
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

/** Under one another what becomes of a tensor, side by side the tensors. @param {Model} model @param {Stack[]} stacks @param {number} n @param {Room} room */
function tableOf(model, stacks, n, room) {
  const w = model.words.stories.backward.page;
  const word = (/** @type {string} */ id) =>
    text(`word.${id}.${n}`, { text: w[id], size: 12.5, weight: 600, fill: "muted" });
  const words = room.width > 600 ? [word("before"), word("gradient"), word("after")] : [];
  const first = (/** @type {number} */ k) => (words.length ? [words[k]] : []);
  const lines = [
    [...first(0), ...stacks.map(({ value }) => value)],
    [...first(1), ...stacks.map(({ grad }) => grad)],
    ...(stacks.some(({ after }) => after) ? [[...first(2), ...stacks.map(({ after }) => after)]] : []),
  ];
  return { table: grid(lines, { gapX: room.width > 600 ? 34 : 12, gapY: [2, 10] }), words };
}

/* ---------------------------------------------------------------- after the step */

/**
 * The maps before and after a step, and the loss; null where there is none.
 * @param {Model} model @param {Room} room @param {number} height px
 */
export function afterPage(model, room, height) {
  if (!model.tensor("after.loss")) return null;
  const w = model.words.stories.backward.page;
  const { q_len, kv_len } = model;
  const beside = room.width > 560;
  const size = beside ? SIZES.large : SIZES.small;
  const [across, down] = [
    beside ? room.width / 2 - 60 : room.width - 30,
    (height - (beside ? 100 : 130)) / (beside ? 1 : 2),
  ];
  const cell = {
    width: Math.floor(Math.min(96, (across - 60) / kv_len)),
    height: Math.floor(Math.min(52, (down - 30) / q_len)),
  };
  const name = (/** @type {"query" | "key"} */ side) => (/** @type {number} */ i) =>
    cell.width < 64 ? model.short(side, i) : nameOf(model, side, i);
  const halves = ["before", "after"].map((id) => {
    const view = id === "before" ? model : model.stage("after");
    const map = attentionMap(view, {
      ...{ cell, rows: upTo(q_len).map(name("query")), columns: upTo(kv_len).map(name("key")) },
      ...{ pairs: (/** @type {number} */ i) => pairs(model, i), title: w[id], id: `map.${id}`, hidden: true },
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
    const x = beside ? room.width / 2 + (k ? 40 : -40 - mapWidth) : (room.width - mapWidth) / 2;
    const y = top + (beside ? 0 : k * (tall + 16));
    map.put(x, y);
    loss.put(map.box.x + map.box.width / 2, y + mapHeight + 16 + size.height / 2);
  });
  return { halves };
}
