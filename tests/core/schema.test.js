// One schema of tensors: C's lists and their comments, graphs, traces and edits agree with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { OPERATIONS, TENSORS, gradientsOf, sizesIn } from "../../web/core/graph/tensors.js";
import { createAttention } from "../../web/index.js";
import { drawn } from "../helpers/coded.js";
import { fewOrMany } from "../helpers/full.js";
import { presets } from "../helpers/presets.js";
import { root } from "../setup/system.js";

const header = readFileSync(join(root, "c/attn.h"), "utf8");
const { attention, recurrent_decoder: decoder } = OPERATIONS;

/** What the header calls sizes by other names. */
const SIZES = {
  q_len: "query",
  kv_len: "key",
  B: "batch",
  H: "heads",
  G: "kv_heads",
  Q: "query",
  K: "key",
  T: "tiles",
  t: "key",
};

/** The entries of a list of attn.h: each name, and its axes where a comment says them. @param {string} list */
function entriesOf(list) {
  const [, body] = new RegExp(`#define ${list}\\(T\\)((?:.*\\\\\\n)*.*)`).exec(header);
  const entries = body.matchAll(/T\((\w+)\)(?: +\/\* (?:the same|broadcasts to)? ?\(([^)]*)\))?/g);
  return Array.from(entries, ([, name, axes]) => [
    name,
    axes
      ?.replace(/\b1, 1\b/, "batch, heads")
      .replaceAll(/\s*([*+])\s*/g, "$1")
      .replaceAll(/\b\w+\b/g, (size) => SIZES[size] ?? size)
      .replaceAll(", ", " "),
  ]);
}

describe("C's lists are the schema's", () => {
  const lists = {
    ATTN_INPUTS: attention.given,
    ATTN_TRACE: attention.made,
    ATTN_GRADIENTS: gradientsOf("attention"),
    ATTN_DECODER_INPUTS: decoder.given,
    ATTN_DECODER_TRACE: [...Object.keys(decoder.made), ...gradientsOf("recurrent_decoder")],
  };
  for (const [list, tensors] of Object.entries(lists))
    test(list, () => {
      const names = Array.isArray(tensors) ? tensors : Object.keys(tensors);
      const entries = entriesOf(list);
      assert.deepEqual(entries.map(([name]) => name), names); // prettier-ignore
      const all = { ...decoder.made, ...tensors };
      for (const [name, axes] of entries)
        if (axes && all[name]) assert.equal(all[name].axes.replaceAll(/\*(?= |$)/g, ""), axes, name);
    });
});

describe("a tensor", () => {
  const names = Object.values(OPERATIONS).flatMap(({ given, made }) => Object.keys({ ...given, ...made }));
  test("of any operation has its letter and role", () => {
    assert.deepEqual(names.filter((name) => !Object.hasOwn(TENSORS, name)), []); // prettier-ignore
  });

  test("of an attention belongs to a phase, from its scores on", () => {
    const without = Object.keys(attention.made).filter((name) => !attention.made[name].phase);
    const projected = ["projected_query", "projected_key", "projected_value"];
    assert.deepEqual(without, [...projected, "query", "key", "value"]);
  });
});

describe("graphs", async () => {
  const engine = await createAttention();
  const AXES = { batch: "batch", heads: "head", kv_heads: "kv_head", query: "query", key: "key", hidden: "hidden", steps: "step" }; // prettier-ignore
  const problems = [
    ...Object.entries(presets).map(([kind, { problem }]) => ({ kind, problem })),
    ...drawn(fewOrMany(1, 6)),
  ];

  test("have the axes that the schema says", () => {
    for (const { kind, problem } of problems)
      for (const { tensor, axes } of engine.graph(problem)) {
        const stage = problem.stages?.find(({ id }) => tensor.startsWith(`${id}.`));
        const { given, made } = OPERATIONS[stage?.op ?? "attention"];
        const name = tensor.slice(stage ? stage.id.length + 1 : 0);
        assert.ok(given[name] ?? made[name], `${kind}: ${tensor}`);
        const text = (given[name] ?? made[name]).axes;
        if (text.includes("…")) continue;
        const said = text.split(" ").map((axis) => {
          const [product, other] = sizesIn(axis);
          return product.length > 1 || (other && other[0] !== "1")
            ? "feature"
            : (AXES[product[0]] ?? "feature");
        });
        assert.deepEqual(axes, said.slice(said.length - axes.length), `${kind}: ${tensor}`);
      }
  });

  test("make tensors in the schema's order", () => {
    for (const { kind, problem } of problems.filter((one) => !one.problem.stages)) {
      const made = Object.keys(attention.made);
      const names = engine.graph(problem).flatMap(({ tensor, op }) => (op === "given" ? [] : [tensor]));
      assert.deepEqual(names, made.filter((name) => names.includes(name)), kind); // prettier-ignore
    }
  });
});
