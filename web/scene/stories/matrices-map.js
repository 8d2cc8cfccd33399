/** The map under the stage: every matrix of the run at small scale, with ghosts for what is still to come. */

import { LAYERS } from "../layout.js";
import { runsWidth } from "../parts.js";
import { label, matrixRuns } from "./matrices-names.js";

/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {{ matrix: Matrix, step: number, x: number, y: number, width: number, height: number, cell: number, words: any[] }} Mini */

/** Largest cell. */
const CELL = 11;

/**
 * What there is from the start, then what each board makes.
 * @param {Board[]} boards @returns {{ matrix: Matrix, step: number, board: Board | null }[]}
 */
function entries(boards) {
  const made = new Set(boards.map(({ result }) => result.key));
  /** @type {Map<string, { matrix: Matrix, step: number, board: Board | null }>} */
  const found = new Map();
  for (const { left, top } of boards) {
    for (const matrix of [left, top]) {
      if (
        !matrix ||
        made.has(matrix.key) ||
        matrix.key === "joined" ||
        /^[wb]_|^bias$|^mask$/.test(matrix.key) ||
        found.has(matrix.key)
      )
        continue;
      const upright = matrix.turned
        ? { ...matrix, rows: matrix.cols, cols: matrix.rows, turned: false, sub: "" }
        : matrix;
      found.set(matrix.key, { matrix: upright, step: -1, board: null });
    }
  }
  boards.forEach((board, step) => {
    // the heads side by side: there as soon as this head is
    if (board.left.key === "joined") found.set("joined", { matrix: board.left, step: step - 1, board: null });
    found.set(board.result.key, { matrix: board.result, step, board });
  });
  return [...found.values()];
}

/** @param {any} model @param {Board[]} boards @param {{ y: number, width: number, phone: boolean }} room */
export function mapLayout(model, boards, { y, width, phone }) {
  const list = entries(boards);
  const margin = phone ? 12 : 48;
  const pitch = (width - 2 * margin) / list.length;
  const under = phone || tooTight(model, list, pitch);
  const high = under ? 30 : 44;
  const across = under ? pitch - 10 : Math.min(56, pitch * 0.42);
  const cell = Math.min(
    CELL,
    ...list.map(({ matrix: { rows, cols } }) => Math.min(high / rows, across / shown(cols))),
  );
  const minis = list.map(({ matrix, step, board }, k) => {
    const w = shown(matrix.cols) * cell;
    const h = matrix.rows * cell;
    const x = margin + k * pitch + (under ? (pitch - w) / 2 : 0);
    const words = under
      ? wordUnder(matrix, x + w / 2, y + high + 20)
      : wordsBeside(model, matrix, board, x + w + 14, y + high / 2);
    return { matrix, step, x, y: y + (high - h) / 2, width: w, height: h, cell, words };
  });
  return { y, height: high + (under ? 28 : 8), minis };
}

/** Whether what is written beside a small matrix would reach the next one. @param {any} model @param {ReturnType<typeof entries>} list @param {number} pitch */
function tooTight(model, list, pitch) {
  return list.some(({ matrix, board }) => {
    const word = wordsBeside(model, matrix, board, 0, 0)[1];
    return Math.min(44, shown(matrix.cols) * CELL) + 14 + runsWidth(word.runs, word.size) + 16 > pitch;
  });
}

/** Very wide matrices are drawn no wider than this many cells. @param {number} cols */
const shown = (cols) => Math.min(cols, 8);

/** @param {Matrix} matrix @param {number} x @param {number} y */
function wordUnder(matrix, x, y) {
  return [{ x, y, size: 12, runs: matrixRuns(matrix, 12), anchor: "middle" }];
}

/** Letter, and how it is made. @param {any} model @param {Matrix} matrix @param {Board | null} board @param {number} x @param {number} y */
function wordsBeside(model, matrix, board, x, y) {
  const { rows, cols } = matrix;
  const made = board ? recipe(board, model) : [{ text: `${rows}×${cols}`, size: 11 }];
  return [
    { x, y: y - 3, size: 13, runs: matrixRuns(matrix, 13) },
    { x, y: y + 14, size: 11, runs: made, muted: true },
  ];
}

/** "= Q Kᵀ" as runs. @param {Board} board @param {any} model */
export function recipe({ kind, left, top, plus, pill }, model, size = 11) {
  const name = (/** @type {Matrix} */ { letter, sub }) => [
    { text: letter, size },
    ...(sub ? [{ text: sub, size: Math.round(size * 0.8), dy: sub === "⊤" ? -3 : 3 }] : []),
  ];
  const word =
    kind !== "product" && kind !== "function" ? model.words.stories.matrices.recipes[pill ?? "mask"] : "";
  if (kind === "product" && top) {
    const last = plus ? [{ text: " + ", size }, ...name(plus)] : [];
    return [{ text: "= ", size }, ...name(left), { text: " ", size }, ...name(top), ...last];
  }
  if (kind === "function") return [{ text: `= score(${left.letter}, ${top?.letter})`, size }];
  return [{ text: `= ${word} `, size }, ...name(left)];
}

/**
 * The map as an item: `step` counts the boards that are done, `now` is the one on stage.
 * @param {ReturnType<typeof mapLayout>} map
 */
export function mapItem({ minis }) {
  return {
    id: "map",
    kind: "map",
    layer: LAYERS.box,
    initial: { done: 0, ring: 0, now: -1 },
    draw: (/** @type {(property: string) => number} */ get) => [
      [LAYERS.box, minis.flatMap((mini, k) => drawMini(mini, `map.${k}`, get))],
    ],
  };
}

/** @param {Mini} mini @param {string} id @param {(property: string) => number} get */
function drawMini({ matrix, step, x, y, width, height, cell, words }, id, get) {
  const now = get("now") === step ? get("ring") : 0;
  // what is being made is there, but pale
  const made = step < 0 ? 1 : Math.max(0.45 * now, Math.min(1, Math.max(0, get("done") - step)));
  const box = { x, y, width, height };
  const marks = [];
  if (made < 1) {
    marks.push({
      type: "rect",
      id: id + "/ghost",
      ...box,
      fill: "none",
      stroke: "ghost",
      strokeWidth: 1.25,
      dash: "4 4",
      opacity: 1 - made,
    });
  }
  if (made > 0) {
    const lines = inner(matrix, box, cell);
    marks.push({ type: "rect", id: id + "/fill", ...box, fill: matrix.role, opacity: made });
    if (lines)
      marks.push({
        type: "path",
        id: id + "/inner",
        d: lines,
        stroke: "on-role",
        strokeWidth: 1,
        fill: "none",
        opacity: made * 0.5,
      });
    marks.push({
      type: "rect",
      id: id + "/edge",
      ...box,
      fill: "none",
      stroke: "outline",
      strokeWidth: 1.5,
      opacity: made,
    });
  }
  if (now > 0) {
    marks.push({
      type: "rect",
      id: id + "/ring",
      x: x - 5,
      y: y - 5,
      width: width + 10,
      height: height + 10,
      rx: 4,
      fill: "none",
      stroke: "focus",
      strokeWidth: 3,
      opacity: now,
    });
  }
  const fill = made > 0.5 || now > 0.5 ? "text" : "muted";
  for (const [k, word] of words.entries())
    marks.push(label(`${id}/w${k}`, word, word.muted ? "muted" : fill));
  return marks;
}

/** @param {Matrix} matrix @param {import("../parts.js").Box} box @param {number} cell */
function inner({ rows, cols }, { x, y, width, height }, cell) {
  if (cell < 3) return "";
  let d = "";
  for (let c = 1; c < shown(cols); c++) d += `M${x + c * cell} ${y}V${y + height}`;
  for (let r = 1; r < rows; r++) d += `M${x} ${y + r * cell}H${x + width}`;
  return d;
}
