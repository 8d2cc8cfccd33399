// What the setup scripts need from the machine. It only imports Node's modules, since it runs before `npm ci`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param {string} text */
export const say = (text) => console.log(`setup: ${text}`);

/** Exits with a message and no stack. @param {string} text @returns {never} */
export function stop(text) {
  console.error(`setup: ${text}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 16))
  stop(`Node 20.16 or later is needed, and this is ${process.version}; install it from nodejs.org`);

/** Returns the path of the first program found on the PATH, or null. @param {...string} names */
export function which(...names) {
  for (const name of names)
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not in this folder
      }
    }
  return null;
}

/**
 * Runs a program in the root of the tree, with this process's output, and returns its exit code.
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

/** Runs a program as `run` does, and exits if it fails. @param {Parameters<typeof run>} parameters */
export function must(...parameters) {
  const code = run(...parameters);
  if (code !== 0) process.exit(code);
}

/** Reports whether this is Debian or a derivative, according to /etc/os-release, with apt-get. */
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
 * Announces and installs Debian packages, with sudo unless the user is root.
 * @param {string[]} packages
 */
export function aptInstall(packages) {
  if (packages.length === 0) return;
  say(`installing ${packages.join(", ")} with apt-get; this can take some minutes`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  // dpkg needs the sbin folders on its PATH; the timeout waits for another apt-get
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
