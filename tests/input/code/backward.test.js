// Code that goes back: which lines make which gradient, where a program ends, what is refused. run.test.js runs it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../../web/index.js";
import { code } from "../../../web/input/index.js";
import { refused } from "../../helpers/compare.js";
import { chance } from "../../helpers/random.js";
import { part } from "../helpers/programs.js";

/** The languages whose code goes back. */
const LANGUAGES = ["pytorch", "numpy", "python", "javascript", "c", "java"];

const attention = await createAttention();
const STORY = "forward loss grad_output grad_weights grad_value grad_softmax grad_scores grad_query grad_key";
const STEPS = [...STORY.split(" "), "grad_parameters", "grad_x", "step"];

const draw = chance(31);
const [x, w_q, w_k, w_v, w_o] = [[3, 4], [4, 4], [4, 4], [4, 4], [4, 2]].map((shape) => draw.tensor(shape)); // prettier-ignore
const target = draw.tensor([3, 2]);
const heads = { x, w_q, w_k, w_v, w_o, heads: 2, target, learning_rate: 0.5 };
const given = { query: draw.tensor([2, 3]), key: draw.tensor([2, 3]), value: draw.tensor([2, 3]) };
const chain = {
  stages: [
    { id: "a", x, w_q },
    { id: "b", op: "residual", x: "a.x", y: "a.output" },
  ],
  target: x,
};

describe("lines", () => {
  test("are there for every step of the backward pass, in each language that has it", () => {
    for (const language of LANGUAGES) {
      const { text, lines } = code(heads, language);
      for (const id of STEPS) assert.ok(lines[id], `${language}: ${id}`);
      const count = text.trimEnd().split("\n").length;
      for (const [id, [first, last]] of Object.entries(lines))
        assert.ok(1 <= first && first <= last && last <= count, `${language}: ${id}`);
      assert.ok(lines.forward[1] < lines.loss[0] && lines.loss[1] < lines.step[0], language);
    }
  });

  test("name each gradient of the run", () => {
    const names = Object.keys(attention.backward(heads)).filter((name) => name.startsWith("grad_"));
    for (const language of LANGUAGES) {
      const { lines, tensors } = code(heads, language);
      for (const name of names) assert.deepEqual(lines[name], tensors[name], `${language}: ${name}`);
      for (const name of names) assert.ok(lines[name], `${language}: ${name}`);
    }
  });

  test("of PyTorch's gradients are one: what finds them all", () => {
    const { text, lines } = code(heads, "pytorch");
    for (const id of Object.keys(lines).filter((one) => one.startsWith("grad_")))
      assert.match(part(text, lines[id]), /^loss\.backward\(\)[^\n]*$/, id);
    assert.match(part(text, lines.step), /parameter -= learning_rate \* parameter\.grad/);
  });

  test("of NumPy's gradients make what they are called after", () => {
    const { text, lines } = code(heads, "numpy");
    for (const name of "value weights query key w_q w_o x".split(" ").map((one) => `grad_${one}`))
      assert.match(part(text, lines[name]), new RegExp(`^${name} = `), name);
    assert.match(part(text, lines.grad_softmax), /^row_mean = .*\ngrad_scaled_scores = weights \* \(/);
    assert.match(part(text, lines.step), /^learning_rate = 0\.5.*\nw_q -= learning_rate \* grad_w_q\n/);
  });
});

describe("what a program says of where it ends", () => {
  test("stages go back in PyTorch; the others say that they do not", () => {
    assert.match(code(chain, "pytorch").text, /^loss\.backward\(\)/m);
    for (const language of LANGUAGES.slice(1)) {
      const { text, lines } = code(chain, language);
      assert.match(text, /(#|\/\/) This program stops at the forward pass[^\n]*\.\n/, language);
      assert.equal(lines.step, undefined);
    }
    assert.match(code(chain, "numpy", { lang: "zh" }).text, /# 本程序只做前向计算/);
  });

  test("without parameters inputs have gradients, and nothing takes a step", () => {
    const problem = { ...given, grad_output: draw.tensor([2, 3]) };
    for (const language of LANGUAGES) {
      const { text, lines } = code(problem, language);
      assert.match(text, /no parameter is given/, language);
      assert.match(text, /"grad_query ?"/, language);
      assert.equal(lines.step, undefined);
      assert.equal(lines.loss, undefined);
    }
  });

  test("a parameter before given weights has a gradient of 0 in PyTorch, too", () => {
    const { text } = code({ ...heads, weights_override: [[[[0.5]]]] }, "pytorch");
    assert.match(text, /^w_q\.grad = torch\.zeros_like\(w_q\)/m);
    assert.doesNotMatch(text, /^w_v\.grad = /m);
  });

  test("NumPy writes the zeros before given weights once, whatever became of the scores", () => {
    const { text } = code({ ...heads, weights_override: [[[[0.5]]]], softcap: 3, causal: true }, "numpy");
    assert.equal(text.match(/np\.zeros_like/g)?.length, 1);
  });

  test("the learning rate is 0.01 where none is given", () => {
    const { learning_rate: _, ...problem } = heads;
    for (const language of LANGUAGES)
      assert.match(code(problem, language).text, /\blearning_rate = 0\.01f?\b/, language);
  });

  test("a formula ends with the output, as ever", () => {
    const { target: _, learning_rate: __, ...forward } = heads;
    // the first line holds what the others do not say
    const withoutFirst = ({ text, ...rest }) => ({ text: text.slice(text.indexOf("\n")), ...rest });
    assert.deepEqual(withoutFirst(code(heads, "latex")), withoutFirst(code(forward, "latex")));
  });
});

describe("what is refused, as the core refuses it", () => {
  const classes = { ...heads, loss: "cross_entropy" };
  const cases = {
    "a target that does not fit": [{ ...heads, target: [[1]] }, "shape", "target"],
    "a gradient that does not fit": [{ ...given, grad_output: [[1, 2, 3]] }, "shape", "grad_output"],
    "a target beside a gradient": [{ ...heads, grad_output: target }, "value", "target"],
    "a class that there is not": [{ ...classes, target: [0, 1, 2] }, "value", "target"],
    "a class below -1": [{ ...classes, target: [0, -2, 1] }, "value", "target"],
    "half a class": [{ ...classes, target: [0.5, 0, 1] }, "value", "target"],
  };
  for (const [what, [problem, kind, where]] of Object.entries(cases))
    test(what, () => {
      const core = refused(() => attention.backward(problem), kind);
      for (const language of LANGUAGES) {
        const error = refused(() => code(problem, language), kind);
        assert.deepEqual([error.where, error.where.split("[")[0]], [core.where, where], language);
      }
    });
});
