// A script in a Node process of its own, started where the project stands.
import { execFileSync } from "node:child_process";
import { root } from "../setup/system.js";

/** What the script prints. */
export const fresh = (script, ...flags) =>
  execFileSync(process.execPath, [...flags, "--input-type=module", "-e", script], {
    cwd: root,
    encoding: "utf8",
  }).trim();

/** How a script begins that makes an engine. */
export const start = `import { createAttention } from "./web/index.js";`;
