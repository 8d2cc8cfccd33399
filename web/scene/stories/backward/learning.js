/** The use of the gradients: those of parameters and inputs, one step against them, and the loss after it. */

import { formatAlone, inDigits } from "../../format.js";
import { mapEnters } from "../../kit/attention-map.js";
import { blank, by, from, placeholders } from "../../kit/arrivals.js";
import { isParameter } from "../../../core/graph/tensors.js";
import { againSteps } from "./again.js";
import { checkSteps } from "./check.js";
import { closeUp, exampleIn } from "./close-up.js";
import { afterPage, parametersPage } from "./pages.js";
import { ratesSteps } from "./rates.js";

/** @typedef {import("../../kit/steps.js").Step} Step */
/** @typedef {import("../../kit/steps.js").Chapter} Chapter */
/** @typedef {import("../../kit/steps.js").StepMakers} StepMakers */
/** @typedef {import("../backward.js").Stage} Stage */

/** @param {Stage} stage @param {StepMakers} make @returns {Generator<Step | Chapter>} */
export function* pageSteps(stage, make) {
  const { model, room, w, facts, size, spoken } = stage;
  const { chapter, step } = make;
  const page = parametersPage(model, room);
  if (!page) return;
  const { stacks, words } = page;
  const [learned, inputs] = [true, false].map((is) =>
    stacks.filter(({ tensor }) => isParameter(tensor) === is),
  );
  const first = learned.find(({ tensor }) => tensor === "w_k") ?? learned[0];
  const others = learned.filter((stack) => stack !== first);
  const gradsOf = (/** @type {typeof stacks} */ some) => some.map(({ grad }) => grad);
  const isAfter = (/** @type {{ id: string }} */ { id }) => id.startsWith("word.after");
  const begin = words.filter((word) => !isAfter(word));
  const values = stacks.map(({ value }) => value);
  const worked = (/** @type {any} */ grad, /** @type {any[]} */ stands, /** @type {number} */ seconds) => {
    const { block, k } = exampleIn(model, [grad]);
    return by(grad, closeUp(model, block, k, { size, room, stands }), { seconds });
  };

  const [largest, ...rest] = learned.filter(({ after }) => after);
  const ahead = {
    ...{ "grad first": first.grad, grads: gradsOf(others), "grad inputs": gradsOf(inputs) },
    ...{ "after first": largest?.after, after: rest.map(({ after }) => after) },
  };

  yield chapter("parameters");
  const named = { whole: first.tensor, grad: first.grad.tensor };
  yield step(
    "grad_parameters",
    {
      spoken: spoken(gradsOf(learned)),
      caption: () => w.grad_parameters({ ...facts, ...named }),
    },
    [{ only: true, words: [begin], values }, blank(ahead)],
    { "grad first": worked(first.grad, [...begin, ...values, first.grad], 0.9) },
    { grads: gradsOf(others) },
  );
  if (inputs.length) {
    const [input, ...more] = gradsOf(inputs);
    const stands = [...begin, ...values, ...gradsOf(stacks)];
    const about = { spoken: spoken(gradsOf(inputs)) };
    const begins = { "grad inputs": [worked(input, stands, 0.9), ...placeholders(more)] };
    yield step("grad_x", about, begins, { "grad inputs": gradsOf(inputs) });
  }

  yield chapter("step");
  const active = ["after", "grad_w"];
  if (!largest) return yield step("step", { active });
  const moved = [largest, ...rest];
  const stands = [...words, ...values, ...gradsOf(stacks), largest.after];
  const land = rest.map(({ value, grad, after }) => from(after, value.indices ? [value, grad] : []));
  yield step(
    "step",
    { spoken: spoken(moved.map(({ after }) => after)), active },
    { "after words": [words.filter(isAfter)] },
    { "after first": worked(largest.after, stands, 0.7) },
    { after: land, lag: 0.3 },
  );
  if (!model.tensor("after.loss")) return;
  yield* afterSteps(stage, make);
  yield* ratesSteps(stage, make);
  yield* againSteps(stage, make);
  yield* checkSteps(stage, make);
}

/**
 * The same forward pass with the parameters after the step.
 * @param {Stage} stage @param {StepMakers} make @returns {Generator<Step>}
 */
function* afterSteps({ model, room, w, facts, spoken }, { step }) {
  const [before, after] = afterPage(model, room);
  const { descent } = model.more.learning;
  const more = {
    ...lossesOf(model),
    fell: formatAlone(Math.abs(descent.fell), 3),
    predicted: formatAlone(descent.fall, 3),
    kind: kindOf(descent, model.value("loss", [])),
  };
  yield step(
    "after",
    {
      ...{ spoken: spoken([before.loss, after.loss, ...after.map.rows]), rest: 1 },
      caption: () => w.after({ ...facts, ...more }),
    },
    { only: true, before: [before.map.words], rows: [before.map.rows], loss: before.loss, once: true },
    { after: mapEnters(after.map) },
    { "after rows": after.map.rows, lag: 0.25 },
    { "after loss": after.loss },
  );
}

/** The loss before and after the step, in enough digits to tell them apart. @param {any} model */
function lossesOf(model) {
  const texts = ["loss", "after.loss"].map((tensor) => model.text(tensor, []));
  const exact = ["loss", "after.loss"].map((tensor) => inDigits(model.value(tensor, []), 6));
  const [before, now] = texts[0] === texts[1] && exact[0] !== exact[1] ? exact : texts;
  return { before, now };
}

/** The relative difference of losses that float32 cannot tell apart after many sums. */
const LEAST = 5e-7;

/**
 * Whether the loss fell, rose, stayed as it was, or moved too little to be seen.
 * @param {{ fall: number, fell: number }} descent @param {number} loss before it
 */
function kindOf({ fall, fell }, loss) {
  if (fall === 0) return "still";
  if (Math.abs(fell) <= LEAST * loss) return "tiny";
  return fell < 0 ? "rose" : "fell";
}
