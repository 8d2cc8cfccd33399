/**
 * A sentence of a toy grammar, translated by a small model that was learned from such sentences: with attention, and before
 * it with the encoder's last state alone.
 */
import { englishFrench } from "./learned/english-french.js";
import { problemOf } from "./learned/sentences.js";

/** @typedef {Record<string, any>} Problem */

const source = ["the", "shy", "cat", "eats"];
const target = ["le", "chat", "timide", "mange"];
/** What the decoder says that has the last state alone, fed with its own words. */
const retold = ["un", "chat", "noir", "mange"];

/** A stage under another name, as are those it reads from. @param {Problem} stage @returns {Problem} */
const before = (stage) =>
  Object.fromEntries(
    Object.entries(stage).map(([key, value]) => [
      key,
      key === "id"
        ? `${value}_before`
        : typeof value === "string" && value.includes(".")
          ? value.replace(".", "_before.")
          : value,
    ]),
  );

const alone = problemOf(englishFrench, source, retold, { bottleneck: true });
const attending = problemOf(englishFrench, source, target);

/** Both as one chain: what was before attention comes first. @type {Problem} */
export const sequenceToSequence = { version: 1, stages: [...alone.stages.map(before), ...attending.stages] };

/** What was measured over sentences that nothing was learned from. */
export const { measured } = englishFrench;
