// README.zh.md is README.md in Chinese: the same parts in the same order, the same code, names, links and pictures.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../setup/system.js";
import { coded, readme } from "./helpers/readme.js";

const chinese = readFileSync(join(root, "README.zh.md"), "utf8");

const headings = (text) => [...text.matchAll(/^(#+) (.*)$/gm)].map(([, level, name]) => ({ level, name }));
const codeBlocks = (text) => text.match(/^```[\s\S]*?^```$/gm) ?? [];
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```$|^ {4}.*$/gm, "");
/** What stands below each heading. */
const parts = (text) => withoutCode(text).split(/^#+ .*$/m);
const tables = (text) => text.match(/(?:^\|.*\|\n)+/gm) ?? [];
const cells = (row) => row.split("|").slice(1, -1);

/** Where a text leads to and what it shows; a heading by its place, and one README stands for the other. */
function targets(text) {
  const anchors = headings(text).map(
    ({ name }) =>
      `#${name
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, "")
        .replaceAll(" ", "-")}`,
  );
  return [...text.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture)
    .map((target) => (target.startsWith("#") ? `heading ${anchors.indexOf(target)}` : target))
    .map((target) => target.replace(/^README(\.zh)?\.md$/, "the other"));
}

describe("README.zh.md", () => {
  test("has the headings of README.md", () => {
    const levels = (text) => headings(text).map(({ level }) => level);
    assert.deepEqual(levels(chinese), levels(readme));
  });

  test("has its code, to the letter", () => assert.deepEqual(codeBlocks(chinese), codeBlocks(readme)));

  test("has its tables, row by row, and the same names in the first column", () => {
    const forms = (text) =>
      tables(text).map((table) =>
        table
          .trim()
          .split("\n")
          .map((row) => ({
            columns: cells(row).length,
            first: [coded(cells(row)[0]), targets(cells(row)[0])],
          })),
      );
    assert.deepEqual(forms(chinese), forms(readme));
  });

  test("has its lists", () => {
    const points = (text) => parts(text).map((part) => part.match(/^- /gm)?.length ?? 0);
    assert.deepEqual(points(chinese), points(readme));
  });

  test("names the same things in each part", () => {
    const names = (text) =>
      parts(text).map((part) =>
        coded(part)
          .map((name) => name.replace(/\s+/g, " "))
          .sort(),
      );
    assert.deepEqual(names(chinese), names(readme));
  });

  test("says the same figures in each part", () => {
    const figures = (text) =>
      parts(text).map((part) => (part.replace(/`[^`]+`/g, "").match(/\d[\d.,]*\d|[2-9]/g) ?? []).sort());
    assert.deepEqual(figures(chinese), figures(readme));
  });

  test("has the same links and pictures, and no heading is missed", () => {
    assert.deepEqual(targets(chinese), targets(readme));
    assert.ok(!targets(chinese).includes("heading -1"));
  });

  test("has the same folders", () => {
    const folders = (text) => [...text.matchAll(/^ {4,6}([\w.]+\/?) /gm)].map(([, name]) => name);
    assert.deepEqual(folders(chinese), folders(readme));
  });
});
