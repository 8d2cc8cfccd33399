// npm run test:sites [name ...]: every folder beside this file is a site as an author makes it, and the file of the
// same name says which of its pages are looked at. The project is packed, the site is built with its real generator, opened
// in Chromium and watched playing. A picture of each is kept in tests/artifacts/sites.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { prepareMachine } from "../setup/machine.js";
import { must, root, say, stop } from "../setup/system.js";
import { build, installPackage, layOut, versionOf } from "./tools/place.js";
import { seePlaying } from "./tools/seen.js";

/**
 * @typedef {object} Page a page of a site, and what is asked of it
 * @property {string} path in the folder of the built site
 * @property {number} [players] how many there are on it; 1 when absent
 * @property {Record<string, string>} [headers] of its server
 * @property {boolean} [disk] it is opened without a server
 * @property {string} [frame] the selector of the frame that the player stands in
 * @property {RegExp} [forgiven] errors that are meant to be
 * @property {(page: import("puppeteer-core").Page) => Promise<void>} [before] what is done before the player is looked for
 * @property {(page: import("puppeteer-core").Page) => Promise<void>} [after] what else is asked
 */
/**
 * @typedef {object} Site
 * @property {string} [generator] a package of its own, or a program of the machine, whose version is told
 * @property {string[]} [programs] that the machine must have; named as in Debian
 * @property {string} output the folder that the build fills
 * @property {Page[]} pages
 */

const here = fileURLToPath(new URL(".", import.meta.url));
const artifacts = join(root, "tests", "artifacts", "sites");
const all = readdirSync(here).filter((name) => existsSync(join(here, `${name}.js`)));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) stop(`no site ${unknown.join(", ")}; there are ${all.join(", ")}`);
const names = asked.length > 0 ? asked : all;

/** @type {Record<string, Site>} */
const sites = {};
for (const name of names) sites[name] = (await import(pathToFileURL(join(here, `${name}.js`)).href)).default;

prepareMachine({ programs: Object.values(sites).flatMap(({ programs = [] }) => programs) });
must("node", ["tests/setup/packages.js"]);
must("sh", ["build.sh"]);
mkdirSync(artifacts, { recursive: true });
const installed = installPackage();
const browser = await launch();

/** @param {string} folder of the built site @param {Page} wanted @param {string} picture */
async function look(folder, { path, players = 1, headers, disk, frame, forgiven, before, after }, picture) {
  const server = await serve({ folder, headers });
  const { page, errors } = await openPage(browser, { width: 1200, height: 900 });
  try {
    await page.goto(disk ? pathToFileURL(join(folder, path)).href : server.url + path);
    await before?.(page);
    const found = frame ? await (await page.waitForSelector(frame))?.contentFrame() : page.mainFrame();
    assert.ok(found, `no frame ${frame}`);
    await seePlaying(found, players);
    await page.screenshot({ path: picture });
    await after?.(page);
    if (forgiven) errors.splice(0, errors.length, ...errors.filter((text) => !forgiven.test(text)));
    assert.deepEqual(errors, [], "what the page said");
  } finally {
    errors.length = 0;
    await page.close();
    await server.close();
  }
}

/** @param {string} name */
async function visit(name) {
  const { generator, output, pages } = sites[name];
  const begin = performance.now();
  const row = { site: name, version: "–", built: "no", "seen playing": `0 of ${pages.length}`, seconds: "" };
  try {
    const folder = layOut(join(here, name), installed);
    if (generator) row.version = `${generator} ${versionOf(folder, generator)}`;
    build(folder);
    row.built = "yes";
    for (const [index, page] of pages.entries()) {
      await look(
        join(folder, output),
        page,
        join(artifacts, `${name}${index > 0 ? `-${index + 1}` : ""}.png`),
      );
      row["seen playing"] = `${index + 1} of ${pages.length}`;
    }
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
  }
  row.seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${row.site}: built ${row.built}, seen playing ${row["seen playing"]}, ${row.seconds} s`);
  return row;
}

const rows = [];
for (const name of names) rows.push(await visit(name));
await browser.close();

const columns = Object.keys(rows[0]);
const widths = columns.map((column) =>
  Math.max(...[column, ...rows.map((row) => row[column])].map((text) => text.length)),
);
/** @param {string[]} cells */
const line = (cells) => `| ${cells.map((cell, index) => cell.padEnd(widths[index])).join(" | ")} |`;
console.log(line(columns));
console.log(line(widths.map((width) => "-".repeat(width))));
for (const row of rows) console.log(line(Object.values(row)));
