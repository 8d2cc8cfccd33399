// The arithmetic behind the figures of speed: ratios, the rows that outputs are held against, the work of a machine's limit.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exactRows, join, largestError } from "../bench/exact.js";
import { readOptions } from "../bench/options.js";
import { fastest } from "../bench/report.js";
import { roofline, work } from "../bench/roofline.js";
import { ratio } from "../bench/stats.js";

describe("medians and ratios", () => {
  test("a ratio is taken within each round: a slow round slows both", () => {
    const ours = [1, 10, 2];
    assert.equal(ratio([2, 20, 4], ours), 2);
    // the ratio of the medians would be 1
    assert.equal(ratio([3, 2, 2], [1, 2, 4]), 1);
    assert.equal(ratio([6, NaN, 8], ours), 5);
  });

  test("the fastest other engine is taken by its fastest variant", () => {
    const engine = (name, ratio) => ({ name, ratio });
    const engines = [engine("ours", 1), engine("ONNX Runtime Web", 1.4), engine("ONNX Runtime Web", 1.2)];
    assert.equal(fastest({ engines: [...engines, engine("jax-js", 2)] }), 1.2);
  });
});

describe("the command line", () => {
  test("an unknown row is refused, with the rows that there are", () => {
    assert.match(readOptions(["--only", "forwards"]).say, /no row "forwards"; there are forward, .*page/);
    assert.deepEqual(readOptions(["--only", "forward 512"]).only, ["forward 512"]);
  });

  test("another build can only be measured beside this one in a page", () => {
    assert.match(readOptions(["--against", "v1"]).say, /--against needs --only page/);
    assert.equal(readOptions(["--only", "page", "--against", "v1"]).against, "v1");
  });
});

describe("the exact rows", () => {
  const shape = { heads: 2, n: 3, d: 1, causal: true };
  const inputs = {
    q: Float32Array.of(0, 0, 0, 0, 0, 0),
    k: Float32Array.of(1, 2, 3, 4, 5, 6),
    v: Float32Array.of(1, 2, 3, 40, 50, 60),
  };
  test("a causal row of equal scores is the mean of what came before", () => {
    const rows = exactRows(shape, inputs);
    assert.deepEqual(
      rows.map(({ numbers }) => numbers[0]),
      [1, 1.5, 2, 40, 45, 50],
    );
  });

  test("a wrong number, a NaN and a missing row are errors; heads side by side are read so", () => {
    const rows = exactRows(shape, inputs);
    const right = Float32Array.of(1, 1.5, 2, 40, 45, 50);
    assert.equal(largestError(rows, right, shape), 0);
    assert.equal(largestError(rows, join(right, shape), shape, true), 0);
    assert.equal(largestError(rows, right.with(3, 41), shape), 1);
    assert.equal(largestError(rows, right.with(5, NaN), shape), Infinity);
    assert.equal(largestError(rows, right.slice(1), shape), Infinity);
  });
});

describe("the roofline", () => {
  test("half the work is causal", () => {
    const shape = { heads: 2, n: 100, d: 64 };
    assert.equal(work({ ...shape, causal: false }), 4 * 2 * 64 * 100 * 100);
    assert.equal(work({ ...shape, causal: true }), 4 * 2 * 64 * 5050);
  });

  test("its module multiplies and adds: s = s · ½ + ½ climbs to 1, four lanes of which one counts, twelve sums", async () => {
    const { run } = await roofline(2 * 4 * 12 * 60);
    assert.equal(run(), 12);
    assert.equal((await roofline(2 * 4 * 12)).run(), 12 * 0.75);
  });
});
