// Three browsers, driven in one way: Chromium and Firefox through puppeteer, WebKit through its own driver.
import puppeteer from "puppeteer-core";
import { launch, mouse } from "../helpers/browser.js";
import { chromium, firefox } from "../setup/machine.js";
import { openWebKit } from "./webkit.js";

/**
 * What a reader has: the system's dark theme, the wish for less motion, a window's inner size.
 * @typedef {{ dark: boolean, reducedMotion: boolean, width: number, height: number }} Reader
 *
 * One window of a browser. Keys have the names of KeyboardEvent.key; places are CSS pixels of the window.
 * @typedef {object} Session
 * @property {string} version
 * @property {(width: number, height: number) => Promise<void>} resize
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(run: (...given: any[]) => any, ...given: any[]) => Promise<any>} evaluate runs a function in the page
 * @property {(key: string) => Promise<void>} press
 * @property {(x: number, y: number) => Promise<void>} move
 * @property {(x: number, y: number) => Promise<void>} click
 * @property {(x: number, y: number) => Promise<void>} tap
 * @property {(from: number[], to: number[]) => Promise<void>} drag
 * @property {() => Promise<Uint8Array>} screenshot a PNG
 * @property {() => string[]} errors what the driver has heard of since it was last asked, beside what the page noted itself
 * @property {() => Promise<void>} close
 */

const patience = 60_000;

/** @type {Record<string, (reader: Reader) => Promise<Session>>} */
const opened = { chromium: openChromium, firefox: openFirefox, webkit: openWebKit };

/** All of them, or those that BROWSERS names. */
export const engines = process.env.BROWSERS?.split(" ") ?? Object.keys(opened);

/** Starts a browser with one window. The caller closes it. @param {string} engine @param {Partial<Reader>} [reader] */
export const open = (engine, reader) =>
  opened[engine]({ dark: false, reducedMotion: false, width: 1200, height: 900, ...reader });

/** @param {Reader} reader */
async function openChromium(reader) {
  const executablePath = chromium({ windows: true }) ?? undefined;
  const browser = await launch({
    executablePath,
    args: [mouse],
    protocolTimeout: patience,
    timeout: patience,
  });
  return puppet(browser, reader, (page) =>
    page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: reader.dark ? "dark" : "light" },
      { name: "prefers-reduced-motion", value: reader.reducedMotion ? "reduce" : "no-preference" },
    ]),
  );
}

/** @param {Reader} reader */
async function openFirefox(reader) {
  const executablePath = firefox();
  if (executablePath === null) throw new Error("Firefox is missing; install it or name it in FIREFOX");
  const preferences = {
    "ui.systemUsesDarkTheme": Number(reader.dark),
    "ui.prefersReducedMotion": Number(reader.reducedMotion),
    // a mouse, in other numbers than those of Chromium: 2 is a fine pointer, 4 one that hovers
    "ui.primaryPointerCapabilities": 6,
    "ui.allPointerCapabilities": 6,
    // puppeteer loosens this, and a page that readers cannot open from the disk would open here
    "security.fileuri.strict_origin_policy": true,
  };
  const browser = await puppeteer.launch({
    ...{ browser: "firefox", executablePath, headless: true, extraPrefsFirefox: preferences },
    ...{ protocolTimeout: patience, timeout: patience },
  });
  return puppet(browser, reader);
}

/**
 * @param {import("puppeteer-core").Browser} browser
 * @param {Reader} reader
 * @param {(page: import("puppeteer-core").Page) => Promise<void>} [emulate] what can be said only once there is a page
 * @returns {Promise<Session>}
 */
async function puppet(browser, { width, height }, emulate) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.setDefaultTimeout(patience);
  await page.setViewport({ width, height });
  await emulate?.(page);
  return {
    version: (await browser.version()).replace(/^.*\//, ""),
    resize: (width, height) => page.setViewport({ width, height }),
    goto: (url) => page.goto(url),
    evaluate: (run, ...given) => page.evaluate(run, ...given),
    press: (key) => page.keyboard.press(key),
    move: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    tap: (x, y) => page.touchscreen.tap(x, y),
    async drag(from, to) {
      await page.mouse.move(from[0], from[1]);
      await page.mouse.down();
      await page.mouse.move(to[0], to[1], { steps: 4 });
      await page.mouse.up();
    },
    screenshot: () => page.screenshot(),
    errors: () => errors.splice(0),

    async close() {
      // a browser that hangs is ended with its process
      const late = setTimeout(() => browser.process()?.kill("SIGKILL"), 10_000);
      await browser.close().catch(() => {});
      clearTimeout(late);
    },
  };
}
