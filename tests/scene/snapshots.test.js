// Every step end of every story, as it was when somebody last looked. A picture that changed is written to
// tests/artifacts/ beside what it was; if it is meant, `npm run snapshots` keeps it.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { createAttention } from "../../web/index.js";
import { stories } from "../../web/scene/index.js";
import { draw, kept } from "../setup/snapshots.js";
import { root } from "../setup/system.js";

const attention = await createAttention({ build: "scalar" });
const folder = join(root, "tests", "artifacts");

/** Writes the first few that changed. */
function show(names, before, now) {
  mkdirSync(folder, { recursive: true });
  for (const name of names.slice(0, 8)) {
    if (now.has(name)) writeFileSync(join(folder, `${name}-changed.svg`), now.get(name));
    if (before.has(name)) writeFileSync(join(folder, `${name}-was.svg`), before.get(name));
  }
}

for (const story of stories)
  test(`every step end looks as it did: ${story}`, () => {
    const before = kept(story);
    const now = draw(attention, story);
    const names = [...new Set([...before.keys(), ...now.keys()])];
    const changed = names.filter((name) => before.get(name) !== now.get(name));
    show(changed, before, now);
    const what = `${changed.length} of ${names.length} pictures changed, such as ${changed.slice(0, 3).join(", ")}; see tests/artifacts, and npm run snapshots if that is meant`;
    assert.ok(!changed.length, what);
  });
