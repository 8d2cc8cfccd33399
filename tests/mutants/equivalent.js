// Defects that are none: nobody can tell the changed code from the code. Each with the reason.

/**
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {string} code a line of the file, from its first character to its last
 * @property {string | RegExp} change the lines touched, with ⟦what stood there → what stands there⟧, as the run prints it
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
    file: "web/core/trace.js",
    code: "export const isPlain = (held) => held.map(({ name }) => name).join() === PLAIN.join();",
    change: /^export const isPlain = .*→ (\(\) => undefined|\(?false)/,
    reason: "a trace whose names are written out in one go is the same trace, made sooner",
  },
  {
    file: "web/scene/stories/generic/plan.js",
    code: "return { ...what, operands: [], result: null, parts: [line], closeUp: null, below: 0, height: 120, put };",
    change: /operands: ⟦\[\] → \["Stryker was here"\]⟧, result: null/,
    reason: "where nothing is made nobody asks what it is made from",
  },
  {
    file: "web/scene/stories/attention/telling.js",
    code: "let former = [];",
    change: /^let former = ⟦\[\] → /,
    reason: "before the first query nothing is hidden, and a name that no item has hides nothing",
  },
];
