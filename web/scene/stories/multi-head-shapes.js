/** Shapes as they are written: (2, 3, 4), and what each axis counts. */

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./multi-head-facts.js").Facts} Facts */

/**
 * The shape of each stage of the run; a batch of one and a single head are left out, as everywhere in the
 * pictures. `tensor` is what has that shape, or, for the two views between, what they are views of.
 * @param {Model} model @param {Facts} facts
 */
export function shapes(model, facts) {
  const { heads, kv_heads, q_len, d_q, d_v } = facts;
  const [batch] = facts.shape;
  const of = (/** @type {string} */ tensor) => [...(model.tensor(tensor)?.shape ?? [])];
  /** @type {{ id: string, tensor: string, shape: number[], names: string[] }[]} */
  const list = [];
  const add = (
    /** @type {string} */ id,
    /** @type {string} */ tensor,
    /** @type {number[]} */ shape,
    /** @type {string} */ names,
  ) => shape.length && list.push({ id, tensor, shape, names: names.split(" ") });
  const rows = "batch token feature";
  const split = "batch head token feature";
  const pairs = "batch head query key";
  if (facts.kinds.has("x"))
    add("input", "x", [...Array(Math.max(0, 3 - of("x").length)).fill(1), ...of("x")], rows);
  if (facts.kinds.has("projected_query")) add("project", "projected_query", of("projected_query"), rows);
  if (facts.tour) add("split", "projected_query", [batch, q_len, heads, d_q], "batch token head feature");
  add("heads", "query", of("query"), split);
  add("scores", "scores", of("scores"), pairs);
  for (const column of facts.kinds.get("row_max")?.layers ?? [])
    add(column, column, of(column), "batch head query");
  add("weights", "weights", of("weights"), pairs);
  add("mixed", "mixed", of("mixed"), split);
  if (facts.tour) add("back", "joined", [batch, q_len, heads, d_v], "batch token head feature");
  if (facts.kinds.has("joined")) add("join", "joined", of("joined"), rows);
  if (facts.kinds.has("output")) add("output", "output", of("output"), rows);
  const { axes } = model.words.stories["multi-head"];
  return list.map(({ id, tensor, shape, names }) => {
    const kept = shape
      .map((size, k) => ({ size, name: names[k] }))
      .filter(
        ({ size, name }) =>
          !(size === 1 && (name === "batch" || (name === "head" && heads === 1 && kv_heads === 1))),
      );
    return {
      id,
      tensor,
      shape,
      tuple: `(${kept.map(({ size }) => size).join(", ")})`,
      axes: kept.map(({ name }) => axes[name]).join(" · "),
    };
  });
}
