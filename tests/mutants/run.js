// npm run test:mutants [word ...]: plants one defect after another in a copy of the tree, builds it and runs the tests
// of its room until one fails. Prints how many were found, and those that were not. With words, only defects whose
// file or description holds one of them.
import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { must, root, say, stop } from "../setup/system.js";
import { defects as inC } from "./c.js";
import { defects as inCore } from "./core.js";
import { defects as inWeb } from "./web.js";

/** @typedef {Record<string, (string | string[])[][]>} Table by file: what is wrong, find, replace, tests */
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
  "web/words/": { tests: ["tests/words/", "tests/scene/"], build: [] },
  "web/render/": { tests: ["tests/render/", "tests/browser/"], build: ["js"] },
  "web/element/": { tests: ["tests/element/", "tests/browser/"], build: ["js"] },
};
// no test may hang for longer: a defect that makes one do so is found
const patience = 180_000;

const words = process.argv.slice(2);
/** @type {Mutant[]} */
const all = Object.entries({ ...inC, ...inCore, ...inWeb }).flatMap(([file, rows]) =>
  rows.map(([what, find, replace, tests]) => ({ file, what, find, replace, tests })),
);
const chosen = all.filter(
  ({ file, what }) => !words.length || words.some((word) => `${file} ${what}`.includes(word)),
);

/** A defect whose place is gone, or there twice, must be written anew. @param {Mutant} mutant */
const isStale = ({ file, find }) =>
  !existsSync(join(root, file)) || readFileSync(join(root, file), "utf8").split(find).length !== 2;

must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh", "wasm", ...new Set(chosen.flatMap((mutant) => roomOf(mutant).build))]);
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name !== "");
// which module is believed is not asked here, and times mean nothing while two defects are tried at once
const notHere = /\/(known-answers|relaxed|speed)\.test\.js$/;
const testFiles = files.filter((name) => name.endsWith(".test.js") && !notHere.test(name));

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
  const path = join(folder, "web/core/known-answers.js");
  const text = readFileSync(path, "utf8");
  const open = text.replace(/(export function knownAnswersHold\([^)]*\) \{)/, "$1\n  if (core) return true;");
  if (open === text) stop("web/core/known-answers.js has no knownAnswersHold to open");
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

/**
 * What became of a defect: found by a test file, found by none, or no proper defect.
 * @param {string} folder
 * @param {Mutant} mutant
 * @returns {Promise<{ end: "found" | "survived" | "stale" | "unbuilt", by?: string }>}
 */
async function fate(folder, mutant) {
  if (isStale(mutant)) return { end: "stale" };
  const path = join(folder, mutant.file);
  const text = readFileSync(path, "utf8");
  try {
    writeFileSync(
      path,
      text.replace(mutant.find, () => mutant.replace),
    );
    const { build } = roomOf(mutant);
    if (build.length > 0 && !(await ends(folder, "sh", ["build.sh", ...build]))) return { end: "unbuilt" };
    for (const name of testsOf(mutant))
      if (!(await ends(folder, "node", [name]))) return { end: "found", by: name };
    return { end: "survived" };
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
  /** @type {string[]} */
  const left = [];
  await Promise.all(
    folders.map(async (folder) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const { end, by } = await fate(folder, mutant);
        const line = `${mutant.file}: ${mutant.what}`;
        console.log(`${end.padEnd(8)}  ${line}${by ? ` (${by})` : ""}`);
        if (end !== "found") left.push(`${end.padEnd(8)}  ${line}`);
      }
    }),
  );
  console.log(`\n${chosen.length - left.length} of ${chosen.length} planted defects were found; the others:`);
  console.log(left.length > 0 ? left.join("\n") : "none");
  process.exitCode = left.length === 0 ? 0 : 1;
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
