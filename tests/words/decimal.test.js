// Numbers as people write them, and as they come back.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { shortestDecimal } from "../../web/words/decimal.js";
import { chance } from "../helpers/random.js";

describe("the shortest decimal that gives a float32", () => {
  test("is as people write it", () => {
    const cases = { 0.1: "0.1", 16777216: "16777216", 3.4028234663852886e38: "3.4028235e+38", 1.401298464324817e-45: "1e-45", "-0.30000001192092896": "-0.3" }; // prettier-ignore
    for (const [value, text] of Object.entries(cases)) assert.equal(shortestDecimal(Math.fround(Number(value))), text); // prettier-ignore
    assert.equal(shortestDecimal(-0), "-0");
  });

  test("gives it back, of 200,000 random bit patterns, and no shorter one does", () => {
    const { next } = chance(5);
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    for (let i = 0; i < 200000; i++) {
      bits[0] = next() * 2 ** 32;
      const text = shortestDecimal(float[0]);
      assert.ok(Object.is(Math.fround(Number(text)), float[0]), text);
      const digits = text
        .replace(/e.*/, "")
        .replace(/[-.]/g, "")
        .replace(/^0+|0+$/g, "").length;
      if (digits > 1 && Number.isFinite(float[0]))
        assert.notEqual(Math.fround(Number(float[0].toPrecision(digits - 1))), float[0], text);
    }
  });
});
