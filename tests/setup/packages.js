// packages.js [folder]: installs the exact versions of package.json into node_modules, unless they are there already.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { must, root, say } from "./system.js";

const folder = process.argv[2] ?? ".";
/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(join(root, folder, path), "utf8"));

const { dependencies, optionalDependencies, devDependencies } = json("package.json");
// an alias such as "npm:name@1.2.3" ends with its version
const missing = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
  ([name, version]) => {
    const path = `node_modules/${name}/package.json`;
    return !existsSync(join(root, folder, path)) || json(path).version !== version.replace(/^npm:.*@/, "");
  },
);
if (missing.length > 0) {
  say(`installing ${missing.map(([name]) => name).join(", ")} with npm`);
  must("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
}
