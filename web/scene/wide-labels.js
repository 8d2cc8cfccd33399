/** Labels beside and above the cells of a pair in the upright arrangement. */

import { LETTERS } from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */

/** Right of a cell, in two lines: what it is, and of what. @param {Model} model @param {any} box @param {string} name @param {number} i @param {number} j */
export function labelBeside(model, box, name, i, j) {
  const at = `${i + 1}${j + 1}`;
  const x = box.x + box.width + 10;
  const y = box.y + box.height / 2;
  const word = model.words.roles[name] ?? model.words.roles.score;
  const labels = [
    {
      x,
      y: name === "scores" ? y - 3 : y + 5,
      size: 13,
      runs: labelRuns(LETTERS[/** @type {"scores"} */ (name)], at, word),
    },
  ];
  if (name === "scores" && (model.score === "dot" || model.score === "scaled_dot")) {
    const sub = { size: 9, dy: 3 };
    const runs = [
      { text: "q" },
      { text: String(i + 1), ...sub },
      { text: "·k", dy: 0 },
      { text: String(j + 1), ...sub },
    ];
    labels.push(/** @type {any} */ ({ x, y: y + 16, size: 11, runs, muted: true }));
  }
  return labels;
}

/** "a₁₂ v₂ weighted value", or as much of it as fits. @param {Model} model @param {any} box @param {string} at @param {string} index @param {number} most */
export function weightedLabel(model, box, at, index, most) {
  const start = [
    ...labelRuns("a", at),
    { text: " v", family: "letter", italic: true, weight: 600, size: 16, dy: 0 },
    { text: index, size: 10, dy: 4, weight: 600 },
  ];
  for (const word of [model.words.roles.weighted, model.words.roles.weighted_short]) {
    const runs = [...start, { text: " " + word, size: 13, dy: 0 }];
    if (runsWidth(runs, 13) <= most) return { x: box.x, y: box.y - 12, size: 13, runs };
  }
  const place = { y: box.y - 12, size: 13, runs: start };
  if (runsWidth(start, 13) <= most) return { ...place, x: box.x };
  return { ...place, x: box.x + box.width - 16, anchor: "end" };
}
