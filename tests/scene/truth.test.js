// What is said is so: drawn problems are told, in full thousands of them, their claims read out of the finished text in both
// languages, and held against the trace.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { languages, words } from "../../web/words/index.js";
import { fewOrMany, full } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { attentions } from "./helpers/attentions.js";
import { READERS, lies, truthOf } from "./helpers/claims.js";
import { marksAt, says, stepOf } from "./helpers/marks.js";
import { anyProblem } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionPresets, attentionStories } from "./helpers/stories.js";

const ROUNDS = fewOrMany(60, 6000);

const ROOMS = [[1104, 424], [652, 424], [336, 404], [584, 412]]; // prettier-ignore

/** How the k-th problem is told: stories and languages, both ways of softmax, desk and phone take turns. @param {number} k @param {any} problem */
const turn = (k, problem) => ({
  story: attentionStories[k % attentionStories.length],
  ...(k % 5 ? { width: 1104, height: 424 } : { width: 336, height: 404 }),
  options: { softmax: ["open", "closed"][Math.floor(k / 3) % 2], head: (k >> 2) % (problem.heads ?? 1) },
});

/** Of more tokens than have room for their numbers. @param {ReturnType<typeof chance>} draw @returns {any} */
function longProblem(draw) {
  const problem = anyProblem(draw, { most: 14 });
  const [, , queries, keys] = attention.forward(problem).weights.shape;
  return Math.min(queries, keys) > 0 && Math.max(queries, keys) > 8 ? problem : longProblem(draw);
}

test(`problems of every kind: nothing is said that is not so`, () => {
  const [draw, far] = [chance(2026), chance(2027)];
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Map<string, string>} */
  const found = new Map();
  // labels that are cut short are no names
  const odd = Object.entries(attentions).flatMap(([name, own]) => (/^no |labels/.test(name) ? [] : [own]));
  const drawn = (k) => (k % 25 ? anyProblem(draw, { most: draw.one([2, 2, 3, 3, 4]) }) : longProblem(far));
  for (let n = 0; n < ROUNDS + odd.length; n++) {
    // the odd ones come last, and take turns anew
    const k = n % ROUNDS;
    const problem = n < ROUNDS ? drawn(k) : odd[k];
    const trace = attention.forward(problem);
    const { id: lang } = languages[Math.floor(k / attentionStories.length) % languages.length];
    // the odd ones are always told step by step, too
    const stories = n < ROUNDS ? [turn(k, problem)] : [turn(k, problem), { story: "walk-through" }];
    const scenes = stories.map((how) => sceneOf(problem, { trace, lang, ...how }));
    for (const scene of scenes)
      for (const lie of lies(scene, truthOf(problem, trace, scene), counts))
        found.set(
          `${lang} ${lie.split(":")[0]}`,
          `${scene.story}, ${lang}: ${lie} of ${JSON.stringify(problem)}`,
        );
  }
  assert.deepEqual([...found.values()], []);
  const unread = READERS.filter(([name]) => !counts.get(name)).map(([name]) => name);
  assert.deepEqual(unread, [], "claims that nothing makes");
});

test("a row reads all of one key only where every other weight is 0", () => {
  const note = (weights) => {
    const x = [[1], [2], [3]];
    const scene = sceneOf({
      x,
      weights_override: [weights, weights, weights],
      labels: { x: ["a", "b", "c"] },
    });
    const { text, runs } = scene.items.find(({ id }) => id === "note.0");
    return runs?.map((run) => run.text).join("") ?? text;
  };
  assert.equal(note([0, 1, 0]), "a: all b");
  assert.equal(note([1, 0, 0]), "a: all itself");
  assert.equal(note([1e-9, 1, 0]), "a: nearly all b");
  assert.equal(note([0.04, 0.96, 0]), "a: nearly all b");
});

test("the presets are told truly at any width, in every story", () => {
  for (const [p, [name, { problem: bare }]] of attentionPresets.entries())
    for (const [k, { id: lang }] of languages.entries()) {
      const problem = { ...bare, labels: bare.labels ?? words(lang).labels[name] };
      const trace = attention.forward(problem);
      for (const [s, story] of attentionStories.entries())
        if (full || (p + s) % languages.length === k)
          for (const [width, height] of full ? ROOMS : [ROOMS[s]]) {
            const scene = sceneOf(problem, { story, trace, lang, width, height });
            assert.deepEqual(
              lies(scene, truthOf(problem, trace, scene)),
              [],
              `${name}, ${story}, ${width} px`,
            );
          }
    }
});

test("document B's rows stand beside ours as they are printed, and where they differ is said truly", () => {
  const { problem, printed } = presets.layer;
  const trace = attention.forward(problem);
  const scene = sceneOf(problem, { story: "matrices", options: { printed } });
  const marks = marksAt(scene, stepOf(scene, "printed").hold);
  const shown = marks
    .filter(({ id }) => /^printed\.(weights|output)\.\d\.\d$/.test(id))
    .map(({ text }) => text);
  assert.deepEqual(
    shown,
    printed.flatMap(({ weights, output }) => [...weights, ...output]),
  );
  const ringed = marks.flatMap(({ id }) => /^printed\.(.*)\.ring/.exec(id)?.[1] ?? []);
  const rows = printed.flatMap((row) => ["weights", "output"].map((name) => ({ name, ...row })));
  const differ = rows.flatMap(({ name, query, ...row }) => {
    const { shape, data } = trace[name];
    const own = data.slice(query * shape.at(-1), (query + 1) * shape.at(-1));
    return row[name].flatMap((digits, k) => (says(digits, own[k]) ? [] : [`${name}.${query}.${k}`]));
  });
  assert.deepEqual(ringed, differ);
  assert.deepEqual(differ, ["weights.0.0", "weights.1.0", "weights.1.2", "output.1.0", "output.1.1"]);
  // one weight of the first row is cut; of the second, the first printed output does not follow from the weights
  assert.equal(Math.floor(trace.weights.data[0] * 1000) / 1000, Number(printed[0].weights[0]));
  const override = [...printed.map(({ weights }) => weights.map(Number)), [1, 0, 0]];
  const follows = attention.forward({ ...problem, weights_override: override }).output.data;
  assert.deepEqual(
    printed.flatMap(({ output }, i) => output.map((digits, c) => says(digits, follows[2 * i + c]))),
    [true, true, false, true],
  );
});

test("a small weight is said to be less than the last decimal, never in powers of ten; pointed at it has six", () => {
  const given = [[3e-4, 6e-6, 0], [0.004, 4e-8, -6e-6]]; // prettier-ignore
  const problem = {
    query: [[1], [1]],
    key: [[1], [2], [3]],
    value: [[1], [2], [3]],
    weights_override: given,
  };
  const seen = new Set();
  for (const story of ["walk-through", "matrices", "multi-head"]) {
    const scene = sceneOf(problem, { story });
    for (const { hold } of scene.steps)
      for (const { cell, text } of marksAt(scene, hold))
        if (/^weights:/.test(cell ?? "")) seen.add(text.replace(/^([<>]−?)\./, "$10."));
    const told = [[0, 0], [0, 1], [0, 2], [1, 1]].map(([i, j]) => explain(scene, "weights", [0, 0, i, j])?.text.split(" ").at(-1)); // prettier-ignore
    assert.deepEqual(told, ["0.0003", "0.000006", "0", "<0.000001"]);
  }
  assert.deepEqual([...seen].sort(), ["0", "0.004", "<0.001", ">−0.001"]);
});
