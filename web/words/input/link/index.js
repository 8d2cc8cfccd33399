/** The texts of links, which a page that only opens a link loads without the other texts of web/input. */
import * as texts from "../../../build/words/input/link.js";
import { inLanguage } from "../../languages.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const linkWords = (lang) => inLanguage(texts, lang);
