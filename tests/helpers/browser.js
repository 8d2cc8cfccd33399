// A headless Chromium for the browser tests, the picture and the contact sheets.
import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";
import { chromium } from "../setup/machine.js";
import { stop } from "../setup/system.js";

// no sandbox: tests often run as root in a container, where Chromium does not start with one
const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--hide-scrollbars",
  "--disable-smooth-scrolling", // scrolling by a key would continue into the next test
  "--font-render-hinting=none",
];

/**
 * An argument for a mouse, which Chromium misses on a machine without a screen: 4 is a fine pointer, 2 one that hovers.
 */
export const mouse =
  "--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2";

/** The errors of pages that are still open, by browser. @type {WeakMap<object, Set<string[]>>} */
const heard = new WeakMap();

/**
 * Starts Chromium. The caller closes it, which fails if a page that is still open had an error.
 * @param {import("puppeteer-core").LaunchOptions} [options]
 */
export async function launch(options = {}) {
  const { args = [], executablePath = chromium(), ...rest } = options;
  if (!executablePath) return stop("Chromium is missing; install it or name it in CHROMIUM");
  const browser = await puppeteer.launch({
    executablePath,
    // the headless shell only supports this mode
    headless: /headless-shell/.test(executablePath) ? "shell" : true,
    args: [...quiet, ...args],
    ...rest,
  });
  const close = browser.close.bind(browser);
  browser.close = async () => {
    await close();
    assert.deepEqual([...(heard.get(browser) ?? [])].flat(), [], "what a page said");
  };
  return browser;
}

// at 60 frames a second, a frame then lasts 100 ms on the page's clock, the longest that the player accepts
const HURRY = 6;

/** Speeds up the clock of a page: timers, performance.now and animations. Runs in the page. @param {number} rate */
function hurry(rate) {
  const { setTimeout, setInterval } = window;
  const now = performance.now.bind(performance);
  const { animate } = Element.prototype;
  performance.now = () => rate * now();
  window.setTimeout = (act, ms = 0, ...given) => setTimeout(act, ms / rate, ...given);
  window.setInterval = (act, ms = 0, ...given) => setInterval(act, ms / rate, ...given);
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    animation.playbackRate = rate;
    return animation;
  };
}

/**
 * Opens a page and collects its errors: console errors, exceptions, rejections, error events and failed requests. Closing it
 * fails if there are any; a test that expects one removes it from `errors`. The page's clock runs faster than ours unless it is
 * `timed`, for tests that measure time.
 * @param {import("puppeteer-core").Browser} browser
 * @param {{ width?: number, height?: number, dark?: boolean, reducedMotion?: boolean, timed?: boolean }} [options]
 */
export async function openPage(
  browser,
  { width = 1200, height = 900, dark = false, reducedMotion = false, timed = false } = {},
) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  const all = heard.get(browser) ?? new Set();
  heard.set(browser, all.add(errors));
  // the browser requests an icon by itself
  const isIcon = (/** @type {string | undefined} */ url) => url?.endsWith("/favicon.ico");
  page.on("console", (message) => {
    if (message.type() === "error" && !isIcon(message.location().url)) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  // an error without an exception, such as a ResizeObserver loop, only fires an event on the window
  await page.evaluateOnNewDocument(() => {
    const say = console.error;
    addEventListener("error", ({ message, error }) => message && !error && say(message));
  });
  if (!timed) await page.evaluateOnNewDocument(hurry, HURRY);
  const close = page.close.bind(page);
  page.close = async (options) => {
    await close(options);
    all.delete(errors);
    assert.deepEqual(errors, [], "what the page said");
  };
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: reducedMotion ? "reduce" : "no-preference" },
  ]);
  return { page, errors };
}
