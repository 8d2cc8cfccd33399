// The moved word: steps lead where the core's own sum leads, the second sentence differs in one word, and its sentences are true.
import assert from "node:assert/strict";
import test from "node:test";
import { heard } from "../../web/scene/heard.js";
import { tipOf } from "../../web/scene/kit/plane/chain.js";
import { presets } from "../helpers/presets.js";
import { faults } from "./helpers/boxes.js";
import { captionOf, marksAt, stepOf } from "./helpers/marks.js";
import { seeded } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";

const { problem, translated } = presets.meaning;
const sceneFor = (given, how = {}) => sceneOf(given, { story: "meaning", ...how });

test("tip to tail, weighted values lead to the input and the core's output together", () => {
  for (const given of [problem, translated.zh.problem, seeded({ tokens: 8, features: 2, fractions: true })]) {
    const scene = sceneFor(given);
    const { model } = scene;
    for (const { way } of scene.items.filter(({ id }) => /^rider/.test(id))) {
      const [batch, i] = way.foot.row;
      const [x, y] = [0, 1].map(
        (c) => model.value("x", [batch, i, c]) + model.value("output", [batch, i, c]),
      );
      const { unit, shift, x: left, y: top, width, height } = way.ground;
      const tip = tipOf(model, way);
      assert.ok(Math.abs(tip[0] - (left + width / 2 + shift[0] + x * unit)) < 0.01);
      assert.ok(Math.abs(tip[1] - (top + height / 2 + shift[1] - y * unit)) < 0.01);
    }
  }
});

test("the name of the moving word leaves other names free once its longest step is laid", () => {
  const scene = sceneFor(problem, { width: 648, height: 412 });
  const seen = ({ type, opacity = 1 }) => type === "text" && opacity > 0.5;
  for (const [id, name] of Object.entries({ steps: "rider.0/name", again: "rider.1/name" })) {
    const { start, hold } = stepOf(scene, id);
    for (let time = start + 3; time < hold; time += 0.1) {
      const marks = marksAt(scene, time).filter(seen);
      const about = faults({ ...scene, marks }).filter((fault) => fault.includes(`${name} `));
      assert.deepEqual(about, [], `${id}, ${time}`);
    }
  }
});

test("of each language one word moves to one sense, then to the other", () => {
  const ends = [
    [problem, "en", /“shore”, now to “lender”/],
    [translated.zh.problem, "zh", /“鸟”最近，现在离“花”最近/],
  ];
  for (const [given, lang, nearest] of ends)
    assert.match(captionOf(sceneFor(given, { lang }), "end"), nearest);
});

test("the second sentence is the one that is chosen, and a word that tells nothing leaves the word between", () => {
  const looked = sceneFor(problem, { options: { batch: 2 } });
  assert.match(captionOf(looked, "swap"), /“looked” stands where “fished” stood/);
  const { model } = looked;
  assert.ok(model.value("weights", [2, 0, 5, 1]) < 0.1);
  const places = [0, 1, 2].map(
    (item) => model.value("x", [item, 5, 0]) + model.value("output", [item, 5, 0]),
  );
  assert.ok(places[1] < places[2] - 1 && places[2] < places[0] - 1);
  // what is read aloud of another sentence has that one's words
  for (const [row, said] of [
    [5, "“bank” reads from: “borrowed” 0.91"],
    [null, "Where head 1 looks most: “bank” → “borrowed” 0.91"],
  ])
    assert.ok(heard(looked, 0, { tensor: "weights", index: [1, 0, row, null] }).startsWith(said));
});

test("without a sentence that differs in one word it ends with the steps", () => {
  const alone = { ...problem, x: problem.x[0], labels: { x: problem.labels.x.slice(0, 6) } };
  const apart = { ...problem, x: [problem.x[0], problem.x[0].map(([a, b]) => [b, a])], labels: undefined };
  for (const given of [alone, apart]) assert.equal(sceneFor(given).steps.at(-1).id, "steps");
});

test("vectors with more numbers are told by the walk-through", () => {
  const scene = sceneOf(seeded({ tokens: 3, features: 3 }), { story: "meaning" });
  assert.ok(!scene.stories.includes("meaning"));
  assert.equal(scene.steps[0].id, sceneOf(seeded({ tokens: 3, features: 3 })).steps[0].id);
});
