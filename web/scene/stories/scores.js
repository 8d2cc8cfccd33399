/**
 * Score functions side by side, on the same query and keys: each one's arithmetic for one key, its scores, its softmax; in
 * the end the bars of all of them one under the other, and what differs.
 */

import { truncate } from "../text-metrics.js";
import { spokenText, namesIn, rowFacts, targets } from "../facts.js";
import { by, from, placeholders, play, slowly } from "../kit/steps.js";
import { phaseOf } from "./phases.js";
import { closeUpOf, exampleKey } from "./scores/close-up.js";
import { compared, repeats } from "./scores/compared.js";
import { endOf } from "./scores/end.js";
import { formula, functionsOf, namesOf } from "./scores/functions.js";
import { ASKS, lanesIn } from "./scores/lanes.js";
import * as scoresTexts from "../../build/words/stories/scores.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").State} State */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [scoresTexts],
  tell,
  supports: (model) => functionsOf(model) !== null,
  formula,
};

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const w = model.words.stories.scores;
  const views = /** @type {Model[]} */ (functionsOf(model));
  const names = namesOf(views, w.functions);
  play(script, steps(lanesIn(views, names, room), room, w));
  return { height: room.height, invitation: w.invitation({ count: views.length }, script.time) };
}

/** @param {import("./scores/lanes.js").Lanes} stage @param {import("../scene.js").Room} room @param {any} w @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, room, w) {
  const { lanes, feet, paged, panel } = stage;
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

  yield { chapter: "given", title: w.titles.given };
  const given = { title: w.titles.given, caption: () => w.given({ ...facts[0], functions: views.length }) };
  const announced = lanes.map(({ title, stages }, k) =>
    inLane(k, { title, scores: placeholders(stages[0].blocks) }),
  );
  yield {
    ...{ id: "given", ...given, of: first, makes: "key", rest: 1.2 },
    states: [{ panel: !paged && panel, query: feet.query }, { keys: feet.keys }, paged ? [] : announced],
  };

  for (const [k, { view, name: title }] of lanes.entries()) {
    yield { chapter: view.problem.id, title };
    yield* lane(k);
  }

  yield { chapter: "compare", title: w.titles.compare };
  const end = endOf(lanes, room);
  const { colon } = first.words.grammar;
  const lasting = lanes.map(({ share }, k) => inLane(k, { share }));
  yield {
    ...{ id: "compare", title: w.titles.compare, active: ["softmax"], rest: 4 },
    caption: () => w.compare({ model: first, ...compared(views, facts, names, name) }),
    spoken: () => views.map((view, k) => `${names[k]}${colon}${spokenText(view, "weights", facts[k].row)}`),
    states: [
      Object.assign({ only: true, panel: end.panel }, ...(paged ? lasting.slice(-1) : lasting)),
      { only: true, panel: end.panel, shares: end.rows.map(({ share }) => slowly(1.5, share)) },
      { titles: end.rows.map(({ title }) => title) },
      { names: end.names, strips: end.rows.map(({ strip }) => strip) },
      { joined: end.joined },
    ],
  };

  /** Slots of a lane: where one is shown at a time, the next takes the same. @param {number} k @param {State} slots */
  function inLane(k, slots) {
    return paged
      ? slots
      : Object.fromEntries(Object.entries(slots).map(([slot, thing]) => [`${slot} ${k}`, thing]));
  }

  /** One function: its scores, what becomes of them, its bars. @param {number} k */
  function* lane(k) {
    const { view, title, stages, bars, share } = lanes[k];
    const { hidden, first: unit, cards } = closeUpOf(stage, k, j);
    const [{ blocks }, ...others] = stages;
    const { chapters } = view.words.scene;
    const walk = view.words.stories["walk-through"];
    /** A step has the name of the tensor that it makes. @param {string} makes @param {string} at where in the computation @param {Pick<Step, "title" | "caption">} about @param {any[]} states */
    const step = (makes, at, about, ...states) => ({
      ...{ id: view.full(makes), of: view, makes, subtitle: names[k], rest: 1.3 },
      ...{ active: [at === "softmax" ? at : "score"], place: { at, query: k }, ...about },
      states: states.map((state) => inLane(k, state)),
    });

    const begins = { title, scores: placeholders(blocks), bars: null, share: null, panel };
    const tanh = { title: w.titles.hidden, caption: () => w.hidden(facts[k]) };
    if (hidden)
      yield step(
        "hidden",
        "hidden",
        tanh,
        { ...begins, hidden: placeholders([hidden]) },
        { hidden: by(hidden, unit) },
      );

    const before = repeats(views, k);
    const again = { again: before >= 0, before: names[before], follows: others.length > 0 };
    const scored = { title: w.titles.score, caption: () => w.score({ ...facts[k], ...again }) };
    const close = { scores: [by(blocks[j], cards[0]), placeholders(blocks.filter((_, n) => n !== j))] };
    const copied =
      before >= 0 && !paged
        ? blocks.map((block, n) => from(block, [lanes[before].stages[0].blocks[n]]))
        : blocks;
    const comes = before >= 0 ? [{ scores: copied }] : [close, { scores: blocks }];
    yield step("scores", "score", scored, ...(hidden ? [] : [begins]), ...comes, { hidden: null });

    // numbers that take the place of those before: scaled, capped, masked
    for (const [n, { tensor, blocks: now }] of others.entries()) {
      const { phase } = phaseOf(tensor);
      const closeUps = stages[n].blocks.map((block, m) => (m === j ? by(now[m], cards[n + 1]) : block));
      const about = { title: chapters[phase], caption: () => walk[phase](facts[k]) };
      yield step(tensor, phase, about, { scores: closeUps }, { scores: now });
    }

    const usual = !/^(nothing|nan)$/.test(facts[k].kind) && !view.override;
    const softmax = k && usual && view.kv_len > 1 ? w.softmax : walk.softmax;
    const shared = { title: chapters.softmax, caption: () => softmax(facts[k]) };
    yield step("weights", "softmax", shared, { bars: usual && bars }, { share });
  }
}

/** What sentences about one score point at: the query and keys that stand there are the first stage's. @param {import("../model.js").Model} first @param {import("../model.js").Model} view @param {number} j the key */
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
