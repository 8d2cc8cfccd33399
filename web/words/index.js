/**
 * The languages the player speaks. A further one is its file, its line here and in all.js, and for each story and for the
 * studio's page a file and a line beside the others: nothing else in web/ knows which there are. A language's file is one
 * object of the same shape as en.js, by room of the house; its texts are templates (sentence.js says how they are filled), or
 * functions of a few names. Which of them holds is decided in cases.js and in the index.js of a story, once for all.
 * "[text|scores]" speaks of the scores, and is underlined in their colour.
 */

import { speak } from "./cases.js";
import en from "./en.js";

/** @typedef {{ [name: string]: import("./sentence.js").Text | string[] | Texts }} Texts */
/** @typedef {Record<string, any>} Words the texts of a language, all by their paths */
/** @typedef {{ id: string, texts: Record<string, Texts>, cases: import("./cases.js").Cases }} StoryTexts what a story says, by language,
 *   and which of it holds */
/** @typedef {{ id: string, tag: string, name: string, texts?: Words, load?: () => Promise<{ default: Words }>, spoken?: ReturnType<typeof speak> }} Language
 *   `tag`: its BCP 47 tag, for `lang`; `texts`, where they are there from the start, or else how they are loaded; spoken: as
 *   the rooms call them */

/** In the order in which they are offered. The first speaks where no other is asked for. @type {Language[]} */
export const languages = [
  { id: "en", tag: "en", name: "English", texts: en },
  { id: "zh", tag: "zh-CN", name: "中文", load: () => import("./zh.js") },
];

/** Stories whose texts have come. @type {StoryTexts[]} */
const told = [];

/** @param {string} tag @returns {Language | undefined} */
function found(tag) {
  const wanted = tag.toLowerCase().split(/[-_]/)[0];
  return languages.find(({ id }) => id === wanted);
}

/** The language that a tag asks for: "zh-Hant-TW" is Chinese. @param {string} [tag] @returns {Language} */
export const languageOf = (tag = "") => found(tag) ?? languages[0];

/** Whether a tag asks for a language of the list. @param {string} tag */
export const speaks = (tag) => found(tag) !== undefined;

/** Brings a language's words. @param {string} [tag] @returns {Promise<Words>} */
export async function loadWords(tag) {
  const language = languageOf(tag);
  if (language.load && !language.texts) addTexts(language.id, (await language.load()).default);
  return words(tag);
}

/** A language whose texts are at hand. @param {string} id @param {Words} texts */
export function addTexts(id, texts) {
  const language = languageOf(id);
  language.texts = texts;
  for (const story of told) addTo(language, story);
}

/** A story that came with its texts. @param {StoryTexts} story */
export function addStory(story) {
  if (told.includes(story)) return;
  told.push(story);
  for (const language of languages) addTo(language, story);
}

/** @param {Language} language @param {StoryTexts} story */
function addTo({ id, texts, spoken }, story) {
  if (!texts) return;
  const own = (texts.stories[story.id] ??= story.texts[id] ?? story.texts[languages[0].id]);
  if (spoken) spoken.words.stories[story.id] = spoken.tell(own, story.cases);
}

/** @param {string} [tag] */
export const isLoaded = (tag) => languageOf(tag).texts !== undefined;

/** The words of a language that is loaded, else those of the first. @param {string} [tag] @returns {Words} */
export function words(tag) {
  const asked = languageOf(tag);
  const language = asked.texts ? asked : languages[0];
  if (!language.spoken) {
    language.spoken = speak(/** @type {Words} */ (language.texts));
    for (const story of told) addTo(language, story);
  }
  return language.spoken.words;
}
