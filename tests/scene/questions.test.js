// What may be asked before a softmax, and what its own numbers say of an answer.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { presets } from "../helpers/presets.js";
import { questions } from "../../web/scene/index.js";
import { plain } from "../../web/words/sentence.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";

const labels = { x: ["I", "love", "cats"] };
const cats = (more = {}) => walkThrough({ labels, ...more });
/** @param {Record<string, any>} problem @param {Record<string, any>} [how] */
const ask = (problem, how) => questions(sceneOf(problem, how));
/** What is said of each answer. @param {import("../../web/scene/questions.js").Question} question */
const answers = ({ choices, answer }) => choices.map(({ key }) => plain(answer(key)));
const names = ({ choices }) => choices.map(({ name }) => name);

describe("a question", () => {
  test("is asked before each softmax that has steps of its own, and answered when its weights have landed", () => {
    for (const softmax of ["closed", "open"]) {
      const scene = sceneOf(cats(), { options: { softmax } });
      const at = (id) => scene.steps.find((step) => step.id === id);
      const [begins, lands] = softmax === "open" ? ["max", "divide"] : ["softmax", "softmax"];
      const told = questions(scene).map(({ id, time, lands, ends }) => [id, time, lands, ends]);
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

  test("is asked of what no story draws in numbers, too: eight keys of many, and three questions of a chain", () => {
    const [large, ...more] = ask(seeded({ tokens: 12, features: 3 }));
    assert.deepEqual([large.id, large.choices.length, more.length], ["asks", 8, 0]);
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
    assert.deepEqual(names(ask(cats({ bias }))[1]), ["I", "cats"]);
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
  test("is right or not by the weights, and so are those that share the first place", () => {
    const [first, second] = ask(cats());
    assert.deepEqual(answers(first), [
      "Not “I”, which gets 0.063: “love” and “cats” get 0.468 each.",
      "Right: “love” gets 0.468 — so does “cats”.",
      "Right: “cats” gets 0.468 — so does “love”.",
    ]);
    assert.equal(answers(second)[1], "Right: “love” gets 0.982.");
    assert.equal(answers(second)[0], "Not “I”, which gets <0.001: “love” gets 0.982.");
    const [even] = ask(cats({ scale: 0 }));
    assert.deepEqual(new Set(answers(even)), new Set(["Right, as any guess would be: all 3 get 0.333."]));
    const x = [[0, 0], [1, 0], [1, 0], [1, 0]]; // prettier-ignore
    const [three] = ask({ x: [[1, 0], ...x.slice(1), [0, 0]] }, { story: "multi-head" });
    assert.deepEqual(
      [answers(three)[0], answers(three)[4]],
      [
        "Right: input 1 gets 0.223 — so do 3 others.",
        "Not input 5, which gets 0.110: 4 others get 0.223 each.",
      ],
    );
  });

  test("that is wrong or right by less than the picture shows is told with more digits", () => {
    const rows = (small) => ({ query: [[1]], key: [[small], [0]], value: [[1], [2]] });
    for (const [small, more, less] of [
      [8e-4, "0.5002", "0.4998"],
      [1e-6, "0.5000002", "0.4999997"],
    ]) {
      const [one] = ask(rows(small));
      assert.deepEqual(answers(one), [
        `Right, by a hair: key 1 gets ${more}, key 2 ${less}.`,
        `So close: key 2 gets ${less}, but key 1 gets ${more}.`,
      ]);
    }
  });

  test("points at its numbers", () => {
    const [first] = ask(cats());
    const targets = first.answer(0).flatMap(({ target }) => target ?? []);
    assert.deepEqual(targets, [
      { tensor: "weights", index: [0, 0, 0, 0] },
      { tensor: "weights", index: [0, 0, 0, 1] },
    ]);
  });

  test("is told in Chinese as well", () => {
    const [first] = ask(cats({ labels: { x: ["我", "爱", "猫"] } }), { lang: "zh" });
    assert.equal(first.text, "“我”最关注哪个词？");
    assert.equal(first.guessed(1), "你猜“爱”");
    assert.deepEqual(answers(first), [
      "不是“我”，它得到 0.063；得到最多的是“爱”和“猫”，各有 0.468。",
      "猜对了：“爱”得到 0.468，“猫”也一样。",
      "猜对了：“猫”得到 0.468，“爱”也一样。",
    ]);
  });
});
