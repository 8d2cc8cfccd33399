// A reader's own numbers: changed in the picture, pasted on the project's page, shared as a link.
import assert from "node:assert/strict";
import { serve } from "../../helpers/serve.js";

const tag = '<attention-player preset="walk-through" editable></attention-player>';

/** Runs in the page: where the middle of a cell is. */
async function middleOf(cell) {
  const player = document.querySelector("attention-player");
  await player.ready;
  const { x, y, width, height } = player.shadowRoot
    .querySelector(`[data-cell="${cell}"]`)
    .getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Runs in the page: the inputs, the key that is made from them, and whether there is a way back. */
function state() {
  const player = document.querySelector("attention-player");
  const key = player.shadowRoot.querySelector('[data-cell="key:0,0,0,0"]')?.textContent;
  return { x: player.problem.x, key, back: player.canUndo };
}

/** Runs in the page: where the tip of the query stands, and how many px a 1 is. */
async function tip() {
  const player = document.querySelector("attention-player");
  await player.ready;
  const handles = [...player.shadowRoot.querySelectorAll(".handle")];
  const [one, other] = handles.map((handle) => handle.getBoundingClientRect());
  // b₁ lies one to the right
  return { x: one.x + one.width / 2, y: one.y + one.height / 2, unit: other.x - one.x };
}

/** Runs in the page: the query, its dot product with the first key, and whether there is a way back. */
function arrow() {
  const player = document.querySelector("attention-player");
  const { problem, trace, canUndo } = player;
  return { a: problem.stages[0].a[0], dot: trace["plane.dot"].data[0], back: canUndo };
}

/** Runs in the project's page, given that it stands: pastes, puts in, shares; what the address then holds. */
async function session(text) {
  const until = async (condition) => {
    for (let tries = 0; tries < 250 && !condition(); tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return condition();
  };
  const player = document.querySelector("attention-player");
  await until(() => document.querySelectorAll("#matrices input.number").length > 0);
  const box = document.querySelector("textarea");
  box.value = text;
  box.dispatchEvent(new Event("input"));
  await until(() => document.querySelector("#inlets .read").textContent !== "");
  const read = document.querySelector("#inlets .read").textContent;
  document.querySelector("#inlets .strong").click();
  document.querySelector("#share").click();
  await until(() => location.hash.startsWith("#v1."));
  return { read, x: player.problem.x, hash: location.hash };
}

/** Runs in the page: the inputs of what a link opened. */
async function opened() {
  const player = document.querySelector("attention-player");
  for (let tries = 0; tries < 250 && player?.problem?.x.length !== 2; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return player.problem.x;
}

/** @type {import("./index.js").Behaviours} */
export const edits = {
  "a number changes in place": async (at) => {
    for (const press of ["click", "tap"]) {
      await at.page(tag);
      const { x, y } = await at.evaluate(middleOf, "x:0,0,1");
      await at[press](x, y);
      await at.press("7");
      assert.deepEqual((await at.evaluate(state)).x[0], [1, 7, 1, 0], press);
      await at.press("Escape");
      assert.deepEqual((await at.evaluate(state)).x[0], [1, 0, 1, 0]);
      await at[press](x, y);
      await at.press("7");
      await at.press("Enter");
      assert.deepEqual(await at.evaluate(state), {
        x: [
          [1, 7, 1, 0],
          [0, 2, 0, 2],
          [1, 1, 1, 1],
        ],
        key: "7",
        back: true,
      });
    }
  },

  "an arrow is dragged by its tip, and moved by keys": async (at) => {
    await at.page('<attention-player story="geometry"></attention-player>');
    const { x, y, unit } = await at.evaluate(tip);
    await at.drag([x, y], [x - unit, y + unit / 2]);
    const { a, dot } = await at.evaluate(arrow);
    assert.deepEqual(a, [-0.5, 1]);
    assert.equal(dot, -0.25);
    await at.press("ArrowUp");
    assert.deepEqual(await at.evaluate(arrow), { a: [-0.5, 1.125], dot: -0.1875, back: true });
  },

  "paste, share, open again": async (at) => {
    const server = await serve();
    try {
      await at.goto(server.url);
      const { read, x, hash } = await at.evaluate(session, "tensor([[1.5, 0, 1, 0],\n        [0, 2, 0, 2]])");
      assert.match(read, /PyTorch/);
      await at.goto("about:blank");
      await at.goto(server.url + hash);
      assert.deepEqual(await at.evaluate(opened), x);
    } finally {
      await server.close();
    }
  },
};
