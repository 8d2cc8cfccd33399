// NumPy and PyTorch themselves: what they print with odd options is read to the bits that the digits mean.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { AttentionError } from "../../../web/core/errors.js";
import { readMatrix } from "../../../web/input/index.js";
import { pythonWith } from "../../setup/machine.js";

const script = fileURLToPath(new URL("../helpers/print_arrays.py", import.meta.url));

/** @param {Float32Array} data */
const bitsOf = (data) =>
  [...new Uint32Array(data.buffer)].map((bits, i) => (Number.isNaN(data[i]) ? "nan" : bits));

describe("prints of NumPy and PyTorch", () => {
  /** @type {{ text: string, shape: number[], bits: (number | "nan")[], refused?: boolean }[]} */
  let prints = [];
  before(() => {
    const options = { encoding: /** @type {const} */ ("utf8"), maxBuffer: 1 << 28 };
    prints = JSON.parse(execFileSync(pythonWith("numpy", "torch") ?? "python3", [script], options));
  });

  test("of each type, with any precision, width and sign, plain or scientific", (t) => {
    const good = prints.filter(({ refused }) => !refused);
    for (const { text, shape, bits } of good) {
      const read = readMatrix(text);
      assert.deepEqual(read.shape, shape, text);
      assert.deepEqual(bitsOf(read.data), bits, text);
    }
    assert.ok(good.length > 5000);
    t.diagnostic(`${good.length} prints`);
  });

  test("that leave numbers out, or hold something else than a matrix of real numbers, are refused", () => {
    const bad = prints.filter(({ refused }) => refused);
    assert.ok(bad.length > 20);
    for (const { text } of bad)
      assert.throws(
        () => readMatrix(text),
        (error) => {
          assert.ok(error instanceof AttentionError, text);
          if (text.includes("...")) assert.match(error.message, /set_printoptions/, text);
          return true;
        },
        text,
      );
  });
});
