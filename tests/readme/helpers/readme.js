// The README and the pages of web/docs, and what stands in them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup/system.js";

/** Paths of the English ones, the README first. */
export const paths = [
  "README.md",
  ...readdirSync(join(root, "web/docs"))
    .filter((name) => /^\w+\.md$/.test(name))
    .map((name) => `web/docs/${name}`),
];

/** @param {string} path */
export const read = (path) => readFileSync(join(root, path), "utf8");

/** A page of web/docs. @param {string} name */
export const page = (name) => read(`web/docs/${name}.md`);

/** All their text. */
export const manual = paths.map(read).join("\n\n");

/** The code blocks of a language, in all of them. */
export const blocks = (language) =>
  [...manual.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code]) => code);

/** What stands below a heading, up to the next of its kind. */
export const section = (heading) =>
  manual
    .split(`\n${heading}\n`)[1]
    .split(new RegExp(`^${heading.split(" ")[0]} `, "m"))[0]
    .split(/^## /m)[0];

/** What stands between backticks. */
export const coded = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** What the comments at the end of its printing lines promise. */
export const promised = (code) =>
  [...code.matchAll(/(?:console\.log|printf).*;\s+\/\/ (.*)$/gm)].map(([, text]) => text);

/** The cells of the rows of the first table whose head begins with a word. */
export function table(head, text = manual) {
  const [rows] = text.slice(text.search(new RegExp(`^\\| ${head} `, "m"))).split("\n\n");
  return rows
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The first column of that table. */
export const column = (head, text = manual) => table(head, text).map(([first]) => first);
