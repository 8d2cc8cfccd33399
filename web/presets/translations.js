/**
 * Sentences of toy grammars, translated by small models that were trained on such sentences (`npm run learn`); one of them is also
 * translated by a decoder that has only the encoder's last state.
 */
import chinese from "../build/presets/learned/chinese-english.js";
import english from "../build/presets/learned/english-french.js";
import { problemOf } from "./sentences.js";

/** @typedef {Record<string, any>} Problem */

/** @param {string} text */
const words = (text) => text.split(" ");

/** Renames a stage, and the stages that it reads from. @param {Problem} stage @returns {Problem} */
const before = ({ id, ...stage }) => ({
  id: `${id}_before`,
  ...Object.fromEntries(
    Object.entries(stage).map(([key, value]) => [
      key,
      typeof value === "string" ? value.replace(/^(encoder|last)\./, "$1_before.") : value,
    ]),
  ),
});

const short = words("the black mouse sleeps");
// what the decoder with only the last state says, fed with its own words
const alone = problemOf(english, short, words("une souris blanche dort"), { bottleneck: true });

/** Both as one chain: the one without attention comes first. @type {Problem} */
export const sequenceToSequence = {
  version: 1,
  stages: [...alone.stages.map(before), ...problemOf(english, short, words("la souris noire dort")).stages],
};

/** Measurements over held-out sentences. */
export const { measured } = english;

export const englishFrench = problemOf(
  english,
  words("the black cat sees a white horse"),
  words("le chat noir voit un cheval blanc"),
);

export const chineseEnglish = problemOf(
  chinese,
  words("我 今天 在 学校 慢慢地 写 信"),
  words("I write letters slowly at school today"),
);
