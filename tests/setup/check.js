// npm test: installs what is missing, builds, checks form and types, runs the tests. `full` adds the long ones.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { prepareMachine } from "./machine.js";
import { must, root, run, say } from "./system.js";

const full = process.argv.includes("full");
const bin = (/** @type {string} */ path) => join("node_modules", path);

/** Files below tests/ whose name ends so, in order. @param {string} end */
const filesEnding = (end) =>
  readdirSync(join(root, "tests"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end))
    .map((name) => join("tests", name))
    .sort();

/** @param {string} folder @param {RegExp} pattern */
const cFiles = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.[ch]$/.test(name))
    .map((name) => join(folder, name));

prepareMachine();
must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh"]);

say("form: prettier, clang-format; types: tsc");
must("node", [bin("prettier/bin/prettier.cjs"), "--log-level=warn", "--check", ".", "!tests/cases/**"]);
must("clang-format", [
  "--dry-run",
  "-Werror",
  "--style=file:c/.clang-format",
  ...cFiles("c"),
  ...cFiles("tests/native"),
]);
must("node", [bin("typescript/bin/tsc"), "-p", "tests/tsconfig.json"]);

// One file at a time: the browser tests measure times, and two cores are soon starved.
const files = [...filesEnding(".test.js"), ...(full ? filesEnding(".full.js") : [])];
process.exitCode = run("node", ["--test", "--test-concurrency=1", ...files]);
