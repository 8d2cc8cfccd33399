/** What the gradients are for: those of parameters and inputs, one step against them, and the loss after it. */

import { formatAlone, inDigits } from "../../format.js";
import { copyTo, fadeOut, staggerItems, enterNumbers, enterBox, fadeIn, enter } from "../../kit/moves.js";
import { isParameter } from "../../../core/graph/tensors.js";
import { tween, sequence } from "../../timeline.js";
import { again } from "./again.js";
import { check } from "./check.js";
import { closeUp, standing } from "./flow.js";
import { afterPage, parametersPage } from "./pages.js";
import { rates } from "./rates.js";

/** @typedef {import("../backward.js").StoryContext} StoryContext */
/** @typedef {import("./pages.js").ParametersPage} ParametersPage */

/** @param {StoryContext} t */
export function pageSteps(t) {
  const { model, room, height } = t;
  const page = parametersPage(model, room, height);
  if (!page) return;
  t.chapter("parameters");
  gradients(t, page);
  t.chapter("step");
  if (!page.stacks.some(({ after }) => after))
    return t.step("step", { rest: 3, active: ["after", "grad_w"] });
  step(t, page);
  const halves = afterPage(model, room, height);
  if (halves) after(t, halves.halves);
  if (model.tensor("after.loss")) rates(t);
  again(t);
  check(t);
}

/** Of every matrix and bias, and of the inputs. @param {StoryContext} t @param {ParametersPage} page */
function gradients(t, { stacks, words }) {
  const { script } = t;
  const former = standing(t);
  for (const { value, grad, after } of stacks) [value, grad, after].map(script.add);
  for (const word of words) script.add(word);
  const [learned, inputs] = [true, false].map((is) =>
    stacks.filter(({ tensor }) => isParameter(tensor) === is),
  );
  const first = learned.find(({ tensor }) => tensor === "w_k") ?? learned[0];
  const others = learned.filter((stack) => stack !== first);
  const rest = words.filter(({ id }) => !id.startsWith("word.after"));
  t.step(
    "grad_parameters",
    {
      speak: learned.map(({ grad }) => grad),
      rest: 1.6,
      facts: name(first),
    },
    fadeOut(...former),
    [
      ...fadeIn(...rest),
      ...staggerItems(
        stacks.map(({ value }) => value),
        enter,
        0.06,
      ),
    ],
    enterBox(first.grad),
    ...closeUp(t, first.grad, 0.9, [...rest, ...stacks.flatMap(({ value, grad }) => [value, grad])]),
    enterNumbers(first.grad),
    staggerItems(
      others.map(({ grad }) => grad),
      enter,
      0.15,
    ),
  );
  if (!inputs.length) return;
  const [input, ...more] = inputs.map(({ grad }) => grad);
  t.step(
    "grad_x",
    { speak: [input, ...more] },
    enterBox(input),
    ...closeUp(t, input, 0.9),
    enterNumbers(input),
    staggerItems(more, enter, 0.15),
  );
}

/** The facts that a sentence names. @param {import("./pages.js").Stack} stack */
const name = ({ value, grad }) => ({ whole: value.tensor, grad: grad.tensor });

/** Every entry goes against its gradient, one after another. @param {StoryContext} t @param {ParametersPage} page */
function step(t, { stacks, words }) {
  const { script } = t;
  const learned = stacks.filter(({ after }) => after);
  const [first] = learned;
  const moved = learned.map(({ value, grad, after }) => {
    const flights = [value, grad].flatMap((from) => (from.indices ? copyTo(script, from, after) : []));
    return sequence(flights, enter(after));
  });
  t.step(
    "step",
    { speak: learned.map(({ after }) => after), active: ["after", "grad_w"], rest: 2 },
    fadeIn(...words.filter(({ id }) => id.startsWith("word.after"))),
    enterBox(first.after),
    ...closeUp(t, first.after, 0.7, [...standing(t), ...words, ...learned.map(({ after }) => after)]),
    staggerItems(moved, (beats) => beats, 0.3),
  );
}

/** The same forward pass with what the step has made of the parameters. @param {StoryContext} t @param {{ map: any, loss: any }[]} halves */
function after(t, halves) {
  const { script, model } = t;
  const former = standing(t);
  const { descent } = model.more.learning;
  for (const { map, loss } of halves) for (const item of [...map.items, loss]) script.add(item);
  const arrives = (/** @type {{ map: any, loss: any }} */ { map, loss }, /** @type {number} */ k) => [
    fadeIn(...map.items.filter((/** @type {any} */ { kind }) => kind === "text")),
    staggerItems(
      map.rows,
      (/** @type {any} */ { id }) => [tween(id, "opacity", 1, 0.18), tween(id, "reveal", 1, k ? 0.3 : 0.18)],
      k ? 0.25 : 0.05,
    ),
    enter(loss),
  ];
  const facts = {
    ...lossesOf(model),
    fell: formatAlone(Math.abs(descent.fell), 3),
    predicted: formatAlone(descent.fall, 3),
    kind: kindOf(descent, model.value("loss", [])),
  };
  const speak = [...halves.map(({ loss }) => loss), ...halves[1].map.rows];
  t.step("after", { speak, rest: 3, facts }, fadeOut(...former), ...halves.flatMap(arrives));
}

/** The loss before and after, in as many digits as tell them apart. @param {any} model */
function lossesOf(model) {
  const texts = ["loss", "after.loss"].map((tensor) => model.text(tensor, []));
  const exact = ["loss", "after.loss"].map((tensor) => inDigits(model.value(tensor, []), 6));
  const [before, now] = texts[0] === texts[1] && exact[0] !== exact[1] ? exact : texts;
  return { before, now };
}

/** The relative difference of losses that float32 cannot tell apart after many sums. */
const LEAST = 5e-7;

/**
 * Whether the loss fell as a small step lets it: nearly, less, more; rose, or did not move, or too little to be seen.
 * @param {{ fall: number, fell: number }} descent @param {number} loss before it
 */
function kindOf({ fall, fell }, loss) {
  if (fall === 0) return "still";
  if (Math.abs(fell) <= LEAST * loss) return "tiny";
  if (fell < 0) return "rose";
  const share = fell / fall;
  return share > 1.1 ? "more" : share < 0.9 ? "less" : "near";
}
