/** Float32 numbers as decimals that convert back to exactly the same number. */

/** Any decimal with so many digits survives the conversion to a normal float32 and back. */
const SAFE_DIGITS = 6;
/** Digits that suffice to tell any two float32 numbers apart. */
const MOST_DIGITS = 9;
const LEAST_NORMAL = 2 ** -126;

/**
 * Returns the shortest decimal that converts to exactly this float32, or "NaN", "Infinity", "-Infinity" or "-0".
 * @param {number} value a float32
 */
export function shortestDecimal(value) {
  if (Object.is(value, -0)) return "-0";
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < 1e6)) return String(value);
  for (let digits = Math.abs(value) < LEAST_NORMAL ? 1 : SAFE_DIGITS; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(MOST_DIGITS)));
}
