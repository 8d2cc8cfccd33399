/** What is said of numbers that cannot be written, which an export loads alone. */
import * as texts from "../../../build/words/input/write.js";
import { inLanguage } from "../../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const writeWords = (lang) => inLanguage(texts, lang);
