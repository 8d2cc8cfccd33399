/** The inputs of the turned arrangement: pills of text above the panel, or strips left of it. */

import { shorten } from "./advance.js";
import { arrowItem, indicesOf, labelAbove, stripBox, stripItem, tokenLabel } from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */

/** Inputs as pills, flowing in lines. @param {Model} model @param {import("./turned-sizes.js").Sizes} sizes @param {number} width */
export function pills(model, { compact, cell, panelX }, width) {
  if (!model.projected) return { items: [], height: 0 };
  /** @type {Item[]} */
  const items = [];
  const start = Math.max(1, panelX);
  const place = { x: start, y: 1, tall: 0 };
  const kinds = model.self
    ? [["x", model.kv_len, "x"]]
    : [
        ["x", model.kv_len, "x_kv"],
        ["asker", model.q_len, "x"],
      ];
  for (const [id, count, tensor] of /** @type {[string, number, string][]} */ (kinds)) {
    for (let j = 0; j < count; j++) {
      const item = pill(model, cell, { id, tensor, j, width, compact });
      const { width: w, height: h } = item.pill;
      if (place.x > start && place.x + w > width - 1)
        Object.assign(place, { x: start, y: place.y + place.tall + 6, tall: 0 });
      shift(item, place.x, place.y);
      items.push(item);
      // askers all stand in one place: only one asks at a time
      if (id === "asker" && j < count - 1) continue;
      place.x += w + (compact ? 6 : 10);
      place.tall = Math.max(place.tall, h);
    }
  }
  return { items, height: place.y + place.tall + 10 };
}

/** One pill, at the origin. @param {Model} model @param {any} cell @param {{ id: string, tensor: string, j: number, width: number, compact: boolean }} which */
function pill(model, cell, { id, tensor, j, width, compact }) {
  const size = compact ? 13 : 14;
  const n = model.tensor(tensor)?.shape.at(-1) ?? 0;
  const advance = Math.ceil(cell[tensor].widest * size) + (compact ? 5 : 8);
  const name = id === "x" ? shorten(tokenLabel(model, j), 12, 72) : "";
  const runs = labelRuns(id === "x" ? "x" : "y", String(j + 1), name, 12);
  const head = Math.ceil(runsWidth(runs, 12)) + (compact ? 14 : 18);
  const tail = compact ? 7 : 10;
  const room = width - 2 - head - tail;
  const perRow = Math.max(1, Math.min(n, [8, 4, 2, 1].find((k) => Math.min(k, n) * advance <= room) ?? 1));
  const lines = Math.ceil(n / perRow);
  const box = { x: 0, y: 0, width: head + perRow * advance + tail, height: 26 + (lines - 1) * 18 };
  const strip = { x: head, y: 4, cellWidth: advance, cellHeight: 18, count: n, perRow, role: "input", size };
  const labels = [{ x: compact ? 10 : 12, y: 18, size: 12, runs }];
  const indices = indicesOf(n, (c) => [model.batch, j, c]);
  return stripItem(`${id}.${j}`, strip, tensor, indices, { labels, pill: box, initial: { folded: 0 } });
}

/** @param {Item} item @param {number} dx @param {number} dy */
function shift(item, dx, dy) {
  for (const part of [item.pill, item.strip, ...item.labels]) {
    part.x += dx;
    part.y += dy;
  }
}

/** Inputs left of the panel, with their arrows into keys and values. @param {Model} model @param {import("./turned-sizes.js").Sizes} sizes @param {import("./layout-turned.js").Rows} rows @returns {Item[]} */
export function inputsBeside(model, { cell, sides, pad, h }, rows) {
  if (!sides || sides.x === null) return [];
  const left = sides.x;
  const lines = Math.ceil(model.d_model / sides.perRow);
  return indicesOf(model.kv_len, (j) => [j]).flatMap(([j]) => {
    const middle = rows.row[j];
    const strip = {
      x: left,
      y: middle - (lines * h) / 2,
      ...cell.x,
      count: model.d_model,
      perRow: Math.min(sides.perRow, model.d_model),
      role: "input",
    };
    const box = stripBox(strip);
    const out = box.x + box.width;
    const fork = out + 20;
    const name = shorten(tokenLabel(model, j), 13, Math.max(20, box.width - 34)) || model.words.roles.input;
    const labels = labelAbove(box, "x", String(j + 1), name, {
      gap: 10,
      most: Math.max(box.width, 84),
      shape: `1×${model.d_model}`,
    });
    const to = (/** @type {number} */ y) => [
      [out, middle],
      [fork, middle],
      [fork, y + h / 2],
      [pad - 3, y + h / 2],
    ];
    return [
      stripItem(
        `x.${j}`,
        strip,
        "x",
        indicesOf(model.d_model, (c) => [model.batch, j, c]),
        { labels },
      ),
      arrowItem(`fork-key.${j}`, to(rows.key[j])),
      arrowItem(`fork-value.${j}`, to(rows.value[j])),
      arrowItem(`ask.${j}`, [
        [box.x, middle],
        [box.x - 18, middle],
        [box.x - 18, rows.query + h / 2],
        [pad - 3, rows.query + h / 2],
      ]),
    ];
  });
}
