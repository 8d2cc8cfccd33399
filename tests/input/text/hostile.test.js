// Texts that nobody should paste: each is read to numbers that fit their shape, or refused in one sentence. Never anything else.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AttentionError } from "../../../web/core/errors.js";
import { readMatrix, readProblem } from "../../../web/input/index.js";
import { chance } from "../../helpers/random.js";
import { numpyText, torchText } from "../helpers/prints.js";

const LANGUAGES = ["en", "zh"];

// where 100,000 refusals were made takes a while to write down
Error.stackTraceLimit = 1;

/** Whether a message may be shown: one sentence on one line, with nothing left to fill in. */
function checkSentence(message) {
  assert.ok(message.length > 10 && message.length < 700);
  assert.match(message, /[.。]$/);
  assert.doesNotMatch(
    message,
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]|(?<!")undefined|\{(place|found|name|count)\}/u,
  );
}

/** What a refusal has. @returns {AttentionError} */
function checkRefusal(error) {
  if (!(error instanceof AttentionError)) throw error;
  assert.ok(error.code === "value" || error.code === "limit", error.code);
  assert.ok(typeof error.where === "string" && error.where !== "" && error.where.length < 120, error.where);
  checkSentence(error.message);
  return error;
}

const FORMATS = "python numpy pytorch matlab latex csv tsv markdown json text".split(" ");

/** What was read has. */
function checkMatrix({ shape, data, notes, format }, text) {
  assert.ok(data instanceof Float32Array);
  assert.ok(shape.length >= 1 && shape.length <= 4);
  assert.ok(shape.every((size) => Number.isInteger(size) && size >= 1));
  assert.ok(shape.reduce((a, b) => a * b) === data.length);
  assert.ok(FORMATS.includes(format));
  notes.forEach(checkSentence);
  // what is not finite was written so
  if (!data.every(Number.isFinite)) assert.match(text, /nan|inf|∞|ｎ|ｉ/i);
}

/** Does something with a text, which is told when it fails. @template T @param {string} text @param {() => T} act @returns {T} */
function about(text, act) {
  try {
    return act();
  } catch (cause) {
    throw new Error(`${JSON.stringify(text.slice(0, 300))}: ${cause?.message}`, { cause });
  }
}

/** Reads a text, or takes its refusal. */
const attempt = (text, lang = "en") =>
  about(text, () => {
    let read;
    try {
      read = readMatrix(text, { lang });
    } catch (error) {
      return checkRefusal(error);
    }
    checkMatrix(read, text);
    return read;
  });

/** The same of a whole problem. */
const attemptProblem = (text, lang = "en") =>
  about(text, () => {
    let read;
    try {
      read = readProblem(text, { lang });
    } catch (error) {
      return checkRefusal(error);
    }
    if (read === null) return null;
    assert.equal(Object.getPrototypeOf(read.problem), Object.prototype);
    assert.deepEqual(JSON.parse(JSON.stringify(read.problem)), withoutSign(read.problem));
    read.notes.forEach(checkSentence);
    return read;
  });

/** A value as JSON keeps it: it has no -0. */
const withoutSign = (value) =>
  typeof value === "object" && value !== null
    ? Array.isArray(value)
      ? value.map(withoutSign)
      : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutSign(one)]))
    : Object.is(value, -0)
      ? 0
      : value;

/** Ways to write a matrix round a cell that is wrong. @type {((cell: string) => string)[]} */
const ROUND = [
  (cell) => cell,
  (cell) => `[${cell}]`,
  (cell) => `[[1, 2], [3, ${cell}]]`,
  (cell) => `[(1, 2), (${cell}, 4)]`,
  (cell) => `[[1. 2.]\n [3. ${cell}]]`,
  (cell) => `array([[1., ${cell}]], dtype=float32)`,
  (cell) => `tensor([[1., 2.],\n        [${cell}, 4.]], grad_fn=<AddBackward0>)`,
  (cell) => `[1 2; 3 ${cell}]`,
  (cell) => `\\begin{bmatrix} 1 & 2 \\\\ 3 & ${cell} \\end{bmatrix}`,
  (cell) => `1,2\n3,${cell}`,
  (cell) => `1;2\n3;${cell}`,
  (cell) => `1\t2\n${cell}\t4`,
  (cell) => `| a | b |\n|---|---|\n| 1 | ${cell} |`,
  (cell) => `1 2\n3 ${cell}`,
  (cell) => `1 2; 3 ${cell}`,
  (cell) => `{"shape": [1, 2], "data": [1, ${cell}]}`,
  (cell) => `x = [[1, ${cell}]]`,
];

/** What is no number wherever it stands. */
const NO_NUMBERS = [
  "0x10 0X1F 0b1 0o7 1_000 1__0 Infinity2 infinite nano 1e 1e+ e5 1e5.5 .e1 . .. ... … + - ++1 --1 +-1 1- 1+ 1-1 1+1 1.2.3 1..2 ..1",
  "1e39 -1e39 3.5e38 1e400 -1e999999999 1f 1.0f 1d5 1L 1n 2j 1+2j 1i 50% $1 1€ 1@ @1 1! 1? ^1 1^2 `1` 1:2 1/2 1*2 1**2 <1 1>2",
  "null None NULL undefined NA N/A nil <NA> x foo π pi np.pi math.pi np.e foo(1) sqrt(2) torch.foo np.nan.nan .nan nan. +True -False",
  "٣ ३ ১ ๓ ⅷ ½ ² ₂ 一 １２x １．２．３ 1\u200b2 1\u200d2 1\u202e2 1\ufeff2 \u00001 1\u0000 1\u0007 \ud800 1\udc00 😀 1😀 ＋－1",
  "__proto__ constructor toString hasOwnProperty valueOf np.__class__ truefalse NaNs Inf1 1Inf 1nan",
].flatMap((line) => line.split(" "));

/** What parts or closes something: with it the text may be another matrix, which then has to fit its shape. */
const DISTURBERS = [
  '- 1 - , ,, 1, ,1 1,2 1,2,3 ; ;; 1; ;1 [ ] [] [] [[ ]] [1 1] [1] ( ) () (1 1) (1) { } {} {1 1} {1} \' " \'\' "" \'nan "inf "nan"',
  '"foo" \'foo\' "1 1" \\ \\\\ \\n \\t1 \\frac{1}{2} \\x 1\\ \\end{bmatrix} \\begin{array} & && % # // /* */ | || |1 1| = == x= =1 < > << >>',
  "tensor( array( np.array([1]) ), dtype= dtype=) grad_fn=< new import # …, ... ... ...] 、 ， ； １ １；２ − – 1\u20092 1\u2009234 1\u00a02",
].flatMap((line) => line.split(" "));

test("more than a thousand texts with a cell that is no number are refused, each with its place", () => {
  let count = 0;
  for (const cell of NO_NUMBERS)
    for (const round of ROUND) {
      // a line with nothing but an attribute of LaTeX or a comment is another text
      const text = round(cell);
      const result = attempt(text, LANGUAGES[count++ % 2]);
      assert.ok(
        result instanceof AttentionError,
        `${JSON.stringify(text)} was read: ${JSON.stringify(result)}`,
      );
      attemptProblem(text);
    }
  assert.ok(count > 1000, String(count));
});

test("more than a thousand texts with a sign too many are refused, or read as what they then are", () => {
  let count = 0;
  for (const cell of [...DISTURBERS, ""])
    for (const round of ROUND) {
      attempt(round(cell), LANGUAGES[count++ % 2]);
      attemptProblem(round(cell));
    }
  assert.ok(count > 1000, String(count));
});

test("what is cut off anywhere is refused or read as what is left", () => {
  for (const round of ROUND) {
    const text = round("4");
    for (let i = 0; i < text.length; i++)
      for (const part of [text.slice(0, i), text.slice(i)]) {
        attempt(part);
        attemptProblem(part);
      }
  }
});

test("what is no text is refused", () => {
  const hostile = { toString: () => assert.fail("asked for a text"), length: 1 };
  for (const value of [
    undefined,
    null,
    0,
    1n,
    true,
    Symbol("x"),
    {},
    [],
    [[1]],
    hostile,
    () => "1",
    new String("1"),
  ])
    for (const read of [readMatrix, readProblem])
      assert.throws(
        () => read(/** @type {any} */ (value)),
        (error) => checkRefusal(error).where === "text",
      );
});

test("an odd language speaks English", () => {
  for (const lang of ["constructor", "__proto__", "", "xx", 5, null, {}])
    assert.match(attempt("foo", /** @type {any} */ (lang)).message, /no number/);
  assert.throws(() => readMatrix("foo", /** @type {any} */ (null)), AttentionError);
});

/** A good text, to be damaged. */
function goodText(random) {
  const shape = Array.from({ length: random.from(1, 3) }, () => random.from(1, 4));
  const tensor = random.tensor(shape, 10 ** random.from(-3, 3));
  const cells = Array.from({ length: random.from(1, 4) }, () =>
    Array.from({ length: 3 }, () => String(random.from(-9, 9) / 2)),
  );
  const rows = (cell, row) => cells.map((line) => line.join(cell)).join(row);
  return random.one([
    () => numpyText(tensor, { width: 40, repr: random.maybe() }),
    () => torchText(tensor, { width: 40, repr: random.maybe() }),
    () => JSON.stringify(cells.map((line) => line.map(Number))),
    () => JSON.stringify({ shape: [cells.length, 3], data: cells.flat().map(Number) }),
    () => `[${rows(" ", "; ")}]`,
    () => `\\begin{bmatrix} ${rows(" & ", " \\\\ ")} \\end{bmatrix}`,
    () => rows(",", "\n"),
    () => rows(";", "\r\n").replaceAll(".", ","),
    () => rows("\t", "\r\n"),
    () => `a,b,c\n${rows(",", "\n")}`,
    () => `| a | b | c |\n|---|---|---|\n| ${rows(" | ", " |\n| ")} |`,
    () => rows(" ", "\n").replaceAll("-", "−"),
    () => rows("  ", "; ").replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    () => `x = [${rows(" ", "; ")}]; % in\nheads = 1`,
    () => `{'x': [[${rows(",", "],[")}]], 'causal': True, "labels": {"x": ["a", "b"]}}`,
    () => `import torch\nX = torch.tensor([[${rows(", ", "], [")}]])  # x\nscale = 0.5`,
  ])();
}

const SIGNS = [
  ..."0123456789+-.eE,;:[](){}<>|&\\'\"=%#$ \t\n\r_xnaifNTF^*/",
  "−", "，", "；", "１", "\u2009", "\u00a0", "…", "...", "nan", "inf", "\\\\", "\ufeff", "\0", "\ud800", "、", "∞",
]; // prettier-ignore

/** One damage. */
function damaged(text, good, random) {
  const at = random.below(text.length + 1);
  const to = at + random.from(0, 4);
  return random.one([
    () => text.slice(0, at) + text.slice(to),
    () => text.slice(0, at) + random.one(SIGNS) + text.slice(at),
    () => text.slice(0, at) + random.one(SIGNS) + text.slice(at + 1),
    () => text.slice(0, at) + text.slice(at, to).repeat(2) + text.slice(to),
    () => text.slice(0, at) + random.one(good).slice(at),
    () => text.slice(at) + text.slice(0, at),
  ])();
}

test("100,000 damaged texts are read to numbers that fit their shape, or refused", () => {
  const random = chance(2024);
  const good = Array.from({ length: 5000 }, () => goodText(random));
  let read = 0;
  for (let round = 0; round < 100000; round++) {
    let text = random.one(good);
    for (let times = random.from(1, 3); times > 0; times--) text = damaged(text, good, random);
    const lang = LANGUAGES[round % 2];
    if (!(attempt(text, lang) instanceof AttentionError)) read++;
    if (round % 4 === 0) attemptProblem(text, lang);
  }
  // neither is rare
  assert.ok(read > 5000 && read < 95000, `${read} were read`);
});

describe("scripts", () => {
  const run = "alert(document.domain)";
  const payloads = [
    `<script>${run}</script>`,
    `"><script>${run}</script>`,
    `<img src=x onerror=${run}>`,
    `<svg onload=${run}>`,
    `<svg><script>${run}</script></svg>`,
    `<iframe src="javascript:${run}">`,
    `<a href="javascript:${run}">x</a>`,
    `<body onload=${run}>`,
    `<math><mtext><style><img src onerror=${run}>`,
    `<!--><img src=x onerror=${run}>-->`,
    `</title><script>${run}</script>`,
    `</textarea><script>${run}</script>`,
    `javascript:${run}`,
    `data:text/html,<script>${run}</script>`,
    `{{constructor.constructor('${run}')()}}`,
    "${" + run + "}",
    "`${" + run + "}`",
    `');${run};//`,
    `";${run};//`,
    `\\u003cscript\\u003e${run}`,
    `&lt;script&gt;${run}`,
    `&#60;script&#62;${run}`,
    `%3Cscript%3E${run}`,
    `<details open ontoggle=${run}>`,
    `<input autofocus onfocus=${run}>`,
    `=cmd|'/c calc'!A0`,
    `@import url(javascript:${run})`,
    `expression(${run})`,
  ];
  const contexts = [
    ...ROUND,
    (cell) => `${cell}\n1`,
    (cell) => `{"${cell}": [1]}`,
    (cell) => `x = [[${cell}]]`,
  ];

  test("more than 250 in all formats come back in refusals alone, as short text in quotes", () => {
    let count = 0;
    for (const payload of payloads)
      for (const context of contexts)
        for (const read of [attempt, attemptProblem]) {
          const text = context(payload);
          const result = read(text, LANGUAGES[count % 2]);
          if (result === null) continue;
          count++;
          // one that begins with a letter is the name of a CSV's column, which is told in the same way
          const said = result instanceof AttentionError ? [result.message, result.where] : result.notes;
          for (const one of said) {
            const longest = 60;
            for (let i = 0; i + longest < payload.length; i++)
              assert.ok(!one.includes(payload.slice(i, i + longest)), one);
          }
          if (!(result instanceof AttentionError)) assert.ok(text.startsWith(payload), JSON.stringify(text));
        }
    assert.ok(count > 250, String(count));
  });
});

describe("1 MiB of anything takes well under a second", () => {
  const signs = [..."[({<|&%#$\\'\"=,;:.-+_^ \t\n1axe、"];
  const pairs = ["1 ", "1,", "1;", "1\n", "1\t", "[1],", "[[1],", "],[", "tensor(", "a=", "a b\n", "{\"", "{'a':", "x=1\n", "1 & ", "1 \\\\ ", "\\begin{bmatrix}", "| 1 ", "|-", "16777217 ", "0.123456789 ", "1\u2009234", "１；", "a,", "1e", "-.", "# a\n", "'\\", "x=[1 2;", "<a>", "...", "\r\n", "\ud83d\ude00"]; // prettier-ignore
  /** Texts of so many bytes. @param {number} most */
  function* textsOf(most) {
    const fill = (text) => text.repeat(Math.floor(most / Buffer.byteLength(text)));
    yield* [...signs, ...pairs].map(fill);
    yield* [
      ...["[", "x = [", "tensor([", '{"x": [', "["].map((start) => (start + fill("1,")).slice(0, most)),
      `[${"1 ".repeat(most / 2 - 1)}]`,
      `0.${"1".repeat(most - 2)}`,
      `1e${"9".repeat(most - 2)}`,
      `x = "${"a".repeat(most - 10)}"`,
      `| a |\n${"-".repeat(most - 10)}x`,
      `\\begin{array}{${"c".repeat(most - 40)}}`,
      `tensor([1], grad_fn=${"<".repeat(most - 30)}`,
    ];
  }

  for (const [title, texts] of /** @type {const} */ ([
    ["some of each kind", [...textsOf(1 << 20)].filter((_, i) => i % 6 === 0)],
    ["every kind, a quarter of it", [...textsOf(1 << 18)]],
  ]))
    test(`${title}: ${texts.length} texts`, () => {
      for (const text of texts)
        for (const read of [readMatrix, readProblem]) {
          const start = performance.now();
          about(text, () => {
            try {
              read(text);
            } catch (error) {
              checkRefusal(error);
            }
          });
          const time = performance.now() - start;
          // they take up to 0.2 s; a reader that looks at each sign once for each other sign takes hours
          assert.ok(time < 5000, `${JSON.stringify(text.slice(0, 20))}: ${time.toFixed(0)} ms`);
        }
    });
});
