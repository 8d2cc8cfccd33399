/**
 * 256 positions in the usual encoding, by sines and cosines of many wavelengths, and four heads that look back a fixed distance: a
 * matrix that rotates each pair of sine and cosine turns a position into an earlier one.
 */

const POSITIONS = 256;
/** Wavelengths of the sines and cosines, in positions. */
const WAVELENGTHS = [6, 11, 20, 36, 64, 116, 208, 376];
/** How far each head looks back. */
const BACK = [8, 1, 40, 100];

/** Rounds a number so that it is the same in every engine, as sines differ in their last digits. @param {number} value */
const rounded = (value) => Math.round(value * 1000) / 1000 + 0;

/** @param {number} position @param {(angle: number) => number} wave @param {number} length */
const at = (position, wave, length) => rounded(wave((2 * Math.PI * position) / length));

const x = Array.from({ length: POSITIONS }, (_, position) =>
  WAVELENGTHS.flatMap((length) => [at(position, Math.sin, length), at(position, Math.cos, length)]),
);

/** Returns the matrix that turns a position into the one `back` positions before. @param {number} back */
const turned = (back) =>
  x[0].map((_, row) =>
    x[0].map((_, column) => {
      const [block, other] = [row >> 1, column >> 1];
      if (block !== other) return 0;
      const [sin, cos] = [at(back, Math.sin, WAVELENGTHS[block]), at(back, Math.cos, WAVELENGTHS[block])];
      if (row === column) return cos;
      return row < column ? sin : -sin;
    }),
  );

/** @param {number[][][]} matrices of the same height @returns {number[][]} the matrices side by side */
const beside = (matrices) => matrices[0].map((_, row) => matrices.flatMap((matrix) => matrix[row]));

export const longInput = {
  x,
  w_q: beside(BACK.map(turned)),
  heads: BACK.length,
  kv_heads: 1,
  scale: 2,
  causal: true,
};
