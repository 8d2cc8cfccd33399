/** How a matrix of the many-heads picture looks: numbers or colours, its label, and its cells under way. */

import { LAYERS } from "../layout.js";
import { ghostMarks, stripMarks } from "../parts.js";
import { colours, contents, once } from "./multi-head-contents.js";
import { heatMarks } from "./multi-head-heat.js";
import { labelMarks } from "./multi-head-labels.js";

/** @typedef {import("../parts.js").Mark} Mark */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-facts.js").Kind} Kind */
/** @typedef {import("./multi-head-layout.js").Spot} Spot */
/** @typedef {(property: string) => number} Get */
/** @typedef {{ id: string, strip: any, at: number[][] }} Part one grid or strip of a matrix */

/**
 * An item that draws one matrix. Its properties: ghost, shown, numbers, and layer, the tensor whose turn it is.
 * @param {Facts} facts @param {Spot & Record<string, any>} spot
 */
export function boardItem(facts, spot) {
  // an item keeps its place for the whole story, so what follows from it is made once, when first drawn
  /** @type {Part[] | undefined} */
  let parts;
  const own = {
    ...spot,
    get parts() {
      return (parts ??= strips(spot));
    },
  };
  const kind = /** @type {Kind} */ (facts.kinds.get(spot.kind));
  const named = {
    tensor: kind.layers[0],
    page: spot.page ?? 0,
    layer: LAYERS.box,
    initial: { shown: 0, numbers: 0, ghost: spot.foretold ? 1 : 0, layer: 0 },
  };
  return {
    id: spot.id,
    kind: "own",
    ...named,
    draw: (/** @type {Get} */ get, /** @type {Model} */ model) => drawBoard(facts, kind, own, get, model),
  };
}

/** @param {Facts} facts @param {Kind} kind @param {Spot & { parts: Part[] } & Record<string, any>} spot @param {Get} get @param {Model} model */
function drawBoard(facts, kind, spot, get, model) {
  const [shown, numbers, layer] = [get("shown"), get("numbers"), get("layer")];
  const ghost = get("ghost") * (1 - shown);
  if (shown <= 0 && ghost <= 0) return [];
  const looks = { shown, numbers, layer, ghost };
  // what stands still is the same marks each time
  const still = Number.isInteger(layer) && (shown === 1 ? numbers === 1 : shown === 0 && ghost === 1);
  const make = () => boardMarks(facts, kind, spot, looks, model);
  return still ? once(model, `${spot.id}:${shown}:${layer}:still`, make) : make();
}

/** @param {Facts} facts @param {Kind} kind @param {Spot & { parts: Part[] } & Record<string, any>} spot @param {{ shown: number, numbers: number, layer: number, ghost: number }} looks @param {Model} model */
function boardMarks(facts, kind, spot, { shown, numbers, layer, ghost }, model) {
  const marks = [];
  if (ghost > 0)
    marks.push(
      ...spot.parts.flatMap(({ strip, id }) => ghostMarks(id, { ...strip, role: kind.role }, ghost)),
    );
  if (shown > 0) marks.push(...cellsOf(facts, kind, spot, model, shown, numbers, layer));
  const labels = labelMarks(facts, kind, spot, Math.max(shown, ghost), Math.round(layer), shown < 0.5);
  return [
    [LAYERS.box, marks],
    [LAYERS.label, labels],
  ];
}

/** A matrix as one grid, or, where its rows are cut, as one strip a row. @param {any} spot @returns {Part[]} */
function strips(spot) {
  const { id, x, y, cellWidth, cellHeight, rows, cols, perRow, gap, size, heads } = spot;
  const whole = { x, y, cellWidth, cellHeight, size };
  // a joined matrix of which only some heads have room for numbers: one grid a head
  if (heads)
    return heads.map((/** @type {any} */ head, /** @type {number} */ h) =>
      gridOf(
        { ...whole, x: head.x, cellWidth: head.width / (cols / heads.length) },
        id + ".h" + h,
        rows,
        cols / heads.length,
        (h * cols) / heads.length,
      ),
    );
  if (perRow === cols && !gap) return [gridOf(whole, id, rows, cols, 0)];
  const lines = Math.ceil(cols / perRow);
  return Array.from({ length: rows }, (_, r) => ({
    id: id + ".r" + r,
    strip: { ...whole, y: y + r * (lines * cellHeight + gap), count: cols, perRow },
    at: Array.from({ length: cols }, (_, c) => [r, c]),
  }));
}

/** @param {any} strip @param {string} id @param {number} rows @param {number} cols @param {number} first */
function gridOf(strip, id, rows, cols, first) {
  const at = Array.from({ length: rows * cols }, (_, k) => [Math.floor(k / cols), first + (k % cols)]);
  return { id, strip: { ...strip, count: rows * cols, perRow: cols }, at };
}

/** @param {Facts} facts @param {Kind} kind @param {Spot & { parts: Part[] } & Record<string, any>} spot @param {Model} model @param {number} opacity @param {number} numbers @param {number} layer @returns {Mark[]} */
function cellsOf(facts, kind, spot, model, opacity, numbers, layer) {
  const from = Math.floor(layer);
  const turn = layer - from;
  const all = spot.parts;
  const marks = all.flatMap(({ strip, at, id }, /** @type {number} */ k) => {
    const heat = spot.heat && !(spot.numbers?.[k] ?? false);
    const face = { ...strip, role: kind.faces[Math.round(layer)].role, size: heat ? 0 : spot.size || 12 };
    const indices = () => at.map(([r, c]) => kind.index(spot.b, spot.h, r, c));
    const tensor = (/** @type {number} */ n) => kind.layers[n] ?? kind.layers[0];
    const name = (/** @type {number} */ n) => contents(model, tensor(n), indices, id);
    if (heat) {
      const seen = tensor(Math.round(layer));
      const grid = numbers === 1 && turn === 0 ? gridAt(kind, spot, seen, strip, at[0][1]) : undefined;
      return heatMarks(id, face, colours(model, seen, indices, id), grid, opacity, numbers);
    }
    // numbers give way to those of the next tensor: never both at once
    if (turn > 0)
      return stripMarks(id, face, {
        ...name(turn < 0.5 ? from : from + 1),
        opacity,
        numbers: Math.abs(1 - 2 * turn),
      });
    return stripMarks(id, face, { ...name(from), opacity, numbers });
  });
  return spot.heads && all.length > 1 ? [...marks, heavy(spot, opacity)] : marks;
}

/** Which cells a grid of colours stands for. @param {Kind} kind @param {Spot} spot @param {string} tensor @param {any} strip @param {number} from first column @returns {import("../grid.js").Grid} */
function gridAt(kind, { b, h }, tensor, { count, perRow }, from) {
  const index = kind.index(b, h, /** @type {any} */ ("r"), /** @type {any} */ ("c"));
  return { tensor, index, rows: count / perRow, columns: perRow, from };
}

/** Heavy lines keep the heads of a joined matrix apart. @param {any} spot @param {number} opacity @returns {Mark} */
function heavy({ id, y, height, heads }, opacity) {
  const d = heads
    .slice(1)
    .map((/** @type {any} */ { x }) => `M${x} ${y}v${height}`)
    .join("");
  return { type: "path", id: id + "/heads", d, fill: "none", stroke: "outline", strokeWidth: 2.5, opacity };
}
