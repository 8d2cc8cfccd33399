/** Errors for the author of a page, one file per language. They are loaded apart from the player's words. */
import * as texts from "../../build/words/errors.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const errorWords = (lang) => inLanguage(texts, lang);
