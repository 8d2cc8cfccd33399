// npm run picture: takes web/picture.png, the README's picture, of the project's own page.
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { join } from "node:path";
import { root, say } from "./system.js";

// the first query's output has just been added up, every colour is on the stage, and somebody points at a score
const moment = "sum-1";
const pointed = "scores:0,0,0,1";

const server = await serve();
const browser = await launch();
// so wide that the player beside the editor has room for everything
const { page } = await openPage(browser, { width: 1612, height: 1000 });
await page.setViewport({ width: 1612, height: 1000, deviceScaleFactor: 2 });
await page.goto(`${server.url}index.html`);
const player = await page.waitForSelector("attention-player");
await player?.evaluate(async (element, id) => {
  const it = /** @type {any} */ (element);
  await it.ready;
  it.pause();
  const { start, duration } = it.steps.find((/** @type {any} */ step) => step.id === id);
  it.currentTime = start + duration - 0.001;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}, moment);
const cell = await page.$(`attention-player >>> [data-cell="${pointed}"]`);
await cell?.hover();
await page.evaluate(
  () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
);
await player?.screenshot({ path: join(root, "web", "picture.png") });
await browser.close();
await server.close();
say("web/picture.png");
