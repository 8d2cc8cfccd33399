/**
 * What the room that reads numbers says: notes and refusals, one file a language, apart from the player's words because
 * they are loaded with that room alone.
 */
import en from "./en.js";
import zh from "./zh.js";

/** @type {Record<string, Record<string, any>>} */
const languages = { en, zh };

/** @param {string} [lang] a language tag; English where it asks for no language of the list @returns {Record<string, any>} by part of the room */
export function inputWords(lang = "en") {
  const [id] = lang.toLowerCase().split(/[-_]/);
  return Object.hasOwn(languages, id) ? languages[id] : en;
}
