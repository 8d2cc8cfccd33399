// Self- and cross-attention: keys and values come from where the picture and its sentences say, whatever the words are.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { presets } from "../helpers/presets.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { crossOf } from "./helpers/chains.js";
import { captionOf, marksAt, said } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";
import { sound } from "./helpers/sound.js";
import { ownProblem } from "./helpers/stories.js";

const draw = chance(9);
const tells = (...stages) => sceneOf({ version: 1, stages }, { story: "cross" }).stories.includes("cross");

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

test("on a phone every word of the preset stands whole", () => {
  const scene = sceneOf(ownProblem("cross"), { story: "cross", width: 336, height: 404 });
  const said = marksAt(scene, scene.duration).flatMap(({ type, text }) => (type === "text" ? [text] : []));
  for (const word of Object.values(presets.cross.problem.stages[2].labels).flat())
    assert.ok(said.includes(word), word);
});

test("sentences are true of random sentences", () => {
  for (let k = 0; k < fewOrMany(8, 80); k++) {
    const problem = crossOf(draw, draw.one([() => draw.from(-1, 1), () => draw.from(-30, 30) / 10]));
    const scene = sceneOf(problem, { story: "cross" });
    const { q_len, kv_len } = scene.model.stage("cross");
    const { causal } = problem.stages[1];
    assert.equal(/No word looks ahead/.test(captionOf(scene, "target-out")), causal && q_len > 1);
    const row = Array.from({ length: kv_len }, (_, j) => scene.model.value("cross.weights", [0, 0, 0, j]));
    const ties = row.filter((one) => one === Math.max(...row)).length;
    assert.equal(/takes most from/.test(captionOf(scene, "mixed")), kv_len > 1 && ties === 1);
  }
});

test("what is made of NaN is said to be", () => {
  const problem = structuredClone(ownProblem("cross"));
  problem.stages[0].x[0][0] = "NaN";
  const mixed = captionOf(sceneOf(problem, { story: "cross" }), "mixed");
  assert.match(mixed, /not a number/);
});

test("what is no such chain is told operation by operation", () => {
  const [source, target, cross] = presets.cross.problem.stages;
  assert.ok(tells(source, target, cross));
  assert.ok(!tells(target, source, cross), "the source comes first");
  assert.ok(!tells(source, target, { ...cross, x: "source.output", x_kv: "target.output" }));
  assert.ok(!tells(source, { ...target, softcap: 2 }, cross));
  assert.ok(!tells(source, target, cross, { ...source, id: "else" }));
  const long = { ...source, x: Array.from({ length: 6 }, () => [1, 0, 1]) };
  assert.ok(!tells(long, target, cross));
  assert.ok(!tells({ ...source, x: { shape: [0, 3], data: [] } }, target, cross));
});

test("a shared link that has a classifier, an image and a film after them is told up to the cross-attention", () => {
  const { stages } = presets.cross.problem;
  const more = ["classifier", "classes", "image", "film"].map((id) => ({ id, x: [[1]], x_kv: [[1], [0]] }));
  assert.ok(tells(...stages, ...more));
  const [short, long] = [stages, [...stages, ...more]].map((list) =>
    sceneOf({ version: 1, stages: list }, { story: "cross" }),
  );
  assert.deepEqual(long.steps.map(said), short.steps.map(said));
});

test("between two sentences each word that asks has its row, the mark at the end none", () => {
  const scene = sceneOf(ownProblem("cross-learned"), { story: "cross" });
  const rows = scene.steps.filter(({ id }) => id.startsWith("row-"));
  assert.deepEqual(
    rows.map(({ title }) => title),
    ["le", "chat", "noir", "voit", "un", "cheval", "blanc"],
  );
  assert.match(captionOf(scene, "row-3"), /^“noir” reads from: mostly “black”/);
  assert.match(captionOf(scene, "lines"), /^“noir” comes after “chat”, but reads further left/);
  sound(scene, "a decoder's states ask, an encoder's answer");
});

test("any two sentences of a reader’s own are told, whatever their weights are", () => {
  const problem = { x: [[1, 0], [0, 2]], x_kv: [[1, 1], [0, 1], [2, 0]], labels: { x: ["a", "b"], x_kv: ["c", "d", "e"] } }; // prettier-ignore
  const told = (more) => sceneOf({ ...problem, ...more }, { story: "cross" });
  assert.match(captionOf(told({}), "row-1"), /^“a” reads from/);
  assert.match(captionOf(told({ x: [["NaN", 0], [0, 2]] }), "row-1"), /^The weights of “a” are not numbers/); // prettier-ignore
  assert.match(captionOf(told({ key_mask: [0, 0, 0] }), "row-2"), /^“b” reads nothing/);
  assert.ok(!told({ labels: {} }).stories.includes("cross"), "without words");
});
