// The five source documents: their numbers, and where what they print is not what their inputs give.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { SelfAttentionLayer, createAttention } from "../../web/index.js";
import { seedExamples } from "../helpers/cases.js";
import { near } from "../helpers/compare.js";
import { matrix } from "../helpers/matrix.js";

const { examples } = seedExamples();
const flat = (value) => value.flat(Infinity).map(Number);
const close = (got, want, name) => near(got.data, flat(want), { atol: 2e-7, rtol: 3e-7, name });
/** Rounded as a document prints it. */
const printed = ({ data }, decimals) => Array.from(data, (x) => Number(x.toFixed(decimals)));

/** An example of the documents as a problem. @param {object} inputs */
const problemOf = (i, options) => ({
  ...{ x: i.X ?? i.x, w_q: i.Wq, w_k: i.Wk, w_v: i.Wv, w_o: i.Wout },
  ...{ b_q: i.bq, b_k: i.bk, b_v: i.bv, b_o: i.bout, heads: i.Wout ? 2 : 1 },
  ...options,
});
/** Their names for the tensors. @type {[string, string][]} */
const NAMES = [
  ["Q", "query"],
  ["K", "key"],
  ["V", "value"],
  ["raw_scores", "scores"],
  ["scores", "masked_scores"],
  ["weights", "weights"],
  ["weighted_values", "weighted_values"],
  ["raw_weights", "scores"],
  ["scaled_weights", "scaled_scores"],
  ["attn_weights", "weights"],
  ["attn_outputs", "mixed"],
  ["combined", "joined"],
  ["out", "output"],
];
const READING = matrix("0 0.5 0.5; 0 1 0; 0 0.9 0.1");
const VARIANTS = {
  unscaled: { scale: 1 },
  unscaled_causal: { scale: 1, causal: true },
  scaled: {},
  scaled_causal: { causal: true },
};

describe("the documents' examples", () => {
  let attention;
  before(async () => {
    attention = await createAttention();
  });

  for (const [name, { inputs, results }] of Object.entries(examples))
    for (const [variant, want] of Object.entries(results))
      test(`${name}, ${variant}: every tensor to float32 accuracy`, () => {
        assert.ok(VARIANTS[variant], variant);
        const trace = attention.forward(problemOf(inputs, VARIANTS[variant]));
        const there = NAMES.filter(([theirs]) => want[theirs] !== undefined);
        assert.equal(there.length, Object.keys(want).length, Object.keys(want).join(" "));
        for (const [theirs, ours] of there) close(trace[ours], want[theirs], ours);
      });

  // of each claim with numbers: the run it speaks of, and the tensor (of row 1 alone for some)
  const SPEAKS_OF = {
    keys: [{ scale: 1 }, "key"],
    querys: [{ scale: 1 }, "query"],
    values: [{ scale: 1 }, "value"],
    scores: [{ scale: 1 }, "scores"],
    softmax: [{ scale: 1 }, "weights"],
    softmax_1: [{ scale: 1 }, "weights"],
    softmax_rounded: [{ scale: 1 }, "weights"],
    weighted_values: [{ scale: 1, weights_override: READING }, "weighted_values"],
    outputs_of_rounded: [{ scale: 1, weights_override: READING }, "output"],
    outputs: [{ scale: 1 }, "output"],
    output_1: [{ scale: 1 }, "output"],
    pure_python: [{ scale: 1 }, "output"],
    Q: [{}, "query"],
    K: [{}, "key"],
    V: [{}, "value"],
    output: [{}, "output"],
  };
  for (const { example, claims } of seedExamples().seeds)
    for (const { id, claim, expected, printed: theirs, verdict, entries_off, note } of claims) {
      if (expected === undefined) continue;
      const why =
        verdict === "right" ? "" : `; printed is ${verdict}: ${note ?? JSON.stringify(entries_off)}`;
      test(`${id}, ${claim}: we give what follows from the inputs${why}`, () => {
        const [options, name] = SPEAKS_OF[id.slice(4)];
        // document B divides by √2, the others do not divide
        const scale = example === "three_tokens" ? undefined : options.scale;
        const trace = attention.forward(problemOf(examples[example].inputs, { ...options, scale }));
        const want = flat(expected);
        const got = { data: trace[name].data.slice(0, want.length) };
        close(got, expected, name);
        // what is printed and right agrees to the digits printed; what is not, does not
        const off = flat(theirs).some((x, n) => Math.abs(x - got.data[n]) > 5e-4 * Math.max(1, Math.abs(x)));
        assert.equal(off, verdict !== "right", verdict);
      });
    }

  test("document A's weights for reading give its outputs, as an override", () => {
    const weights_override = READING;
    const problem = problemOf(examples.illustrated.inputs, { scale: 1, weights_override });
    const { output, weights, shifted_exp } = attention.forward(problem);
    close(weights, weights_override, "weights");
    // before the override everything is as it was
    assert.ok(shifted_exp.data[0] > 0.13);
    assert.deepEqual(printed(output, 4), [2, 7, 1.5, 2, 8, 0, 2, 7.8, 0.3]);
  });

  test("document B's class: causal, 1/√d_model, moved by its gradients", async () => {
    const { X, Wq, Wk, Wv } = examples.three_tokens.inputs;
    const layer = await SelfAttentionLayer.create({ d_model: 2 });
    Object.assign(layer, { w_q: Wq, w_k: Wk, w_v: Wv });
    close(layer.forward(X).output, examples.three_tokens.results.scaled_causal.out, "output");
    const grad_output = matrix("1 0; 0 1; 1 1");
    const still = layer.backward(grad_output, { learning_rate: 0 });
    close(layer.w_q, Wq, "w_q at rate 0");
    const moved = layer.backward(grad_output, { learning_rate: 0.1 });
    assert.deepEqual(moved, still);
    const want = flat(Wv).map((w, n) => w - 0.1 * layer.gradients.grad_w_v.data[n]);
    near(layer.w_v.data, want, { name: "w_v" });
  });
});
