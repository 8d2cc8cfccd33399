// The story of many heads: its numbers are the trace's, its sentences hold, and it stays on the stage.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { frame } from "../../web/scene/index.js";
import { attentions } from "./helpers/attentions.js";
import { seeded } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";

const two = seeded({ heads: 2, tokens: 3, features: 4, width: 2, fractions: true });

/** @type {Record<string, any>} */
const PROBLEMS = {
  ...attentions,
  "two-words": presets["two-words"].problem,
  "eight-heads": { ...presets["eight-heads"].problem, labels: { x: ["hello", "world"] } },
  batch: { ...presets.batch.problem, labels: { x: ["first", "second", "third"] } },
};

/** @param {any} problem @param {any} [how] */
const heads = (problem, how) => sceneOf(problem, { story: "multi-head", ...how });

/** Marks at the end of a step. @param {any} scene @param {any} step */
const marksAt = (scene, step) => frame(scene, scene.timeline, step.hold + 0.01).marks;

// that a named head looks where the caption says is read in truth.test.js
test("the caption names two heads that look at different keys, the chosen one first", () => {
  const pattern = /head (\d+) looks most at (?:“.+?”|input \d+) \(/g;
  for (const name of ["eight-heads", "batch", "eight heads of eight"])
    for (const head of [0, 1]) {
      const { caption } = heads(PROBLEMS[name], { options: { head } }).steps.find(
        ({ id }) => id === "weights",
      );
      const text = caption.map((one) => one.text).join("");
      const cells = caption.flatMap(({ target }) => (target?.index ? [target.index] : []));
      const named = [...text.matchAll(pattern)].map(([, number]) => Number(number) - 1);
      assert.deepEqual(named, [cells[0][1], cells[1][1]], text);
      assert.equal(named[0], head, text);
      assert.notEqual(cells[0][3], cells[1][3], text);
    }
});

test("heads that look the same way are said to", () => {
  const half = seeded({ heads: 1, tokens: 3, features: 4, width: 2, fractions: true });
  const twice = (matrix) => matrix.map((row) => [...row, ...row]);
  const problem = { ...half, heads: 2, kv_heads: 2, w_q: twice(half.w_q), w_k: twice(half.w_k), w_v: twice(half.w_v) }; // prettier-ignore
  const { text } = heads(problem).steps.find(({ id }) => id === "weights");
  assert.match(text, /In each row, all heads look most at the same key\./);
});

test("the chosen head and the chosen item of a batch are enlarged", () => {
  const scene = heads(PROBLEMS.batch, { options: { head: 1, batch: 1 } });
  const cells = marksAt(scene, scene.steps.at(-1)).flatMap(({ cell }) => cell ?? []);
  assert.ok(cells.includes("mixed:1,1,0,0") && !cells.includes("mixed:1,0,0,0"));
  assert.ok(cells.every((cell) => !/^(weights|mixed|joined|output|query):0/.test(cell)));
  assert.match(scene.steps[0].text, /Item 2 of 2 is in front/);
});

test("the other items of a batch lie behind the one in front, wherever it is whole", () => {
  const sheetsOf = (name) => {
    const scene = heads(PROBLEMS[name]);
    const behind = (step) => marksAt(scene, step).filter(({ part }) => part === "sheet");
    const idsOf = (step) => behind(step).map(({ id }) => id.replace("behind.", ""));
    return Object.fromEntries(scene.steps.map((step) => [step.id, idsOf(step).sort()]));
  };
  const maps = ["panel.0/0", "panel.1/0"];
  assert.deepEqual(sheetsOf("batch"), {
    input: ["x/0"],
    project: ["projected_key/0", "projected_query/0", "projected_value/0", "x/0"],
    split: ["x/0"],
    transpose: maps,
    scores: maps,
    scaled_scores: maps,
    weights: maps,
    mixed: maps,
    join: ["joined/0", ...maps],
    output: ["joined/0", "output/0", ...maps],
  });
  const three = sheetsOf("three batches of narrow heads");
  assert.deepEqual(three.output.slice(0, 4), ["joined/0", "joined/1", "output/0", "output/1"]);
  assert.deepEqual(new Set(Object.values(sheetsOf("eight-heads")).flat()), new Set());
});

test("heads that share keys are named, and the maps say which", () => {
  const scene = heads(seeded({ heads: 4, kv_heads: 2, tokens: 3, features: 4, width: 2 }));
  assert.match(scene.steps.find(({ id }) => id === "heads")?.text ?? "", /heads 1 and 2, and by 3 and 4\./);
  const titles = scene.items.filter(({ id }) => /^head\.\d\.name$/.test(id)).map(({ text }) => text);
  assert.deepEqual(
    titles,
    [1, 1, 2, 2].map((group, h) => `Head ${h + 1} · keys ${group}`),
  );
});
