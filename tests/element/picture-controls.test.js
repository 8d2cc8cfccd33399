// What follows from a problem over its picture, the formula and the tabs of the stories that can tell it, and what a reader works
// in the picture: words that are taken out and put back, steps of descent that are taken on, boxes that open as problems of their
// own and lead back, and a slider that the story is told with.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow, until } from "../helpers/player-window.js";

const { window } = playerWindow();

/** A player, once it shows its picture. @param {Record<string, string>} [attributes] */
async function open(attributes = {}) {
  const player = /** @type {any} */ (window.document.createElement("attention-player"));
  for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
  window.document.body.replaceChildren(player);
  await player.ready;
  return player;
}

/** What the formula says, and the steps of the first query. @param {any} player */
const shown = ({ shadowRoot, steps }) => [
  shadowRoot.querySelector("math").textContent,
  steps.some(({ id }) => id === "scale-1"),
];

test("without a scale there is no √dₖ in the formula; switched on, it comes with its step", async () => {
  const player = await open();
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
  const player = await open();
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
  const player = await open({ preset: "batch", story: "walk-through", head: "1", batch: "1" });
  player.currentTime = player.duration;
  const cells = [...player.shadowRoot.querySelectorAll("[data-cell^='weights:']")];
  assert.deepEqual([...new Set(cells.map(({ dataset }) => dataset.cell.slice(0, 11)))], ["weights:1,1"]);
});

/** A player of a preset, and how its buttons are pressed. @param {string} preset */
async function opened(preset) {
  const player = await open({ preset });
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

const NORM = "layer_norm_1.output";

/** A block at its norm, opened at a box. @param {string} label */
async function openedAt(label) {
  const { player } = await opened("block");
  player.step = NORM;
  const at = player.currentTime;
  player.shadowRoot.querySelector(`.inlay [aria-label="${label}"]`).click();
  await player.ready;
  player.pause();
  return Object.assign(player, { at, back: player.shadowRoot.querySelector(".leave") });
}

test("it opens the story of a box from the start, and comes back to the moment it was left", async () => {
  const player = await openedAt("Open heads →");
  assert.deepEqual([player.story, player.problem.heads, player.step], ["multi-head", 4, "input"]);
  assert.equal(player.back.textContent, "← Block");
  player.back.click();
  await player.ready;
  assert.deepEqual([player.story, player.step, player.currentTime], ["block", NORM, player.at]);
  assert.deepEqual([player.getAttribute("story"), player.paused, player.back.hidden], [null, true, true]);
  assert.match(player.shadowRoot.textContent, /maps set by hand/);
});

test("the button that leads back stays when a reader changes a number inside, and goes when the page shows something else", async () => {
  const player = await openedAt("Open feed-forward →");
  const { problem } = player;
  problem.stages[0].b_in[0] = 5;
  player.edit(problem);
  assert.equal(player.back.hidden, false);
  player.preset = "walk-through";
  await player.ready;
  assert.equal(player.back.hidden, true);
});

test("where a reader puts a slider, the story is told with it, and the step stays", async () => {
  const { player } = await opened("reach");
  player.step = "cost";
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
