// npm run test:mutants [word ...]: plants one defect after another in a copy of the tree, builds it and runs the tests
// of its room until one fails. Prints how many were found, and those that were not. With words, only defects whose
// file or description holds one of them.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { must, root, say, stop } from "../setup/system.js";
import { mutants as inC } from "./c.js";
import { mutants as inWeb } from "./web.js";

/**
 * @typedef {object} Mutant
 * @property {string} file the file that gets the defect
 * @property {string} find text that occurs in it exactly once
 * @property {string} replace what stands there instead
 * @property {string} what the defect, in words
 * @property {string[]} [tests] beginnings of the test files to run, in place of the room's
 */

// of each room: the tests, and what has to be built for them
/** @type {Record<string, { tests: string[], build: string[] }>} */
const rooms = {
  "c/": { tests: ["tests/core/", "tests/c/"], build: ["wasm"] },
  "web/core/": { tests: ["tests/core/"], build: [] },
  "web/scene/": { tests: ["tests/scene/", "tests/render/"], build: [] },
  "web/render/": { tests: ["tests/render/", "tests/browser/"], build: ["js"] },
  "web/element/": { tests: ["tests/element/", "tests/browser/"], build: ["js"] },
};
// no test may hang for longer: a defect that makes one do so is found
const patience = 180_000;

const words = process.argv.slice(2);
/** @type {Mutant[]} */
const all = [...inC, ...inWeb];
const chosen = all.filter(
  ({ file, what }) => !words.length || words.some((word) => `${file} ${what}`.includes(word)),
);

for (const { file, find, what } of all) {
  const times = readFileSync(join(root, file), "utf8").split(find).length - 1;
  if (times !== 1) stop(`${file} holds the place of "${what}" ${times} times, not once: ${find}`);
}

must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh", "wasm", ...new Set(chosen.flatMap((mutant) => roomOf(mutant).build))]);
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name !== "");
const testFiles = files.filter((name) => name.endsWith(".test.js") && name !== "tests/core/known.test.js");

/** A copy of the tree, built. */
function copy() {
  const folder = mkdtempSync(join(tmpdir(), "attention-mutant-"));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  cpSync(join(root, "web/build"), join(folder, "web/build"), { recursive: true });
  trustAnyAnswer(folder);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Without the check at load, which notices any other bit: the tests themselves have to find what is wrong. */
function trustAnyAnswer(folder) {
  const path = join(folder, "web/core/known.js");
  const text = readFileSync(path, "utf8");
  const open = text.replace(/(export function knownAnswersHold\([^)]*\) \{)/, "$1\n  if (core) return true;");
  if (open === text) stop("web/core/known.js has no knownAnswersHold to open");
  writeFileSync(path, open);
}

/** Runs a program in a folder; true if it ended well in time. @returns {Promise<boolean>} */
function ends(folder, program, parameters) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: folder,
      stdio: "ignore",
      timeout: patience,
      killSignal: "SIGKILL",
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

/** @param {Mutant} mutant */
function roomOf({ file }) {
  const found = Object.entries(rooms).find(([start]) => file.startsWith(start));
  return found ? found[1] : stop(`no room for ${file}`);
}

/** The test files for a defect, the quickest first. */
function testsOf(mutant) {
  const { file, tests: starts = roomOf(mutant).tests } = mutant;
  const found = testFiles.filter((name) => starts.some((start) => name.startsWith(start)));
  if (found.length === 0) stop(`no test for ${file}`);
  return found.sort((a, b) => (seconds.get(a) ?? 0) - (seconds.get(b) ?? 0));
}

/** What finds a defect: a test file, the compiler, or nothing. @returns {Promise<string | null>} */
async function finder(folder, mutant) {
  const path = join(folder, mutant.file);
  const text = readFileSync(path, "utf8");
  try {
    writeFileSync(
      path,
      text.replace(mutant.find, () => mutant.replace),
    );
    const { build } = roomOf(mutant);
    if (build.length > 0 && !(await ends(folder, "sh", ["build.sh", ...build]))) return "the build";
    for (const name of testsOf(mutant)) if (!(await ends(folder, "node", [name]))) return name;
    return null;
  } finally {
    writeFileSync(path, text);
  }
}

/** @type {Map<string, number>} how long each test file takes when nothing is wrong */
const seconds = new Map();
const folders = Array.from({ length: Math.min(2, availableParallelism()) }, copy);
try {
  say("the tests on the tree as it is");
  for (const name of new Set(chosen.flatMap(testsOf))) {
    const start = performance.now();
    if (!(await ends(folders[0], "node", [name]))) stop(`${name} fails without any defect`);
    seconds.set(name, (performance.now() - start) / 1000);
  }
  const waiting = [...chosen];
  const survivors = [];
  await Promise.all(
    folders.map(async (folder) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const by = await finder(folder, mutant);
        if (by === null) survivors.push(mutant);
        console.log(
          `${by === null ? "SURVIVED" : "killed  "}  ${mutant.file}: ${mutant.what}${by ? ` (${by})` : ""}`,
        );
      }
    }),
  );
  console.log(`\n${chosen.length - survivors.length} of ${chosen.length} planted defects were found`);
  for (const { file, what } of survivors) console.log(`  not found: ${file}: ${what}`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
