// Weights of a model: what a .safetensors file lists, and its tensors whole or in part.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openSafetensors } from "../../../web/input/index.js";
import { countingBlob, DTYPES, hugeBlob, safetensorsBytes, safetensorsOf } from "../helpers/files.js";
import { refused } from "../helpers/refused.js";

/** @param {Parameters<typeof safetensorsBytes>[0]} tensors @param {Record<string, string>} [metadata] */
const opened = (tensors, metadata) => openSafetensors(new Blob([safetensorsBytes(tensors, metadata)]));
const list = ({ shape, data }) => [shape, [...data]];

describe("a file lists its tensors and reads one", () => {
  test("by name, with dtype and shape, in the order of the header", async () => {
    const file = await opened(
      [
        { name: "b", shape: [2, 2], values: [1, 2, 3, 4] },
        { name: "a", dtype: "F64", shape: [], values: [0.1] },
        { name: "0", dtype: "U8", shape: [3], values: [7, 8, 9] },
      ],
      { format: "pt" },
    );
    assert.deepEqual(file.tensors, [
      { name: "b", dtype: "F32", shape: [2, 2] },
      { name: "a", dtype: "F64", shape: [] },
      { name: "0", dtype: "U8", shape: [3] },
    ]);
    assert.deepEqual(list(await file.read("b")), [[2, 2], [1, 2, 3, 4]]); // prettier-ignore
    assert.deepEqual(list(await file.read("a")), [[], [Math.fround(0.1)]]);
    assert.deepEqual(list(await file.read("0")), [[3], [7, 8, 9]]);
  });

  for (const dtype of DTYPES)
    test(`numbers of the type ${dtype}`, async () => {
      const signed = !/^[UB]O?/.test(dtype) || dtype.startsWith("BF");
      const values = dtype === "BOOL" ? [1, 0, 1] : signed ? [-2, 0, 5] : [2, 0, 5];
      const file = await opened([{ name: "t", dtype, shape: [3], values }]);
      assert.deepEqual(list(await file.read("t")), [[3], values]);
    });

  test("each of the 65,536 bfloat16 numbers is the float32 that it abbreviates", async () => {
    const bits = Uint16Array.from({ length: 65536 }, (_, i) => i);
    const header = JSON.stringify({ t: { dtype: "BF16", shape: [65536], data_offsets: [0, 131072] } });
    const file = await openSafetensors(new Blob([safetensorsOf(header, new Uint8Array(bits.buffer))]));
    const expected = new Float32Array(Uint32Array.from(bits, (b) => (b << 16) >>> 0).buffer);
    // a NaN may lose its unused bits on the way
    assert.deepEqual([...(await file.read("t")).data], [...expected]);
  });

  test("infinities and NaN that are stored are kept", async () => {
    const values = [NaN, Infinity, -Infinity, -0];
    for (const dtype of ["F32", "F64"]) {
      const file = await opened([{ name: "t", dtype, shape: [4], values }]);
      assert.deepEqual((await file.read("t")).data, Float32Array.from(values));
    }
  });

  test("rows and columns, of the transpose when asked for", async () => {
    const values = Array.from({ length: 12 }, (_, i) => i);
    const file = await opened([{ name: "t", shape: [3, 4], values }]);
    assert.deepEqual(list(await file.read("t", { rows: [1, 3], columns: [0, 2] })), [[2, 2], [4, 5, 8, 9]]); // prettier-ignore
    const transposed = await file.read("t", { rows: [0, 2], columns: [1, 3], transposed: true });
    assert.deepEqual(list(transposed), [[2, 2], [4, 8, 5, 9]]); // prettier-ignore
    await refused(() => file.read("t", { rows: [0, 4] }), { code: "value", where: "rows" });
  });

  test("of gigabytes only what is chosen is read", async () => {
    const header = JSON.stringify({ t: { dtype: "F16", shape: [50000, 50000], data_offsets: [0, 5e9] } });
    const head = safetensorsOf(header);
    let asked = 0;
    const huge = hugeBlob(head.length + 5e9, head);
    const blob = { size: huge.size, slice: (from, to) => ((asked += to - from), huge.slice(from, to)) };
    const file = await openSafetensors(/** @type {any} */ (blob));
    const { shape } = await file.read("t", { rows: [0, 8], columns: [0, 64], transposed: true });
    assert.deepEqual(shape, [8, 64]);
    assert.ok(asked < 2000, `${asked} bytes`);
    await refused(() => file.read("t"), { code: "limit", where: "t" });
  });

  test("other types and more axes are listed, and refused when they are read", async () => {
    const header = JSON.stringify({
      eight: { dtype: "F8_E4M3", shape: [2], data_offsets: [0, 2] },
      conv: { dtype: "U8", shape: [1, 1, 1, 1, 2], data_offsets: [2, 4] },
    });
    const file = await openSafetensors(new Blob([safetensorsOf(header, new Uint8Array(4))]));
    assert.deepEqual(file.tensors.map(({ dtype }) => dtype), ["F8_E4M3", "U8"]); // prettier-ignore
    await refused(() => file.read("eight"), { code: "value", where: "eight", says: /F8_E4M3/ });
    await refused(() => file.read("conv"), { code: "value", where: "conv", says: /5 axes/ });
  });

  test("names that mean something elsewhere mean nothing here", async () => {
    const names = ["__proto__", "constructor", "toString", "", "hasOwnProperty", '"\\\n', "权重", "x".repeat(10000)]; // prettier-ignore
    const file = await opened(names.map((name, i) => ({ name, shape: [1], values: [i] })));
    assert.deepEqual(file.tensors.map(({ name }) => name), names); // prettier-ignore
    for (const [i, name] of names.entries()) assert.deepEqual([...(await file.read(name)).data], [i]);
    assert.equal(/** @type {any} */ ({}).shape, undefined);
  });

  test("an unknown name is refused with the nearest one", async () => {
    const file = await opened([{ name: "attn.weight", shape: [1], values: [1] }]);
    await refused(() => file.read("attn.wieght"), { code: "value", where: "attn.wieght", says: /"attn\.weight"\?$/ }); // prettier-ignore
    await refused(() => file.read("toString"), { code: "value" });
    await refused(() => file.read(/** @type {any} */ (undefined)), { code: "value", where: "name" });
    await refused(async () => (await opened([])).read("a"), { code: "value", where: "name" });
  });
});

describe("what cannot be read is refused, with a place and a remedy", () => {
  const entry = (begin, end, shape = [end - begin], dtype = "U8") => `{"dtype":"${dtype}","shape":[${shape}],"data_offsets":[${begin},${end}]}`; // prettier-ignore
  const numbers = new Uint8Array(8);
  const cases = [
    ["a file of 7 bytes", Buffer.alloc(7), "value", "byte 7"],
    ["an archive", Buffer.from("PK\u0003\u0004, and so on"), "value", "byte 0"],
    ["a header longer than the file", safetensorsOf("{}", numbers, 1000), "value", "byte 18"],
    ["a header of 1 MiB and a byte", safetensorsOf("{}", numbers, 1048577), "limit", "header"],
    ["a header of 2⁶⁴ − 1 bytes", safetensorsOf("{}", numbers, 2n ** 64n - 1n), "limit", "header"],
    ["an empty header", safetensorsOf(""), "value", "byte 8"],
    ["a header that is a list", safetensorsOf("[]"), "value", "byte 8"],
    ["a header that begins with a space", safetensorsOf(" {}"), "value", "byte 8"],
    ["a header that ends with a line", safetensorsOf("{}\n"), "value", "byte 10"],
    ["a header that is not closed", safetensorsOf(`{"a":${entry(0, 8)}`, numbers), "value", /^byte \d+$/],
    ["Python in place of JSON", safetensorsOf(`{'a':${entry(0, 8)}}`, numbers), "value", "byte 9"],
    ["a comma too many", safetensorsOf(`{"a":${entry(0, 8)},}`, numbers), "value", "byte 61"],
    [
      "a name that is no UTF-8",
      safetensorsOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
      "value",
      "byte 9",
    ],
    ["a name that stands twice", safetensorsOf(`{"a":${entry(0, 4)},"a":${entry(4, 8)}}`, numbers), "value", "byte 61"], // prettier-ignore
    ["the same name in other letters", safetensorsOf(`{"a":${entry(0, 4)},"\\u0061":${entry(4, 8)}}`, numbers), "value", "byte 61"], // prettier-ignore
    ["a shape below 0", safetensorsOf(`{"a":${entry(0, 8, [-8])}}`, numbers), "value", "byte 36"],
    ["a shape with a fraction", safetensorsOf(`{"a":${entry(0, 8, ["8.0"])}}`, numbers), "value", "byte 37"],
    ["a shape that no number holds", safetensorsOf(`{"a":${entry(0, 8, ["1152921504606846976"])}}`, numbers), "value", "byte 36"], // prettier-ignore
    ["a tensor without an offset", safetensorsOf('{"a":{"dtype":"U8","shape":[8]}}', numbers), "value", "a"],
    ["a tensor that is a number", safetensorsOf('{"a":8}', numbers), "value", "a"],
    ["metadata that are no texts", safetensorsOf('{"__metadata__":{"a":1}}'), "value", "__metadata__"],
    ["offsets that are reversed", safetensorsOf(`{"a":${entry(8, 0, [8])}}`, numbers), "value", "a"],
    ["a gap before the first", safetensorsOf(`{"a":${entry(4, 8)}}`, numbers), "value", "a"],
    ["a gap between two", safetensorsOf(`{"a":${entry(0, 2)},"b":${entry(4, 8)}}`, numbers), "value", "b"],
    ["two that overlap", safetensorsOf(`{"a":${entry(0, 6)},"b":${entry(4, 8)}}`, numbers), "value", "b"],
    ["two in one place", safetensorsOf(`{"a":${entry(0, 8)},"b":${entry(0, 8)}}`, numbers), "value", "b"],
    ["an empty one within another", safetensorsOf(`{"a":${entry(0, 8)},"b":${entry(4, 4)}}`, numbers), "value", "b"], // prettier-ignore
    ["more numbers than bytes", safetensorsOf(`{"a":${entry(0, 8, [9])}}`, numbers), "value", "a"],
    ["a product that overflows to the length", safetensorsOf(`{"a":${entry(0, 8, [4294967296, 4294967296, 8])}}`, numbers), "value", "a"], // prettier-ignore
    ["offsets beyond the end", safetensorsOf(`{"a":${entry(0, 9)}}`, numbers), "value", /^byte \d+$/],
    ["bytes after the last tensor", safetensorsOf(`{"a":${entry(0, 7)}}`, numbers), "value", /^byte \d+$/],
    ["brackets without end", safetensorsOf(`{"a":${"[".repeat(100000)}}`), "value", /^byte \d+$/],
  ];
  for (const [what, bytes, code, where] of /** @type {[string, any, string, string][]} */ (cases))
    test(what, async () => {
      const blob = new Blob([bytes]);
      const { where: place } = await refused(() => openSafetensors(blob), { code, where });
      const chinese = await refused(() => openSafetensors(blob, { lang: "zh" }), { code, where: place });
      assert.match(chinese.message, /[\u4e00-\u9fff].*[。？]$/);
    });

  test("a double that float32 cannot hold, with its index", async () => {
    const file = await opened([{ name: "w", dtype: "F64", shape: [2, 2], values: [1, 2, 1e300, 4] }]);
    await refused(() => file.read("w"), { code: "value", where: "w[1, 0]" });
    await refused(() => file.read("w", { transposed: true, lang: "zh" }), { where: "w[1, 0]", says: /超出/ });
    assert.deepEqual([...(await file.read("w", { rows: [0, 1] })).data], [1, 2]);
  });

  test("a header of 1 MiB is read or refused at once", async () => {
    const names = Array.from({ length: 15000 }, (_, i) => `"${i}":${entry(i, i + 1)}`);
    const { blob, counted } = countingBlob(safetensorsOf(`{${names.join(",")}}`, new Uint8Array(15000)));
    const start = performance.now();
    const file = await openSafetensors(blob);
    assert.equal(file.tensors.length, 15000);
    await refused(() => file.read("nothing"), { code: "value" });
    for (const header of [`{"${"\\".repeat(1e6)}`, `{"a":"${"x".repeat(1e6)}"}`, `{"a":${"[],".repeat(3e5)}`])
      await refused(() => openSafetensors(new Blob([safetensorsOf(header)])), { code: "value" });
    assert.ok(performance.now() - start < 2000, "a mebibyte takes well below a second; 2 s for four of them");
    assert.ok(counted.read < 1048576 + 8);
  });
});
