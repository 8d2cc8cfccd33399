// The reference cases: every tensor within its tolerance, and by group no further from float64 than PyTorch's float32.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { MultiHeadAttentionLayer, SelfAttentionLayer, createAttention } from "../../web/index.js";
import { allCases, largeFused, runCase, sdpaFused, storedRows } from "../helpers/cases.js";
import { largestDifference } from "../helpers/compare.js";

/** Own error over PyTorch's, of every tensor where both are above 0, by group. @type {Map<string, object[]>} */
const ratios = new Map();

function check(one, results, group) {
  for (const [name, expected] of Object.entries(one.expected)) {
    const label = `${one.id} ${name}`;
    assert.ok(results[name], `${label} is missing`);
    const got = storedRows(results[name], expected);
    const want = expected.data.map(Number);
    const error = largestDifference(got, want, { name: label });
    assert.ok(error <= expected.tol, `${label}: off by ${error}, allowed ${expected.tol}`);
    const list = ratios.get(group) ?? ratios.set(group, []).get(group);
    const both = error > 0 && expected.torch_f32_err > 0;
    list.push({ label, ratio: both ? error / expected.torch_f32_err : undefined });
  }
}

const mean = (list) => Math.exp(list.reduce((sum, { ratio }) => sum + Math.log(ratio), 0) / list.length);

/** One line a group: tensors, geometric mean, worst. */
function table() {
  const lines = ["group            tensors  compared  geometric mean  worst"];
  for (const [group, list] of ratios) {
    const both = list.filter(({ ratio }) => ratio !== undefined);
    const worst = both.reduce((a, b) => (a.ratio > b.ratio ? a : b));
    const numbers = [
      String(list.length).padStart(7),
      String(both.length).padStart(9),
      mean(both).toFixed(3).padStart(15),
    ];
    lines.push(`${group.padEnd(16)} ${numbers.join(" ")}  ${worst.ratio.toFixed(2)} ${worst.label}`);
  }
  return lines.join("\n");
}

describe("reference cases", () => {
  let attention;
  const layers = { MultiHeadAttentionLayer, SelfAttentionLayer, build: "auto" };
  before(async () => {
    attention = await createAttention();
  });

  for (const one of allCases())
    test(one.id, async () => check(one, await runCase(attention, one, layers), one.group));
  for (const one of allCases().filter(({ op }) => op === "sdpa_large"))
    test(`${one.id}, fused`, () => check(one, largeFused(attention, one), "large, fused"));

  for (const one of allCases().filter(({ group }) => group === "sdpa"))
    test(`${one.id}, fused`, () => {
      const { out } = one.expected;
      check({ ...one, expected: { out } }, sdpaFused(attention, one), "sdpa, fused");
    });

  test("by group the error is at most PyTorch's own", () => {
    for (const [group, list] of ratios) {
      const both = list.filter(({ ratio }) => ratio !== undefined);
      assert.ok(mean(both) <= 1, `${group}: geometric mean ${mean(both)}`);
    }
  });

  test("each tensor of the long sequences errs at most 1.5 times as much as PyTorch's", () => {
    for (const [group, list] of ratios)
      if (group.startsWith("large"))
        for (const { label, ratio = 0 } of list) assert.ok(ratio <= 1.5, `${label}: ${ratio}`);
  });

  after(() => console.log(`Own error over PyTorch's float32 error\n${table()}`));
});
