// A mouse and a finger: what is pointed at says what it is and where it comes from.
import assert from "node:assert/strict";

const tag = '<attention-player preset="walk-through"></attention-player>';
// whole numbers, whose card has every digit that the sentence has
const pointed = ["key:0,0,1,1", "query:0,0,0,2", "scores:0,0,0,1"];

/** Runs in the page: at a step's end, where the middles of these cells are and what is explained of them. */
async function showStep(id, cells) {
  const player = document.querySelector("attention-player");
  await player.ready;
  player.step = id;
  return cells.map((cell) => {
    const [tensor, index] = cell.split(":");
    const { x, y, width, height } = player.shadowRoot
      .querySelector(`[data-cell="${cell}"]`)
      .getBoundingClientRect();
    const { text } = player.explain(tensor, index.split(",").map(Number));
    return { x: x + width / 2, y: y + height / 2, text };
  });
}

/** Runs in the page: the card beside the cell, and what is said aloud. */
function told() {
  const root = document.querySelector("attention-player").shadowRoot;
  const [card, said] = [".overlay", "[aria-live]"].map((part) => root.querySelector(part).textContent);
  return { card, said };
}

/** The card has the sentence without its spaces. */
const asCard = (text) => text.replaceAll(" ", "");

/** @type {import("./index.js").Behaviours} */
export const points = {
  "hover explains": async (at) => {
    await at.page(tag);
    for (const { x, y, text } of await at.evaluate(showStep, "scores-1", pointed)) {
      await at.move(x, y);
      assert.equal((await at.evaluate(told)).card, asCard(text));
      await at.move(2, 2);
      assert.equal((await at.evaluate(told)).card, "");
    }
  },

  "click and tap explain": async (at) => {
    for (const press of ["click", "tap"]) {
      await at.page(tag);
      for (const { x, y, text } of await at.evaluate(showStep, "scores-1", pointed)) {
        await at[press](x, y);
        const { card, said } = await at.evaluate(told);
        assert.deepEqual({ card, said }, { card: asCard(text), said: text }, press);
        await at[press](x, y);
        await at.move(2, 2);
        assert.equal((await at.evaluate(told)).card, "", `a second ${press} leaves it`);
      }
    }
  },
};
