/** Decimals of float32 numbers. */

/** Any decimal of so many digits comes back from a normal float32 as it was. */
const SAFE_DIGITS = 6;
const LEAST_NORMAL = 2 ** -126;

/**
 * The shortest decimal that gives exactly this float32; "NaN", "Infinity", "-Infinity" and "-0" as such.
 * @param {number} value a float32
 */
export function shortestDecimal(value) {
  if (Object.is(value, -0)) return "-0";
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  if (!Number.isFinite(value)) return String(value);
  for (let digits = Math.abs(value) < LEAST_NORMAL ? 1 : SAFE_DIGITS; ; digits++) {
    const short = Number(value.toPrecision(digits));
    if (digits === 9 || Math.fround(short) === value) return String(short);
  }
}
