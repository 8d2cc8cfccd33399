/** The steps of the pages where keys come from elsewhere: a classifier's words, an image's regions, a film's moments. */

import {
  copyTo,
  fadeOut,
  staggerItems,
  enterNumbers,
  lightWord,
  enterBox,
  fadeIn,
  enter,
  animate,
} from "../../kit/moves.js";

/** @typedef {import("../../script.js").Script} Script */
/** @typedef {import("../../timeline.js").Tween} Beat */
/** @typedef {import("./asking.js").Page} Page */

/** The items of a page, placed and added. @param {import("../cross.js").StoryContext} t @param {Page} page */
function pageItems(t, page) {
  const { script } = t;
  const { name, query, tiles, share, result } = page;
  const behind = page.put(t.height);
  const { output, logits, bar } = result;
  const all = [...behind, ...tiles.map((tile) => tile.ground), name, query, share, output, logits, bar];
  const items = [...all, ...tiles.flatMap((tile) => tile.items)].filter((item) => item !== null);
  for (const item of items) script.add(item);
  return { behind, items };
}

/** Things with names and keys, and who asks them. @param {Page} page @param {any[]} behind @returns {Beat[][]} */
const appear = ({ tiles, name, query }, behind) => [
  [
    ...fadeIn(...behind),
    ...staggerItems(tiles, (tile) => [...fadeIn(tile.ground, tile.name), ...enter(tile.key)], 0.2),
  ],
  [...fadeIn(name), ...enter(query)],
];

/** Every key is scored, and the bar is shared out. @param {Script} script @param {Page} page @returns {Beat[][]} */
const shared = (script, { tiles, query, share }) => [
  tiles.flatMap(({ weight }) => copyTo(script, query, weight)),
  staggerItems(tiles, ({ weight }) => enter(weight), 0.15),
  [
    ...tiles.flatMap(({ weight }) => copyTo(script, weight, share)),
    ...fadeIn(share),
    ...animate(share, "slide", 1, 0),
  ],
  animate(share, "named", 1),
];

/** A classifier asks every word, and says a class. @param {import("../cross.js").StoryContext} t @param {Page} page @param {any[]} former */
export function classified(t, page, former) {
  const { script, step, model } = t;
  const { behind, items } = pageItems(t, page);
  const { stage, result, tiles } = page;
  step("classifier", stage, { at: "inputs", active: ["query", "key"], speak: "key" }, fadeOut(...former), ...appear(page, behind)); // prettier-ignore
  const about = { at: "softmax", active: ["softmax"], speak: "weights", rest: 1.8 };
  step("classifier-weights", stage, about, ...shared(script, page));
  const { output, logits, bar } = result;
  step(
    "class",
    stage,
    { at: "outputs", active: ["value"], speak: "output", rest: 2.6 },
    enterBox(output),
    [...tiles.flatMap(({ key }) => copyTo(script, key, output))],
    enterNumbers(output),
    ...(logits ? [enterBox(logits), copyTo(script, output, logits), enterNumbers(logits)] : []),
    ...(bar && logits ? [copyTo(script, logits, bar), [...fadeIn(bar), ...animate(bar, "slide", 1, 0)], animate(bar, "named", 1)] : []),
  ); // prettier-ignore
  step("decided", stage, { at: "outputs", active: ["softmax"], rest: 3 }, decide(page));
  return items;
}

/** The name that got the largest weight turns black. @param {Page} page */
function decide({ stage, tiles }) {
  const weights = tiles.map((_, j) => stage.value("weights", [0, 0, 0, j]));
  const most = Math.max(...weights);
  return lightWord(1, ...tiles.filter((_, j) => weights[j] === most).map(({ name }) => name));
}

/** Regions or moments, and the one that is looked at. @param {import("../cross.js").StoryContext} t @param {"image" | "film"} id @param {Page} page @param {any[]} former */
export function looked(t, id, page, former) {
  const { script, step } = t;
  const { behind, items } = pageItems(t, page);
  const { stage, result, tiles } = page;
  step(id, stage, { at: "keys", active: ["query", "key"], speak: "key" }, fadeOut(...former), ...appear(page, behind)); // prettier-ignore
  const moves = shared(script, page);
  const arrives = [
    enterBox(result.output),
    tiles.flatMap(({ key }) => copyTo(script, key, result.output)),
    enterNumbers(result.output),
  ];
  step(`${id}-weights`, stage, { at: "softmax", active: ["softmax", "value"], speak: "weights" }, ...moves, ...arrives); // prettier-ignore
  step(`${id}-seen`, stage, { at: "outputs", active: ["softmax"], rest: 2.6 }, decide(page));
  return items;
}
