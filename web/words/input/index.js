/**
 * Notes, errors and comments of texts, files, links and code, one file a language. They are loaded with web/input alone,
 * apart from the player's words.
 */
import en from "./en.js";
import { spoken } from "./spoken.js";
import zh from "./zh.js";

/** @param {string} [lang] a language tag; English where it asks for no language of the list @returns {Record<string, any>} by part */
export const inputWords = (lang) => spoken({ en, zh }, lang);
