// Problems of many shapes, to be drawn: one and eight of everything, words, wild numbers.
import { chance } from "../helpers/random.js";

/** @param {{ tokens: number, d_model: number, d_k: number, d_v: number, heads?: number }} shape @param {(draw: any) => number} number */
function made({ tokens, d_model, d_k, d_v, heads = 1 }, number = (draw) => draw.one([-1, 0, 1, 2])) {
  const draw = chance(11);
  const matrix = (rows, columns) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => number(draw)));
  const problem = {
    x: matrix(tokens, d_model),
    w_q: matrix(d_model, heads * d_k),
    w_k: matrix(d_model, heads * d_k),
    w_v: matrix(d_model, heads * d_v),
  };
  if (heads > 1) Object.assign(problem, { heads, w_o: matrix(heads * d_v, d_model) });
  return problem;
}

const decimals = (draw) => draw.from(-400, 400) / 64;
const wild = (draw) => draw.one([0.001, -12, 3.5e-6, 70000, -0.25]);

/** @type {Record<string, any>} */
export const shapes = {
  "one number": made({ tokens: 1, d_model: 1, d_k: 1, d_v: 1 }),
  "two tokens": made({ tokens: 2, d_model: 4, d_k: 3, d_v: 3 }),
  "five tokens, decimals": made({ tokens: 5, d_model: 3, d_k: 2, d_v: 6 }, decimals),
  "eight of everything": made({ tokens: 8, d_model: 8, d_k: 8, d_v: 8 }, decimals),
  "wild numbers": made({ tokens: 3, d_model: 4, d_k: 3, d_v: 3 }, wild),
  words: {
    ...made({ tokens: 4, d_model: 4, d_k: 3, d_v: 2 }),
    causal: true,
    labels: { x: ["the quick brown fox", "注意力机制", "👩‍👩‍👧 family", "x".repeat(300)] },
  },
  "two heads": made({ tokens: 3, d_model: 4, d_k: 2, d_v: 2, heads: 2 }, decimals),
  "eight heads": made({ tokens: 4, d_model: 8, d_k: 4, d_v: 4, heads: 8 }),
};
