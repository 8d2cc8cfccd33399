// Every equivalent mutant belongs to a line of code: when the line is removed, so must be the entry.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../setup/system.js";
import { equivalent } from "./equivalent.js";

for (const { file, code, above } of equivalent)
  test(`${file} has the line ${code}`, () => {
    const lines = readFileSync(join(root, file), "utf8").split("\n");
    const wanted = [code, ...(above ? [above] : [])];
    assert.ok(lines.some((_, n) => wanted.every((text, up) => lines[n - up]?.trim() === text)));
  });
