// What the set-up scripts need of the machine. Only Node itself is imported: these run before `npm ci`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string} text */
export const say = (text) => console.log(`setup: ${text}`);

/** Stops with one sentence, no stack. @param {string} text @returns {never} */
export function stop(text) {
  console.error(`setup: ${text}`);
  process.exit(1);
}

if (Number(process.versions.node.split(".")[0]) < 20)
  stop(`Node 20 or later is needed, and this is ${process.version}; install it from nodejs.org`);

/** Where a program is on the PATH, or null. @param {...string} names */
export function which(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not here
      }
    }
  return null;
}

/**
 * Runs a program at the top of the tree with our output; its exit code.
 * @param {string} program
 * @param {string[]} parameters
 * @param {Record<string, string>} [env]
 */
export function run(program, parameters, env = {}) {
  const done = spawnSync(program, parameters, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32" && program === "npm",
  });
  if (done.error) stop(`${program} did not start: ${done.error.message}`);
  return done.status ?? 1;
}

/** The same, and the end of everything if it fails. @param {Parameters<typeof run>} parameters */
export function must(...parameters) {
  const code = run(...parameters);
  if (code !== 0) process.exit(code);
}

/** Debian and its children name themselves in /etc/os-release. */
export function hasApt() {
  try {
    return (
      /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync("/etc/os-release", "utf8")) &&
      which("apt-get") !== null
    );
  } catch {
    return false;
  }
}

/**
 * Installs Debian packages, with sudo when not root, and says so first.
 * @param {string[]} packages
 */
export function aptInstall(packages) {
  if (packages.length === 0) return;
  say(`installing ${packages.join(", ")} with apt-get; this can take some minutes`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  // dpkg wants the sbin folders on its PATH; another apt-get may be at work
  const settings = [`PATH=${process.env.PATH}:/usr/sbin:/sbin`, "DEBIAN_FRONTEND=noninteractive"];
  /** @param {string[]} words */
  const apt = (words) => {
    const wait = ["-o", "DPkg::Lock::Timeout=300"];
    const [program, ...rest] = [...sudo, "env", ...settings, "apt-get", "-qq", ...wait, ...words];
    const done = spawnSync(program, rest, { encoding: "utf8" });
    if (done.status !== 0) stop(`apt-get ${words[0]} failed: ${done.stderr || done.error?.message}`);
  };
  apt(["update"]);
  apt(["install", "--no-install-recommends", "-y", ...packages]);
}
