/** Problems of one attention that stretch a picture: every option, every odd size, numbers that are hard to tell. */

import { attentionPresets } from "./stories.js";
import { attention } from "./scene-of.js";
import { seeded, walkThrough } from "./problems.js";

const none = [false, false, false];
const all = [true, true, true];
const [zero, one] = [{ shape: [0, 2], data: [] }, [[1, 2]]];

/** Document A with one number of x replaced. @param {any} value */
function withInput(value) {
  const problem = walkThrough();
  problem.x[1][2] = value;
  return problem;
}

const two = seeded({ heads: 2, tokens: 3, features: 4, width: 2, fractions: true });
const { w_o: _, ...bare } = two;
const shared = seeded({ heads: 4, kv_heads: 2, tokens: 3, features: 4, width: 2 });
const { query, key, value } = attention.forward(shared);

/** @type {Record<string, any>} */
export const attentions = {
  "document A": walkThrough(),
  "scaled, capped and causal": walkThrough({ score: "scaled_dot", softcap: 2, causal: true }),
  ...Object.fromEntries(attentionPresets.map(([name, { problem }]) => ["preset " + name, problem])),
  "one token, one feature": seeded({ tokens: 1, features: 1 }),
  "one token, eight features": seeded({ tokens: 1, features: 8, fractions: true }),
  "two tokens, one feature": seeded({ tokens: 2, features: 1, fractions: true }),
  "four tokens, eight features": seeded({ tokens: 4, features: 8, score: "dot" }),
  "eight tokens, two features": seeded({ tokens: 8, features: 2, fractions: true, causal: true }),
  "eight tokens, eight features": seeded({ tokens: 8, features: 8, fractions: true }),
  "three queries, five keys alike": { ...seeded({ tokens: 3, keys: 5, features: 3 }), scale: 0 },
  "eight queries, one key": seeded({ tokens: 8, keys: 1, features: 3, fractions: true }),
  "given queries": { query: one, key: [[1, 0], [0.5, 1]], value: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
  "given heads": { query, key, value },
  "two heads share a key": seeded({ heads: 2, kv_heads: 1, tokens: 3, features: 4, width: 2, fractions: true }), // prettier-ignore
  "heads that share keys, two batches": { ...seeded({ heads: 4, kv_heads: 2, tokens: 3, features: 4, width: 2, batch: 2, fractions: true }), causal: true }, // prettier-ignore
  "three batches of narrow heads": seeded({ heads: 4, tokens: 3, features: 4, width: 1, batch: 3, fractions: true }), // prettier-ignore
  "eight heads of eight": seeded({ heads: 8, tokens: 8, features: 8, width: 8, fractions: true }),
  "heads with keys of their own": seeded({ heads: 2, tokens: 2, keys: 5, features: 3, width: 2 }),
  "heads with long labels": { ...seeded({ heads: 3, tokens: 2, features: 4, width: 2 }), labels: { x: ["猫咪睡觉", "👩‍👩‍👧‍👦 cat".repeat(40)] } }, // prettier-ignore
  "heads with a last bias alone": { ...bare, b_o: [1, 2, 3, 4] },
  "heads without a last matrix": { ...bare, x: seeded({ tokens: 6, features: 4 }).x },
  "heads, one row of which sees nothing": { ...two, mask: [none, all, [true, false, true]] },
  "heads, capped, with a bias": { ...two, causal: true, softcap: 2, bias: [[0, 1, -1], [0, 0, 0], [2, 2, 2]] }, // prettier-ignore
  biases: walkThrough({ b_q: [0.5, -1, 2], b_k: [1, 0, 1], b_v: [0, 0.25, 0], bias: [[0, 1, -1], [0, 0, 0], [2, 2, 2]] }), // prettier-ignore
  bilinear: walkThrough({ score: "bilinear", w_score: [[1, 0, 0], [0, 2, 0], [0.5, 0, -1]], softcap: 5 }), // prettier-ignore
  additive: walkThrough({ score: "additive", w_2: [1, -0.5], w_1: [[1, 0, 0, 0.1, 0, 0], [0, 0.2, 0, 0, -1, 0]] }), // prettier-ignore
  "given weights": walkThrough({ weights_override: [[2, -1, 0], [0, 0, 0], [0.2, 0.3, 0.5]] }), // prettier-ignore
  "given weights with NaN": walkThrough({ weights_override: [["NaN", 0, 0], [0, 1, 0], [0, 0, 1]] }), // prettier-ignore
  "long labels": walkThrough({ labels: { x: ["a".repeat(10000), "注意力".repeat(3000), "👩‍👩‍👧‍👦👍🏽 tokens".repeat(90)] } }), // prettier-ignore
  "large beside small": walkThrough({ x: [[1000, 0.75, -2e20, 0], [12.5, 2.5, 0, 0], [1, 1, 0, 1e-7]] }), // prettier-ignore
  "NaN in an input": withInput("NaN"),
  "infinity in an input": withInput("Infinity"),
  "minus infinity in an input": withInput("-Infinity"),
  "a number that overflows": withInput(3e38),
  "a number near nothing": withInput(1e-40),
  "NaN and infinities": { query: [["NaN", 1], ["Infinity", 0]], key: [[1, 0], [0, 1]], value: [[1, "-Infinity"], [2, 3]] }, // prettier-ignore
  "a row that may see nothing": walkThrough({ mask: [all, none, all] }),
  "nothing may be seen": walkThrough({ mask: [none, none, none] }),
  "infinite bias": walkThrough({ bias: [["Infinity", 0, 0], [0, "-Infinity", 0], [0, 0, "NaN"]] }), // prettier-ignore
  "no tokens": { ...walkThrough(), x: { shape: [0, 4], data: [] } },
  "no keys": { x: one, x_kv: zero },
  "twelve tokens": seeded({ tokens: 12, features: 3 }),
};
