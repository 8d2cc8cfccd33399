// From one scene to the next: the same place in the computation.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ownStory, samePlace, sizes, stepAt } from "../../web/element/build-scene.js";

const step = (id, start, duration, more = {}) => ({ id, start, duration, ...more });
const scene = (story, ...steps) => ({ story, steps, chapters: [] });

describe("the same place in another scene", () => {
  const former = scene(
    "walk-through",
    step("title", 0, 2),
    step("scores-2", 2, 4, { place: { at: "scores", query: 1 }, chapter: "scores" }),
  );

  test("of the same story is as far in the step of the same name", () => {
    const next = scene("walk-through", step("scores-2", 10, 8), step("title", 20, 1));
    assert.equal(samePlace(next, former, 3), 12);
    assert.equal(samePlace(next, former, 1), 20.5);
    // beyond its end is at its end
    assert.equal(samePlace(next, former, 99), 18);
  });

  test("of another story is the step at the same query, else at the same tensor, else of the same name", () => {
    const same = step("b", 30, 4, { place: { at: "scores", query: 1 } });
    const near = step("a", 20, 4, { place: { at: "scores", query: 0 } });
    const named = step("scores-2", 10, 4, { place: { at: "weights" } });
    assert.equal(samePlace(scene("matrices", named, near, same), former, 4), 32);
    assert.equal(samePlace(scene("matrices", named, near), former, 4), 22);
    assert.equal(samePlace(scene("matrices", named), former, 4), 12);
    assert.equal(samePlace(scene("matrices", step("title", 5, 2)), former, 1), 6);
  });

  test("of the same story without that step is the chapter it was in", () => {
    const next = { ...scene("walk-through", step("else", 0, 1)), chapters: [{ id: "scores", start: 7 }] };
    assert.equal(samePlace(next, former, 4), 7);
    assert.equal(samePlace(next, former, 1), 0);
  });

  test("a step without a place is no place of another without one", () => {
    assert.equal(samePlace(scene("matrices", step("x", 5, 1)), scene("a", step("y", 0, 2)), 1), 0);
  });

  test("a step that takes no time is its start; where nothing stood it is the start of all", () => {
    const next = scene("walk-through", step("title", 4, 2));
    assert.equal(samePlace(next, scene("walk-through", step("title", 3, 0)), 3), 4);
    assert.equal(samePlace(next, null, 3), 0);
    assert.equal(samePlace(null, former, 3), 0);
    assert.equal(samePlace(next, scene("walk-through"), 3), 0);
  });
});

test("the step at a time is the last that has begun; before all of them the first", () => {
  const steps = [step("a", 1, 1), step("b", 2, 1)];
  const at = (time) => stepAt(steps, time)?.id;
  assert.deepEqual([0, 1, 1.9, 2, 2 - 1e-12, 9].map(at), ["a", "a", "a", "b", "b", "b"]);
  assert.equal(stepAt([], 0), undefined);
});

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
