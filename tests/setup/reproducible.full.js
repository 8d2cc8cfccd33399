// The same sources build to the same bytes in any folder.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./system.js";

const made = [
  "attention.wasm",
  "attention-scalar.wasm",
  "attention-player.js",
  "attention-player.classic.js",
  "attention-fallback.js",
];

test("two builds in two clean folders are equal, byte by byte", () => {
  const parent = mkdtempSync(join(tmpdir(), "attention-twice-"));
  const folders = ["one", "another one"].map((name) => join(parent, name));
  for (const folder of folders) {
    mkdirSync(folder);
    for (const name of ["c", "build.sh", "package.json", "tests/setup"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    cpSync(join(root, "web"), join(folder, "web"), {
      recursive: true,
      filter: (name) => !name.startsWith(join(root, "web", "build")),
    });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    execFileSync("sh", ["build.sh"], { cwd: folder });
  }
  for (const name of made) {
    const [one, other] = folders.map((folder) => readFileSync(join(folder, "web", "build", name)));
    assert.ok(one.equals(other), name);
  }
  rmSync(parent, { recursive: true });
});
