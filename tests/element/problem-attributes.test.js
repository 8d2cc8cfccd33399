// A problem written as attributes: what they mean, what is refused, and what they stand in place of.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { options } from "../../web/element/options.js";
import { attributeNames, readAttributes } from "../../web/element/problem-attributes.js";
import { source } from "../../web/element/source.js";
import "../../web/whole.js";
import { presets } from "../helpers/presets.js";

const read = (attributes, lang) => readAttributes(new Map(Object.entries(attributes)), lang);
const keys = (attributes) => {
  const { keys, errors } = read(attributes);
  assert.deepEqual([...errors.keys()], []);
  return keys;
};

describe("attributes of a problem", () => {
  test("are the tensors, names and options of one attention, and clash with no other attribute", () => {
    const named =
      "x x_kv x_v w_q w_k w_v b_q b_k b_v w_o b_o query key value w_score w_1 w_2 bias mask key_mask weights_override target " +
      "heads kv_heads score softcap window causal_offset labels loss learning_rate grad_output w-q key-mask";
    for (const name of named.split(" ")) assert.ok(attributeNames.includes(name), name);
    for (const attribute of Object.keys(options)) assert.ok(!attributeNames.includes(attribute), attribute);
  });

  test("are matrices without braces: semicolons or lines part rows, spaces and commas part numbers", () => {
    const x = [
      [1, 0, -1.5],
      [0, 200, 0],
    ];
    for (const text of [
      "1 0 -1.5; 0 2e2 0",
      " 1, 0, −1.5 ;0,200,0; ",
      "1 0 –1.5\n0 +200 .0",
      "1 0 -1.5;\n0 200 0;",
      "１，０，－1.5；0、2e2、0",
      "[[1, 0, -1.5], [0, 200, 0]]",
      "[[1, 0, -1.5],\n [0, 2e2, 0]]",
    ])
      assert.deepEqual(keys({ x: text }), { x }, text);
    assert.deepEqual(keys({ x: "1 2 3" }), { x: [[1, 2, 3]] });
    assert.deepEqual(keys({ "w-q": "1; 2", x: "[[[1]],[[2]]]" }), { w_q: [[1], [2]], x: [[[1]], [[2]]] });
    assert.deepEqual(keys({ bias: "0 -inf nan ∞", mask: "true false" }), {
      bias: [[0, "-Infinity", "NaN", "Infinity"]],
      mask: [[1, 0]],
    });
  });

  test("are vectors where a problem wants vectors", () => {
    assert.deepEqual(keys({ b_q: "1 2", w_2: "3, 4", key_mask: "1 0 1" }), {
      b_q: [1, 2],
      w_2: [3, 4],
      key_mask: [1, 0, 1],
    });
    assert.deepEqual(keys({ target: "2 0 -1", loss: "cross_entropy" }).target, [2, 0, -1]);
    assert.deepEqual(keys({ target: "2 0 -1" }).target, [[2, 0, -1]]);
    assert.deepEqual(keys({ key_mask: "1 0; 1 1" }).key_mask, [
      [1, 0],
      [1, 1],
    ]);
  });

  test("are names of tokens, options, and nothing where they are empty", () => {
    const x = ["I", "love", "cats"];
    for (const text of ["I, love, cats", "I，love、cats", '["I","love","cats"]', '{"x":["I","love","cats"]}'])
      assert.deepEqual(keys({ labels: text }), { labels: { x } }, text);
    assert.deepEqual(keys({ labels: "猫， the cat" }), { labels: { x: ["猫", "the cat"] } });
    assert.deepEqual(
      keys({
        heads: " 2",
        kv_heads: "1",
        score: "dot",
        softcap: "30",
        window: "2, −1",
        "causal-offset": "1",
      }),
      { heads: 2, kv_heads: 1, score: "dot", softcap: 30, window: [2, -1], causal_offset: 1 },
    );
    assert.deepEqual(keys({ x: " ", labels: "", heads: "", class: "x" }), {});
  });

  test("that cannot be read say where and what to write, in both languages", () => {
    const said = (attributes, lang) =>
      [...read(attributes, lang).errors].map(
        ([name, { code, where, message }]) => `${name} ${code} ${where}: ${message}`,
      );
    assert.deepEqual(said({ x: "1 2; 3 four" }), [
      'x value x[1][1]: x has "four" in row 2, column 2; write numbers, spaces between them and ";" between rows.',
    ]);
    assert.deepEqual(said({ "w-q": "1 2; 3" }), [
      "w-q shape w_q[1]: w_q is 1 wide in row 2 and 2 in row 1; give all rows the same length.",
    ]);
    assert.deepEqual(said({ "w-q": "1 2; 3" }, "zh"), [
      "w-q shape w_q[1]: w_q 第 2 行有 1 个数，第 1 行有 2 个；请让各行一样长。",
    ]);
    assert.match(said({ x: "1 x" }, "zh")[0], /^x value x\[0\]\[1\]: x 第 1 行第 2 列不能是“x”；/);
    assert.match(said({ x: "[[1,]" })[0], /^x value x: x is not JSON/);
    assert.match(said({ heads: "two" })[0], /^heads value heads: heads is "two"; give a whole number/);
    assert.match(said({ score: "cosine" })[0], /^score value score: .*scaled_dot/);
    assert.match(said({ labels: "[1]" })[0], /^labels value labels\.x\[0\]/);
    for (const bad of ["1;;2", "1,,2", "1e39", "0x10", "--1", "²", "1/2", "...", "constructor"])
      assert.equal(read({ x: bad }).errors.size, 1, bad);
    assert.match(said({ x: " 1".repeat(1 << 19) + " 11" })[0], /^x limit x: .*at most 1048576/);
  });

  test("hold without an option that cannot be read, and not without one of their tensors", () => {
    assert.deepEqual(read({ x: "1 2", heads: "two" }).keys, { x: [[1, 2]] });
    assert.deepEqual(read({ x: "1 2", w_q: "1 z" }).keys, {});
  });
});

describe("the problem that they make", () => {
  const of = (attributes, { script, ...options } = {}) =>
    source({ preset: "", problem: "", ...options }, keys(attributes), { script });

  test("is their own where they give inputs", async () => {
    const { problem } = of({ x: "1 0; 0 1", labels: "I, you" }, { script: '{"x":[[3]]}' });
    assert.deepEqual(problem, {
      x: [
        [1, 0],
        [0, 1],
      ],
      labels: { x: ["I", "you"] },
    });
    const attention = await createAttention();
    const { problem: split } = of({ query: "1 0", key: "1 0; 0 1", value: "1; 2" });
    assert.deepEqual(attention.forward(split).output.shape, [1, 1, 1]);
  });

  test("has their keys in place of its own, whether it is JSON or a preset", () => {
    const script = '{"x":[[3]],"heads":1,"labels":{"x":["a"],"output":["o"]}}';
    assert.deepEqual(of({ labels: "b" }, { script }).problem.labels, { x: ["b"], output: ["o"] });
    assert.deepEqual(of({ x: "4" }, { problem: script }).problem, { ...JSON.parse(script), x: [[4]] });
    const { problem, stories, preset } = of({ causal_offset: "1" }, { preset: "layer" });
    assert.deepEqual(problem, { ...presets.layer.problem, causal_offset: 1 });
    assert.deepEqual([stories, preset], [presets.layer.stories, "layer"]);
    assert.equal(of({}, { preset: "layer" }).problem, presets.layer.problem);
  });

  test("of a preset tells nothing of numbers and tokens that are no longer there", () => {
    const { note, printed, ...rest } = of({ w_v: "1 0; 0 1" }, { preset: "layer" });
    assert.deepEqual([note, printed, rest.preset], [undefined, undefined, "layer"]);
    assert.equal(of({ labels: "a, b, c" }, { preset: "layer" }).note, presets.layer.note);
    const other = of({ x: "1 0; 0 1" }, { preset: "layer" });
    assert.deepEqual([other.problem.w_k, other.preset], [presets.layer.problem.w_k, undefined]);
    assert.equal(of({ x: "[[1]]" }, { preset: "english-french" }).problem.labels, undefined);
  });

  test("is the story's own, with other names, where they give no inputs", () => {
    const { problem, preset } = of({ labels: "a, b, c" }, { story: "matrices" });
    assert.deepEqual(
      [problem.labels.x, problem.x, preset],
      [["a", "b", "c"], presets.layer.problem.x, "layer"],
    );
  });
});
