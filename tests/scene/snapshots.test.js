// Chosen moments look as they did when somebody last looked. A picture that changed is written to tests/artifacts/; if it
// is meant, `npm run snapshots -- NAME` keeps it.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { chosen, draw, file, kept } from "../setup/snapshots.js";
import { root } from "../setup/system.js";

for (const name of chosen.keys())
  test(`looks as it did: ${name}`, () => {
    const now = draw(name);
    const before = kept(name);
    if (now === before) return;
    const changed = join(root, "tests", "artifacts", `${name}.svg`);
    mkdirSync(dirname(changed), { recursive: true });
    writeFileSync(changed, now);
    const line = now.split("\n").findIndex((one, k) => one !== before?.split("\n")[k]) + 1;
    assert.fail(
      `${changed} differs from ${file(name)} from line ${line} on; look, then npm run snapshots -- ${name}`,
    );
  });

test("every kept picture is one of the chosen", () => {
  const names = new Set([...chosen.keys()].map((name) => file(name)));
  for (const one of readdirSync(dirname(file("x"))))
    assert.ok(names.has(join(dirname(file("x")), one)), `${one} is kept for nothing`);
});
