// npm test: installs what is missing, builds, runs the tests. `full` adds the long ones; `browsers` runs those that are
// the same in every browser, and no others.
import { readdirSync } from "node:fs";
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

// One file at a time: the browser tests measure times, and two cores are soon starved.
const files = browsers
  ? filesEnding(".browsers.js")
  : [...filesEnding(".test.js"), ...(full ? filesEnding(".full.js") : [])];
process.exitCode = run("node", ["--test", "--test-concurrency=1", ...files]);
