// The README and the docs in Chinese: the same parts in the same order, the same code, names, links and pictures.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { coded, paths, read } from "./helpers/readme.js";

const headings = (text) => [...text.matchAll(/^(#+) (.*)$/gm)].map(([, level, name]) => ({ level, name }));
const codeBlocks = (text) => text.match(/^```[\s\S]*?^```$/gm) ?? [];
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```$/gm, "");
/** What stands below each heading. */
const parts = (text) => withoutCode(text).split(/^#+ .*$/m);
const tables = (text) => text.match(/(?:^\|.*\|\n)+/gm) ?? [];
const cells = (row) => row.split("|").slice(1, -1);

/** Where a text leads to and what it shows, alike in both languages; a heading of its own by its place. */
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
    .map((target) => target.replace(/\.zh\.md\b/, ".md").replace(/(\.md)#.*/, "$1"));
}

for (const path of paths)
  describe(path, () => {
    const english = read(path);
    const chinese = read(path.replace(".md", ".zh.md"));

    test("has the same headings", () => {
      const levels = (text) => headings(text).map(({ level }) => level);
      assert.deepEqual(levels(chinese), levels(english));
    });

    test("has the same code, to the letter", () =>
      assert.deepEqual(codeBlocks(chinese), codeBlocks(english)));

    test("has the same tables, row by row, and the same names in the first column", () => {
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
      assert.deepEqual(forms(chinese), forms(english));
    });

    test("has the same lists", () => {
      const points = (text) => parts(text).map((part) => part.match(/^- /gm)?.length ?? 0);
      assert.deepEqual(points(chinese), points(english));
    });

    test("names the same things in each part", () => {
      const names = (text) =>
        parts(text).map((part) =>
          coded(part)
            .map((name) => name.replace(/\s+/g, " "))
            .sort(),
        );
      assert.deepEqual(names(chinese), names(english));
    });

    test("says the same figures in each part", () => {
      const figures = (text) =>
        parts(text).map((part) => (part.replace(/`[^`]+`/g, "").match(/\d[\d.,]*\d|[2-9]/g) ?? []).sort());
      assert.deepEqual(figures(chinese), figures(english));
    });

    test("has the same links and pictures, and no heading is missed", () => {
      assert.deepEqual(targets(chinese), targets(english));
      assert.ok(!targets(chinese).includes("heading -1"));
    });
  });
