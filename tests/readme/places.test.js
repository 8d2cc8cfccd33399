// The links, commands, folders and figures of README and docs are those of the project.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../setup/system.js";
import { coded, manual, page, paths, read, section, table } from "./helpers/readme.js";

describe("the table of sites", () => {
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

test("the commands are scripts of the package, and the tarball is that of its version", () => {
  const { name, version, scripts } = JSON.parse(read("package.json"));
  const named = [
    ...(manual + read(".github/workflows/check.yml")).matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g),
  ];
  assert.ok(named.length > 15);
  for (const [, run, short] of named) assert.ok(scripts[run ?? short], run ?? short);
  for (const readme of ["README.md", "README.zh.md"])
    assert.deepEqual(read(readme).match(/[\w.-]+\.tgz/g), [`${name}-${version}.tgz`]);
});

test("the figures of speed are those of the page that has them all", () => {
  const means = /^\| Chromium +\|.*$/m.exec(read("tests/bench/README.md"))?.[0] ?? "";
  const figures = section("## Speed").match(/\b\d\.\d\d\b/g) ?? [];
  assert.equal(figures.length, 5);
  for (const figure of figures) assert.match(means, new RegExp(`\\b${figure}\\b`));
});

test("every link and picture leads somewhere, in both languages", () => {
  const anchors = (path) =>
    [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  for (const path of paths.flatMap((path) => [path, path.replace(".md", ".zh.md")]))
    for (const [, link, picture] of read(path).matchAll(/\]\(([^)]+)\)|(?:src|srcset)="(web\/[^"]+)"/g)) {
      const [file, place] = (link ?? picture).split("#");
      if (file.startsWith("https:")) continue;
      const target = file ? join(dirname(path), file) : path;
      assert.ok(existsSync(join(root, target)), `${path}: ${target}`);
      if (place) assert.ok(anchors(target).includes(place), `${path}: ${target}#${place}`);
    }
});

test("every page of the docs is listed in the README", () => {
  const listed = [...section("## Documentation").matchAll(/^- \[[^\]]+\]\((.+?)\)/gm)].map(
    ([, path]) => path,
  );
  assert.deepEqual(listed.sort(), paths.slice(1).sort());
});

test("the folders are those of web/", () => {
  const named = [...page("contributing").matchAll(/^- `web\/(\w+)`:/gm)].map(([, name]) => name);
  const folders = readdirSync(join(root, "web"), { withFileTypes: true });
  const rooms = folders.filter((one) => one.isDirectory()).map(({ name }) => name);
  assert.deepEqual(named.sort(), rooms.sort());
});
