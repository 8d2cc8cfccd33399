// The README's pictures are of today's scenes; npm run picture draws them again. Two stand for all, for time's sake.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { stories } from "../../web/scene/index.js";
import { pictures } from "../helpers/pictures.js";
import { root } from "../setup/system.js";

const folder = join(root, "web", "pictures");

describe("web/pictures", () => {
  for (const name of ["attention-dark", "matrices"])
    test(`${name}.svg is what the renderer draws; else npm run picture`, async () => {
      const drawn = `${await pictures[name]()}\n`;
      assert.ok(drawn === readFileSync(join(folder, `${name}.svg`), "utf8"), `${name}.svg is another`);
    });

  test("has one of every story, and nothing else but the first", () => {
    const names = ["attention-light", "attention-dark", ...stories].map((name) => `${name}.svg`);
    assert.deepEqual(readdirSync(folder).sort(), names.sort());
  });

  test("weighs less than 24 KB a picture", () => {
    const all = readdirSync(folder);
    const bytes = all.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    assert.ok(bytes < 24_000 * all.length, `${bytes} bytes`);
  });
});
