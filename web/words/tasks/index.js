/** The texts of tasks and guesses, one file per language. They are loaded only with these, apart from the player's words. */
import * as texts from "../../build/words/tasks.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const taskWords = (lang) => inLanguage(texts, lang);
