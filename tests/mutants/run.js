// npm run test:mutants -- [--seed 1] [--count 400] [room ...]: plants one defect after another in a copy of the tree and runs
// the tests of its room until one fails. Prints the outcome of each and how many were found. Rooms: c core scene element input
// edit, which are the default, and render words. With files instead of rooms, it plants every defect of these files.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { performance } from "node:perf_hooks";
import { must, root, say, stop } from "../setup/system.js";

must("node", ["tests/setup/packages.js"]);
must("node", ["tests/setup/packages.js", "tests/mutants"]);
must("sh", ["build.sh", "tests"]);
const { counts, linesOf, rooms } = await import("./plan.js");
const { TestFile, bundleAnew, copyOf, fate } = await import("./trial.js");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "400" } },
});
const whole = positionals.filter((name) => existsSync(join(root, name)) && !rooms[name]);
const all = Object.keys(rooms);
for (const name of positionals)
  if (!rooms[name] && !whole.includes(name)) stop(`no room and no file ${name}; rooms: ${all.join(" ")}`);
const names = all.filter((name) =>
  positionals.length > 0
    ? positionals.includes(name) || whole.some((file) => rooms[name].files.test(file))
    : rooms[name].share > 0,
);
if (!(Number(values.count) >= 1)) stop(`--count takes a number from 1, and got ${values.count}`);

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name !== "" && existsSync(join(root, name)));

// without tests of speed, which fail while two defects are tried at once, and random ones, which are slow
const testFiles = new Map(
  files
    .filter((name) => name.endsWith(".test.js") && !/\/(speed|monkey)\.test\.js$/.test(name))
    .map((name) => [name, new TestFile(name)]),
);
/** Returns the tests for a room; for C, without those of the check at load and those of other builds. */
const testsOf = (room) =>
  [...testFiles.values()].filter(
    ({ name }) =>
      rooms[room].tests.some((start) => name.startsWith(`tests/${start}`)) &&
      !(room === "c" && /\/(self-test|relaxed|fallback|builds)\.test\.js$/.test(name)),
  );

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const began = performance.now();
const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`;
// tests a snapshot, since the tree may change meanwhile
const clean = copyOf(root, files);
/** @type {string[]} */
const folders = [];
process.on("exit", () =>
  [clean, ...folders].forEach((folder) => rmSync(folder, { recursive: true, force: true })),
);
await bundleAnew(clean);
while (folders.length < Math.min(2, availableParallelism())) folders.push(copyOf(clean, files));

/** Processes a list in order, with one worker per copy of the tree. */
async function each(list, act) {
  const waiting = [...list];
  const work = async (folder) => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await act(folder, one);
  };
  await Promise.all(folders.map(work));
}

/** @type {Record<string, Record<string, import("./plan.js").Mutant[]>>} */
const ends = Object.fromEntries(names.map((name) => [name, { found: [], survived: [], equivalent: [] }]));

/** Tries the first mutant of a line that changes the code; returns false if none does. */
async function tryLine(folder, [room, line]) {
  for (const mutant of line) {
    const start = performance.now();
    const { end, by } = mutant.reason
      ? { end: "equivalent", by: mutant.reason }
      : await fate(clean, folder, mutant, testsOf(room));
    if (end === "none") continue;
    ends[room][end].push(mutant);
    const seconds = ((performance.now() - start) / 1000).toFixed(0).padStart(3);
    console.log(
      `${end.padEnd(10)} ${seconds} s  ${mutant.file}:${mutant.line}  ${mutant.change.slice(0, 240)}  (${by ?? "no test"})`,
    );
    return true;
  }
  return false;
}

const lines = await Promise.all(
  names.map(async (name) => {
    if (whole.length === 0) return linesOf(clean, name, files, values.seed);
    return (await linesOf(clean, name, whole, values.seed)).flat().map((mutant) => [mutant]);
  }),
);
const wanted = whole.length === 0 ? counts(names, Number(values.count)) : lines.map(({ length }) => length);
say("the tests on the tree as it is");
const asked = new Set(names.flatMap(testsOf));
await each(asked, (folder, test) => test.learn(folder));
say(`${asked.size} test files, ${minutes()}`);
const unsure = [...asked].flatMap(({ name, unsure }) => [...unsure].map((one) => `${name}: ${one}`));
for (const one of unsure) say(`fails without any defect, and is not asked: ${one}`);
// on a busy machine one or two tests may be too slow; more failures mean that the tree is broken
if (unsure.length > 6) stop("too many tests fail without any defect");
// the rooms take turns; a line without any mutant passes its turn to the next
const turns = names
  .flatMap((name, k) =>
    Array.from({ length: wanted[k] }, (_, n) => ({ name, waiting: lines[k], at: n / wanted[k] })),
  )
  .sort((a, b) => a.at - b.at);
await each(turns, async (folder, { name, waiting }) => {
  while (waiting.length > 0 && !(await tryLine(folder, [name, waiting.shift()])));
});

console.log(`\nseed ${values.seed}, ${minutes()}`);
console.log("room     planted  found  survived  equivalent   of a hundred found, and asked");
for (const name of names) {
  const { found, survived, equivalent } = ends[name];
  const planted = found.length + survived.length + equivalent.length;
  const share = (100 * found.length) / (found.length + survived.length);
  const row = [planted, found.length, survived.length, equivalent.length].map((n) => String(n).padStart(8));
  console.log(`${name.padEnd(8)}${row.join("")}      ${share.toFixed(1)}, ${rooms[name].goal}`);
  if (share < rooms[name].goal || equivalent.length > 0.05 * planted) process.exitCode = 1;
}
console.log("\nThe survivors:");
for (const name of names)
  for (const { file, line, change } of ends[name].survived) console.log(`${file}:${line}  ${change}`);
