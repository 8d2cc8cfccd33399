// npm run size: prints what a page fetches up to its first picture, in KiB as a server sends it (brotli at its best level); with
// --time, also how long that picture takes in a page with an empty cache.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { launch } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { root, say } from "./system.js";

const build = join(root, "web/build");
const CONTEXTS = 21;
const SETTLED = 2000;

/** Returns the compressed size of a file, in KiB. @param {string} file @param {string} [folder] where it is */
function weightOf(file, folder = build) {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } };
  return brotliCompressSync(readFileSync(join(folder, file)), options).length / 1024;
}

/**
 * Opens a page with one player and records what it fetches.
 * @param {import("puppeteer-core").Browser} browser @param {string} url of web/build @param {string} file the player's script @param {string} tag
 * @param {number} [settled] milliseconds to wait before the player is added
 * @returns {Promise<{ first: string[], files: string[], ms: number }>} first: fetched before the picture; files: before it
 *   could play; ms: from the arrival of the player's script to the picture on the screen
 */
export async function firstPicture(browser, url, file, tag, settled = 0) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(`${url}embed.oembed.json`);
    // a new window is busy at first: its address bar is a page, too
    await new Promise((resolve) => setTimeout(resolve, settled));
    /** @type {string[]} */
    const files = [];
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname.slice(1);
      if (path.endsWith(".js")) files.push(path);
    });
    const { ms, seen } = await page.evaluate(
      async (file, tag) => {
        document.body.innerHTML = tag;
        const script = Object.assign(document.createElement("script"), { type: "module", src: file });
        document.head.append(script);
        await customElements.whenDefined("attention-player");
        const player = /** @type {any} */ (document.querySelector("attention-player"));
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        do await frame();
        while (!player.shadowRoot.querySelector(".stage svg, .stage canvas"));
        const now = performance.now();
        const entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
        const seen = entries.filter(({ responseEnd }) => responseEnd <= now).map(({ name }) => name);
        await player.ready;
        const [own] = entries.filter(({ name }) => name === script.src);
        return { ms: now - own.responseEnd, seen };
      },
      `/${file}`,
      tag,
    );
    return { first: files.filter((file) => seen.some((url) => url.endsWith(`/${file}`))), files, ms };
  } finally {
    await context.close();
  }
}

const PRESETS = "layer eight-heads english-french seq2seq cross geometry backward training long-input";
/** The rows that `npm run size` prints: a name, the player's script, and the HTML of the page. @type {[what: string, file: string, tag: string][]} */
export const PAGES = [
  ["walk-through, English", "attention-player-core.js", '<attention-player lang="en" preset="walk-through">'],
  ["walk-through, Chinese", "attention-player-core.js", '<attention-player lang="zh" preset="walk-through">'],
  ...PRESETS.split(" ").map((preset) => {
    const tag = `<attention-player lang="en" preset="${preset}">`;
    return /** @type {[string, string, string]} */ ([preset, "attention-player-core.js", tag]);
  }),
  ["everything in one file", "attention-player.js", '<attention-player lang="en" preset="walk-through">'],
];

/** @param {string[]} files @param {string} [folder] */
export const weigh = (files, folder) => files.reduce((sum, file) => sum + weightOf(file, folder), 0);

async function print() {
  const server = await serve({ folder: build });
  const browser = await launch();
  const kib = (/** @type {number} */ number) => number.toFixed(1).padStart(6);
  say("   KiB  to the first picture, and until it can play");
  for (const [what, file, tag] of PAGES) {
    const { first, files } = await firstPicture(browser, server.url, file, tag);
    const parts = files.map(
      (one) => `${basename(one, ".js").replace(/-[\w-]{8}$/, "")} ${weightOf(one).toFixed(1)}`,
    );
    say(`${kib(weigh(first))}${kib(weigh(files))}  ${what}: ${parts.join(" + ")}`);
  }
  say(`      ${kib(weigh(["index.js", "engine.js"]))}  the engine alone, index.js, to its first forward`);
  say(`      ${kib(weightOf("attention-player.classic.js"))}  the plain script, which fetches nothing`);
  if (process.argv.includes("--time"))
    for (const [what, file, tag] of [PAGES[0], PAGES[PAGES.length - 1]]) {
      const times = [];
      for (let n = 0; n < CONTEXTS; n++)
        times.push((await firstPicture(browser, server.url, file, tag, SETTLED)).ms);
      times.sort((a, b) => a - b);
      const [least, median, most] = [0, CONTEXTS >> 1, CONTEXTS - 1].map((n) => Math.round(times[n]));
      say(`${median} ms to the poster, median of ${CONTEXTS} (${least} to ${most}): ${what}`);
    }
  await browser.close();
  await server.close();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await print();
