// NumPy itself: what it writes we read, to the bit of its own float32, and what we write it reads.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openNpy, readNpy, toNpy } from "../../../web/input/index.js";
import { chance } from "../../helpers/random.js";
import { pythonWith } from "../../setup/machine.js";

const helper = (name) => fileURLToPath(new URL(`../helpers/${name}`, import.meta.url));
const python = (name, ...parameters) =>
  execFileSync(pythonWith("numpy") ?? "python3", [helper(name), ...parameters], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });

/** The same number, whatever bits a NaN has. @param {Float32Array} got @param {Float32Array} expected @param {string} of */
function same(got, expected, of) {
  assert.equal(got.length, expected.length, of);
  for (let i = 0; i < got.length; i++)
    if (!Object.is(got[i], expected[i]))
      assert.fail(`${of}: entry ${i} is ${got[i]}, NumPy has ${expected[i]}`);
}

describe("with NumPy", () => {
  let folder = "";
  /** @type {{ name: string, shape: number[], dtype: string }[]} */
  let listed = [];
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "attention-npy-"));
    python("write_arrays.py", folder);
    listed = JSON.parse(readFileSync(join(folder, "list.json"), "utf8"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** @param {string} name */
  const expectedOf = (name) => {
    const { buffer, byteOffset, length } = readFileSync(join(folder, `${name}.f4`));
    return new Float32Array(buffer.slice(byteOffset, byteOffset + length));
  };

  test("each of its types, orders, ranks and versions is read as NumPy makes it float32", async (t) => {
    for (const { name, shape, dtype } of listed) {
      const blob = await openAsBlob(join(folder, name));
      const file = await openNpy(blob);
      assert.deepEqual([file.shape, file.dtype], [shape, dtype]);
      const { data } = await file.read();
      same(data, expectedOf(name), `${name}, ${dtype} [${shape}]`);
    }
    assert.ok(listed.length > 1000);
    t.diagnostic(`${listed.length} files`);
  });

  test("random rows and columns are those of the whole", async () => {
    const random = chance(9);
    for (const { name, shape } of listed.filter(({ shape }) => shape.length >= 2 && !shape.includes(0))) {
      const [height, width] = shape.slice(-2);
      const range = (length) => [random.below(length + 1), random.below(length + 1)].sort((a, b) => a - b);
      const [rows, columns] = [range(height), range(width)];
      const options = /** @type {any} */ ({ rows, columns });
      const { data } = await readNpy(await openAsBlob(join(folder, name)), options);
      const expected = expectedOf(name).filter((_, i) => {
        const [row, column] = [Math.floor(i / width) % height, i % width];
        return row >= rows[0] && row < rows[1] && column >= columns[0] && column < columns[1];
      });
      same(data, expected, `${name}, rows ${rows}, columns ${columns}`);
    }
  });

  test("what we write NumPy reads, to the bit", () => {
    const random = chance(4);
    const shapes = [[], [1], [0], [37], [5, 0], [7, 11], [3, 4, 5], [2, 3, 4, 5]];
    const tensors = shapes.map((shape) => random.tensor(shape, 1e3));
    tensors.push({ shape: [6], data: Float32Array.of(-0, Infinity, -Infinity, 1e-45, 3.4028235e38, 0.1) });
    const paths = tensors.map((tensor, i) => {
      const path = join(folder, `ours-${i}.npy`);
      writeFileSync(path, toNpy(tensor));
      return path;
    });
    const read = JSON.parse(python("read_arrays.py", ...paths));
    for (const [i, { shape, data }] of tensors.entries())
      assert.deepEqual(read[i], {
        dtype: "<f4",
        shape,
        order: true,
        bits: [...new Uint32Array(data.buffer)],
      });
  });
});
