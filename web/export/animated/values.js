/** Attributes that may change while a picture moves, as numbers: what SMIL interpolates, and how far a number may be off. */

/** @typedef {{ shape: string, numbers: number[] }} Value shape: the text, with `#` for each number; of a colour "colour" */

/** How far a drawn value may lie from the scene's: px, but of opacity and scale a share, of a colour a level of 255. @type {Record<string, number>} */
export const TOLERANCE = {
  x: 0.5,
  y: 0.5,
  width: 0.5,
  height: 0.5,
  rx: 0.5,
  d: 0.5,
  translate: 0.5,
  rotate: 0.5,
  "stroke-dasharray": 0.5,
  "stroke-width": 0.05,
  "font-size": 0.05,
  scale: 0.004,
  opacity: 0.03,
  fill: 5,
  stroke: 5,
};

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g;
const COLOUR = /^#[\da-f]{6}$/i;

/** @param {string} text @returns {Value} */
export function read(text) {
  if (COLOUR.test(text))
    return { shape: "colour", numbers: [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) };
  return { shape: text.replace(NUMBER, "#"), numbers: (text.match(NUMBER) ?? []).map(Number) };
}

/** Parts that a written number has, where not a hundred. @type {Record<string, number>} */
const FINE = { scale: 1000, d: 10, translate: 10 };

/** @param {Value} value @param {string} name of the attribute @returns {string} */
export function written({ shape, numbers }, name) {
  if (shape === "colour")
    return `#${numbers.map((level) => Math.round(level).toString(16).padStart(2, "0")).join("")}`;
  let at = 0;
  const fine = FINE[name] ?? 100;
  return shape.replace(/#/g, () => short(numbers[at++], fine));
}

/** A number without what says nothing: ".5". @param {number} value @param {number} fine */
export const short = (value, fine) => String(Math.round(value * fine) / fine + 0).replace(/^(-?)0\./, "$1.");

/** The moving attributes of an element; the others. @param {Record<string, string>} attributes @returns {{ moving: Record<string, Value>, fixed: Record<string, string> }} */
export function parted(attributes) {
  /** @type {Record<string, Value>} */
  const moving = { opacity: { shape: "#", numbers: [1] } };
  /** @type {Record<string, string>} */
  const fixed = {};
  for (const [name, text] of Object.entries(attributes)) {
    if (name === "transform") Object.assign(moving, transform(text));
    else if (name in TOLERANCE) moving[name] = read(text);
    else fixed[name] = text;
  }
  return { moving, fixed };
}

/** "translate(4 5) scale(2)", each of which is there or not. @param {string} text */
function transform(text) {
  const part = (/** @type {string} */ name) => {
    const [, inside] = new RegExp(`${name}\\(([^)]*)\\)`).exec(text) ?? [];
    return inside === undefined ? undefined : read(inside);
  };
  const rotate = part("rotate");
  if (rotate) return { rotate };
  return {
    translate: part("translate") ?? { shape: "# #", numbers: [0, 0] },
    scale: part("scale") ?? { shape: "#", numbers: [1] },
  };
}
