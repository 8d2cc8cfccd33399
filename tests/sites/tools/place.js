// From a folder of tests/sites to a site: the project as npm packs it, the generator that the lock names, its own build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../setup/system.js";

// generators take minutes to install: they stay between runs
const places = join(tmpdir(), "attention-player-sites");
const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** The beginning and the end of what a program printed. @param {string} text */
const shortened = (text) => (text.length > 4000 ? `${text.slice(0, 2000)}\n…\n${text.slice(-2000)}` : text);

/** Runs a program in a folder; what it printed. @param {string} folder @param {string} program @param {string[]} parameters */
function run(folder, program, parameters) {
  // no generator sends home what it was used for, and none asks for a newer one
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", NO_UPDATE_NOTIFIER: "1", CI: "true" };
  const done = spawnSync(program, parameters, { cwd: folder, encoding: "utf8", env });
  const printed = `${done.stdout ?? ""}${done.stderr ?? ""}`;
  if (done.error || done.status !== 0)
    throw new Error(
      `${program} ${parameters.join(" ")} failed: ${done.error?.message ?? ""}\n${shortened(printed)}`,
    );
  return printed;
}

/** Packs the project and installs the tarball, as whoever takes it from the registry does. @returns {string} the installed folder */
export function installPackage() {
  const folder = join(places, "package");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(root, "npm", ["pack", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder]);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), "{}\n");
  run(folder, "npm", ["install", ...quiet, `./${tarball}`]);
  return join(folder, "node_modules", "attention-player");
}

/** @param {string} path */
const read = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/**
 * A copy of a site with everything it depends on, in a folder of its own that is used again.
 * @param {string} site its folder
 * @param {string} installed that of the project's package
 * @returns {string} the copy
 */
export function layOut(site, installed) {
  const folder = join(places, basename(site));
  const modules = join(folder, "node_modules");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name !== "node_modules") rmSync(join(folder, name), { recursive: true });
  cpSync(site, folder, { recursive: true });
  const lock = join(folder, "package-lock.json");
  const mark = join(modules, ".installed-from");
  const want = createHash("sha256").update(read(lock)).digest("hex");
  if (read(mark) !== want) {
    if (existsSync(lock)) run(folder, "npm", ["ci", ...quiet]);
    mkdirSync(modules, { recursive: true });
    writeFileSync(mark, want);
  }
  // a generator takes what stands in node_modules for what it was at the last build
  rmSync(join(modules, ".cache"), { recursive: true, force: true });
  const own = join(modules, "attention-player");
  rmSync(own, { recursive: true, force: true });
  cpSync(installed, own, { recursive: true });
  return folder;
}

/** @param {string} folder of a site that is laid out */
export const build = (folder) => run(folder, "npm", ["run", "build", "--silent"]);

/** The version of a site's generator: of a package, or of a program of the machine. @param {string} folder @param {string} name */
export function versionOf(folder, name) {
  const { version } = JSON.parse(read(join(folder, "node_modules", name, "package.json")) || "{}");
  return version ?? /\d+(\.\d+)+/.exec(run(folder, name, [name === "hugo" ? "version" : "--version"]))?.[0];
}
