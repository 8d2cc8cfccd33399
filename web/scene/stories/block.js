/**
 * A transformer block: words rise side by side; heads mix them, each word is added back, and a norm follows; then every word goes
 * alone through the feed-forward layer, and is added back and normalized once more. Each box opens a story of its own.
 */

import { applied, isNarrow, mi, mo, part, row } from "../formula.js";
import { having } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { arrange } from "./block/arrangement.js";
import { blockOf } from "./block/facts.js";
import * as blockTexts from "../../build/words/stories/block.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./block/facts.js").Block} Block */

/** @type {import("./index.js").Story} */
export default {
  texts: [blockTexts],
  tell: tellSteps("block", arrange, steps, { rest: 2 }),
  formula,
  supports: (model) => blockOf(model) !== null,
};

/** y = norm(x + heads(x)), norm(y + ff(y)) @param {Model} model @param {import("../scene.js").Room} room */
function formula(model, room) {
  const short = isNarrow(room);
  const { tensors } = /** @type {Block} */ (blockOf(model));
  /** @type {(id: string, role: string, tensor: keyof Block["tensors"], ...children: any[]) => any} */
  const of = (id, role, tensor, ...children) => ({ ...part(id, role, ...children), tensor: tensors[tensor] });
  const look = of("heads", "value", "mixed", ...applied(short ? "h" : "heads", mi("x")));
  const feed = of("feed", "weighted", "fed", ...applied(short ? "f" : "ff", mi("y")));
  const [made, y] = ["made", "y"].map((id) => of(id, "output", "made", mi("y")));
  const first = applied("norm", of("x", "input", "x", mi("x")), mo("+"), look);
  return row(...(short ? [] : [made, mo("=")]), ...first, mo(","), ...applied("norm", y, mo("+"), feed));
}

/** @param {import("./block/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, step: saying }) {
  const { tiles, cards, facts } = stage;
  /** @param {string} said @param {keyof Block["tensors"]} makes @param {string[]} active @param {any[]} states */
  const step = (said, makes, active, ...states) => {
    const tensor = facts.at[makes];
    // a step is named after the tensor it makes; the words are given
    const about = { of: facts.whole, id: makes === "x" ? said : tensor, makes: tensor, at: tensor, active };
    return saying(said, about, { card: cards[said] }, ...states);
  };
  /** @type {(...slots: ("names" | "inputs" | "rise" | "crossing" | "mixed" | "beside" | "added" | "normed" | "made" | "hidden" | "fed" | "past" | "summed" | "finished" | "out" | "outputs")[]) => any} */
  const come = (...slots) => Object.fromEntries(slots.map((slot) => [slot, [stage[slot]]]));
  const on = (/** @type {any} */ item) => having(item, { on: 1 });
  /**
   * Highlights a row of boxes, and brings items into it.
   * @type {(box: keyof typeof tiles, ...comes: Parameters<typeof come>) => any}
   */
  const lit = (box, ...comes) => ({ [box]: tiles[box].map(on), ...come(...comes) });
  /** Moves what came in boxes to its end. @type {(slot: "normed" | "hidden" | "finished") => any} */
  const goes = (slot) => ({ [slot]: [stage[slot].map((item) => having(item, { at: 1 }, 0.9))] });

  yield chapter("words");
  yield step("words", "x", ["x"], come("names", "inputs"), come("rise"));
  yield chapter("heads");
  yield step("heads", "mixed", ["heads"], lit("look", "crossing"), come("mixed"));
  yield chapter("add");
  yield step("residual", "sum", ["x", "heads"], come("beside"), come("added"), lit("norm", "normed"));
  yield step("norm", "made", ["made"], goes("normed"), come("made"));
  yield chapter("feed");
  yield step("feed", "fed", ["feed"], lit("feed", "hidden"), goes("hidden"), come("fed"));
  yield chapter("again");
  const again = [come("past"), come("summed"), lit("last", "finished"), goes("finished")];
  yield step("again", "again", ["y", "feed"], ...again);
  yield chapter("all");
  yield { ...step("all", "out", ["x", "y"], come("out"), come("outputs")), rest: 4, poster: true };
}
