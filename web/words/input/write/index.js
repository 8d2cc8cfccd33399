/** The texts about numbers that cannot be written, which an export loads without the other texts of web/input. */
import * as texts from "../../../build/words/input/write.js";
import { inLanguage } from "../../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const writeWords = (lang) => inLanguage(texts, lang);
