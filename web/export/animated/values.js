/** The attributes that SMIL animates, as lists of numbers, and the tolerance of each. */

/** @typedef {{ shape: string, numbers: number[] }} Value shape: the text with `#` for each number, or "colour" */

/** How far a value may be from the scene's: in px; opacity and scale as shares; colours in levels of 255. @type {Record<string, number>} */
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

/** Steps per unit to which numbers are rounded; 100 for all other attributes. @type {Record<string, number>} */
const FINE = { scale: 1000, d: 10, translate: 10 };

/** @param {Value} value @param {string} name of the attribute @returns {string} */
export function written({ shape, numbers }, name) {
  if (shape === "colour")
    return `#${numbers.map((level) => Math.round(level).toString(16).padStart(2, "0")).join("")}`;
  let at = 0;
  const fine = FINE[name] ?? 100;
  return shape.replace(/#/g, () => short(numbers[at++], fine));
}

/** Returns a rounded number in its shortest form, such as ".5". @param {number} value @param {number} fine */
export const short = (value, fine) => String(Math.round(value * fine) / fine + 0).replace(/^(-?)0\./, "$1.");

/** Splits the attributes of an element into those that may move and the rest. @param {Record<string, string>} attributes @returns {{ moving: Record<string, Value>, fixed: Record<string, string> }} */
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

/** Reads a transform such as "translate(4 5) scale(2)"; either part may be absent. @param {string} text */
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
