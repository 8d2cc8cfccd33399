// Weights of a model: what a .safetensors file lists, and its tensors whole or in part.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openSafetensors } from "../../../web/input/index.js";
import { DTYPES, hugeBlob, safetensorsBytes, safetensorsOf } from "../helpers/files.js";
import { refused, refusedInBoth } from "../helpers/refused.js";

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

  test("rows and columns, of the transpose when asked for", async () => {
    const values = Array.from({ length: 12 }, (_, i) => i);
    const file = await opened([{ name: "t", shape: [3, 4], values }]);
    assert.deepEqual(list(await file.read("t", { rows: [1, 3], columns: [0, 2] })), [[2, 2], [4, 5, 8, 9]]); // prettier-ignore
    const transposed = await file.read("t", { rows: [0, 2], columns: [1, 3], transposed: true });
    assert.deepEqual(list(transposed), [[2, 2], [4, 8, 5, 9]]); // prettier-ignore
    await refused(() => file.read("t", { rows: [0, 4] }), { code: "value", where: "rows" });
  });

  test("of gigabytes only what is chosen is read", async () => {
    const header = JSON.stringify({ t: { dtype: "F16", shape: [500000, 5000], data_offsets: [0, 5e9] } });
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

  test("an unknown name is refused with the nearest one", async () => {
    const file = await opened([{ name: "attn.weight", shape: [1], values: [1] }]);
    await refused(() => file.read("attn.wieght"), { code: "value", where: "attn.wieght", says: /"attn\.weight"\?$/ }); // prettier-ignore
    await refused(() => file.read("toString"), { code: "value" });
    await refused(() => file.read(/** @type {any} */ (undefined)), { code: "value", where: "name" });
    await refused(async () => (await opened([])).read("a"), { code: "value", where: "name" });
  });
});

describe("what cannot be read is refused, with a place and a remedy", () => {
  const numbers = new Uint8Array(8);
  const entry = (begin, end, shape = [end - begin]) =>
    `{"dtype":"U8","shape":[${shape}],"data_offsets":[${begin},${end}]}`;
  /** A file of 8 numbers whose tensors are entries of a header. */
  const of = (...entries) => {
    const named = entries.map((entry, i) => `"${"ab"[i]}":${entry}`);
    return safetensorsOf(`{${named.join(",")}}`, numbers);
  };
  const huge = 2 ** 32;
  /** @type {[string, Uint8Array, string | RegExp, string?][]} */
  const cases = [
    ["a file of 7 bytes", Buffer.alloc(7), "byte 7"],
    ["an archive", Buffer.from("PK\u0003\u0004, and so on"), "byte 0"],
    ["a header longer than the file", safetensorsOf("{}", numbers, 1000), "byte 18"],
    ["a header of 1 MiB and a byte", safetensorsOf("{}", numbers, 1048577), "header", "limit"],
    ["a header of 2⁶⁴ − 1 bytes", safetensorsOf("{}", numbers, 2n ** 64n - 1n), "header", "limit"],
    ["an empty header", safetensorsOf(""), "byte 8"],
    ["a header that is a list", safetensorsOf("[]"), "byte 8"],
    ["a header that begins with a space", safetensorsOf(" {}"), "byte 8"],
    ["a header that ends with a line", safetensorsOf("{}\n"), "byte 10"],
    ["a header that is not closed", safetensorsOf(`{"a":${entry(0, 8)}`, numbers), /^byte \d+$/],
    ["Python in place of JSON", safetensorsOf(`{'a':${entry(0, 8)}}`, numbers), "byte 9"],
    ["a comma too many", safetensorsOf(`{"a":${entry(0, 8)},}`, numbers), "byte 61"],
    ["a name that is no UTF-8", safetensorsOf(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])), "byte 9"],
    ["a name twice", safetensorsOf(`{"a":${entry(0, 4)},"a":${entry(4, 8)}}`, numbers), "byte 61"],
    ["a name twice, escaped", safetensorsOf(`{"a":${entry(0, 4)},"\\u0061":${entry(4, 8)}}`, numbers), "byte 61"], // prettier-ignore
    ["a shape below 0", of(entry(0, 8, [-8])), "byte 36"],
    ["a shape with a fraction", of(entry(0, 8, ["8.0"])), "byte 37"],
    ["a shape that no number holds", of(entry(0, 8, ["1152921504606846976"])), "byte 36"],
    ["a tensor without an offset", of('{"dtype":"U8","shape":[8]}'), "a"],
    ["a tensor that is a number", of("8"), "a"],
    ["metadata that are no texts", safetensorsOf('{"__metadata__":{"a":1}}'), "__metadata__"],
    ["offsets that are reversed", of(entry(8, 0, [8])), "a"],
    ["a gap before the first", of(entry(4, 8)), "a"],
    ["a gap between two", of(entry(0, 2), entry(4, 8)), "b"],
    ["two that overlap", of(entry(0, 6), entry(4, 8)), "b"],
    ["two in one place", of(entry(0, 8), entry(0, 8)), "b"],
    ["an empty one within another", of(entry(0, 8), entry(4, 4)), "b"],
    ["more numbers than bytes", of(entry(0, 8, [9])), "a"],
    ["a product that overflows to the length", of(entry(0, 8, [huge, huge, 8])), "a"],
    ["offsets beyond the end", of(entry(0, 9)), /^byte \d+$/],
    ["bytes after the last tensor", of(entry(0, 7)), /^byte \d+$/],
    ["brackets without end", safetensorsOf(`{"a":${"[".repeat(100000)}}`), /^byte \d+$/],
  ];
  for (const [what, bytes, where, code = "value"] of cases)
    test(what, () =>
      refusedInBoth((options) => openSafetensors(new Blob([bytes]), options), { code, where }),
    );

  test("a double that float32 cannot hold, with its index in the file", async () => {
    const file = await opened([{ name: "w", dtype: "F64", shape: [2, 2], values: [1, 2, 1e300, 4] }]);
    await refused(() => file.read("w", { transposed: true, lang: "zh" }), { where: "w[1, 0]", says: /超出/ });
  });
});
