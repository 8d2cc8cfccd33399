/** Values times weights, and their sum. */

import { upTo } from "../layout.js";
import { arrive } from "../moves.js";
import { numberSpan, rowText, say, takes } from "../sentences.js";
import { spans } from "../words.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../schedule.js").Event} Event */

/** Each value times its weight. @param {Script} script @param {number} i @param {number} [speed] */
export function weightStep(script, i, speed = 1) {
  const { model } = script;
  const caption = spans(model.words.stories["walk-through"].captions.weight, { takes: takes(model, i) });
  const text = () =>
    upTo(model.kv_len)
      .map((j) =>
        rowText(
          model,
          `${model.words.roles.weighted_values} ${j + 1}`,
          "weighted_values",
          upTo(model.d_v).map((c) => [model.batch, model.head, j, i, c]),
        ),
      )
      .join(" ");
  script.step(
    {
      id: `weight-${i + 1}`,
      title: model.words.stories["walk-through"].steps.weight,
      caption,
      active: ["value"],
      query: i,
      speed,
      text,
    },
    () => weightEvents(script, i),
  );
}

/** @param {Script} script @param {number} i @returns {Event[]} */
const weightEvents = (script, i) =>
  upTo(script.model.kv_len).map((j) => {
    const arrows = [`scalar.${i}.${j}`, `vector.${i}.${j}`];
    const from = [`weights.${i}.${j}`, `value.${j}`];
    const beats = arrive(script, `weighted.${i}.${j}`, { arrows, from });
    return { light: ["word.multiply", ...arrows], beats };
  });

/** Weighted values add up. @param {Script} script @param {number} i @param {number} [speed] */
export function sumStep(script, i, speed = 1) {
  const { model } = script;
  const arrows = upTo(model.kv_len).map((j) => `sum.${i}.${j}`);
  const from = upTo(model.kv_len).map((j) => `weighted.${i}.${j}`);
  const name = model.result === "output" ? "sum" : "sumMixed";
  const numbers = (script.item(`output.${i}`)?.indices ?? [])
    .map((/** @type {number[]} */ index) => numberSpan(model, model.result, index, "output"))
    .join(model.words.lists.numbers);
  const caption = say(model, name, { i: i + 1, output: numbers });
  const about = {
    id: `sum-${i + 1}`,
    title: model.words.stories["walk-through"].steps.sum,
    caption,
    active: ["softmax", "value"],
    query: i,
    speed,
  };
  script.step(about, () => [
    { light: ["word.sum", ...arrows], beats: arrive(script, `output.${i}`, { arrows, from }) },
  ]);
}
