/** Words in every language, and sentences made from their templates. */

import en from "./words.en.js";
import zh from "./words.zh.js";

/** @type {Record<string, any>} */
const LANGUAGES = { en, zh };

/** Ids of the languages there are. */
export const languages = Object.keys(LANGUAGES);

/**
 * The dictionary of a language tag; "zh-CN" is Chinese, what is unknown is English.
 * @param {string} [lang]
 */
export function words(lang = "en") {
  return LANGUAGES[String(lang).toLowerCase().split(/[-_]/)[0]] ?? en;
}

/**
 * A template with its names filled in.
 * @param {string} template @param {Record<string, unknown>} [names]
 */
export function fill(template, names = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in names ? String(names[name]) : whole));
}

/** @typedef {{ text: string, role?: string, cell?: string }} Span */

/**
 * A filled template as spans: "[value|value]" is underlined in the role's colour.
 * @param {string} template @param {Record<string, unknown>} [names] @returns {Span[]}
 */
export function spans(template, names) {
  return fill(template, names)
    .split(/(\[[^\]]*\])/)
    .filter(Boolean)
    .map((piece) => {
      if (!piece.startsWith("[")) return { text: piece };
      const [text, role, cell] = piece.slice(1, -1).split("|");
      return cell ? { text, role, cell } : { text, role };
    });
}

/** Spans as plain text. @param {Span[]} list */
export const plain = (list) => list.map(({ text }) => text).join("");
