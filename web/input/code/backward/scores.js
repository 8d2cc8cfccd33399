/** NumPy's way back through the softmax and the score function. */
import { shortestDecimal } from "../../../words/decimal.js";
import { Operation, scaledBy } from "../operations.js";

/** @typedef {import("./gradients.js").Gradients} Gradients */

/** From weights to scores. @param {Gradients} g */
export function throughSoftmax(g) {
  const { back } = g.text.words;
  const { softcap } = g.part.values;
  const capped = softcap ? ["grad_capped_scores"] : [];
  if (g.has("weights_override")) {
    const all = ["grad_scores", "grad_scaled_scores", ...capped, "grad_masked_scores"];
    g.make(all, `np.zeros_like(${g.name("scores")})`, back.nothing);
    return;
  }
  const isScaled = !g.isSame("scaled_scores", "scores");
  const unscaled = isScaled ? ["grad_scaled_scores"] : ["grad_scaled_scores", "grad_scores"];
  const [weights, grad] = [g.name("weights"), g.of("weights")];
  const row = g.plan.name("row_mean");
  g.text.note(
    ["grad_masked_scores"],
    g.text.beside(`${row} = ${g.dialect.sum(`(${weights} * ${grad})`, true)}`, back.row_mean),
  );
  g.make(
    first(g, "masked_scores", ["grad_masked_scores", ...(softcap ? capped : unscaled)]),
    `${weights} * (${grad} - ${row})`,
    back.grad_softmax,
  );
  if (softcap) {
    const share = `${g.name("capped_scores")} / ${shortestDecimal(Math.fround(softcap))}`;
    g.make(
      first(g, "scaled_scores", unscaled),
      `${g.of("masked_scores")} * (1 - (${share}) ** 2)`,
      back.tanh,
    );
  }
  const statement = g.part.before.find(({ variable }) => variable.tensor === "scaled_scores");
  if (!isScaled || !statement) return;
  const operation = new Operation(g.plan, g.part, statement, false, g.dialect);
  g.make(["grad_scores"], `${g.of("scaled_scores")}${scaledBy(operation)}`);
}

/** Called as the tensor is that they are of. @param {Gradients} g @param {string} tensor @param {string[]} gradients */
function first(g, tensor, gradients) {
  const own = `grad_${g.name(tensor)}`;
  return [own, ...gradients.filter((one) => one !== own)];
}

/** From scores to queries and keys. @param {Gradients} g */
export function throughScores(g) {
  const { d_q, d_k } = g.sizes;
  const [query, key, grad] = [g.name("query"), g.perHead("key"), g.of("scores")];
  const queries = ["grad_query", ...g.unsplit("query")];
  const keys = ["grad_key", ...g.unsplit("key")];
  if (g.has("w_1")) {
    const { back } = g.text.words;
    const [inner, perQuery, perKey] = INNER;
    const inside = `${grad}[..., None] * w_2 * (1 - ${g.name("hidden")} ** 2)`;
    g.make([inner], inside, back.tanh);
    g.make([perQuery], `${inner}.sum(axis=-2)`);
    g.make([perKey], `${inner}.sum(axis=-3)`);
    const hidden = /** @type {number[]} */ (g.plan.shapes.get("hidden"))[4];
    g.make(queries, `${perQuery} @ w_1[:, :${d_q}]`);
    g.make(keys, `${g.shared(perKey, hidden)} @ w_1[:, ${d_q}:]`);
  } else if (g.has("w_score")) {
    g.make(queries, `${grad} @ ${key} @ w_score.T`);
    g.make(keys, g.shared(`${g.turned(grad)} @ ${query} @ w_score`, d_k));
  } else {
    g.make(queries, `${grad} @ ${key}`);
    g.make(keys, g.shared(`${g.turned(grad)} @ ${query}`, d_k));
  }
}

/** Of what tanh is taken of, for all pairs, and added up over keys and over queries. */
const INNER = ["grad_inner", "grad_inner_per_query", "grad_inner_per_key"];

/** The gradients of a score function's own parameters. @param {Gradients} g */
export function scoreParameters(g) {
  const [query, key, grad] = [g.name("query"), g.perHead("key"), g.of("scores")];
  if (g.has("w_score")) g.make(["grad_w_score"], g.overAll(`${g.turned(query)} @ ${grad} @ ${key}`));
  if (!g.has("w_1")) return;
  const sides = [
    [INNER[1], query],
    [INNER[2], key],
  ].map(([inner, x]) => g.overAll(`${g.turned(inner)} @ ${x}`));
  g.make(["grad_w_1"], g.dialect.beside(sides.join(", ")));
  const axes = Array.from({ length: g.rank }, (_, axis) => axis).join(", ");
  g.make(["grad_w_2"], `(${grad}[..., None] * ${g.name("hidden")}).sum(axis=(${axes}))`);
}
