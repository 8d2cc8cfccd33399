// Rebuilds files of web/build for npm start when a source is newer than the output of build.sh.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { root } from "./system.js";

const web = join(root, "web");

/** The source of each file of web/build. @type {Record<string, { entry: string, format?: "iife", globalName?: string }>} */
const entries = {
  "attention-player.js": { entry: "player.js" },
  "attention-player-core.js": { entry: "player-core.js" },
  "attention-player.classic.js": { entry: "player.js", format: "iife", globalName: "AttentionPlayer" },
  "index.js": { entry: "index.js" },
  "input.js": { entry: "input/index.js" },
  "learned.js": { entry: "presets/translations.js" },
  "embed.js": { entry: "embed/embed.js", format: "iife" },
  "embed-frames.js": { entry: "embed/embed-frames.js", format: "iife" },
};

/** Returns when a source of web/ last changed, in milliseconds. */
const changed = () =>
  Math.max(
    ...readdirSync(web, { recursive: true })
      .map(String)
      .filter((name) => /\.js(on)?$/.test(name) && !name.startsWith("build"))
      .map((name) => statSync(join(web, name)).mtimeMs),
  );

/** Imports other files of web/build from beside the bundle. @type {import("esbuild").Plugin} */
const beside = {
  name: "beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/build\/[^/]+$/ }, ({ path }) => ({ path: `./${basename(path)}`, external: true })),
};

/** Returns the JSON file that build.sh turns into a module, web/build/presets/NAME.js. @param {string} path */
const dataOf = (path) => join(web, path.replace(/^.*\/build\/(presets\/.*)\.js$/, "$1.json"));

/** Bundles the current JSON data. @type {import("esbuild").Plugin} */
const data = {
  name: "data",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/build\/presets\// }, ({ path }) => ({ path: dataOf(path) })),
};

/** Returns when build.sh last bundled everything, in milliseconds; 0 for never. */
const built = () => {
  const note = join(web, "build/attention-player.js.from");
  return existsSync(note) ? statSync(note).mtimeMs : 0;
};

/**
 * Creates a function that returns the text of a file of web/build if a source has changed since it was built, otherwise null.
 * @param {() => number} [since] when it was built, in milliseconds
 * @returns {(path: string) => Promise<string | null>} path: of a request, such as /build/attention-player.js
 */
export function bundled(since = built) {
  return async (path) => {
    if (!path.startsWith("/build/") || changed() <= since()) return null;
    if (path.startsWith("/build/presets/"))
      return existsSync(dataOf(path)) ? `export default ${readFileSync(dataOf(path), "utf8")}` : null;
    const made = entries[path.replace("/build/", "")];
    if (!made) return null;
    const { entry, format = "esm", globalName } = made;
    // a classic script cannot import, so it includes everything
    const plugins = format === "esm" ? [beside, data] : [data];
    const { outputFiles } = await build({
      entryPoints: [join(web, entry)],
      bundle: true,
      write: false,
      sourcemap: "inline",
      logLevel: "error",
      // package.json's side effects describe the built files, not their sources
      ignoreAnnotations: true,
      plugins,
      format,
      globalName,
    });
    return outputFiles[0].text;
  };
}
