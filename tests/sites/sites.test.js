// What npm run test:sites builds from: exact versions, and locks that hold on any machine. The sites themselves it builds alone.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../setup/system.js";

const here = join(root, "tests", "sites");
const names = readdirSync(here).filter((name) => existsSync(join(here, name, "package.json")));
const read = (...path) => readFileSync(join(here, ...path), "utf8");

describe("each site", () => {
  test("is one of those that are looked at", async () => {
    assert.ok(names.length >= 16, `${names.length} sites`);
    for (const name of names) {
      const { default: site } = await import(`./${name}.js`);
      assert.ok(site.pages.length > 0 && site.output, name);
    }
  });

  test("pins what it depends on, and its lock agrees and names no server", () => {
    for (const name of names) {
      const { dependencies = {} } = JSON.parse(read(name, "package.json"));
      const pinned = Object.entries(dependencies);
      assert.equal(existsSync(join(here, name, "package-lock.json")), pinned.length > 0, name);
      if (pinned.length === 0) continue;
      const { packages } = JSON.parse(read(name, "package-lock.json"));
      assert.deepEqual(packages[""].dependencies, dependencies, name);
      for (const [dependency, version] of pinned)
        assert.equal(packages[`node_modules/${dependency}`].version, version, `${name}: ${dependency}`);
      for (const [path, { resolved }] of Object.entries(packages)) assert.equal(resolved, undefined, path);
    }
  });
});
