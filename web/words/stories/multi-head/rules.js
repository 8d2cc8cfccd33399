/** Chooses the sentences about many heads. */
import { inputs, struck, unusual } from "../../rules.js";

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules(speaker, { sentences: t }) {
  const { say, write, plain, common } = speaker;
  const sharing = (/** @type {Facts} */ f) => f.grouped && t.shared[f.kv_heads === 1 ? "one" : "groups"];
  /** Lists which heads share their keys; all groups have the same size. @param {Facts} facts */
  const groups = ({ heads, kv_heads }) => {
    const each = heads / kv_heads;
    let said = "";
    for (let last = each; last <= heads; last += each) {
      const group = write(t.shared.group, { first: last - each + 1, pair: each === 2, last });
      said = said ? write(t.shared.then, { before: said, last: last === heads, group }) : group;
    }
    return { groups: said };
  };
  const takes = say((f) => [t.transpose[f.grouped ? "grouped" : "own"], sharing(f)], groups);
  /** Returns the sentence about a head that looks elsewhere. @param {Facts} facts */
  const looks = ({ contrast }) => contrast && t.contrast[contrast === "alike" ? "alike" : "apart"];
  /** Returns where the shown head looks, and where the other one does. @param {Facts} facts */
  const elsewhere = ({ contrast, model, name, cell }) => {
    if (!contrast || contrast === "alike") return {};
    const at = (/** @type {number} */ head, /** @type {Facts} */ { first, row }) =>
      write(t.contrast.at, { h: head + 1, key: name("key", first), share: cell("weights", row[first]) });
    const { head, row, chosen } = contrast;
    return { query: name("query", row.i), chosen: at(model.head, chosen), other: at(head, row) };
  };
  return {
    ...plain({ row_max: common.largest, shifted_exp: common.exp, row_sum: common.total }),
    input: inputs(speaker, t.batch),
    project: say(t.project, (f) => ({ three: write(t.three, f) })),
    split: say(({ grouped, d_q, d_v }) => t.split[grouped ? "grouped" : d_q === d_v ? "even" : "uneven"]),
    transpose: takes,
    heads: takes,
    given: say((f) => (f.heads === 1 ? common.given : [t.given, sharing(f)]), groups),
    scores: say(t.scores, (f) => ({ meeting: write(t.meeting, f) })),
    masked_scores: struck(speaker, { scores: "masked_scores", everywhere: true }),
    shifted_scores: say(common.shift, () => ({ scores: "shifted_scores", rows: true })),
    divide: say((f) => [t.divide, ...unusual(common, f), looks(f)], elsewhere),
    weights: say(
      (f) =>
        f.override ? [common.override, looks(f)] : [!looks(f) && t.weights, ...unusual(common, f), looks(f)],
      elsewhere,
    ),
    mixed: say(({ heads, nan, nothing }) => [
      t.mixed[heads === 1 ? "one" : "many"],
      nan ? t.mixed.nan : nothing && t.mixed.nothing,
    ]),
    join: say((f) => (f.heads === 1 ? t.join.one : [t.join.many, !f.w_o && !f.b_o && t.join.last])),
    each: say((f) => t.each[f.roles ? "roles" : "own"]),
    output: say(
      (f) => t.output[f.w_o ? "matrix" : "bias"],
      ({ model, joined }) => {
        const width = model.tensor("output")?.shape.at(-1) ?? 0;
        return { width, fewer: width < joined, same: width === joined };
      },
    ),
  };
}
