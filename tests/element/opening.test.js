// A box of a picture opens as a problem of its own, and a button leads back to the very moment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow } from "../helpers/player-window.js";

const { window } = playerWindow();

const NORM = "layer_norm_1.output";

/** A block at its norm, opened at a box. @returns {Promise<any>} */
async function opened(label) {
  const player = /** @type {any} */ (window.document.createElement("attention-player"));
  player.setAttribute("preset", "block");
  window.document.body.replaceChildren(player);
  await player.ready;
  player.step = NORM;
  const at = player.currentTime;
  player.shadowRoot.querySelector(`.inlay [aria-label="${label}"]`).click();
  await player.ready;
  player.pause();
  return Object.assign(player, { at, back: player.shadowRoot.querySelector(".leave") });
}

test("it opens the story of a box from the start, and comes back to the moment it was left", async () => {
  const player = await opened("Open heads →");
  assert.deepEqual([player.story, player.problem.heads, player.step], ["multi-head", 4, "input"]);
  assert.equal(player.back.textContent, "← Block");
  player.back.click();
  await player.ready;
  assert.deepEqual([player.story, player.step, player.currentTime], ["block", NORM, player.at]);
  assert.deepEqual([player.getAttribute("story"), player.paused, player.back.hidden], [null, true, true]);
  assert.match(player.shadowRoot.textContent, /maps set by hand/);
});

test("a reader who changes a number inside still has the way back; a page that shows something else has none", async () => {
  const player = await opened("Open feed-forward →");
  const { problem } = player;
  problem.stages[0].b_in[0] = 5;
  player.edit(problem);
  assert.equal(player.back.hidden, false);
  player.preset = "walk-through";
  await player.ready;
  assert.equal(player.back.hidden, true);
});
