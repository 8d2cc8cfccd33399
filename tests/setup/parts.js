// The tests that take too long for every change (test:full, test:browsers, test:sites), in parts. npm test runs one part, another
// with each commit, and stops it after a fixed time, so that none of them stays broken for long.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { prepareMachine } from "./machine.js";
import { hasApt, root, say } from "./system.js";

const SECONDS = 15;

/**
 * @typedef {object} Part
 * @property {string[]} words the arguments for Node
 * @property {Record<string, string>} [env]
 * @property {Parameters<typeof prepareMachine>[0]} [needs] what it may install; absent: nothing
 * @property {boolean} [alone] it may need all of the machine's memory
 */

/** Returns the files in tests/ with a name that ends so, sorted, as paths from the root. @param {string} end */
export const filesEnding = (end) =>
  readdirSync(join(root, "tests"), { recursive: true })
    .map((name) => join("tests", String(name)))
    .filter((name) => name.endsWith(end) && !name.includes("node_modules"))
    .sort();

/** Reports whether a test file is more thorough in test:full. @param {string} name */
const asksMore = (name) => readFileSync(join(root, name), "utf8").includes("helpers/full.js");

/** Returns the folders of tests/sites that have a file of the same name beside them. */
const sites = () =>
  readdirSync(join(root, "tests/sites")).filter((name) =>
    existsSync(join(root, "tests/sites", `${name}.js`)),
  );

/** @returns {Part[]} */
export function parts() {
  const test = (/** @type {string} */ name) => ["--test", "--test-reporter=spec", name];
  const long = [...filesEnding(".full.js"), ...filesEnding(".test.js").filter(asksMore)];
  return [
    ...long.map((name) => ({
      words: test(name),
      alone: name.endsWith(".full.js"),
      env: { FULL: "1" },
      // runs code in other languages
      needs: name.includes(join("tests", "input")) ? { languages: true } : undefined,
    })),
    ...["chromium", "firefox", "webkit"].map((engine) => ({
      words: test("tests/browsers/all.browsers.js"),
      env: { BROWSERS: engine },
      needs: { browsers: true },
    })),
    // each site installs its own generator
    ...sites().map((name) => ({ words: ["tests/sites/run.js", name], needs: {} })),
  ];
}

/** Returns the part whose turn it is; the environment variable PART selects another. @returns {Part & { title: string }} */
export function nextPart() {
  const { stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" });
  // without apt-get, a part's needs cannot be installed
  const all = parts().filter((part) => hasApt() || !part.needs);
  const turn = (Number(process.env.PART ?? stdout) || 0) % all.length;
  return { ...all[turn], title: `part ${turn} of ${all.length} of the long tests` };
}

/** Runs a part for SECONDS. @param {ReturnType<typeof nextPart>} part @returns {Promise<boolean>} true if nothing failed */
export async function runPart({ title, words, env, needs }) {
  prepareMachine(needs);
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true, // its own process group, so that `end` also stops everything it has started
  });
  const end = () => process.kill(-(/** @type {number} */ (child.pid)), "SIGTERM");
  process.once("exit", () => child.exitCode === null && end());
  let over = false;
  // printed in one piece, since other tests print meanwhile
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (told += text));
  const timer = setTimeout(() => {
    over = true;
    end();
  }, SECONDS * 1000);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  const failed = told.includes("✖");
  say(`${title}, for ${SECONDS} s: node ${words.join(" ")}`);
  process.stdout.write(told);
  if (over) say(`its time is over, and ${failed ? "something" : "nothing"} failed`);
  return !failed && (over || code === 0);
}
