// The README, and what stands in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../setup/system.js";

/** Its text. */
export const readme = readFileSync(join(root, "README.md"), "utf8");

/** The code blocks of a language. */
export const blocks = (language) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, code]) => code);

/** What stands below a heading, up to the next of its kind. */
export const section = (heading) =>
  readme
    .split(`\n${heading}\n`)[1]
    .split(new RegExp(`^${heading.split(" ")[0]} `, "m"))[0]
    .split(/^## /m)[0];

/** What stands between backticks. */
export const coded = (text) => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** What the comments at the end of its printing lines promise. */
export const promised = (code) =>
  [...code.matchAll(/(?:console\.log|printf).*;\s+\/\/ (.*)$/gm)].map(([, text]) => text);

/** The cells of the rows of the table whose head begins with a word. */
export function table(head) {
  const [text] = readme.slice(readme.search(new RegExp(`^\\| ${head} `, "m"))).split("\n\n");
  return text
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
export const column = (head) => table(head).map(([first]) => first);
