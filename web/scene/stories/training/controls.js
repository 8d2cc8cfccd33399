/** Buttons and sliders: they train further, set up the next run, and open a moment as a problem of its own. */

import { truncate, textWidth } from "../../text-metrics.js";
import { FONT, button, buttonWidth } from "../../kit/button.js";
import { slider } from "../../kit/slider.js";
import { textAt } from "../../kit/text.js";
import { inPowers } from "../../format.js";
import { stopsOf } from "./settings.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {{ name: string, label: string, text: string, strong?: boolean, sets?: Record<string, number>, then?: string }} Pressed */

const GAP = 6;

/**
 * Returns buttons side by side that together fill a width.
 * @param {Pressed[]} some @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function rowOf(some, x, y, width, height) {
  const inner = width - (some.length - 1) * GAP;
  const natural = some.map(({ text: said }) => buttonWidth(said, 0));
  const all = natural.reduce((sum, width) => sum + width, 0);
  // where they do not fit, all texts are cut by the same factor
  const by = Math.min(1, (inner - 6 * some.length) / all);
  const pad = (inner - by * all) / some.length;
  let left = x;
  return some.map(({ name, text: said, ...what }, k) => {
    const wide = by * natural[k] + pad;
    const shown = by < 1 ? truncate(said, FONT, by * natural[k]) : said;
    const item = button(name, { ...what, text: shown, width: wide, height, align: "start" });
    item.put(left, y + height / 2);
    left += wide + GAP;
    return item;
  });
}

/**
 * Returns a word and its slider.
 * @param {Model} model @param {string} name @param {number[]} stops @param {number} value
 * @param {{ x: number, y: number, width: number, label: number }} at label: px of the word; 0: it stands above its slider
 */
function sliderOf(model, name, stops, value, { x, y, width, label }) {
  const w = model.words.stories.training.shown;
  const over = label === 0;
  const texts = stops.map((stop) => inPowers(String(stop)));
  const look = /** @type {const} */ ({ size: 12, fill: "muted", align: "start", most: label || width });
  const said = textAt(`${name}.word`, x, y + (over ? -4 : 12), { ...look, text: w[name] });
  const wide = over ? width : width - label - 4;
  const item = slider(name, { width: wide, stops: texts, label: w.spoken[name], set: stops.indexOf(value) });
  item.put(x + width - item.width / 2, y + (over ? 26 : 18));
  return [said, item];
}

/** @param {Model} model @param {import("./record.js").TrainingRecord} record @param {import("./room.js").Areas} areas */
export function controlsOf(model, record, { controls: { x, y, width }, kind }) {
  const w = model.words.stories.training.shown;
  const { settings, running } = record;
  const { task, heads: drawnHeads, optimizer, seed } = settings;
  const heads = drawnHeads ?? model.heads;
  const roomy = kind !== "phone";
  /** @param {string} name @param {string} said @param {string} [label] @returns {Pressed} */
  const pressed = (name, said, label = said) => ({ name, label, text: said });
  const train = { ...pressed("train", running ? w.stop : w.train), strong: true };
  const [single, reset] = [pressed("one", roomy ? w.oneStep : w.step), pressed("reset", w.reset)];
  const open = pressed("open", roomy ? w.open : w.openShort, w.open);
  const by = pressed("optimizer", w.optimizers[optimizer]);
  const which = heads > 1 ? [pressed(`head-${(model.head + 1) % heads}`, w.head({ n: model.head + 1 }))] : [];
  const said = task && w.tasks[task];
  const spoken = w.task({ task: said });
  const choose = said ? [pressed("task", kind === "wide" ? spoken : said, spoken), pressed("heads", w.heads({ heads }))] : []; // prettier-ignore
  const choices = [...choose, ...which];
  const draws = [by, ...(task ? [pressed("seed", w.seed({ seed }))] : [])];
  const { learning_rate: rate, momentum } = settings;
  const stops = stopsOf(settings);
  const label = (/** @type {string} */ name) => Math.ceil(textWidth(w[name], 12)) + 8;
  const both = optimizer === "sgd";
  /** @type {(name: "rate" | "momentum", x: number, y: number, width: number, word?: number) => any[]} */
  const slide = (name, x, y, width, word = label(name)) => {
    const value = name === "rate" ? rate : momentum;
    return sliderOf(model, name, stops[name], value, { x, y, width, label: word });
  };
  const high = 30;
  const gap = { wide: 14, column: 9, phone: 4 }[kind];
  /** @param {Pressed[][]} rows */
  const stacked = (...rows) => rows.flatMap((some, k) => rowOf(some, x, y + k * (high + gap), width, high));
  if (kind === "wide") {
    const rows = [[train, single, reset], ...(choices.length ? [choices] : []), draws];
    const bottom = y + rows.length * (high + gap) + 10;
    return [
      ...stacked(...rows),
      ...slide("rate", x, bottom, width, 0),
      ...(both ? slide("momentum", x, bottom + 70, width, 0) : []),
      ...rowOf([open], x, bottom + 144, width, high),
    ];
  }
  const bottom = y + 2 * (high + gap);
  const half = both ? (width - 20) / 2 : width;
  return [
    ...stacked([train, single, reset, open], [...choices, ...draws]),
    ...slide("rate", x, bottom, half),
    ...(both ? slide("momentum", x + half + 20, bottom, half) : []),
  ];
}
