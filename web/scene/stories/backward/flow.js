/**
 * The forward pass, the loss, and the gradients that flow back through one row: from its result to weights and values, then
 * through the softmax to scores, query and keys.
 */

import { blank, by, from, having, placeholders } from "../../kit/arrivals.js";
import { upTo } from "../../model.js";
import { isJoined, scoresOf } from "./items.js";
import { closeUp, exampleIn } from "./close-up.js";

/** @typedef {import("../../kit/steps.js").Step} Step */
/** @typedef {import("../../kit/steps.js").Chapter} Chapter */
/** @typedef {import("../../kit/steps.js").StepMakers} StepMakers */
/** @typedef {import("../../kit/gradient-pair.js").GradientPair} GradientPair */
/** @typedef {import("../backward.js").Stage} Stage */
/** @typedef {keyof Stage["place"]["flows"]} Way */

/** Seconds from one product of the row's dot product to the next. */
const PRODUCT = 0.24;

/**
 * The values, or the gradients, of pairs, by their slots.
 * @param {Record<string, GradientPair[]>} pairs @param {"value" | "grad"} side
 */
const slotsOf = (pairs, side) =>
  Object.fromEntries(
    Object.entries(pairs).map(([slot, some]) => [
      side === "grad" ? `grad ${slot}` : slot,
      some.map((pair) => pair[side]),
    ]),
  );

/**
 * The pairs of one query, from the query to its result.
 * @param {Stage} stage @param {number} i @param {string} scores the tensor that is shown as scores
 */
const rowOf = ({ place: { items } }, i, scores) => ({
  query: [items.queries[i]],
  scores: items.pairs[scores][i],
  weights: items.pairs.weights[i],
  result: [items.results[i]],
  output: items.outputs.slice(i, i + 1),
});

/** @param {Stage} stage @param {StepMakers} make @returns {Generator<Step | Chapter>} */
export function* attentionSteps(stage, { chapter, step }) {
  const { model, place, facts, loss } = stage;
  const { items, flows, ground, word, band } = place;
  const { i } = facts;
  const [last, ...raw] = scoresOf(model);
  const found = { keys: items.keys, values: items.values };
  const pairs = { ...rowOf(stage, i, last), ...found };
  const { query, keys, values, scores, weights, result, output } = slotsOf(pairs, "value");
  const grads = slotsOf(pairs, "grad");
  const up = (/** @type {Way} */ way) => ({ [`flow ${way}`]: flows[way].map((flow) => flow.up) });
  const back = (/** @type {Way} */ way) => ({ [`flow ${way}`]: flows[way].map((flow) => flow.back) });
  const whole = (/** @type {Record<string, any[]>} */ some) => Object.values(some).flat();

  yield chapter("forward");
  const forward = {
    ...{ ground: [[...ground, word]], query, keys, values, ...up("query"), ...up("key"), scores },
    ...{ ...up("softmax"), weights, ...up("weights"), ...up("values"), result, ...up("output"), output },
  };
  yield step("forward", { spoken: stage.spoken([...weights, ...result, ...output]) }, forward);
  if (loss) yield* lossSteps(stage, { chapter, step });

  yield chapter("output");
  const made = isJoined(model) ? "grad output" : "grad result";
  const given = { [made]: grads[made] };
  if (!loss) yield step("grad_output", { makes: "grad_output" }, given);
  // the loss has shown this gradient already: it only takes its place
  const returns = loss ? [{ only: true, ...forward, once: true }, given] : [];
  /** What is visible, and should not be hidden. */
  let stands = [...whole(forward), ...whole(given), ...items.names];
  if (isJoined(model)) yield* arrive("grad_mixed", "result", "output", 0.9, {}, returns);
  const begins = isJoined(model) ? [] : returns;
  yield* arrive("grad_weights", "weights", "weights", 1.1, { active: ["grad_weights"] }, begins);
  yield* arrive("grad_value", "values", "values", 0.9);

  yield chapter("softmax");
  const active = ["weights", "grad_weights", "row_dot"];
  const sum = { products: items.products[i], dot: items.dots[i] };
  yield step(
    "row_dot",
    { makes: "row_dot", active },
    { band, ...(word && { ground: [[...ground, having(word, { active: 1 })]] }), once: true },
    { products: sum.products, lag: PRODUCT },
    { dot: sum.dot },
  );
  yield step("grad_softmax", { makes: `grad_${last}`, active: ["grad_scores", ...active] }, back("softmax"), {
    "grad scores": grads["grad scores"],
    lag: 0.3,
  });
  stands = [...stands, ...sum.products, sum.dot, ...grads["grad scores"]];

  yield chapter("scores");
  // through mask, soft cap and scale, where there are any
  if (raw.length) {
    const { scores: plain } = rowOf(stage, i, "scores");
    const then = { ...slotsOf({ scores: plain }, "value"), ...slotsOf({ scores: plain }, "grad") };
    const about = { makes: "grad_scores", active: ["grad_scores"] };
    yield step("grad_scores", about, { ...then, lag: 0.2, once: true });
  }
  yield* arrive("grad_query", "query", "query", 1);
  const others = upTo(model.q_len).filter((n) => n !== i);
  // the other rows at a glance, all in the same place
  const rows = others.map((n, k) => {
    const row = rowOf(stage, n, "scores");
    const slots = { ...slotsOf(row, "value"), ...slotsOf(row, "grad") };
    return { ...slots, products: items.products[n], dot: items.dots[n], once: true, wait: k && 0.9 };
  });
  if (others.length) yield step("rows", { makes: "grad_scores" }, ...rows);
  yield* arrive("grad_key", "keys", "key", 1, { poster: true });

  /**
   * Lets gradients of one kind arrive along lines: first one, with a close-up of its arithmetic, then the others.
   * @param {string} id of the step @param {keyof typeof pairs} slot @param {Way} way @param {number} seconds of the products
   * @param {Partial<Step>} [about] @param {Step["states"]} [before] what happens first @returns {Generator<Step>}
   */
  function* arrive(id, slot, way, seconds, about, before = []) {
    const blocks = grads[`grad ${slot}`];
    const { block, k } = exampleIn(model, blocks);
    stands = [...stands, ...blocks];
    const card = closeUp(model, block, k, { ...stage, ...place.items, room: place.cards, stands });
    const first = blocks.flatMap((gradient) =>
      gradient === block ? [by(gradient, card, { seconds })] : placeholders([gradient]),
    );
    yield step(
      id,
      { makes: block.tensor, ...about },
      ...before,
      back(way),
      { [`grad ${slot}`]: first },
      { [`grad ${slot}`]: blocks },
    );
  }
}

/**
 * All outputs beside their targets, and the loss.
 * @param {Stage} stage @param {StepMakers} make @returns {Generator<Step | Chapter>}
 */
function* lossSteps({ model, room, loss, size }, { chapter, step }) {
  const { outputs, target, loss: far, signs } = /** @type {NonNullable<Stage["loss"]>} */ (loss);
  const { value, grad } = outputs;
  yield chapter("loss");
  // it stands beside the outputs, whose gradients come below these
  const x = value.x + value.width;
  const free = { ...room, x, width: room.width - x };
  const worksOut = closeUp(model, far, 0, { size, room: free, stands: [value, target, far] });
  yield step(
    "loss",
    { makes: "loss" },
    [{ only: true, outputs: value }, blank({ grad })],
    { target, signs, once: true },
    { loss: from(far, [value, target]) },
    { work: worksOut && having(worksOut, { sum: 1 }, 1) },
  );
  const { block, k } = exampleIn(model, [grad]);
  const card = closeUp(model, block, k, { size, room, stands: [value, grad, target, far] });
  yield step("grad_output", { makes: "grad_output" }, { work: null, grad: by(grad, card, { seconds: 1 }) });
}
