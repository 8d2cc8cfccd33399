/** The end: the attention map as heat, with words at its edges, and what each of its rows says. */

import { attentionMap, columnOf, rowNote } from "../../kit/attention-map.js";
import { belonging, focus } from "../../kit/focus.js";
import { copyTo, fadeOut, staggerItems, fadeIn } from "../../kit/moves.js";
import { spokenText, nameOf, pairs, rowFacts } from "../../facts.js";
import { upTo } from "../../model.js";
import { tween } from "../../timeline.js";
import { PAD } from "./arrangement.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Least px from a line of notes to the next, and px between the map and its notes. */
const LINE = 16;
const ASIDE = 60;

/**
 * @param {import("../../script.js").Script} script
 * @param {{ panel: Box, former: { id: string }[], from?: import("../../kit/block.js").Block }} what
 *   former: what goes; from: the weights as they stand
 */
export function mapStep(script, { panel, former, from }) {
  const { model } = script;
  const w = model.words.stories.matrices;
  const facts = upTo(model.q_len).map((i) => rowFacts(model, i));
  const { map, notes } = standing(model, facts, panel);
  const texts = map.items.filter(({ kind }) => kind === "text");
  const lights = focus(model, {
    rings: ({ query, key }) => [query === undefined ? columnOf(map, key ?? 0) : map.rows[query]],
  });
  for (const item of [...map.items, ...notes, lights]) script.add(item);
  const cells = facts.flatMap((fact) => fact.row);
  script.step(
    {
      id: "outputs",
      title: w.titles.outputs,
      caption: () => w.outputs({ model }),
      subtitle: `${model.q_len}×${model.kv_len}`,
      active: ["softmax"],
      rest: 2.6,
      spoken: () => spokenText(model, "weights", cells),
    },
    [
      ...fadeOut(...former),
      ...fadeIn(...texts),
      ...(from && !from.grid ? copyTo(script, from, { ...map.box, id: "end.map" }) : []),
    ],
    staggerItems(map.rows, ({ id }) => [tween(id, "opacity", 1, 0.18), tween(id, "reveal", 1, 0.18)]),
    staggerItems(notes, fadeIn, 0.25),
    fadeIn(lights),
  );
}

/** The map in the middle, with its notes beside it where they fit. @param {Model} model @param {import("../../facts.js").RowFacts[]} facts @param {Box} panel */
function standing(model, facts, panel) {
  const { words, q_len, kv_len } = model;
  const beside = panel.width > 500;
  const width = Math.floor(Math.min(110, ((beside ? 0.52 : 1) * panel.width - 100) / kv_len));
  const height = Math.floor(Math.min(64, (panel.height - 2 * PAD - 64) / q_len));
  const name = (/** @type {"query" | "key"} */ side, /** @type {number} */ i) =>
    width < 64 ? model.short(side, i) : nameOf(model, side, i);
  const map = attentionMap(model, {
    cell: { width, height },
    rows: upTo(q_len).map((i) => name("query", i)),
    columns: upTo(kv_len).map((j) => name("key", j)),
    pairs: (i) => pairs(model, i),
    title: words.scene.map.title,
    subtitle: beside ? words.scene.map.subtitle : "",
    id: "end.map",
    hidden: true,
  });
  const key = (/** @type {number} */ j) => nameOf(model, "key", j);
  const notes = facts.map((row, i) =>
    rowNote(model, `end.note${i}`, row, { queryName: nameOf(model, "query", i), name: key, size: 14 }),
  );
  const pitch = Math.min(26, (panel.height - 2 * PAD) / q_len);
  const aside = ASIDE + Math.max(...notes.map((note) => note.width));
  const fits = beside && pitch >= LINE && map.width + aside <= panel.width - 2 * PAD;
  const x = (panel.width - map.width - (fits ? aside : 0)) / 2;
  map.put(x, (panel.height - map.height) / 2);
  const middle = Math.min(map.box.y + map.box.height / 2, panel.height - PAD - (q_len * pitch) / 2);
  notes.forEach((note, i) => belonging(note, { query: i }));
  notes.forEach((note, i) => note.put(x + map.width + ASIDE, middle + (i - (q_len - 1) / 2) * pitch));
  return { map, notes: fits ? notes : [] };
}
