// A problem as code: in every language, for every kind of problem, and which lines belong to which step.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { code } from "../../../web/input/index.js";
import { WIDTH } from "../../../web/input/code/numbers.js";
import { presets } from "../../helpers/presets.js";
import { drawn } from "../../helpers/coded.js";
import { refused } from "../../helpers/compare.js";
import { fewOrMany, full } from "../../helpers/full.js";
import { sceneOf } from "../../scene/helpers/scene-of.js";
import { attentionPresets, attentionStories } from "../../scene/helpers/stories.js";
import { chosen, kept, part, program } from "../helpers/programs.js";

const LANGUAGES = ["pytorch", "pytorch-steps", "numpy", "python", "javascript", "c", "java", "latex"];
const walk = presets["walk-through"].problem;

/** A problem's code, written once for all tests. */
const texts = new Map();
function codeOf(problem, language) {
  if (!texts.has(problem)) texts.set(problem, {});
  return (texts.get(problem)[language] ??= code(problem, language));
}

const all = [
  ...Object.entries(presets).map(([kind, { problem }]) => ({ kind, problem })),
  ...drawn(fewOrMany(1, 8)),
];

/** Brackets that do not close, texts in quotes and comments left out. */
function unbalanced(text, comment) {
  const bare = text
    .split("\n")
    .map((line) => line.replace(/(?<!\\)"(?:[^"\\]|\\.)*"/g, '""').split(comment)[0])
    .join("\n");
  const open = [];
  const closing = { ")": "(", "]": "[", "}": "{" };
  for (const sign of bare.replace(/\\[{}]/g, ""))
    if ("([{".includes(sign)) open.push(sign);
    else if (closing[sign] && open.pop() !== closing[sign]) return `${sign} closes nothing`;
  return open.join("");
}

const COMMENTS = { javascript: "//", c: "//", java: " //", latex: "%" };

describe("the code of the walk-through, as kept in programs/", () => {
  test("takes at most 25 lines in Python, NumPy, PyTorch and LaTeX", () => {
    for (const language of ["python", "numpy", "pytorch", "latex"])
      assert.ok(code(walk, language).text.trim().split("\n").length <= 25, language);
  });

  test("says in which lines each tensor and each step is made", () => {
    const { lines, tensors } = code(walk, "numpy");
    assert.deepEqual(tensors.weights, [19, 19]);
    const expected = {
      ...{ inputs: [4, 4], keys: [10, 10], "score-1": [13, 13] },
      ...{ "softmax-1": [15, 19], "total-1": [18, 18], "sum-1": [21, 21] },
      // the third query has a single step
      "query-3": [9, 21],
    };
    for (const [id, range] of Object.entries(expected)) assert.deepEqual(lines[id], range, id);
  });

  test("says the lines of the steps that are asked for", () => {
    const { lines } = code(walk, "numpy", {
      steps: [{ id: "softmax-1" }, "weights-all", "unknown", "__proto__"],
    });
    assert.deepEqual({ ...lines }, { "softmax-1": [15, 19], "weights-all": [15, 19] });
  });

  test("as the documents do it, weighs every value before it adds them up, each a step of its own", () => {
    const { text, lines } = code(walk, "pytorch-steps");
    assert.match(
      part(text, lines["weight-1"]),
      /^weighted_values = value\[:, None\] \* weights\.T\[:, :, None\]/,
    );
    assert.match(part(text, lines["sum-1"]), /^output = weighted_values\.sum\(0\)/);
  });

  test("speaks Chinese where it is asked to", () => {
    const { text } = code(walk, "numpy", { lang: "zh" });
    assert.match(text, /query = x @ w_q {2}# 每个词元在找什么\n/);
  });
});

describe("programs that were read through", () => {
  for (const one of chosen)
    test(`${one.name} is written as it was kept`, () => {
      const hint = `look, then node tests/input/helpers/programs.js ${one.name}`;
      assert.equal(program(one), kept(one.name), hint);
    });
});

describe("lines", () => {
  test("are there for every step of every story of a preset", () => {
    const capped = { problem: { ...walk, scale: 0.5, softcap: 5, causal: true } };
    const problems = [...attentionPresets, ["capped", capped]].filter(([, { problem }]) => !problem.target);
    // those left out have as many tensors and options as another
    const some = problems.filter(([name]) => full || !["one-query", "two-words"].includes(name));
    for (const [k, [name, { problem }]] of some.entries()) {
      const { lines } = codeOf(problem, "numpy");
      for (const [s, story] of attentionStories.entries())
        for (const softmax of full ? ["closed", "open"] : [["closed", "open"][(k + s) % 2]])
          for (const { id } of sceneOf(problem, { story, options: { softmax } }).steps)
            assert.ok(lines[id], `${name}: ${id}`);
    }
  });

  test("are there for every step of learning that a program takes", () => {
    const { problem } = presets.backward;
    const ids = sceneOf(problem, { story: "backward" }).steps.map(({ id }) => id);
    for (const language of LANGUAGES.slice(0, -1)) {
      const { lines } = code(problem, language);
      // a slope is looked at in the picture alone
      assert.deepEqual(ids.filter((id) => !lines[id]), ["rates", "again-1", "again", "check"], language); // prettier-ignore
    }
  });

  test("are there for every step of a chain that makes a tensor, in its own story too", () => {
    const chains = Object.entries(presets).filter(([, { problem }]) => problem.stages);
    for (const [name, { problem, stories }] of full ? chains : chains.slice(-3)) {
      const { lines } = codeOf(problem, "numpy");
      for (const { id } of sceneOf(problem).steps) assert.ok(lines[id], `${name}: ${id}`);
      for (const { id } of sceneOf(problem, { story: stories[0] }).steps)
        if (id.includes(".")) assert.ok(lines[id], `${name}: ${id}`);
    }
  });

  test("are there for every step of a chain's own story, which is handed over", () => {
    const { problem } = presets.geometry;
    const { steps } = sceneOf(problem, { story: "geometry" });
    for (const language of LANGUAGES)
      assert.deepEqual(
        Object.keys(code(problem, language, { steps }).lines),
        steps.map(({ id }) => id),
        language,
      );
  });

  test("are there for every step of what has no story of its own", () => {
    for (const { kind, problem } of drawn(fewOrMany(1, 4)).filter((one) => one.problem.stages)) {
      const plain = JSON.parse(
        JSON.stringify(problem, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value)),
      );
      const { lines } = code(problem, "java");
      for (const { id } of sceneOf(plain).steps) assert.ok(lines[id], `${kind}: ${id}`);
    }
  });

  test("lie in the text, name the tensor or what it is the same as, and are of the same steps everywhere", () => {
    for (const { kind, problem } of all) {
      const steps = Object.keys(codeOf(problem, "latex").lines).sort();
      for (const language of LANGUAGES) {
        const { text, lines, tensors } = codeOf(problem, language);
        const hint = `${kind}, ${language}`;
        const isBackward = problem.target && language !== "latex";
        // C hands on what another stage made, and needs no step for it
        if (!isBackward && kind in presets) assert.deepEqual(Object.keys(lines).sort(), steps, hint);
        const count = text.trimEnd().split("\n").length;
        for (const [id, [first, last]] of Object.entries({ ...lines, ...tensors }))
          assert.ok(1 <= first && first <= last && last <= count, `${hint}: ${id} ${first}-${last}`);
        for (const name of ["query", "key", "value", "scores", "weights", "output", "softcap"])
          if (tensors[name]) assert.match(part(text, tensors[name]), new RegExp(`\\b${name}\\b`), hint);
      }
    }
  });
});

describe("in every language", () => {
  test("brackets close, and the last line prints the result", () => {
    const last = { latex: /^\\end\{align\*\}$/, c: /^}$/, java: /^}$/, javascript: /^console\.log\(/ };
    for (const { kind, problem } of all)
      for (const language of LANGUAGES) {
        const { text } = codeOf(problem, language);
        assert.equal(unbalanced(text, COMMENTS[language] ?? "#"), "", `${kind}, ${language}\n${text}`);
        assert.match(text.trimEnd().split("\n").at(-1), last[language] ?? /^print\(/, `${kind}, ${language}`);
        assert.doesNotMatch(text, /undefined|\[object/, `${kind}, ${language}`);
        assert.doesNotMatch(text, /[ \t]$/m, `${kind}, ${language}`);
      }
  });

  test("LaTeX's environments close, and its formulas are parted", () => {
    for (const { kind, problem } of all) {
      const { text } = codeOf(problem, "latex");
      const open = [];
      for (const [, what, name] of text.matchAll(/\\(begin|end)\{([\w*]+)\}/g))
        if (what === "begin") open.push(name);
        else assert.equal(open.pop(), name, kind);
      assert.deepEqual(open, [], kind);
      const columns = Math.max(
        0,
        ...Array.from(text.matchAll(/^ {6}\S.*&.*$/gm), ([row]) => row.split("&").length),
      );
      if (columns > 10) assert.match(text, /\\setcounter\{MaxMatrixCols\}/, kind);
    }
  });

  test("a tensor that fits into a line stands on one, and no line is longer", () => {
    for (let count = 1; count < 50; count++)
      for (const first of [1, 10, 100]) {
        const line = `x = [[${[first, ...Array(count).fill(1)].join(", ")}]]`;
        const { text, tensors } = code({ x: [[first, ...Array(count).fill(1)]] }, "python");
        const lines = part(text, tensors.x).split("\n");
        assert.equal(lines.length === 1, line.length <= WIDTH, line);
        for (const row of lines) assert.ok(row.length <= WIDTH, row);
      }
  });

  test("numbers are the shortest that give the same float32", () => {
    const x = { shape: [1, 7], data: Float32Array.of(0.1, 1 / 3, 1e-40, 3.4028235e38, -0, 16777216, 7) };
    const written = { numpy: "[[0.1, 0.33333334, 1e-40, 3.4028235e+38, -0.0, 16777216.0, 7.0]]" };
    assert.ok(code({ x }, "numpy").text.includes(written.numpy));
    assert.ok(code({ x }, "java").text.includes("{{0.1f, 0.33333334f, 1e-40f, 3.4028235e+38f, -0.0f,"));
    assert.ok(code({ x: [[1, 2]] }, "c").text.includes("{{1, 2}}"), "whole numbers stay whole");
    // javac takes a whole number of more than ten digits for a mistake
    for (const scale of [1e10, 3e38, 16777216])
      assert.match(code({ x: [[1]], scale }, "java").text, / \* [\d.e+]+f;/, String(scale));
  });

  test("the angle of two vectors is found by the language's own function", () => {
    const names = { numpy: "np.arctan2(", pytorch: "torch.atan2(", python: " atan2(", java: "Math.atan2(" };
    for (const [language, name] of Object.entries(names))
      assert.ok(code(presets.geometry.problem, language).text.includes(name), language);
  });

  test("what is no number is written as each language does", () => {
    const bias = [[0.5, "-Infinity"], ["Infinity", "NaN"]]; // prettier-ignore
    const problem = { x: [[1], [2]], bias };
    const written = {
      numpy: "[[0.5, -np.inf], [np.inf, np.nan]]",
      pytorch: "[[0.5, -torch.inf], [torch.inf, torch.nan]]",
      python: "[[0.5, -inf], [inf, nan]]",
      javascript: "[[0.5, -Infinity], [Infinity, NaN]]",
      c: "{{0.5f, -INFINITY}, {INFINITY, NAN}}",
      java: "{{0.5f, Float.NEGATIVE_INFINITY}, {Float.POSITIVE_INFINITY, Float.NaN}}",
      latex: "0.5 & -\\infty \\\\ \\infty & \\mathrm{NaN}",
    };
    for (const [language, numbers] of Object.entries(written))
      assert.ok(code(problem, language).text.includes(numbers), language);
    assert.match(code(problem, "python").text, /^from math import exp, inf, nan/m);
    assert.match(code(problem, "c").text, /#include <math.h>/);
  });
});

describe("C", () => {
  test("passes NULL for statistics that training computes", () => {
    const norm = { op: "batch_norm", x: [[1, 2], [3, 5]], gamma: [1, 1], running_var: [1, 1] }; // prettier-ignore
    const { text } = code({ stages: [{ id: "n", ...norm }] }, "c");
    assert.match(text, /n_gamma,\s+NULL,\s+NULL,\s+NULL, 0.00001, 1, 2, 2\);/);
  });
});

describe("what is refused", () => {
  const zeros = (...shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b)) });
  const stages = (...list) => ({ stages: list });
  const many = Array.from({ length: 4096 }, (_, n) => ({ id: `s${n}`, x: [[1]] }));
  // prettier-ignore
  const cases = {
    "an unknown language": [walk, "cobol", "value", "language"],
    "no language": [walk, undefined, "value", "language"],
    "a language that every object has": [walk, "constructor", "value", "language"],
    "no problem": [null, "numpy", "value", "problem"],
    "an unknown key": [{ x: [[1]], wq: [[1]] }, "numpy", "value", "wq"],
    "a missing x": [{ w_q: [[1]] }, "numpy", "shape", "x"],
    "what does not fit": [{ x: [[1, 2]], w_q: [[1]] }, "numpy", "shape", "w_q"],
    "what does not fit in a stage": [stages({ id: "a", op: "residual", x: [[1]], y: [[1, 2]] }), "numpy", "shape", "stages[0].y"],
    "a tensor that an earlier stage lacks": [stages({ id: "a", x: [[1]] }, { id: "b", x: "a.__proto__" }), "numpy", "value", "stages[1].x"],
    "no tokens": [{ x: zeros(0, 2) }, "numpy", "unsupported", "x"],
    "no keys": [{ x: [[1]], x_kv: zeros(0, 1) }, "numpy", "unsupported", "x_kv"],
    "what a mask would hide": [{ x: [[1], ["NaN"]], key_mask: [true, false] }, "numpy", "unsupported", "x"],
    "more than fits into 1 MiB": [{ x: { shape: [300, 300], data: new Float32Array(90000).fill(1 / 3) } }, "numpy", "limit", "problem"],
    "rows without end": [{ x: zeros(400000, 1) }, "c", "limit", "problem"],
    "stages without end": [stages(...many), "python", "limit", "problem"],
    "more than a method of Java holds": [{ x: zeros(100, 100) }, "java", "limit", "problem"],
  };
  for (const [what, [problem, language, kind, where]] of Object.entries(cases))
    test(what, () => {
      const error = refused(() => code(problem, language), { code: kind });
      assert.equal(error.where, where);
      assert.match(error.message, /^[^\n{]+[.?]$/);
    });

  test("1 MiB of code is none of it, one byte more is", () => {
    const most = 1 << 20;
    // a number below 0 is one character longer
    const numbers = (below) => Float32Array.from({ length: 116_000 }, (_, n) => (n < below ? -1 : 1));
    const write = (below) => code({ x: { shape: [116_000, 1], data: numbers(below) } }, "numpy").text;
    const fits = most - write(0).length;
    assert.equal(write(fits).length, most);
    refused(() => write(fits + 1), {
      code: "limit",
      where: "problem",
      message: /longer than 1,048,576 bytes/,
    });
  });

  test("in Chinese too", () => {
    const error = refused(() => code({ x: [[1, 2]], w_q: [[1]] }, "numpy", { lang: "zh-CN" }), {
      code: "shape",
    });
    assert.deepEqual([error.where, /请|应为/.test(error.message)], ["w_q", true]);
  });
});

describe("what a reader wrote", () => {
  // prettier-ignore
  const wild = [
    ...["\n import os\n", "*/ int main;", "</script><script>", "-->", '"); alert("', "\\u000a System.exit(1);"],
    ...["\u2028\u2029\r", "${x} `", "% } \\end{align*}", "'''\"\"\"", "\u202e\u2066 gnirts", "??/\\"],
  ];
  const problem = (labels) => ({ x: wild.map((_, n) => [n, 1]), labels: { x: labels } });

  test("ends no comment and no text", () => {
    const calm = wild.map((_, n) => `word ${n}`);
    for (const language of LANGUAGES) {
      const { text } = code(problem(wild), language);
      const count = code(problem(calm), language).text.split("\n").length;
      assert.equal(text.split("\n").length, count, language);
      assert.doesNotMatch(text, /[\r\u2028\u2029\u202a-\u202e\u2066-\u2069]|<\/script|-->/, language);
      if (language !== "javascript" && language !== "latex")
        assert.doesNotMatch(text.replaceAll("\\n", ""), /\\/, language);
      assert.equal(unbalanced(text, COMMENTS[language] ?? "#"), "", language);
    }
    const [, labels] = /labels: (\{.*\}),\n/.exec(code(problem(wild), "javascript").text) ?? [];
    assert.deepEqual(JSON.parse(labels.replace("{ x:", '{ "x":')).x, wild);
  });

  test("stands beside its rows where it is harmless", () => {
    const { text } = code({ x: [[1], [2]], labels: { x: ["我", "cat"] } }, "numpy");
    assert.match(text, /\[1\], {2}# 我\n {4}\[2\], {2}# cat\n/);
    const long = code({ x: [[1], [2]], labels: { x: ["long ".repeat(50), "cat"] } }, "numpy").text;
    assert.match(long, /\[1\], {2}# long [ long]{20,40}\n/);
    // javac reads a source as ASCII where the machine's language is none
    assert.doesNotMatch(code({ x: [[1], [2]], labels: { x: ["我", "cat"] } }, "java").text, /[^\x00-\x7f]/);
  });

  test("as names of stages becomes identifiers, no two the same", () => {
    const ids = "a-b a_b a--b class def 1 - _ __proto__ constructor g g_length print".split(" ");
    const stages = ids.map((id, n) => ({
      id,
      op: "residual",
      x: n ? `${ids[n - 1]}.output` : [[1, 2]],
      y: [[n, 1]],
    }));
    stages.push({ id: "geo", op: "geometry", a: "print.output", b: [[1, 2]] });
    for (const language of ["numpy", "python", "java", "c", "javascript"]) {
      const { text } = code({ stages }, language);
      const made = {
        numpy: /^(\w+) = /gm,
        python: /^(\w+) = /gm,
        java: /^ +float[[\]]* (\w+) = /gm,
        c: /^ {2}(?:float|static float|}) (\w+)/gm,
        javascript: /^const (\w+) = trace/gm,
      }[language];
      const found = Array.from(text.matchAll(made), ([, name]) => name);
      // what a loop adds up has a name within the loop
      const names = found.filter((name) => !/^(sum|max)\d*$/.test(name));
      assert.ok(names.length >= ids.length, `${language}: ${names}`);
      assert.equal(new Set(names).size, names.length, `${language}: ${names}`);
      for (const name of names) assert.match(name, /^[A-Za-z_]\w*_\w*$/, language);
    }
  });
});
