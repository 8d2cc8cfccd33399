// The studio as its reader meets it: a page on a server of its own, and what a reader does there.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, openPage } from "../../helpers/browser.js";
import { serve } from "../../helpers/serve.js";
import { playerIn } from "../page.js";

/** Opens it. Nothing plays by itself, and the tests wait for no motion. */
export async function openStudioPage() {
  const [server, browser] = [await serve(), await launch()];
  const folder = mkdtempSync(join(tmpdir(), "attention-studio-"));
  const { page } = await openPage(browser, { width: 1280, height: 800, reducedMotion: true });
  /** Addresses of what it asked for elsewhere. */
  const foreign = [];
  page.on("request", (request) => request.url().startsWith(server.url) || foreign.push(request.url()));
  const player = playerIn(page);
  const until = (condition, ...given) => page.waitForFunction(condition, {}, ...given);
  const ready = () =>
    until(
      () =>
        document.querySelectorAll("#matrices input.number").length > 0 && document.querySelector("#undo svg"),
    );
  const problem = () => player((player) => player.problem);
  const text = (selector) => page.$eval(selector, ({ textContent }) => textContent);
  /** Until an element says so; what it says. @param {string} selector @param {RegExp} said */
  async function says(selector, said) {
    const so = (selector, said) => new RegExp(said).test(document.querySelector(selector)?.textContent ?? "");
    await until(so, selector, said.source);
    return text(selector);
  }
  const put = () => page.click("#inlets .strong");
  const press = (selector) => page.$eval(selector, (element) => element.click());
  const cell = (row, column) =>
    `#matrices .tensor:first-of-type tr:nth-child(${row}) td:nth-of-type(${column}) input`;
  /** Goes to an address as if for the first time. */
  async function open(hash) {
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(server.url + hash);
    await ready();
  }
  /** Pastes a text into the box; returns what it is read as. */
  async function paste(pasted) {
    await page.evaluate((text) => {
      document.querySelector("#inlets .read").textContent = "";
      const box = document.querySelector("textarea");
      box.value = text;
      box.dispatchEvent(new Event("input"));
    }, pasted);
    return says("#inlets .read", /./);
  }
  /** Pastes a text that is repeated, as a reader does; whether the page keeps it from its target. */
  const pasteInto = (selector, row, count) =>
    page.$eval(
      selector,
      (target, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        return !target.dispatchEvent(event);
      },
      row.repeat(count),
    );
  const value = () => page.$eval("textarea", ({ value }) => value);
  async function type(selector, text) {
    await page.focus(selector);
    await page.keyboard.type(text);
  }
  /** Chooses a file that holds this. */
  async function choose(name, content) {
    const path = join(folder, name);
    writeFileSync(path, content);
    await (await page.$("input[type=file]")).uploadFile(path);
  }
  /** Drops files and folders, by their paths. */
  async function drop(files) {
    const client = await page.createCDPSession();
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await client.send("Input.dispatchDragEvent", { type, x: 600, y: 300, data });
    await client.detach();
  }
  /** Chooses a part of the file, and puts it in. */
  const putPart = (ranges) =>
    page.evaluate((ranges) => {
      for (const [name, value] of Object.entries(ranges))
        document.querySelector(`[name=${name}]`).value = value;
      document.querySelector(".files .strong").click();
    }, ranges);
  await page.goto(server.url);
  await ready();

  return {
    ...{ page, player, server, foreign, until, ready, problem, text, says, put, press, cell, open, paste },
    ...{ pasteInto, value, type, choose, drop, putPart },

    /** The walk-through is chosen anew: of what was done before nothing is left. */
    again: () =>
      page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        for (const name of ["theme", "ask", "controls"]) player.removeAttribute(name);
        player.playbackRate = 1;
        const card = document.querySelector("[name=preset][value=walk-through]");
        card.checked = false;
        card.click();
        await new Promise((resolve) => setTimeout(resolve));
        await player.ready;
      }),

    async close() {
      await page.close();
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
