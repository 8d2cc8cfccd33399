// What the browser tests share: the built files on a server of their own, and pages written in a line.
import assert from "node:assert/strict";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, copyFileSync, cpSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const build = fileURLToPath(new URL("../../web/build/", import.meta.url));

/** A folder with the built players in it, a server over that folder, and pages written in a line. */
export async function openFolder({ headers } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "attention-player-"));
  for (const name of readdirSync(build).filter((name) => /\.(js|html|css|json)$/.test(name)))
    copyFileSync(join(build, name), join(folder, name));
  for (const name of ["chunks", "posters"])
    cpSync(join(build, name), join(folder, name), { recursive: true });
  const server = await serve({ folder, headers });
  const write = (name, html) => writeFileSync(join(folder, name), html);
  return {
    folder,
    url: server.url,
    write,

    /** Writes a page with this body. @returns {string} its address */
    put(body, { head = "", lang = "en", script = "module", file = false } = {}) {
      const module = { module: "attention-player.js", core: "attention-player-core.js" }[script];
      const tag = module
        ? `<script type="module" src="${module}"></script>`
        : '<script src="attention-player.classic.js"></script>';
      write(
        "page.html",
        `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">` +
          `${head}${tag}</head><body>${body}</body></html>`,
      );
      return file ? `file://${join(folder, "page.html")}` : `${server.url}page.html`;
    },

    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs in the page. @param {[act: string, given?: any, ready?: boolean]} what ready: only once the player is */
const actOnPlayer = async ([act, given, ready]) => {
  const player = document.querySelector("attention-player");
  if (ready) await player.ready;
  return new Function("player", "given", `return (${act})(player, given)`)(player, given);
};

/** Acts on the player of a page: `await player((player, given) => …, given)`. */
export const playerIn = (page) => (act, given) => page.evaluate(actOnPlayer, [String(act), given]);

/** Waits in a page until something is so, for ten seconds of ours at least: `await window.until(() => …)`. */
function addWaits() {
  window.until = async (so) => {
    for (let tries = 0; tries < 2000; tries++) {
      const answer = so();
      if (answer) return answer;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error(`never so: ${so}`);
  };
  /** Until a player's time goes on. */
  window.plays = (player) => {
    const before = player.currentTime;
    return window.until(() => !player.paused && player.currentTime > before);
  };
  window.frames = async (count) => {
    for (; count > 0; count--) await new Promise(requestAnimationFrame);
  };
}

/** Waits in Node until something is so, for twenty seconds. @param {() => unknown} so */
export async function until(so) {
  for (const end = Date.now() + 20_000; !(await so());) {
    assert.ok(Date.now() < end, `never so: ${so}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** For a browser whose heap is measured: code that is compiled as it grows hot would count as growth. */
export const COLD = ["--js-flags=--no-opt,--no-maglev,--no-sparkplug"];

/** Such a folder, and a browser. @param {{ headers?: Record<string, string>, args?: string[] }} [options] args: of the browser */
export async function openStudio({ headers, args } = {}) {
  const place = await openFolder({ headers });
  const browser = await launch({ args });
  /** Pages that can be used again, by how a reader sees them. @type {Map<string, Awaited<ReturnType<typeof openPage>>>} */
  const used = new Map();

  /** @param {string} kind @param {object} view @param {string} [url] what it opens at first */
  async function pageFor(kind, view, url) {
    const key = `${kind} ${JSON.stringify(view)}`;
    const known = used.get(key);
    if (known) return known;
    const opened = await openPage(browser, view);
    used.set(key, opened);
    await opened.page.evaluateOnNewDocument(addWaits);
    if (url) await opened.page.goto(url);
    return opened;
  }

  /** Runs a function in a page that has the player and gets a new body: the quickest way, where no head is needed. */
  async function inBody(body, run, { given, ...view } = {}) {
    const { page, errors } = await pageFor("body", view, place.put(""));
    await page.evaluate((body) => {
      for (const { name } of [...document.documentElement.attributes])
        document.documentElement.removeAttribute(name);
      document.documentElement.lang = "en";
      document.body.innerHTML = body;
      scrollTo(0, 0);
    }, body);
    const answer = await page.evaluate(run, given);
    assert.deepEqual(errors, [], "what the page said");
    return answer;
  }

  return {
    ...place,
    browser,

    /** A page with this body, and what goes wrong on it. */
    async page(body, { head, lang, script, file, ...view } = {}) {
      const opened = await openPage(browser, view);
      await opened.page.evaluateOnNewDocument(addWaits);
      await opened.page.goto(place.put(body, { head, lang, script, file }));
      return opened;
    },

    /** Runs a function in a page with this body; returns its answer. */
    async inPage(body, run, { head, lang, script, file, ...view } = {}) {
      const { page, errors } = await pageFor("page", view);
      await page.goto(place.put(body, { head, lang, script, file }));
      const answer = await page.evaluate(run);
      assert.deepEqual(errors, [], "what the page said");
      return answer;
    },

    inBody,

    /** The quickest way to one player: `await withPlayer((player, given) => …)`, once it is ready, in a body of its own. */
    withPlayer: (act, { body = "<attention-player></attention-player>", given, ...view } = {}) =>
      inBody(body, actOnPlayer, { given: [String(act), given, true], ...view }),

    async close() {
      await browser.close();
      await place.close();
    },
  };
}

/** Where the middle of a cell is, in a page's picture: `const [x, y] = await middle("x:0,0,1")`. */
export const middleIn = (player) => (cell) =>
  player(({ shadowRoot }, cell) => {
    const { x, y, width, height } = shadowRoot.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, cell);

/** A finger scrolls the page from a point, and rests before it lets go. */
export async function swipeUp(page, x, y) {
  const before = await page.evaluate(() => scrollY);
  const touch = await page.touchscreen.touchStart(x, y);
  for (const way of [20, 60, 100, 140]) await touch.move(x, y - way);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await touch.end();
  await page.waitForFunction((before) => scrollY > before + 50, {}, before);
}

/** The numbers that stand in the picture: cell → text and exact value. Runs in the page. */
export const readCells = (selector = "attention-player") => {
  const root = document.querySelector(selector).shadowRoot;
  return Object.fromEntries(
    [...root.querySelectorAll("[data-cell]")].map((text) => [
      text.dataset.cell,
      { text: text.textContent, value: text.dataset.value },
    ]),
  );
};

const axe = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe finds wrong, in a line each. */
export async function findings(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    // eslint-disable-next-line no-undef
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ html, target }) => `${target} ${html}`)
          .join(" | ")
          .slice(0, 400)}`,
    );
  });
}
