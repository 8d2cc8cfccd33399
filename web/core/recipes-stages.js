/**
 * How cells of the other stages of a chain come about; see recipes.js.
 */
import { RECIPES, at, column, row, turn } from "./recipes.js";
import { countOf } from "./shapes.js";

/** @typedef {import("./recipes.js").Cell} Cell */
/** @typedef {import("./recipes.js").Recipe} Recipe */
/** @typedef {Record<string, (cell: Cell) => Recipe>} Recipes */

/** @type {Recipes} summed in double, however long */
const geometry = {
  dot: ({ trace, index: [i, j] }) => ({ a: row(trace.a, [i]), b: row(trace.b, [j]) }),
};

/** @type {Recipes} row j of state is the query of step j */
const decoder = {
  scores({ trace, values, index: [, , j, i], core }) {
    if (trace.hidden) return { a: row(trace.hidden, [0, 0, j, i]), b: values.w_2.data };
    const state = row(trace.state, [j]);
    const query = values.w_score ? turn(core, state, values.w_score, 1) : state;
    return { a: query, b: row(trace.encoder_states, [i]), work: countOf(trace.encoder_states.shape) };
  },
  scaled_scores({ trace, values: { scale, score = 0 }, index }) {
    const usual = score === 0 ? 1 / Math.sqrt(trace.encoder_states.shape[1]) : 1;
    return { a: [at(trace.scores, index)], b: [Math.fround(scale ?? usual)] };
  },
  row_sum: RECIPES.row_sum,
  context: ({ trace, index: [j, c] }) => ({
    a: row(trace.weights, [0, 0, j]),
    b: column(trace.encoder_states, c),
    work: countOf(trace.encoder_states.shape),
  }),
  logits: ({ trace, values, index: [j, c] }) => ({
    a: [...row(trace.state, [j + 1]), ...row(trace.context, [j])],
    b: column(values.w_out, c),
    work: trace.context.shape[0] * countOf(values.w_out.shape),
    plus: values.b_out?.data[c],
  }),
};

/** @type {Record<string, Recipes>} by op; the ops without products are not in it */
export const STAGE_RECIPES = { attention: RECIPES, geometry, recurrent_decoder: decoder };
