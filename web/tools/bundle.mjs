// bundle.mjs: the files that pages load, made of web/: the player in one file; and the player and the engine that fetch
// their parts when they are needed, in chunks. MINIFY=off leaves them large, where only time counts.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { minify } from "@swc/core";
import { build as bundled, transform } from "esbuild";
import { rollup } from "rollup";
import { load as stories } from "../build/stories/index.js";
import { languages } from "../words/languages.js";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(web, "build");
const posix = (path) => path.split(sep).join("/");
/** What is being written meanwhile. @type {Promise<void>[]} */
const writing = [];

/** @typedef {[pattern: RegExp, name: string | undefined][]} Chunks */

/** What build.sh made before: it lies beside the players, and is fetched when it is asked for. */
const isBuilt = (path) => dirname(path) === build;

/** What several chunks share. */
const SHARED = "kit";

/**
 * The chunks: what is needed beyond the player, each where it is asked for. The first pattern that fits a file names its chunk. What
 * none fits stands with the one chunk that needs it, or with all that several share.
 * @type {Chunks}
 */
const PLAYER = [
  ...languages.map(({ id }) => [new RegExp(`^(build/)?words/(stories/walk-through/)?${id}\\.js$`), id]),
  [/\/stories\/one-query\.js$/, "player"],
  [/\bwords\/stories\/generic\b/, "operations"],
  [/\/training\/parameters\b/, SHARED],
  [/\/stories\/(seq2seq|alignment|sequence)\b/, "translation"],
  [/\/(stories|runs)\/heads\b/, "multi-head"],
  [/\/runs\/turned\b/, "geometry"],
  [/\/kit\/plane\/(?!scale)|\/kit\/plane\.js/, "plane"],
  ...Object.keys(stories).map((id) => [new RegExp(`/(stories|runs)/${id}\\b`), id]),
  [/^core\/training\/(?!stable)|^element\/trainer\b/, "training"],
  [/^scene\/(highlight|magnifier|tooltip|heard|morph)\b|^element\/table\b/, "pointing"],
  [/\/raster\/(map|pyramid|squares)\b/, "maps"],
  [/^element\/(prose\/|(attribute-errors|problem-attributes)\b)|words\/errors\b/, "prose"],
  // what a reader writes, reads or is asked: most pictures come without
  [
    /^(element\/(editing\/(index|field|bar)|transcript|quiz|question)|edit\/(?!drawing|tensors|number)|scene\/questions|(build\/)?words\/questions)/,
    "reader",
  ],
  [/^element\/(manipulation|editing\/drag)\b|^edit\/(tensors|number)\b/, "manipulation"],
  [/^(element|(build\/)?words)\/tasks\b|^scene\/exercise\b/, "tasks"],
  [/^core\/workers\/(?!off-thread|signals)/, "workers"],
  [/^core\//, "engine"],
  [/^presets\/(problems|drawn)\b|^edit\/drawing\b/, "problems"],
  [/^presets\/heads\b/, "multi-head"],
  ...["meaning", "classification", "regions"].map((id) => [new RegExp(`^presets/${id}\\b`), id]),
  // of the command line and of exports in Node: they stay in the files of these
  [/^export\/(node|raster|outlines|cli|given|output)\.js$/, undefined],
  [/^((build\/)?words\/export|export|input)\b/, "export"],
];

/** What the shell brings, with all that it imports, is one chunk. */
const PLAYER_PART = "player-part.js";

/** What the engine needs for calls that are waited for: workers, layers, training. @type {Chunks} */
const ENGINE = [[/./, "awaited"]];

/** @param {string} code @param {boolean} module */
async function small(code, module) {
  const large = process.env.MINIFY === "off";
  if (large && module) return code;
  const made = await minify(code, {
    ecma: 2020,
    module,
    compress: !large && { passes: 0 }, // until there is nothing left to do
    mangle: !large && { toplevel: module },
    format: {
      // bundlers leave alone what is so marked: its address is known in the page only
      comments: { regex: "@vite-ignore|webpackIgnore" },
      // a plain script is read in whatever encoding its page has
      asciiOnly: !module,
    },
  });
  // it escapes characters that a string can hold as they are; of a module as text there are thousands
  return made.code.replace(/\\(?:x([01][\da-f])|[^])/g, (escape, code) =>
    /^(?!00|0a|0d)/.test(code ?? "00") ? String.fromCharCode(parseInt(code, 16)) : escape,
  );
}

/** @param {string} name @param {string} code @param {string} [notice] */
async function write(name, code, notice = "") {
  mkdirSync(dirname(join(build, name)), { recursive: true });
  // moved into its place when it is whole; and TypeScript would read it where a source imports it
  const draft = join(build, `${process.pid}-${basename(name)}`);
  const [program = ""] = /^#!.*\n/.exec(code) ?? [];
  const made = await small(code.slice(program.length), !name.includes("classic"));
  writeFileSync(draft, `${program}// @ts-nocheck: made by build.sh\n${notice}${made}\n`);
  renameSync(draft, join(build, name));
}

/** The style sheet without the spaces that it is read by. @type {import("rollup").Plugin} */
const stylesheet = {
  name: "style sheet",
  async transform(code, id) {
    if (posix(id.slice(web.length)) !== "/element/style.js") return null;
    const [, sheet] = code.match(/^const layout = `([^`$\\]*)`;$/m);
    const { code: small } = await transform(sheet, { loader: "css", minify: true });
    return { code: code.replace(`\`${sheet}\``, JSON.stringify(small)), map: null };
  },
};

/** @param {string | Record<string, string>} entry its file, or several by the names of theirs @param {string[]} inside what of build/ is put into the file @param {boolean} [exact] the file exports nothing for its chunks */
const read = (entry, inside, exact) =>
  rollup({
    input:
      typeof entry === "string"
        ? join(web, entry)
        : Object.fromEntries(Object.entries(entry).map(([name, path]) => [name, join(web, path)])),
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

/** Parts of Node, and the package that a user may have. */
const isForeign = (id) => /^(node:|@resvg\/)/.test(id);

/** What lies beside the players, as they call it. @param {string} id */
const paths = (id) => (isForeign(id) ? id : `./${basename(id)}`);

/** Everything in one file. @param {string} name @param {string} entry @param {string[]} inside @param {import("rollup").OutputOptions} [how] */
async function one(name, entry, inside, how) {
  const bundle = await read(entry, inside);
  const { output } = await bundle.generate({
    format: "es",
    inlineDynamicImports: true,
    paths,
    ...how,
  });
  writing.push(write(name, output[0].code));
}

/** A file with the package that it imports, under that one's licence: esbuild knows where packages keep what browsers read. @param {string} name @param {string} entry @param {string} imported */
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
  // a long one is known by its name, and asks that one says where the source is
  const terms = text.length < 2000 ? text : "The package of that name has its source and its licence.";
  writing.push(
    write(name, outputFiles[0].text, `/* It holds ${imported} ${version}, ${license}.\n\n${terms} */\n`),
  );
}

/**
 * What comes first, in a file of its own, and the chunks of the rest.
 * @param {Record<string, string>} entries by the names of their files; the first is what comes first
 * @param {string[]} inside what of build/ is put into the first file
 * @param {Chunks} chunks
 * @param {string} [shared] the file of what comes first, where the entry's own exports its names alone
 * @returns {Promise<string[]>} names of the files
 */
async function split(entries, inside, chunks, shared) {
  const bundle = await read(entries, inside, shared !== undefined);
  /** @type {Set<string>} */
  let core;
  /** @type {Set<string>} */
  let player;
  const { output } = await bundle.generate({
    format: "es",
    dir: build,
    entryFileNames: "[name].js",
    chunkFileNames: ({ name }) =>
      // it looks for the modules beside it
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
    // what was built before lies a folder higher than chunks
    const beside = [...imports, ...dynamicImports].filter((id) => !names.includes(id) && !isForeign(id));
    const written = beside.reduce((code, id) => code.replaceAll(`'${paths(id)}'`, `'.${paths(id)}'`), code);
    writing.push(write(fileName, fileName.startsWith("chunks/") ? written : code));
  }
  return names.map((name) => basename(name));
}

/** The chunk that a file's pattern names, else those of the files that import it. @param {string} id @param {Chunks} chunks @returns {Set<string | undefined>} */
function namesOf(id, chunks, getModuleInfo) {
  const path = posix(id.slice(web.length + 1));
  const named = chunks.find(([pattern]) => pattern.test(path));
  if (named) return new Set([named[1]]);
  return new Set(getModuleInfo(id).importers.flatMap((one) => [...namesOf(one, chunks, getModuleInfo)]));
}

/** What a file imports, and what that imports; but not what is fetched later. */
function reached(id, getModuleInfo, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const one of getModuleInfo(id)?.importedIds ?? []) reached(one, getModuleInfo, found);
  return found;
}

// the players look for them
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
// a page that is open may still ask for the former ones until these are in their place
for (const name of readdirSync(join(build, "chunks")))
  if (!made.includes(name)) rmSync(join(build, "chunks", name));
