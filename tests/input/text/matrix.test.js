// Matrices as people paste them, and what is read: the manual of readMatrix.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readMatrix } from "../../../web/input/index.js";
import { fewOrMany } from "../../helpers/full.js";
import { chance } from "../../helpers/random.js";
import { numpyText, torchText } from "../helpers/prints.js";
import { refused } from "../helpers/refused.js";

const F = Math.fround;

/** Reads a text, and what came out in one line: format, shape and numbers. */
function seen(text) {
  const { format, shape, data } = readMatrix(text);
  assert.ok(data instanceof Float32Array);
  return `${format} ${shape.join("×")}: ${[...data].map((x) => (Object.is(x, -0) ? "-0" : x)).join(" ")}`;
}

/** A table of texts: name, text, what is read. */
function reads(title, rows) {
  describe(title, () => {
    for (const [text, expected] of rows)
      test(JSON.stringify(text).slice(0, 100), () => assert.equal(seen(text), expected));
  });
}

reads("the rank is as written", [
  ["[1,2]", "python 2: 1 2"],
  ["[[1,2]]", "python 1×2: 1 2"],
  ["1 2", "text 1×2: 1 2"],
  ["1,2", "csv 1×2: 1 2"],
  ["5", "text 1×1: 5"],
  ["[5]", "python 1: 5"],
  ["[[[1, 2]], [[3, 4]]]", "python 2×1×2: 1 2 3 4"],
  ["[[[[1]]]]", "python 1×1×1×1: 1"],
]);

reads("Python", [
  ["[[1, 2], [3, 4]]", "python 2×2: 1 2 3 4"],
  ["[(1, 2), (3, 4)]", "python 2×2: 1 2 3 4"],
  ["(5)", "python 1×1: 5"],
  ["(5,)", "python 1: 5"],
  ["([1, 2])", "python 2: 1 2"],
  ["[[1, 2,],\n [3, 4,],\n]", "python 2×2: 1 2 3 4"],
  ["x = [[1, -2.5e-1]]", "python 1×2: 1 -0.25"],
  ["[True, False, float('inf'), float(\"-inf\"), math.nan]", "python 5: 1 0 Infinity -Infinity NaN"],
  ["[np.float64(1.5), np.float32(2.0), np.True_]", "python 3: 1.5 2 1"],
]);

reads("NumPy", [
  ["[[ 1 -2]\n [ 3  4]]", "numpy 2×2: 1 -2 3 4"],
  ["array([[1., 2.],\n       [3., 4.]], dtype=float32)", "numpy 2×2: 1 2 3 4"],
  ["np.array([[1, 2], [3, 4]], np.float32)", "numpy 2×2: 1 2 3 4"],
  ["np.array([1, 0], dtype='int64')", "numpy 2: 1 0"],
  ["np.array([True, False], dtype=bool)", "numpy 2: 1 0"],
  ["array(5.)", "numpy 1×1: 5"],
  ["Out[12]: \narray([[1., 2.]])", "numpy 1×2: 1 2"],
  ["[[ True False]\n [False  True]]", "numpy 2×2: 1 0 0 1"],
  ["[nan inf -inf -0.]", "numpy 4: NaN Infinity -Infinity -0"],
  ["[[1. 2.\n  3. 4.]\n [5. 6.\n  7. 8.]]", "numpy 2×4: 1 2 3 4 5 6 7 8"],
  ["[[[1 2]\n  [3 4]]\n\n [[5 6]\n  [7 8]]]", "numpy 2×2×2: 1 2 3 4 5 6 7 8"],
  ["Array([[1., 2.]], dtype=float32, weak_type=True)", "numpy 1×2: 1 2"],
]);

reads("PyTorch", [
  ["tensor([[1., 2.],\n        [3., 4.]])", "pytorch 2×2: 1 2 3 4"],
  [
    "tensor([[ 1.0000e+00, -2.5000e-01],\n        [        nan,         inf]], device='cuda:0', grad_fn=<AddmmBackward0>)",
    "pytorch 2×2: 1 -0.25 NaN Infinity",
  ],
  ["tensor([1, 2, 3,\n        4, 5])", "pytorch 5: 1 2 3 4 5"],
  ["tensor(5., dtype=torch.float64, requires_grad=True)", "pytorch 1×1: 5"],
  ["Parameter containing:\ntensor([[1., 2.]], requires_grad=True)", "pytorch 1×2: 1 2"],
  ["torch.nn.Parameter(torch.tensor([[1., 2.]]))", "pytorch 1×2: 1 2"],
  ["torch.tensor([[1, 2]], dtype=torch.float32, device=torch.device('cpu'))", "pytorch 1×2: 1 2"],
]);

reads("MATLAB and Octave", [
  ["[1 2; 3 4]", "matlab 2×2: 1 2 3 4"],
  ["[1, 2; 3, 4];", "matlab 2×2: 1 2 3 4"],
  ["W = [1 2;\n     3 4];", "matlab 2×2: 1 2 3 4"],
  ["[1 2;]", "matlab 1×2: 1 2"],
  ["[1; 2; 3]", "matlab 3×1: 1 2 3"],
  ["[1 -2; NaN Inf]", "matlab 2×2: 1 -2 NaN Infinity"],
  ["[[1 2]; [3 4]]", "matlab 2×2: 1 2 3 4"],
  ["A =\n\n   1   2\n   3   4\n\n", "text 2×2: 1 2 3 4"],
]);

reads("LaTeX", [
  ["\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", "latex 2×2: 1 2 3 4"],
  ["\\begin{pmatrix}\n1 & 2 \\\\\n3 & 4 \\\\\n\\end{pmatrix}", "latex 2×2: 1 2 3 4"],
  [
    "$$X_1 = \\left[\\begin{array}{r|r} 1 & 2 \\\\[2pt] \\hline 3 & 4 \\end{array}\\right]$$",
    "latex 2×2: 1 2 3 4",
  ],
  ["1 & 2 \\\\ 3 & 4", "latex 2×2: 1 2 3 4"],
  ["\\begin{matrix} 1 & 2 \\cr 3 & 4 \\end{matrix}", "latex 2×2: 1 2 3 4"],
  ["\\begin {array} [t] {cc} 1 & 2 \\end{array}", "latex 1×2: 1 2"],
  ["1 & 2 % the first\n\\\\ 3 & 4", "latex 2×2: 1 2 3 4"],
  ["1{,}5 & 2{,}5", "latex 1×2: 1.5 2.5"],
  ["2\n\\times\t10^{3} & - 10 ^ 2", "latex 1×2: 2000 -100"],
  [
    "1\\,500 & 2 \\times 10^{-3} & 10^{5} & -\\infty & \\mathrm{NaN}",
    `latex 1×5: 1500 ${F(0.002)} 100000 -Infinity NaN`,
  ],
]);

reads("CSV, TSV and cells of a spreadsheet", [
  ["1,2\n3,4", "csv 2×2: 1 2 3 4"],
  ["1, 2\r\n3, 4\r\n", "csv 2×2: 1 2 3 4"],
  ['"1","2"\n"3","4"', "csv 2×2: 1 2 3 4"],
  ["\ufeff1,2\n\n3,4\n", "csv 2×2: 1 2 3 4"],
  ["\t\n1\t2\n\t", "tsv 1×2: 1 2"],
  ["1,\t2\n3,\t4", "csv 2×2: 1 2 3 4"],
  ["d 1,d 2\n1,2", "csv 1×2: 1 2"],
  ["1\t2\r\n3\t4\r\n", "tsv 2×2: 1 2 3 4"],
  ["1;2\n3;4", "csv 2×2: 1 2 3 4"],
  ["1,5;2\n3;4,25", "csv 2×2: 1.5 2 3 4.25"],
  ["1,5\t2\n3\t4,25", "tsv 2×2: 1.5 2 3 4.25"],
  ["d1,d2\n1,2", "csv 1×2: 1 2"],
  ["value\n1\n2", "text 2×1: 1 2"],
]);

reads("Markdown tables", [
  ["| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |", "markdown 2×2: 1 2 3 4"],
  ["|   |   |\n|---|---|\n| 1 | 2 |", "markdown 1×2: 1 2"],
  ["a | b\n--|--\n1 | 2", "markdown 1×2: 1 2"],
  ["| a | b |\n|---+---|\n| 1 | 2 |", "markdown 1×2: 1 2"],
  ["| 1 | 2 |\n| 3 | 4 |", "markdown 2×2: 1 2 3 4"],
]);

reads("JSON", [
  ['{"shape": [2, 2], "data": [1, 2, 3, "NaN"]}', "json 2×2: 1 2 3 NaN"],
  ['{"data": [1, 2], "shape": [1, 2]}', "json 1×2: 1 2"],
  ['[["NaN", "Infinity"], ["-Infinity", 1]]', "json 2×2: NaN Infinity -Infinity 1"],
  ["[[true, false]]", "json 1×2: 1 0"],
]);

reads("numbers in lines", [
  ["1 0 1 0\n0 2 0 2", "text 2×4: 1 0 1 0 0 2 0 2"],
  ["\t1 2\n\t3 4", "text 2×2: 1 2 3 4"],
  ["nan inf Infinity -inf NaN INF", "text 1×6: NaN Infinity Infinity -Infinity NaN Infinity"],
  ["True false TRUE", "text 1×3: 1 0 1"],
  ["1\u00a02\u20033", "text 1×3: 1 2 3"],
  ["1\u2009234 5\u202f678\u202f901 ９\u2009０１２", "text 1×3: 1234 5678901 9012"],
  ["1\u200923 nan\u2009123 1\u20092345", "text 1×6: 1 23 NaN 123 1 2345"],
  ["+1 .5 5. -0 1e3 1E-3", `text 1×6: 1 0.5 5 -0 1000 ${F(0.001)}`],
]);

reads("semicolons", [
  ["1 2; 3 4", "text 2×2: 1 2 3 4"],
  ["1, 2; 3, 4", "text 2×2: 1 2 3 4"],
  ["1;2;3", "text 3×1: 1 2 3"],
  ["1;", "text 1×1: 1"],
  ["1;2;\n3;4;", "csv 2×2: 1 2 3 4"],
  ["1 2;\n3 4;", "text 2×2: 1 2 3 4"],
]);

describe("notes", () => {
  const notes = (text, ...sentences) =>
    test(JSON.stringify(text).slice(0, 100), () => assert.deepEqual(readMatrix(text).notes, sentences));
  notes("[[1, 2], [3, 4]]");
  notes("1,5;2\n3;4,5", "2 commas were read as decimal points.");
  notes("[−1, −2]", "Typographic minus signs were read as minus.");
  notes("１ ２", "Full-width signs were read as plain digits and signs.");
  for (const text of ["1，2", "[1，2]", "1 2；3 4", "1；2\n3；4"])
    notes(text, "Full-width signs were read as plain digits and signs.");
  notes("1\u2009234 5\u202f678", "Thin spaces between groups of three digits were left out.");
  notes("1\u200923 4");
  notes("a,b\n1,2", 'The first row, "a,b", was read as a header and left out.');
  notes("a\tb\n1\t2", 'The first row, "a b", was read as a header and left out.');
  notes("| 1 | 2 |\n|---|---|\n| 3 | 4 |", "The table's head holds numbers and was read as the first row.");
  notes("[1. 2.\n 3. 4.]", "One bracket over several lines was read as one row of 4 numbers.");
  notes("[1, 2\n 3, 4]", "Line ends without a comma were read as ends of 2 rows.");
  notes(
    "1;2;3",
    "Semicolons were read as ends of 3 rows; if they part the cells of one row, part those with spaces.",
  );
  notes("1 2; 3 4");
  notes("1,2,3; 4,5,6");
  notes(
    "0.5 0.123456789 16777217",
    "2 numbers have more digits than a float32 keeps, first at row 1, column 2: 0.123456789 became 0.12345679.",
  );
  notes("0.1 3.14 0.10000000149011612 16777216.0 1e10");
  notes("0 1e-50", "One number is too small for a float32 and became 0, first 1e-50 at row 1, column 2.");

  test("in Chinese, where that is asked for", async () => {
    const { notes } = readMatrix("1,5;2\n3;−4", { lang: "zh-CN" });
    assert.deepEqual(notes, ["有 1 个逗号被读作小数点。", "排版用的减号已按普通负号读取。"]);
    const { message } = await refused(() => readMatrix("[[1, 2, 3], [4, 5]]", { lang: "zh" }));
    assert.equal(message, "第 2 行第 3 列缺少一项：这里只有 2 项，前面各组有 3 项；请使各组项数相同。");
  });
});

describe("what is refused, and where", () => {
  const refuses = (text, where, says, code = "value") =>
    test(String(JSON.stringify(text)).slice(0, 100), () =>
      refused(() => readMatrix(text), { code, where, says }),
    );
  refuses("", "line 1, column 1", /holds no number/);
  refuses("[]", "row 1, column 1", /hold no number/);
  refuses("[[1], []]", "row 2, column 1", /hold no number/);
  refuses("[[1, 2, 3], [4, 5]]", "row 2, column 3", /is missing/);
  refuses("[[1, 2], [3, 4, 5]]", "row 2, column 3", /one too many, since those before have 2/);
  refuses("1 2\n3", "row 2, column 2", /is missing/);
  refuses("[[[1, 2]], [[3]]]", "matrix 2, row 1, column 2", /is missing/);
  refuses("[[1, 2], 3]", "row 2, column 1", /follows a bracket/);
  refuses("[1, [2]]", "row 1, column 2", /follows numbers/);
  refuses("[[1, 2], [3, foo]]", "row 2, column 2", /"foo" at .* is not a number/);
  refuses("1,2\n3,", "row 2, column 2", /is empty/);
  refuses("1\t\t3", "row 1, column 2", /is empty/);
  refuses("[1, , 3]", "row 1, column 2", /is empty/);
  refuses("0x10", "row 1, column 1", /decimal digits/);
  refuses("1_000", "row 1, column 1", /underscores/);
  refuses("[[0, 1], [-1e39, 0]]", "row 2, column 1", /"-1e39" at .* is more than a float32 holds/);
  refuses("[[1, 2, ..., 9]]", "row 1, column 3", /set_printoptions\(threshold=np.inf\).*profile="full"/);
  refuses("[[1 2]\n ...\n [3 4]]", "row 2, column 1", /abbreviated/);
  refuses("[1 2 ...\n 3 4; 5 6]", "row 1, column 3", /join continued lines/);
  refuses("1 & \\cdots & 3", "row 1, column 2", /abbreviated/);
  refuses("1;2\n3;4;5", "row 2, column 3", /has 2 semicolons/);
  refuses("1, 5; 2\n3; 4", "row 1, column 1", /may be decimal/);
  refuses("1.234,5;2\n3;4", "row 1, column 1", /may be decimal/);
  refuses("[[[[[1]]]]]", "line 1, column 5", /at most 4 axes/);
  refuses("[[1, 2],\n [3, 4]", "line 1, column 1", /not closed by \]/);
  refuses("[1, 2) ", "line 1, column 6", /"\)"/);
  refuses("[[1, 2]].T", "line 1, column 9", /after the matrix has ended/);
  refuses("[1, 2 3]", "line 1, column 7", /comma is missing/);
  refuses("[[1, 2] [3, 4]]", "line 1, column 9", /comma is missing/);
  refuses("a,b\n1,2,3", "line 1, column 1", /header at .* has 2 words, and the row below 3 cells/);
  refuses("٣", "row 1, column 1", /digits other than 0 to 9/);
  refuses("1\u200b", "row 1, column 1", /"1U\+200B"/);
  refuses("50\n1 & 5% & 2", "row 1, column 1", /more than one number/);
  refuses("1 & 5% & 2", "row 1, column 2", /not a number/);
  refuses("[1, null]", "row 1, column 2", /missing value/);
  refuses('["1"]', "row 1, column 1", /without quotes/);
  refuses("1+2j", "row 1, column 1", /complex/);
  refuses("torch.randn(2)", "row 1, column 1", /computed/);
  refuses("np.array([1], ndmin=2)", "line 1, column 15", /not an argument of a print/);
  refuses("np.array([0.5, 2], dtype=int)", "line 1, column 20", /changes them/);
  refuses("torch.tensor([0.5, 2], dtype=torch.bool)", "line 1, column 24", /changes them/);
  refuses("array([(1, 2.)], dtype=[('a', '<i8'), ('b', '<f8')])", "line 1, column 18", /not an argument/);
  refuses("2\\begin{bmatrix}1\\end{bmatrix}", "line 1, column 1", /may change it/);
  refuses("\\begin{bmatrix}1\\end{bmatrix}^T", "line 1, column 30", /may change it/);
  refuses("   1.0e+03 *\n\n 1 2", "row 1, column 2", /factor/);
  refuses('{"shape": [2], "data": [1]}', "data", /needs 2/);
  for (const shape of ["[0, 2]", "[2.5]", "[1, 1, 1, 1, 2]", "[[2]]", "[-2]"])
    refuses(`{"shape": ${shape}, "data": [1, 2]}`, "shape", /1 to 4 whole numbers/);
  refuses('{"shape": [2], "data": [[1, 2]]}', "data", /in one list/);
  refuses('{"data": [1]}', "shape", /missing/);
  refuses('{"shape": [1], "shape": [1]}', "shape", /twice/);
  refuses('{"shape": [1], "data": 1}', "data", /not a list/);
  refuses('{"shape": [1]', "line 1, column 1", /to its end/);
  refuses('12"', "row 1, column 1", /not a number/);
  refuses("1\t2\n\t\n3\t4", "row 2, column 1", /is empty/);
  refuses("1\\,5 & 2", "row 1, column 1", /not a number/);
  for (const cell of ["1\n2 \\times 10^3", "10^{5} 6"]) refuses(`${cell} & 2`, "row 1, column 1", /number/);
  refuses("1\\,0000 & 2", "row 1, column 1", /not a number/);
  refuses("\\begin{array}{cc 1 & 2", "line 1, column 14", /not closed by \}/);
  refuses("|  |\n|--|", "row 1, column 1", /hold no number/);
  refuses('{"shape": [1], 1: [1]}', "line 1, column 16", /should be a key/);
  refuses("[1 2;, 3 4]", "row 2, column 1", /is empty/);
  refuses('{"x": [1]}', "x", /not a key of a matrix/);
  refuses('{"__proto__": [1]}', "__proto__", /not a key of a matrix/);
  refuses(undefined, "text", /not text/);
  refuses(["[1]"], "text", /not text/);

  test("1 MiB counts bytes of UTF-8", async () => {
    const most = 1 << 20;
    assert.equal(readMatrix("1 ".repeat(most / 2)).shape[1], most / 2);
    await refused(() => readMatrix("1".repeat(most + 1)), { code: "limit", where: "byte 1048577" });
    for (const [sign, bytes] of /** @type {[string, number][]} */ ([
      ["．", 3],
      ["\u0800", 3],
      ["\u07ff", 2],
      ["😀", 4],
    ])) {
      const fits = Math.floor(most / bytes);
      await refused(() => readMatrix(sign.repeat(fits)), { code: "value" });
      await refused(() => readMatrix(sign.repeat(fits + 1)), { code: "limit" });
    }
  });
});

describe("a decimal is rounded once", () => {
  // each lies so near to the middle of two float32 numbers that its double is the middle
  for (const [text, expected] of [
    ["16777217", 16777216],
    ["16777217.0000000001", 16777218],
    ["16777218.9999999999", 16777218],
    ["-16777217.0000000001", -16777218],
    ["7.0064923216240853546186479164495806564013097093825788587854e-46", 2 ** -149],
    ["3.40282356779733661637539395458142568447e38", F(3.4028235e38)],
  ])
    test(text, () => assert.equal(readMatrix(text).data[0], expected));
});

test("what NumPy and PyTorch print is read back to the same bits", () => {
  const random = chance(7);
  for (let round = 0; round < fewOrMany(40, 1000); round++) {
    const shape = Array.from({ length: random.from(1, 4) }, () => random.from(1, 6));
    const { data } = random.tensor(shape, 10 ** random.from(-30, 30));
    for (let i = 0; i < data.length; i++)
      if (random.maybe(0.1)) data[i] = random.one([NaN, Infinity, -Infinity, 0, -0, 1e-45, 3.4028235e38, 1]);
    for (const [print, format] of [
      [numpyText, "numpy"],
      [torchText, "pytorch"],
    ]) {
      // prettier-ignore
      const text = print({ shape, data }, { width: random.from(20, 120), repr: random.maybe() });
      const read = readMatrix(text);
      assert.deepEqual(read.shape, shape, text);
      assert.deepEqual(bitsOf(read.data), bitsOf(data), text);
      if (text.length > 40)
        assert.equal(read.format, text.includes("(") || format === "numpy" ? format : "python");
    }
  }
});

/** The bits of numbers, NaN as one. */
const bitsOf = (data) =>
  [...new Uint32Array(data.slice().buffer)].map((bits, i) => (data[i] !== data[i] ? NaN : bits));
