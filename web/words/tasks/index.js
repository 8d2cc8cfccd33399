/** What tasks and guesses say, one file a language. It is loaded with them alone, apart from the player's words. */
import * as texts from "../../build/words/tasks.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const taskWords = (lang) => inLanguage(texts, lang);
