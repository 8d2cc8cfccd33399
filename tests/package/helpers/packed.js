// The package as npm packs it, installed in a folder of its own.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../setup/system.js";

/**
 * Packs what is built, without a script and without the network.
 * @returns {{ folder: string, installed: string, tarball: string, files: { path: string, size: number }[], size: number,
 *   remove: () => void }} folder: whoever stands there can import the package; size: bytes of the tarball
 */
export function packed() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "attention-package-")));
  const parameters = ["pack", "--json", "--offline", "--ignore-scripts", "--pack-destination", folder];
  const told = execFileSync("npm", parameters, {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [{ filename, files, size }] = Object.values(JSON.parse(told));
  const tarball = join(folder, filename);
  const installed = join(folder, "node_modules", "attention-player");
  mkdirSync(join(folder, "node_modules"));
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
  renameSync(join(folder, "package"), installed);
  return { folder, installed, tarball, files, size, remove: () => rmSync(folder, { recursive: true }) };
}
