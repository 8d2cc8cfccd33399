// Attention weights of real models: recognised by name and shape, read as x @ w uses them.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openSafetensors, readWeight, recognizeWeights } from "../../../web/input/index.js";
import { safetensorsBytes } from "../helpers/files.js";
import { refused } from "../helpers/refused.js";

/** @param {Record<string, number[]>} shapes by name @param {string} [start] of the names */
const recognized = (shapes, start = "") =>
  recognizeWeights(
    Object.entries(shapes).map(([name, shape]) => ({ name: start + name, dtype: "F32", shape })),
  );

/** A layer in short: key → [name, shape in the problem's layout, transposed, columns]. */
const brief = ({ weights }) =>
  Object.fromEntries(
    weights.map(({ key, name, shape, transposed, columns }) => [key, [name, shape, transposed, ...(columns ? [columns] : [])]]), // prettier-ignore
  );

describe("models are recognised by the names of their weights", () => {
  test("GPT-2: thirds of columns, not transposed", () => {
    const attention = { "attn.c_attn.weight": [8, 24], "attn.c_attn.bias": [24], "attn.c_proj.weight": [8, 8], "attn.c_proj.bias": [8] }; // prettier-ignore
    const others = { "wte.weight": [100, 8], "mlp.c_proj.weight": [32, 8] };
    const [layer, ...more] = recognized({ ...others, ...attention }, "h.0.");
    assert.deepEqual(more, []);
    assert.equal(layer.layer, "h.0.attn");
    const [weight, bias] = ["h.0.attn.c_attn.weight", "h.0.attn.c_attn.bias"];
    assert.deepEqual(brief(layer), {
      w_q: [weight, [8, 8], false, [0, 8]],
      b_q: [bias, [8], false, [0, 8]],
      w_k: [weight, [8, 8], false, [8, 16]],
      b_k: [bias, [8], false, [8, 16]],
      w_v: [weight, [8, 8], false, [16, 24]],
      b_v: [bias, [8], false, [16, 24]],
      w_o: ["h.0.attn.c_proj.weight", [8, 8], false],
      b_o: ["h.0.attn.c_proj.bias", [8], false],
    });
  });

  test("nanoGPT: the same names, [out, in]", () => {
    const [layer] = recognized({ "attn.c_attn.weight": [24, 8], "attn.c_proj.weight": [8, 8] });
    assert.deepEqual(brief(layer).w_k, ["attn.c_attn.weight", [8, 8], true, [8, 16]]);
    assert.deepEqual(brief(layer).w_o, ["attn.c_proj.weight", [8, 8], true]);
  });

  test("Llama, Mistral, Qwen: [out, in], fewer heads of keys", () => {
    const start = "layers.0.self_attn.";
    const shapes = { "q_proj.weight": [32, 16], "k_proj.weight": [8, 16], "v_proj.weight": [8, 16], "v_proj.bias": [8], "o_proj.weight": [16, 32] }; // prettier-ignore
    const [layer] = recognized(shapes, start);
    assert.equal(layer.layer, "layers.0.self_attn");
    assert.deepEqual(brief(layer), {
      w_q: [`${start}q_proj.weight`, [16, 32], true],
      w_k: [`${start}k_proj.weight`, [16, 8], true],
      w_v: [`${start}v_proj.weight`, [16, 8], true],
      b_v: [`${start}v_proj.bias`, [8], false],
      w_o: [`${start}o_proj.weight`, [32, 16], true],
    });
  });

  test("Phi-3: one matrix, with fewer heads of keys where the output matrix shows it", () => {
    const output = { "self_attn.o_proj.weight": [16, 32] };
    const phi = (rows, more) => recognized({ "self_attn.qkv_proj.weight": [rows, 16], ...more });
    const [layer] = phi(48, output);
    assert.deepEqual(
      ["w_q", "w_k", "w_v"].map((key) => brief(layer)[key].slice(1)),
      [[[16, 32], true, [0, 32]], [[16, 8], true, [32, 40]], [[16, 8], true, [40, 48]]], // prettier-ignore
    );
    assert.deepEqual(phi(48), []);
    // rows for half a key, for none, for fewer than none, and for keys that no number of queries shares
    for (const rows of [33, 32, 16, 52]) assert.deepEqual(phi(rows, output), [], `${rows} rows`);
  });

  test("torch.nn.MultiheadAttention: thirds, or three where keys are of another width", () => {
    const [layer] = recognized({ in_proj_weight: [24, 8], in_proj_bias: [24], "out_proj.weight": [8, 8], "out_proj.bias": [8] }); // prettier-ignore
    assert.equal(layer.layer, "");
    assert.deepEqual(brief(layer).w_v, ["in_proj_weight", [8, 8], true, [16, 24]]);
    assert.deepEqual(brief(layer).b_v, ["in_proj_bias", [8], false, [16, 24]]);
    assert.deepEqual(brief(layer).b_o, ["out_proj.bias", [8], false]);
    const [cross] = recognized({ "a.q_proj_weight": [8, 8], "a.k_proj_weight": [8, 6], "a.v_proj_weight": [8, 5], "a.in_proj_bias": [24], "a.out_proj.weight": [8, 8] }); // prettier-ignore
    assert.deepEqual(brief(cross).w_k, ["a.k_proj_weight", [6, 8], true]);
    assert.deepEqual(brief(cross).b_k, ["a.in_proj_bias", [8], false, [8, 16]]);
  });

  const separate = {
    BERT: ["encoder.layer.0.attention", "self.query", "self.key", "self.value", "output.dense"],
    "ViT of transformers": ["vit.encoder.layer.0.attention", "attention.query", "attention.key", "attention.value", "output.dense"], // prettier-ignore
    DistilBERT: ["transformer.layer.0.attention", "q_lin", "k_lin", "v_lin", "out_lin"],
    T5: ["encoder.block.0.layer.0.SelfAttention", "q", "k", "v", "o"],
    diffusers: ["down_blocks.0.attn1", "to_q", "to_k", "to_v", "to_out.0"],
    "Llama as Meta names it": ["layers.0.attention", "wq", "wk", "wv", "wo"],
    "Whisper as OpenAI names it": ["encoder.blocks.0.attn", "query", "key", "value", "out"],
    "OPT, BART and CLIP": ["decoder.layers.0.encoder_attn", "q_proj", "k_proj", "v_proj", "out_proj"],
  };
  for (const [model, [layer, ...parts]] of Object.entries(separate))
    test(model, () => {
      const names = parts.map((part) => `${layer}.${part}`);
      const shapes = Object.fromEntries(names.flatMap((name) => [[`${name}.weight`, [8, 8]], [`${name}.bias`, [8]]])); // prettier-ignore
      const found = recognized(shapes);
      assert.deepEqual(found.map((one) => one.layer), [layer]); // prettier-ignore
      const expected = ["q", "k", "v", "o"].flatMap((letter, i) => [
        [`w_${letter}`, [`${names[i]}.weight`, [8, 8], true]],
        [`b_${letter}`, [`${names[i]}.bias`, [8], false]],
      ]);
      assert.deepEqual(brief(found[0]), Object.fromEntries(expected));
    });

  test("timm: thirds of rows in the file", () => {
    const [layer] = recognized({ "blocks.0.attn.qkv.weight": [24, 8], "blocks.0.attn.qkv.bias": [24], "blocks.0.attn.proj.weight": [8, 8] }); // prettier-ignore
    assert.deepEqual(brief(layer).b_q, ["blocks.0.attn.qkv.bias", [8], false, [0, 8]]);
    assert.deepEqual(brief(layer).w_o, ["blocks.0.attn.proj.weight", [8, 8], true]);
  });

  test("what only sounds like attention is left aside", () => {
    const shapes = { q_proj: [8, 8], "mlp.xq_proj.weight": [8, 8], "conv.qkv.weight": [24, 8, 1, 1], "a.q_proj.weight": [8], "mlp.q.weight": [8, 8] }; // prettier-ignore
    assert.deepEqual(recognized(shapes), []);
  });
});

describe("a recognised weight is read as x @ w uses it", () => {
  const values = (count) => Array.from({ length: count }, (_, i) => i);
  const file = (tensors) => openSafetensors(new Blob([safetensorsBytes(tensors)]));

  test("of GPT-2 a range of columns", async () => {
    const model = await file([{ name: "attn.c_attn.weight", shape: [2, 6], values: values(12) }]);
    const [{ weights }] = recognizeWeights(model.tensors);
    assert.deepEqual(await readWeight(model, weights[1]), { shape: [2, 2], data: Float32Array.of(2, 3, 8, 9) }); // prettier-ignore
    const part = await readWeight(model, weights[2], { rows: [1, 2], columns: [1, 2] });
    assert.deepEqual(part, { shape: [1, 1], data: Float32Array.of(11) });
    const beyond = () => readWeight(model, weights[0], { columns: [0, 3] });
    await refused(beyond, { code: "value", where: "columns" });
  });

  test("of timm the transpose of a range of rows, and its bias", async () => {
    const model = await file([
      { name: "qkv.weight", shape: [6, 2], values: values(12) },
      { name: "qkv.bias", shape: [6], values: values(6) },
    ]);
    const [{ weights }] = recognizeWeights(model.tensors);
    const [w_k, b_k] = weights.slice(2);
    assert.deepEqual(await readWeight(model, w_k), { shape: [2, 2], data: Float32Array.of(4, 6, 5, 7) });
    assert.deepEqual(await readWeight(model, b_k, { columns: [1, 2] }), { shape: [1], data: Float32Array.of(3) }); // prettier-ignore
  });

  test("of Llama the first features and one head", async () => {
    const model = await file([{ name: "self_attn.q_proj.weight", shape: [6, 4], values: values(24) }]);
    const [{ weights }] = recognizeWeights(model.tensors);
    const part = await readWeight(model, weights[0], { rows: [0, 3], columns: [2, 4] });
    assert.deepEqual(part, { shape: [3, 2], data: Float32Array.of(8, 12, 9, 13, 10, 14) });
  });
});
