/**
 * What the story of many heads needs to know of a problem: its matrices, how large each is, which cells of
 * the trace it shows, and how wide its numbers are. Reads only.
 */

/** @typedef {import("../model.js").Model} Model */
/**
 * One kind of matrix. `layers` are the tensors that take turns in it, each with its face; `index` names a cell of batch item b, head h.
 * @typedef {{ kind: string, layers: string[], rows: number, cols: number, role: string, letter: string, sub: string,
 *   word: string, index: (b: number, h: number, r: number, c: number) => number[], faces: Face[] }} Kind
 * @typedef {{ letter: string, role: string, word: string }} Face how it looks while a layer has its turn
 */
/** @typedef {ReturnType<typeof gather>} Facts */

const MOST = 8;
/** Eight heads side by side leave no room for more. */
export const DECIMALS = 2;

/** What has no number: places of one shape share it. @param {Model} model @param {number | null} head the head that the reader wants enlarged */
export function gather(model, head) {
  const shape = model.tensor("query")?.shape ?? [1, 1, 1, 1];
  const { heads, kv_heads } = model;
  const shared = Math.max(1, heads / kv_heads);
  const kinds = kindsOf(model);
  const widths = new Map([...kinds].map(([name, kind]) => [name, widest(model, kind)]));
  const batch = Math.min(model.batch, shape[0] - 1);
  return {
    ...pick(model),
    shape,
    kinds,
    shared,
    chosen: { b: batch, h: Math.min(head ?? 0, heads - 1) },
    asked: head !== null,
    // a tour of the shapes is worth its steps where there is a batch axis to move past
    tour: shape[0] > 1 && heads > 1 && kinds.has("projected_query"),
    // all items of a small batch are drawn, of a larger one the chosen item
    items: shape[0] * heads <= MOST ? [...Array(shape[0]).keys()] : [batch],
    /** @param {number} h */
    group: (h) => Math.floor(h / shared),
    /** Widest text of each kind in em, bold. */
    widths,
    labels: Array.isArray(model.labels.x) ? model.labels.x : [],
  };
}

/** @param {Model} model */
function pick({ heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, d_model }) {
  return { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v, d_model };
}

// Where cells lie. Made out here, so that a kind that outlives its run does not keep the run.
/** @type {Kind["index"]} */
const rowsOf = (b, _, r, c) => [b, r, c];
/** @type {Kind["index"]} */
const whole = (b, h, r, c) => [b, h, r, c];
/** @type {Kind["index"]} */
const ofQuery = (b, h, r) => [b, h, r];
/** @param {number} size heads that share a key @returns {Kind["index"]} */
const groupsOf = (size) => (b, h, r, c) => [b, Math.floor(h / size), r, c];

/** @param {Model} model @returns {Map<string, Kind>} */
function kindsOf(model) {
  const { heads, kv_heads, q_len, kv_len, d_q, d_k, d_v } = model;
  const ofGroup = groupsOf(Math.max(1, heads / kv_heads));
  const kinds = new Map();
  const shapeOf = (/** @type {string} */ name) => model.tensor(name)?.shape;
  /** @param {string} kind @param {number} rows @param {number} cols @param {string[]} look role, letter, sub, word @param {any} index @param {string[]} [layers] @param {Face[]} [faces] */
  const add = (kind, rows, cols, [role, letter, sub = "", word = ""], index, layers = [kind], faces) =>
    kinds.set(kind, {
      ...{ kind, rows, cols, role, letter, sub, word, index, layers },
      faces: faces ?? layers.map(() => ({ letter, role, word })),
    });
  if (model.projected) {
    for (const name of ["x", "x_kv", "x_v"]) {
      const shape = name === "x" || model.problem[name] != null ? shapeOf(name) : null;
      if (shape)
        add(
          name,
          shape[shape.length - 2],
          shape[shape.length - 1],
          ["input", "X", SUBS[name] ?? "", "input"],
          rowsOf,
        );
    }
    if (heads > 1) add("projected_query", q_len, heads * d_q, ["query", "Q", "", "query"], rowsOf);
    if (heads > 1) add("projected_key", kv_len, kv_heads * d_k, ["key", "K", "", "key"], rowsOf);
    if (heads > 1) add("projected_value", kv_len, kv_heads * d_v, ["value", "V", "", "value"], rowsOf);
  }
  add("query", q_len, d_q, ["query", "Q", "h", "query"], whole);
  add("key", kv_len, d_k, ["key", "K", "g", "key"], ofGroup);
  add("value", kv_len, d_v, ["value", "V", "g", "value"], ofGroup);
  const before = model.stages.slice(0, -1);
  add("scores", q_len, kv_len, ["score", "S", "h", "score"], whole, before, before.map(faceOf));
  if (model.open)
    add("row_max", q_len, 1, ["score-tint", "m", "h", "row_max"], ofQuery, ["row_max", "row_sum"], ROWS);
  add("weights", q_len, kv_len, ["weight", "A", "h", "weight"], whole, [
    model.override ? "weights_override" : "weights",
  ]);
  const last = model.problem.w_o || model.problem.b_o ? "output-tint" : "output";
  add("mixed", q_len, d_v, [heads > 1 ? "output-tint" : last, "Z", "h", "mixed"], whole);
  if (heads > 1 || model.problem.w_o) add("joined", q_len, heads * d_v, [last, "Z", "", "joined"], rowsOf);
  const out = shapeOf("output");
  if (model.problem.w_o || model.problem.b_o)
    add("output", q_len, out ? out[out.length - 1] : 0, ["output", "O", "", "output"], rowsOf);
  for (const name of ["w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o"]) parameter(model, name, add);
  return kinds;
}

/** What the largest of each row and, later, its sum look like. @type {Face[]} */
const ROWS = [
  { letter: "m", role: "score-tint", word: "row_max" },
  { letter: "r", role: "weight-tint", word: "row_sum" },
];

/** What is made of the scores, one after another, at the same place. @param {string} stage @param {number} k @returns {Face} */
function faceOf(stage, k) {
  if (stage === "shifted_scores") return { letter: "T", role: "score", word: stage };
  if (stage === "shifted_exp") return { letter: "E", role: "weight-tint", word: stage };
  return { letter: "S" + "′".repeat(Math.min(k, 2)), role: "score", word: "score" };
}

/** @type {Record<string, string>} */
const SUBS = { x_kv: "kv", x_v: "v" };
/** @type {Record<string, string>} */
const MAKES = { q: "query-tint", k: "key-tint", v: "value-tint", o: "output-tint" };

/** @type {Kind["index"]} */
const ofParameter = (_b, _h, r, c) => [r, c];
/** @type {Kind["index"]} */
const ofOffset = (_b, _h, _r, c) => [c];

/** @param {Model} model @param {string} name @param {Function} add */
function parameter(model, name, add) {
  const shape = model.problem[name] == null ? null : model.tensor(name)?.shape;
  if (!shape) return;
  const [letter, of] = name.split("_");
  const look = [MAKES[of], letter === "w" ? "W" : letter, of.toUpperCase(), "parameter"];
  if (shape.length === 2) add(name, shape[0], shape[1], look, ofParameter);
  else add(name, 1, shape[0], look, ofOffset);
}

/** @param {Model} model @param {Kind} kind @returns {number} */
const widest = (model, { layers }) => Math.max(...layers.map((layer) => model.widest(layer, DECIMALS)));
