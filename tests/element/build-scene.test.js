// Which story shows a run, and what there is to choose from.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownStory, sizes } from "../../web/element/build-scene.js";

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
