// The README's links, commands, folders and figures are those of the project.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../setup/system.js";
import { blocks, coded, readme, section, table } from "./helpers/readme.js";

describe("the README's table of sites", () => {
  for (const [where, ...cells] of table("where")) {
    const [, path] = /\]\((.*)\)/.exec(where) ?? [];
    test(`what is pasted stands in ${path}, or is a file there`, () => {
      const folder = join(root, path);
      const sources = readdirSync(folder, { recursive: true })
        .map((name) => join(folder, String(name)))
        .filter((file) => !/node_modules|package-lock/.test(file) && statSync(file).isFile());
      // what its server says is written beside the folder
      const texts = [...sources, `${folder}.js`].map((file) => readFileSync(file, "utf8"));
      for (const code of cells.flatMap(coded)) {
        const parts = code.split("…").map((part) => part.trim());
        const stands = texts.some((text) => parts.every((part) => text.includes(part)));
        assert.ok(stands || existsSync(join(folder, code)), code);
      }
    });
  }
});

test("the README's commands are scripts of the package, and what is installed is the package", () => {
  const { name, scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readme.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)];
  assert.ok(named.length > 8);
  for (const [, run, short] of named) assert.ok(scripts[run ?? short], run ?? short);
  assert.ok(blocks("sh").includes(`npm install ${name}\n`));
});

test("the README's figures of speed are those of the page that has them all", () => {
  const page = readFileSync(join(root, "tests", "bench", "README.md"), "utf8");
  const figures = section("## Speed").match(/\b\d\.\d\d\b/g) ?? [];
  assert.equal(figures.length, 5);
  const means = page.match(/^Against the fastest other engine.*$/gm)?.join(" ") ?? "";
  for (const figure of figures) assert.match(means, new RegExp(`(plain|causal|least) ${figure}\\b`));
});

test("the README's links and pictures lead somewhere", () => {
  const paths = [...readme.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="(web\/[^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture,
  );
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(
    ([, text]) =>
      `#${text
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-")}`,
  );
  for (const path of paths.filter((one) => !one.startsWith("https:")))
    assert.ok(path.startsWith("#") ? headings.includes(path) : existsSync(join(root, path)), path);
});

test("the README's folders are those of web/", () => {
  const named = [...section("## The house").matchAll(/^ {6}(\w+)\/ /gm)].map(([, name]) => name);
  const folders = readdirSync(join(root, "web"), { withFileTypes: true });
  const rooms = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
  assert.deepEqual(named.sort(), rooms.sort());
});
