// npm test: installs what is missing, builds, runs the tests. `full` adds the long ones; `browsers` runs those that are
// the same in every browser, and no others.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { prepareMachine } from "./machine.js";
import { must, root, run } from "./system.js";

const full = process.argv.includes("full");
const browsers = process.argv.includes("browsers");

/** Files of ours below tests/ whose name ends so, in order. @param {string} end */
const filesEnding = (end) =>
  readdirSync(join(root, "tests"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(end) && !name.includes("node_modules"))
    .map((name) => join("tests", name))
    .sort();

prepareMachine({ browsers, languages: full });
must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh"]);
must("sh", ["build.sh", "types"]);

const files = browsers
  ? filesEnding(".browsers.js")
  : [...filesEnding(".test.js"), ...(full ? filesEnding(".full.js") : [])];
// What looks at a clock or a page has the machine for itself: two cores are soon starved. The others go two by two.
const alone = files.filter(
  (file) =>
    browsers ||
    /browser|[.]full/.test(file) ||
    /setTimeout|performance[.]now/.test(readFileSync(join(root, file), "utf8")),
);
const together = files.filter((file) => !alone.includes(file));
/** @param {number} most at once @param {string[]} some */
const tested = (most, some) =>
  some.length === 0
    ? 0
    : run("node", ["--test", "--test-reporter=spec", `--test-concurrency=${most}`, ...some]);
const codes = [tested(1, alone), tested(2, together)];
process.exitCode = Math.max(...codes);
