/** The element's frame: rows of fixed height around a stage, so that nothing jumps. style.js gives the rows these heights. */

/** @typedef {"wide" | "column" | "phone" | "compact"} Kind */
/**
 * @typedef {object} Frame
 * @property {Kind} kind
 * @property {number} outer px the element may be wide, its margins included
 * @property {number} width px of the stage
 * @property {number} height px the stage may take
 * @property {number} least px kept for the stage, however little it takes
 * @property {number} corner px that a picture may be higher at its right end, beside the caption
 * @property {number} zoom how much larger all of it is drawn
 */

const widest = 1600;
// px of an element at which pictures are drawn for a page
const usual = 1152;

// px: margins left and right; all rows but the stage, with the margins above and below; the whole element
const frames = {
  wide: { margin: 24, rows: 196, whole: 620 },
  column: { margin: 16, rows: 248, whole: 660, corner: 130 },
  phone: { margin: 12, rows: 276, whole: 680 },
  compact: { margin: 24, rows: 112, whole: 312 },
};

/** @param {number} width px of the element @param {number} view px the window is high @returns {Frame} */
export function frameFor(width, view) {
  const kind = kindOf(width, view);
  const { margin, rows, whole, corner } = { corner: 0, ...frames[kind] };
  const outer = Math.min(width, widest + 2 * margin);
  const height = Math.max(whole, Math.floor(view)) - rows;
  const least = kind === "compact" ? height : whole - rows;
  return { kind, outer, width: Math.max(296, outer - 2 * margin), height, least, corner, zoom: 1 };
}

/** The frame of a player that fills a screen: the usual one, enlarged until it is as wide or as high. @param {number} width px of the screen @param {number} view px it is high @returns {Frame} */
export function fullFrame(width, view) {
  const zoom = Math.max(1, Math.min(width / usual, view / frames.wide.whole));
  return { ...frameFor(width / zoom, view / zoom), zoom };
}

/** @param {number} width @param {number} view @returns {Kind} */
function kindOf(width, view) {
  // a phone in landscape: the sentence and play stay in view beside the picture
  if (view < 480 && width >= 480) return "compact";
  return width < 600 ? "phone" : width < 840 ? "column" : "wide";
}

/**
 * The height that is visible at once: of a frame to which the page gives a height; else of the whole window, where a frame may read it.
 * @param {Window} window
 */
export function viewHeight(window) {
  try {
    const frame = /** @type {HTMLElement | null} */ (window.frameElement);
    const given = frame?.hasAttribute("height") || frame?.style.height;
    return (given ? window : /** @type {Window} */ (window.top)).innerHeight;
  } catch {
    return window.innerHeight;
  }
}
