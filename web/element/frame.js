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
 * @property {number} corner px that a picture may be higher at its right end, beside the caption
 * @property {number} zoom how much larger all of it is drawn
 */

/** px of width from which a frame holds. */
export const COLUMN = 600;
export const WIDE = 840;
const widest = 1600;
// of a stage, px: less is drawn smaller
const narrowest = 232;
// px of an element at which pictures are drawn for a page
const usual = 1152;

const frames = {
  wide: { margin: 24, rows: 196, height: 424, corner: 0 },
  column: { margin: 16, rows: 248, height: 412, corner: 130 },
  phone: { margin: 12, rows: 276, height: 404, corner: 0 },
};

/** @param {number} width px of the element @returns {Frame} */
export function frameFor(width) {
  const kind = width < COLUMN ? "phone" : width < WIDE ? "column" : "wide";
  const frame = frames[kind];
  // in an element of 240 px the picture still has its size
  const most = kind === "column" && width < 640 ? 8 : frame.margin;
  const margin = Math.max(4, Math.min(most, Math.floor((width - narrowest) / 2)));
  const outer = Math.min(width, widest + 2 * margin);
  return { ...frame, kind, outer, margin, width: Math.max(narrowest, outer - 2 * margin), zoom: 1 };
}

/** The frame of a player that fills a screen: the usual one, enlarged until it is as wide or as high. @param {number} width px of the screen @param {number} height px of the screen @returns {Frame} */
export function fullFrame(width, height) {
  const { rows, height: stage } = frames.wide;
  const zoom = Math.max(1, Math.min(width / usual, height / (rows + stage)));
  const frame = frameFor(width / zoom);
  return { ...frame, height: Math.max(frame.height, Math.floor(height / zoom) - frame.rows), zoom };
}

/** px of the whole element. @param {Frame} frame @param {number} taken px the picture is high */
export const wholeHeight = ({ rows, height }, taken) => rows + Math.max(height, taken);
