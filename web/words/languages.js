/**
 * The languages, in the order in which they are offered. The first speaks where no other is asked for. A further one is a
 * line here, and beside each en.js of this folder a file that says the same.
 */

/**
 * @typedef {object} Language
 * @property {string} id as its files are called
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

/** The language that a tag asks for, if it is one of the list: "zh-Hant-TW" is Chinese. @param {string} tag */
const found = (tag) => languages.find(({ id }) => id === tag.toLowerCase().split(/[-_]/)[0]);

/** The language that a tag asks for, else the first. @param {string} [tag] */
export const languageOf = (tag = "") => found(tag) ?? languages[0];

/** Whether a tag asks for a language of the list. @param {string} tag */
export const speaks = (tag) => found(tag) !== undefined;

/**
 * The texts of the language that a tag asks for, else of the first.
 * @template T @param {Record<string, T>} texts by language @param {string} [tag] @returns {T}
 */
export const inLanguage = (texts, tag) => texts[languageOf(tag).id] ?? texts[languages[0].id];
