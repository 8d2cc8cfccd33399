// Where the rows run: a Node of its own, and a page of a headless Chromium that is served no special headers.
import { fork, spawnSync } from "node:child_process";
import { join } from "node:path";
import { launch } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { root } from "../setup/system.js";
import { PEERS, wireBytes } from "./engines.js";
import { median } from "./stats.js";

// jax-js needs the first, our relaxed build the second; newer Nodes have both without being asked
const FLAGS = ["--harmony-iterator-helpers", "--experimental-wasm-relaxed-simd"];
const known = (flag) => spawnSync(process.execPath, [flag, "-e", ""]).status === 0;

/**
 * @param {object} options of the suite
 * @param {(record: object) => void} tell
 * @param {AbortSignal} signal ends the process
 */
export function inNode(options, tell, signal) {
  const file = join(root, "tests", "bench", "in-node.js");
  const child = fork(file, [JSON.stringify(options)], { execArgv: FLAGS.filter(known), silent: true });
  let words = "";
  child.stderr.on("data", (text) => (words = (words + text).slice(-2000)));
  child.stdout.resume();
  child.on("message", tell);
  const end = () => child.kill("SIGKILL");
  signal.addEventListener("abort", end);
  return new Promise((resolve, reject) =>
    child.on("exit", (code) => {
      signal.removeEventListener("abort", end);
      if (code === 0 || signal.aborted) resolve();
      else reject(new Error(`Node ended with ${code}: ${words.trim()}`));
    }),
  );
}

/**
 * @param {boolean} joined V8 joins vectors in pairs
 * @param {(host: { browser: import("puppeteer-core").Browser, url: string }) => Promise<void>} use
 * @param {AbortSignal} signal closes the browser
 */
export async function inChromium(joined, use, signal) {
  const server = await serve({ folder: root });
  const browser = await launch({ protocolTimeout: 0, args: joined ? ["--js-flags=--wasm-revectorize"] : [] });
  const end = () => browser.process()?.kill("SIGKILL");
  signal.addEventListener("abort", end);
  try {
    await use({ browser, url: server.url });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", end);
    await browser.close().catch(() => undefined);
    await server.close();
  }
}

/** All rows in one page. */
export async function rowsInPage({ browser, url }, options, tell) {
  const page = await browser.newPage();
  await page.exposeFunction("tell", tell);
  await page.goto(`${url}tests/bench/page.html`);
  await page.waitForFunction("globalThis.bench");
  await page.evaluate((options) => globalThis.bench(options), options);
  await page.close();
}

/** A page that nobody has visited, for each engine in turn. */
async function firstResult({ browser, url }, name) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${url}tests/bench/first.html?engine=${name}`);
  await page.waitForFunction("globalThis.first", { timeout: 20000 });
  const first = await page.evaluate(() => globalThis.first);
  await context.close();
  return first.right ? first.ms : NaN;
}

/** Time to the first result in a fresh page, and bytes on the wire. */
export async function firstRow(host, rounds) {
  const times = Object.fromEntries(PEERS.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of PEERS) times[name].push(await firstResult(host, name).catch(() => NaN));
  const engines = PEERS.map((name) => ({ name, ms: median(times[name]), bytes: wireBytes(name) }));
  return { row: "first", label: "first result in a fresh page", engines };
}
