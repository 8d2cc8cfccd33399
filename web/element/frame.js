/**
 * The element's frame: rows of fixed height around a stage. It follows from the element's width alone, so that no window, no
 * phone's browser bar and no press on play moves the page. style.js gives the rows these heights.
 */

/** @typedef {"wide" | "column" | "phone"} Kind */
/**
 * @typedef {object} Frame
 * @property {Kind} kind
 * @property {number} outer px the element may be wide, its margins included
 * @property {number} margin px left and right
 * @property {number} rows px of all rows but the stage, with the margins above and below
 * @property {number} width px of the stage
 * @property {number} height px of the stage; a picture that needs more is higher
 */

/** px of width from which a frame holds. */
export const COLUMN = 600;
export const WIDE = 840;
const widest = 1600;

const frames = {
  wide: { margin: 24, rows: 196, height: 424 },
  column: { margin: 16, rows: 248, height: 412 },
  phone: { margin: 12, rows: 276, height: 404 },
};

/** @param {number} width px of the element @returns {Frame} */
export function frameFor(width) {
  const kind = width < COLUMN ? "phone" : width < WIDE ? "column" : "wide";
  const frame = frames[kind];
  const margin = kind === "column" && width < 640 ? 8 : frame.margin;
  const outer = Math.min(width, widest + 2 * margin);
  return { ...frame, kind, outer, margin, width: Math.max(296, outer - 2 * margin) };
}

/** px of the whole element. @param {Frame} frame @param {number} taken px the picture is high */
export const wholeHeight = ({ rows, height }, taken) => rows + Math.max(height, taken);
