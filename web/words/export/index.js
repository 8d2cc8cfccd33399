/** What the export dialog says, one file a language. It is loaded with the dialog alone. */
import * as texts from "../../build/words/export.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const exportWords = (lang) => inLanguage(texts, lang);
