// Phones and crowded shapes: problems of any size at widths that nobody chose. Nothing overlaps, nothing leaves the stage,
// and no digit is below 12 px.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { frameFor } from "../../web/element/frame.js";
import { frame } from "../../web/scene/index.js";
import { chance } from "../helpers/random.js";
import { faults } from "./helpers/boxes.js";
import { seeded } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionStories } from "./helpers/stories.js";

// a few of each story; many in crowded.full.js
const count = process.env.EVERY_WIDTH === "1" ? 700 : 20;

const labels = {
  x: ["cat", "rain", "love", "a long label here", "猫", "I", "soft", "the"],
  x_kv: ["le", "chat", "noir et blanc", "dort", "x", "y", "z", "w"],
};

/** Up to eight of everything, mostly with keys of their own. @param {ReturnType<typeof chance>} draw */
function crowded(draw) {
  const heads = draw.one([1, 2, 2, 3, 4, 8]);
  const problem = seeded({
    ...{ heads, kv_heads: draw.one([heads, heads, heads % 2 ? heads : heads / 2]) },
    ...{ tokens: draw.from(1, 8), features: draw.from(1, 8), width: draw.from(1, 8) },
    keys: draw.maybe(0.8) ? draw.from(1, 8) : undefined,
    batch: draw.maybe(0.2) ? draw.from(2, 3) : undefined,
    ...{ seed: draw.below(1e6), fractions: draw.maybe() },
  });
  return { ...problem, ...(draw.maybe() ? { labels } : {}), ...(draw.maybe(0.2) ? { causal: true } : {}) };
}

after(() => attention.close());

for (const [s, story] of attentionStories.entries())
  test(`at 320 to 480 px everything stands on the stage, and can be read: ${story}`, () => {
    const draw = chance(41 + s);
    for (let k = 0; k < count; k++) {
      const problem = crowded(draw);
      const { width, height } = frameFor(draw.from(320, 480), draw.one([500, 700, 900]));
      const options = { head: draw.below(problem.heads ?? 1), softmax: draw.one(["open", "closed"]) };
      const scene = sceneOf(problem, { story, width, height, lang: draw.one(["en", "zh"]), options });
      for (const { id, hold } of scene.steps) {
        const where = `${width} × ${height} px, end of ${id}, problem ${k}`;
        const picture = frame(scene, scene.timeline, hold);
        assert.deepEqual(faults(picture).slice(0, 5), [], where);
        for (const { type, cell, size, text } of picture.marks)
          if (type === "text" && cell) assert.ok(size >= 12, `${text} is ${size} px: ${where}`);
      }
    }
  });
