/**
 * Converts decimals as people write them to float32, rounding once. `Math.fround(Number(text))` rounds twice, which goes wrong
 * near the midpoint between two float32 numbers.
 */

/** @typedef {{ value: number, digits: number }} Decimal digits: the count of significant ones; 0 for zero; -1: not a decimal */

const ZERO = 48;
/** What Number also accepts, but is not a decimal: 0x10, Infinity, spaces. */
const NO_DECIMAL = /^$|[^\d.eE+-]/;
const LEAST_NORMAL = 2 ** -126;
const BEYOND = 2 ** 128;
/** Decimals with this many digits survive a normal float32. */
const ALWAYS_KEPT = 6;
/** Decimals with this many digits survive a double. */
const KEPT_BY_DOUBLE = 15;
/** Maximum digits of toPrecision. */
const MOST_PRINTED = 100;

/**
 * Returns the float32 nearest to a decimal, or ±Infinity beyond the largest.
 * @param {string} text
 * @returns {Decimal}
 */
export function readDecimal(text) {
  const double = NO_DECIMAL.test(text) ? NaN : Number(text);
  if (Number.isNaN(double)) return { value: NaN, digits: -1 };
  const digits = written(text).digits.length;
  const value = Math.fround(double);
  const size = Math.abs(double);
  if (value === double || !isTie(size)) return { value, digits };
  return { value: ofTie(text, size, digits) * Math.sign(double), digits };
}

const bits = new Int32Array(1);
const float = new Float32Array(bits.buffer);

/** Returns the float32 numbers below and above a double that is not one. @param {number} double above 0 @returns {[number, number]} */
function neighbours(double) {
  float[0] = double;
  // a double beyond the largest float32 rounds to Infinity, whose bits come next
  if (float[0] > double) bits[0]--;
  const below = float[0];
  bits[0]++;
  return [below, float[0] === Infinity ? BEYOND : float[0]];
}

/** Whether a double lies midway between two float32 numbers. @param {number} double */
function isTie(double) {
  if (double >= BEYOND) return false;
  const [below, above] = neighbours(double);
  return double - below === above - double;
}

/** Rounds a decimal whose double lies midway between two float32 numbers. @param {string} text @param {number} middle @param {number} digits */
function ofTie(text, middle, digits) {
  const isMiddle = digits <= KEPT_BY_DOUBLE && Number.isInteger(middle) && middle < 1e15;
  const order = isMiddle ? 0 : compare(written(text), exact(middle));
  if (order === 0) return Math.fround(middle);
  const [below, above] = neighbours(middle);
  if (order < 0) return below;
  return above === BEYOND ? Infinity : above;
}

/**
 * Whether a float32, printed with as many digits as were written, differs from what was written. So 0.1 keeps its digits, and so
 * does 0.10000000149011612, which is the float32 0.1 printed as a double.
 * @param {string} text @param {Decimal} decimal
 */
export function losesDigits(text, { value, digits }) {
  const size = Math.abs(value);
  if (digits <= ALWAYS_KEPT && size >= LEAST_NORMAL) return false;
  const printed = digits <= MOST_PRINTED ? written(size.toPrecision(digits)) : exact(size);
  return printed.digits !== written(text).digits;
}

/** @typedef {{ digits: string, point: number }} Digits 0.digits times 10 to the power of point, without zeros at either end */

/** @param {string} text a decimal @returns {Digits} */
function written(text) {
  const end = text.search(/e/i);
  const mantissa = (end < 0 ? text : text.slice(0, end)).replace(/^[+-]/, "");
  const dot = mantissa.indexOf(".");
  const whole = dot < 0 ? mantissa.length : dot;
  const all = dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1);
  const first = all.search(/[1-9]/);
  if (first < 0) return { digits: "", point: 0 };
  return { digits: trimmed(all, first), point: whole - first + (end < 0 ? 0 : Number(text.slice(end + 1))) };
}

/** Returns all digits of a double. @param {number} double above 0 @returns {Digits} */
function exact(double) {
  let halvings = 0;
  for (; !Number.isInteger(double); halvings++) double *= 2;
  const all = String(BigInt(double) * 5n ** BigInt(halvings));
  return { digits: trimmed(all, 0), point: all.length - halvings };
}

/** @param {string} digits @param {number} first index of the first nonzero digit */
function trimmed(digits, first) {
  let end = digits.length;
  while (end > first && digits.charCodeAt(end - 1) === ZERO) end--;
  return digits.slice(first, end);
}

/** Compares two numbers: below 0 if a is less, above 0 if a is more. @param {Digits} a @param {Digits} b */
function compare(a, b) {
  if (a.point !== b.point) return a.point - b.point;
  return a.digits < b.digits ? -1 : Number(a.digits > b.digits);
}
