/** What the studio says, by language. It is no part of the player. */

import { languageOf, languages } from "../index.js";
import en from "./en.js";
import zh from "./zh.js";

/** @type {Record<string, import("../index.js").Words>} */
export const pages = { en, zh };

/** @param {string} [tag] @returns {import("../index.js").Words} */
export const pageWords = (tag) => pages[languageOf(tag).id] ?? pages[languages[0].id];
