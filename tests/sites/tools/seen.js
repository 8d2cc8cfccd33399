// Looks at a page as a reader does: the figure is there, a click on its large button starts it, the picture moves.
import assert from "node:assert/strict";

/** @typedef {import("puppeteer-core").Frame} Frame */
/** @typedef {import("puppeteer-core").Page} Page */

/** In the page: every player is ready. What it has to complain of, instead. */
async function settled() {
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("the player is not ready within 30 s")), 30_000);
  });
  await Promise.race([customElements.whenDefined("attention-player"), late]);
  const players = [...document.querySelectorAll("attention-player")];
  await Promise.race([Promise.all(players.map((player) => player.ready)), late]);
  const complaints = players.map((player) => {
    const said = player.shadowRoot.querySelector("[part=error]");
    return said.hidden ? "" : said.textContent;
  });
  const pictures = players.map((player) => player.shadowRoot.querySelectorAll("[data-cell]").length);
  return { pictures, complaints: complaints.filter(Boolean) };
}

/** In the page: the picture of the first player as it stands, and once more after some seconds of playing. */
async function watched(/** @type {number} */ seconds) {
  const player = /** @type {any} */ (document.querySelector("attention-player"));
  const until = performance.now() + 20_000;
  const wanted = player.currentTime + seconds;
  while (player.currentTime < wanted && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const { innerHTML } = player.shadowRoot.querySelector("[part=stage]");
  return { time: player.currentTime, paused: player.paused, picture: innerHTML };
}

/**
 * Fails unless the first player of a page plays when its large button is clicked.
 * @param {Frame} frame
 * @param {number} players how many there are on it
 */
export async function seePlaying(frame, players) {
  const { pictures, complaints } = await frame.evaluate(settled);
  assert.deepEqual(complaints, [], "what the players say");
  assert.equal(pictures.length, players, "players on the page");
  for (const cells of pictures) assert.ok(cells > 0, "a player without a picture");

  const poster = await frame.evaluate(watched, 0);
  assert.ok(poster.paused && poster.time === 0, "nothing plays before somebody asks for it");
  const button = await frame.evaluateHandle(() =>
    document.querySelector("attention-player").shadowRoot.querySelector("[part~=poster-play]"),
  );
  await button.asElement().click();
  await button.dispose();
  const [first, second] = [await frame.evaluate(watched, 0.5), await frame.evaluate(watched, 1.5)];
  assert.ok(!first.paused && !second.paused, "it stands still after the click");
  assert.ok(first.time >= 0.5 && second.time >= first.time + 1.5, `${first.time} s, then ${second.time} s`);
  assert.notEqual(first.picture, poster.picture, "the picture is still the poster");
  assert.notEqual(second.picture, first.picture, "the picture stands still");
}

/** Follows a link of a page to the one with the player on it. @param {Page} page @param {string} link */
export async function follow(page, link) {
  await page.locator(link).click();
  // a handle of the element would keep it alive
  await page.waitForFunction(() => document.querySelector("attention-player") !== null);
}

/**
 * What an application of any framework does with its players: another object as the problem, one number of it, a method by
 * a reference, an event, away and back. Its page has the buttons for it.
 * @param {Page} page
 */
export async function seeBound(page) {
  const press = (/** @type {string} */ id) => page.locator(`#${id}`).click();
  const numbers = (/** @type {string} */ id) => shown(page, `attention-player#${id}`);
  const [one, five] = [
    ["1", "0", "0", "1", "1", "1"],
    ["5", "0", "0", "1", "1", "1"],
  ];
  for (const [id, button] of [
    ["whole", "change"],
    ["number", "nudge"],
  ]) {
    assert.deepEqual(await numbers(id), one, id);
    await press(button);
    assert.deepEqual(await numbers(id), five, `${id} after ${button}`);
  }
  await press("jump");
  const { id, told } = await page.evaluate(async () => ({
    id: /** @type {any} */ (document.querySelector("attention-player#whole")).steps[2].id,
    told: document.querySelector("#step").textContent,
  }));
  assert.equal(told, id, "the step that the event told");
  for (const count of [1, 3]) {
    await press("toggle");
    assert.equal((await page.$$("attention-player")).length, count);
  }
  assert.deepEqual(await numbers("whole"), five, "the problem after it came back");
}

/** The values that a player shows, row by row, once it is ready: those of `x`, where nothing projects them. @param {Page} page @param {string} selector @returns {Promise<string[]>} */
const shown = (page, selector) =>
  page.evaluate(async (selector) => {
    const player = /** @type {any} */ (document.querySelector(selector));
    await player.ready;
    const cells = [...player.shadowRoot.querySelectorAll('[data-cell^="value:"]')];
    const place = (/** @type {any} */ { dataset }) => dataset.cell;
    return cells.sort((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ dataset }) => dataset.value);
  }, selector);
