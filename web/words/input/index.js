/**
 * What the room that reads numbers says: notes and refusals, one file a language, apart from the player's words because
 * they are loaded with that room alone.
 */
import * as texts from "../../build/words/input.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag; the first language where it asks for no language of the list @returns {Record<string, any>} by part of the room */
export const inputWords = (lang) => inLanguage(texts, lang);
