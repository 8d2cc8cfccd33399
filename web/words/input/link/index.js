/** The words of links, which a page that only opens one loads alone. */
import en from "./en.js";
import { spoken } from "../spoken.js";
import zh from "./zh.js";

/** @param {string} [lang] a language tag @returns {Record<string, any>} */
export const linkWords = (lang) => spoken({ en, zh }, lang);
