import assert from "node:assert/strict";
import { test } from "node:test";
import { presets } from "../../web/presets.js";
import { createScene } from "../../web/scene/scene.js";
import { frame } from "../../web/scene/frame.js";
import { createAttention } from "../../web/index.js";
import { faults } from "./helpers/boxes.js";

const attention = await createAttention();

/** The moments at which something comes to rest. @param {any} scene */
function beatEnds(scene) {
  const ends = new Set();
  for (const own of scene.timeline.tracks.values())
    for (const track of own.values()) for (const { end } of track) ends.add(end);
  return [...ends].filter((end) => end <= scene.duration).sort((a, b) => a - b);
}

// what is under way leaves its place or comes home to it: a copy in the card, a piece that is split off or joined,
// and a shape that fades into the next
const underWay = /card\/|\bpiece\.|\bshape\./;

for (const [story, preset] of [
  ["walk-through", "walk-through"],
  ["one-query", "one-query"],
  ["matrices", "walk-through"],
  ["multi-head", "batch"],
])
  test(`at the end of every beat nothing at rest overlaps: ${story}`, () => {
    const { problem } = presets[preset];
    const trace = attention.forward(problem);
    for (const width of [296, 360, 760, 1152]) {
      const scene = createScene({ story, problem, trace, lang: "en", width });
      const ends = beatEnds(scene);
      assert.ok(ends.length > scene.steps.length, "there is more than one beat a step");
      for (const end of ends) {
        const found = faults(frame(scene, scene.timeline, end)).filter(
          (fault) => !underWay.test(String(fault)),
        );
        assert.deepEqual(found.slice(0, 3), [], `${width} px, ${end.toFixed(2)} s`);
      }
    }
  });
