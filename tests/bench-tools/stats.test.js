// The bench's own arithmetic, and its picture.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { exactRows, join, largestError } from "../bench/exact.js";
import { readOptions } from "../bench/options.js";
import { growthFrame, growthPlot } from "../bench/plot.js";
import { fastest } from "../bench/report.js";
import { roofline, work } from "../bench/roofline.js";
import { rounds } from "../bench/rounds.js";
import { geometricMean, median, ratio } from "../bench/stats.js";

describe("medians and ratios", () => {
  test("the median is the middle, whatever order; rounds sat out do not count", () => {
    assert.equal(median([9, 1, 4]), 4);
    assert.equal(median([9, NaN, 1]), 5);
    assert.ok(Number.isNaN(median([NaN])));
  });

  test("a ratio is taken within each round: a slow round slows both", () => {
    const ours = [1, 10, 2];
    assert.equal(ratio([2, 20, 4], ours), 2);
    // the ratio of the medians would be 1
    assert.equal(ratio([3, 2, 2], [1, 2, 4]), 1);
    assert.equal(ratio([6, NaN, 8], ours), 5);
  });

  test("the geometric mean of ×2 and ×½ is 1", () => {
    assert.ok(Math.abs(geometricMean([2, 0.5]) - 1) < 1e-15);
  });

  test("the fastest other engine is taken by its fastest variant", () => {
    const engine = (name, ratio) => ({ name, ratio });
    const engines = [engine("ours", 1), engine("ONNX Runtime Web", 1.4), engine("ONNX Runtime Web", 1.2)];
    assert.equal(fastest({ engines: [...engines, engine("jax-js", 2)] }), 1.2);
  });
});

describe("rounds", () => {
  test("every engine runs in every round, each in turn the first", async () => {
    const order = [];
    let clock = 0;
    const engine = (name) => ({ name, run: () => void order.push(name) });
    const times = await rounds([engine("a"), engine("b")], {
      ...{ seconds: 0, least: 2, warmUp: 0 },
      clock: () => clock++,
    });
    assert.deepEqual(
      times.map((one) => one.length),
      [2, 2],
    );
    assert.equal(order.at(-1), "a");
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

describe("the plot", () => {
  const points = [1024, 2048, 4096].map((n) => ({ n, ms: n ** 2 / 1e5 }));
  const machine = { cpu: "A <processor>", cores: 2, node: "20", date: "2026-01-01", load: 0 };
  const { marks } = growthFrame([{ label: "plain", points }], machine);
  const find = (id) => marks.find((mark) => mark.id === id);

  test("points that grow as n² lie on the dashed line", () => {
    const [x1, y1, x2, y2] = find("plain-square")
      .d.match(/[\d.]+/g)
      .map(Number);
    const { x, y, width, height } = find("plain-2048");
    assert.ok(Math.abs(x + width / 2 - (x1 + x2) / 2) < 1e-9);
    assert.ok(Math.abs(y + height / 2 - (y1 + y2) / 2) < 1e-9);
    assert.ok(y2 < y1 && x2 > x1);
  });

  test("every mark has a name of its own, and the picture is a whole SVG", () => {
    assert.equal(new Set(marks.map(({ id }) => id)).size, marks.length);
    const text = growthPlot([{ label: "plain", points }], machine);
    assert.match(text, /^<svg [^]*<\/svg>$/);
    assert.match(text, /A &lt;processor&gt;/);
  });
});

test("the options are understood or refused", () => {
  const { quick, node, chromium, only } = readOptions(["--quick", "--only", "forward 64", "--node"]);
  assert.deepEqual([quick, node, chromium, only], [true, true, false, ["forward 64"]]);
  assert.equal(readOptions(["--plot", "--json"]).plot, "tests/artifacts/growth.svg");
  assert.equal(readOptions(["--plot", "a.svg"]).plot, "a.svg");
  assert.match(readOptions(["--fast"]).say, /Unknown option '--fast'/);
});
