// Runs a script in a Node process of its own, in the root of the project.
import { execFileSync } from "node:child_process";
import { root } from "../setup/system.js";

/** Returns what the script prints. */
export const fresh = (script, ...flags) =>
  execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  }).trim();

/** The first line of a script that creates an engine. */
export const start = `import { createAttention } from "./web/index.js";`;
