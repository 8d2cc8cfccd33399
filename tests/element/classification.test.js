// Words of a classified sentence are buttons: pressed, a word is taken out, and pressed again it is back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow } from "../helpers/player-window.js";

const { window } = playerWindow();

test("a word that is pressed is taken out at the end of the story, and the chip tells the seed", async () => {
  const player = /** @type {any} */ (window.document.createElement("attention-player"));
  player.setAttribute("preset", "classification");
  window.document.body.replaceChildren(player);
  await player.ready;
  const shown = () => player.shadowRoot.textContent;
  assert.match(shown(), /seed 2; right on 100 %/);
  const press = async (label) => {
    player.shadowRoot.querySelector(`.inlay [aria-label="${label}"]`).click();
    await player.ready;
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  player.step = "like";
  await press("Take out “this”");
  assert.equal(player.step, "remove");
  assert.match(shown(), /Without “this” it stays negative/);
  await press("Put “this” back");
  assert.match(shown(), /All words are there: negative/);
});
