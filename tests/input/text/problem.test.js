// Whole problems as people paste them, and what is read: the manual of readProblem.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { createAttention } from "../../../web/index.js";
import { readMatrix, readProblem } from "../../../web/input/index.js";
import { refused } from "../helpers/refused.js";

/** A table of texts: text, format, problem. */
function reads(title, rows) {
  describe(title, () => {
    for (const [text, format, problem] of rows)
      test(JSON.stringify(text).slice(0, 100), () => {
        const read = readProblem(text);
        assert.deepEqual(read.problem, problem);
        assert.equal(read.format, format);
      });
  });
}

const code = `import torch

# three tokens of four features
X = torch.tensor([[1., 0., 1., 0.],
                  [0., 2., 0., 2.],
                  [1., 1., 1., 1.]])
W_Q = torch.tensor([[1, 0], [1, 0], [0, 0], [0, 1]])  # queries
W_K = torch.tensor([[0, 0], [1, 1], [0, 1], [1, 1]])
W_V = torch.tensor([[0, 2], [0, 3], [1, 0], [1, 1]])
heads = 1
is_causal = True
scale = 0.5
mask = None
`;

// prettier-ignore
const codeMatrices = {
  x: [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]],
  w_q: [[1, 0], [1, 0], [0, 0], [0, 1]],
  w_k: [[0, 0], [1, 1], [0, 1], [1, 1]],
  w_v: [[0, 2], [0, 3], [1, 0], [1, 1]],
};

reads("assignments", [
  [code, "pytorch", { ...codeMatrices, heads: 1, causal: true, scale: 0.5 }],
  ["X = [1 0; 0 1]; % in\nWq = [1; 2];\nheads = 1;", "matlab", { x: [[1, 0], [0, 1]], w_q: [[1], [2]], heads: 1 }], // prettier-ignore
  ["const x = [[1, 2]]; // in\nlet b_q = new Float32Array([0.1, 2]);", "numpy", { x: [[1, 2]], b_q: [0.1, 2] }], // prettier-ignore
  ["x = np.array([[1, 2]])\nwindow = [1, 0]", "numpy", { x: [[1, 2]], window: [1, 0] }],
  ["x =\n\n   1   2\n   3   4\n\nw_o =\n\n   1\n   0\n", "text", { x: [[1, 2], [3, 4]], w_o: [[1], [0]] }], // prettier-ignore
  ["x = [[1]]\nlabels = ['I']\ncausal = 'bottom-right'", "python", { x: [[1]], labels: { x: ["I"] }, causal: "bottom-right" }], // prettier-ignore
  ["mask = [[True, False], [1, 0]]", "python", { mask: [[1, 0], [1, 0]] }], // prettier-ignore
  ['{"mask": [[true, false]], "key_mask": [1, 0]}', "json", { mask: [[true, false]], key_mask: [1, 0] }],
  ["x = [[nan, -inf]]", "python", { x: [["NaN", "-Infinity"]] }],
  ["x = [1, # a; b\n     2]", "python", { x: [1, 2] }],
  ["x = [[1]]\nheads\n= 2", "python", { x: [[1]], heads: 2 }],
]);

reads("JSON and dicts of Python", [
  ['{"x": [[1, 2]], "heads": 1, "labels": {"x": ["a\\"b"]}}', "json", { x: [[1, 2]], heads: 1, labels: { x: ['a"b'] } }], // prettier-ignore
  ["{x: [[1, 2]], causal: true}", "json", { x: [[1, 2]], causal: true }],
  ["{'x': [[1, 2]], 'causal': True, 'mask': None}", "json", { x: [[1, 2]], causal: true }],
  ["{'labels': {'x': ['it\\'s', 'a \"b\"\\n']}}", "json", { labels: { x: ["it's", 'a "b"\n'] } }],
  ['{"x": [[0, -0.5], [0.0, 1e2]], "causal_offset": 0}', "json", { x: [[0, -0.5], [0, 100]], causal_offset: 0 }], // prettier-ignore
  ["{'x': tensor([[1.]]), 'n_heads': 1}", "pytorch", { x: [[1]], heads: 1 }],
  ['{"x": {"shape": [1, 2], "data": [1, "NaN"]}}', "json", { x: { shape: [1, 2], data: [1, "NaN"] } }],
  ['{"version": 1, "stages": [{"id": "n", "op": "layer_norm", "x": [[1, 2]]}]}', "json", { version: 1, stages: [{ id: "n", op: "layer_norm", x: [[1, 2]] }] }], // prettier-ignore
]);

describe("names", () => {
  for (const [key, names] of Object.entries({
    x: "x X inputs input hidden_states",
    w_q: "w_q W_q W_Q Wq wq W_query query_weight weight_q q_proj.weight self.W_q",
    w_o: "W_o Wo W_out out_proj.weight output_weight",
    b_k: "b_k bk key_bias bias_k k_proj.bias",
    query: "query Q q queries",
    key: "key K k keys",
    value: "value V v values",
    heads: "heads n_heads num_heads",
    kv_heads: "kv_heads n_kv_heads num_key_value_heads",
    mask: "mask attn_mask attention_mask",
    causal: "causal is_causal",
    bias: "bias attn_bias",
    learning_rate: "learning_rate lr",
  }))
    test(`${key}: ${names}`, () => {
      for (const name of names.split(" ")) assert.deepEqual(readProblem(`${name} = 1`).problem, { [key]: 1 });
    });
});

test("a mask of numbers other than 0 and 1 is what is added to the scores", () => {
  const { problem, notes } = readProblem("mask = [[0, -inf], [0, 0]]");
  assert.deepEqual(problem, { bias: [[0, "-Infinity"], [0, 0]] }); // prettier-ignore
  assert.match(notes[0], /read as bias/);
});

test("a layer's weight may have to be transposed", () => {
  assert.match(readProblem("q_proj.weight = [[1, 2]]").notes[0], /x @ w_q.*transpose/);
  assert.deepEqual(readProblem("W_q = [[1, 2]]").notes, []);
});

test("a note on rounding names the tensor", () => {
  const { notes } = readProblem("x = [[1]]\nw_q = [[0.123456789]]");
  assert.match(notes[0], /first at row 1, column 1 of w_q: 0.123456789/);
});

describe("no problem", () => {
  const texts = ["", "[[1, 2]]", "1 2\n3 4", "tensor([1.])", "a,b\n1,2", "{{1, 2}}", "# only words"];
  for (const text of [...texts, '{"shape": [1], "data": [1]}'])
    test(JSON.stringify(text), () => assert.equal(readProblem(text), null));
});

describe("what is refused, and where", () => {
  const refuses = (text, where, says) =>
    test(JSON.stringify(text).slice(0, 100), () =>
      refused(() => readProblem(text), { code: "value", where, says }),
    );
  refuses("foo = 3", "foo", /"foo" is not part of a problem; known are x, x_kv,.* stages\.$/);
  refuses("x = [[1, 2], [3, oops]]", "x, row 2, column 2", /"oops"/);
  refuses("x = [[1, 2], [3]]", "x, row 2, column 2", /is missing/);
  refuses("heads = 2 causal = True", "line 1, column 11", /new line/);
  for (const word of ["xfalse", "xtrue", "xnone", "falsey", "trueish", "nonesuch"])
    refuses(`x = [[1]]\ncausal = ${word}`, "line 2, column 10", new RegExp(`"${word}"`));
  refuses("x = torch.randn(3, 4)", "line 1, column 5", /computed/);
  refuses("scale = 1/8", "line 1, column 10", /after a value/);
  refuses("x =", "line 1, column 4", /has no value/);
  refuses('{"x": [[1, 2]', "line 1, column 7", /not closed/);
  refuses('{"x": [[1, 2]]', "line 1, column 1", /not closed by \}/);
  refuses('{"labels": {"x": ["\\q"]}}', "line 1, column 19", /wrong escape/);
  for (const word of ["atrue", "truely", "xnull", "nullx", "falsey"])
    refuses(`{"causal": ${word}}`, "line 1, column 12", /not a value/);
  refuses('{"x": [1], "x": [2]}', "x", /twice/);
  refuses('{"x": 1e400}', "line 1, column 7", /more than a float32/);
  refuses('{"x": ' + "[".repeat(1000), "line 1, column 23", /16 levels/);

  test("more than 1 MiB", () =>
    refused(() => readProblem(`x = [${"1,".repeat(1 << 19)}]`), { code: "limit", where: "byte 1048577" }));

  const polluting = ['{"__proto__": {"polluted": 1}}', '{"labels": {"__proto__": {"polluted": 1}}}', "__proto__ = 1", "constructor = 1"]; // prettier-ignore
  for (const text of polluting)
    test(`${text} does nothing`, async () => {
      await refused(() => readProblem(text), { code: "value" });
      assert.equal(/** @type {any} */ ({}).polluted, undefined);
    });
});

describe("the core takes what was read", () => {
  let attention;
  before(async () => (attention = await createAttention()));

  test("and computes what it computes from the numbers themselves", () => {
    const { problem } = readProblem(code);
    const x = readMatrix("1 0 1 0; 0 2 0 2; 1 1 1 1");
    const { output } = attention.forward(problem);
    assert.deepEqual(output, attention.forward({ ...problem, x }).output);
    assert.deepEqual(output, attention.forward(JSON.parse(JSON.stringify(problem))).output);
  });
});
