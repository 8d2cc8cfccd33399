// Grouped heads: a query head reads the key and value head that the contract says, in explanations too.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttention } from "../../web/index.js";
import { createScene, explain } from "../../web/scene/index.js";

const attention = await createAttention();
const [heads, kv_heads, tokens, width] = [4, 2, 2, 2];
const counted = (rows, columns, by) =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => ((3 * i + 5 * j + by) % 7) - 3),
  );
const problem = {
  x: counted(tokens, 3, 1),
  w_q: counted(3, heads * width, 2),
  w_k: counted(3, kv_heads * width, 4),
  w_v: counted(3, kv_heads * width, 6),
  heads,
  kv_heads,
};

test("the sources of a score and of a weighted value lie in key head floor(h / (heads / kv_heads))", () => {
  const trace = attention.forward(problem);
  const scene = createScene({ story: "multi-head", problem, trace, lang: "en", width: 1152, options: {} });
  const headsRead = (tensor, index, name) =>
    new Set(explain(scene, tensor, index).sources.flatMap((c) => (c.tensor === name ? [c.index[1]] : [])));
  for (let h = 0; h < heads; h++) {
    assert.deepEqual([...headsRead("scores", [0, h, 1, 0], "key")], [h >> 1]);
    assert.deepEqual([...headsRead("weighted_values", [0, h, 1, 0, 1], "value")], [h >> 1]);
  }
});

test("a label of 12,000 characters swells no caption", () => {
  const label = "注意力".repeat(4000);
  const cut = { ...problem, labels: { x: [label, "b"] } };

  const scene = createScene({
    story: "walk-through",
    problem: cut,
    trace: attention.forward(cut),
    lang: "en",
    width: 1152,
    options: {},
  });
  assert.ok(scene.steps.every(({ caption, text }) => JSON.stringify([caption, text]).length < 4000));
});
