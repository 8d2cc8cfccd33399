// studio.mjs: builds the studio for the site: bundles its modules, takes the player from where the site's pages have it, and
// adds links back to those pages.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { languages } from "../words/languages.js";
import { web } from "./shared.mjs";

/**
 * Keeps the files that players load on demand out of the bundle: the site has them beside the player.
 * @type {import("esbuild").Plugin}
 */
const beside = {
  name: "beside",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/build\/[^/]+$/ }, ({ path }) => ({
      path: `../../player/${basename(path)}`,
      external: true,
    })),
};

/** Links to the site's front pages. Only the one in the studio's language is shown. */
const ways = languages.map(
  ({ id, tag }, k) =>
    `<a class="home" lang="${tag}" href="../${k === 0 ? "" : `${id}/`}index.html" aria-label="attention-player"><span>attention-player</span></a>`,
);
const hidden = languages
  .map(({ tag }) => `html:not([lang="${tag}"]) .home[lang="${tag}"] { display: none; }`)
  .join("");

/** Writes the studio into the site. @param {string} site its folder */
export async function writeStudio(site) {
  const folder = join(site, "studio");
  await build({
    entryPoints: ["studio.js", "read-text-worker.js"].map((name) => join(web, "studio", name)),
    outdir: join(folder, "studio"),
    ...{ bundle: true, splitting: true, format: "esm", target: "es2022", minify: true, logLevel: "error" },
    // the package's annotations hold for its built files, not for their sources
    ignoreAnnotations: true,
    plugins: [beside],
  });
  cpSync(join(web, "studio/studio.css"), join(folder, "studio/studio.css"));
  const page = readFileSync(join(web, "index.html"), "utf8");
  const whole = page
    .replace('"build/', '"../player/')
    .replace("</head>", `<style>${hidden}</style></head>`)
    .replace("<header>", `<header>${ways.join("")}`);
  writeFileSync(join(folder, "index.html"), whole);
}
