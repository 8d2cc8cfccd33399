// The manual's code runs, and prints what stands beside it.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../setup/system.js";
import { blocks, promised } from "./helpers/readme.js";

let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "attention-readme-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("the manual's JavaScript", () => {
  assert.equal(blocks("js").length, 5);
  for (const code of blocks("js"))
    test(`runs: ${code.split("\n").find((line) => line && !line.startsWith("import"))}`, () => {
      const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code], {
        cwd: root,
        encoding: "utf8",
      });
      assert.deepEqual(printed.trim().split("\n"), promised(code));
    });
});

test("the manual's C compiles by the manual's line, without a warning, and runs", () => {
  const [code] = blocks("c");
  const line = blocks("sh")
    .find((text) => text.startsWith("cc "))
    ?.trim();
  writeFileSync(join(folder, "main.c"), code);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "attention-player"), "dir");
  // without optimization the core takes half as long to compile
  const command = `${line} -O0 -Wall -Wextra -Werror`;
  const { status, stderr } = spawnSync("sh", ["-c", command], { cwd: folder });
  assert.equal(status, 0, String(stderr));
  assert.deepEqual(
    execFileSync(join(folder, "a.out"), { encoding: "utf8" }).trim().split("\n"),
    promised(code),
  );
});
