// The README's film is of today's scenes; npm run picture draws it again. One stands for both, for time's sake.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pictures } from "../helpers/pictures.js";
import { root } from "../setup/system.js";

const folder = join(root, "web", "pictures");

describe("web/pictures", () => {
  const dark = "walk-through-animated-dark";
  test(`${dark}.svg is what the export draws; else npm run picture`, async () => {
    const drawn = `${await pictures[dark]()}\n`;
    assert.ok(drawn === readFileSync(join(folder, `${dark}.svg`), "utf8"), `${dark}.svg is another`);
  });

  test("has the film in light and dark and nothing else, each below 300 KB", () => {
    const files = Object.keys(pictures).map((name) => `${name}.svg`);
    assert.deepEqual(readdirSync(folder).sort(), files.sort());
    for (const name of files) assert.ok(statSync(join(folder, name)).size < 300_000, name);
  });
});
