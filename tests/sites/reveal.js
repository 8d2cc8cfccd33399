import assert from "node:assert/strict";

/** Where the deck and the player on its second slide stand. @param {import("puppeteer-core").Page} page */
const standing = (page) =>
  page.evaluate(() => {
    const player = /** @type {any} */ (document.querySelector("attention-player"));
    const { step, paused, currentTime } = player;
    const at = player.steps.findIndex((/** @type {any} */ { id }) => id === step);
    const { start, duration } = player.steps[at];
    const slide = /** @type {any} */ (window).deck.getState().indexh;
    return { slide, step: at, paused, left: start + duration - currentTime, count: player.steps.length };
  });

/** The deck's next key, and what it leads to. @param {import("puppeteer-core").Page} page @param {"ArrowRight" | "ArrowLeft"} key */
async function press(page, key) {
  await page.keyboard.press(key);
  return standing(page);
}

/** The second slide, where the player is. @param {import("puppeteer-core").Page} page */
async function open(page) {
  await page.waitForFunction(() => document.querySelectorAll("section .fragment").length > 0);
  // who clicks while it still slides in may miss
  const arrived = page.evaluate(
    () => new Promise((come) => /** @type {any} */ (window).deck.on("slidetransitionend", () => come(true))),
  );
  await page.keyboard.press("ArrowRight");
  await arrived;
}

/** The next key plays one step after the other, then leaves the slide; going back shows the ends of steps. @param {import("puppeteer-core").Page} page */
async function walkThrough(page) {
  await page.evaluate(() => {
    const player = /** @type {any} */ (document.querySelector("attention-player"));
    player.pause();
    player.currentTime = 0;
    // the clicks of the deck go on, wherever the reader has clicked before
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
  });
  const first = await press(page, "ArrowRight");
  assert.deepEqual([first.slide, first.step, first.paused], [1, 0, false], "the first step plays");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("attention-player")).paused);
  const ended = await standing(page);
  assert.deepEqual([ended.step, ended.left], [0, 0], "it stops at the end of its step");

  const second = await press(page, "ArrowRight");
  assert.deepEqual([second.step, second.paused], [1, false], "the second step plays");
  const back = await press(page, "ArrowLeft");
  assert.deepEqual([back.step, back.paused], [0, true], "back at the end of the first");

  for (let step = 1; step < ended.count; step++) await press(page, "ArrowRight");
  assert.equal((await standing(page)).step, ended.count - 1, "the last step");
  const text = await press(page, "ArrowRight");
  assert.equal(text.slide, 1, "then the text that follows the player");
  const left = await press(page, "ArrowRight");
  assert.deepEqual([left.slide, left.paused], [2, true], "the next slide, and nothing plays behind it");
  const again = await press(page, "ArrowLeft");
  assert.deepEqual([again.slide, again.step, again.paused], [1, ended.count - 1, true], "at its end again");

  await page.evaluate(() => (location.hash = "#/1/0/3"));
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (window).deck.getState().indexf === 3);
  const there = await standing(page);
  assert.deepEqual([there.slide, there.step, there.paused], [1, 3, true], "an address leads to its step");
  await startAlone(page);
}

/** A deck whose player does not come has its other slides. @param {import("puppeteer-core").Page} page */
async function startAlone(page) {
  await page.setRequestInterception(true);
  page.on("request", (request) =>
    request.url().endsWith("attention-player-core.js")
      ? request.respond({ contentType: "text/javascript", body: "" })
      : request.continue(),
  );
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (window).deck.isReady());
}

export default {
  generator: "reveal.js",
  output: "public",
  pages: [{ path: "index.html", before: open, after: walkThrough }],
};
