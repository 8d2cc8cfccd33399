// What takes too long for every change (test:full, test:browsers, test:sites), in parts. npm test runs one of them, the next
// one with the next commit, and ends it when its time is over: so none of them stays broken for long.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { prepareMachine } from "./machine.js";
import { hasApt, root, say } from "./system.js";

const SECONDS = 15;

/**
 * @typedef {object} Part
 * @property {string[]} words for Node
 * @property {Record<string, string>} [env]
 * @property {Parameters<typeof prepareMachine>[0]} [needs] what it installs; absent: nothing
 * @property {boolean} [alone] it may look at all of the machine's memory
 */

/** Files below tests/ whose name ends so, in order, as paths from the top. @param {string} end */
export const filesEnding = (end) =>
  readdirSync(join(root, "tests"), { recursive: true })
    .map((name) => join("tests", String(name)))
    .filter((name) => name.endsWith(end) && !name.includes("node_modules"))
    .sort();

/** Does a test file ask more in test:full? @param {string} name */
const asksMore = (name) => readFileSync(join(root, name), "utf8").includes("helpers/full.js");

/** Folders of tests/sites with a file of their name beside them. */
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
      // code is run in other languages
      needs: name.includes(join("tests", "input")) ? { languages: true } : undefined,
    })),
    ...["chromium", "firefox", "webkit"].map((engine) => ({
      words: test("tests/browsers/all.browsers.js"),
      env: { BROWSERS: engine },
      needs: { browsers: true },
    })),
    // a site installs its own generator
    ...sites().map((name) => ({ words: ["tests/sites/run.js", name], needs: {} })),
  ];
}

/** The part whose turn it is; PART chooses another. @returns {Part & { title: string }} */
export function nextPart() {
  const { stdout } = spawnSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" });
  // elsewhere nobody can install what a part needs
  const all = parts().filter((part) => hasApt() || !part.needs);
  const turn = (Number(process.env.PART ?? stdout) || 0) % all.length;
  return { ...all[turn], title: `part ${turn} of ${all.length} of the long tests` };
}

/** Runs a part for some seconds. @param {ReturnType<typeof nextPart>} part @returns {Promise<boolean>} did nothing fail? */
export async function runPart({ title, words, env, needs }) {
  prepareMachine(needs);
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true, // a group of its own, to be ended with all that it has started
  });
  const end = () => process.kill(-(/** @type {number} */ (child.pid)), "SIGTERM");
  process.once("exit", () => child.exitCode === null && end());
  let over = false;
  // told in one piece, for other tests are told meanwhile
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
