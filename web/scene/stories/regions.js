/**
 * The story of a caption whose words look at a picture: the picture is cut into patches, the query of each word looks at some of
 * them, and what it sees adds up. At the end the reader points: a word lights its patches, a patch its words.
 */

import { pairs, spokenText } from "../facts.js";
import { remember } from "../kit/remember.js";
import { blank, having, placeholders } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { MOST_ANIMATED } from "../model.js";
import { hasOnly, allFinite } from "./plain.js";
import { arrange } from "./regions/arrangement.js";
import { TOLD } from "./regions/facts.js";
import { KINDS, coversOf, picture } from "./regions/picture.js";
import * as regionsTexts from "../../build/words/stories/regions.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [regionsTexts],
  tell: tellSteps("regions", arrange, steps, { rest: 1.6 }),
  supports,
};

/** The members that a problem may have: nothing masks or shifts scores, and the values are the patches. */
const PLAIN = /^(version|x|x_kv|w_[qk]|scale|labels|target|loss|grad_output|learning_rate)$/;

/** What the patches of the picture hold, computed on first use. */
const covers = remember(() => coversOf(picture).flat());

/** Reports whether the words of a problem query the picture that this story draws. @param {Model} model */
function supports(model) {
  const { problem, batches, q_len, d_v } = model;
  const given = model.tensor("x_kv")?.data ?? [];
  const fits = batches === 1 && q_len >= 1 && q_len <= MOST_ANIMATED && d_v === KINDS.length;
  if (!hasOnly(problem, PLAIN) || !fits || given.length !== covers().length) return false;
  return allFinite(model, "weights") && covers().every((share, k) => Math.abs(share - given[k]) < 1e-3);
}

/** @param {import("./regions/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps({ facts, view, words, maps, seen, veils, ...stage }, make) {
  const { model, told } = facts;
  const { chapter } = make;
  /**
   * Makes a step about one of the words that look at the picture.
   * @param {string} id @param {Partial<Step>} about @param {number} n which of them @param {Step["states"]} states
   */
  const step = (id, about, n, ...states) => {
    const caption = () => model.words.stories.regions[id]({ ...facts, ...told[n] });
    return make.step(id, { caption, query: told[n].i, ...about }, ...states);
  };
  const [first, second = first] = told.map(({ i }) => i);
  /** The maps of some words, and placeholders for the others. @param {number[]} some */
  const mapsOf = (...some) => ({
    maps: [...some.map((i) => maps[i]), placeholders(maps.filter((_, i) => !some.includes(i)))],
  });
  const awaited = blank({ share: seen[first].share });

  yield chapter("picture");
  yield step("picture", { active: ["value"] }, 0, { view }, [{ words: [words] }, mapsOf(), awaited]);
  const holds = { of: model, makes: "x_kv", active: ["key", "value"] };
  yield step("patches", holds, 0, { view: having(view, { cut: 1 }) }, { ring: stage.ring }, stage.held);

  yield chapter("ask");
  const looks = { active: ["query", "softmax"], at: "softmax" };
  const gone = { title: null, ring: null, ...awaited };
  yield step("word", { ...looks, spoken: spoken(first) }, 0, gone, { veil: veils[first] }, mapsOf(first));
  yield step("mix", { of: model, makes: "output", active: ["value"], at: "sum" }, 0, seen[first]);
  if (second !== first) {
    const about = { ...looks, spoken: spoken(second) };
    yield step("next", about, 1, { veil: veils[second] }, mapsOf(first, second), seen[second]);
  }

  yield chapter("point");
  const about = { of: model, makes: "output", rest: 4, poster: true, active: ["softmax"] };
  const cleared = { veil: null, title: null, share: null };
  yield step("point", about, 0, cleared, { maps: [maps], hint: stage.hint }, stage.pointed);

  /** Returns the largest weights of a query as spoken text. @param {number} i */
  function spoken(i) {
    const cells = pairs(model, i).filter((pair) => model.value("weights", pair) >= TOLD);
    return () => spokenText(model, "weights", cells);
  }
}
