// npm run learn gives the committed files again, byte by byte; and a plain float64 translator that shares nothing with the
// core finds the same figures in their numbers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import chineseEnglish from "../../web/build/presets/learned/chinese-english.js";
import englishFrench from "../../web/build/presets/learned/english-french.js";
import { learn } from "../setup/learn/learn.js";
import { models } from "../setup/learn/models.js";
import { root } from "../setup/system.js";

const kept = (name) => readFileSync(join(root, "web", "presets", "learned", `${name}.json`), "utf8");

for (const name of Object.keys(models))
  test(`npm run learn makes ${name} again, to the bit`, async () => {
    assert.equal(await learn(name, { quiet: true }), kept(name));
  });

for (const build of ["scalar", "js"])
  test(`the ${build} build learns the same`, async () => {
    assert.equal(await learn("sentiment", { quiet: true, build }), kept("sentiment"));
  });

const dot = (a, b) => a.reduce((sum, x, n) => sum + x * b[n], 0);
const times = (row, matrix) => matrix[0].map((_, c) => dot(row, matrix.map((one) => one[c]))); // prettier-ignore
const plus = (...rows) => rows[0].map((_, c) => rows.reduce((sum, row) => sum + row[c], 0));
const tanh = (row) => row.map((x) => Math.tanh(x));
const best = (row) => row.indexOf(Math.max(...row));

/** The states of the encoder, that before the sentence first. */
function encoded({ vectors, encoder: p }, words) {
  const states = [p.initial_state];
  for (const word of words)
    states.push(tanh(plus(times(states.at(-1), p.w_state), times(vectors.source[word], p.w_in), p.b_state)));
  return states;
}

/** One step of the decoder: which word it says, where it looked most. */
function said({ vectors, decoder: p }, states, before, word) {
  const exps = states.map((state) => Math.exp(dot(before, state)));
  const sum = exps.reduce((a, b) => a + b);
  const context = states[0].map((_, c) => dot(exps, states.map((state) => state[c])) / sum); // prettier-ignore
  const parts = [times(before, p.w_state), times(context, p.w_context), times(vectors.target[word], p.w_in)];
  const state = tanh(plus(...parts, p.b_state));
  return { state, word: best(plus(times([...state, ...context], p.w_out), p.b_out)), looked: best(exps) };
}

/** What it says in so many steps, fed these words or, without them, its own. */
function decoded(learned, states, steps, fed) {
  const result = [{ state: learned.decoder.initial_state, word: 0 }];
  for (let step = 0; step < steps; step++) {
    const before = result[step];
    result.push(said(learned, states, before.state, fed ? fed[step] : before.word));
  }
  return result.slice(1);
}

for (const pair of [englishFrench, chineseEnglish])
  for (const kind of ["attention", "bottleneck"])
    test(`${pair.name}: in float64 ${kind} has the same figures`, () => {
      const [learned, measured] = [pair[kind], pair.measured[kind]];
      const lengths = new Map();
      let [exact, rows, hits] = [0, 0, 0];
      for (const { source, target, aligned } of models[pair.name].heldOut) {
        const all = encoded(learned, source.map((word) => pair.source.indexOf(word))); // prettier-ignore
        const states = kind === "attention" ? all : all.slice(-1);
        const want = [...target.map((word) => pair.target.indexOf(word)), 0];
        const own = decoded(learned, states, want.length).map(({ word }) => word);
        // behind the end it says nothing
        const end = own.includes(0) ? own.indexOf(0) + 1 : own.length;
        const right = want.filter((word, step) => step < end && own[step] === word).length;
        const led = decoded(learned, states, want.length, [0, ...want]);
        aligned.forEach((place, step) => {
          rows += Number(place >= 0);
          hits += Number(place >= 0 && led[step].looked === place + 1);
        });
        exact += Number(right === want.length);
        const { length } = source;
        const so = lengths.get(length) ?? { length, sentences: 0, words: 0, right: 0 };
        const { sentences, words } = so;
        lengths.set(length, {
          ...so,
          sentences: sentences + 1,
          words: words + want.length,
          right: so.right + right,
        });
      }
      assert.equal(exact / measured.sentences, measured.exact);
      assert.deepEqual([...lengths.values()].sort((a, b) => a.length - b.length), measured.by_length); // prettier-ignore
      if (kind === "attention") assert.equal(hits / rows, measured.aligned);
    });
