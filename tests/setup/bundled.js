// The files of web/build as the sources are now, for npm start: where a source is newer than what build.sh made.
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { root } from "./system.js";

const web = join(root, "web");

/** What the files of web/build are made of. @type {Record<string, { entry: string, format?: "iife", globalName?: string }>} */
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

/** When a source of web/ was last changed. */
const changed = () =>
  Math.max(
    ...readdirSync(web, { recursive: true })
      .map(String)
      .filter((name) => /\.js(on)?$/.test(name) && !name.startsWith("build"))
      .map((name) => statSync(join(web, name)).mtimeMs),
  );

/** The other files of web/build lie beside the bundle. @type {import("esbuild").Plugin} */
const beside = {
  name: "beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/build\/[^/]+$/ }, ({ path }) => ({ path: `./${basename(path)}`, external: true })),
};

/** The JSON of a module that build.sh makes of it, web/build/presets/NAME.js. @param {string} path */
const dataOf = (path) => join(web, path.replace(/^.*\/build\/(presets\/.*)\.js$/, "$1.json"));

/** Data as it is now. @type {import("esbuild").Plugin} */
const data = {
  name: "data",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/build\/presets\// }, ({ path }) => ({ path: dataOf(path) })),
};

/** When build.sh last bundled them all. */
const built = () => {
  const note = join(web, "build/attention-player.js.from");
  return existsSync(note) ? statSync(note).mtimeMs : 0;
};

/**
 * Says what stands in a file of web/build if a source has changed since it was built, else null.
 * @param {() => number} [since] milliseconds
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
    // a plain script can import nothing: everything is in it
    const plugins = format === "esm" ? [beside, data] : [data];
    const { outputFiles } = await build({
      entryPoints: [join(web, entry)],
      bundle: true,
      write: false,
      sourcemap: "inline",
      logLevel: "error",
      // what the package says of its built files does not hold for their sources
      ignoreAnnotations: true,
      plugins,
      format,
      globalName,
    });
    return outputFiles[0].text;
  };
}
