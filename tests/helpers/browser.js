// A headless Chromium for the browser tests, the picture and the contact sheets.
import puppeteer from "puppeteer-core";
import { chromium } from "../setup/machine.js";
import { stop } from "../setup/system.js";

// no sandbox: tests often run as root in a container, where Chromium refuses to have one
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
  "--font-render-hinting=none",
];

/**
 * Starts it. The caller closes it.
 * @param {import("puppeteer-core").LaunchOptions} [options]
 */
export async function launch(options = {}) {
  const executablePath = chromium();
  if (executablePath === null) return stop("Chromium is missing; install it or name it in CHROMIUM");
  const { args = [], ...rest } = options;
  return puppeteer.launch({ executablePath, headless: true, args: [...quiet, ...args], ...rest });
}

/**
 * A page of a size, and everything that went wrong on it: console errors, exceptions, failed requests.
 * @param {import("puppeteer-core").Browser} browser
 * @param {{ width?: number, height?: number, dark?: boolean, reducedMotion?: boolean }} [options]
 */
export async function openPage(
  browser,
  { width = 1200, height = 900, dark = false, reducedMotion = false } = {},
) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: reducedMotion ? "reduce" : "no-preference" },
  ]);
  return { page, errors };
}
