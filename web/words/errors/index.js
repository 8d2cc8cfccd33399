/** What the author of a page is told, one file a language. It is loaded where a page writes what may be wrong. */
import * as texts from "../../build/words/errors.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const errorWords = (lang) => inLanguage(texts, lang);
