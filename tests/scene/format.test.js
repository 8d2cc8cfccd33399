// How numbers are written, at every boundary: rounding, the switch to an exponent, zeros, whole numbers, what is no number.
import assert from "node:assert/strict";
import { test } from "node:test";
import { textWidth } from "../../web/scene/text-metrics.js";
import {
  decimalsOf,
  formatAlone,
  formatNumber,
  formatPointed,
  inPowers,
  narrow,
  needsPowers,
  read,
  subscript,
  widestNumber,
} from "../../web/scene/format.js";
import { shortestDecimal } from "../../web/words/decimal.js";
import { fewOrMany } from "../helpers/full.js";
import { chance } from "../helpers/random.js";

/** Asserts a table: what is given, and how it is written. @param {(value: number) => string} write @param {[number, string][]} table */
const says = (write, table) =>
  assert.deepEqual(
    table.map(([value]) => [value, write(value)]),
    table,
  );

test("numbers are written as short as their tensor allows, and never whole when they are not", () => {
  const write = (data) =>
    data.map((value) =>
      formatNumber(
        value,
        decimalsOf(data),
        needsPowers(Math.max(...data.filter(Number.isFinite).map(Math.abs))),
      ),
    );
  assert.deepEqual(write([1, -12, 0]), ["1", "−12", "0"]);
  assert.deepEqual(write([0.0633789, 0.5, 6.03e-6, 0]), ["0.063", "0.500", "<0.001", "0"]);
  assert.deepEqual(write([NaN, Infinity, -Infinity, 2]), ["NaN", "∞", "−∞", "2"]);
  assert.deepEqual(write([1000, 0.75, 12.5, 2.5, 1]), ["1000", "0.75", "12.50", "2.50", "1"]);
  assert.deepEqual(write([0.3, -0.0002]), ["0.300", ">−0.001"]);
  assert.deepEqual(write([3e-5, -0.00213, 0]), ["3 × 10⁻⁵", "−2.1 × 10⁻³", "0"]);
  assert.deepEqual(write([0.01, 3e-5]), ["0.010", "<0.001"]);
  assert.deepEqual(write([1.2, -0.5, 3].map(Math.fround)), ["1.2", "−0.5", "3"]);
  assert.deepEqual(write([1e20, 0.333]), ["1 × 10²⁰", "3.3 × 10⁻¹"]);
});

test("a number is rounded to its decimals, fewer for a large one, and one that stands alone goes to powers of ten at both ends", () => {
  // prettier-ignore
  says((value) => formatAlone(value), [
    [0, "0"], [-0, "0"], [1, "1"], [-1, "−1"], [NaN, "NaN"], [Infinity, "∞"], [-Infinity, "−∞"],
    [0.5, "0.500"], [-0.5, "−0.500"], [0.1234, "0.123"], [0.1235, "0.123"], [0.1236, "0.124"], [1.9996, "2.000"],
    [9.9994, "9.999"], [9.9996, "10.00"], [10.25, "10.25"], [99.994, "99.99"], [99.996, "100.0"],
    [100.25, "100.3"], [-100.25, "−100.3"], [12345.67, "12345.7"],
    [99999, "99999"], [-99999, "−99999"], [99999.5, "99999.5"], [100000, "1 × 10⁵"], [-100000, "−1 × 10⁵"], [100000.5, "1 × 10⁵"],
    [123456, "1.2 × 10⁵"], [-3.4e38, "−3.4 × 10³⁸"], [9.96e5, "1 × 10⁶"], [1e21, "1 × 10²¹"],
    [0.0005, "0.001"], [0.00050001, "0.001"], [0.00049999, "5 × 10⁻⁴"], [-0.00049999, "−5 × 10⁻⁴"], [1.4e-45, "1.4 × 10⁻⁴⁵"], [9.6e-6, "9.6 × 10⁻⁶"],
  ]);
  says(
    (value) => formatNumber(value, 2, false),
    [
      [9.996, "10.00"],
      [0.005, "0.01"],
      [0.00499, "<0.01"],
      [123.456, "123.5"],
    ],
  );
  // one decimal at least: what is not whole never looks whole
  says(
    (value) => formatNumber(value, 0, false),
    [
      [2.0000005, "2.0"],
      [2, "2"],
      [0.05, "0.1"],
      [0.049, "<0.1"],
    ],
  );
});

test("a weight that is pointed at has six decimals at most, and 0 is said of 0 alone", () => {
  // prettier-ignore
  says(formatPointed, [
    [0, "0"], [-0, "0"], [1, "1"], [0.5, "0.5"], [Math.fround(0.1), "0.1"], [Math.fround(0.88053703), "0.880537"],
    [Math.fround(2.9537e-4), "0.000295"], [Math.fround(6.03e-6), "0.000006"], [5.1e-7, "0.000001"], [4.9e-7, "<0.000001"],
    [-4.9e-7, ">−0.000001"], [Math.fround(-0.123456789), "−0.123457"], [Math.fround(0.99999994), "1.000000"],
    [2, "2"], [1e6, "1 × 10⁶"], [NaN, "NaN"], [-Infinity, "−∞"],
  ]);
});

test("a tensor needs the fewest decimals that say every entry, three at most", () => {
  for (const [data, want] of [
    [[], 0],
    [[3, -0, NaN, Infinity], 0],
    [[0.5], 1],
    [[1, 0.25, 0.5], 2],
    [[0.125, 1], 3],
    [[1 / 3, 0.5], 3],
    [[0.0001], 3],
    [[99999.25], 2],
    [[100000.25], 0],
    // float32 leaves 7.8 an ulp or two away, a farther number is another
    [[7.8 * (1 + 2 ** -22), -7.8 * (1 - 2 ** -22)], 1],
    [[7.8 * (1 + 2 ** -20)], 3],
  ])
    assert.equal(decimalsOf(data), want, String(data));
  assert.equal(decimalsOf([1 / 3], 5), 5);
  assert.equal(decimalsOf([1 / 3], 0), 0);
});

test("the widest of some numbers is as wide as the widest text", () => {
  const draw = chance(21);
  const edges = [0, -0, 1, -1, 9.9994, 9.9996, 99.96, 999.96, 0.0005, 0.00049, -0.00049, 1e5, 99999.9, NaN, -Infinity]; // prettier-ignore
  for (let round = 0; round < 3000; round++) {
    const one = () =>
      Math.fround(
        draw.one([draw.one(edges), draw.normal() * 10 ** draw.from(-7, 7), draw.from(-2000, 2000)]),
      );
    const data = Array.from({ length: draw.from(0, 5) }, one);
    const decimals = draw.from(0, 3);
    const powers = draw.maybe();
    // "<.001" finds room where 0.001 does
    const written = (value) => formatNumber(value, decimals, powers).replace(/[<>]/, "");
    const wide = (value) => textWidth(written(value), 1, 600);
    const most = Math.max(0, ...data.map(wide));
    const got = widestNumber(data, decimals, powers);
    assert.ok(Math.abs(got - most) < 1e-9, `${data}, ${decimals} decimals: ${got}, not ${most}`);
  }
});

test("the shortest decimal of a float32 gives it back, and no shorter one does", () => {
  // prettier-ignore
  says(shortestDecimal, [
    [0, "0"], [-0, "-0"], [1, "1"], [-7, "-7"], [NaN, "NaN"], [Infinity, "Infinity"], [-Infinity, "-Infinity"],
    [Math.fround(0.1), "0.1"], [Math.fround(1 / 3), "0.33333334"], [Math.fround(16777.217), "16777.217"],
    [2 ** 24 - 1, "16777215"], [2 ** 24, "16777216"], [2 ** 24 + 2, "16777218"], [-(2 ** 31), "-2147483600"],
    [Math.fround(3.4028234663852886e38), "3.4028235e+38"], [2 ** -149, "1e-45"],
  ]);
  const { next } = chance(22);
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  for (let round = 0; round < fewOrMany(3000, 200_000); round++) {
    bits[0] = next() * 2 ** 32;
    const [value] = float;
    const text = shortestDecimal(value);
    assert.ok(Object.is(Math.fround(Number(text)), value), text);
    if (!Number.isFinite(value)) continue;
    const digits = text.replace(/e.*|[-.]/g, "").replace(/^0+|0+$/g, "").length;
    if (digits > 1) assert.notEqual(Math.fround(Number(value.toPrecision(digits - 1))), value, text);
  }
});

test("a written number is read back, and an index is set low", () => {
  for (const value of [0, 12, -0.063, 1.2e5, -6e-6, Infinity, -Infinity])
    assert.equal(read(formatAlone(value)), value);
  assert.equal(subscript(1203456789), "₁₂₀₃₄₅₆₇₈₉");
  assert.equal(subscript("i,4"), "i,₄");
});

test("powers of ten are read back, and nothing of what is only said to be small", () => {
  for (const [code, text] of [
    ["3e-7", "3 × 10⁻⁷"],
    ["-1.2e-12", "−1.2 × 10⁻¹²"],
    ["1e+21", "1 × 10²¹"],
  ]) {
    // prettier-ignore
    assert.equal(inPowers(code).replace("-", "−"), text);
    assert.equal(read(text), Number(code));
  }
  assert.equal(read("<0.001"), 0);
  assert.equal(narrow(">−0.01"), ">−.01");
});
