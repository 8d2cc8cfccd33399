// Learns to caption pictures: for each position of a caption, a query attends to the patches of a picture, and the output
// predicts the word there. Nothing in the training data says where things are.
import { drawing } from "../../../web/edit/drawing.js";
import { largest } from "../../../web/presets/sentences.js";
import { KINDS, animal, ball, coversOf, ellipse, limb, picture, running, shapesOf, sun, tree } from "../../../web/scene/stories/regions/picture.js"; // prettier-ignore
import { begin, grouped, train } from "./training.js";

/** @typedef {{ source: string[], covers: number[][] }} Captioned */

/** The words to predict, and the kind of shape that each names; the other words of a caption are only filler. */
const MEANT = { dog: "dog", cat: "cat", chases: "legs", watches: "paws", ball: "ball", kite: "kite", sun: "sun", moon: "moon" }; // prettier-ignore
const SAID = Object.keys(MEANT);
const EXAMPLE = "a dog chases a ball under the sun";

const cat = (/** @type {number} */ at) => [
  ...animal("cat", at),
  ...[2.75, 3.4].map((x) => limb("cat", "key", [at + x, 4], [at + x, 3.4], 0.12)),
];
const resting = (/** @type {number} */ at) =>
  [0.7, 1, 2.2, 2.5].map((x) => limb("paws", "key", [at + x, 5.4], [at + x + 0.05, 6.3], 0.2));
const kite = (/** @type {number} */ at) => [
  ellipse("kite", "query", at, 2.4, 0.55, 0.85),
  limb("kite", "query", [at, 3.2], [at + 0.4, 4.4], 0.08),
];

const moon = (/** @type {number} */ at) => [ellipse("moon", "paper", at, 1, 0.7)];

/** Returns pictures of every caption, with things in different places each time and a tree in some. @returns {Captioned[]} */
function pictures() {
  const draw = drawing(7);
  const among = (/** @type {number} */ from, /** @type {number} */ to) =>
    from + ((to - from) * draw(100)) / 100;
  return Array.from({ length: 384 }, (_, n) => {
    const [isCat, rests, flies, night] = [1, 2, 4, 8].map((bit) => (n & bit) > 0);
    const at = { animal: among(0.6, 3), thing: among(6.4, 8.6), light: among(1, 5), tree: among(9.6, 10.8) };
    const alone = shapesOf({ dog: at.animal, ball: 0, sun: 0, tree: 0 }).filter(({ kind }) => kind === "dog");
    const shapes = [
      ...(night ? moon : sun)(at.light),
      ...(draw(2) ? tree(at.tree) : []),
      ...(rests ? resting : running)(at.animal),
      ...(isCat ? cat(at.animal) : alone),
      ...(flies ? kite : ball)(at.thing),
    ];
    const words = [isCat ? "cat" : "dog", rests ? "watches" : "chases", flies ? "kite" : "ball", night ? "moon" : "sun"]; // prettier-ignore
    const source = `a ${words[0]} ${words[1]} a ${words[2]} under the ${words[3]}`.split(" ");
    return { source, covers: coversOf(shapes) };
  });
}

/**
 * @param {object} how
 * @param {number} how.d_k width of a query
 * @param {{ seed: number, steps: number, rate: number, decay: number }} how.training
 * @returns {import("./models.js").Model}
 */
export function regions({ d_k, training }) {
  const all = pictures();
  // every picture with the caption of the shown example is held out
  const isHeldOut = (/** @type {Captioned} */ { source }, /** @type {number} */ n) => n % 4 === 0 || source.join(" ") === EXAMPLE; // prettier-ignore
  const heldOut = all.filter(isHeldOut);
  const examples = [all.filter((one, n) => !isHeldOut(one, n))];
  return {
    heldOut,
    examples,
    learn(attention, core, told, seed = training.seed) {
      const shapes = {
        x: [EXAMPLE.split(" ").length, d_k],
        w_k: [KINDS.length, d_k],
        w_o: [KINDS.length, SAID.length],
        b_o: [SAID.length],
      };
      const begun = begin(attention, shapes, seed);
      train(core, attention, begun, { ...training, seed, examples, ask, told });
      const covers = coversOf(picture).map((row) => row.map((share) => Math.round(1e4 * share) / 1e4));
      return { said: SAID, ...grouped(begun.parameters), example: EXAMPLE.split(" "), covers, seed };
    },
    measure: (attention, learned) => measure(attention, learned, heldOut),
  };
}

/** @param {import("./training.js").Parameters} parameters @param {Captioned} captioned @returns {import("./training.js").Asked} */
const ask = (parameters, { source, covers }) => ({
  problem: { ...parameters, x_kv: covers },
  target: /** @type {any} */ ([source.map((word) => SAID.indexOf(word))]),
  lookedUp: {},
});

/**
 * Measures how many words are predicted correctly, and how many have their largest weight on a patch that mostly shows the thing
 * they name.
 * @param {import("../../../web/index.js").Attention} attention
 * @param {any} learned
 * @param {Captioned[]} heldOut
 */
function measure(attention, { x, w_k, w_o, b_o }, heldOut) {
  let [asked, right, decided] = [0, 0, 0];
  for (const { source, covers } of heldOut) {
    const { weights, output } = attention.forward({ x, x_kv: covers, w_k, w_o, b_o });
    const row = (/** @type {any} */ { shape, data }, /** @type {number} */ i) => data.subarray(i * shape.at(-1), (i + 1) * shape.at(-1)); // prettier-ignore
    for (const [i, word] of source.entries()) {
      if (!SAID.includes(word)) continue;
      asked++;
      right += Number(SAID[largest(row(output, i))] === word);
      const patch = covers[largest(row(weights, i))];
      decided += Number(KINDS[largest(patch)] === MEANT[/** @type {keyof typeof MEANT} */ (word)]);
    }
  }
  return { sentences: heldOut.length, right: right / asked, decided: decided / asked };
}
