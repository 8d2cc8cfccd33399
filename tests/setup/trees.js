// The built tree of a commit, to compare with.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, say } from "./system.js";

/**
 * Builds a commit in a folder of its own, with its own packages, and keeps it for the next comparison.
 * @param {string} name of the commit @returns {string} the folder
 */
export function treeOf(name) {
  const commit = execFileSync("git", ["rev-parse", "--short", name], { cwd: root, encoding: "utf8" }).trim();
  const folder = join(tmpdir(), "attention-player-trees", commit);
  if (existsSync(join(folder, "built"))) return folder;
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  say(`building ${commit}`);
  execFileSync("sh", ["build.sh"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  writeFileSync(join(folder, "built"), "");
  return folder;
}
