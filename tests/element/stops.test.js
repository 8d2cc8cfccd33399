// A slider of the picture that sets something: the story is told anew with it, at the same step, until another problem is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow, until } from "../helpers/player-window.js";

const { document, window } = playerWindow();

test("where a reader puts a slider, the story is told with it, and the step stays", async () => {
  document.body.innerHTML = '<attention-player story="reach" step="cost"></attention-player>';
  const player = document.querySelector("attention-player");
  await player.ready;
  const caption = () => player.shadowRoot.querySelector(".caption").textContent;
  assert.match(caption(), /81 products/);
  const range = player.shadowRoot.querySelector('input[aria-label^="last word"]');
  range.value = "3";
  range.dispatchEvent(new window.Event("change"));
  await until(() => /16 products/.test(caption()));
  assert.equal(player.step, "cost");
  player.setAttribute("preset", "reach");
  player.problem = player.problem;
  await player.ready;
  assert.match(caption(), /81 products/);
});
