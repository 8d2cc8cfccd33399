/**
 * Score functions side by side, on the same query and keys: each one's arithmetic for one key, its scores, its softmax; in
 * the end the bars of all of them one under the other, and what differs.
 */

import { shorten } from "../advance.js";
import { heard, namesIn, rowFacts, targets } from "../facts.js";
import { MOVE, addUp, cascade, fly, foretell, hide, inTurn, land, open, rise, show, snap, turn } from "../kit/moves.js"; // prettier-ignore
import { sequence } from "../timeline.js";
import { phaseOf } from "./phases.js";
import { closeUpOf, tellingKey } from "./scores/close-up.js";
import { compared, repeats } from "./scores/compared.js";
import { endOf } from "./scores/end.js";
import { formula, functionsOf, namesOf } from "./scores/functions.js";
import { ASKS, lanesIn } from "./scores/lanes.js";
import scoresTexts from "../../words/stories/scores/index.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {ReturnType<typeof begin>} Telling */

/** @type {import("./index.js").Story} */
export default {
  texts: [scoresTexts],
  flat: true,
  tell,
  tells: (model) => functionsOf(model) !== null,
  formula,
};

/** @param {Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const t = begin(script, room);
  given(t);
  for (const k of t.views.keys()) {
    script.chapter(t.views[k].problem.id, t.names[k]);
    score(t, k);
    for (const n of t.stage.lanes[k].stages.keys()) if (n) replace(t, k, n);
    softmax(t, k);
  }
  compare(t);
  return { height: room.height, invitation: t.w.invitation({ count: t.views.length }, script.time) };
}

/** What every step of the telling needs. @param {Script} script @param {import("../scene.js").Room} room */
function begin(script, room) {
  const views = /** @type {import("../model.js").Model[]} */ (functionsOf(script.model));
  const w = script.model.words.stories.scores;
  const names = namesOf(views, w.functions);
  const stage = lanesIn(views, names, room);
  const end = endOf(stage.lanes, room);
  const j = tellingKey(views);
  const closeUps = views.map((_, k) => closeUpOf(stage, k, j));
  const { name } = namesIn(views[0], (label) => shorten(label, 13, 110));
  const { lanes, feet } = stage;
  const blocks = lanes.flatMap((lane) => [lane.title, ...lane.stages.flatMap((one) => one.blocks)]);
  const bars = lanes.flatMap((lane) => [...lane.bars, lane.share]);
  const cards = closeUps.flatMap(({ hidden, first, cards: own }) => [hidden, first, ...own]);
  const ends = [...end.joined, ...end.names, ...end.rows.flatMap((one) => [one.title, one.share, one.strip])];
  for (const item of [
    stage.panel,
    end.panel,
    feet.query,
    ...feet.keys,
    ...blocks,
    ...bars,
    ...ends,
    ...cards,
  ])
    script.add(item);
  const facts = views.map((view, k) => ({
    ...rowFacts(view, ASKS),
    model: view,
    to: pointedAt(views[0], view, j),
    units: view.tensor("hidden")?.shape.at(-1) ?? 0,
    function: names[k],
    asker: name("query", ASKS),
    other: name("key", j),
  }));
  /**
   * A step is called as the tensor that it makes.
   * @param {string} at where in the computation @param {number} k which function
   * @param {{ title: string, caption: () => string, makes: string, cells?: number[][] }} about cells: of the row, where nothing else is said
   * @param {Beat[][]} moves
   */
  const step = (at, k, { makes, cells = facts[k].row, ...about }, ...moves) =>
    script.step(
      {
        ...{ id: views[k].full(makes), active: [at === "softmax" ? at : "score"], rest: 1.3, ...about },
        heard: () => heard(views[k], makes, cells),
        subtitle: names[k],
        place: { at, query: k },
      },
      ...moves,
    );
  return { script, views, w, names, stage, end, closeUps, j, facts, step, name };
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

/** The query and the keys, once for all. @param {Telling} t */
function given({ script, views, w, stage, facts }) {
  const { feet, lanes, paged } = stage;
  script.chapter("given", w.titles.given);
  const caption = () => w.given({ ...facts[0], functions: views.length });
  const spoken = () =>
    heard(
      views[0],
      "key",
      feet.keys.flatMap((one) => one.indices),
    );
  const blanks = paged
    ? []
    : lanes.flatMap(({ title, stages }) => [...show(title), ...foretell(...stages[0].blocks)]);
  const about = { id: "given", title: w.titles.given, caption, heard: spoken, rest: 1.2 };
  script.step(
    about,
    [...(paged ? [] : show(stage.panel)), ...snap(feet.query)],
    inTurn(feet.keys, snap, 0.1),
    blanks,
  );
}

/** One score in close-up, then those of the other keys. @param {Telling} t @param {number} k */
function score(t, k) {
  const { script, w, stage, closeUps, facts, step, j } = t;
  const { hidden, first, cards } = closeUps[k];
  const { title, stages } = stage.lanes[k];
  const [{ blocks }] = stages;
  const begins = [
    ...(k && stage.paged ? away(t, k - 1) : []),
    ...show(stage.panel, title),
    ...foretell(...blocks),
  ];
  if (hidden) {
    const caption = () => w.hidden(facts[k]);
    const about = {
      title: w.titles.hidden,
      caption,
      makes: "hidden",
      cells: hidden.indices,
    };
    const adds = first ? closeUp(first, open(hidden)) : [open(hidden)];
    step("hidden", k, about, [...begins, ...foretell(hidden)], ...adds, land(hidden));
  }
  const before = repeats(t.views, k);
  const others = blocks.filter((_, n) => n !== j);
  const again = { again: before >= 0, before: t.names[before], follows: stages.length > 1 };
  const caption = () => w.score({ ...facts[k], ...again });
  const about = {
    title: w.titles.score,
    caption,
    makes: "scores",
  };
  const copied = before >= 0 && !stage.paged;
  const from = copied ? stage.lanes[before].stages[0].blocks : [];
  const comes = (/** @type {any} */ block, /** @type {number} */ n) =>
    sequence(copied ? fly(script, from[n], block) : [], snap(block));
  const moves =
    before >= 0
      ? [cascade(blocks.map(comes), 0.12)]
      : [
          ...(cards[0] ? closeUp(cards[0], open(blocks[j])) : [open(blocks[j])]),
          land(blocks[j]),
          inTurn(others, snap, 0.18),
        ];
  step("score", k, about, ...(hidden ? [] : [begins]), ...moves, hide(hidden));
}

/** A card adds up, its sum falls into its cell, and it is gone. @param {import("../kit/card.js").Card} card @param {Beat[]} opens @returns {Beat[][]} */
function closeUp(card, opens) {
  const { sum, op } = card.origin;
  if (!sum || op === "scale") return [show(card), [...turn(card, "sum", 1, 1.3), ...opens], hide(card)];
  return [show(card), ...addUp(card, { travel: MOVE, products: 1.1, with: opens }), hide(card)];
}

/** Numbers that take the place of those before: scaled, capped, masked. @param {Telling} t @param {number} k @param {number} n */
function replace({ views, stage, closeUps, facts, step, j }, k, n) {
  const [before, now] = [stage.lanes[k].stages[n - 1], stage.lanes[k].stages[n]];
  const { phase } = phaseOf(now.tensor);
  const { chapters } = views[k].words.scene;
  const caption = () => views[k].words.stories["walk-through"][phase](facts[k]);
  const about = {
    title: chapters[phase],
    caption,
    makes: now.tensor,
  };
  const card = closeUps[k].cards[n];
  const swap = (/** @type {number} */ m) => [...turn(before.blocks[m], "shown", 0), ...snap(now.blocks[m])];
  const first = card ? [show(card), turn(card, "sum", 1, 1.3), swap(j), hide(card)] : [swap(j)];
  const others = now.blocks.map((_, m) => m).filter((m) => m !== j);
  step(phase, k, about, ...first, inTurn(others, swap, 0.12));
}

/** Bars on the scores become one bar. @param {Telling} t @param {number} k */
function softmax({ views, w, stage, facts, step }, k) {
  const { bars, share } = stage.lanes[k];
  const { kind } = facts[k];
  const usual = !/^(nothing|nan)$/.test(kind) && !views[k].override;
  const { softmax: first } = views[k].words.stories["walk-through"];
  const caption = () => (k && usual && views[k].kv_len > 1 ? w.softmax(facts[k]) : first(facts[k]));
  const about = {
    title: views[k].words.scene.chapters.softmax,
    caption,
    makes: "weights",
  };
  const filled = [...turn(share, "slide", 1, usual ? 0.7 : 0), ...turn(share, "named", usual ? 0 : 1)];
  if (!usual) return step("softmax", k, about, show(share), filled);
  step("softmax", k, about, inTurn(bars, rise, 0.06), show(share), filled, turn(share, "named", 1));
}

/** What belongs to a function goes, where the next one takes its place. @param {Telling} t @param {number} k */
function away({ script, stage, closeUps }, k) {
  const { title, stages, bars, share } = stage.lanes[k];
  return hide(
    ...script.standing([title, ...stages.flatMap(({ blocks }) => blocks), ...bars, share]),
    closeUps[k].hidden,
  );
}

/** All bars one under the other, each from its lane. @param {Telling} t */
function compare(t) {
  const { script, views, w, names, stage, end, facts, name } = t;
  const { feet, lanes } = stage;
  script.chapter("compare", w.titles.compare);
  const leaving = [feet.query, ...feet.keys, ...lanes.flatMap((one) => [one.title, ...one.stages.flatMap(({ blocks }) => blocks), ...one.bars])]; // prettier-ignore
  const slides = end.rows.map(({ share }) => [
    ...turn(share, "shown", 1, 0),
    ...turn(share, "slide", 1, 1.1),
  ]);
  const { colon } = views[0].words.grammar;
  const names_ = end.rows.map(({ share }) => turn(share, "named", 1));
  script.step(
    {
      id: "compare",
      title: w.titles.compare,
      caption: () => w.compare({ model: views[0], ...compared(views, facts, names, name) }),
      heard: () => views.map((view, k) => `${names[k]}${colon}${heard(view, "weights", facts[k].row)}`),
      active: ["softmax"],
      rest: 4,
    },
    [...hide(...script.standing([...leaving, stage.panel])), ...show(end.panel)],
    [...lanes.flatMap(({ share }) => turn(share, "shown", 0, 0)), ...cascade(slides, 0.15)],
    [...show(...end.rows.map(({ title }) => title)), ...names_.flat()],
    [...show(...end.names), ...inTurn(end.rows, ({ strip }) => snap(strip), 0.12)],
    show(...end.joined),
  );
}
