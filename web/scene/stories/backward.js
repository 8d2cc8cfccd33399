/**
 * One step of learning: a short forward pass, the loss, and gradients that flow back along the lines on which the values rose,
 * each right below what it is the gradient of. Then every parameter moves a little against its gradient, and the loss falls.
 */

import { inDigits } from "../format.js";
import { spokenText, namesIn, pairs, rowFacts, targets } from "../facts.js";
import { isNarrow, mi, mo, part, row as mrow } from "../formula.js";
import { SIZES } from "../kit/block.js";
import { tellSteps } from "../kit/steps.js";
import { upTo } from "../model.js";
import { isJoined, scoresOf } from "./backward/items.js";
import { columns } from "./backward/columns.js";
import { attentionSteps } from "./backward/flow.js";
import { pageSteps } from "./backward/learning.js";
import { lossPage } from "./backward/pages.js";
import { rows } from "./backward/rows.js";
import { genericStory } from "./index.js";
import * as backwardTexts from "../../build/words/stories/backward.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {ReturnType<typeof stageOf>} Stage */

/** @type {import("./index.js").Story} */
export default {
  texts: [backwardTexts],
  tell,
  formula,
};

/** ∂s = a (∂a − Σ a ∂a), and W′ = W − η ∂W where there is room. @param {Model} model @param {import("../scene.js").Room} room */
function formula(model, room) {
  // the generic story shows the gradients of a chain, and is loaded by now
  if (model.problem.stages) return /** @type {any} */ (genericStory()).formula(model, room);
  const gradient = (/** @type {string} */ id, /** @type {string} */ role, /** @type {string} */ said) =>
    part(id, role, mi(`∂${said}`));
  const softmax = [
    ...[gradient("grad_scores", "score", "s"), mo("="), part("weights", "weight", mi("a")), mo("(")],
    ...[
      gradient("grad_weights", "weight", "a"),
      mo("−"),
      part("row_dot", "weight", mo("Σ"), mi("a"), mi("∂a")),
    ],
    mo(")"),
  ];
  if (isNarrow(room)) return mrow(...softmax);
  const after = [part("after", "parameter", mi("W′")), mo("="), mi("W"), mo("−"), mi("η")];
  const step = [...after, gradient("grad_w", "parameter", "W")];
  return mrow(...softmax, mo(","), mi("\u2003"), ...step);
}

/**
 * Shows one head number by number where there is room; else the generic story goes operation by operation.
 * @param {import("../script.js").Script} script @param {Room} room @returns {ReturnType<import("./index.js").Story["tell"]>}
 */
function tell(script, room) {
  const { model } = script;
  const { drawable, override, trace } = model;
  const usual = drawable === "ok" && !override && trace.notes?.first_non_finite === null && seesAny(model);
  const place = usual ? (columns(model, room) ?? rows(model, room)) : null;
  if (!place) {
    const generic = genericStory();
    return generic instanceof Promise ? generic : generic.tell(script, room);
  }
  const stage = () => stageOf(model, room, place);
  return tellSteps("backward", stage, steps, { of: model, rest: 0.6 })(script, room);
}

/** @param {Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, make) {
  yield* attentionSteps(stage, make);
  yield* pageSteps(stage, make);
}

/** Whether the row that is shown in full has a weight above 0. @param {Model} model */
const seesAny = (model) => pairs(model, chosenQuery(model)).some((pair) => model.value("weights", pair) > 0);

/**
 * The context that every step needs.
 * @param {Model} model @param {Room} room @param {import("./backward/items.js").Arrangement} place
 */
function stageOf(model, room, place) {
  return {
    ...{ model, room, place, w: model.words.stories.backward },
    ...{ facts: factsOf(model, chosenQuery(model)), loss: lossPage(model, room) },
    /** Size of the numbers in close-ups on a page. */
    size: room.width > 900 ? SIZES.large : place.items.size,
    /**
     * Returns a function that puts the numbers of blocks into words, for listeners.
     * @param {{ tensor: string, indices?: number[][] }[]} blocks
     */
    spoken: (blocks) => () =>
      blocks.map(({ tensor, indices: at = [] }) => spokenText(model, tensor, at.slice(0, 64))),
  };
}

/** The query whose row is shown in full: the first of those with the largest gradient of a score. @param {Model} model */
function chosenQuery(model) {
  const most = upTo(model.q_len).map((i) =>
    Math.max(...pairs(model, i).map((pair) => Math.abs(model.value("grad_scores", pair)))),
  );
  return most.indexOf(Math.max(...most));
}

/** The facts that captions use. @param {Model} model @param {number} i */
function factsOf(model, i) {
  const { batch, head, result, problem } = model;
  const { learning } = model.more;
  const row = rowFacts(model, i);
  const count = model.tensor("output")?.data.length ?? 0;
  const classes = problem.loss === "cross_entropy";
  const scores = scoresOf(model);
  const at = `${batch},${head},${i},*`;
  const { name } = namesIn(model);
  return {
    ...row,
    model,
    queryName: name("query", i),
    to: {
      ...targets(model, i),
      scores: `${scores[0]}:${at}`,
      gradOutput: result === "output" ? `grad_output:${batch},${i},*` : `grad_mixed:${at}`,
      gradWeights: `grad_weights:${at}`,
      gradSoftmax: `grad_${scores[0]}:${at}`,
      gradScores: `grad_scores:${at}`,
      gradQuery: `grad_query:${at}`,
      rowSum: `row_dot:${batch},${head},${i}`,
    },
    classes,
    count,
    counted: classes ? countedIn(model) : count,
    aimed: learning.aimed,
    loss: model.tensor("loss") ? model.text("loss", []) : "",
    rowDot: model.text("row_dot", [batch, head, i]),
    closedRowDot: closed(model.text("row_dot", [batch, head, i])),
    joined: isJoined(model),
    taken: Boolean(learning.descent),
    rate: inDigits(learning.descent?.learning_rate ?? problem.learning_rate ?? 0, 3),
    shared: model.heads > model.kv_heads,
    alone: model.q_len === 1,
  };
}

/** Puts a number in parentheses if it is negative. @param {string} text */
const closed = (text) => (text.startsWith("−") ? `(${text})` : text);

/** The number of queries that have a target class. @param {Model} model */
const countedIn = (model) => Array.from(model.tensor("target")?.data ?? []).filter((c) => c >= 0).length;
