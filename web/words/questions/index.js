/** The questions, and the sentences about an answer, in the form of a story's texts; they are loaded with the questions. */
import * as texts from "../../build/words/questions.js";
import { addStory } from "../index.js";

/** @typedef {Record<string, any>} Facts */

/** @type {import("../rules.js").Rules} */
function rules({ filled, names }, story) {
  const texts = filled(story);
  /** @param {any} model */
  const head = (model) => ({ heads: model.heads, shown: model.head + 1 });
  return {
    /** @param {Facts} facts */
    look: ({ model, ...facts }) => texts.look({ ...head(model), ...facts }),
    /** @param {Facts} facts */
    pull: ({ model, ...facts }) => texts.pull({ result: names.result(model), ...facts }),
    /** @param {Facts} facts */
    row: ({ model }) => texts.row(head(model)),
  };
}

addStory({ id: "questions", ...texts, rules });
