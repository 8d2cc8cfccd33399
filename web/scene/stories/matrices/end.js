/** The last step: the attention map with words at its edges, and streams from values to outputs, as wide as their weights. */

import { focusText } from "../../focus-text.js";
import { namesOf, pairs, spokenText } from "../../facts.js";
import { attentionMap, columnOf } from "../../kit/attention-map.js";
import { SIZES } from "../../kit/block.js";
import { focus } from "../../kit/focus.js";
import { upTo } from "../../model.js";
import { itemsOf } from "../attention/items.js";
import { regrouped } from "../attention/regrouped.js";
import { PAD } from "./arrangement.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Width in px from which map and streams stand side by side, and the share of the height that streams take below the map. */
const BESIDE = 500;
const BELOW = 0.55;

/** @param {Model} model @param {Box} panel @param {string} [id] of the step @returns {import("../../kit/steps.js").Step} */
export function endOf(model, panel, id = "outputs") {
  const { words, q_len, kv_len, result } = model;
  const { map, ground } = standing(model, panel, id);
  const size = panel.width > BESIDE ? SIZES.large : SIZES.small;
  const items = itemsOf(model, size, { words: true, labels: false });
  const [outputs, values] = [items.cells.along("query", result), items.cells.along("key", "value")];
  const how = { beside: true, height: panel.height, map, values, outputs, apart: true };
  const end = ground && regrouped(items, panel, { ...how, ground });
  const named = (/** @type {any} */ item) => ({ ...item, id: `${id}.${item.id}` });
  const still = (/** @type {any[]} */ list) => list.map(({ item }) => item);
  const rings = (/** @type {import("../../kit/focus.js").Group} */ { query, key = 0 }) => [
    query === undefined ? columnOf(map, key) : map.rows[query],
  ];
  const flow = end
    ? [
        { outputs: still(end.outputs), values: still(end.values), ends: [end.words] },
        { streams: named(end.streams) },
        { once: true, stripes: end.stripes.map(named), focus: named(end.focus) },
      ]
    : [{ focus: focus(model, { rings }) }];
  const { outputs: caption } = words.stories["walk-through"];
  const cells = upTo(q_len).flatMap((i) => pairs(model, i));
  return {
    ...{ id, title: words.stories.matrices.titles.outputs, subtitle: `${q_len}×${kv_len}` },
    caption: () => caption({ model, takes: focusText(model, { query: q_len - 1 }).text }),
    ...{ active: ["softmax"], query: q_len - 1, place: { at: "outputs" }, rest: 1 },
    spoken: () => spokenText(model, "weights", cells),
    states: [{ only: true, "map words": [map.words], map: map.rows }, ...flow],
  };
}

/**
 * Returns the map in its place, and the box for the streams beside or below it, null where they do not fit.
 * @param {Model} model @param {Box} panel @param {string} id
 */
function standing(model, panel, id) {
  const { words, q_len, kv_len } = model;
  const beside = panel.width > BESIDE;
  const part = {
    width: (beside ? 0.4 : 1) * panel.width - 84,
    height: (beside ? 1 : 1 - BELOW) * panel.height - 2 * PAD - (beside ? 62 : 30),
  };
  const width = Math.floor(Math.min(110, part.width / kv_len));
  const height = Math.floor(Math.max(12, Math.min(64, part.height / q_len)));
  const map = attentionMap(model, {
    cell: { width, height },
    rows: namesOf(model, "query", width),
    columns: namesOf(model, "key", width),
    title: beside ? words.scene.map.title : "",
    subtitle: beside ? words.scene.map.subtitle : "",
    ...{ id: `${id}.map`, hidden: true, points: true },
  });
  if (beside) {
    map.put(2 * PAD, (panel.height - map.height) / 2);
    const x = map.width + 4 * PAD;
    return { map, ground: { x, y: PAD, width: panel.width - x - PAD, height: panel.height - 2 * PAD } };
  }
  const free = panel.height - map.height - 2 * PAD;
  map.put((panel.width - map.width) / 2, PAD);
  const below = { x: 0, y: map.height + 2 * PAD, width: panel.width, height: free };
  return { map, ground: free < 120 ? null : below };
}
