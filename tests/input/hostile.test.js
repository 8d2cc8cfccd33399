// Texts, files and links from anywhere: damaged, cut, forged, hostile. Each is read as what it says, or refused in one sentence.
// SEED=… repeats a run.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  code,
  decodeLink,
  encodeLink,
  openNpy,
  openSafetensors,
  readMatrix,
  readNpy,
  readProblem,
  recognizeWeights,
} from "../../web/input/index.js";
import { AttentionError } from "../../web/core/errors.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { DTYPES, npyBytes, npyHead, safetensorsBytes, safetensorsOf } from "./helpers/files.js";
import { linkOf } from "./helpers/links.js";
import { numpyText, torchText } from "./helpers/prints.js";
import { isRefusal, isSentence, refused } from "./helpers/refused.js";

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

// thousands of refusals are made, and nobody reads where
Error.stackTraceLimit = 1;

const product = (shape) => shape.reduce((a, b) => a * b, 1);

/**
 * Reads something, or takes its refusal; says what it was when it is neither read well nor refused well.
 * @template T @param {unknown} what @param {() => T | Promise<T>} read @returns {Promise<T | AttentionError>}
 */
async function attempt(what, read) {
  try {
    try {
      return await read();
    } catch (error) {
      return isRefusal(error);
    }
  } catch (cause) {
    const shown = what instanceof Uint8Array ? Buffer.from(what).toString("latin1") : what;
    throw new Error(`SEED=${seed}: ${JSON.stringify(shown)}: ${cause?.message}`, { cause });
  }
}

/** A Blob without the time that Node takes for one. @param {Uint8Array} bytes */
const blobOf = (bytes) => {
  const slice = (from, to) => ({ arrayBuffer: async () => Uint8Array.from(bytes.subarray(from, to)).buffer });
  return /** @type {any} */ ({ size: bytes.length, slice });
};

/** What is read fits: as many numbers as the shape says, and not more than there is. */
const readers = {
  matrix(text, lang) {
    const { shape, data, notes, format } = readMatrix(text, { lang });
    assert.ok(data instanceof Float32Array);
    assert.ok(shape.length >= 1 && shape.length <= 4 && shape.every((size) => size >= 1));
    assert.equal(product(shape), data.length);
    assert.match(format, /^(python|numpy|pytorch|matlab|latex|csv|tsv|markdown|json|text)$/);
    notes.forEach(isSentence);
    // what is not finite was written so
    if (!data.every(Number.isFinite)) assert.match(text, /nan|inf|∞|ｎ|ｉ/i);
  },
  problem(text, lang) {
    const read = readProblem(text, { lang });
    if (read === null) return;
    assert.equal(Object.getPrototypeOf(read.problem), Object.prototype);
    const plain = JSON.parse(JSON.stringify(read.problem));
    assert.equal(JSON.stringify(plain), JSON.stringify(read.problem));
    read.notes.forEach(isSentence);
  },
  async npy(bytes) {
    const { shape, data } = await readNpy(blobOf(bytes));
    assert.ok(shape.length <= 4 && product(shape) === data.length && data.length <= bytes.length);
  },
  async safetensors(bytes) {
    const file = await openSafetensors(blobOf(bytes));
    recognizeWeights(file.tensors);
    for (const { name, shape } of file.tensors)
      await attempt(name, async () => {
        const tensor = await file.read(name);
        assert.deepEqual(tensor.shape, shape);
        assert.ok(product(shape) === tensor.data.length && tensor.data.length <= bytes.length);
      });
  },
  async link(link) {
    const state = await decodeLink(link);
    assert.ok(typeof state === "object" && state !== null && !Array.isArray(state));
  },
};

const npyFiles = ["<f2", ">f4", "<f4", "<f8", "|i1", ">i2", "<i8", "|u1", "<u4", "|b1"].map((descr, i) =>
  npyBytes({
    descr,
    shape: i % 2 ? [2, 3] : [1, 3, 2],
    values: [1, 0, 1, 0, 1, 1],
    version: [1 + (i % 3), 0],
    fortran: i % 4 === 1,
  }),
);
const safetensorsFiles = [
  safetensorsBytes(
    DTYPES.map((dtype) => ({ name: `${dtype}.weight`, dtype, shape: [2, 1], values: [1, 0] })),
  ),
  safetensorsBytes([{ name: "attn.c_attn.weight", shape: [1, 3], values: [1, 2, 3] }], { format: "pt", 爱: "猫" }), // prettier-ignore
  safetensorsBytes([{ name: "", shape: [], values: [1] }, { name: "empty", shape: [0, 4], values: [] }]), // prettier-ignore
];
const states = [
  { problem: { x: [[1, 0, 1, 0], [0, 2, 0, 2]], labels: { x: ["我", "<b>"] } }, story: "walk-through", step: "softmax-1" }, // prettier-ignore
  { story: "scores", time: 1.5, lang: "zh", head: null, ask: true },
];
const links = await Promise.all(states.map((state) => encodeLink(state)));

/** Ways to write a matrix round a cell. @type {((cell: string) => string)[]} */
const AROUND = [
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

describe("a text with a cell", () => {
  /** What is no number wherever it stands. */
  const NO_NUMBERS = [
    "0x10 0X1F 0b1 0o7 1_000 1__0 Infinity2 infinite nano 1e 1e+ e5 1e5.5 .e1 . .. ... … + - ++1 --1 +-1 1- 1+ 1-1 1+1 1.2.3 1..2 ..1",
    "1e39 -1e39 3.5e38 1e400 -1e999999999 1f 1.0f 1d5 1L 1n 2j 1+2j 1i 50% $1 1€ 1@ @1 1! 1? ^1 1^2 `1` 1:2 1/2 1*2 1**2 <1 1>2",
    "null None NULL undefined NA N/A nil <NA> x foo π pi np.pi math.pi np.e foo(1) sqrt(2) torch.foo np.nan.nan .nan nan. +True -False",
    "٣ ३ ১ ๓ ⅷ ½ ² ₂ 一 １２x １．２．３ 1\u200b2 1\u200d2 1\u202e2 1\ufeff2 \u00001 1\u0000 1\u0007 \ud800 1\udc00 😀 1😀 ＋－1",
    "__proto__ constructor toString hasOwnProperty valueOf np.__class__ truefalse NaNs Inf1 1Inf 1nan",
  ].flatMap((line) => line.split(" "));

  test("that is no number is refused, in all formats", async () => {
    for (const cell of NO_NUMBERS)
      for (const around of AROUND) {
        const text = around(cell);
        const result = await attempt(text, () => readers.matrix(text, "en"));
        assert.ok(result instanceof AttentionError, `${JSON.stringify(text)} was read`);
        assert.match(result.code, /^(value|limit)$/);
        await attempt(text, () => readers.problem(text, "zh"));
      }
  });
});

describe("what is no text is refused, and not asked for one", () => {
  const hostile = { toString: () => assert.fail("asked for a text"), length: 1 };
  const values = [undefined, null, 0, 1n, true, Symbol("x"), {}, [[1]], hostile, () => "1", new String("1")];
  for (const read of [readMatrix, readProblem])
    test(read.name, async () => {
      for (const value of values)
        await refused(() => read(/** @type {any} */ (value)), { code: "value", where: "text" });
    });
});

test("an odd language speaks English", async () => {
  for (const lang of ["constructor", "__proto__", "", "xx", 5, null, {}])
    await refused(() => readMatrix("foo", { lang: /** @type {any} */ (lang) }), { says: /not a number/ });
  await refused(() => readMatrix("foo", /** @type {any} */ (null)));
});

describe("what is cut, wherever, or goes on", () => {
  for (const [what, files, read] of /** @type {const} */ ([
    ["a .npy file", npyFiles.slice(0, 3), readers.npy],
    ["a .safetensors file", safetensorsFiles.slice(1), readers.safetensors],
  ]))
    test(`${what} is refused`, async () => {
      for (const bytes of files) {
        for (let length = 0; length < bytes.length; length++)
          await refused(() => read(bytes.subarray(0, length)));
        await refused(() => read(Buffer.concat([bytes, Uint8Array.of(0)])));
      }
    });

  test("a link is refused, as one with another character is", async () => {
    const [, link] = links;
    for (let i = 0; i < link.length; i++) {
      await refused(() => decodeLink(link.slice(0, i)));
      await refused(() => decodeLink(link.slice(i + 1)));
      for (const sign of ["A", "0", "=", "😀"])
        if (link[i] !== sign) await refused(() => decodeLink(link.slice(0, i) + sign + link.slice(i + 1)));
    }
    await refused(() => decodeLink(`${link}a`));
    await refused(() => decodeLink(`##${link}`));
  });
});

test("what a header claims is refused, and not allocated", async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (const a of [2 ** 31, 2 ** 32, 2 ** 33 - 1, 2 ** 49, 1e15 - 1])
    for (const b of [1, 2 ** 16, 2 ** 32, 2 ** 49])
      for (const [descr, dtype] of [
        ["|u1", "U8"],
        ["<f8", "F64"],
      ]) {
        // prettier-ignore
        const head = npyHead(`{'descr': '${descr}', 'fortran_order': False, 'shape': (${a}, ${b})}`);
        await refused(() => readNpy(new Blob([head])));
        for (const end of [8, Math.min(a * b, 1e15 - 1)]) {
          const header = JSON.stringify({ a: { dtype, shape: [a, b], data_offsets: [0, end] } });
          await refused(() => openSafetensors(new Blob([safetensorsOf(header, new Uint8Array(8))])));
        }
      }
  assert.ok(process.memoryUsage().arrayBuffers - before < 8e6);
});

describe("what is damaged at random is read as what it says, or refused", () => {
  const random = chance(seed);
  const interesting = [0, 1, 2, 7, 8, 9, 10, 32, 34, 39, 40, 41, 44, 45, 48, 49, 57, 58, 91, 92, 93, 123, 125, 127, 128, 255]; // prettier-ignore
  const SIGNS = [
    ..."0123456789+-.eE,;:[](){}<>|&\\'\"=%#$ \t\n\r_xnaifNTF^*/",
    "−", "，", "；", "１", "\u2009", "\u00a0", "…", "...", "nan", "inf", "\\\\", "\ufeff", "\0", "\ud800", "、", "∞",
  ]; // prettier-ignore

  /** Something left out, put in, changed, doubled, taken from elsewhere, one to three times. */
  function damaged(list, pieces, others) {
    let out = list;
    for (let times = random.from(1, 3); times > 0; times--) {
      const at = random.below(out.length + 1);
      const to = at + random.from(0, 4);
      const [start, end] = [out.slice(0, at), out.slice(at)];
      out = random.one([
        () => [...start, ...out.slice(to)],
        () => [...start, random.one(pieces), ...end],
        () => [...start, random.one(pieces), ...end.slice(1)],
        () => [...start, ...out.slice(at, to), ...end],
        () => [...start, ...random.one(others).slice(at)],
        () => [...end, ...start],
        () => start,
      ])();
    }
    return out;
  }
  const damagedText = (text, others) => damaged([...text], SIGNS, others).join("");
  function damagedBytes(bytes, others) {
    if (random.maybe()) return Uint8Array.from(damaged([...bytes], interesting, others));
    const out = Uint8Array.from(bytes);
    out[random.below(out.length)] ^= 1 << random.below(8);
    return out;
  }

  /** A good text, to be damaged. */
  function goodText() {
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
      () =>
        `x = [[${rows(", ", "], [")}]]\nx = np.array(x)\nkeys = x @ w_key\nprint(keys)\nw_key = np.eye(3)`,
      () => `double[][] x = {{${rows(", ", "}, {")}}};\nfor (int i = 0; i < 3; i++) y[i] += x[i][0];`,
      () => `X &= \\begin{bmatrix} ${rows(" & ", " \\\\ ")} \\end{bmatrix} \\\\ K = X W_K`,
      () =>
        code(
          { x: cells.map((line) => line.map(Number)), scale: 2 },
          random.one(["pytorch", "python", "javascript", "c", "java", "latex"]),
        ).text,
    ])();
  }
  const texts = Array.from({ length: 500 }, goodText);
  const jsons = states.map((state) => JSON.stringify(state));

  /** @type {[string, any[], (one: any, others: any[]) => any, (one: any, lang: string) => any, number][]} so many in npm test, thirty times as many in full */
  const kinds = [
    ["texts of a matrix", texts, damagedText, readers.matrix, 1000],
    ["texts of a problem", texts, damagedText, readers.problem, 500],
    [".npy files", npyFiles, damagedBytes, readers.npy, 1000],
    [".safetensors files", safetensorsFiles, damagedBytes, readers.safetensors, 600],
    ["links", links, damagedText, readers.link, 100],
    // with the right checksum
    ["texts in links", jsons, (one) => linkOf(damagedText(one, jsons), { level: 1 }), readers.link, 100],
  ];
  for (const [what, good, damage, read, count] of kinds)
    test(what, async (t) => {
      t.diagnostic(`SEED=${seed}`);
      let refusals = 0;
      for (let round = 0; round < fewOrMany(count, 30 * count); round++) {
        const one = damage(random.one(good), good);
        const result = await attempt(one, () => read(one, round % 2 ? "zh" : "en"));
        refusals += Number(result instanceof AttentionError);
      }
      // neither is rare
      assert.ok(refusals > count / 10, `${refusals} of ${count} were refused`);
    });
});

describe("a script stays text", () => {
  const run = "globalThis.hit()";
  const scripts = [
    `<script>${run}</script>`,
    `"><img src=x onerror="${run}">`,
    `<a href="javascript:${run}">`,
    `data:text/html,<script>${run}</script>`,
    `\${${run}}`,
    `{{constructor.constructor('${run}')()}}`,
    `{where}{key}{~limit}${run}`,
    `');${run};//`,
    `";${run};//`,
    `__import__('os').system('${run}')`,
    `=HYPERLINK("javascript:${run}")`,
    `\u202e${run}\u0000\u2028`,
    `\\u003cscript\\u003e${run}`,
    `__proto__[${run}]`,
    `&#60;script&#62;${run}`,
    `%3Cscript%3E${run}`,
  ];
  /** @type {any} */ (globalThis).hit = () => assert.fail("a text was run");

  test("in a text of any format it comes back in refusals alone, shortened and in quotes", async () => {
    const payloads = scripts.map((script) => script.padEnd(70, ";"));
    const contexts = [...AROUND, (cell) => `${cell}\n1`, (cell) => `{"${cell}": [1]}`];
    let refusals = 0;
    for (const payload of payloads)
      for (const context of contexts)
        for (const read of [readMatrix, readProblem]) {
          const text = context(payload);
          const result = await attempt(text, () => read(text));
          if (result === null) continue;
          // a text that begins with a letter may be a column of a CSV, which a note quotes
          if (!(result instanceof AttentionError)) assert.ok(text.startsWith(payload), text);
          refusals += Number(result instanceof AttentionError);
          const texts = result instanceof AttentionError ? [result.message, result.where] : result.notes;
          for (const quoting of texts) assert.ok(!quoting.includes(payload.slice(0, 61)), quoting);
        }
    assert.ok(refusals > 250, `${refusals} refusals`);
  });

  test("as names of tensors it is listed and read, and named when it is refused", async () => {
    const metadata = Object.fromEntries(scripts.map((script) => [script, script]));
    const names = [...scripts, "__proto__", "constructor", "", '"\\\n', "权重", "x".repeat(10000)];
    const tensors = names.map((name, i) => ({ name, shape: [1], values: [i] }));
    const file = await openSafetensors(new Blob([safetensorsBytes(tensors, metadata)]));
    assert.deepEqual(file.tensors.map(({ name }) => name), names); // prettier-ignore
    for (const [i, name] of names.entries()) {
      assert.deepEqual([...(await file.read(name)).data], [i]);
      for (const lang of ["en", "zh"]) {
        await refused(() => file.read(`${name} `, { lang }), { code: "value" });
        await refused(() => file.read(name, { lang, rows: [0, 1] }), { code: "value", where: "rows" });
      }
    }
  });

  test("as a key, a type or a whole header of a file it is refused", async () => {
    for (const script of scripts) {
      const text = JSON.stringify(script);
      const npyHeaders = [
        script,
        `{${text}: 1}`,
        `{'descr': ${text}, 'fortran_order': False, 'shape': (1,)}`,
        `{'descr': '<f4', ${script}: 0}`,
      ];
      for (const header of npyHeaders) await refused(() => readNpy(new Blob([npyHead(header)])));
      for (const header of [script, `{${text}:${text}}`, `{"a":{"dtype":${text}}}`, `{"a":{${text}:1}}`])
        await refused(() => openSafetensors(new Blob([safetensorsOf(header)])));
    }
    const head = npyHead("{'descr': '|O', 'fortran_order': False, 'shape': ()}");
    assert.equal((await openNpy(new Blob([head]))).dtype, "|O", "which may be asked for, and not read");
  });

  test("as a text of a link it comes back; as a link or its key it is refused", async () => {
    for (const script of scripts) {
      const state = { problem: { labels: { x: [script] } }, story: script, lang: script, compare: script };
      assert.deepEqual(await decodeLink(await encodeLink(state)), state);
      await refused(() => decodeLink(script), { code: "value" });
      await refused(() => decodeLink(linkOf(JSON.stringify({ [script]: 1 }))), { code: "value" });
      await refused(() => encodeLink({ [script]: 1 }), { code: "value" });
      await refused(() => encodeLink({ problem: { [script]: () => 1 } }), { code: "value" });
    }
  });
});
