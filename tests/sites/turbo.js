import assert from "node:assert/strict";
import { seePlaying } from "./tools/seen.js";

/** Follows the link of a page, to the end. @param {import("puppeteer-core").Page} page @param {string} title of the page that it leads to */
async function go(page, title) {
  // a locator would keep what it clicks, and with that the page around it
  await page.evaluate(() => document.querySelector("a").click());
  await page.waitForFunction((title) => document.title === title, {}, title);
  // what Turbo shows from its cache it replaces by what the server says
  await page.waitForFunction(() => !document.documentElement.matches("[data-turbo-preview], [aria-busy]"));
}

/** To the other page and back again. @param {import("puppeteer-core").Page} page */
async function visit(page) {
  await go(page, "Before");
  await go(page, "The figure");
}

/** Listeners and elements that the page holds, after what nobody holds has gone. @param {import("puppeteer-core").Page} page */
async function held(page) {
  const session = await page.createCDPSession();
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  const { JSEventListeners, Nodes } = await page.metrics();
  return { listeners: JSEventListeners, nodes: Nodes };
}

/** Plays again after a visit elsewhere, and many visits leave nothing behind. @param {import("puppeteer-core").Page} page */
async function comeAndGo(page) {
  await page.evaluate(() => Object.assign(window, { same: true }));
  for (let round = 0; round < 4; round++) await visit(page);
  await seePlaying(page.mainFrame(), 1);
  const before = await held(page);
  for (let round = 0; round < 8; round++) await visit(page);
  await seePlaying(page.mainFrame(), 1);
  const after = await held(page);
  assert.ok(
    await page.evaluate(() => "same" in window),
    "Turbo led from page to page, and nothing was loaded anew",
  );
  // a player has some 80 listeners and 800 nodes; one or two may still wait to be collected, eight may not
  assert.ok(
    after.listeners < before.listeners + 8 * 30,
    `listeners: ${before.listeners}, then ${after.listeners}`,
  );
  assert.ok(after.nodes < before.nodes + 8 * 300, `nodes: ${before.nodes}, then ${after.nodes}`);
}

export default {
  generator: "@hotwired/turbo",
  output: "public",
  pages: [{ path: "figure.html", after: comeAndGo }],
};
