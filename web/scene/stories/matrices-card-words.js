/** Words on the card: what is computed, and what stands in each line. */

import { labelRuns, runsWidth } from "../parts.js";

/** @typedef {import("./matrices-plan.js").Matrix} Matrix */

/** Letter and index as runs. @param {Matrix} matrix @param {number} size @param {string} [more] subscript after the matrix's own */
export function nameRuns({ letter, sub }, size, more = "") {
  const raised = sub === "⊤";
  const runs = labelRuns(letter, "", "", size).map((run) => ({ ...run, size: Math.round(size * 1.15) }));
  const index = raised ? more : sub + (sub && more ? "," : "") + more;
  if (raised) runs.push({ text: "⊤", size: Math.round(size * 0.7), dy: -5 });
  if (index) runs.push({ text: index, size: Math.round(size * 0.75), dy: 4, weight: 600 });
  return runs;
}

/**
 * "Q₂₃ = row 2 of X · column 3 of W_Q" as runs, or the short form where the long one does not fit.
 * @param {any} context @param {{ r: number, c: number }} unit
 */
export function cardTitle({ model, layout, placed }, { r, c }) {
  const { board } = placed;
  const w = model.words.stories.matrices;
  const size = layout.phone ? 13 : 17;
  const most = layout.card.width - 2 * layout.needs.margin;
  const forms =
    w.titles[
      board.kind === "each" || board.kind === "row" || board.kind === "reduce"
        ? (board.pill ?? "mask")
        : board.kind
    ];
  const which =
    board.result.rows * board.result.cols && board.kind !== "row"
      ? board.kind === "reduce"
        ? `${r + 1}`
        : `${r + 1}${c + 1}`
      : "";
  const names = {
    result: () => nameRuns(board.result, size, which),
    whole: () => nameRuns(board.result, size),
    left: () => nameRuns(board.left, size),
    entry: () => nameRuns(board.left, size, `${r + 1}${c + 1}`),
    aside: () => (board.aside ? nameRuns(board.aside, size, `${r + 1}`) : []),
    top: () =>
      board.top
        ? nameRuns(
            board.top,
            size,
            board.top.cols === board.result.cols && board.kind === "each"
              ? board.top.rows === 1
                ? `${c + 1}`
                : `${r + 1}${c + 1}`
              : "",
          )
        : [],
    plus: () => (board.plus ? [{ text: " + ", size }, ...nameRuns(board.plus, size, `${c + 1}`)] : []),
    row: () => [{ text: String(r + 1), size }],
    column: () => [{ text: String(c + 1), size }],
  };
  let best = /** @type {any[]} */ ([]);
  for (const form of forms) {
    best = compile(form, names, size);
    if (runsWidth(best, size) * 1.06 <= most) break;
  }
  return { size, runs: best, weight: 600 };
}

/** "{result} = row {row} of {left}" → runs. @param {string} form @param {Record<string, () => any[]>} names @param {number} size */
function compile(form, names, size) {
  return form.split(/(\{\w+\})/).flatMap((piece) => {
    if (piece.startsWith("{")) return names[piece.slice(1, -1)]();
    return piece ? [{ text: piece, size }] : [];
  });
}

/** What stands in each line of a level card, or over each column of a turned one. @param {any} context @param {any} card @param {{ x: number }} at */
export function cardWords({ model, placed, layout }, card, { x }) {
  const { board } = placed;
  const w = model.words.stories.matrices.lines;
  if (board.kind === "each") return [];
  const { shape, spot } = card;
  const size = layout.phone ? 11 : 13;
  if (shape.turned) return overColumns(board, card, size);
  const texts = {
    a: w.row.split("{name}"),
    b: w.column.split("{name}"),
    p: [w.products],
    r: [board.kind === "row" ? w.result : board.pill === "max" ? w.max : w.sum],
  };
  const matrices = { a: board.left, b: board.top };
  return Object.entries(texts).flatMap(([stage, [before, after]]) => {
    if (!shape.stages[stage]) return [];
    const y = spot(stage, stage === "r" ? -1 : 0).y + 5;
    const matrix = matrices[/** @type {"a"} */ (stage)];
    const name = matrix && after !== undefined ? nameRuns(matrix, size) : [];
    const runs = [{ text: before, size }, ...name, { text: after ?? "", size }].filter(({ text }) => text);
    return [{ x, y, size, runs }];
  });
}

/** Letters over the columns of a turned card. @param {any} board @param {any} card @param {number} size */
function overColumns(board, { spot, cell }, size) {
  const y = spot("a", 0).y - cell.height / 2 - 7;
  const words = [{ x: spot("a", 0).x, y, size, runs: nameRuns(board.left, size), anchor: "middle" }];
  if (board.top && board.kind !== "each")
    words.push({ x: spot("b", 0).x, y, size, runs: nameRuns(board.top, size), anchor: "middle" });
  if (board.kind === "row")
    words.push({ x: spot("r", 0).x, y, size, runs: nameRuns(board.result, size), anchor: "middle" });
  return words;
}
