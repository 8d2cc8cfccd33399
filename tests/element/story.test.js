// What stands over the picture follows from the problem: the formula, and the tabs of the stories that can tell it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow } from "../helpers/player-window.js";

const { document } = playerWindow();

/** @param {string} body */
async function open(body) {
  document.body.innerHTML = body;
  const player = document.querySelector("attention-player");
  await player.ready;
  return player;
}

/** What the formula says, and the steps of the first query. @param {any} player */
const shown = ({ shadowRoot, steps }) => [
  shadowRoot.querySelector("math").textContent,
  steps.some(({ id }) => id === "scale-1"),
];

test("without a scale there is no √dₖ in the formula; switched on, it comes with its step", async () => {
  const player = await open("<attention-player></attention-player>");
  assert.deepEqual(shown(player), ["softmax(QK⊤)V", false]);
  player.setAttribute("scale", "on");
  await player.ready;
  assert.deepEqual(shown(player), ["softmax(QK⊤/dk)V", true]);
  player.setAttribute("scale", "off");
  await player.ready;
  assert.deepEqual(shown(player), ["softmax(QK⊤)V", false]);
});

test("a story has a tab where it can tell the problem", async () => {
  const tabs = ({ shadowRoot: root }) =>
    root.querySelector(".turn").hidden
      ? []
      : [...root.querySelectorAll(".turn button")].filter((one) => !one.hidden).map((one) => one.textContent);
  const player = await open("<attention-player></attention-player>");
  assert.deepEqual(tabs(player), ["Walk-through", "Matrices"]);
  // too many features to be drawn with their numbers
  player.problem = { x: [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 0, 0, 0, 0, 0, 0, 0, 0]] }; // prettier-ignore
  await player.ready;
  assert.deepEqual(tabs(player), []);
  player.problem = null;
  player.setAttribute("preset", "seq2seq");
  await player.ready;
  assert.deepEqual(tabs(player), []);
});

test("a head and an item of a batch are chosen by attributes", async () => {
  const player = await open(
    '<attention-player preset="batch" story="walk-through" head="1" batch="1"></attention-player>',
  );
  player.currentTime = player.duration;
  const cells = [...player.shadowRoot.querySelectorAll("[data-cell^='weights:']")];
  assert.deepEqual([...new Set(cells.map(({ dataset }) => dataset.cell.slice(0, 11)))], ["weights:1,1"]);
});
