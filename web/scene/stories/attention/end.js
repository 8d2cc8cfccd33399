/**
 * The end of an attention: from every value to every output a stream as wide as its weight, which ends as a stripe of the output.
 * What belongs to one word is highlighted.
 */

import { pairs } from "../../facts.js";
import { columnOf } from "../../kit/attention-map.js";
import { belonging, focus } from "../../kit/focus.js";
import { legend } from "../../kit/legend.js";
import { links } from "../../kit/links.js";
import { around } from "../../kit/place.js";
import { having, moved } from "../../kit/arrivals.js";
import { STRIPE, stripes } from "../../kit/stripes.js";
import { letterRuns } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";

/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/attention-map.js").AttentionMap} Map */

/** Colours of values, in turn, so that neighbours differ. */
const FILLS = ["value-pale", "value-mid", "value-deep"];

/**
 * Copies of the values, each in a colour of its own, in the same places or elsewhere.
 * @param {Items} items @param {Block[]} values @param {(value: Block, j: number) => Partial<Block>} [how]
 */
export const sourcesOf = (items, values, how = beside(items)) =>
  values.map((value, j) =>
    belonging(
      { ...value, id: `end.${value.id}`, rest: null, role: FILLS[j % FILLS.length], ...how(value, j) },
      { key: j },
    ),
  );

/**
 * Labels a value with its letter and name, at its left.
 * @param {Items} items @returns {(value: Block, j: number) => Partial<Block>}
 */
const beside = (items) => (_value, j) => {
  const runs = letterRuns("value", j + 1, truncate(items.keyName(j), 13, 70, 600), { strong: true });
  return { labels: [{ runs, side: "left", points: true }] };
};

/** The rows of a large map, which come from a small one, with their names. @param {Map} small @param {Map} large */
export const rowsFrom = (small, large) =>
  large.rows.map((row, i) => [having(large.rowNames[i], { active: 1 }), moved(row, small.rows[i])]);

/**
 * The streams into the outputs of the first queries, and what is highlighted of them.
 * @param {Items} items @param {Box[]} outputs @param {Box[]} values wherever they are
 * @param {{ map: Map, panel?: Box }} around the map whose rows and columns are ringed; panel: where a legend may go
 */
export function flowing({ model, keyName }, outputs, values, { map, panel }) {
  const indices = outputs.map((_, i) => pairs(model, i));
  const mouth = Math.min(...outputs.map(({ width }) => width));
  const ends = outputs.map(({ x, y, width, height }) => ({
    ...{ x: x + (width - mouth) / 2, y: y + height, width: mouth, height: STRIPE },
  }));
  const unit =
    Math.min(...values.map(({ width }) => width)) / (outputs.length === 1 ? 1 : Math.max(3, model.q_len));
  const tensor = model.full("weights");
  const made = upTo(outputs.length).map((i) =>
    stripes(`stripes.${i}`, ends[i], {
      ...{ tensor, indices: indices[i], fills: FILLS, names: upTo(model.kv_len).map(keyName) },
    }),
  );
  const left = Math.min(...outputs.map(({ x }) => x)) - 12;
  const stand = panel && { x: panel.x + 16, y: panel.y + 40, width: left - panel.x - 16 };
  return {
    streams: links("ribbons", {
      ...{ tensor, from: values, to: ends, indices, unit, mouth, written: Infinity, fills: FILLS },
      solid: true,
      label: model.words.scene.streams,
    }),
    stripes: made,
    legend: stand && legend("legend", stand, mouth, model.words.scene.legend),
    focus: focus(model, {
      asked: { query: outputs.length - 1 },
      rings: ({ query, key }) =>
        query === undefined ? [values[key ?? 0], columnOf(map, key ?? 0)] : ringsOf(query),
    }),
  };

  /** The boxes of a query: its output, and its row of the map. @param {number} i */
  function ringsOf(i) {
    return outputs[i] ? [around([outputs[i], ends[i]]), map.rows[i]] : [];
  }
}
