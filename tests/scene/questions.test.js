// What may be asked before a softmax, and what its own numbers say of an answer.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { presets } from "../helpers/presets.js";
import { questions } from "../../web/scene/questions.js";
import { plain } from "../../web/words/sentence.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { stepOf } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";

const labels = { x: ["I", "love", "cats"] };
// so that no two words share the first place
const cats = (more = {}) => walkThrough({ labels, bias: [[0, 0, 1], [0, 0, 0], [0, 0, 0]], ...more }); // prettier-ignore
/** What is asked before a softmax. @param {any} scene */
const looks = (scene) => questions(scene).filter(({ of }) => /weights:/.test(of));
/** @param {Record<string, any>} problem @param {Record<string, any>} [how] */
const ask = (problem, how) => looks(sceneOf(problem, how));
/** What is said of each answer. @param {import("../../web/scene/questions.js").Question} question */
const answers = ({ choices, answer }) => choices.map(({ key }) => plain(answer(key)));
const names = ({ choices }) => choices.map(({ name }) => name);

describe("a question", () => {
  test("is asked before each softmax that has steps of its own, and answered when its weights have landed", () => {
    for (const softmax of ["closed", "open"]) {
      const scene = sceneOf(cats(), { options: { softmax } });
      const at = (id) => stepOf(scene, id);
      const [begins, lands] = softmax === "open" ? ["max", "divide"] : ["softmax", "softmax"];
      const told = looks(scene).map(({ id, time, lands, ends }) => [id, time, lands, ends]);
      const expected = [1, 2].map((i) => {
        const { hold, start, duration } = at(`${lands}-${i}`);
        return [`${begins}-${i}`, at(`${begins}-${i}`).start, hold, start + duration];
      });
      assert.deepEqual(told, expected);
    }
  });

  test("is asked once where a story tells all rows at once: of the row that is told first, of the head in front", () => {
    const all = { matrices: "weights", "one-query": "softmax-1", "multi-head": "weights" };
    for (const [story, id] of Object.entries(all)) {
      const own = ask(cats(), { story }).filter((one) => one.id === id);
      assert.deepEqual([own.length, own[0].text], [1, "Which word will “I” look at most?"], story);
    }
    assert.equal(ask(cats(), { story: "matrices" }).length, 1);
    const rows = ["walk-through", "matrices"].map((story) => ask(cats(), { story, lang: "zh" })[0].of);
    assert.deepEqual(rows, ["weights:0,0,0,*", "weights:0,0,0,*"]);
    const heads = ask(presets["eight-heads"].problem, { story: "multi-head", options: { head: 3 } });
    assert.deepEqual([heads.length, heads[0].text], [1, "In head 4, which input will input 1 look at most?"]);
    assert.equal(heads[0].of, "weights:0,3,0,*");
  });

  test("is asked of what no story draws in numbers, too: four keys of many, and three questions of a chain", () => {
    const [large, ...more] = ask(seeded({ tokens: 12, features: 3 }));
    assert.deepEqual([large.id, large.choices.length, more.length], ["asks", 4, 0]);
    assert.ok(answers(large).some((said) => said.startsWith("Right")));
    const stage = (id, x) => ({ id, x });
    const x = [[1, 2], [3, 4], [1, 0]]; // prettier-ignore
    const stages = [stage("a", x), ...["b", "c", "d"].map((id, k) => stage(id, `${"abc"[k]}.output`))];
    assert.deepEqual(
      ask({ stages }).map(({ id, text }) => [id, text]),
      ["a", "b", "c"].map((id) => [`${id}.row_max`, "Which key will query 1 look at most?"]),
    );
  });

  test("names tokens as the story does; a word that stands there twice has its number", () => {
    const [first] = ask(cats({ labels: { x: ["the", "cat", "the"] } }));
    assert.equal(first.text, "Which word will “the₁” look at most?");
    assert.deepEqual(names(first), ["the₁", "cat", "the₃"]);
    const [cross] = ask({ ...crossing, labels: undefined });
    assert.equal(cross.text, "Which source will input 1 look at most?");
    assert.deepEqual(names(cross), ["source 1", "source 2", "source 3", "source 4"]);
    const [long] = ask(cats({ labels: { x: ["w".repeat(200), "[a|b]", "c"] } }));
    assert.ok(long.text.length < 80, long.text);
    assert.equal(names(long)[1], "[a|b]");
  });

  test("offers nothing that is masked, and asks nothing where there is no choice, no number or no softmax", () => {
    const causal = ask(cats({ causal: true }));
    assert.deepEqual(
      causal.map((one) => [one.id, names(one)]),
      [["softmax-2", ["I", "love"]]],
    );
    const all = ask(cats({ causal: true }), { story: "multi-head" });
    assert.equal(all[0].text, "Which word will “love” look at most?");
    const bias = [[0, 0, 0], [0, "-Infinity", 0], [0, 0, 0]]; // prettier-ignore
    assert.deepEqual(names(ask(cats({ bias }))[0]), ["I", "cats"]);
    const [none, every] = [[false, false, false], [true, true, true]]; // prettier-ignore
    const ids = (problem) => ask(problem).map(({ id }) => id);
    assert.deepEqual(ids(cats({ mask: [none, every, every] })), ["softmax-2"]);
    assert.deepEqual(ids(cats({ mask: [none, none, none] })), []);
    const x = [["NaN", 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]]; // prettier-ignore
    assert.deepEqual(ids(cats({ x })), []);
    const given = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore
    for (const story of ["walk-through", "matrices", "multi-head"])
      assert.deepEqual(ask(cats({ weights_override: given }), { story }), []);
    assert.deepEqual(ids({ x: [[1, 2]] }), []);
    assert.deepEqual(ids({ x: [[1, 2]], x_kv: { shape: [0, 2], data: [] } }), []);
  });
});

describe("an answer", () => {
  test("is right or not by the weights, and points at its numbers", () => {
    const [first, second] = ask(cats());
    assert.deepEqual(answers(first), [
      "Not “I”, which gets 0.035: “cats” gets 0.705.",
      "Not “love”, which gets 0.259: “cats” gets 0.705.",
      "Right: “cats” gets 0.705.",
    ]);
    assert.equal(answers(second)[0], "Not “I”, which gets <0.001: “love” gets 0.982.");
    assert.deepEqual(
      first.answer(0).flatMap(({ target }) => target ?? []),
      [0, 2].map((j) => ({ tensor: "weights", index: [0, 0, 0, j] })),
    );
  });

  test("is told in Chinese as well", () => {
    const [first] = ask(cats({ labels: { x: ["我", "爱", "猫"] } }), { lang: "zh" });
    assert.equal(first.text, "“我”最关注哪个词？");
    assert.equal(first.guessed(1), "你猜“爱”");
    assert.deepEqual(answers(first), [
      "不是“我”，它得到 0.035；得到最多的是“猫”，有 0.705。",
      "不是“爱”，它得到 0.259；得到最多的是“猫”，有 0.705。",
      "猜对了：“猫”得到 0.705。",
    ]);
  });
});

test("nothing is asked whose two best choices show the same digits", () => {
  // “love” and “cats” get 0.468 each
  assert.deepEqual(ask(walkThrough({ labels })).map(({ id }) => id), ["softmax-2"]); // prettier-ignore
  assert.deepEqual(ask(cats({ scale: 0, bias: undefined })), []);
  const rows = (small) => ({ query: [[1]], key: [[small], [0]], value: [[1], [2]] });
  assert.deepEqual(ask(rows(8e-4)), []);
  assert.equal(ask(rows(8e-3)).length, 1);
  // both numbers of the value pull alike; a value that is weighted to almost nothing pulls nowhere
  const pulls = (value, key = [[4], [0]]) => questions(sceneOf({ query: [[1]], key, value })).filter(({ of }) => /^weighted/.test(of)); // prettier-ignore
  assert.deepEqual(pulls([[2, -2], [1, 1]]), []); // prettier-ignore
  assert.equal(pulls([[2, -3], [1, 1]]).length, 1); // prettier-ignore
  assert.deepEqual(questions(sceneOf({ query: [[1]], key: [[1], [2]], value: [[2, 1], [3, 1]], weights_override: [[-1, 0]] })), []); // prettier-ignore
  // rows that look alike cannot be told apart
  const maps = (problem) => questions(sceneOf(problem)).filter(({ bars }) => bars);
  assert.deepEqual(maps({ x: [[1, 0], [1, 0], [1, 0.1]] }), []); // prettier-ignore
});

describe("which way a value pulls", () => {
  const pulls = (problem, how) => questions(sceneOf(problem, how)).filter(({ of }) => /^weighted/.test(of));
  const signed = { query: [[1], [1]], key: [[3], [1]], value: [[1, -2, 0], [1, 2, 1]], labels: { query: ["a", "b"], key: ["yes", "no"] } }; // prettier-ignore

  test("is asked of the largest weight, where values have signs, before they are weighted", () => {
    const scene = sceneOf(signed);
    const [first] = pulls(signed);
    const { start, hold } = stepOf(scene, "weight-1");
    assert.deepEqual([first.id, first.time, first.lands], ["weight-1", start, hold]);
    assert.equal(first.text, "Which way will the value of “yes” pull number 2 of the output?");
    assert.deepEqual(names(first), ["up", "down"]);
    assert.equal(first.guessed(0), "your guess: up");
    assert.deepEqual(answers(first), [
      "Not up, but down: weighted, its number 2 is −1.762.",
      "Right: weighted, its number 2 is −1.762.",
    ]);
    assert.deepEqual(first.answer(1).flatMap(({ target }) => target ?? []), [{ tensor: "weighted_values", index: [0, 0, 0, 0, 1] }]); // prettier-ignore
    const [zh] = pulls(signed, { lang: "zh" });
    assert.equal(zh.text, "“yes”的值会把输出的第 2 个数拉向哪边？");
    assert.equal(answers(zh)[0], "不是变大，是变小：乘上权重后，它的第 2 个数是 −1.762。");
  });

  test("of two numbers is asked of both; where values only grow, nobody asks", () => {
    const [both] = pulls({ ...signed, value: [[1, -2], [1, 2]] }); // prettier-ignore
    assert.equal(both.text, "Which way will the value of “yes” pull the output most?");
    assert.deepEqual(names(both), ["number 1 up", "number 2 up", "number 2 down"]);
    assert.equal(answers(both)[2], "Right: weighted, its numbers are 0.881, −1.762.");
    assert.deepEqual(pulls({ ...signed, value: [[1, 2, 0], [1, 2, 1]] }), []); // prettier-ignore
    assert.deepEqual(pulls({ ...signed, value: [["NaN", 2], [-1, 2]] }), []); // prettier-ignore
  });
});

describe("which row of the map it is", () => {
  const rows = (problem, how) => questions(sceneOf(problem, how)).filter(({ bars }) => bars);

  test("is asked at the map, with the row as bars, and answered by whom it looks at most", () => {
    for (const story of ["walk-through", "matrices"]) {
      const scene = sceneOf(walkThrough({ labels }), { story });
      const [one] = rows(walkThrough({ labels }), { story });
      const { start, hold } = scene.steps.at(-1);
      assert.deepEqual([one.id, one.time, one.lands], ["outputs", start, hold]);
      assert.equal(one.text, "Which row of the map is this?");
      const told = [0, 1, 2].map((j) => scene.model.value("weights", [0, 0, 0, j]));
      assert.deepEqual([one.bars.shares, one.bars.text], [told, "0.063, 0.468, 0.468"]);
      assert.deepEqual(names(one), ["I", "love", "cats"]);
      assert.equal(answers(one)[2], "Not the row of “cats”: it is “I” that gives 0.468 to “love”.");
      assert.equal(answers(one)[0], "Right: “I” gives 0.468 to “love”.");
    }
    const [zh] = rows(walkThrough({ labels }), { lang: "zh" });
    assert.equal(answers(zh)[1], "不是“love”的那一行：是“I”给“love” 0.468。");
  });

  test("is not asked of a map that is not there: of one row, of two problems, of what was never told", () => {
    assert.deepEqual(rows({ x: [[1, 2]] }), []);
    assert.deepEqual(rows(walkThrough({ labels }), { story: "one-query" }), []);
    assert.deepEqual(rows(walkThrough({ labels }), { story: "compare" }), []);
    assert.deepEqual(rows(walkThrough({ labels }), { story: "fused" }), []);
  });
});

test("a scene asks three times at most, and each kind before one of them again", () => {
  const many = { ...walkThrough({ labels, w_v: [[1, -2, 0], [1, 2, 1], [0, -1, 1], [1, 0, 0]] }) }; // prettier-ignore
  const kinds = questions(sceneOf(many)).map(({ of }) => of.split(":")[0]);
  assert.deepEqual(kinds, ["weighted_values", "weights", "map"]);
});
