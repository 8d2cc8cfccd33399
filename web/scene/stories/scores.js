/**
 * The story of score functions side by side, on the same query and keys, with a lane for each: its arithmetic for one key, its
 * scores as bars, and the shares that softmax makes of them; at the end, how they differ.
 */

import { truncate } from "../text-metrics.js";
import { spokenText, namesIn, rowFacts, targets } from "../facts.js";
import { by, from, having } from "../kit/arrivals.js";
import { atOnce, tellSteps } from "../kit/steps.js";
import { phaseOf } from "./phases.js";
import { closeUpOf, exampleKey } from "./scores/close-up.js";
import { compared, repeats } from "./scores/compared.js";
import { ASKS, formula, functionsOf, namesOf } from "./scores/functions.js";
import { endOf, lanesIn } from "./scores/lanes.js";
import * as scoresTexts from "../../build/words/stories/scores.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/slots.js").State} State */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [scoresTexts],
  tell: tellSteps("scores", stageOf, steps),
  supports: (model) => functionsOf(model) !== null,
  formula,
};

/** @param {Model} model @param {import("../scene.js").Room} room */
function stageOf(model, room) {
  const w = model.words.stories.scores;
  const views = /** @type {Model[]} */ (functionsOf(model));
  return { ...lanesIn(views, namesOf(views, w.functions), room), w, facts: { count: views.length } };
}

/** @param {ReturnType<typeof stageOf>} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, ...make }) {
  const { lanes, header, titled, w } = stage;
  const views = lanes.map(({ view }) => view);
  const names = lanes.map(({ name }) => name);
  const [first] = views;
  const j = exampleKey(views);
  const { name } = namesIn(first, (label) => truncate(label, 13, 110));
  const facts = views.map((view, k) => ({
    ...rowFacts(view, ASKS),
    model: view,
    to: pointedAt(first, view, j),
    units: view.tensor("hidden")?.shape.at(-1) ?? 0,
    function: names[k],
    queryName: name("query", ASKS),
    other: name("key", j),
  }));

  yield chapter("given");
  const given = { caption: () => w.given({ ...facts[0], functions: views.length }), of: first, makes: "key" };
  const { query, label, keys, words } = header;
  /** The lanes from one on, empty but for their titles; named: false where a card takes their room. @param {number} from */
  const ahead = (from, named = true) =>
    Object.assign(
      {},
      ...lanes.slice(from).map(({ title, ground }, n) => ({
        [`ground ${from + n}`]: ground,
        [`title ${from + n}`]: named && [title],
      })),
    );
  const begins = [atOnce({ query: [[query, label]] }), { keys, words: [words] }, atOnce(ahead(0))];
  yield make.step("given", given, ...begins);

  for (const [k, { view, name: title }] of lanes.entries()) {
    yield { chapter: view.problem.id, title };
    yield* lane(k);
  }

  yield chapter("compare");
  const told = compared(views, facts, names, name);
  const { joined, focus } = endOf(stage, names, told.pair);
  const { colon } = first.words.grammar;
  const about = {
    active: ["softmax"],
    caption: () => w.compare({ model: first, ...told }),
    spoken: () => views.map((view, k) => `${names[k]}${colon}${spokenText(view, "weights", facts[k].row)}`),
  };
  // seams would cross the names above a bar
  const bare = lanes.map(({ share }, k) => [`share ${k}`, having(share, { outer: 0 })]);
  yield make.step("compare", about, joined ? Object.fromEntries(bare) : {}, { joined, focus });

  /** Yields the steps of one function: its scores, what becomes of them, and its shares. @param {number} k */
  function* lane(k) {
    const { view, title, picture, ground, line, stages, share } = lanes[k];
    const { hidden, first: unit, card } = closeUpOf(stage, k, j);
    const [{ blocks, bars }, ...others] = stages;
    const { chapters } = view.words.scene;
    const walk = view.words.stories["walk-through"];
    /**
     * Makes a step, named after the tensor that it makes.
     * @param {string} makes @param {string} at its place in the computation @param {Pick<Step, "title" | "caption">} about
     * @param {(State | null | false)[]} states
     */
    const step = (makes, at, about, ...states) => ({
      ...{ id: view.full(makes), of: view, makes, subtitle: names[k] },
      ...{ active: [at === "softmax" ? at : "score"], place: { at, query: k }, ...about },
      states: states.flatMap((state) => (state ? [inLane(state)] : [])),
    });
    /** Renames slots, so that each lane has its own; those of others stay. @param {State} slots */
    const inLane = ({ once, others, ...slots }) => ({
      ...Object.fromEntries(Object.entries(slots).map(([slot, thing]) => [`${slot} ${k}`, thing])),
      ...others,
      ...(once && { once }),
    });
    /** Pairs numbers with their bars. @param {any[]} numbers @param {any[]} their */
    const withBars = (numbers, their) => ({ scores: numbers.map((number, n) => [number, their[n]]) });

    const before = repeats(views, k);
    const isCovered = !titled && Boolean(hidden || (before < 0 && card));
    const below = isCovered ? ahead(k + 1, false) : {};
    const begins = atOnce({ ground, title: [title], picture: [picture], line, others: below });
    const tanh = { title: w.titles.hidden, caption: () => w.hidden(facts[k]) };
    if (hidden) yield step("hidden", "hidden", tanh, begins, { hidden: by(hidden, unit) });

    const again = { again: before >= 0, before: names[before], follows: others.length > 0 };
    const scored = { title: w.titles.score, caption: () => w.score({ ...facts[k], ...again }) };
    const copied =
      before >= 0 ? blocks.map((block, n) => from(block, [lanes[before].stages[0].blocks[n]])) : blocks;
    const close = before < 0 && card && { scores: by(blocks[j], card, { seconds: 0.9 }) };
    yield step("scores", "score", scored, !hidden && begins, close, {
      ...withBars(copied, bars),
      hidden: null,
    });

    // scaled, capped and masked numbers take the place of those before, whose bars stay dashed
    for (const { tensor, blocks: now, bars: rise } of others) {
      const { phase } = phaseOf(tensor);
      const about = { title: chapters[phase], caption: () => walk[phase](facts[k]) };
      yield step(tensor, phase, about, atOnce({ past: [stages[0].past], ...withBars(now, rise) }));
    }

    const shared = { title: chapters.softmax, caption: () => (isUsual(k) ? w : walk).softmax(facts[k]) };
    // without room above the bar, only names that fit into their shares are shown
    yield step(
      "weights",
      "softmax",
      shared,
      { share: titled ? share : having(share, { outer: 0 }) },
      isCovered && atOnce({ others: ahead(k + 1) }),
    );
  }

  /** Reports whether softmax makes shares of a lane's scores. @param {number} k */
  function isUsual(k) {
    return !/^(nothing|nan)$/.test(facts[k].kind) && !views[k].override && views[k].kv_len > 1;
  }
}

/**
 * Returns what sentences about one score point at: the query and the keys on the stage are the first stage's.
 * @param {import("../model.js").Model} first @param {import("../model.js").Model} view @param {number} j the key
 */
function pointedAt(first, view, j) {
  const { query, key, keys } = targets(first, ASKS);
  const { batch, head } = view;
  const pair = `${batch},${head},${ASKS},${j}`;
  return {
    ...targets(view, ASKS),
    ...{ query, keys, key: key(j) },
    cell: `${view.full("scores")}:${pair}`,
    layer: `${view.full("hidden")}:${pair},*`,
    parameters: view.full("w_score"),
  };
}
