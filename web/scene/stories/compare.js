/** Two problems on one timeline, one above the other: where they agree, where they part, and what comes of it. */

import { heard, namesIn } from "../facts.js";
import { ground, rim, ring } from "../kit/ground.js";
import { fly, foretell, hide, inTurn, land, open, show } from "../kit/moves.js";
import { boxIn } from "../kit/slice.js";
import { cellsOf, indexAt } from "../kit/squares.js";
import { text } from "../kit/text.js";
import { sequence, together } from "../timeline.js";
import { LANES, arrange } from "./compare/lanes.js";
import { differences, largestChange } from "./compare/differences.js";
import { phaseOf, placeOf } from "./phases.js";
import compareTexts from "../../words/stories/compare/index.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./compare/lanes.js").Column} Column */

/** Cells that are ringed one by one; more would hide what they ring. */
const MOST_RINGS = 6;

/** @type {import("./index.js").Story} */
export default {
  texts: [compareTexts],
  tell,
  tells: (model) =>
    model.drawable === "ok" && (!model.others.compare || model.stage("compare").drawable === "ok"),
};

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const { model } = script;
  const w = model.words.stories.compare;
  const chapters = { ...model.words.scene.chapters, ...w.chapters };
  const models = [model, model.others.compare ? model.stage("compare") : model];
  const place = arrange(models, room);
  const { columns, lanes, heads, signs, chips } = place;
  script.add(ground("panel", { x: 0, y: 0, width: room.width, height: place.height }));
  const titles = w.titles(models).map((/** @type {string} */ said, /** @type {number} */ k) => {
    const made = text(`${LANES[k]}.title`, {
      text: said,
      align: "start",
      weight: 650,
      fill: "ink",
      most: room.width - 2 * place.left,
    });
    made.put(place.left, place.titles[k]);
    return script.add(made);
  });
  let chapter = "";
  /** @param {string} id */
  const enter = (id) => {
    if (id !== chapter) script.chapter(id, chapters[id]);
    chapter = id;
  };
  const blocks = lanes.flat().flatMap((part) => (part ? [script.add(part.block)] : []));
  enter("problems");
  // settings apart, the problems are equal where what is given is
  const common = { models, model, equal: haveSameNumbers(models) };
  script.step(
    { id: "problems", title: w.steps.problems, caption: () => w.problems(common), rest: 1.6 },
    inTurn(titles, show, 0.3),
    foretell(...blocks),
  );
  for (const own of groups(columns)) tellColumns(own);
  enter("compared");
  const change = largestChange(models);
  const rings = change ? lanes.flatMap((lane, k) => ringOf(lane, k, change)) : [];
  script.step(
    {
      id: "compared",
      title: w.steps.compared,
      caption: () => w.compared({ ...common, change, ...namesIn(model), below: namesIn(models[1]) }),
      active: ["softmax"],
      rest: 2.6,
    },
    show(...rings),
  );
  return {
    height: place.height,
    poster: script.time - 0.01,
    invitation: w.invitation({ ...common, seconds: script.time }),
  };

  /** One tensor, or two that come together, in both lanes. @param {Column[]} own */
  function tellColumns(own) {
    const { id } = own[own.length - 1];
    const tensor = id === "result" ? "output" : id;
    const name = id === "key" ? "query" : id === "result" ? "outputs" : id;
    enter(phaseOf(tensor).phase);
    const found = own.map(({ slices }) => differences(models, slices));
    const at = own.map((column) => columns.indexOf(column));
    const { symbols } = phaseOf(tensor);
    script.step(
      {
        id: name,
        title: w.steps[name] ?? chapters[tensor] ?? chapters[phaseOf(tensor).phase],
        caption: () => w.columns({ ...common, columns: own, found }),
        heard: () => own.flatMap(heardOf),
        active: symbols,
        place: { at: placeOf(tensor) },
        rest: 1.2,
      },
      together(...LANES.map((_, k) => sequence(...at.map((c) => comes(k, c))))),
      [...show(...at.map((c) => chips[c])), ...found.flatMap((one, k) => rise(at[k], one))],
    );
  }

  /** A block of a lane comes, from the one before it. @param {number} k lane @param {number} c column @returns {Beat[]} */
  function comes(k, c) {
    const part = lanes[k][c];
    if (!part) return [];
    const { block, names } = part;
    const { id } = columns[c];
    for (const item of [block, ...names, signs[k][c], chips[c]]) script.add(item);
    const maps = id === "weights" ? (heads[k]?.maps ?? []) : [];
    for (const map of maps) script.add(map);
    const from = /^(query|key|value)$/.test(id) ? null : lanes[k].slice(0, c).findLast((one) => one)?.block;
    const flight = from && !from.grid && !block.grid ? fly(script, from, block) : [];
    return [
      ...sequence([...show(signs[k][c]), ...open(block)], flight, [
        ...land(block),
        ...show(...names),
        ...show(...maps),
      ]),
    ];
  }

  /** What differs is ringed where it is a part. @param {number} c @param {ReturnType<typeof differences>} found @returns {Beat[]} */
  function rise(c, { kind, cells }) {
    if (kind !== "some" || cells.length > MOST_RINGS) return [];
    const made = lanes.flatMap((lane, k) =>
      cells.flatMap(([r, c2]) => {
        const { block } = /** @type {NonNullable<typeof lane[number]>} */ (lane[c]);
        const cell = { tensor: block.tensor, index: indexAt(block, r, c2) };
        const box = boxIn([block], cell);
        return box ? [script.add(ring(`${LANES[k]}.${block.tensor}.${r}.${c2}.ring`, rim(box)))] : [];
      }),
    );
    const last = made.flatMap((one) => hide(one).map((beat) => ({ ...beat, start: 2 })));
    return [...show(...made), ...last];
  }

  /** @param {Column} column */
  function heardOf({ slices }) {
    return models.flatMap((one, k) => {
      const slice = slices[k];
      return slice && slice.rows * slice.columns <= 16
        ? [`${w.lanes[k]}${one.words.grammar.colon}${heard(one, slice.tensor, cellsOf(slice).flat())}`]
        : [];
    });
  }

  /** Round the weight that changes most. @param {typeof lanes[number]} lane @param {number} k @param {{ index: number[] }} change */
  function ringOf(lane, k, { index }) {
    const part = lane[columns.findIndex(({ id }) => id === "weights")];
    const own = [models[k].batch, models[k].head, ...index.slice(2)];
    const box = part && boxIn([part.block], { tensor: models[k].full("weights"), index: own });
    return box ? [script.add(ring(`${LANES[k]}.change`, rim(box)))] : [];
  }
}

/** Whether all that both were given as numbers is the same: inputs and parameters. @param {Model[]} models */
function haveSameNumbers([a, b]) {
  const names = a.graph.filter(({ op, tensor }) => op === "given" && !tensor.startsWith("compare."));
  return names.every(({ tensor }) => {
    const [one, other] = [a.tensor(tensor), b.tensor(tensor)];
    if (!other || /mask$|^bias$|^weights_override$/.test(tensor)) return true;
    return Array.from(one?.data ?? []).every((value, k) => Object.is(value, other.data[k]));
  });
}

/** Queries and keys come together, and so do values and what they add up to. @param {Column[]} columns */
function groups(columns) {
  /** @type {Column[][]} */
  const made = [];
  for (const column of columns) {
    const before = made[made.length - 1];
    const pair = /^(query key|value result)$/.test(`${before?.[0].id} ${column.id}`);
    if (pair && before) before.push(column);
    else made.push([column]);
  }
  return made;
}
