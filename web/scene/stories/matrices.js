/**
 * The same run as whole matrices: row times column for each product, one function at a time between scores and
 * weights, and a map of everything underneath.
 */

import { LAYERS } from "../layout.js";
import { fill } from "../words.js";
import { beat } from "../timeline.js";
import { badges as commonBadges, formula, scalingChapter } from "./common.js";
import { boardItem } from "./matrices-board.js";
import { layout } from "./matrices-layout.js";
import { mapItem } from "./matrices-map.js";
import { widthsOf } from "./matrices-measure.js";
import { plan } from "./matrices-plan.js";
import { summaryItem } from "./matrices-summary.js";
import { endSentence, spoken } from "./matrices-sentences.js";
import { firstUnit, tellBoard } from "./matrices-steps.js";

export { formula };

/** @typedef {import("../model.js").Model} Model */

/** @param {Model} model @param {number} width */
export function arrange(model, width) {
  const boards = plan(model);
  const made = layout(model, boards, width);
  const ground = { kind: "ground", layer: LAYERS.ground, rx: 10 };
  const items = [
    { ...ground, id: "panel", ...made.panel, fill: "panel" },
    // the card lies over the panel, under everything that is drawn on it
    { ...ground, id: "card", ...made.card, fill: "raised" },
    mapItem(made.map),
    ...boards.map((_, k) => boardItem(made, k)),
    summaryItem(model, made, boards),
  ];
  return { ...made, turned: width < 600, items, plan: boards };
}

/** How wide the cells of all matrices are, and what a lane says of the problem. @param {Model} model @param {number} width */
export const measures = (model, width) =>
  JSON.stringify([model.problem.softcap ?? "", widthsOf(model, plan(model), width < 600)]);

/** Where each board looks closely. @param {Model} model */
export const choices = (model) =>
  plan(model)
    .map((board) => firstUnit(model, board))
    .join();

/** @param {any} script */
export function tell(script) {
  const { model, layout: made } = script;
  const voice = { model, decimals: made.decimals };
  const boards = /** @type {import("./matrices-plan.js").Board[]} */ (made.plan);
  let chapter = "";
  let previous = null;
  for (const [k, board] of boards.entries()) {
    if (board.chapter !== chapter) {
      if (chapter === "score" && board.chapter !== "scale") scalingChapter(script);
      script.chapter((chapter = board.chapter));
    }
    tellBoard({ script, voice, previous, k }, board);
    previous = `board.${board.id}`;
  }
  const last = boards[boards.length - 1];
  const caption = endSentence(voice, boards, made.map.minis.length);
  const text = () => spoken(voice, last, 0, last.result.rows);
  const title = model.words.stories.matrices.titlesOf.end;
  script.step(
    { id: "end", title, caption, active: [], place: { at: "output" }, text, lead: 0.35, rest: 2.5 },
    () => [
      {
        beats: [
          beat(`board.${last.id}`, "focus", 0, 0.24),
          beat("map", "done", boards.length, 0.24),
          beat("map", "ring", 0, 0.24),
          beat(`board.${last.id}`, "card", 0, 0.24),
          { ...beat("summary", "shown", 1, 0.24), start: 0.24 },
        ],
      },
    ],
  );
}

/** @param {Model} model @param {import("./matrices-layout.js").MatricesLayout} made */
export function badges(model, { decimals }) {
  const shown = fill(model.words.badges.exact, { n: model.format("weights").decimals });
  return commonBadges(model).map((badge) =>
    badge === shown
      ? fill(model.words.badges.exact, { n: Math.min(decimals, model.format("weights").decimals) })
      : badge,
  );
}
