/** The texts of the studio, by language. They are not part of the player. */
import * as texts from "../../build/words/page.js";
import { inLanguage } from "../languages.js";

/** @param {string} [lang] a language tag @returns {import("../index.js").Words} */
export const pageWords = (lang) => inLanguage(texts, lang);
