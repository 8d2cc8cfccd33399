/**
 * The words of the player. The file of a language is one object of the same shape as en.js, by part of the player; its texts are
 * templates (sentence.js describes how they are filled), or functions of a few names. rules.js and the rules.js of a story choose
 * between them, once for all languages. "[text|scores]" refers to the scores, and is underlined in their colour.
 */

import { first, load as loaders } from "../build/words/index.js";
import { languageOf, languages } from "./languages.js";
import { speak } from "./rules.js";
import walkThrough from "./stories/walk-through/rules.js";

export { languageOf, languages, speaks } from "./languages.js";

/** @typedef {{ [name: string]: import("./sentence.js").Text | string[] | Texts }} Texts */
/** @typedef {Record<string, any>} Words the texts of a language, nested by name */
/** @typedef {Record<string, any> & { id: string, rules?: import("./rules.js").Rules }} StoryTexts the texts of a
 *   story, by language, and the rules that choose between them */

/** Stories whose texts are loaded; those of the walk-through come with the language. @type {StoryTexts[]} */
const stories = [{ id: "walk-through", rules: walkThrough }];

addTexts(languages[0].id, first);

/** Loads a language's words. @param {string} [tag] @returns {Promise<Words>} */
export async function loadWords(tag) {
  const { id, texts } = languageOf(tag);
  if (!texts) addTexts(id, (await loaders[/** @type {keyof typeof loaders} */ (id)]()).default);
  return words(tag);
}

/** Adds the texts of a language, unless it has them. @param {string} id @param {Words} texts */
export function addTexts(id, texts) {
  const language = languageOf(id);
  if (language.texts) return;
  Object.assign(language, { texts, speech: speak(texts) });
  for (const story of stories) addTo(language, story);
}

/** Adds the texts of a story. @param {StoryTexts} story */
export function addStory(story) {
  if (stories.includes(story)) return;
  stories.push(story);
  for (const language of languages) addTo(language, story);
}

/** @param {import("./languages.js").Language} language @param {StoryTexts} story */
function addTo({ id, texts, speech }, story) {
  if (!texts) return;
  const added = (texts.stories[story.id] ??= story[id] ?? story[languages[0].id]);
  speech.words.stories[story.id] = speech.storyWords(added, story.rules);
}

/** @param {string} [tag] */
export const isLoaded = (tag) => languageOf(tag).texts !== undefined;

/** Returns the words of a language if it is loaded, else those of the first. @param {string} [tag] @returns {Words} */
export const words = (tag) => (languageOf(tag).speech ?? languages[0].speech).words;
