/**
 * A transformer block: words rise side by side; heads mix them, what each was is added again, a norm follows; then every word
 * goes on alone through the feed-forward layer, and is added and normalized once more. Each box opens into its own story.
 */

import { namesIn } from "../facts.js";
import { isNarrow, mi, mo, part, row } from "../formula.js";
import { having, play } from "../kit/steps.js";
import { upTo } from "../model.js";
import { arrange } from "./block/arrangement.js";
import { blockOf } from "./block/facts.js";
import * as blockTexts from "../../build/words/stories/block.js";
import * as genericTexts from "../../build/words/stories/generic.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./block/facts.js").Block} Block */

/** @type {import("./index.js").Story} */
const story = {
  texts: [blockTexts, genericTexts],
  tell,
  formula,
  supports: (model) => blockOf(model) !== null,
};
export default story;

/** y = norm(x + heads(x)), norm(y + ff(y)) @param {Model} model @param {import("../scene.js").Room} room */
function formula(model, room) {
  const short = isNarrow(room);
  const { tensors } = /** @type {Block} */ (blockOf(model));
  /** @type {(id: string, role: string, tensor: keyof Block["tensors"], ...children: any[]) => any} */
  const of = (id, role, tensor, ...children) => ({ ...part(id, role, ...children), tensor: tensors[tensor] });
  /** @type {(from: any, by: any) => any[]} */
  const norm = (from, by) => [mi("norm"), mo("("), from, mo("+"), by, mo(")")];
  const look = of("heads", "value", "mixed", mi(short ? "h" : "heads"), mo("("), mi("x"), mo(")"));
  const feed = of("feed", "weighted", "fed", mi(short ? "f" : "ff"), mo("("), mi("y"), mo(")"));
  const [made, y] = ["made", "y"].map((id) => of(id, "output", "made", mi("y")));
  return row(
    ...(short ? [] : [made, mo("=")]),
    ...norm(of("x", "input", "x", mi("x")), look),
    mo(","),
    ...norm(y, feed),
  );
}

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const parts = /** @type {Block} */ (blockOf(model));
  const stage = arrange(model, parts, room);
  const setting = { scenery: [stage.ground], standing: { ...stage.tiles, sides: stage.sides }, read: true };
  const poster = play(script, steps(model, parts, stage), setting);
  const invitation = model.words.stories.block.invitation({}, script.time);
  const opens = (/** @type {string} */ id) =>
    parts.opens[/** @type {keyof typeof parts.opens} */ (id.split(".")[1])];
  return { height: stage.height, poster, invitation, opens, whole: true };
}

/** @param {Model} model @param {Block} parts @param {import("./block/arrangement.js").Stage} stage @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(model, { view, tensors, units, feed }, stage) {
  const { asks, tiles, cards } = stage;
  const w = model.words.stories.block;
  const hidden = upTo(units).map((u) => model.value(tensors.hidden, [0, asks, u]));
  const awake = hidden.filter((value) => value > 0).length;
  const facts = {
    ...{ model: view, units, count: view.q_len, d: view.d_model, heads: view.heads, at: tensors },
    ...{ name: namesIn(view).name("query", asks), awake, rest: awake < units },
    relu: (feed.activation ?? "relu") === "relu" && hidden.every(Number.isFinite),
  };
  /** @param {string} said @param {keyof Block["tensors"]} makes @param {string[]} active @param {any[]} states */
  const step = (said, makes, active, ...states) => ({
    // a step is named after what it makes; the words are given
    ...{
      id: makes === "x" ? said : tensors[makes],
      title: w.titles[said],
      of: model,
      makes: tensors[makes],
      at: tensors[makes],
    },
    ...{ active, rest: 2, caption: () => w[said](facts), states: [{ card: cards[said] }, ...states] },
  });
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.chapters[id] });
  /** @type {(...slots: ("names" | "inputs" | "rise" | "crossing" | "mixed" | "beside" | "added" | "normed" | "made" | "hidden" | "fed" | "past" | "summed" | "finished" | "out" | "outputs")[]) => any} */
  const come = (...slots) => Object.fromEntries(slots.map((slot) => [slot, [stage[slot]]]));
  /** @type {(box: keyof typeof tiles) => any} */
  const lit = (box) => ({ [box]: tiles[box].map((one) => having(one, { on: 1 })) });
  const gone = (/** @type {any[]} */ items) => [items.map((item) => having(item, { at: 1 }, 0.9))];

  yield chapter("words");
  yield step("words", "x", ["x"], come("names", "inputs"), come("rise"));
  yield chapter("heads");
  yield step("heads", "mixed", ["heads"], lit("look"), come("crossing"), come("mixed"));
  yield chapter("add");
  const sum = [come("beside"), come("added"), { ...lit("norm"), ...come("normed") }];
  yield step("residual", "sum", ["x", "heads"], ...sum);
  yield step("norm", "made", ["made"], { normed: gone(stage.normed) }, come("made"));
  yield chapter("feed");
  const fed = [{ ...lit("feed"), ...come("hidden") }, { hidden: gone(stage.hidden) }, come("fed")];
  yield step("feed", "fed", ["feed"], ...fed);
  yield chapter("again");
  const again = [come("past"), come("summed"), { ...lit("last"), ...come("finished") }];
  yield step("again", "again", ["y", "feed"], ...again, { finished: gone(stage.finished) });
  yield chapter("all");
  yield { ...step("all", "out", ["x", "y"], come("out"), come("outputs")), rest: 4, poster: true };
}
