// Learns a layer of four heads: each word must name its partners in four relations. A head is only wide enough for the code of
// one word, so the heads must divide the work. Training finds how; the result is measured.
import { drawing } from "../../../web/edit/drawing.js";
import { largest } from "../../../web/presets/sentences.js";
import { split } from "./examples.js";
import { begin, grouped, rowsOf, train } from "./training.js";

/** @typedef {import("./grammars.js").Related} Related */

/** A head has a role if the partner gets its largest weight in at least this share of the rows that have such a partner. */
const LEAST = 0.9;

/**
 * @param {object} how
 * @param {() => Related[]} how.grammar
 * @param {string} how.example the sentence that the story shows
 * @param {number} how.heads equal to the number of relations
 * @param {number} how.width of a head
 * @param {number} how.d_model width of a word's vector and of an output, which holds all codes side by side
 * @param {{ count: number, seed: number }} how.setAside
 * @param {{ seed: number, steps: number, rate: number, decay: number }} how.training
 * @returns {import("./models.js").Model}
 */
export function headRoles({ grammar, example, heads, width, d_model, setAside, training }) {
  const sentences = grammar();
  const words = [...new Set(sentences.flatMap(({ source }) => source))];
  const longest = Math.max(...sentences.map(({ source }) => source.length));
  const codes = codesOf(words.length, d_model / heads);
  const { heldOut, learned: examples } = split(sentences, { ...setAside, example });
  return {
    heldOut,
    examples,
    learn(attention, core, told, seed = training.seed) {
      const matrix = [d_model, heads * width];
      const shapes = {
        ...{ vectors: [words.length, d_model], positions: [longest, d_model] },
        ...{ w_q: matrix, w_k: matrix, w_v: matrix, w_o: [heads * width, d_model] },
      };
      const begun = begin(attention, shapes, seed);
      train(core, attention, begun, { ...training, seed, examples, ask: asking(words, codes, heads), told });
      return { words, ...grouped(begun.parameters), heads, example: example.split(" "), seed };
    },
    measure: (attention, learned) => measure(attention, learned, codes, heldOut),
  };
}

/** Returns a code for each word: random numbers from −2 to 2. @param {number} count @param {number} width */
function codesOf(count, width) {
  const draw = drawing(7);
  return Array.from({ length: count }, () => Array.from({ length: width }, () => (draw(2001) - 1000) / 500));
}

/**
 * Mixes codes, side by side in a row, so that every number depends on all of them and no head can write into columns of its own.
 * Mixing again restores the codes: a scaled Hadamard matrix is its own inverse.
 * @param {ArrayLike<number>} row its length is a power of 2
 */
const mixed = (row) =>
  Array.from(row, (_, n) => {
    const sum = Array.from(row).reduce((all, number, k) => all + (parity(n & k) ? -number : number), 0);
    return sum / Math.sqrt(row.length);
  });

/** Reports whether a number has an odd count of ones in base 2. @param {number} number @returns {boolean} */
const parity = (number) => number > 0 && ((number & 1) === 1) !== parity(number >> 1);

/** @param {string[]} words @param {number[][]} codes @param {number} heads */
function asking(words, codes, heads) {
  return (
    /** @type {import("./training.js").Parameters} */ { vectors, positions, ...given },
    /** @type {Related} */ { source, partners },
  ) => {
    const rows = source.map((word) => words.indexOf(word));
    const places = [...source.keys()];
    const x = rowsOf(vectors, rows);
    rowsOf(positions, places).data.forEach((number, n) => (x.data[n] += number));
    const lists = Object.values(partners);
    return {
      problem: { x, ...given, heads },
      target: places.map((i) => mixed(lists.flatMap((list) => codes[rows[list[i]]]))),
      loss: /** @type {const} */ ("squared_error"),
      lookedUp: { vectors: { from: "x", rows }, positions: { from: "x", rows: places } },
    };
  };
}

/**
 * Measures the role of each head, which is the relation whose partner gets the largest weight in the largest share of rows, and
 * the share of words named correctly.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {any} learned
 * @param {number[][]} codes
 * @param {Related[]} heldOut
 */
function measure(attention, { words, vectors, positions, w_q, w_k, w_v, w_o, heads }, codes, heldOut) {
  const names = /** @type {(keyof Related["partners"])[]} */ (Object.keys(heldOut[0].partners));
  const rows = names.map(() => 0);
  const hits = Array.from({ length: heads }, () => names.map(() => 0));
  let [right, asked] = [0, 0];
  for (const { source, partners } of heldOut) {
    const ids = source.map((word) => words.indexOf(word));
    const x = ids.map((id, i) => vectors[id].map((number, c) => Math.fround(number + positions[i][c])));
    const { weights, output } = attention.forward({ x, w_q, w_k, w_v, w_o, heads });
    const width = codes[0].length;
    const wide = names.length * width;
    const said = source.map((_, i) => mixed(output.data.subarray(i * wide, (i + 1) * wide)));
    names.forEach((name, n) =>
      partners[name].forEach((partner, i) => {
        const near = codes.map(
          (code) => -code.reduce((sum, one, c) => sum + (one - said[i][n * width + c]) ** 2, 0),
        );
        right += Number(largest(near) === ids[partner]);
        asked++;
        // a word that is its own partner has none; only under `first` does it count
        if (partner === i && name !== "first") return;
        rows[n]++;
        for (let h = 0; h < heads; h++) {
          const at = (h * source.length + i) * source.length;
          hits[h][n] += Number(largest(weights.data.subarray(at, at + source.length)) === partner);
        }
      }),
    );
  }
  const shares = hits.map((list) => list.map((count, n) => count / rows[n]));
  const roles = shares.map((list) => ({ role: names[largest(list)], share: list[largest(list)] }));
  const parted = new Set(roles.filter(({ share }) => share >= LEAST).map(({ role }) => role)).size === heads;
  return { sentences: heldOut.length, right: right / asked, roles, parted };
}
