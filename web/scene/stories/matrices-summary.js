/** The last card: every matrix of the run in one list, how it was made and how large it is. */

import { LAYERS } from "../layout.js";
import { runsWidth } from "../parts.js";
import { recipe } from "./matrices-map.js";
import { label, matrixRuns } from "./matrices-names.js";

/** @typedef {import("./matrices-plan.js").Board} Board */

/** @param {any} model @param {any} layout @param {Board[]} boards */
export function summaryItem(model, layout, boards) {
  const marks = compose(model, layout, boards);
  return {
    id: "summary",
    kind: "summary",
    layer: LAYERS.card,
    initial: { shown: 0 },
    draw: (/** @type {(property: string) => number} */ get) => {
      const opacity = get("shown");
      return opacity > 0 ? [[LAYERS.card, marks.map((mark) => ({ ...mark, opacity }))]] : [];
    },
  };
}

/** @param {any} model @param {any} layout @param {Board[]} boards */
function compose(model, { card, needs, phone }, boards) {
  const head = phone ? 34 : 64;
  const room = card.height - head - needs.margin / 2;
  const columns = room / boards.length < 18 ? 2 : 1;
  const lines = Math.ceil(boards.length / columns);
  const pitch = Math.min(34, room / lines);
  const size = Math.min(phone ? 13 : 16, Math.floor(pitch * 0.7));
  const swatch = Math.min(16, pitch - 5);
  const title = {
    x: card.x + needs.margin,
    y: card.y + (phone ? 24 : 38),
    size: phone ? 13 : 17,
    weight: 600,
    text: model.words.stories.matrices.titlesOf.end,
  };
  /** @type {any[]} */
  const marks = [label("summary/title", title, "ink")];
  const across = (card.width - 2 * needs.margin) / columns;
  boards.forEach((board, k) => {
    const { result } = board;
    const x = card.x + needs.margin + Math.floor(k / lines) * across;
    const y = card.y + head + ((k % lines) + 0.5) * pitch;
    const id = `summary/${board.id}`;
    const box = { x, y: y - swatch / 2, width: swatch, height: swatch };
    marks.push({
      ...label(id, { x: 0, y: 0, size, text: "" }, ""),
      type: "rect",
      ...box,
      fill: result.role,
      stroke: "outline",
      strokeWidth: 1.25,
    });
    const base = y + size * 0.36;
    const room = across - swatch - (columns > 1 ? 22 : 52);
    const runs = fitted(
      (fit) => [...matrixRuns(result, fit), { text: " ", size: fit }, ...recipe(board, model, fit)],
      size,
      room,
    );
    marks.push(label(`${id}/name`, { x: x + swatch + 12, y: base, size, runs }, "text"));
    const shape = {
      x: x + across - (columns > 1 ? 10 : 0),
      y: base,
      size: 11,
      text: `${result.rows}×${result.cols}`,
      anchor: "end",
    };
    if (columns === 1) marks.push(label(`${id}/shape`, shape, "muted"));
  });
  return marks;
}

/** The runs at the largest size that fits. @param {(size: number) => any[]} make @param {number} size @param {number} room */
function fitted(make, size, room) {
  let runs = make(size);
  for (let less = size - 1; less > 9 && runsWidth(runs, size) > room; less--) runs = make(less);
  return runs;
}
