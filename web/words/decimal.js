/** Numbers as decimals that give them back. */

/** Any decimal of so many digits comes back from a normal float32 as it was. */
const SAFE_DIGITS = 6;
/** So many tell any two float32 numbers apart. */
const MOST_DIGITS = 9;
const LEAST_NORMAL = 2 ** -126;

/**
 * The shortest decimal that gives exactly this float32; "NaN", "Infinity", "-Infinity" and "-0" as such.
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
