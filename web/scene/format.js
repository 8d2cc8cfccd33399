/**
 * Formats numbers. Integers are written as they are, so that 2 is exact and 2.000 was rounded; other numbers get as many decimals
 * as their tensor needs, up to a limit. A number that would round to zero is written as less than the last decimal, so that a
 * cell never shows 0 when the core computed something else. A tensor whose largest entry is tiny or huge is written in powers of
 * ten.
 */

import { fill } from "../words/sentence.js";
import { textWidth } from "./text-metrics.js";
import { shortestDecimal } from "../words/decimal.js";

/** Numbers of this magnitude or more are written in powers of ten. */
const LARGE = 1e5;

/**
 * The fewest decimals, up to a limit, that represent every entry: 1.2 is not written 1.200, and a 7.8 that float32
 * arithmetic missed by a unit or two in the last place is still written 7.8.
 * @param {ArrayLike<number>} data @param {number} [most] the limit
 */
export function decimalsOf(data, most = 3) {
  let needed = 0;
  for (let k = 0; k < data.length && needed < most; k++)
    while (needed < most && !says(data[k], needed)) needed++;
  return needed;
}

/** @param {number} value @param {number} decimals */
const says = (value, decimals) =>
  !Number.isFinite(value) ||
  Math.abs(value) >= LARGE ||
  Math.abs(Math.round(value * 10 ** decimals) / 10 ** decimals - value) <= Math.abs(value) * 2 ** -21;

/** Whether a tensor is written in powers of ten throughout. @param {number} largest its largest magnitude */
export const needsPowers = (largest) => largest > 0 && (largest < 0.01 || largest >= LARGE);

/**
 * Formats a number: "12", "−0.063", "<0.001", "3 × 10⁻⁵", "NaN", "∞". Large numbers get fewer decimals, but a number that is not
 * an integer never looks like one.
 * @param {number} value @param {number} [decimals]
 * @param {boolean} [powers] whether its tensor is written in powers of ten
 */
export function formatNumber(value, decimals = 3, powers = false) {
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === Infinity) return sign + "∞";
  const places = placesOf(size, decimals);
  if (size > 0 && (powers || size >= LARGE))
    return sign + inPowers(size.toExponential(decimals < 3 ? 0 : 1).replace(".0e", "e"));
  if (Number.isInteger(size)) return sign + size;
  if (size < HALVES[places]) return `${sign ? ">−" : "<"}${(10 ** -places).toFixed(places)}`;
  return sign + size.toFixed(places);
}

/** Formats a number that belongs to no tensor: in powers of ten if it is too small for the decimals. @param {number} value @param {number} [decimals] */
export const formatAlone = (value, decimals = 3) =>
  formatNumber(value, decimals, /[<>]/.test(formatNumber(value, decimals)));

/** Formats a weight that is pointed at, in at most six decimals. @param {number} value */
export function formatPointed(value) {
  if (!(Math.abs(value) < LARGE)) return formatNumber(value);
  const short = shortestDecimal(value || 0).replace("-", "−");
  return /^−?\d+(\.\d{1,6})?$/.test(short) ? short : sixDecimals(value);
}

/** Rewrites exponent notation, "3e-5", as "3 × 10⁻⁵". @param {string} text */
export const inPowers = (text) =>
  text.replace(/e\+?(-?)(\d+)$/, (_, below, exponent) => ` × 10${below && "⁻"}${superscript(exponent)}`);

/** Formats a number of any magnitude in at most `digits` significant digits. @param {number} value @param {number} digits */
export const inDigits = (value, digits) =>
  inPowers(String(Number(value.toPrecision(digits)))).replace("-", "−");

/**
 * Formats a share of one as a percentage: "88 %". A share below 1 is never written as 100 %.
 * @param {Pick<import("./model.js").Model, "words">} model @param {number} share
 */
export function percent({ words }, share) {
  const whole = Math.round(100 * share);
  const number = whole === 100 && share < 1 ? ">99" : String(whole).replace("-", "−");
  return fill(words.scene.percent, { number });
}

/** Formats a number that is pointed at, in exactly six decimals; integers stay as they are. @param {number} value */
export function sixDecimals(value) {
  if (!Number.isFinite(value) || Number.isInteger(value)) return formatNumber(value);
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  return size < 5e-7 ? `${sign ? ">−" : "<"}0.000001` : sign + size.toFixed(6);
}

/** Shortens "<0.001" to "<.001" for a narrow cell. @param {string} text @param {boolean} [is] whether the cell is narrow */
export const narrow = (text, is = true) => (is ? text.replace(/^([<>]−?)0/, "$1") : text);

/**
 * How many decimals a number that is not an integer gets; 9.9996 is written like 10.04, since it is rounded to 10.
 * @param {number} size its magnitude @param {number} decimals those of its tensor
 */
const placesOf = (size, decimals) =>
  Math.max(1, Math.min(decimals, size < 9.9995 ? 3 : size < 99.995 ? 2 : 1));

/** Half a unit of the last decimal, by the number of decimals. */
const HALVES = [0.5, 0.05, 0.005, 0.0005];

/**
 * The width in em of the widest of some numbers. Numbers of one sign with equally many digits before and after the point are
 * equally wide, so only one of each kind is measured.
 * @param {ArrayLike<number>} data @param {number} decimals @param {boolean} [powers] of ten
 */
export function widestNumber(data, decimals, powers) {
  let widest = 0;
  for (let k = 0; k < Math.min(data.length, 4096); k++) {
    const value = data[k];
    const size = Math.abs(value);
    const places = Number.isInteger(value) ? 0 : placesOf(size, decimals);
    // 9.9996 is as wide as 10: a number counts as what it is rounded to
    const rounded = size + HALVES[places];
    // numbers in powers of ten are measured one by one
    const isPlain = !powers && size < LARGE;
    const kind =
      isPlain && (10 * Math.floor(Math.log10(Math.max(1, rounded))) + places + 1) * (value < 0 ? -1 : 1);
    // "<.001" fits where 0.001 does
    const width =
      widths.get(kind) ?? textWidth(formatNumber(value, decimals, powers).replace(/[<>]/, ""), 1, 600);
    if (isPlain) widths.set(kind, width);
    widest = Math.max(widest, width);
  }
  return widest;
}

/** The width of a number in em, by its kind. @type {Map<number | false, number>} */
const widths = new Map();

/** Parses a formatted number; "<0.001" counts as 0. @param {string} text */
export const read = (text) =>
  /^[<>]/.test(text)
    ? 0
    : Number(
        text
          .replace("−", "-")
          .replace("∞", "Infinity")
          .replace(
            / × 10(⁻?)(.+)$/,
            (_, below, exponent) =>
              `e${below && "-"}${[...exponent].map((sign) => SUPERSCRIPTS.indexOf(sign)).join("")}`,
          ),
      );

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 12 → "¹²". @param {number | string} number */
export const superscript = (number) => String(number).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** 12 → "₁₂", for indices in running text. @param {number | string} number */
export function subscript(number) {
  return String(number).replace(/\d/g, (digit) => SUBSCRIPTS[Number(digit)]);
}
