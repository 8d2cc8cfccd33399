/** The words of the many-heads picture that belong to no matrix: title, shape, batch items, projections. */

import { textWidth } from "../advance.js";
import { LAYERS, wordItem } from "../layout.js";
import { labelRuns, textMark } from "../parts.js";
import { fill } from "../words.js";
import { workbench } from "./multi-head-columns.js";
import { shapes } from "./multi-head-shapes.js";

/** @typedef {import("../model.js").Model} Model */

/** @param {Model} model @param {any} facts @param {any} stage */
export function headings(model, facts, stage) {
  const { compact, lens } = stage;
  const multiHead = model.words.stories["multi-head"];
  const { x, y } = headAt(stage);
  const one = facts.heads === 1 ? model.words.title[model.self ? "self" : "cross"] : multiHead.title;
  const list = [wordItem("title", { x, y, text: one }, { shown: 1, active: 1 })];
  if (facts.items.length > 1) {
    list.push(...itemWords(model, facts, stage));
  }
  if (lens) {
    const text = fill(facts.shape[0] > 1 ? multiHead.enlargedItem : multiHead.enlarged, {
      h: facts.chosen.h + 1,
      heads: facts.heads,
      b: facts.chosen.b + 1,
    });
    list.push(
      wordItem(
        "enlarged",
        { x: lens.x + (compact ? 10 : 32), y: lens.y + 22, text },
        { shown: 1, active: 1 },
      ),
    );
  }
  return list;
}

/** Which batch item a band is, where no way runs through the words. @param {Model} model @param {any} facts @param {any} stage */
function itemWords(model, facts, { bands, panel, uprights, width }) {
  let used = 0;
  return bands.flatMap((/** @type {any} */ { b, left }) => {
    const long = fill(model.words.stories["multi-head"].item, { b: b + 1, batch: facts.shape[0] });
    const start = Math.max(left, used);
    const tries = [long, `${b + 1}/${facts.shape[0]}`].flatMap((text) =>
      [
        start,
        ...uprights.map((/** @type {number} */ x) => x + 8).filter((/** @type {number} */ x) => x > start),
      ].map((x) => ({ x, text, end: x + textWidth(text, 12) })),
    );
    const found = tries.find(
      ({ x, end }) =>
        end <= width - 4 && uprights.every((/** @type {number} */ at) => at < x - 4 || at > end + 4),
    );
    if (!found) return [];
    used = found.end + 10;
    return [
      wordItem(
        "item." + b,
        { x: found.x, y: panel.y + 17, size: 12, weight: 400, text: found.text },
        { shown: 1, active: 0 },
      ),
    ];
  });
}

/** Where the names of the whole picture stand. @param {any} stage */
function headAt({ panel, compact, at, width }) {
  if (compact) return { x: 8, right: width - 8, y: 16 };
  const y = at.top.height ? at.top.y + 18 : panel.y + 26;
  return { x: panel.x + 32, right: panel.x + panel.width - 32, y };
}

/** The shape of what is being made, always written. @param {Model} model @param {any} facts @param {any} stage */
export function shapeLines(model, facts, stage) {
  const { compact } = stage;
  const { right, y } = headAt(stage);
  return shapes(model, facts).map(({ id, tuple, axes }) => {
    const width = textWidth(tuple, 13, 650);
    const names = compact ? { x: right, y: y + 19 } : { x: right - width - 12, y };
    const draw = (/** @type {(p: string) => number} */ get) => {
      const opacity = get("shown");
      if (opacity <= 0) return [];
      return [
        [
          LAYERS.label,
          [
            textMark(
              `shape.${id}/tuple`,
              { x: right, y, size: 13, weight: 650, anchor: "end", text: tuple },
              { opacity, fill: "ink" },
            ),
            textMark(
              `shape.${id}/axes`,
              { ...names, size: 11, anchor: "end", text: axes },
              { opacity, fill: "muted" },
            ),
          ],
        ],
      ];
    };
    return { id: "shape." + id, kind: "own", layer: LAYERS.label, initial: { shown: 0 }, draw };
  });
}

/** Names of the projections while they are whole. @param {any} facts @param {any} stage */
export function projectionLabels(facts, stage) {
  stage.bench = new Map();
  if (!stage.sizes.projected) return [];
  return stage.bands.flatMap((/** @type {any} */ band) => {
    const boards = workbench(stage, band);
    const top = Math.min(...boards.map((board) => board.y - Math.max(16, board.label)));
    const rises = facts.tour ? (boards[0].rows - 1) * 4 : 0;
    const bottom = Math.max(...boards.map((board) => board.y + board.height)) + rises;
    const middle = Math.round(band.x + band.width / 2);
    stage.bench.set(band.b, { y: top - rises, height: bottom - top + rises, middle });
    return boards.map((board) => {
      const kind = facts.kinds.get(board.kind);
      const runs = labelRuns(kind.letter, "", "", 13);
      const rise = facts.tour ? (board.rows - 1) * 4 : 0;
      const place = {
        x: board.x,
        y: board.y - 6 - rise,
        size: 13,
        runs: board.width < 64 ? runs : [...runs, { text: ` ${kind.rows}×${kind.cols}`, size: 11 }],
      };
      const id = `whole.${board.kind}.${band.b}`;
      const draw = (/** @type {(p: string) => number} */ get) =>
        get("shown") > 0 ? [[LAYERS.label, [textMark(id, place, { opacity: get("shown") })]]] : [];
      return { id, kind: "own", layer: LAYERS.label, initial: { shown: 1 }, draw };
    });
  });
}
