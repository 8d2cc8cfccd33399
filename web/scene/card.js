/** Where everything stands on the card that opens one row-times-column product. */

import { textWidth, wrap } from "./advance.js";
import { formatNumber, subscript } from "./format.js";
import { LAYERS, ROLES, metrics } from "./layout.js";
import { cellName } from "./model.js";
import { stripBox } from "./parts.js";
import { fill } from "./words.js";

/** @typedef {import("./model.js").Model} Model */

/**
 * The card for one cell of a projection, centred in the room a layout leaves for it.
 * @param {Model} model @param {import("./layout.js").Layout} layout
 * @param {{ id: string, tensor: string, index: number[], left: import("./model.js").Cell[], right: import("./model.js").Cell[],
 *   names: { cell: string, left: string, right: string, row: number, column: number }, tint: string, cell: import("./parts.js").Strip }} what
 */
export function cardItem(model, layout, { id, tensor, index, left, right, names, tint, cell: home }) {
  const { card: w } = model.words;
  const compact = layout.width < 600;
  const room = layout.card;
  const n = left.length;
  const a = metrics(model, left[0].tensor, compact);
  const b = metrics(model, right[0].tensor, compact);
  const cellWidth = Math.max(a.cellWidth, b.cellWidth);
  const h = a.cellHeight;
  // in a narrow room the cells move together before they fold into bands
  const wideEnough = n * (cellWidth + 30) + 26 <= room.width;
  const [margin, gap] = !compact && wideEnough ? [28, 30] : [14, 18];
  const pitch = cellWidth + gap;
  const said = [fill(w.row, { name: names.left }), fill(w.column, { name: names.right }), w.products, w.sum];
  const wordsWidth = Math.max(...said.map((text) => textWidth(text, 13))) + 28;
  const fitting = (/** @type {number} */ taken) =>
    Math.max(1, Math.floor((room.width - 2 * margin - taken + gap) / pitch));
  // the words go where there is room for them beside a band of at least four
  const labelWidth = !compact && fitting(wordsWidth) >= Math.min(4, n) ? wordsWidth : 0;
  const labels = labelWidth ? said : [];
  const perBand = Math.ceil(n / Math.ceil(n / Math.min(n, 8, fitting(labelWidth))));
  const titleSize = compact ? 13 : 16;
  const whole = labelWidth + perBand * pitch - gap;
  const titleLines = wrap(
    fill(w.title, names),
    titleSize,
    Math.max(whole, Math.min(room.width - 2 * margin, 320)),
    600,
  );
  const inner = Math.max(whole, ...titleLines.map((line) => textWidth(line, titleSize, 600)));
  const width = inner + 2 * margin;
  const bandHeight = h * 2 + 18 + 40;
  const bandCount = Math.ceil(n / perBand);
  const titleHeight = (compact ? 20 : 30) + titleLines.length * (titleSize + 6);
  const height = titleHeight + bandCount * bandHeight + 28 + h + 16;
  const x = Math.round(room.x + (room.width - width) / 2);
  const y = Math.round(Math.max(room.y, room.y + (room.height - height) / 2));
  const start = x + margin + labelWidth + (inner - whole) / 2;
  const top = y + titleHeight;
  const bands = [];
  for (let band = 0; band < bandCount; band++) {
    const rowTop = top + band * bandHeight;
    const cells = [];
    for (let k = band * perBand; k < Math.min(n, (band + 1) * perBand); k++) {
      const cx = start + (k - band * perBand) * pitch;
      const strip = { x: cx, y: rowTop, cellWidth, cellHeight: h, count: 1, perRow: 1 };
      cells.push({
        left: {
          strip: { ...strip, size: a.size, role: ROLES[left[k].tensor] ?? "input" },
          text: (/** @type {Model} */ m) => m.text(left[k].tensor, left[k].index),
        },
        right: {
          strip: { ...strip, y: rowTop + h + 18, size: b.size, role: tint },
          text: (/** @type {Model} */ m) => m.text(right[k].tensor, right[k].index),
        },
        product: (/** @type {Model} */ m) =>
          productText(m, productsOf(m, tensor, index)?.[k]?.product, left[k], right[k]),
        size: model.terms ? a.size : 12,
        last: k === n - 1,
      });
    }
    bands.push({ cells, pitch, product: rowTop + 2 * h + 18 + 22 });
  }
  const last = bands[bandCount - 1];
  const from = last.cells[0].left.strip.x + 4;
  const to = last.cells[last.cells.length - 1].left.strip.x + cellWidth - 4;
  const middle = (from + to) / 2;
  const bracket = last.product + 14;
  const sumCell = metrics(model, tensor, compact);
  const sumTop = bracket + 26;
  const strip = {
    x: middle - sumCell.cellWidth / 2,
    y: sumTop,
    ...sumCell,
    count: 1,
    perRow: 1,
    role: home.role,
  };
  const rows = [top + h / 2, top + h * 1.5 + 18, last.product, sumTop + h / 2];
  const words = labels.map((text, k) => ({ x: x + margin, y: rows[k] + 5, size: 13, text }));
  return {
    id,
    kind: "card",
    layer: LAYERS.card,
    box: { x, y, width, height: Math.max(height, sumTop + h + 14 - y) },
    titles: titleLines.map((text, k) => ({
      x: x + margin,
      y: y + (compact ? 24 : 36) + k * (titleSize + 6),
      size: titleSize,
      weight: 600,
      text,
    })),
    words,
    bands,
    sum: {
      from,
      to,
      bracket,
      arrow: [
        [middle, bracket + 8],
        [middle, sumTop - 3],
      ],
      strip,
      text: (/** @type {Model} */ m) => m.text(tensor, index),
    },
    home,
    initial: { shown: 0, left: 0, right: 0, products: 0, sum: 0 },
  };
}

/** @type {WeakMap<Model, Map<string, any[] | undefined>>} */
const known = new WeakMap();

/** The core's products behind a cell, asked for once. @param {Model} model @param {string} tensor @param {number[]} index */
function productsOf(model, tensor, index) {
  let own = known.get(model);
  if (!own) known.set(model, (own = new Map()));
  const cell = cellName(tensor, index);
  if (!own.has(cell)) own.set(cell, model.terms?.(tensor, index)?.terms);
  return own.get(cell);
}

/** The core's product if it was handed in, else the two factors: nothing is multiplied here. @param {Model} model @param {number | undefined} product @param {any} a @param {any} b */
function productText(model, product, a, b) {
  if (product !== undefined)
    return formatNumber(product, {
      ...model.format(a.tensor),
      whole: Number.isInteger(product),
      decimals: Number.isInteger(product) ? 0 : 2,
      digits: 1,
    });
  return model.text(a.tensor, a.index) + "·" + model.text(b.tensor, b.index);
}

/** "K₁₁": row and column counted from 1. @param {string} letter @param {number} row @param {number} column */
export const entryName = (letter, row, column) => letter + subscript(`${row + 1}${column + 1}`);

/** Middle of a strip, where copies start and land. @param {import("./parts.js").Strip} strip */
export function middleOf(strip) {
  const { x, y, width, height } = stripBox(strip);
  return { x: x + width / 2, y: y + height / 2 };
}
