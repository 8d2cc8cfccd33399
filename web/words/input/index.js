/**
 * Notes, errors and comments of texts, files, links and code, one file per language. They are loaded only with web/input, apart
 * from the player's words.
 */
import * as texts from "../../build/words/input.js";
import { inLanguage } from "../languages.js";

/**
 * @param {string} [lang] a language tag; the first language if the tag asks for none of the list
 * @returns {Record<string, any>} texts by the part of web/input that uses them
 */
export const inputWords = (lang) => inLanguage(texts, lang);
