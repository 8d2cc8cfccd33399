/**
 * The beginning of the walk-through: inputs with one question, then the keys and values made from them; or keys and values as
 * given.
 */

import { spokenText } from "../../facts.js";
import { projected } from "../../kit/projection.js";
import { by, from, placeholders } from "../../kit/arrivals.js";
import { atOnce } from "../../kit/steps.js";
import { inputTensor } from "./items.js";
import { isSmall, speedOf } from "./opening.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/slots.js").State} State */
/** @typedef {import("../../kit/steps.js").Step} Step */
/** @typedef {import("../../kit/steps.js").Chapter} Chapter */

/**
 * @param {import("../walk-through.js").Stage} stage @param {import("./opening.js").Opening | null} opening
 * @param {{ first: () => Record<string, any>, queryLabel: string }} facts of the first query, and the name of the query that asks
 * @returns {Generator<Step | Chapter>}
 */
export function* begin(stage, opening, { first, queryLabel }) {
  const { inputs, keys, values, closeUp } = stage;
  const { model } = stage.items;
  const w = model.words.stories["walk-through"];
  const { chapters } = model.words.scene;

  if (opening) yield { chapter: "ask", title: w.opening };
  else yield { chapter: "project", title: chapters.project };
  yield* model.projected ? project() : given();

  /**
   * A step before the first query.
   * @param {string} id @param {string} makes @param {Partial<Step>} about @param {Step["states"]} states @returns {Step}
   */
  function prepare(id, makes, about, ...states) {
    const caption = () => w[id](first());
    const usual = { of: model, speed: speedOf(model), rest: 0.25 };
    return { id, title: w.titles[id], caption, makes, ...usual, ...about, states };
  }

  /** Shows keys and values as given; where they share a place, only the values are left at the end. */
  function* given() {
    const spoken = () => spokenText(model, "key", keys.flatMap(({ indices }) => indices)); // prettier-ignore
    const about = { caption: () => w.given(first()), spoken, rest: 1.4 };
    yield prepare("inputs", "key", about, { keys }, { values }, ...asked());
  }

  /** Lets the last query ask how much comes from each of the others. @returns {State[]} */
  function asked() {
    return opening ? [{ queryLabel: opening.queryLabel, unknown: opening.streams }] : [];
  }

  /** Turns inputs into keys and values, with the matrix at work where there is room for it. */
  function* project() {
    const of = inputTensor(model);
    const said = opening ? question() : { caption: () => w.keys(first()) };
    yield prepare("inputs", of, said, { lag: 0.08, inputs }, ...asked());
    if (opening) yield { chapter: "project", title: chapters.project };
    const [key, value] = [made("w_k", keys), made("w_v", values)];
    const counted = { n: model.kv_len, cross: of === "x_kv", named: model.named() };
    const subtitle = isSmall(model) ? "" : w.each(counted);
    yield prepare("keys", "key", { active: ["key"], subtitle }, begun({ matrix: key.matrix }), ...key.states);
    const begins = { matrix: value.matrix };
    const ends = [{ matrix: null }, { "matrix names": value.matrix && stage.matrixNames?.() }];
    yield prepare("values", "value", { active: ["value"], subtitle }, begins, ...value.states, ends);
  }

  /** The words of the step in which the question is asked. @returns {Partial<Step>} */
  function question() {
    const subtitle = model.self ? w.asNumbers({ n: model.kv_len, named: model.named() }) : "";
    const caption = () => w.ask({ ...first(), queryName: queryLabel, first: first().queryName });
    return { title: w.titles.ask, subtitle, caption };
  }

  /** Removes the question, and brings in the map and placeholders for what is to come. @param {State} more @returns {State} */
  function begun(more) {
    const ahead = stage.roomy ? { keys: placeholders(keys), values: placeholders(values) } : {};
    return atOnce({ question: null, queryLabel: null, unknown: null, ...stage.mapEnters, ...ahead, ...more });
  }

  /**
   * Makes blocks with the matrix above them; if there is no room for it, the first key has a close-up.
   * @param {"w_k" | "w_v"} name @param {Block[]} blocks @returns {{ matrix?: any, states: State[] }}
   */
  function made(name, blocks) {
    const matrix = model.tensor(name) && stage.matrix?.(name);
    const slot = blocks === keys ? "keys" : "values";
    const lines = blocks.map((block, j) => [stage.fork?.(block, j)].flat().filter(Boolean));
    if (matrix) {
      const states = blocks.map((_, j) => ({ more: true, [slot]: projected(matrix, j, lines[j]) }));
      return { matrix, states };
    }
    const usual = { lag: 0.06, [slot]: blocks.map((block, j) => from(block, [], lines[j])) };
    const [first, ...others] = blocks;
    const card =
      name === "w_k" && model.tensor(name) && closeUp(first, { k: firstNonzeroCell(model, first) });
    if (!card) return { states: [usual] };
    const close = by(first, card, { lines: lines[0], seconds: 1 });
    return { states: [{ keys: [close, stage.roomy && placeholders(others)] }, usual] };
  }
}

/** The first cell with a term that is not zero; else the first cell. @param {Model} model @param {Block} block */
function firstNonzeroCell(model, { tensor, indices }) {
  const isNonzero = (/** @type {number[]} */ index) =>
    model
      .origin(tensor, index)
      .terms.some((cells) => cells.every((cell) => model.value(cell.tensor, cell.index) !== 0));
  return model.decide(() => Math.max(0, indices.findIndex(isNonzero)));
}
