// Code that goes back: loss, gradients and one step, for problems that say what they are to become.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MultiHeadAttentionLayer, createAttention } from "../../../web/index.js";
import { code } from "../../../web/input/index.js";
import { refused } from "../../helpers/compare.js";
import { chance } from "../../helpers/random.js";
import { numbersIn, printed } from "../../helpers/run-code.js";
import { pythonWith } from "../../setup/machine.js";
import { LANGUAGES, drawnBack, expected, holds, namesIn } from "../helpers/backward.js";

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

/** The text of some lines. @param {string} text @param {[number, number]} lines */
const part = (text, [first, last]) =>
  text
    .split("\n")
    .slice(first - 1, last)
    .join("\n");

describe("programs that go back", () => {
  /** Runs problems of all kinds, and holds what they print against the core. */
  const runs = (t, language, all) => {
    const texts = all.map(({ problem }) => code(problem, language).text);
    const outs = printed(language, texts);
    const wanted = all.map(({ problem }) => expected(attention, problem));
    const most = all.map(({ kind }, n) =>
      wanted[n] ? holds(outs[n], wanted[n], `${kind}\n${texts[n]}`) : 0,
    );
    t.diagnostic(`${all.length} programs, at most ${Math.max(...most)} away`);
    return outs;
  };

  for (const [language, module] of Object.entries({ numpy: "numpy", pytorch: "torch" }))
    test(
      `${language} prints loss, gradients and parameters of the core`,
      { skip: pythonWith(module) ? false : `there is no ${module}; test:full installs it` },
      (t) => {
        const all = drawnBack(attention, 10, 4100);
        runs(t, language, language === "numpy" ? all.filter(({ problem }) => !problem.stages) : all);
      },
    );

  // a compiler takes its time, and backward.full.js has time
  test("C does, and its step is that of a layer", async (t) => {
    const others = drawnBack(attention, 1, 4100).filter(({ problem }, n) => !problem.stages && n % 2 === 0);
    const [out] = runs(t, "c", [{ kind: "heads", problem: heads }, ...others]);
    const layer = await MultiHeadAttentionLayer.create({ d_model: 4, heads: 2, d_out: 2, bias: false });
    for (const name of ["w_q", "w_k", "w_v", "w_o"]) layer[name] = heads[name];
    const loss = layer.trainStep(x, target, { learning_rate: 0.5 });
    const got = namesIn(out);
    assert.deepEqual(Array.from(got.get("loss"), Math.fround), [Math.fround(loss)]);
    for (const name of ["w_q", "w_k", "w_v", "w_o"])
      assert.deepEqual(Float32Array.from(got.get(name)), layer[name].data, name);
    // the last line is the output before the step
    assert.deepEqual(Float32Array.from(numbersIn(out)), attention.forward(heads).output.data);
  });
});

describe("lines", () => {
  test("are there for every step of the way back, in each language that goes it", () => {
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
    for (const name of [
      "grad_value",
      "grad_weights",
      "grad_query",
      "grad_key",
      "grad_w_q",
      "grad_w_o",
      "grad_x",
    ])
      assert.match(part(text, lines[name]), new RegExp(`^${name} = `), name);
    assert.match(part(text, lines.grad_softmax), /^row_mean = .*\ngrad_scaled_scores = weights \* \(/);
    assert.match(part(text, lines.step), /^learning_rate = 0\.5.*\nw_q -= learning_rate \* grad_w_q\n/);
  });
});

describe("what a program says of where it ends", () => {
  test("stages go back in PyTorch; NumPy and C say that they do not", () => {
    assert.match(code(chain, "pytorch").text, /^loss\.backward\(\)/m);
    for (const language of ["numpy", "c"]) {
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
      assert.match(text, /"grad_query"/, language);
      assert.equal(lines.step, undefined);
      assert.equal(lines.loss, undefined);
    }
  });

  test("a parameter before given weights has a gradient of 0 in PyTorch, too", () => {
    const { text } = code({ ...heads, weights_override: [[[[0.5]]]] }, "pytorch");
    assert.match(text, /^w_q\.grad = torch\.zeros_like\(w_q\)/m);
    assert.doesNotMatch(text, /^w_v\.grad = /m);
  });

  test("the learning rate is 0.01 where none is given", () => {
    const { learning_rate: _, ...problem } = heads;
    for (const language of LANGUAGES)
      assert.match(code(problem, language).text, /\blearning_rate = 0\.01\b/, language);
  });

  test("in other languages it ends with the output, as ever", () => {
    const { target: _, learning_rate: __, ...forward } = heads;
    for (const language of ["python", "javascript", "java", "latex"])
      assert.deepEqual(code(heads, language), code(forward, language), language);
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
