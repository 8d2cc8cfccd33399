// Arrays that NumPy saved: every type, order and version, whole or in part.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openNpy, readNpy } from "../../../web/input/index.js";
import { countingBlob, halfValue, hugeBlob, npyBytes, npyHead, numberBytes } from "../helpers/files.js";
import { refused, refusedInBoth } from "../helpers/refused.js";

const blobOf = (bytes) => new Blob([bytes]);
/** @param {Parameters<typeof npyBytes>[0]} array @param {any} [options] */
const read = (array, options) => readNpy(blobOf(npyBytes(array)), options);
const list = ({ shape, data }) => [shape, [...data]];

describe("an array is read as it was saved", () => {
  test("its shape and its numbers, as float32", async () => {
    const { shape, data } = await read({ shape: [2, 3], values: [1, 0.1, -0, NaN, Infinity, -Infinity] });
    assert.deepEqual(shape, [2, 3]);
    assert.deepEqual(data, Float32Array.of(1, 0.1, -0, NaN, Infinity, -Infinity));
  });

  const samples = {
    f2: [1.5, -0.0999755859375, 65504, 5.960464477539063e-8, -0, Infinity],
    f4: [1.5, -0.1, 3.4028234663852886e38, 1e-45, -0, -Infinity],
    f8: [NaN, -0.1, 1e-300, 3.4028235677973362e38, -0, Infinity],
    i1: [-128, -1, 0, 127, 5, 6],
    i2: [-32768, -1, 0, 32767, 5, 6],
    i4: [-2147483648, -1, 0, 2147483647, 16777217, 6],
    i8: [-(2n ** 63n), -1n, 0n, 2n ** 63n - 1n, 2n ** 53n + 1n, 6n],
    u1: [255, 1, 0, 127, 5, 6],
    u2: [65535, 1, 0, 32767, 5, 6],
    u4: [4294967295, 1, 0, 2147483647, 16777217, 6],
    u8: [2n ** 64n - 1n, 1n, 0n, 2n ** 63n, 2n ** 53n + 1n, 6n],
    b1: [1, 0, 1, 1, 0, 0],
  };
  for (const [type, values] of Object.entries(samples))
    test(`numbers of the type ${type}, the least byte first or last`, async () => {
      const expected = Float32Array.from(values.map(Number));
      for (const order of type.endsWith("1") ? ["|", "<", ">"] : ["<", ">"])
        assert.deepEqual((await read({ descr: order + type, shape: [6], values })).data, expected, order);
    });

  test("whole numbers that float32 rounds are noted, with the first and its place", async () => {
    const values = [1n, 2n ** 53n + 1n, -3n, -(2n ** 62n) - 1n, 2n ** 24n, 2n ** 40n];
    const lost = await read({ descr: "<i8", shape: [3, 2], values }, { rows: [0, 2] });
    assert.deepEqual(lost.notes, [
      "2 whole numbers have more digits than a float32 keeps, first at array[0, 1]: 9,007,199,254,740,993 became 9,007,199,254,740,992.",
    ]);
    assert.match(
      (await read({ descr: ">u4", shape: [1], values: [2 ** 24 + 1] }, { lang: "zh" })).notes[0],
      /array\[0\]：16,777,217 变成 16,777,216/,
    );
    assert.equal("notes" in (await read({ descr: "<i8", shape: [1], values: [2n ** 53n] })), false);
  });

  test("each of the 65,536 float16 numbers", async () => {
    const bytes = new Uint8Array(Uint16Array.from({ length: 65536 }, (_, bits) => bits).buffer);
    const head = npyHead("{'descr': '<f2', 'fortran_order': False, 'shape': (65536,)}");
    const { data } = await readNpy(new Blob([head, bytes]));
    assert.deepEqual(
      data,
      Float32Array.from({ length: 65536 }, (_, bits) => halfValue(bits)),
    );
  });

  test("64-bit whole numbers are rounded once, to the nearest float32", async () => {
    // halfway between two float32 numbers, and one more: through a double it would be halfway again
    const half = 2n ** 62n + 2n ** 38n;
    const values = [half, half + 1n, half - 1n, -half - 1n, 2n ** 54n + 2n ** 30n + 1n];
    const up = 2 ** 62 + 2 ** 39;
    const expected = [2 ** 62, up, 2 ** 62, -up, 2 ** 54 + 2 ** 31];
    assert.deepEqual([...(await read({ descr: "<i8", shape: [5], values })).data], expected);
    const positive = values.filter((value) => value > 0n);
    const unsigned = await read({ descr: ">u8", shape: [4], values: positive });
    assert.deepEqual([...unsigned.data], expected.filter((value) => value > 0)); // prettier-ignore
  });

  test("Fortran order: the first axis runs fastest", async () => {
    const values = Array.from({ length: 24 }, (_, i) => i);
    const { data } = await read({ fortran: true, shape: [2, 3, 4], values });
    for (let i = 0; i < 24; i++)
      assert.equal(data[i], Math.floor(i / 12) + 2 * (Math.floor(i / 4) % 3) + 6 * (i % 4));
  });

  test("0 axes are the shape [], and an axis may have no entries", async () => {
    assert.deepEqual(list(await read({ shape: [], values: [7] })), [[], [7]]);
    assert.deepEqual(list(await read({ shape: [0, 3], values: [] })), [[0, 3], []]);
    assert.deepEqual(list(await read({ shape: [2 ** 40, 0, 2 ** 40], values: [] })), [[2 ** 40, 0, 2 ** 40], []]); // prettier-ignore
  });

  test("headers of the versions 1.0, 2.0 and 3.0", async () => {
    for (const major of [1, 2, 3])
      assert.deepEqual(list(await read({ shape: [2], values: [1, 2], version: [major, 0] })), [[2], [1, 2]]);
  });

  test("headers as others write them", async () => {
    const headers = [
      `{"shape":(2,),"descr":"<f4","fortran_order":False}`,
      `{'descr': '<f4', 'fortran_order': False, 'shape': (2L,), }          \n`,
      `  {'descr':'<f4','fortran_order':True,'shape':(2,)\n,\t}\r\n`,
      `{'descr': '<f4', 'fortran_order': False, 'shape': [2], }`,
    ];
    for (const header of headers) {
      const blob = new Blob([npyHead(header), numberBytes("f4", [1, 2])]);
      assert.deepEqual(list(await readNpy(blob)), [[2], [1, 2]], header);
    }
  });

  test("a page lists what is in a file before it reads a number", async () => {
    const { blob, counted } = countingBlob(npyBytes({ descr: ">f8", shape: [50, 40], values: Array(2000).fill(0.5) })); // prettier-ignore
    const file = await openNpy(blob);
    assert.deepEqual([file.shape, file.dtype], [[50, 40], ">f8"]);
    assert.ok(counted.read < 200, `${counted.read} bytes`);
  });
});

describe("rows and columns choose", () => {
  const values = Array.from({ length: 24 }, (_, i) => i);

  test("of one axis, columns alone", async () => {
    assert.deepEqual(list(await read({ shape: [24], values }, { columns: [3, 5] })), [[2], [3, 4]]);
    await refused(() => read({ shape: [24], values }, { rows: [0, 1] }), { code: "value", where: "rows" });
    await refused(() => read({ shape: [], values: [1] }, { columns: [0, 1] }), { code: "value", where: "columns" }); // prettier-ignore
  });

  test("every part of an array is the part of the whole, in either order", async () => {
    for (const [fortran, blocks] of /** @type {const} */ ([
      [false, [2]],
      [true, [2]],
      [false, []],
    ])) {
      // prettier-ignore
      const shape = [...blocks, 3, 4];
      const size = shape.reduce((a, b) => a * b);
      const blob = blobOf(npyBytes({ fortran, shape, values: values.slice(0, size) }));
      const whole = (await readNpy(blob)).data;
      for (let a = 0; a <= 3; a++)
        for (let b = a; b <= 3; b++)
          for (let c = 0; c <= 4; c++)
            for (let d = c; d <= 4; d++) {
              const part = await readNpy(blob, { rows: [a, b], columns: [c, d] });
              const expected = [...whole].filter((_, i) => {
                const [row, column] = [Math.floor(i / 4) % 3, i % 4];
                return row >= a && row < b && column >= c && column < d;
              });
              assert.deepEqual(list(part), [[...blocks, b - a, d - c], expected]);
            }
    }
  });

  test("null counts as absent; out of range or reversed is refused", async () => {
    for (const rows of [[0, 5], [3, 2], [-1, 2], [0.5, 2], [0], [0, 1, 2], "0,1", 3, [NaN, 1], [0, Infinity], ["0", "1"]]) // prettier-ignore
      await refused(() => read({ shape: [4, 6], values }, { rows }), { code: "value", where: "rows", says: /from 0 to 4/ }); // prettier-ignore
    assert.equal((await read({ shape: [4, 6], values }, { rows: null, columns: undefined })).data.length, 24);
    assert.equal((await read({ shape: [4, 6], values }, null)).data.length, 24);
    await refused(() => read({ shape: [4, 6], values }, { columns: [5, 7] }), { code: "value", where: "columns" }); // prettier-ignore
  });

  test("a column of many rows is read in few pieces", async () => {
    const values = new Uint8Array(2e6).map((_, i) => i);
    const { blob, counted } = countingBlob(npyBytes({ descr: "|u1", shape: [50000, 40], values }));
    const { data } = await readNpy(blob, { columns: [39, 40] });
    assert.ok(counted.slices < 50, `${counted.slices} pieces`);
    const expected = Float32Array.from({ length: 50000 }, (_, i) => (i * 40 + 39) & 255);
    assert.deepEqual(data, expected);
  });
});

describe("long reads", () => {
  const long = npyBytes({ fortran: true, descr: "<i2", shape: [1000, 1500], values: new Int16Array(1.5e6).map((_, i) => i) }); // prettier-ignore

  test("are the same in pieces, and report their progress", async () => {
    const reports = [];
    const { data } = await readNpy(blobOf(long), { onProgress: (progress) => reports.push(progress) });
    for (let i = 0; i < data.length; i += 997) {
      const [row, column] = [Math.floor(i / 1500), i % 1500];
      assert.equal(data[i], ((column * 1000 + row) << 16) >> 16);
    }
    assert.ok(reports.length > 5);
    assert.deepEqual(reports.at(-1), { done: 1500000, total: 1500000 });
    const isLater = ({ done, total }, i) => total === 1500000 && (i === 0 || done >= reports[i - 1].done);
    assert.ok(reports.every(isLater));
  });

  test("let the page go on", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await readNpy(blobOf(long));
    clearInterval(timer);
    assert.ok(turns >= 2, `${turns} turns`);
  });

  test("end with the signal's reason when they are aborted", async () => {
    const reason = new Error("enough");
    const { blob, counted } = countingBlob(long);
    const controller = new AbortController();
    const onProgress = () => controller.abort(reason);
    await assert.rejects(readNpy(blob, { signal: controller.signal, onProgress }), reason);
    assert.ok(counted.read < long.length / 2);
    await assert.rejects(readNpy(blob, { signal: AbortSignal.abort(reason) }), reason);
  });
});

describe("what cannot be read is refused, with a place and a remedy", () => {
  const good = npyBytes({ shape: [2, 3], values: [1, 2, 3, 4, 5, 6] });
  /** A file that is a header, with other entries in place of the usual ones. */
  const header = ({ descr = "'<f4'", order = "False", shape = "()", more = "" }) =>
    npyHead(`{'descr':${descr},'fortran_order':${order},'shape':${shape}${more}}`);
  const large = { descr: "<f8", shape: [2, 2] };
  /** @type {[string, string | Uint8Array, string][]} */
  const cases = [
    ["an empty file", "", "byte 0"],
    ["another file", "GIF89a, and so on", "byte 0"],
    ["an archive", "PK\u0003\u0004, and so on", "byte 0"],
    ["an unknown version", npyHead("{}", [4, 0]), "byte 6"],
    ["a file that ends in its header", good.subarray(0, 40), "byte 40"],
    ["a number that is not whole", good.subarray(0, -1), `byte ${good.length - 1}`],
    ["bytes after the last number", Buffer.concat([good, Buffer.from("!")]), `byte ${good.length}`],
    ["a header that is code", npyHead("__import__('os')"), "byte 10"],
    ["a header that is not closed", npyHead("{'descr': '<f4'"), "byte 25"],
    ["a negative length", header({ shape: "(-1,)" }), "byte 56"],
    ["a length that no number holds", header({ shape: "(1152921504606846976,)" }), "byte 56"],
    ["a key that stands twice", npyHead("{'descr':'<f4','descr':'<f8'}"), "byte 25"],
    ["a key too few", npyHead("{'descr':'<f4','shape':(1,)}"), "header"],
    ["a key too many", header({ more: ",'x':0" }), "header"],
    ["a shape that is a number", header({ shape: "(1)" }), "shape"],
    ["an order that is none", header({ order: "0" }), "fortran_order"],
    ["text", header({ descr: "'<U3'" }), "descr"],
    ["Python objects", header({ descr: "'|O'" }), "descr"],
    ["complex numbers", header({ descr: "'<c8'" }), "descr"],
    ["records", header({ descr: "[('a','<f4')]" }), "descr"],
    ["no order of bytes", header({ descr: "'=f4'" }), "descr"],
    ["five axes", npyBytes({ shape: [1, 1, 1, 1, 1], values: [1] }), "array"],
    [
      "a double that float32 cannot hold",
      npyBytes({ ...large, values: [1, 2, 3.4028235677973366e38, 4] }),
      "array[1, 0]",
    ],
    ["the same in Fortran order", npyBytes({ ...large, fortran: true, values: [1, 2, -1e39, 4] }), "array[0, 1]"], // prettier-ignore
  ];
  for (const [what, bytes, where] of cases)
    test(what, () => refusedInBoth((options) => readNpy(blobOf(bytes), options), { code: "value", where }));

  test("no file", () => {
    const read = (options) => readNpy(/** @type {any} */ ("text"), options);
    return refusedInBoth(read, { code: "value", where: "file" });
  });

  test("the index of what float32 cannot hold is that of the file, of a part too", async () => {
    const blob = blobOf(npyBytes({ descr: "<f8", shape: [2, 3], values: [1, 2, 3, 4, 1e39, 6] }));
    await refused(() => readNpy(blob, { rows: [1, 2], columns: [1, 3] }), { where: "array[1, 1]" });
    assert.deepEqual([...(await readNpy(blob, { rows: [0, 1] })).data], [1, 2, 3]);
    const values = Array.from({ length: 27 }, (_, i) => (i === 16 ? 1e39 : i));
    const cube = blobOf(npyBytes({ descr: "<f8", shape: [3, 3, 3], values }));
    await refused(() => readNpy(cube, { rows: [1, 3], columns: [1, 3] }), { where: "array[1, 2, 1]" });
  });

  test("more than 64 MiB at once; less of it is read", async () => {
    const bytes = npyHead("{'descr': '<f4', 'fortran_order': False, 'shape': (65536, 1048576)}");
    const blob = hugeBlob(bytes.length + 2 ** 38, bytes);
    await refused(() => readNpy(blob), { code: "limit", where: "array", says: /67,108,864/ });
    await refused(() => readNpy(blob, { rows: [0, 17] }), { code: "limit" });
    const { shape } = await readNpy(blob, { rows: [60000, 60002], columns: [1048570, 1048576] });
    assert.deepEqual(shape, [2, 6]);
  });

  test("a file that goes away while it is read", async () => {
    const slice = (from, to) => (from < 12 ? new Blob([good]).slice(from, to) : { arrayBuffer: () => Promise.reject(new Error("gone")) }); // prettier-ignore
    await refused(() => readNpy(/** @type {any} */ ({ size: good.length, slice })), { code: "value", where: "byte 70" }); // prettier-ignore
  });
});
