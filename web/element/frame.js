/**
 * The element's frame: rows of fixed height around a stage. It depends on the element's width alone, so that neither the window's
 * height, nor a phone's browser bar, nor pressing play shifts the page. style.js sets these row heights.
 */

/** @typedef {"wide" | "column" | "phone"} Kind */
/**
 * @typedef {object} Frame
 * @property {Kind} kind
 * @property {number} outer maximum width of the element in px, including its margins
 * @property {number} margin px left and right
 * @property {number} rows height in px of all rows but the stage, including the margins above and below
 * @property {number} width px of the stage
 * @property {number} height px of the stage; a higher picture exceeds it
 * @property {number} corner px by which a picture may extend down at its right end, beside the caption
 * @property {number} zoom the factor by which everything is enlarged
 */

/** The widths in px from which these frames apply. */
export const COLUMN = 600;
export const WIDE = 840;
const widest = 1600;
// width of a stage, px; a narrower one is scaled down
const narrowest = 232;
// usual width of an element on a page, px
const usual = 1152;

/** The height of one row of the buttons that edit, in px. */
export const EDITS = 47;

const frames = {
  wide: { margin: 24, rows: 196, height: 424, corner: 0 },
  column: { margin: 16, rows: 248, height: 412, corner: 130 },
  phone: { margin: 12, rows: 276, height: 404, corner: 0 },
};

/** @param {number} width px of the element @returns {Frame} */
export function frameFor(width) {
  const kind = width < COLUMN ? "phone" : width < WIDE ? "column" : "wide";
  const frame = frames[kind];
  // in an element 240 px wide, the picture still has its full size
  const most = kind === "column" && width < 640 ? 8 : frame.margin;
  const margin = Math.max(4, Math.min(most, Math.floor((width - narrowest) / 2)));
  const outer = Math.min(width, widest + 2 * margin);
  return { ...frame, kind, outer, margin, width: Math.max(narrowest, outer - 2 * margin), zoom: 1 };
}

/**
 * The frame of a player in full screen: the usual one, enlarged until its width or its height fills the screen.
 * @param {number} width px of the screen @param {number} height px of the screen @param {boolean} [editable] @returns {Frame}
 */
export function fullFrame(width, height, editable = false) {
  const { rows, height: stage } = frames.wide;
  const edits = editable ? EDITS : 0;
  const zoom = Math.max(1, Math.min(width / usual, height / (rows + stage + edits)));
  const frame = frameFor(width / zoom);
  const free = Math.floor(height / zoom) - frame.rows - (frame.kind === "phone" ? 0 : edits);
  return { ...frame, height: Math.max(frame.height, free), zoom };
}

/** The height of the whole element, px. @param {Frame} frame @param {number} taken height of the picture, px */
export const wholeHeight = ({ rows, height }, taken) => rows + Math.max(height, taken);
