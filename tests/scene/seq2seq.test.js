// Sequence to sequence: what is lost in one state, what is measured of it, and that any decoder can be told.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { captionOf, marksAt, numbersOf, said, stepOf } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";
import { sequence } from "./helpers/chains.js";

const { problem, figures } = presets.seq2seq;
const story = "seq2seq";

/** The likeliest word of each step of a stage. @param {any} scene @param {string} id */
function wordsOf({ model }, id) {
  const stage = model.stage(id);
  return Array.from({ length: stage.q_len }, (_, j) => stage.label("query", j));
}

test("the decoder with attention says the translation; the one that has the last state alone says what it is fed", () => {
  const scene = sceneOf(problem, { story });
  assert.deepEqual(wordsOf(scene, "decoder"), ["la", "souris", "noire", "dort", "⟨end⟩"]);
  const alone = wordsOf(scene, "decoder_before");
  assert.deepEqual(["⟨start⟩", ...alone.slice(0, -1)], scene.model.stage("decoder_before").problem.labels.x);
  const step = stepOf(scene, "retell");
  assert.match(step.text, new RegExp(alone.join(" ")));
  assert.match(said(step), /attention will change two words/);
});

test("it takes less than a minute, with all that there is to tell", () => {
  for (const lang of ["en", "zh"])
    assert.ok(sceneOf(problem, { story, lang, options: { figures, learned: true } }).duration < 60, lang);
});

test("what was measured is told where it is handed over, with the numbers as they are, and else left out", () => {
  const counted = structuredClone(figures);
  Object.assign(counted.bottleneck.by_length.at(-1), { right: 0, words: 0 });
  for (const [lang, sign] of [
    ["en", "\u00a0%"],
    ["zh", "%"],
  ]) {
    const scene = sceneOf(problem, { story, lang, options: { figures: counted } });
    const step = stepOf(scene, "measured");
    const percent = ({ right, words }) => `${words && Math.round((100 * right) / words)}${sign}`;
    const drawn = marksAt(scene, step.hold).map(({ text }) => text);
    for (const { by_length: list } of [counted.attention, counted.bottleneck]) {
      assert.ok(said(step).includes(percent(list.at(-1))), said(step));
      for (const one of [list[0], list.at(-1)]) assert.ok(drawn.includes(percent(one)));
    }
  }
  assert.ok(!sceneOf(problem, { story }).steps.some(({ id }) => id === "measured"));
});

test("step j asks with the state before: the query's cells are those of state j - 1, the keys' the encoder's", () => {
  const scene = sceneOf(problem, { story });
  const at = stepOf(scene, "scores-1").hold;
  const cells = marksAt(scene, at).flatMap(({ cell, copy }) => (cell && !copy ? [cell] : []));
  for (const cell of [
    "decoder.state:0,5",
    "encoder.state:0,0",
    "encoder.state:4,5",
    "decoder.scores:0,0,0,4",
  ])
    assert.ok(cells.includes(cell), cell);
});

test("a state is called as the picture calls it: h of an encoder, s of a decoder, counted from the one before the first word", () => {
  const scene = sceneOf(problem, { story });
  const name = (tensor, index) => explain(scene, tensor, index)?.text.split(" ")[0];
  assert.deepEqual([name("encoder.state", [0, 1]), name("encoder.state", [2, 0])], ["h₀₂", "h₂₁"]);
  assert.deepEqual([name("decoder.state", [0, 0]), name("decoder.context", [0, 0])], ["s₀₁", "c₁₁"]);
});

test("weights share out a bar, and those that are NaN none", () => {
  const parts = (/** @type {any} */ state) => {
    const scene = sceneOf(sequence(state), { story });
    const marks = marksAt(scene, stepOf(scene, "softmax-1").hold);
    return marks.filter(({ id }) => id.startsWith("share.0/")).length;
  };
  assert.ok(parts({}) > 0);
  assert.equal(parts({ initial_state: ["NaN", 0, 0, 0, 0, 0] }), 0);
});

test("a word that is edited away is no longer said: the sentence follows the numbers", () => {
  const edited = structuredClone(problem);
  const decoder = edited.stages.at(-1);
  decoder.b_out = decoder.b_out.map((one, k) => (k === 5 ? one + 1000 : one));
  const scene = sceneOf(edited, { story });
  const word = decoder.labels.logits[5];
  assert.deepEqual(wordsOf(scene, "decoder"), Array(5).fill(word));
  assert.match(captionOf(scene, "word-1"), new RegExp(`“${word}”`));
});

test("a decoder with nothing to look at, or too many words, is told operation by operation", () => {
  const [few, many] = [sequence({ words: 0, encoder: false }), sequence({ words: 41, said: 2 })];
  for (const one of [few, many]) assert.ok(!sceneOf(one, { story }).stories.includes(story));
  assert.ok(numbersOf(sceneOf(sequence({ words: 3, said: 2, d: 2 }), { story })).size > 20);
});
