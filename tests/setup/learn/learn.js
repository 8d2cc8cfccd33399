// npm run learn: makes the parameters of the sequence-to-sequence examples again, to the bit, and measures them.
// npm run learn -- NAME ...: these alone. They are written to web/presets/learned/.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { loadCore } from "../../../web/core/wasm.js";
import { createAttention } from "../../../web/index.js";
import { root, say, stop } from "../system.js";
import { translate } from "../../../web/presets/learned/sentences.js";
import { split } from "./examples.js";
import { chineseEnglish, englishFrench } from "./grammars.js";
import { begin, train } from "./training.js";
import { asking, measure, shapesOf, vocabularyOf } from "./translation.js";

/** @typedef {import("./grammars.js").Pair} Pair */

/** Held-out sentences of each grammar. */
const HELD_OUT = { count: 500, seed: 7 };

/**
 * The rest was chosen by looking: among some seeds the one whose decoder looks most often at the word it translates.
 * @type {Record<string, { grammar: () => Pair[], example: string, d_word: number, d_state: number, seed: number, steps: number,
 *   rate: number, decay: number }>}
 */
const translations = {
  "english-french": {
    ...{ grammar: englishFrench, example: "the black cat sleeps", d_word: 4, d_state: 6 },
    ...{ seed: 4, steps: 80000, rate: 0.01, decay: 0.02 },
  },
  "chinese-english": {
    ...{ grammar: chineseEnglish, example: "我 慢慢地 读 书", d_word: 4, d_state: 5 },
    ...{ seed: 8, steps: 80000, rate: 0.01, decay: 0.02 },
  },
};

/** The sentences of a pair: those to learn from, by length, and those held out. @param {string} name */
export const sentencesOf = (name) =>
  split(translations[name].grammar(), { ...HELD_OUT, example: translations[name].example });

/**
 * @param {string} name
 * @returns {Promise<import("../../../web/presets/learned/sentences.js").LearnedPair>}
 */
export async function learnPair(name) {
  const attention = await createAttention({ build: "auto" });
  const core = await loadCore("auto");
  const { grammar, example, d_word, d_state, ...how } = translations[name];
  const vocabulary = vocabularyOf(grammar());
  const { heldOut, learned: examples } = sentencesOf(name);
  const shapes = shapesOf(vocabulary, { d_word, d_state });
  /** @param {boolean} bottleneck */
  const learn = (bottleneck) => {
    const begun = begin(attention, shapes, how.seed);
    const told = (/** @type {number} */ step, /** @type {number} */ loss) =>
      say(`${name}, ${bottleneck ? "bottleneck" : "attention"}: step ${step}, loss ${loss.toFixed(4)}`);
    train(core, attention, begun, { ...how, examples, ask: asking(vocabulary, { bottleneck }), told });
    return grouped(begun.parameters);
  };
  const pair = { name, ...vocabulary, attention: learn(false), bottleneck: learn(true) };
  const source = example.split(" ");
  const measured = {
    attention: measure(attention, pair, heldOut, { bottleneck: false }),
    bottleneck: measure(attention, pair, heldOut, { bottleneck: true }),
  };
  return { ...pair, example: { source, target: translate(attention, pair, source) }, measured };
}

/**
 * Numbers of three decimals: those that are written are those that are measured and shown.
 * @param {import("./training.js").Parameters} parameters
 * @returns {any} by stage
 */
function grouped(parameters) {
  /** @type {Record<string, Record<string, number[] | number[][]>>} */
  const result = {};
  for (const [path, { shape, data }] of Object.entries(parameters)) {
    const [stage, name] = path.split(".");
    const numbers = Array.from(data, (number) => Math.round(number * 1000) / 1000 + 0);
    const width = shape[shape.length - 1];
    const rows = Array.from({ length: data.length / width }, (_, row) =>
      numbers.slice(row * width, (row + 1) * width),
    );
    (result[stage] ??= {})[name] = shape.length === 1 ? numbers : rows;
  }
  return result;
}

/** The text of the file of what was learned. @param {{ name: string }} learned */
export async function fileOf(learned) {
  const variable = learned.name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const type = "learned" in learned ? "LearnedClassifier" : "LearnedPair";
  const text = `/**
 * Made by \`npm run learn\`: do not edit. Learned by the core from the sentences of a toy grammar, which stands in
 * tests/setup/learn/; measured over sentences that it has not learned from.
 */

/** @type {import("./sentences.js").${type}} */
export const ${variable} = ${JSON.stringify(learned)};
`;
  const config = await resolveConfig(join(root, "package.json"));
  return format(text, { ...config, parser: "babel" });
}

/** @param {import("../../../web/presets/learned/sentences.js").LearnedPair} pair */
function tell({ name, measured: { attention, bottleneck } }) {
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)} %`;
  say(
    `${name}: of ${attention.sentences} held-out sentences ${percent(attention.exact)} exactly right, bottleneck ` +
      `${percent(bottleneck.exact)}; ${percent(attention.aligned ?? 0)} of rows look most at the word they translate`,
  );
  say("  words right, by length of the source: attention, bottleneck");
  attention.by_length.forEach(({ length, sentences, words, right }, n) => {
    const other = bottleneck.by_length[n].right;
    say(`  ${length} (${sentences} sentences): ${percent(right / words)}, ${percent(other / words)}`);
  });
}

if (process.argv[1] === import.meta.filename) {
  const asked = process.argv.slice(2);
  for (const name of asked)
    if (!(name in translations)) stop(`nothing is called ${name}; there is ${Object.keys(translations)}`);
  for (const name of asked.length ? asked : Object.keys(translations)) {
    const learned = await learnPair(name);
    writeFileSync(join(root, "web", "presets", "learned", `${name}.js`), await fileOf(learned));
    tell(learned);
  }
}
