/**
 * The words of a caption look at a picture: it is cut into patches, a query looks for each word at some of them, and what it sees adds up.
 * At last a reader points: a word lights its patches, a patch names its words.
 */

import { pairs, spokenText } from "../facts.js";
import { remember } from "../kit/remember.js";
import { having, play } from "../kit/steps.js";
import { MOST_ANIMATED, upTo } from "../model.js";
import { arrange } from "./regions/arrangement.js";
import { TOLD, factsOf } from "./regions/facts.js";
import { COLUMNS, KINDS, ROWS, coversOf, picture } from "./regions/picture.js";
import * as regionsTexts from "../../build/words/stories/regions.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default { texts: [regionsTexts], tell, supports };

/** What the patches of the picture hold: computed when it is first asked for. */
const covers = remember(() => coversOf(picture).flat());

/** Whether words ask the picture that is drawn. @param {Model} model */
function supports(model) {
  const { heads, batches, q_len, kv_len, masked, biased, override, problem } = model;
  const given = model.tensor("x_kv");
  if (problem.stages || heads > 1 || batches > 1 || masked || biased || override || problem.x_v) return false;
  if (q_len < 1 || q_len > MOST_ANIMATED || kv_len !== ROWS * COLUMNS || model.result !== "output")
    return false;
  if (given?.data.length !== covers().length || model.d_v !== KINDS.length) return false;
  const same = covers().every((share, k) => Math.abs(share - given.data[k]) < 1e-3);
  return same && Array.from(model.tensor("weights")?.data ?? [NaN]).every(Number.isFinite);
}

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const { stories } = model.words;
  const facts = factsOf(model);
  const stage = arrange(model, room, facts);
  const poster = play(script, steps(model, stage, facts), { scenery: [stage.panel] });
  return { height: room.height, poster, invitation: stories.regions.invitation(facts, script.time) };
}

/** @param {Model} model @param {ReturnType<typeof arrange>} stage @param {ReturnType<typeof factsOf>} facts @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(model, stage, facts) {
  const w = model.words.stories.regions;
  const { view, words, maps, titles, shares, veils, lights, numbers, hint } = stage;
  const { told } = facts;
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.chapters[id] });
  /** @param {string} id @param {Partial<Step> & { at?: string, n?: number }} about n: which of the words that look @param {Step["states"]} states */
  const step = (id, { n = 0, ...about }, ...states) => ({
    ...{ id, title: w.titles[id], lead: 1.2, rest: 1.6, query: told[n].i, ...about, states },
    caption: () => w[id]({ ...facts, ...told[n] }),
  });
  const cut = having(view, { cut: 1 });
  const seen = (/** @type {number} */ i) => ({ title: titles[i], share: shares[i] });

  yield chapter("picture");
  yield step("picture", { active: ["value"] }, { view }, { words: [words] });
  const holds = { of: model, makes: "x_kv", active: ["key", "value"] };
  const { ring, words: named, blocks } = stage.example;
  yield step("patches", holds, { view: cut }, { ring }, { example: [named], shares: blocks });

  yield chapter("ask");
  const [first, second = first] = told.map(({ i }) => i);
  const looks = { active: ["query", "softmax"], at: "softmax" };
  yield step(
    "word",
    { ...looks, spoken: spoken(first) },
    { example: null, shares: null, ring: null },
    { veil: veils[first] },
    { maps: maps[first] },
  );
  yield step("mix", { of: model, makes: "output", at: "sum", active: ["value"] }, seen(first));
  if (second !== first) {
    const about = { ...looks, n: 1, spoken: spoken(second) };
    yield step("next", about, { veil: veils[second] }, { maps: [maps[first], maps[second]] }, seen(second));
  }

  yield chapter("point");
  const others = upTo(model.q_len).filter((i) => i !== first && i !== second);
  const about = { of: model, makes: "output", rest: 4, poster: true, active: ["softmax"] };
  yield step(
    "point",
    about,
    { veil: null, title: null, share: null },
    { maps: [maps[first], maps[second], others.map((i) => maps[i])] },
    { focus: stage.focus, hint },
    { lights: [lights], numbers },
  );

  /** The largest weights, for listeners. @param {number} i */
  function spoken(i) {
    const cells = pairs(model, i).filter((pair) => model.value("weights", pair) >= TOLD);
    return () => spokenText(model, "weights", cells);
  }
}
