// What a page fetches and does for a player: up to the first picture, until it can play, for an edit, for a frame, for many
// players. Work is processor time of the page's main thread, style, layout and paint included. Builds take turns in one Chromium.
import { join } from "node:path";
import { chance } from "../helpers/random.js";
import { serve } from "../helpers/serve.js";
import { root } from "../setup/system.js";
import { firstPicture, weigh } from "../setup/size.js";
import { treeOf } from "../setup/trees.js";
import { shareOf } from "./stats.js";

const SCRIPT = "attention-player-core.js";
const SLOW = 4; // how many times slower the processor of a slow phone is
const WARM = 10; // edits until the compiler has done its part
const SETTLE = 200; // ms that a film plays before its frames are counted
const WINDOW = 500; // ms in which they are counted

/** @typedef {{ name: string, folder: string, url: string, close: () => Promise<void> }} Build */
/** @typedef {{ page: import("puppeteer-core").Page, work: () => Promise<number>, slow: (rate: number) => Promise<void>,
 *   close: () => Promise<void> }} Opened work: ms so far; slow: makes the processor so many times slower */
/** @typedef {[what: string, unit: "KiB" | "ms" | "", values: number[]]} Line values: by build */

/** @param {(string | undefined)[]} commits @returns {Promise<Build[]>} undefined stands for this tree */
const serveBuilds = (commits) =>
  Promise.all(
    commits.map(async (commit) => {
      const folder = join(commit ? treeOf(commit) : root, "web", "build");
      return { name: commit ?? "this build", folder, ...(await serve({ folder })) };
    }),
  );

/** Opens an empty page with nothing in its cache. @param {import("puppeteer-core").Browser} browser @param {Build} build @returns {Promise<Opened>} */
async function open(browser, { url }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${url}embed.oembed.json`);
  const session = await page.createCDPSession();
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
  };
  const slow = (rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
  return { page, work, slow, close: () => context.close() };
}

/** Puts players on a page, and waits for the first picture. @param {Opened} opened @param {string} html */
const put = ({ page }, html) =>
  page.evaluate(
    async (src, html) => {
      document.body.innerHTML = html;
      document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
      await customElements.whenDefined("attention-player");
      const { shadowRoot } = document.querySelector("attention-player");
      do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      while (!shadowRoot?.querySelector(".stage svg, .stage canvas"));
    },
    `/${SCRIPT}`,
    html,
  );

/** Calls a function with the first player of a page, and data. @param {Opened} opened @param {Function} act @param {unknown} [given] @returns {Promise<any>} */
const withPlayer = ({ page }, act, given = null) =>
  page.evaluate(`(${act})(document.querySelector("attention-player"), ${JSON.stringify(given)})`);

/** Opens one player in a page for each build. @param {import("puppeteer-core").Browser} browser @param {Build[]} builds @param {string} attributes @param {number} rate */
async function openPlayers(browser, builds, attributes, rate) {
  const pages = [];
  for (const build of builds) {
    const opened = await open(browser, build);
    await put(opened, `<attention-player lang="en" ${attributes}></attention-player>`);
    await withPlayer(opened, (player) => player.ready);
    await opened.slow(rate);
    pages.push(opened);
  }
  return pages;
}

/** Work to the first picture, and until it can play. @param {import("puppeteer-core").Browser} browser @param {Build} build @param {string} tag */
async function workToPlay(browser, build, tag) {
  const opened = await open(browser, build);
  const before = await opened.work();
  await put(opened, tag);
  const picture = (await opened.work()) - before;
  await withPlayer(opened, (player) => player.ready);
  const playing = (await opened.work()) - before;
  await opened.close();
  return { picture, playing };
}

/** @param {import("puppeteer-core").Browser} browser @param {Build[]} builds @param {string} preset @param {number} count */
async function start(browser, builds, preset, count) {
  const tag = `<attention-player lang="en" preset="${preset}"></attention-player>`;
  const fetched = [];
  for (const { url, folder } of builds) {
    const { first, files } = await firstPicture(browser, url, SCRIPT, tag);
    fetched.push([weigh(first, folder), weigh(files, folder)]);
  }
  const works = builds.map(() => []);
  for (let round = 0; round < count; round++)
    for (const [n, build] of builds.entries()) works[n].push(await workToPlay(browser, build, tag));
  const median = (which) =>
    works.map((all) =>
      shareOf(
        all.map((work) => work[which]),
        0.5,
      ),
    );
  return [
    ["first picture", "KiB", fetched.map(([first]) => first)],
    ["until it can play", "KiB", fetched.map(([, all]) => all)],
    ["first picture", "ms", median("picture")],
    ["until it can play", "ms", median("playing")],
  ];
}

/** Edits one number; returns the ms until the change is painted. @param {any} player @param {any} problem @returns {Promise<number>} */
const edit = (player, problem) =>
  new Promise((resolve) => {
    const start = performance.now();
    player.edit(problem);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - start);
      port2.postMessage(null);
    });
  });

/** The same edits of an 8 × 8 problem in each build. @param {import("puppeteer-core").Browser} browser @param {Build[]} builds @param {string} story @param {number} rate @param {number} count */
async function edits(browser, builds, story, rate, count) {
  const square = (from) =>
    Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: 8 }, (_, j) => ((i * 5 + j * 3 + from) % 7) - 3),
    );
  const problem = { x: square(1), w_q: square(2), w_k: square(3), w_v: square(4) };
  const pages = await openPlayers(browser, builds, `editable story="${story}"`, rate);
  for (const opened of pages)
    await withPlayer(
      opened,
      async (player, problem) => {
        player.problem = problem;
        await player.ready;
        player.currentTime = player.duration;
      },
      problem,
    );
  const draw = chance(9);
  const works = builds.map(() => []);
  const waits = builds.map(() => []);
  for (let turn = -WARM; turn < count; turn++) {
    const tensor = Object.values(problem)[draw.below(4)];
    tensor[draw.below(8)][draw.below(8)] = (draw.below(25) - 12) / 4;
    for (const [n, opened] of pages.entries()) {
      await opened.page.bringToFront();
      const before = await opened.work();
      const wait = await withPlayer(opened, edit, problem);
      const work = (await opened.work()) - before;
      if (turn < 0) continue;
      works[n].push(work);
      waits[n].push(wait);
    }
  }
  for (const { close } of pages) await close();
  const shares = (all, share) => all.map((numbers) => shareOf(numbers, share));
  if (rate > 1) return [["edit to paint, p95", "ms", shares(waits, 0.95)]];
  return [
    ["edit, p50", "ms", shares(works, 0.5)],
    ["edit, p95", "ms", shares(works, 0.95)],
  ];
}

/**
 * Frames at the same places of a film in each build. Counting them makes a page draw all of them, so where work counts, they are those
 * that a screen shows in the time.
 * @param {import("puppeteer-core").Browser} browser @param {Build[]} builds @param {string} preset @param {number} rate @param {number} count
 */
async function frames(browser, builds, preset, rate, count) {
  const pages = await openPlayers(browser, builds, `preset="${preset}"`, rate);
  const play = (player, { at, ms }) => {
    player.currentTime = at * player.duration;
    player.play();
    return new Promise((resolve) => setTimeout(resolve, ms));
  };
  const framesIn = (_, ms) =>
    new Promise((resolve) => {
      let count = 0;
      const next = () => requestAnimationFrame(() => (count++, next()));
      next();
      setTimeout(() => resolve(count), ms);
    });
  const shown = (_, ms) => new Promise((resolve) => setTimeout(resolve, ms, (60 * ms) / 1000));
  const works = builds.map(() => []);
  const rates = builds.map(() => []);
  for (let k = 0; k < count; k++)
    for (const [n, opened] of pages.entries()) {
      await opened.page.bringToFront();
      await withPlayer(opened, play, { at: (k + 0.5) / count, ms: SETTLE });
      const before = await opened.work();
      const number = await withPlayer(opened, rate > 1 ? framesIn : shown, WINDOW);
      works[n].push(((await opened.work()) - before) / number);
      rates[n].push((1000 * number) / WINDOW);
      await withPlayer(opened, (player) => player.pause());
    }
  for (const { close } of pages) await close();
  if (rate > 1) return [["least frames a second", "", rates.map((all) => Math.min(...all))]];
  return [["frame, p50", "ms", works.map((all) => shareOf(all, 0.5))]];
}

/** Work of a page of players that is scrolled through. @param {import("puppeteer-core").Browser} browser @param {Build} build @param {number} count */
async function workOfMany(browser, build, count) {
  const opened = await open(browser, build);
  const before = await opened.work();
  await put(opened, '<attention-player lang="en" preset="walk-through"></attention-player>'.repeat(count));
  await opened.page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const work = (await opened.work()) - before;
  await opened.close();
  return work;
}

/** @param {import("puppeteer-core").Browser} browser @param {Build[]} builds @param {number} count */
async function many(browser, builds, count) {
  const values = [];
  for (const build of builds) values.push(await workOfMany(browser, build, count));
  return [["scrolled through", "ms", values]];
}

const slowly = (rate) => (rate > 1 ? `, processor ${rate} times slower` : "");

/** @param {boolean} quick @returns {[label: string, run: (browser: object, builds: Build[]) => Promise<Line[]>][]} */
const plan = (quick) => [
  ...["walk-through", "english-french", "training"].map((preset) => [
    preset,
    (browser, builds) => start(browser, builds, preset, quick ? 3 : 7),
  ]),
  ...["walk-through", "matrices"].flatMap((story) =>
    [1, SLOW].map((rate) => [
      `${story}, 8 × 8${slowly(rate)}`,
      (browser, builds) => edits(browser, builds, story, rate, quick ? 20 : 80),
    ]),
  ),
  ...["walk-through", "backward", "long-input"].flatMap((preset) =>
    [1, SLOW].map((rate) => [
      `${preset}${slowly(rate)}`,
      (browser, builds) => frames(browser, builds, preset, rate, quick ? 6 : 18),
    ]),
  ),
  ["200 players", (browser, builds) => many(browser, builds, 200)],
];

/**
 * Measures this build, and another beside it.
 * @param {import("puppeteer-core").Browser} browser @param {{ quick: boolean, against?: string, until: number }} options against: a
 *   commit @param {(record: object) => void} tell
 */
export async function pageRows(browser, { quick, against, until }, tell) {
  const builds = await serveBuilds(against ? [undefined, against] : [undefined]);
  for (const [label, run] of plan(quick)) {
    const name = `page ${label}`;
    if (Date.now() > until) {
      tell({ name, why: "left out: the time was up" });
      continue;
    }
    for (const [what, unit, values] of await run(browser, builds))
      tell({ name, result: { row: "page", label, what, unit, values } });
  }
  for (const { close } of builds) await close();
}
