// The matrices story: where its steps are in the computation, how long it takes, and what it says.
import assert from "node:assert/strict";
import test from "node:test";
import { frame } from "../../web/scene/index.js";
import { presets } from "../helpers/presets.js";
import { flat, marksAt, said } from "./helpers/marks.js";
import { seeded, walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";
import { sound } from "./helpers/sound.js";

/** @param {any} problem @returns {any} */
const told = (problem) => sceneOf(problem, { story: "matrices" });

test("a step says where in the computation it is, as the walk-through does", () => {
  const places = (story) =>
    new Set(sceneOf(presets["walk-through"].problem, { story }).steps.map(({ place }) => place.at));
  const own = places("matrices");
  for (const at of "inputs keys values query score scores softmax weight sum outputs".split(" "))
    assert.ok(own.has(at), at);
  for (const at of own) assert.ok(places("walk-through").has(at), at);
});

test("the standard example takes less than 70 seconds", () => {
  const { duration } = told(walkThrough({ labels: { x: ["I", "love", "cats"] } }));
  assert.ok(duration > 40 && duration < 70, `${duration} s`);
});

test("queries, keys and values stand together once they are made, and scores fill a phone", () => {
  for (const width of [1104, 336]) {
    const scene = sceneOf(presets.layer.problem, { story: "matrices", width, height: 440 });
    const marks = (id) =>
      marksAt(scene, scene.steps.find((step) => step.id === id).hold).filter(({ cell }) => cell);
    const made = marks("value-all").map(({ cell }) => cell.split(":")[0]);
    for (const tensor of ["query", "key", "value"])
      assert.ok(made.includes(tensor), `${tensor} at ${width} px`);
    const sizes = marks("scaled_scores-all").map(({ size }) => size);
    assert.ok(Math.min(...sizes.filter(Boolean)) >= 16, `${sizes} at ${width} px`);
  }
});

test("what is dimmed keeps at least 60 % of its strength, for readers who ask for more contrast", () => {
  const weakest = (contrast) => {
    const scene = sceneOf(presets.layer.problem, { story: "matrices", options: { contrast } });
    const dimmed = [...scene.timeline.tracks].flatMap(([id, tracks]) =>
      (tracks.get("dim") ?? [])
        .filter(({ to }) => to === 1)
        .flatMap(({ end }) =>
          marksAt(scene, end).filter((mark) => mark.cell && mark.id.startsWith(`${id}/`)),
        ),
    );
    return Math.min(...dimmed.map(({ opacity = 1 }) => opacity));
  };
  assert.deepEqual([weakest(false), weakest(true)], [0.35, 0.6]);
});

test("a layer that offers a causal mask ends on it: its own weights, no stream from what comes later", () => {
  const scene = sceneOf(presets.layer.problem, { story: "matrices", offers: ["causal"] });
  const step = scene.steps.at(-1);
  assert.equal(step.id, "causal");
  const marks = marksAt(scene, step.hold);
  const shown = marks.flatMap(({ cell, text }) => (/^causal\.weights/.test(cell) ? [`${cell} ${text}`] : []));
  assert.ok(
    shown.includes("causal.weights:0,0,1,0 0.804") && shown.includes("causal.weights:0,0,0,2 0"),
    `${shown}`,
  );
  assert.ok(!marks.some(({ cell }) => /^weights:/.test(cell)), "none without the mask");
  sound(scene, "causal");
});

test("inputs that ask and inputs that are looked at have names of their own", () => {
  const scene = told(seeded({ tokens: 3, keys: 5, features: 3 }));
  const captions = scene.steps.map(said);
  assert.ok(captions.includes("X_kv times W_K gives each its key."));
  assert.ok(captions.some((one) => one.endsWith("how well does source 1 fit input 1?")));
  const words = scene.steps
    .flatMap(({ hold }) => flat(frame(scene, scene.timeline, hold).marks))
    .map(({ text }) => text);
  assert.ok(words.includes("X input") && words.includes("Xkv source"));
});
