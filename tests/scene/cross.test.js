// Self- and cross-attention: keys and values come from where the picture and its sentences say, whatever the words are.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { presets } from "../helpers/presets.js";
import { sentiment } from "../../web/presets/learned/sentiment.js";
import { frame } from "../../web/scene/index.js";
import { chance } from "../helpers/random.js";
import { faults } from "./helpers/boxes.js";
import { said } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { ownProblem } from "./helpers/stories.js";

after(() => attention.close());

const ROOMS = [[1104, 424], [336, 404], [716, 200], [280, 404]]; // prettier-ignore
const NAMES = ["the", "猫", "a [b|c]", "", "نص عربي", "x".repeat(300)];
const draw = chance(9);
const matrix = (rows, columns, entry) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => entry()));
const names = (count) => Array.from({ length: count }, () => draw.one(NAMES));
const stepOf = (scene, id) => said(scene.steps.find((step) => step.id === id));

/** Any two sentences, the target causal or not, and some of what else may answer. @param {() => number} entry */
function chainOf(entry, most = 4) {
  const size = () => draw.from(1, most);
  const [words, said_, d_k, d, e] = [draw.from(1, 5), draw.from(1, 5), size(), size(), size()];
  const made = (from, width) => ({ w_q: matrix(from, d_k, entry), w_k: matrix(from, d_k, entry), w_v: matrix(from, width, entry) }); // prettier-ignore
  const own = (id, count, width, more) => ({
    ...{ id, op: "attention", x: matrix(count, width, entry), ...made(width, width) },
    ...{ labels: { x: names(count) }, ...more },
  });
  const between = { w_q: matrix(e, d_k, entry), w_k: matrix(d, d_k, entry), w_v: matrix(d, size(), entry) };
  const labels = { x: names(said_), x_kv: names(words) };
  const asks = ["image", "film"].map((id) => {
    const [width, count] = [size(), draw.from(1, 6)];
    return { id, op: "attention", x: matrix(1, width, entry), x_kv: matrix(count, width, entry), labels: { x: names(1), x_kv: names(count) } }; // prettier-ignore
  });
  return {
    version: 1,
    stages: [
      own("source", words, d, {}),
      own("target", said_, e, { causal: draw.maybe() }),
      { id: "cross", op: "attention", x: "target.output", x_kv: "source.output", ...between, labels },
      ...asks.filter(() => draw.maybe()),
    ],
  };
}

test("self-attention is made of its own words, cross-attention of the source’s and the target’s outputs", () => {
  const { model } = sceneOf(ownProblem("cross"), { story: "cross" });
  /** Tensors that a cell is made of, parameters apart. */
  const madeOf = (tensor) =>
    new Set(
      model
        .origin(tensor, [0, 0, 0, 0])
        .terms.flat()
        .map((one) => one.tensor)
        .filter((name) => !/\.w_/.test(name)),
    );
  for (const id of ["source", "target"])
    for (const made of ["query", "key", "value"]) assert.deepEqual([...madeOf(`${id}.${made}`)], [`${id}.x`]);
  assert.deepEqual([...madeOf("cross.query")], ["target.output"]);
  for (const made of ["key", "value"])
    assert.deepEqual([...madeOf(`cross.${made}`)], ["source.output"], made);
});

test("the learned classifier says what it says of held-out sentences, and which word decided", () => {
  assert.ok(sentiment.measured.right >= 0.95, `${sentiment.measured.right} of held-out sentences`);
  const scene = sceneOf(ownProblem("cross"), { story: "cross" });
  const { value } = scene.model;
  const weights = sentiment.example.map((_, j) => value("classifier.weights", [0, 0, 0, j]));
  const word = sentiment.example[weights.indexOf(Math.max(...weights))];
  const logits = [0, 1, 2].map((c) => value("classifier.output", [0, 0, c]));
  const total = logits.reduce((sum, one) => sum + Math.exp(one), 0);
  logits.forEach((logit, c) =>
    assert.ok(Math.abs(value("classes.weights", [0, 0, 0, c]) - Math.exp(logit) / total) < 1e-6),
  );
  assert.match(stepOf(scene, "decided"), new RegExp(`^“${word}” decided.*: most probable is “negative”`));
  assert.match(stepOf(scene, "image-seen"), /“cat”, 0\.77/);
  assert.match(stepOf(scene, "film-seen"), /“jumps”, 0\.66/);
});

test("sentences are true of random sentences, and nothing overlaps in any room", () => {
  for (let k = 0; k < 8; k++) {
    const entry = draw.one([() => draw.from(-1, 1), () => draw.from(-30, 30) / 10, () => draw.from(0, 2)]);
    const problem = chainOf(entry);
    const [width, height] = ROOMS[k % ROOMS.length];
    const scene = sceneOf(problem, { story: "cross", width, height });
    const { q_len, kv_len } = scene.model.stage("cross");
    for (const { hold, text } of scene.steps) {
      assert.deepEqual(faults(frame(scene, scene.timeline, hold)).slice(0, 3), [], `${width} px: ${text}`);
      assert.doesNotMatch(text, /undefined|\{\w+\}/);
    }
    const { causal } = problem.stages[1];
    assert.equal(/No word may look/.test(stepOf(scene, "target-out")), causal && q_len > 1);
    const row = Array.from({ length: kv_len }, (_, j) => scene.model.value("cross.weights", [0, 0, 0, j]));
    const ties = row.filter((one) => one === Math.max(...row)).length;
    assert.equal(/takes most from/.test(stepOf(scene, "mixed")), kv_len > 1 && ties === 1);
  }
});

test("it stays as high as its room, beside an article and on a phone on its side", () => {
  for (const [width, height] of [
    [1104, 424],
    [652, 424],
    [336, 404],
    [716, 200],
  ])
    // prettier-ignore
    assert.ok(sceneOf(ownProblem("cross"), { story: "cross", width, height }).height <= height, `${width} px`);
});

test("numbers that are none are told as such", () => {
  for (const [stage, at] of /** @type {[number, string][]} */ ([
    [0, "x"],
    [1, "x"],
    [3, "x_kv"],
    [5, "x"],
  ])) {
    // prettier-ignore
    for (const bad of ["NaN", "Infinity", "-Infinity"]) {
      const problem = structuredClone(ownProblem("cross"));
      problem.stages[stage][at][0][0] = bad;
      const scene = sceneOf(problem, { story: "cross", lang: draw.one(["en", "zh"]) });
      for (const { text, hold } of scene.steps) {
        assert.doesNotMatch(text, /undefined|\{\w+\}/);
        frame(scene, scene.timeline, hold);
      }
    }
  }
  const problem = structuredClone(ownProblem("cross"));
  problem.stages[0].x[0][0] = "NaN";
  const mixed = stepOf(sceneOf(problem, { story: "cross" }), "mixed");
  assert.match(mixed, /not a number/);
});

test("what is no such chain is told operation by operation", () => {
  const { stages } = presets.cross.problem;
  const [source, target, cross, ...others] = stages;
  const tells = (...list) =>
    sceneOf({ version: 1, stages: list }, { story: "cross" }).stories.includes("cross");
  assert.ok(tells(source, target, cross));
  assert.ok(tells(...stages));
  assert.ok(!tells(target, source, cross), "the source comes first");
  assert.ok(!tells(source, target, { ...cross, x: "source.output", x_kv: "target.output" }));
  assert.ok(!tells(source, { ...target, softcap: 2 }, cross));
  assert.ok(!tells(source, target, cross, { ...others[0], id: "else" }));
  const [classifier, classes] = others;
  assert.ok(!tells(source, target, cross, classifier, { ...classes, scale: 2 }), "no probabilities");
  const long = { ...source, x: Array.from({ length: 6 }, () => [1, 0, 1]) };
  assert.ok(!tells(long, target, cross));
  assert.ok(!tells({ ...source, x: { shape: [0, 3], data: [] } }, target, cross));
});
