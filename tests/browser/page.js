// What the browser tests share: the built files on a server of their own, and pages written in a line.
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { mkdtempSync, rmSync, writeFileSync, copyFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const build = fileURLToPath(new URL("../../web/build/", import.meta.url));

/** A browser, a folder with the built players in it, and a server over that folder. */
export async function openStudio({ headers } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "attention-player-"));
  for (const name of ["attention-player.js", "attention-player.classic.js", "attention-fallback.js"])
    copyFileSync(join(build, name), join(folder, name));
  const browser = await launch();
  const server = await serve({ folder, headers });
  const write = (name, html) => writeFileSync(join(folder, name), html);
  return {
    browser,
    folder,
    url: server.url,
    write,

    /** A page with this body, and what goes wrong on it. */
    async page(body, { head = "", lang = "en", script = "module", file = false, ...view } = {}) {
      const tag =
        script === "module"
          ? '<script type="module" src="attention-player.js"></script>'
          : '<script src="attention-player.classic.js"></script>';
      write(
        "page.html",
        `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>page</title><link rel="icon" href="data:,">` +
          `${head}${tag}</head><body>${body}</body></html>`,
      );
      const opened = await openPage(browser, view);
      await opened.page.goto(file ? `file://${join(folder, "page.html")}` : `${server.url}page.html`);
      return opened;
    },

    /** Runs a function in a page with this body; returns its answer and closes the page. */
    async inPage(body, run, view = {}) {
      const { page } = await this.page(body, view);
      const answer = await page.evaluate(run);
      await page.close();
      return answer;
    },

    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
