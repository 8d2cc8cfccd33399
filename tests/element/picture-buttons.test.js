// Buttons of a picture: words that are taken out and put back, and steps of descent that are taken on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow } from "../helpers/player-window.js";

const { window } = playerWindow();

/** A player of a preset, and how its buttons are pressed. @param {string} preset */
async function opened(preset) {
  const player = /** @type {any} */ (window.document.createElement("attention-player"));
  player.setAttribute("preset", preset);
  window.document.body.replaceChildren(player);
  await player.ready;
  const rest = () => new Promise((resolve) => setTimeout(resolve, 50));
  const press = async (label) => {
    player.shadowRoot.querySelector(`.inlay [aria-label="${label}"]`).click();
    await player.ready;
    await rest();
  };
  return { player, press, rest, shown: () => player.shadowRoot.textContent };
}

test("a word that is pressed is taken out at the end of the story, and the chip tells the seed", async () => {
  const { player, press, shown } = await opened("classification");
  assert.match(shown(), /seed 2; right on 100 %/);
  player.step = "like";
  await press("Take out “this”");
  assert.equal(player.step, "remove");
  assert.match(shown(), /Without “this” it stays negative/);
  await press("Put “this” back");
  assert.match(shown(), /All words are there: negative/);
});

test("after forty steps a reader takes one more, ten more, or as many as lower the loss", async () => {
  const { player, press, rest, shown } = await opened("backward");
  player.step = "again";
  for (const [label, said] of [
    ["one more", /After 41 steps the loss is 0.049;/],
    ["ten more", /After 51 steps the loss is 0.042;/],
    ["until it stops", /After 452 steps the loss is 0.008 and hardly falls;/],
  ]) {
    await press(label);
    for (let waited = 0; waited < 50 && !said.test(shown()); waited++) await rest();
    assert.match(shown(), said);
    assert.deepEqual([player.step, player.paused], ["again-2", true]);
  }
  assert.equal(player.shadowRoot.querySelector(".inlay button"), null, "nothing is left to press");
});
