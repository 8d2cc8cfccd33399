// Tries a mutant: plants it in a copy of the tree and runs the tests that reach it until one fails.
import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { root, stop } from "../setup/system.js";
import { isOtherJs } from "./in-js.js";

/**
 * Copies a tree with its build, and returns the folder.
 * @param {string} from
 * @param {string[]} files
 */
export function copyOf(from, files) {
  const folder = mkdtempSync(join(tmpdir(), "attention-mutant-"));
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(from, name), join(folder, name));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "tmp"));
  copyBuild(from, folder);
  return folder;
}

/** Copies the build; only what a mutant changes is built again. */
function copyBuild(from, folder) {
  const build = join(folder, "web/build");
  rmSync(build, { recursive: true, force: true });
  cpSync(join(from, "web/build"), build, { recursive: true });
}

/** Bundles web/ without minifying, which would take too long for every mutant. @param {string} folder */
const bundle = (folder) => ends(folder, ["sh", "build.sh", "js"], { env: { MINIFY: "off" } });

/** Bundles a copy the way it is bundled with a mutant, so that tests learn the same files. @param {string} folder */
export async function bundleAnew(folder) {
  rmSync(join(folder, "web/build/attention-player.js.from"), { force: true });
  if ((await bundle(folder)) !== "well") stop("build.sh js fails without any defect");
}

const gate = "web/core/self-test.js";

/** Disables the check at load, which detects any changed bit, so that the tests themselves must find a defect in C. */
function trustAnyAnswer(folder) {
  const text = readFileSync(join(folder, gate), "utf8");
  const open = text.replace(/(export function selfTest\([^)]*\) \{)/, "$1\n  if (core) return true;");
  if (open === text) stop(`${gate} has no selfTest to open`);
  writeFileSync(join(folder, gate), open);
}

/** Functions that end the running programs. @type {Set<(signal: string) => void>} */
const running = new Set();
process.on("exit", () => running.forEach((kill) => kill("SIGTERM")));

/**
 * Runs a program in a folder until it ends, reports a failed test that matters, or times out.
 * @param {string} folder
 * @param {string[]} words
 * @param {{ seconds?: number, env?: Record<string, string>, matters?: (name: string) => boolean }} [options]
 * @returns {Promise<"well" | "badly" | "never">} how it ended
 */
function ends(folder, [program, ...parameters], { seconds = 600, env = {}, matters = () => true } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...env, TMPDIR: join(folder, "tmp") },
      detached: true, // its own process group, so that `kill` also ends everything it has started
    });
    /** @type {"badly" | "never" | undefined} */
    let end;
    const kill = (signal) => {
      try {
        process.kill(-(/** @type {number} */ (child.pid)), signal);
      } catch {
        // it has already ended
      }
    };
    running.add(kill);
    // SIGTERM first, so that a test can close its browser
    const stopIt = (why) => {
      end ??= why;
      kill("SIGTERM");
      timers.push(setTimeout(() => kill("SIGKILL"), 5000));
    };
    const timers = [setTimeout(() => stopIt("never"), seconds * 1000)];
    let rest = "";
    let failed = false;
    child.stdout.on("data", (data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [, name] = /^\s*not ok \d+ - (.*)/.exec(line) ?? [];
        if (name === undefined) continue;
        failed = true;
        if (matters(name)) stopIt("badly");
      }
    });
    child.on("close", (code) => {
      timers.forEach(clearTimeout);
      running.delete(kill);
      resolve(end ?? (code === 0 || failed ? "well" : "badly"));
    });
  });
}

/** A test file, with its duration and the code that it reaches. */
export class TestFile {
  /** By file, the ranges of coverage, one list per process; a file that was never loaded has none. */
  #ranges = new Map();
  seconds = 0;
  /** Tests that fail without any mutant, such as tests of timing on a busy machine. @type {Set<string>} */
  unsure = new Set();
  /** The number of mutants found, by file. */
  found = new Map();

  #words;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.#words = ["node", "--test-reporter=tap", name];
    // these tests load the bundle
    this.isPage = /^tests\/browser\/|\/jsdom\./.test(name);
  }

  /**
   * Runs the file. A page may be too slow on a busy machine, so it only counts as failed if it fails twice.
   * @param {string} folder
   * @param {number} seconds
   */
  async run(folder, seconds) {
    const matters = (name) => !this.unsure.has(name);
    const once = () => ends(folder, this.#words, { seconds, matters });
    const end = await once();
    return end === "badly" && this.isPage ? once() : end;
  }

  /** Runs the file on the unchanged tree, and records its duration and the code it reaches. @param {string} folder */
  async learn(folder) {
    const to = join(folder, "tmp", "reach");
    const start = performance.now();
    const matters = (name) => (this.unsure.add(name), false);
    const end = await ends(folder, this.#words, { env: { NODE_V8_COVERAGE: to }, matters });
    if (end !== "well") stop(`${this.name} does not run without any defect`);
    this.seconds = (performance.now() - start) / 1000;
    const base = pathToFileURL(folder).href + "/";
    for (const name of readdirSync(to))
      for (const { url, functions } of JSON.parse(readFileSync(join(to, name), "utf8")).result)
        if (url.startsWith(base + "web/")) this.#add(url.slice(base.length), functions);
    rmSync(to, { recursive: true });
  }

  #add(file, functions) {
    const ranges = functions.flatMap((one) => one.ranges);
    this.#ranges.set(file, [...(this.#ranges.get(file) ?? []), ranges]);
  }

  /** Reports whether the file runs the start of a mutant; true if that is unknown, for C and for pages. */
  reaches({ file, start }) {
    if (this.isPage || !file.endsWith(".js")) return true;
    return (this.#ranges.get(file) ?? []).some((ranges) => {
      let inner;
      for (const range of ranges)
        if (range.startOffset <= start && start < range.endOffset)
          if (!inner || range.endOffset - range.startOffset <= inner.endOffset - inner.startOffset)
            inner = range;
      return inner?.count > 0;
    });
  }

  /** Returns the expected gain per second for a mutant in a file: tests that have found others there come first. */
  promise(file) {
    const all = [...this.found.values()].reduce((a, b) => a + b, 0);
    // a page needs a bundle first, and may run twice
    const seconds = this.isPage ? 10 + 2 * this.seconds : this.seconds;
    return (1 + all + 5 * (this.found.get(file) ?? 0)) / (0.2 + seconds);
  }
}

/**
 * Plants a mutant; returns false if it does not compile, or compiles to the same code.
 * @param {string} folder
 * @param {import("./plan.js").Mutant} mutant
 */
async function plant(folder, { file, start, end, text }) {
  const path = join(folder, file);
  const source = readFileSync(path, "utf8");
  const changed = source.slice(0, start) + text + source.slice(end);
  const modules = join(folder, "web/build/simd.js");
  const before = readFileSync(modules, "utf8");
  writeFileSync(path, changed);
  if (file.endsWith(".js")) return isOtherJs(source, changed);
  trustAnyAnswer(folder);
  if ((await ends(folder, ["sh", "build.sh", "wasm"])) !== "well") return false;
  return readFileSync(modules, "utf8") !== before;
}

/** Restores a copy after a mutant. */
function clear(from, folder, { file }) {
  cpSync(join(from, file), join(folder, file));
  if (file.endsWith(".js")) return;
  cpSync(join(from, gate), join(folder, gate));
  copyBuild(from, folder);
}

/**
 * Tries a mutant and returns its outcome; "none" if it does not change the code.
 * @param {string} clean a copy without mutants
 * @param {string} folder the copy to plant it in
 * @param {import("./plan.js").Mutant} mutant
 * @param {TestFile[]} tests of its room
 * @returns {Promise<{ end: "found" | "survived" | "none", by?: string }>}
 */
export async function fate(clean, folder, mutant, tests) {
  const { file } = mutant;
  try {
    if (!(await plant(folder, mutant))) return { end: "none" };
    const asked = tests.filter((test) => test.reaches(mutant));
    asked.sort((a, b) => b.promise(file) - a.promise(file));
    let bundled = false;
    for (const test of asked) {
      if (test.isPage && !bundled) {
        if ((await bundle(folder)) !== "well") return { end: "found", by: "build.sh" };
        bundled = true;
      }
      // a defect in C has the native programs built again
      const end = await test.run(folder, (file.endsWith(".js") ? 20 : 200) + 5 * test.seconds);
      if (end === "well") continue;
      test.found.set(file, (test.found.get(file) ?? 0) + 1);
      return { end: "found", by: end === "never" ? `${test.name}, which did not end` : test.name };
    }
    return { end: "survived" };
  } finally {
    clear(clean, folder, mutant);
  }
}
