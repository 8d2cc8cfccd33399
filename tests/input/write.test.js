// Tensors and traces to take home: .npy, CSV and JSON.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readMatrix, readNpy, toCsv, toJson, toNpy } from "../../web/input/index.js";
import { refused } from "./helpers/refused.js";

const special = { shape: [2, 4], data: Float32Array.of(1, 0.1, -0, 1e-45, NaN, Infinity, -Infinity, 3.4028235e38) }; // prettier-ignore

describe("toNpy", () => {
  test("writes what readNpy reads, to the bit", async () => {
    const { data } = special;
    for (const shape of [[8], [2, 4], [2, 2, 2], [1, 2, 2, 2]])
      assert.deepEqual(await readNpy(new Blob([toNpy({ shape, data })])), { shape, data });
    assert.deepEqual(await readNpy(new Blob([toNpy({ shape: [], data: [7] })])), { shape: [], data: Float32Array.of(7) }); // prettier-ignore
    assert.deepEqual((await readNpy(new Blob([toNpy({ shape: [0, 3], data: [] })]))).shape, [0, 3]);
  });

  test("writes version 1.0, <f4, C order, numbers from a multiple of 64 on", () => {
    const bytes = toNpy({ shape: [3], data: [1, 2, 3] });
    const header = new TextDecoder("latin1").decode(bytes.subarray(6, bytes.length - 12));
    assert.equal(header.length % 64, 64 - 6);
    assert.match(header, /^\u0001\0v\0\{'descr': '<f4', 'fortran_order': False, 'shape': \(3,\), \} +\n$/);
  });
});

describe("toCsv", () => {
  test("is a table: a line a row, exact numbers", () =>
    assert.equal(toCsv(special), "1,0.1,-0,1e-45\nNaN,Infinity,-Infinity,3.4028235e+38\n"));

  test("of one axis is a line, of none a cell", () => {
    assert.equal(toCsv({ shape: [3], data: [1, 2, 3] }), "1,2,3\n");
    assert.equal(toCsv({ shape: [], data: [5] }), "5\n");
    assert.equal(toCsv({ shape: [0, 3], data: [] }), "");
  });

  test("of more axes has a header, and indices lead each row", () => {
    const data = Array.from({ length: 12 }, (_, i) => i);
    assert.equal(
      toCsv({ shape: [2, 3, 2], data }),
      "axis_0,axis_1,column_0,column_1\n0,0,0,1\n0,1,2,3\n0,2,4,5\n1,0,6,7\n1,1,8,9\n1,2,10,11\n",
    );
    assert.match(toCsv({ shape: [1, 1, 2, 1], data: [1, 2] }), /^axis_0,axis_1,axis_2,column_0\n0,0,0,1\n0,0,1,2\n$/); // prettier-ignore
    // which is read back as the same tensor, also from a spreadsheet
    for (const shape of [
      [2, 3, 2],
      [1, 1, 3, 4],
      [2, 1, 6, 1],
    ]) {
      // prettier-ignore
      const text = toCsv({ shape, data });
      for (const table of [text, text.replaceAll(",", "\t")]) {
        const read = readMatrix(table);
        assert.deepEqual([read.shape, [...read.data]], [shape, data]);
      }
    }
  });
});

describe("toJson", () => {
  test("of a tensor is what a problem may hold", () => {
    const text = toJson(special);
    assert.equal(text, '{"shape":[2,4],"data":[1,0.1,-0,1e-45,"NaN","Infinity","-Infinity",3.4028235e+38]}');
    assert.ok(Object.is(JSON.parse(text).data[2], -0));
  });

  test("of a trace has each of its tensors and its notes", () => {
    const trace = { scores: { shape: [1], data: Float32Array.of(0.5) }, notes: { fully_masked_rows: [], first_non_finite: null } }; // prettier-ignore
    assert.equal(toJson(trace), '{"scores":{"shape":[1],"data":[0.5]},"notes":{"fully_masked_rows":[],"first_non_finite":null}}'); // prettier-ignore
  });
});

describe("what is no tensor is refused", () => {
  const huge = { shape: [2 ** 30, 2 ** 30], data: [] };
  for (const write of [toNpy, toCsv])
    test(write.name, async () => {
      for (const [tensor, code, where] of /** @type {[any, string, string][]} */ ([
        [null, "value", "tensor"],
        [{}, "value", "shape"],
        [{ shape: [2], data: [1] }, "value", "data"],
        [{ shape: [-1], data: [] }, "value", "shape"],
        [{ shape: [1], data: ["1"] }, "value", "data[0]"],
        [{ shape: [1], data: [1e39] }, "value", "data[0]"],
        [{ shape: [1], data: "1" }, "value", "data"],
        [huge, "limit", "data"],
        [{ shape: Array(33).fill(1), data: [1] }, "limit", "shape"],
      ])) {
        await refused(() => write(tensor), { code, where });
        await refused(() => write(tensor, { lang: "zh" }), { code, says: /[\u4e00-\u9fff]/ });
      }
    });

  test("toJson", async () => {
    for (const nothing of /** @type {any[]} */ ([5, null, undefined, "text"]))
      await refused(() => toJson(nothing), { code: "value", where: "value" });
    await refused(() => toJson({ x: new Float32Array(1e8) }), { code: "limit", where: "value" });
  });
});
