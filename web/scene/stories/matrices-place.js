/**
 * Positions of one board after another. Meeting: the product's corner stays at one place for the whole story, so
 * the eye stays there too. Stacked: the parts one under the other.
 */

import { runsWidth } from "../parts.js";
import { headed } from "./matrices-heads.js";
import { finish } from "./matrices-labels.js";
import { matrixRuns } from "./matrices-names.js";

/** @typedef {import("./matrices-measure.js").Sized} Sized */
/** @typedef {import("./matrices-grid.js").Grid} Grid */
/** @typedef {{ board: import("./matrices-plan.js").Board, parts: Record<string, { grid: Grid, x: number, y: number }>,
 *   words: any[], pill: any, stacked: boolean, headed: boolean }} Placed */

export const LABEL = 28;
export const HEADS = 16;
export const ASIDE = 10;
const PLUS = 8;

/** Greatest extents over all boards. @param {Sized[]} sized @param {any} how */
export function spreadOf(sized, { phone, stacked }) {
  const size = phone ? 12 : 13;
  const leftWidth = (/** @type {Record<string, import("./matrices-measure.js").Extent>} */ { left, aside }) =>
    left.width + (aside ? ASIDE + aside.width : 0);
  const most = (/** @type {(one: Sized) => number} */ of) => Math.max(...sized.map(of));
  return {
    left: most(({ parts }) => leftWidth(parts)),
    top: most(({ parts: { top, plus } }) => (top ? top.height : 0) + (plus ? PLUS + plus.height : 0)),
    result: most(({ parts: { result } }) => result.width),
    tall: most(({ parts: { result } }) => result.height),
    widest: most(({ parts }) => Math.max(leftWidth(parts), parts.result.width, parts.top?.width ?? 0)),
    words: most(({ board: { result } }) => runsWidth(matrixRuns(result, size, result.word), size)),
    stack: stacked ? most(stackHeight) : 0,
  };
}

/** A little more than the stacked parts of a board take up. @param {Sized} one */
function stackHeight({ parts }) {
  const heights = Object.entries(parts).filter(([name]) => name !== "aside");
  return heights.reduce((sum, [, { height }]) => sum + LABEL + height, 40);
}

/** Room for the product's label where it stands under it. @param {boolean} beside */
export const underneath = (beside) => (beside ? 0 : 26);

/** Height of the names over columns, if any board has such. @param {Sized[]} sized @param {any} how */
export const headedBy = (sized, how) =>
  sized.some(({ board }) => headed(how.model, board.top ?? board.result, how)) ? HEADS : 0;

/** @param {Sized[]} sized @param {ReturnType<typeof spreadOf>} spread @param {any} how @returns {{ boards: Placed[], height: number }} */
export function placeMeeting(sized, spread, how) {
  const { start, gap, beside, zone } = how;
  const anchor = { x: start.x + spread.left + gap, y: start.y + zone };
  const boards = sized.map((one) => {
    const { board } = one;
    const { left, aside, top, plus, result } = how.build(one);
    /** @type {Placed["parts"]} */
    const parts = {};
    const asideWidth = aside ? ASIDE + aside.width : 0;
    parts.left = { grid: left, x: anchor.x - gap - asideWidth - left.width, y: anchor.y };
    if (aside) parts.aside = { grid: aside, x: anchor.x - gap - aside.width, y: anchor.y };
    const plusHeight = plus ? PLUS + plus.height : 0;
    if (top) parts.top = { grid: top, x: anchor.x, y: anchor.y - gap - plusHeight - top.height };
    if (plus) parts.plus = { grid: plus, x: anchor.x, y: anchor.y - gap - plus.height };
    parts.result = { grid: result, x: anchor.x, y: anchor.y };
    return finish(board, parts, { ...how, beside, lane: anchor.y - gap - 34 }, false);
  });
  return { boards, height: zone + spread.tall + underneath(beside) };
}

/** @param {Sized[]} sized @param {ReturnType<typeof spreadOf>} spread @param {any} how @returns {{ boards: Placed[], height: number }} */
export function placeStacked(sized, spread, how) {
  const { start, model } = how;
  let height = 0;
  const boards = sized.map((one) => {
    const { board } = one;
    const grids = how.build(one);
    /** @type {Placed["parts"]} */
    const parts = {};
    let y = start.y;
    let lane = 0;
    for (const name of ["left", "top", "plus", "lane", "result"]) {
      if (name === "lane" && board.pill && !(board.top && board.pill === "plus")) {
        lane = y + 10;
        y = lane + 30;
      }
      const grid = grids[name];
      if (!grid) continue;
      y += name === "plus" ? PLUS : LABEL + (headed(model, grid.matrix, how) ? HEADS : 0);
      parts[name] = { grid, x: start.x, y };
      if (name === "left" && grids.aside)
        parts.aside = { grid: grids.aside, x: start.x + grid.width + ASIDE, y };
      y += grid.height;
    }
    height = Math.max(height, y - start.y);
    return finish(board, parts, { ...how, beside: false, lane }, true);
  });
  return { boards, height };
}
