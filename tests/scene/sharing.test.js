import assert from "node:assert/strict";
import test from "node:test";
import { createAttention } from "../../web/index.js";
import { createScene, frame, stories } from "../../web/scene/index.js";
import { random } from "./helpers/many-heads.js";

const attention = await createAttention({ build: "scalar" });

/** @param {string} story @param {any} problem @param {object} [more] */
const sceneOf = (story, problem, more) =>
  createScene({
    story,
    problem,
    trace: attention.forward(problem),
    terms: (tensor, index) => attention.terms(problem, tensor, index),
    ...more,
  });

/** Everything that is seen and said at some moments. @param {any} scene */
const shown = (scene) =>
  JSON.stringify([
    ...scene.steps.map(({ caption, text }) => [caption, text]),
    ...[0.2, 0.4, 0.6, 0.8, 1].map((part) => frame(scene, scene.timeline, part * scene.duration).marks),
  ]);

const PROBLEMS = {
  "two heads": { tokens: 3, heads: 2, features: 4, d: 2 },
  "one head, causal": { tokens: 4, heads: 1, features: 3, d: 3, fractions: true },
  "eight heads": { tokens: 4, heads: 8, features: 8, d: 8, fractions: true },
};

for (const story of stories)
  for (const [name, sizes] of Object.entries(PROBLEMS))
    for (const softmax of ["closed", "open"])
      test(`an edited problem is drawn as if nothing had been before it: ${story}, ${name}, ${softmax}`, () => {
        const before = { ...random({ ...sizes, seed: 3 }), causal: name.endsWith("causal") };
        const after = structuredClone(before);
        after.x[0][0] += 0.125;
        const options = { softmax };
        const first = sceneOf(story, before, { options });
        const edited = sceneOf(story, after, { options });
        const seen = shown(edited);
        // a scene of another shape, often enough that what was shared is forgotten
        for (let k = 0; k < 30; k++)
          sceneOf(story, random({ heads: 1, tokens: 1, features: 1, d: 1 }), { width: 600 + k });
        const alone = sceneOf(story, after, { options });
        assert.notEqual(alone.timeline, edited.timeline);
        assert.equal(shown(alone), seen);
        assert.equal(shown(first), shown(sceneOf(story, before, { options })));
      });

for (const story of stories)
  test(`numbers of the same width are shown at the same places: ${story}`, () => {
    const problem = random({ tokens: 2, heads: 1, features: 2, d: 2 });
    const one = { ...problem, x: [[1, 2], [3, 1]] }; // prettier-ignore
    const other = { ...problem, x: [[2, 1], [1, 3]] }; // prettier-ignore
    const same = [problem.w_q, problem.w_k, problem.w_v].map((w) => w.map((row) => row.map(() => 1)));
    const [w_q, w_k, w_v] = same;
    const [a, b] = [one, other].map((p) => sceneOf(story, { ...p, w_q, w_k, w_v }));
    assert.equal(a.timeline, b.timeline);
    assert.notEqual(shown(a), shown(b));
  });
