// bundle.mjs: bundles web/ into the files that pages load: the player in a single file, and the player and the engine that
// load their parts on demand, in chunks. MINIFY=off skips minification, for builds where only time counts.
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { minify } from "@swc/core";
import { build as bundled, transform } from "esbuild";
import { rollup } from "rollup";
import { load as stories } from "../build/stories/index.js";
import { languages } from "../words/languages.js";
import { build, web, write } from "./shared.mjs";

const posix = (path) => path.split(sep).join("/");
/** Files being written in the background. @type {Promise<void>[]} */
const writing = [];

/** @typedef {[pattern: RegExp, name: string | undefined][]} Chunks */

/** Reports whether build.sh made a file earlier. Such files lie beside the players and are loaded on demand. */
const isBuilt = (path) => dirname(path) === build;

/** The chunk of the modules that several chunks share. */
const SHARED = "kit";

/**
 * The chunks beyond the player, loaded on demand. The first pattern that matches a file names its chunk. A file that none
 * matches goes into the chunk that imports it, or into the shared one if several do.
 * @type {Chunks}
 */
const PLAYER = [
  ...languages.map(({ id }) => [new RegExp(`^(build/)?words/(stories/walk-through/)?${id}\\.js$`), id]),
  [/\/stories\/one-query\.js$/, "player"],
  [/\/kit\/(figures|gauge|plot|reading|ruler|slider)\b/, "charts"],
  // what the stories backward and training share
  [/\/(kit\/(gradient-pair|losses)|stories\/training\/(controls|parameters|settings))\b/, "learning"],
  [/\/stories\/(alignment|sequence)\b/, "translation"],
  [/\/(stories|runs)\/heads\b/, "multi-head"],
  [/\/runs\/turned\b/, "geometry"],
  [/\/kit\/plane\/(?!scale)|\/kit\/plane\.js/, "plane"],
  [/\/runs\/compare\b/, SHARED],
  [/\/runs\/long\b/, "long-run"],
  ...Object.keys(stories).map((id) => [new RegExp(`/(stories|runs)/${id}\\b`), id]),
  [/^core\/training\/(?!stable)|^element\/trainer\b/, "training"],
  [/^scene\/(highlight|magnifier|tooltip|heard|morph)\b|^element\/table\b/, "pointing"],
  [/\/raster\/(map|pyramid|squares)\b/, "maps"],
  [/^element\/(prose\/|(attribute-errors|problem-attributes)\b)|words\/errors\b/, "prose"],
  // editing, transcript and questions: most pages do without
  [
    /^(element\/(editing\/(index|field|bar)|transcript|quiz|question)|edit\/(?!drawing|tensors|number)|scene\/questions|(build\/)?words\/questions)/,
    "reader",
  ],
  [/^element\/manipulation\/(large-map|map-canvas)\b/, "long"],
  [/^element\/(manipulation|editing\/drag)\b|^edit\/(tensors|number)\b/, "manipulation"],
  [/^(element|(build\/)?words)\/tasks\b|^scene\/exercise\b/, "tasks"],
  [/^core\/workers\/(?!off-thread|signals)/, "workers"],
  // the forward pass of chains
  [
    /^core\/(chain|attention\/upstream|graph\/(?!gradients|tiles)|operations\/(chain|decoder|one-call|ops|tensors))/,
    "chain",
  ],
  [/^core\//, "engine"],
  // the problems of presets, and what many of their stories share
  [
    /^presets\/(problems|drawn)\b|^edit\/drawing\b|\/kit\/(button|enlarged|plane\/scale)\b|\/(stories\/plain|runs\/prefix)\b/,
    "problems",
  ],
  [/^presets\/heads\b/, "multi-head"],
  [/^presets\/long-text\b/, "long"],
  ...["meaning", "classification", "regions"].map((id) => [new RegExp(`^presets/${id}\\b`), id]),
  [/^build\/presets\/problems\/scaling\b/, "scaling"],
  // modules of the command line and of exports in Node stay in those entries
  [/^export\/(node|raster|outlines|cli|given|output)\.js$/, undefined],
  [/^((build\/)?words\/export|export|input)\b/, "export"],
];

/**
 * Has a browser compile all functions of a file at once, beside the main thread while the file arrives. Most functions of a file
 * that is loaded on demand are called right away; compiled one by one, they would keep the page waiting.
 */
const COMPILED = "//# allFunctionsCalledOnLoad\n";

/** The module that the shell loads; with everything that it imports, it makes one chunk. */
const PLAYER_PART = "player-part.js";

/** The engine's modules for asynchronous calls: workers, layers, training. @type {Chunks} */
const ENGINE = [[/./, "awaited"]];

/** Minifies code. @param {string} code @param {boolean} module */
async function small(code, module) {
  const large = process.env.MINIFY === "off";
  if (large && module) return code;
  const made = await minify(code, {
    ecma: 2020,
    module,
    compress: !large && { passes: 0 }, // 0: until nothing changes any more
    mangle: !large && { toplevel: module },
    format: {
      // these comments keep bundlers away from imports whose address is known only in the page
      comments: { regex: "@vite-ignore|webpackIgnore" },
      // a plain script is read in the encoding of its page
      asciiOnly: !module,
    },
  });
  // SWC escapes characters that a string can hold as they are; a module as text has thousands of them
  return made.code.replace(/\\(?:x([01][\da-f])|[^])/g, (escape, code) =>
    /^(?!00|0a|0d)/.test(code ?? "00") ? String.fromCharCode(parseInt(code, 16)) : escape,
  );
}

/** Minifies a file and writes it to web/build. @param {string} name @param {string} code @param {string} [notice] */
async function writeSmall(name, code, notice = "") {
  const [program = ""] = /^#!.*\n/.exec(code) ?? [];
  const made = await small(code.slice(program.length), !name.includes("classic"));
  // @ts-nocheck because TypeScript reads built files that sources import
  write(name, `${program}// @ts-nocheck: made by build.sh\n${notice}${made}\n`);
}

/** Minifies the style sheets. @type {import("rollup").Plugin} */
const stylesheet = {
  name: "style sheets",
  async transform(code, id) {
    if (!/^\/element\/(player-)?style\.js$/.test(posix(id.slice(web.length)))) return null;
    const [, sheet] = code.match(/^const layout = `([^`$\\]*)`;$/m);
    const { code: small } = await transform(sheet, { loader: "css", minify: true });
    return { code: code.replace(`\`${sheet}\``, JSON.stringify(small)), map: null };
  },
};

/**
 * Reads the modules of a bundle.
 * @param {Record<string, string>} entries by output name
 * @param {string[]} inside the files of build/ to bundle in
 * @param {boolean} [exact] the entries export only their own names, nothing for their chunks
 */
const read = (entries, inside, exact) =>
  rollup({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(web, path)])),
    plugins: [stylesheet],
    external: (id, importer) => {
      if (isForeign(id)) return true;
      const path = importer ? join(dirname(importer), id) : id;
      return isBuilt(path) && !inside.includes(basename(path));
    },
    makeAbsoluteExternalsRelative: false,
    preserveEntrySignatures: exact ? "strict" : "allow-extension",
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });

/** Reports whether a module belongs to Node or to the optional package. */
const isForeign = (id) => /^(node:|@resvg\/)/.test(id);

/** Returns the specifier by which the players import an external module. @param {string} id */
const paths = (id) => (isForeign(id) ? id : `./${basename(id)}`);

/**
 * Bundles an entry into a single file.
 * @param {string} name
 * @param {string} entry
 * @param {string[]} inside
 * @param {import("rollup").OutputOptions} [how]
 */
async function one(name, entry, inside, how) {
  const bundle = await read({ [basename(entry, ".js")]: entry }, inside);
  const { output } = await bundle.generate({ inlineDynamicImports: true, paths, ...how });
  writing.push(writeSmall(name, output[0].code));
}

/**
 * Bundles an entry with the package that it imports, under the licence of that package. Uses esbuild, which finds the
 * files that packages have for browsers.
 * @param {string} name
 * @param {string} entry
 * @param {string} imported
 */
async function packaged(name, entry, imported) {
  const { outputFiles } = await bundled({
    entryPoints: [join(web, entry)],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    logLevel: "error",
  });
  const folder = join(web, "../node_modules", imported);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((name) => name.startsWith("LICENSE"));
  const text = readFileSync(join(folder, file), "utf8").trim();
  // a long licence is well known by its name, but requires saying where the source is
  const terms = text.length < 2000 ? text : "See that package for its source and licence.";
  writing.push(
    writeSmall(name, outputFiles[0].text, `/* Contains ${imported} ${version}, ${license}.\n\n${terms} */\n`),
  );
}

/**
 * Bundles entries into a core file, which holds what the first entry imports statically, and chunks for the rest.
 * @param {Record<string, string>} entries by output name
 * @param {string[]} inside the files of build/ to bundle into the core file
 * @param {Chunks} chunks
 * @param {string} [shared] name of the core file, if the entry's own file only exports the entry's names
 * @returns {Promise<string[]>} names of the files
 */
async function split(entries, inside, chunks, shared) {
  const bundle = await read(entries, inside, shared !== undefined);
  /** @type {Set<string>} */
  let core;
  /** @type {Set<string>} */
  let player;
  const { output } = await bundle.generate({
    dir: build,
    chunkFileNames: ({ name }) =>
      // not in chunks/, since it looks for the built modules beside itself
      name === "player"
        ? "attention-player-part.js"
        : (name === "core" && shared) || "chunks/[name]-[hash].js",
    paths,
    manualChunks(id, { getModuleInfo }) {
      core ??= reached(join(web, Object.values(entries)[0]), getModuleInfo);
      if (core.has(id) || isBuilt(id)) return "core";
      player ??= reached(join(web, PLAYER_PART), getModuleInfo);
      if (player.has(id) && getModuleInfo(join(web, PLAYER_PART))) return "player";
      const names = namesOf(id, chunks, getModuleInfo);
      return names.size > 1 ? SHARED : [...names][0];
    },
  });
  const names = output.map(({ fileName }) => fileName);
  for (const { type, fileName, code, imports, dynamicImports } of output) {
    if (type !== "chunk") continue;
    // files built earlier lie one folder above chunks/
    const beside = [...imports, ...dynamicImports].filter((id) => !names.includes(id) && !isForeign(id));
    const written = beside.reduce((code, id) => code.replaceAll(`'${paths(id)}'`, `'.${paths(id)}'`), code);
    writing.push(writeSmall(fileName, fileName.startsWith("chunks/") ? written : code, COMPILED));
  }
  return names.map((name) => basename(name));
}

/**
 * Returns the chunk whose pattern matches a file, or else the chunks of the files that import it.
 * @param {string} id
 * @param {Chunks} chunks
 * @returns {Set<string | undefined>}
 */
function namesOf(id, chunks, getModuleInfo) {
  const path = posix(id.slice(web.length + 1));
  const named = chunks.find(([pattern]) => pattern.test(path));
  if (named) return new Set([named[1]]);
  return new Set(getModuleInfo(id).importers.flatMap((one) => [...namesOf(one, chunks, getModuleInfo)]));
}

/** Returns a file and everything that it imports statically, directly or indirectly. */
function reached(id, getModuleInfo, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const one of getModuleInfo(id)?.importedIds ?? []) reached(one, getModuleInfo, found);
  return found;
}

// these come first, since the players look for them
await one("learned.js", "presets/translations.js", []);
await packaged("gif.js", "export/gif.js", "gifenc");
await packaged("film.js", "export/film.js", "mediabunny");
await Promise.all(writing);
await one("attention-player.js", "player.js", ["simd.js"]);
await one("attention-player.classic.js", "player.js", ["simd.js", "scalar.js", "learned.js"], {
  format: "iife",
  name: "AttentionPlayer",
});
const made = [
  ...(await split(
    { "attention-player-core": "player-core.js", export: "export/node.js", cli: "export/cli.js" },
    [],
    PLAYER,
  )),
  ...(await split({ index: "index.js" }, ["simd.js"], ENGINE, "engine.js")),
];
await one("input.js", "input/index.js", []);
await one("embed.js", "embed/embed.js", [], { format: "iife" });
await one("embed-frames.js", "embed/embed-frames.js", [], { format: "iife" });
await one("reveal.js", "embed/reveal.js", []);
await Promise.all(writing);
// old chunks go last: an open page may ask for them until the new ones are in place
for (const name of readdirSync(join(build, "chunks")))
  if (!made.includes(name)) rmSync(join(build, "chunks", name));
