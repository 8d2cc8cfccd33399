// Nothing overlaps and nothing leaves the stage, whatever is told, wherever. Close-ups, copies under way and rings lie over
// the rest: that is what they are for.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { frame } from "../../web/scene/index.js";
import { boxesOf, faults } from "./helpers/boxes.js";
import { marksAt } from "./helpers/marks.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionPresets, attentionStories } from "./helpers/stories.js";

/** Stages: desk, beside an article, phone, phone on its side, large screen, and what lies between. */
const ROOMS = [
  [1104, 424],
  [652, 424],
  [804, 424],
  [820, 424],
  [336, 404],
  [716, 200],
  [1552, 760],
  [280, 404],
  [400, 420],
  [520, 424],
  [760, 424],
  [900, 300],
];

/** Problems that stretch a picture. @type {Record<string, any>} */
const PROBLEMS = {
  "document A": walkThrough(),
  "document A, scaled, capped and masked": walkThrough({ score: "scaled_dot", softcap: 2, causal: true }),
  ...Object.fromEntries(attentionPresets.map(([name, { problem }]) => ["preset " + name, problem])),
  "one token, one feature": seeded({ tokens: 1, features: 1 }),
  "one token, eight features": seeded({ tokens: 1, features: 8, fractions: true }),
  "two tokens, one feature": seeded({ tokens: 2, features: 1, fractions: true }),
  "four tokens, eight features": seeded({ tokens: 4, features: 8, score: "dot" }),
  "eight tokens, two features": seeded({ tokens: 8, features: 2, fractions: true, causal: true }),
  "eight tokens, eight features": seeded({ tokens: 8, features: 8, fractions: true }),
  "three queries, five keys": seeded({ tokens: 3, keys: 5, features: 3 }),
  "eight queries, one key": seeded({ tokens: 8, keys: 1, features: 3, fractions: true }),
  "two heads share a key": seeded({
    tokens: 3,
    features: 4,
    heads: 2,
    kv_heads: 1,
    width: 2,
    fractions: true,
  }),
  "given queries": { query: [[1, 2]], key: [[1, 0], [0.5, 1]], value: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
  "long labels": walkThrough({ labels: { x: ["a".repeat(10000), "注意力机制".repeat(20), "👩‍👩‍👧‍👦👍🏽 tokens"] } }),
  "NaN and infinities": { query: [["NaN", 1], ["Infinity", 0]], key: [[1, 0], [0, 1]], value: [[1, "-Infinity"], [2, 3]] }, // prettier-ignore
  "large beside small": walkThrough({ x: [[1000, 0.75, -2e20, 0], [12.5, 2.5, 0, 0], [1, 1, 0, 1e-7]] }), // prettier-ignore
};

/** A third of the rooms, each problem its own; all of them in overlap.full.js. @param {number} k */
const roomsOf = (k) => ROOMS.filter((_, n) => process.env.EVERY_WIDTH === "1" || (n + k) % 3 === 0);

for (const story of attentionStories)
  for (const [p, [name, problem]] of Object.entries(PROBLEMS).entries())
    test(`at the end of every step nothing overlaps and nothing leaves the stage: ${story}, ${name}`, () => {
      const trace = attention.forward(problem);
      for (const [k, [width, height]] of roomsOf(p).entries()) {
        const [lang, softmax] = /** @type {const} */ ([["en", "closed"], ["zh", "open"], ["en", "open"], ["zh", "closed"]])[k % 4]; // prettier-ignore
        const scene = sceneOf(problem, { story, trace, lang, width, height, options: { softmax } });
        for (const { id, hold } of scene.steps) {
          const where = `${lang}, ${width} × ${height} px, softmax ${softmax}, end of ${id}`;
          assert.deepEqual(faults(frame(scene, scene.timeline, hold)).slice(0, 5), [], where);
          for (const { cell, size, text } of marksAt(scene, hold))
            if (cell) assert.ok(size >= 12, `${text} is ${size} px: ${where}`);
        }
      }
    });

for (const story of attentionStories)
  test(`at the end of every beat nothing at rest overlaps: ${story}`, () => {
    for (const [width, height] of ROOMS.slice(0, 4)) {
      const scene = sceneOf(presets["walk-through"].problem, { story, width, height });
      const ends = new Set(
        [...scene.timeline.tracks.values()].flatMap((own) => [...own.values()].flat().map(({ end }) => end)),
      );
      assert.ok(ends.size > scene.steps.length);
      for (const end of ends) {
        const found = faults(frame(scene, scene.timeline, end));
        assert.deepEqual(found.slice(0, 3), [], `${width} × ${height} px, ${end.toFixed(2)} s`);
      }
    }
  });

test("the words of the arithmetic stand clear of what they are said of", () => {
  let beside = 0;
  for (const [width, height] of ROOMS)
    for (const problem of [presets["walk-through"].problem, seeded({ tokens: 3, features: 1 })]) {
      const scene = sceneOf(problem, { story: "walk-through", width, height });
      for (const { hold } of scene.steps) {
        const boxes = Object.values(boxesOf(marksAt(scene, hold))).flat();
        for (const word of boxes.filter(({ id }) => /^word\.(softmax|multiply|sum)$/.test(id)))
          for (const { id, x, y, height: tall } of boxes) {
            if (x <= word.x || y >= word.y + word.height || y + tall <= word.y) continue;
            const free = x - word.x - word.width;
            // beside the studio's editor ground is spared
            const least = width > 780 && width < 900 ? 16 : 40;
            assert.ok(free >= least, `${word.id}, ${free} px beside ${id}, ${width} × ${height}`);
            beside++;
          }
      }
    }
  assert.ok(beside > 100);
});

test("heights of the walk-through are what a page has room for", () => {
  for (const [width, height] of ROOMS)
    for (const problem of [
      ...["walk-through", "two-words", "layer"].map((id) => presets[id].problem),
      crossing,
    ]) {
      const scene = sceneOf(problem, { width, height });
      assert.ok(
        scene.height <= height,
        `${Object.keys(problem)}: ${scene.height} px at ${width} × ${height}`,
      );
    }
});
