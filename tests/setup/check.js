// npm test: installs what is missing, builds what has changed, runs the tests and a part of the long ones. `full` makes the
// tests more thorough and adds all the long ones; `browsers` only runs what must behave the same in every browser.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { prepareMachine } from "./machine.js";
import { filesEnding, nextPart, runPart } from "./parts.js";
import { must, root, say } from "./system.js";

const full = process.argv.includes("full");
const browsers = process.argv.includes("browsers");

/** @type {{ file: string, seconds: number }[]} */
const times = [];

/** Whether a test file opens pages, itself or through the helpers of its folder. @param {string} name */
const opensPages = (name) =>
  name.includes(join("tests", "browser")) ||
  readFileSync(join(root, name), "utf8").includes("/helpers/browser.js");

/**
 * Runs test files.
 * @param {string[]} files
 * @param {number} concurrency how many at a time
 * @returns {Promise<string[]>} those that failed
 */
async function failing(files, concurrency) {
  if (files.length === 0) return [];
  const events = run({ files: files.map((name) => join(root, name)), concurrency });
  /** @type {string[]} */
  const failed = [];
  // each file is itself reported as a test with the file's name
  events.on("test:complete", ({ name, file = "", details }) => {
    if (name !== file) return;
    times.push({ file, seconds: details.duration_ms / 1000 });
    if (!details.passed) failed.push(file.slice(root.length));
  });
  await new Promise((resolve) => {
    events.compose(new spec()).on("end", resolve).pipe(process.stdout, { end: false });
  });
  return failed;
}

prepareMachine({ browsers, languages: full });
must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh", ...(browsers ? ["page", "posters"] : ["tests"])]);
const began = performance.now();
if (full) process.env.FULL = "1";

/** @type {string[]} */
const failed = [];
if (browsers) failed.push(...(await failing(filesEnding(".browsers.js"), 1)));
else {
  // sorted by base name, so that pages, which mostly wait, run beside tests that compute
  const mixed = filesEnding(".test.js").sort((a, b) => basename(a).localeCompare(basename(b)));
  // a part of the long tests runs beside them, and again alone if it fails; a part that may need all memory only runs alone
  const part = full ? undefined : nextPart();
  const early = part && !part.alone ? runPart(part) : false;
  const beside = await failing(mixed, 3);
  // a page may be too slow beside other tests, so it counts as failed only if it also fails alone
  const pages = beside.filter(opensPages);
  for (const name of pages) say(`failed beside others, once more alone: ${name}`);
  failed.push(...beside.filter((name) => !pages.includes(name)), ...(await failing(pages, 1)));
  // tests that measure time or may need all memory run alone
  failed.push(...(await failing([...filesEnding(".timed.js"), ...(full ? filesEnding(".full.js") : [])], 1)));
  if (part && !(await early) && !(await runPart(part))) failed.push("the part of the long tests");
}

for (const { file, seconds } of times.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
  say(`${seconds.toFixed(1).padStart(6)} s  ${file.slice(root.length)}`);
say(`${((performance.now() - began) / 1000).toFixed(0)} s of tests`);
for (const name of failed) say(`failed: ${name}`);
if (failed.length > 0) process.exitCode = 1;
