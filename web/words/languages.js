/**
 * The languages, in the order in which they are offered. The first is the default. To add one, add a line here and, beside each
 * en.js in this folder, a file with the same texts.
 */

/**
 * @typedef {object} Language
 * @property {string} id the name of its files
 * @property {string} tag BCP 47, for `lang`
 * @property {string} name
 * @property {Record<string, any>} [texts] once they are loaded
 * @property {any} [speech] the texts as functions (rules.js)
 */

/** @type {Language[]} */
export const languages = [
  { id: "en", tag: "en", name: "English" },
  { id: "zh", tag: "zh-CN", name: "中文" },
];

/** Returns the language that a tag asks for, if the list has it: "zh-Hant-TW" is Chinese. @param {string} tag */
const found = (tag) => languages.find(({ id }) => id === tag.toLowerCase().split(/[-_]/)[0]);

/** Returns the language that a tag asks for, else the first. @param {string} [tag] */
export const languageOf = (tag = "") => found(tag) ?? languages[0];

/** Reports whether a tag asks for a language of the list. @param {string} tag */
export const speaks = (tag) => found(tag) !== undefined;

/**
 * Returns the texts of the language that a tag asks for, else those of the first.
 * @template T @param {Record<string, T>} texts by language @param {string} [tag] @returns {T}
 */
export const inLanguage = (texts, tag) => texts[languageOf(tag).id] ?? texts[languages[0].id];
