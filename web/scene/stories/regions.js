/**
 * The words of a caption look at a picture: it is cut into patches, a query looks for each word at some of them, and what it sees adds up.
 * At last a reader points: a word lights its patches, a patch names its words.
 */

import { pairs, spokenText } from "../facts.js";
import { remember } from "../kit/remember.js";
import { having, tellSteps } from "../kit/steps.js";
import { MOST_ANIMATED } from "../model.js";
import { arrange } from "./regions/arrangement.js";
import { TOLD } from "./regions/facts.js";
import { COLUMNS, KINDS, ROWS, coversOf, picture } from "./regions/picture.js";
import * as regionsTexts from "../../build/words/stories/regions.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [regionsTexts],
  tell: tellSteps("regions", arrange, steps, { rest: 1.6 }),
  supports,
};

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

/** @param {import("./regions/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ facts, view, words, maps, seen, veils, lights, numbers, hint, example, ...stage }, make) {
  const { model, told } = facts;
  const { chapter } = make;
  /** A step about one of the words that look. @param {string} id @param {Partial<Step>} about @param {number} n which @param {Step["states"]} states */
  const step = (id, about, n, ...states) => {
    const caption = () => model.words.stories.regions[id]({ ...facts, ...told[n] });
    return make.step(id, { caption, query: told[n].i, ...about }, ...states);
  };
  const [first, second = first] = told.map(({ i }) => i);

  yield chapter("picture");
  yield step("picture", { active: ["value"] }, 0, { view }, { words: [words] });
  const holds = { of: model, makes: "x_kv", active: ["key", "value"] };
  const { ring, words: named, blocks } = example;
  const cut = { view: having(view, { cut: 1 }) };
  yield step("patches", holds, 0, cut, { ring }, { example: [named], shares: blocks });

  yield chapter("ask");
  const looks = { active: ["query", "softmax"], at: "softmax" };
  const gone = { example: null, shares: null, ring: null };
  const map = { maps: maps[first] };
  yield step("word", { ...looks, spoken: spoken(first) }, 0, gone, { veil: veils[first] }, map);
  const mixes = { of: model, makes: "output", active: ["value"], at: "sum" };
  yield step("mix", mixes, 0, seen[first]);
  const both = { maps: [maps[first], maps[second]] };
  if (second !== first) {
    const about = { ...looks, spoken: spoken(second) };
    yield step("next", about, 1, { veil: veils[second] }, both, seen[second]);
  }

  yield chapter("point");
  const others = maps.filter((_, i) => i !== first && i !== second);
  const about = { of: model, makes: "output", rest: 4, poster: true, active: ["softmax"] };
  const cleared = { veil: null, title: null, share: null };
  const pointed = { focus: stage.focus, hint };
  yield step("point", about, 0, cleared, { maps: [...both.maps, others] }, pointed, {
    lights: [lights],
    numbers,
  });

  /** The largest weights, for listeners. @param {number} i */
  function spoken(i) {
    const cells = pairs(model, i).filter((pair) => model.value("weights", pair) >= TOLD);
    return () => spokenText(model, "weights", cells);
  }
}
