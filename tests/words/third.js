// A copy of web/ with a language or a story more, as somebody adds one: files, and for a language a line in the list.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { root } from "../setup/system.js";

/**
 * The copy, with the helpers of tests that make scenes.
 * @returns {{ folder: string, web: string, list: () => void, remove: () => void }} list: what build.sh does once there are more files
 */
export function copyOfWeb() {
  const folder = mkdtempSync(join(tmpdir(), "attention-player-words-"));
  const filter = (/** @type {string} */ path) => !/build.(objects|native|chunks|site)/.test(path);
  for (const name of ["web", "package.json", "tests/helpers", "tests/scene/helpers"])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter });
  const web = join(folder, "web");
  return {
    folder,
    web,
    list: () => void execFileSync(process.execPath, [join(web, "tools/lists.mjs")]),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** English in another alphabet as a language of its own: a line in the list, and a file beside every English one. @param {string} web */
export function addLanguage(web) {
  const words = join(web, "words");
  const list = readFileSync(join(words, "languages.js"), "utf8");
  const line = '  { id: "xx", tag: "xx", name: "Жж" },';
  writeFileSync(join(words, "languages.js"), list.replace(/(?<=languages = \[[^\]]*)\];/, `${line}\n];`));
  cpSync(join(root, "tests/words/pseudo.js"), join(words, "pseudo.js"));
  for (const path of readdirSync(words, { recursive: true }).map(String))
    if (/(^|[/\\])en\.js$/.test(path)) {
      const folder = dirname(join(words, path));
      const up = relative(folder, words).replaceAll("\\", "/") || ".";
      const text = `import en from "./en.js";\nimport { pseudo } from "${up}/pseudo.js";\nexport default pseudo(en);\n`;
      writeFileSync(join(folder, "xx.js"), text);
    }
}

/** A story: its file and its texts in each language. @param {string} web @param {string} id @param {string} story @param {Record<string, string>} texts */
export function addStory(web, id, story, texts) {
  writeFileSync(join(web, `scene/stories/${id}.js`), story);
  mkdirSync(join(web, `words/stories/${id}`));
  for (const [language, text] of Object.entries(texts))
    writeFileSync(join(web, `words/stories/${id}/${language}.js`), text);
}
