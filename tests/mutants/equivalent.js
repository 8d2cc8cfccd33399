// Equivalent mutants: changes that no test can detect, each with the reason.

/**
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {string} code a line of the file, from its first character to its last
 * @property {string} [above] the line above it, if the same line occurs elsewhere in the file
 * @property {string | RegExp} change the changed lines, with ⟦old → new⟧, as the run prints them
 * @property {string} reason
 */
/** @type {Equivalent[]} */
export const equivalent = [
  {
    file: "c/internal.h",
    code: "return a > b ? a : b;",
    change: "return a ⟦> → >=⟧ b ? a : b;",
    reason: "of two equal numbers either is the larger",
  },
  {
    file: "c/internal.h",
    code: "return a < b ? a : b;",
    change: "return a ⟦< → <=⟧ b ? a : b;",
    reason: "of two equal numbers either is the lesser",
  },
  {
    file: "c/simd.h",
    code: "return j + step <= n;",
    change: "return j + step ⟦<= → <⟧ n;",
    reason: "what the last vector would do is done one by one, to the same bits",
  },
  {
    file: "c/fused_mix.c",
    code: "*to = attn_least(far - tile->first, tile->count);",
    change: "*to = attn_least(far ⟦- → +⟧ tile->first, tile->count);",
    reason: "keys beyond the reach of a unit are scored too, and closed: it costs time alone",
  },
  {
    file: "c/matmul.c",
    code: "if (p->b_col != 1 || columns < SMALL_COLUMNS) {",
    change: "if (p->b_col != ⟦1 → 0⟧ || columns < SMALL_COLUMNS) {",
    reason: "columns that stand side by side are copied, too: it costs time alone",
  },
  {
    file: "c/matmul_large.c",
    code: "for (; j < whole; j += 4) {",
    change: "for (; j ⟦< → <=⟧ whole; j += 4) {",
    reason: "zeros beyond the last panel, where the panels of a are packed afterwards: it costs time alone",
  },
  {
    file: "c/mask.c",
    code: "if (to > from) memset(allowed + from, true, (size_t)(to - from));",
    change: "if (to ⟦> → >=⟧ from) memset(allowed + from, true, (size_t)(to - from));",
    reason: "to open no keys changes none",
  },
  {
    file: "c/recurrent.c",
    code: "for (int64_t j = 0; j < s->steps; j++) {",
    above: "const attn_decoder_plan *s = w->plan;",
    change: "for (int64_t j = 0; j ⟦< → <=⟧ s->steps; j++) {",
    reason: "a row more, in scratch that the product after it writes over",
  },
  {
    file: "web/core/structs.js",
    code: "writeTensor(view, at + field.inputs + n * TENSOR.size, address, withBatch(values[name].shape, leastRank));",
    change: /⟦at \+ field\.inputs → \(at - field\.inputs\)⟧/,
    reason: "inputs come first in a problem: nothing is added, and nothing taken away",
  },
  {
    file: "web/core/attention/in-place.js",
    code: "const shape = address ? values[key].shape.slice() : undefined;",
    change: /⟦values\[key\]\.shape\.slice\(\) → /,
    reason: "a shape that was read is changed by nobody: callers get copies",
  },
  {
    file: "web/core/tensor.js",
    code: "if (count <= FEW)",
    change: /⟦count <= FEW → \(count < FEW\)⟧/,
    reason: "as many as are few may be copied or not: it costs time alone",
  },
  {
    file: "web/core/graph/cells.js",
    code: "export const times = (product, by) => ({ ...product, by: by * (product.by ?? 1) });",
    change: /⟦by \* \(product\.by \?\? 1\) → \(by \/ /,
    reason: "no part is taken times a number twice",
  },
  {
    file: "web/input/code/text.js",
    code: "if (this.#bytes > TEXT_BYTES) throw tooLong(this.invalid);",
    change: /if \(⟦this\.#bytes > TEXT_BYTES → false⟧\)/,
    reason: "what is too long is refused at its end, too: it costs time alone",
  },
  {
    file: "web/input/files/weights.js",
    code: "const sure = Number.isInteger(keys) && keys > 0 && queries % keys === 0;",
    change: /⟦keys > 0 → \(keys >= 0\)⟧/,
    reason: "what is left of a division by 0 is no number, 0 neither",
  },
  {
    file: "web/core/attention/trace.js",
    code: "const trace = /** @type {Trace} */ (selected ? {} : { ...template });",
    change: /⟦selected → \(?true|⟦\{ \.\.\.template \} → \{\}/,
    reason: "a trace that has its names from the beginning is the same trace, made sooner",
  },
  {
    file: "web/element/manipulation/large-map.js",
    code: 'grip.addEventListener("touchstart", touched, { passive: true });',
    change: /⟦true → false⟧ \}\);$/,
    reason: "nothing is prevented there: a browser that waits for it waits a moment longer",
  },
  {
    file: "web/scene/stories/generic/plan.js",
    code: "return { ...what, operands: [], sign: line, result: null, closeUp: null, below: 0, height: 120, put };",
    change: /operands: ⟦\[\] → \["Stryker was here"\]⟧, sign: line/,
    reason: "where nothing is made nobody asks what it is made from",
  },
];
