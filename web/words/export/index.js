/** The texts of the export dialog, one file per language. They are loaded only with the dialog. */
import * as texts from "../../build/words/export.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const exportWords = (lang) => inLanguage(texts, lang);
