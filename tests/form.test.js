// How the code looks and what its types say: three programs that must find nothing. What they have seen they keep in
// node_modules/.cache.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./setup/system.js";

/** Runs a program at the top of the tree; what it says is the failure. */
function finds(program, parameters) {
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: root, encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`.slice(0, 4000));
}
const local = (script, ...parameters) =>
  finds(process.execPath, [join("node_modules", script), ...parameters]);

const cache = join("node_modules", ".cache", "tsc");
const cFiles = ["c", "tests/native"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((name) => /\.[ch]$/.test(name));

test("prettier finds nothing", () =>
  local(
    "prettier/bin/prettier.cjs",
    "--log-level=warn",
    "--cache",
    "--cache-strategy=content",
    "--check",
    ".",
    "!tests/cases/**",
  ));

test("clang-format finds nothing", () =>
  finds("clang-format", ["--dry-run", "-Werror", "--style=file:c/.clang-format", ...cFiles]));

test("tsc finds nothing, in its strictest mood", () =>
  local("typescript/bin/tsc", "-p", "tests/tsconfig.json", "--incremental", "--tsBuildInfoFile", cache));
