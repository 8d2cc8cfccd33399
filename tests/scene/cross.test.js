// Self- and cross-attention: keys and values come from where the picture and its sentences say, whatever the words are.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { presets } from "../helpers/presets.js";
import sentiment from "../../web/build/presets/learned/sentiment.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { crossOf } from "./helpers/chains.js";
import { said } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { ownProblem } from "./helpers/stories.js";

after(() => attention.close());

const draw = chance(9);
const stepOf = (scene, id) => said(scene.steps.find((step) => step.id === id));

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

test("sentences are true of random sentences", () => {
  for (let k = 0; k < fewOrMany(8, 80); k++) {
    const problem = crossOf(draw, draw.one([() => draw.from(-1, 1), () => draw.from(-30, 30) / 10]));
    const scene = sceneOf(problem, { story: "cross" });
    const { q_len, kv_len } = scene.model.stage("cross");
    const { causal } = problem.stages[1];
    assert.equal(/No word may look/.test(stepOf(scene, "target-out")), causal && q_len > 1);
    const row = Array.from({ length: kv_len }, (_, j) => scene.model.value("cross.weights", [0, 0, 0, j]));
    const ties = row.filter((one) => one === Math.max(...row)).length;
    assert.equal(/takes most from/.test(stepOf(scene, "mixed")), kv_len > 1 && ties === 1);
  }
});

test("what is made of NaN is said to be", () => {
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

test("between two sentences each word that asks has its row, the mark at the end none", () => {
  const scene = sceneOf(ownProblem("cross-learned"), { story: "cross" });
  const rows = scene.steps.filter(({ id }) => id.startsWith("row-"));
  assert.deepEqual(
    rows.map(({ title }) => title),
    ["le", "chat", "noir", "voit", "un", "cheval", "blanc"],
  );
  assert.match(stepOf(scene, "row-3"), /^“noir” reads from: mostly “black”/);
  assert.match(stepOf(scene, "lines"), /^“noir” comes after “chat”, but reads further left/);
});

test("any two sentences of a reader’s own are told, whatever their weights are", () => {
  const problem = { x: [[1, 0], [0, 2]], x_kv: [[1, 1], [0, 1], [2, 0]], labels: { x: ["a", "b"], x_kv: ["c", "d", "e"] } }; // prettier-ignore
  const told = (more) => sceneOf({ ...problem, ...more }, { story: "cross" });
  assert.match(stepOf(told({}), "row-1"), /^“a” reads from/);
  assert.match(stepOf(told({ x: [["NaN", 0], [0, 2]] }), "row-1"), /^The weights of “a” are not numbers/); // prettier-ignore
  assert.match(stepOf(told({ key_mask: [0, 0, 0] }), "row-2"), /^“b” reads nothing/);
  assert.ok(!told({ labels: {} }).stories.includes("cross"), "without words");
});
