// The ways from the first word to the last: layers carry exactly as far as is said, what is left of the word is its gradient, and a
// shorter sentence is attended to as if it ended there. And how attention begins: what is shown is what the core draws.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { WIDTHS, depthOf, gapOf, layersOf } from "../../web/scene/stories/reach/layers.js";
import { presets } from "../helpers/presets.js";
import { captionOf } from "./helpers/marks.js";
import { seeded } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const { problem } = presets.reach;
const sceneFor = (stops) => sceneOf(problem, { story: "reach", stops });
const upTo = (n) => Array.from({ length: n }, (_, k) => k);

/** Which words each place has heard after so many layers, each an attention whose mask is a convolution's. */
function heard(n, width, gaps, layers) {
  const zeros = upTo(n).map(() => [0]);
  const value = upTo(n).map((i) => upTo(n).map((j) => Number(i === j)));
  const stages = upTo(layers).map((k) => {
    const far = gapOf(width, gaps, k + 1);
    const near = (i, j) => (j - i) % far === 0 && Math.abs(j - i) <= (far * (width - 1)) / 2;
    const mask = upTo(n).map((i) => upTo(n).map((j) => near(i, j)));
    return { id: `l${k}`, query: zeros, key: zeros, value: k ? `l${k - 1}.output` : value, mask };
  });
  const { shape, data } = attention.forward({ stages })[`l${layers - 1}.output`];
  return (place, word) => data[place * shape.at(-1) + word] > 0;
}

test("a place hears both ends after so many layers, and none does after one fewer", () => {
  for (const width of WIDTHS)
    for (const gaps of [false, true])
      for (const n of [2, 3, 4, 8, 9, 12]) {
        const { depth, top } = layersOf(n, width, gaps);
        const hears = heard(n, width, gaps, depth);
        assert.ok(hears(top, 0) && hears(top, n - 1), `${n} words, width ${width}`);
        if (depth < 2) continue;
        const before = heard(n, width, gaps, depth - 1);
        assert.ok(!upTo(n).some((place) => before(place, 0) && before(place, n - 1)));
      }
  assert.deepEqual([depthOf(1000, 3, false), depthOf(1000, 3, true)], [500, 7]);
});

test("what is left of the first word is the slope of each state by it", () => {
  const { slopes } = sceneFor().model.more.reach;
  const nudge = 1e-3;
  const states = [nudge, -nudge].map((by) => {
    const [encoder] = structuredClone(problem.stages);
    encoder.x[0][0] += by;
    return attention.forward({ stages: [encoder] })["recurrence.state"].data.slice(1);
  });
  for (const [k, slope] of slopes.entries())
    assert.ok(Math.abs(slope - (states[0][k] - states[1][k]) / (2 * nudge)) < 1e-4, `state ${k + 1}`);
});

test("a slider ends the sentence earlier, and a wider convolution needs fewer layers", () => {
  const scene = sceneFor({ n: 4, width: 1 });
  const [, { query, key }] = problem.stages;
  const { weights } = attention.forward({ query: query.slice(0, 5), key: key.slice(0, 5), value: key.slice(0, 5) }); // prettier-ignore
  assert.equal(scene.model.value("upto.weights", [0, 0, 4, 0]), weights.data[20]);
  assert.match(captionOf(scene, "hop"), /4 hops.*one layer/);
  assert.match(captionOf(sceneFor(), "hop"), /8 hops.*4 layers/);
});

test("each start is the core's, the next draw follows, and only what is not masked is told", () => {
  const own = presets.starts.problem;
  const scene = sceneOf(own, { story: "starts" });
  for (const init of /** @type {const} */ (["normal", "xavier", "kaiming"]))
    for (const seed of [1, 2]) {
      const [w_q, w_k] = [0, 1].map((k) => attention.initialize({ shape: [64, 16], init, seed: 2 * seed + k })); // prettier-ignore
      const { weights } = attention.forward({ ...own, w_q, w_k });
      assert.deepEqual(scene.model.tensor(`${init}_${seed}.weights`).data, weights.data);
    }
  const usualOf = (scene) => scene.model.more.starts.map(({ usual }) => usual);
  const [normal, xavier, kaiming] = usualOf(scene);
  assert.ok(2 > normal && normal > xavier && xavier > kaiming);
  // the mean of many draws is that of the problem's own scores
  const flat = usualOf(sceneOf({ ...own, scale: 0 }, { story: "starts" }));
  assert.ok(flat.every((bits) => Math.abs(bits - 2) < 1e-6));
  const plain = seeded({ tokens: 3, features: 2, width: 2 });
  for (const other of [
    { causal: true },
    { w_k: undefined },
    { softcap: 3 },
    { b_q: [1, 1] },
    {
      x: [
        [NaN, 1],
        [1, 1],
      ],
    },
  ])
    // prettier-ignore
    assert.ok(!sceneOf({ ...plain, ...other }, { story: "starts" }).stories.includes("starts"));
});
