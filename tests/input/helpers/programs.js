// node tests/input/helpers/programs.js lists the kept programs that have changed; with names it keeps these as they are now.
// People have read them; what a program computes is for run.test.js.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { code } from "../../../web/input/index.js";
import { presets } from "../../helpers/presets.js";

/** How a file of a language ends. */
const ENDINGS = {
  pytorch: ".torch.py",
  numpy: ".numpy.py",
  python: ".py",
  c: ".c",
  java: ".java",
  latex: ".tex",
};

/** Made-up numbers, halves among them. @param {...number} shape */
const tensor = (...shape) => ({
  shape,
  data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => ((i * 7) % 5) / 2 - 1),
});

/** Problems that between them have every operation. @type {Record<string, any>} */
export const problems = {
  masked: {
    ...{ x: tensor(2, 3, 4), w_q: tensor(4, 8), w_k: tensor(4, 4), w_v: tensor(4, 4), b_q: tensor(8) },
    ...{ w_o: tensor(8, 2), b_o: tensor(2), heads: 4, kv_heads: 2, scale: -0.5, softcap: 5 },
    ...{ bias: tensor(3, 3), key_mask: [[1, 1, 1], [0, 1, 1]], causal: true, window: [1, 0] }, // prettier-ignore
    labels: { x: ["我", "爱", "cats"] },
  },
  learned: {
    ...{ x: tensor(3, 4), w_q: tensor(4, 4), w_k: tensor(4, 2), w_v: tensor(4, 2), b_v: tensor(2) },
    ...{ w_o: tensor(4, 3), b_o: tensor(3), heads: 2, kv_heads: 1, softcap: 5, causal: true },
    ...{ target: [0, -1, 2], loss: "cross_entropy", learning_rate: 0.1 },
  },
  chain: {
    stages: [
      { id: "look", op: "attention", x: tensor(3, 2), score: "bilinear", w_score: tensor(2, 2), causal: true }, // prettier-ignore
      { id: "given", op: "attention", x: "look.output", weights_override: [[1, 0, 0], [0, 0.5, 0.5], [0, 0, 1]] }, // prettier-ignore
      { id: "sum", op: "residual", x: "look.x", y: "given.output" },
      { id: "norm", op: "layer_norm", x: "sum.output", gamma: [1, 2], beta: [0, 1] },
      { id: "learned", op: "batch_norm", x: "norm.output", running_mean: [0, 1], running_var: [1, 4], training: false }, // prettier-ignore
      { id: "fresh", op: "batch_norm", x: "learned.output", gamma: [2, 1] },
      { id: "angles", op: "geometry", a: tensor(2, 2), b: tensor(3, 2) },
    ],
  },
  recurrent: {
    stages: [
      { id: "encoder", op: "recurrent_encoder", x: tensor(3, 2), w_in: tensor(2, 2), w_state: tensor(2, 2), b_state: tensor(2) }, // prettier-ignore
      {
        ...{ id: "decoder", op: "recurrent_decoder", encoder_states: "encoder.state", initial_state: [0.5, -1] }, // prettier-ignore
        ...{ x: tensor(2, 1), w_in: tensor(1, 2), w_state: tensor(2, 2), w_context: tensor(2, 2) },
        ...{ score: "additive", w_1: tensor(3, 4), w_2: tensor(3), w_out: tensor(4, 3), b_out: tensor(3) },
      },
    ],
  },
};

/** The languages in which each problem is kept: mostly those that npm test does not run. */
const CHOSEN = {
  "walk-through": ["numpy", "python", "c"],
  masked: ["numpy", "java", "latex"],
  learned: ["numpy", "pytorch"],
  chain: ["pytorch", "latex"],
  recurrent: ["numpy", "java", "latex"],
};
export const chosen = Object.entries(CHOSEN).flatMap(([problem, languages]) =>
  languages.map((language) => ({ name: problem + ENDINGS[language], problem, language })),
);

/** @param {string} name */
const file = (name) => new URL(`../code/programs/${name}`, import.meta.url);

/** The program as it was kept. @param {string} name */
export const kept = (name) => (existsSync(file(name)) ? readFileSync(file(name), "utf8") : "");

/** The program as it is written now. @param {{ problem: string, language: string }} of */
export const program = ({ problem, language }) =>
  code(problems[problem] ?? presets[problem].problem, language).text;

/** The text of some lines. @param {string} text @param {[number, number]} lines */
export const part = (text, [first, last]) =>
  text
    .split("\n")
    .slice(first - 1, last)
    .join("\n");

if (process.argv[1] === import.meta.filename)
  for (const one of chosen) {
    if (process.argv.includes(one.name)) writeFileSync(file(one.name), program(one));
    else if (kept(one.name) !== program(one)) console.log(`${one.name} is written otherwise now`);
  }
