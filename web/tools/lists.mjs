// lists.mjs: lists the contents of web/words and web/scene/stories as modules of web/build, so that no list is kept by hand.
//
//   words/LANGUAGE.js       the texts of a language, with the names of the stories
//   words/index.js          the texts of the first language, and loaders for the others
//   words/all.js            the texts of every language
//   words/FOLDER.js         the texts of a folder of web/words, by language
//   words/stories/STORY.js  the texts of a story, by language, and its rules
//   stories/index.js        a loader for each story but the walk-through
//   stories/all.js          every story but the walk-through
//   lists/names.js          the presets, the stories offered, the attributes that make a problem, and the error messages
//                           for a player that does not load
//
// A story is a file of web/scene/stories or a folder there with an index.js; its texts are in the folder of the same name
// in web/words/stories. The walk-through is part of the player, and its texts are part of those of the language.
import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { order, unoffered } from "../scene/stories/order.js";
import { languages } from "../words/languages.js";
import { web, write } from "./shared.mjs";

/** @typedef {Record<string, string>} Files paths in web/, by exported name */

const exists = (path) => existsSync(join(web, path));
const others = readdirSync(join(web, "words/stories")).filter((id) => !order.includes(id));
const stories = [...order, ...others.sort()];
const loadedStories = stories.filter((id) => id !== "walk-through");

/** Returns the files of texts in a folder of web/, by language. @param {string} folder @returns {Files} */
const textsIn = (folder) =>
  Object.fromEntries(
    languages.map(({ id }) => [id, `${folder}/${id}.js`]).filter(([, path]) => exists(path)),
  );

/** Returns the files of stories, by id. @param {string[]} ids of stories @returns {Files} */
const storyFiles = (ids) =>
  Object.fromEntries(
    ids.map((id) => [id, [`scene/stories/${id}.js`, `scene/stories/${id}/index.js`].find(exists)]),
  );

/** Returns the names of the stories, as JSON. @param {string} language */
async function namesIn(language) {
  const names = {};
  for (const id of stories) {
    const texts = textsIn(`words/stories/${id}`);
    names[id] = (await import(`../${texts[language] ?? texts[languages[0].id]}`)).default.name;
  }
  return JSON.stringify(names);
}

/** Writes a module of web/build. @param {string} name @param {string[]} lines */
const writeModule = (name, ...lines) => write(name, ["// made by build.sh", ...lines, ""].join("\n"));

/**
 * Returns the specifier, in quotes, by which a module of web/build imports a file of web/.
 * @param {string} name of the module
 * @param {string} path
 */
const pathFrom = (name, path) =>
  JSON.stringify(posix.relative(posix.dirname(`build/${name}`), path).replace(/^(?!\.)/, "./"));

/** Returns the lines that export files. @param {string} name of the module @param {Files} files */
const exported = (name, files) =>
  Object.entries(files).map(([id, path]) => `export { default as "${id}" } from ${pathFrom(name, path)};`);

/** Returns the lines that export a loader for each file. @param {string} name of the module @param {Files} files */
const loaders = (name, files) => [
  "export const load = {",
  ...Object.entries(files).map(([id, path]) => `  "${id}": () => import(${pathFrom(name, path)}),`),
  "};",
];

for (const { id } of languages)
  writeModule(
    `words/${id}.js`,
    `import texts from "../../words/${id}.js";`,
    `export default { ...texts, names: ${await namesIn(id)} };`,
  );
const texts = textsIn("build/words");
writeModule("words/all.js", ...exported("words/all.js", texts));
const { [languages[0].id]: first, ...later } = texts;
writeModule("words/index.js", ...exported("words/index.js", { first }), ...loaders("words/index.js", later));
for (const folder of ["page", "input", "input/link", "input/write", "tasks", "export", "errors", "questions"])
  writeModule(`words/${folder}.js`, ...exported(`words/${folder}.js`, textsIn(`words/${folder}`)));

for (const id of loadedStories) {
  const [name, rules] = [`words/stories/${id}.js`, `words/stories/${id}/rules.js`];
  const files = { ...textsIn(`words/stories/${id}`), ...(exists(rules) && { rules }) };
  writeModule(name, `export const id = "${id}";`, ...exported(name, files));
}
const list = `/** @typedef {${stories.map((id) => `"${id}"`).join(" | ")}} StoryId */`;
writeModule("stories/index.js", list, ...loaders("stories/index.js", storyFiles(loadedStories)));
const offered = stories.filter((id) => !unoffered.includes(id));
writeModule("stories/all.js", ...exported("stories/all.js", storyFiles(loadedStories)));

// these imports need the modules written above
const { presets } = await import("../presets/index.js");
const { attributeNames } = await import("../element/problem-attributes.js");
const { loadWords, words } = await import("../words/index.js");
await Promise.all(languages.map(({ id }) => loadWords(id)));
const missing = Object.fromEntries(
  languages.map(({ id }) => {
    const { missing, again } = words(id).element.errors;
    return [id, [missing, again]];
  }),
);
const names = { presets: Object.keys(presets), stories: offered, problemAttributes: attributeNames, missing };
writeModule(
  "lists/names.js",
  `/** @typedef {${names.presets.map((id) => `"${id}"`).join(" | ")}} PresetName */`,
  ...Object.entries(names).map(([name, list]) => `export const ${name} = ${JSON.stringify(list)};`),
);
