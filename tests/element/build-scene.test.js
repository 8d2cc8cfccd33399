// Which story shows a run, what there is to choose from, and how often a scene is built.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownStory, sizes } from "../../web/element/build-scene.js";
import { parts } from "../../web/element/lazy-parts.js";
import { registerStories } from "../../web/scene/index.js";
import geometry from "../../web/scene/stories/geometry.js";
import { playerWindow } from "../helpers/player-window.js";

const { document } = playerWindow();

test("heads and items are counted by the query", () => {
  const graph = (/** @type {string} */ tensor, /** @type {number[]} */ shape) => ({
    graph: [{ tensor, shape }],
  });
  assert.deepEqual(sizes(graph("query", [2, 8, 3, 4])), { batch: 2, heads: 8 });
  assert.deepEqual(sizes(graph("self.query", [2, 3])), { batch: 1, heads: 1 });
});

test("a preset is told in the first of its stories that there is", () => {
  assert.equal(ownStory({ from: { stories: ["nowhere", "matrices"] } }), "matrices");
  assert.equal(ownStory({ from: { stories: [] } }), "walk-through");
});

test("a story with controls is told once, although these are loaded only then", async () => {
  let told = 0;
  const tell = (/** @type {any} */ script, /** @type {any} */ room) => (told++, geometry.tell(script, room));
  registerStories({ geometry: { ...geometry, tell } });
  Object.assign(parts, { manipulation: undefined });
  document.body.innerHTML = '<attention-player preset="geometry"></attention-player>';
  await document.querySelector("attention-player").ready;
  assert.ok(parts.manipulation);
  assert.equal(told, 1);
});
