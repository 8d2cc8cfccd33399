// A preset with numbers of its own in each language, and a story that another is told in place of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playerWindow } from "../helpers/player-window.js";

const { window } = playerWindow();

/** @param {Record<string, string>} attributes @returns {Promise<any>} */
async function open(attributes) {
  const player = /** @type {any} */ (window.document.createElement("attention-player"));
  const heard = [];
  player.addEventListener("error", ({ detail }) => heard.push(detail.message));
  for (const [name, value] of Object.entries(attributes)) player.setAttribute(name, value);
  window.document.body.replaceChildren(player);
  await player.ready;
  return Object.assign(player, { heard });
}
const first = ({ problem }) => problem.labels.x.slice(0, 5).join(" ");
const shown = (player) => player.shadowRoot.textContent;

test("a language brings its own sentence, its seed and its figure, unless the numbers were edited", async () => {
  const player = await open({ preset: "meaning", lang: "en" });
  assert.equal(first(player), "she fished from the quiet");
  assert.match(shown(player), /seed 4; .*; held out: 100 % right/);
  player.lang = "zh";
  await player.ready;
  assert.equal(first(player), "她 听见 山里 的 杜鹃");
  assert.match(shown(player), /种子 7/);
  const { problem } = player;
  problem.x[0][1][0] += 1;
  player.edit(problem);
  player.lang = "en";
  await player.ready;
  assert.equal(first(player), "她 听见 山里 的 杜鹃");
  assert.doesNotMatch(shown(player), /seed|种子/);
});

test("where vectors have more than two numbers it says so and opens the walk-through", async () => {
  const player = await open({ preset: "walk-through", story: "meaning" });
  assert.equal(player.steps[0].id, "inputs");
  assert.match(
    player.heard.join(),
    /“Meaning” tells self-attention of one head.*“Walk-through” tells this problem/,
  );
});
