// Brings node_modules to the exact versions of package.json, and does nothing when they are there already.
import { existsSync, readFileSync } from "node:fs";
import { must, root, say } from "./system.js";

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(`${root}${path}`, "utf8"));

const missing = Object.entries(json("package.json").devDependencies).filter(([name, version]) => {
  const path = `node_modules/${name}/package.json`;
  return !existsSync(root + path) || json(path).version !== version;
});
if (missing.length > 0) {
  say(`installing ${missing.map(([name]) => name).join(", ")} with npm`);
  must("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
}
