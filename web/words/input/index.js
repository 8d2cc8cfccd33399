/**
 * What the room that reads numbers says: notes and refusals, one file a language, apart from the player's words because
 * they are loaded with that room alone.
 */
import en from "./en.js";
import { spoken } from "./spoken.js";
import zh from "./zh.js";

/** @param {string} [lang] a language tag; English where it asks for no language of the list @returns {Record<string, any>} by part of the room */
export const inputWords = (lang) => spoken({ en, zh }, lang);
