/** Two problems on one timeline, one above the other: where they agree, where they differ, and what follows from that. */

import { spokenText, namesIn } from "../facts.js";
import { backdrop, ring } from "../kit/backdrop.js";
import { boxIn } from "../kit/slice.js";
import { cellsOf } from "../kit/squares.js";
import { from, having, placeholders } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { textAt } from "../kit/text.js";
import { upTo } from "../model.js";
import { LANES, arrange } from "./compare/lanes.js";
import { contrast, largestChange } from "./compare/differences.js";
import { formula } from "../formula.js";
import { phaseOf, placeOf } from "./phases.js";
import * as compareTexts from "../../build/words/stories/compare.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */
/** @typedef {import("./compare/lanes.js").Column} Column */

/** @type {import("./index.js").Story} */
export default {
  texts: [compareTexts],
  tell: tellSteps("compare", stageOf, steps),
  // with the scale, if either of the two has one
  formula: (model) => formula(modelsOf(model).find(({ scaled }) => scaled) ?? model),
  supports: (model) => modelsOf(model).every(({ drawable }) => drawable === "ok"),
};

/** The two problems. @param {Model} model @returns {Model[]} */
const modelsOf = (model) => [model, model.others.compare ? model.stage("compare") : model];

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const models = modelsOf(model);
  const place = arrange(models, room);
  // apart from their settings, the problems are equal if they are given the same numbers
  const alike = place.columns.every(({ difference }) => difference.same);
  const facts = { models, model, equal: haveSameNumbers(models), alike, bars: place.numbered };
  return { ...place, facts, width: room.width };
}

/** @param {ReturnType<typeof stageOf>} place @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(place) {
  const { columns, lanes, heads, width, height, facts: common } = place;
  const { models, model } = common;
  const w = model.words.stories.compare;
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.chapters[id] });

  yield chapter("problems");
  const panel = backdrop("panel", { x: 0, y: 0, width, height });
  const most = width - 2 * place.left;
  const title = (/** @type {string} */ id, /** @type {string} */ said, /** @type {number} */ y) =>
    textAt(`${id}.title`, place.left, y, { text: said, align: "start", weight: 650, fill: "ink", most });
  const said = w.titles(models);
  const titles = LANES.map((lane, k) => title(lane, said[k], place.titles[k]));
  if (place.once) titles.push(title("once", w.once, place.once));
  const blank = lanes.map((lane, k) =>
    Object.fromEntries(lane.map((part, c) => [slotOf(k, c), part && placeholders([part.block])])),
  );
  yield {
    ...{ id: "problems", title: w.steps.problems, caption: () => w.problems(common), rest: 1.6 },
    states: [{ panel }, ...upTo(titles.length).map((k) => ({ titles: titles.slice(0, k + 1) })), blank],
  };

  let before = "problems";
  for (const group of groups(columns)) {
    const { id } = group[group.length - 1];
    const tensor = id === "result" ? "output" : id;
    const { phase, symbols } = phaseOf(tensor);
    if (phase !== before) yield chapter((before = phase));
    const found = group.map(({ difference }) => difference);
    const at = group.map((column) => columns.indexOf(column));
    const name = id === "key" ? "query" : id === "result" ? "outputs" : id;
    yield {
      ...{ id: name, title: w.steps[name] ?? w.chapters[tensor] ?? w.chapters[phase] },
      caption: () => w.columns({ ...common, columns: group, found }),
      spoken: () => group.flatMap(spokenOf),
      ...{ active: symbols, at: placeOf(tensor), rest: 1.2 },
      states: [
        LANES.map((_, k) => Object.assign({}, ...at.map((c) => made(k, c)))),
        { [`chips ${name}`]: group.map(({ chip }, k) => lanes.every((lane) => lane[at[k]]) && chip) },
        LANES.map((_, k) => Object.assign({}, ...at.map((c) => heldAgainst(k, c)))),
      ],
    };
  }

  yield chapter("compared");
  const change = largestChange(models);
  const weights = columns.find(({ id }) => id === "weights")?.difference;
  const rings = change ? lanes.flatMap((lane, k) => ringOf(lane, k, change)) : [];
  const names = { ...namesIn(model), below: namesIn(models[1]) };
  yield {
    ...{ id: "compared", title: w.steps.compared, active: ["softmax"], rest: 2.6, poster: true },
    caption: () => w.compared({ ...common, change, ...names, bars: common.bars && weights?.finite }),
    states: [{ rings }],
  };

  /** @param {number} k lane @param {number} c column */
  function slotOf(k, c) {
    return `${LANES[k]} ${columns[c].id}`;
  }

  /** A block of a lane, made from the one before it. @param {number} k lane @param {number} c column */
  function made(k, c) {
    const part = lanes[k][c];
    if (!part) return {};
    const { block, names } = part;
    const { id, signs } = columns[c];
    const maps = id === "weights" ? heads[k]?.maps : [];
    const given = /^(query|key|value)$/.test(id);
    const source = given ? null : lanes[k].slice(0, c).findLast(Boolean)?.block;
    const sources = source && !source.grid && !block.grid ? [source] : [];
    const slot = slotOf(k, c);
    return {
      [`${slot} sign`]: signs[k],
      [slot]: from(block, sources),
      [`${slot} names`]: [[names, maps]],
    };
  }

  /**
   * Dims a block that is the same in both lanes; otherwise, adds the overlay that shows where it differs.
   * @param {number} k lane @param {number} c column
   */
  function heldAgainst(k, c) {
    const { id, slices, difference } = columns[c];
    const block = lanes[k][c]?.block;
    if (!block) return {};
    if (difference.same) return { [slotOf(k, c)]: having(block, { dim: 1 }) };
    const bars = k > 0 && place.numbered;
    const item = contrast(`${LANES[k]}.${id}.contrast`, models, slices, block, difference, bars);
    return { [`${slotOf(k, c)} contrast`]: item };
  }

  /**
   * The ring around the weight that changes most.
   * @param {typeof lanes[number]} lane @param {number} k @param {{ index: number[] }} change
   */
  function ringOf(lane, k, { index }) {
    const part = lane[columns.findIndex(({ id }) => id === "weights")];
    const cell = [models[k].batch, models[k].head, ...index.slice(2)];
    const box = part && boxIn([part.block], { tensor: models[k].full("weights"), index: cell });
    return box ? [ring(`${LANES[k]}.change`, box)] : [];
  }

  /** @param {Column} column */
  function spokenOf({ slices }) {
    return models.flatMap((view, k) => {
      const slice = slices[k];
      return slice && slice.rows * slice.columns <= 16
        ? [`${w.lanes[k]}${view.words.grammar.colon}${spokenText(view, slice.tensor, cellsOf(slice).flat())}`]
        : [];
    });
  }
}

/** What only one of two problems may be given without differing in its numbers: a lane is named by it. */
const SETTING = /mask$|^bias$|^weights_override$|^w_(score|1|2)$/;

/** Whether both problems were given the same numbers: inputs, parameters, and what else both have. @param {Model[]} models */
function haveSameNumbers([a, b]) {
  const given = a.graph.filter(({ op }) => op === "given");
  return given.every(({ tensor }) => {
    const name = tensor.replace("compare.", "");
    const [first, second] = [a.tensor(name), b.tensor(name)];
    if (!first || !second) return SETTING.test(name);
    const same = (/** @type {number} */ value, /** @type {number} */ k) => Object.is(value, second.data[k]);
    return String(first.shape) === String(second.shape) && Array.from(first.data).every(same);
  });
}

/** Groups the columns that appear in one step: queries with keys, and values with the result. @param {Column[]} columns */
function groups(columns) {
  /** @type {Column[][]} */
  const made = [];
  for (const column of columns) {
    const before = made[made.length - 1];
    const pair = ["query key", "value result"].includes(`${before?.[0].id} ${column.id}`);
    if (pair && before) before.push(column);
    else made.push([column]);
  }
  return made;
}
