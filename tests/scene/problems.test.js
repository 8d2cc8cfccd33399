// Problems of every kind and size, told by every story in every room: nothing overlaps or leaves the stage, every number is
// the core's and is what its sources make, digits can be read, and no sentence has a hole.
import assert from "node:assert/strict";
import test from "node:test";
import { frameFor } from "../../web/element/frame.js";
import { highlight } from "../../web/scene/highlight.js";
import { languages } from "../../web/words/index.js";
import { fewOrMany, full } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { attentions } from "./helpers/attentions.js";
import { cellOf } from "./helpers/marks.js";
import { anyProblem, seeded } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { sound } from "./helpers/sound.js";
import { attentionStories } from "./helpers/stories.js";
import { told } from "./helpers/told.js";
import { sceneOfRun, trained } from "./helpers/trained.js";

/** Stages: desk, beside an article, phone, the narrowest column; then large screen, studio and what lies between. */
const ROOMS = [[1104, 424], [652, 424], [336, 404], [584, 412], [1552, 760], [820, 424], [280, 404], [520, 424], [900, 424], [804, 424], [400, 420], [760, 424]]; // prettier-ignore
const FIRST = ROOMS.slice(0, 4);

/** What the k-th scene is told in, in turn. @param {number} k */
const turn = (k, rooms = ROOMS) => ({
  ...{ width: rooms[k % rooms.length][0], height: rooms[k % rooms.length][1] },
  lang: languages[(k >> 1) % languages.length].id,
  softmax: ["closed", "open"][k % 2],
});

for (const [s, story] of attentionStories.entries())
  test(`any one attention: ${story}`, () => {
    for (const [p, [name, problem]] of Object.entries(attentions).entries()) {
      // a third of them a story, each by every third story
      if (!full && (p + s) % 3 !== 1) continue;
      const trace = attention.forward(problem);
      const last = { head: (problem.heads ?? 1) - 1, batch: trace.query.shape[0] - 1 };
      for (const k of full ? ROOMS.keys() : [5 * p + s]) {
        const { softmax, ...room } = turn(k);
        const options = { softmax, ...(p % 2 ? {} : last) };
        const scene = sceneOf(problem, { story, trace, ...room, options });
        const cells = [...sound(scene, name).keys()].slice(0, 2);
        for (const cell of cells) assert.ok(highlight(scene, scene.duration, cellOf(cell)), cell);
      }
    }
  });

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

for (const [s, story] of attentionStories.entries())
  test(`crowded problems on any phone: ${story}`, () => {
    const draw = chance(41 + s);
    for (let k = 0; k < fewOrMany(2, 700); k++) {
      const problem = crowded(draw);
      const { width, height } = frameFor(draw.from(320, 480));
      const options = { head: draw.below(problem.heads ?? 1), softmax: draw.one(["open", "closed"]) };
      const scene = sceneOf(problem, { story, width, height, lang: draw.one(["en", "zh"]), options });
      sound(scene, `problem ${k}`);
    }
  });

for (const [s, [story, { always, any }]] of Object.entries(told).entries())
  test(`whatever it can tell, drawn and odd: ${story}`, () => {
    const draw = chance(3 + s);
    const drawn = Array.from({ length: fewOrMany(1, 24) }, () => any(draw));
    for (const [k, problem] of [...always, ...drawn].entries()) {
      const { softmax, ...room } = turn(k + s, FIRST);
      const other = story === "compare" ? anyProblem(draw) : undefined;
      const scene = sceneOf(problem, { story, ...room, options: { softmax }, other });
      // what has no tokens or keys, and weights that are given, no tiles tell
      if (story !== "fused" && story !== "compare") assert.ok(scene.stories.includes(story), `problem ${k}`);
      sound(scene, `problem ${k}`);
    }
  });

test("whatever is learned: training", async () => {
  const kinds = [
    { task: "lookup", heads: 4, optimizer: "sgd", learning_rate: 1, momentum: 0.9 },
    { task: "reverse", heads: 2, seed: 4294967295 },
    { task: "first", optimizer: "sgd", learning_rate: 100 },
    { task: "align", optimizer: "sgd", learning_rate: 1, momentum: 0.5 },
  ];
  for (const [n, how] of kinds.slice(0, fewOrMany(2, 4)).entries()) {
    const { run, training } = await trained(how);
    for (const k of full ? FIRST.keys() : [n + 1]) {
      const { width, height, lang } = turn(k, FIRST);
      const scene = sceneOfRun(run, { width, height, lang, head: how.heads ? how.heads - 1 : null });
      assert.ok(scene.height <= height, `${scene.height} px of ${height}`);
      sound(scene, JSON.stringify(how));
    }
    training.pause();
  }
});
