/** What stories about one head share: their arrangement, formula and badges. */

import { layoutWide } from "../layout-wide.js";
import { layoutTurned } from "../layout-turned.js";
import { upTo } from "../layout.js";
import { pairs, struckOut, sumsToOne } from "../sentences.js";
import { fill, tensorName } from "../words.js";

/** @typedef {import("../model.js").Model} Model */

/** Columns where they fit, else turned by a quarter. @param {Model} model @param {number} width */
export function arrange(model, width) {
  return (width >= 600 && layoutWide(model, width)) || layoutTurned(model, width);
}

/**
 * What the events of these stories depend on besides widths: which scores are struck out, and whose weights
 * are 1 together.
 * @param {Model} model
 */
export function choices(model) {
  const before = model.stages[model.stages.indexOf("masked_scores") - 1];
  const struck = (/** @type {number[]} */ index) => model.masked && struckOut(model, before, index);
  return upTo(model.q_len)
    .map((i) => [sumsToOne(model, i), ...pairs(model, i).map(struck)].map(Number).join(""))
    .join();
}

/** The chapter of scaling stands there even when it is off. @param {import("../script.js").Script} script */
export function scalingChapter(script) {
  const { scaled, score } = script.model;
  if (!scaled && (score === "dot" || score === "scaled_dot")) script.chapter("scale", true);
}

/** softmax(Q Kᵀ / √dₖ) V, as nodes. @param {Model} model */
export function formula(model) {
  const mi = (/** @type {string} */ text) => ({ tag: "mi", text });
  const mo = (/** @type {string} */ text) => ({ tag: "mo", text });
  const row = (/** @type {any[]} */ ...children) => ({ tag: "mrow", children });
  const part = (/** @type {string} */ id, /** @type {string} */ role, /** @type {any[]} */ ...children) => ({
    tag: "mrow",
    id,
    role,
    children,
  });
  const root = { tag: "msqrt", children: [{ tag: "msub", children: [mi("d"), mi("k")] }] };
  const dot = model.score === "dot" || model.score === "scaled_dot";
  const product = dot
    ? [part("query", "query", mi("Q")), part("key", "key", { tag: "msup", children: [mi("K"), mo("⊤")] })]
    : [mi("score"), mo("("), part("query", "query", mi("Q")), mo(","), part("key", "key", mi("K")), mo(")")];
  const scale =
    model.usualScale || !model.scaled
      ? [mo("/"), { ...part("scale", "score", root), off: !model.scaled }]
      : [mo("·"), part("scale", "score", mi("c"))];
  const mask = model.masked ? [mo("+"), part("mask", "score", mi("M"))] : [];
  const inner = row(...product, ...(dot || model.scaled ? scale : []), ...mask);
  return row(
    part("softmax", "weight", mi("softmax")),
    mo("("),
    inner,
    mo(")"),
    part("value", "value", mi("V")),
  );
}

/** How the problem is set, as short notes: scaling, and what is unusual. @param {Model} model */
export function settings(model) {
  const { badges: b } = model.words;
  const list = [];
  if (model.override) list.push(b.override);
  if (!model.scaled) list.push(b.unscaled);
  else
    list.push(
      model.usualScale
        ? fill(b.scaled, { d_k: model.d_k })
        : fill(b.scaledBy, { scale: Number(model.scale.toPrecision(4)) }),
    );
  if (model.masked) list.push(b.masked);
  if (model.heads > 1) list.push(fill(b.head, { h: model.head + 1, heads: model.heads }));
  const batches = model.tensor("key")?.shape[0] ?? 1;
  if (batches > 1) list.push(fill(b.batch, { b: model.batch + 1, batches }));
  return list;
}

/** Short notes that always stand by the picture: settings, rounding, and what is wrong with the numbers. @param {Model} model */
export function badges(model) {
  const { badges: b } = model.words;
  const list = settings(model);
  const { whole, decimals } = model.format("weights");
  if (!model.override)
    list.push(whole ? b.whole : fill(decimals === 1 ? b.tenths : b.exact, { n: decimals }));
  const empty = (model.trace.notes?.fully_masked_rows ?? []).filter(
    (/** @type {number[]} */ [batch, head]) => batch === model.batch && head === model.head,
  );
  if (empty.length) {
    const queries = empty.map((/** @type {number[]} */ [, , i]) => i + 1).join(model.words.lists.numbers);
    list.push(fill(b.nothing, { queries }));
  }
  const bad = model.trace.notes?.first_non_finite;
  if (bad)
    list.push(
      fill(b.nonFinite, {
        text: model.text(bad.tensor, bad.index ?? []),
        tensor: tensorName(model.words, bad.tensor),
      }),
    );
  return list;
}
