/**
 * Notes, errors and comments of texts, files, links and code, one file a language. They are loaded with web/input alone,
 * apart from the player's words.
 */
import * as texts from "../../build/words/input.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag; the first language where it asks for no language of the list @returns {Record<string, any>} by the part of web/input that says them */
export const inputWords = (lang) => inLanguage(texts, lang);
