/** What lies between a score and softmax, where the problem has it: scale, soft cap, mask. */

import { LAYERS, upTo } from "../layout.js";
import { arrive, cascade } from "../moves.js";
import { stripBox } from "../parts.js";
import { maskSentence, pairs, rowText, say, struckOut } from "../sentences.js";
import { beat } from "../timeline.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

/** Symbols of the formula that belong to each stage. @type {Record<string, string[]>} */
const SYMBOLS = { scaled_scores: ["scale"], capped_scores: ["cap"], masked_scores: ["mask"] };

/** Chapter and caption of each stage between score and softmax. */
export const STAGES = { scaled_scores: "scale", capped_scores: "cap", masked_scores: "mask" };

/** The sentence of a stage. @param {import("../model.js").Model} model @param {string} stage @param {number} i */
function stageSentence(model, stage, i) {
  if (stage === "masked_scores") return maskSentence(model, i);
  if (stage === "capped_scores") return say(model, "cap", { cap: model.problem.softcap });
  return model.usualScale
    ? say(model, "scale", { d_k: model.d_k })
    : say(model, "scaleBy", { scale: model.problem.scale ?? model.scale });
}

/** Scale, cap and mask, where the problem has them. @param {Script} script @param {number} i @param {string} stage @param {number} [speed] */
export function stageStep(script, i, stage, speed = 1) {
  const { model } = script;
  const name = STAGES[/** @type {keyof typeof STAGES} */ (stage)];
  const before = model.stages[model.stages.indexOf(stage) - 1];
  script.step(
    {
      id: `${name}-${i + 1}`,
      title: model.words.stories["walk-through"].steps[name],
      caption: stageSentence(model, stage, i),
      active: SYMBOLS[stage],
      query: i,
      speed,
      text: () => rowText(model, model.words.roles[stage], stage, pairs(model, i)),
    },
    () => [...strikeEvents(script, i, stage), rowEvent(script, i, stage, before)],
  );
}

/** The mask strikes scores out, before what is left of the row arrives. @param {Script} script @param {number} i @param {string} stage @returns {Event[]} */
function strikeEvents(script, i, stage) {
  if (stage !== "masked_scores") return [];
  const beats = upTo(script.model.kv_len).flatMap((j) => strikeNow(script, i, j));
  return beats.length ? [{ light: ["word." + stage], beats }] : [];
}

/** A whole row of scalar cells arrives. @param {Script} script @param {number} i @param {string} stage @param {string} before @param {string[]} [light] @returns {Event} */
export function rowEvent(script, i, stage, before, light = []) {
  const ids = upTo(script.model.kv_len);
  return {
    light: ["word." + stage, ...light, ...ids.map((j) => `rise-${stage}.${i}.${j}`)],
    beats: cascade(
      ids.map((j) =>
        arrive(script, `${stage}.${i}.${j}`, {
          arrows: [`rise-${stage}.${i}.${j}`],
          from: [`${before}.${i}.${j}`],
        }),
      ),
    ),
  };
}

/** A line through a cell. @param {Script} script @param {string} cell @param {string} id */
function addStrike(script, cell, id) {
  const item = script.item(cell);
  if (!item || script.has(id)) return id;
  return script.add({
    id,
    kind: "strike",
    layer: LAYERS.label,
    box: stripBox(item.strip),
    initial: { shown: 0, draw: 0 },
  });
}

/** A line through a score that the mask makes −∞. @param {Script} script @param {number} i @param {number} j */
export function strikeNow(script, i, j) {
  const { model } = script;
  const at = model.stages.indexOf("masked_scores");
  if (at < 0 || !struckOut(model, model.stages[at - 1], pairs(model, i)[j])) return [];
  const id = addStrike(script, `${model.stages[at - 1]}.${i}.${j}`, `strike.${i}.${j}`);
  return [beat(id, "shown", 1, 0), beat(id, "draw", 1, 0.32, "move")];
}
