/** The end: the attention map as heat, with words at its edges, and what each of its rows says. */

import { attentionMap } from "../../kit/attention-map.js";
import { cascade, fly, hide, show } from "../../kit/moves.js";
import { text } from "../../kit/text.js";
import { heard, pairs, rowFacts } from "../../facts.js";
import { upTo } from "../../model.js";
import { beat } from "../../timeline.js";
import { PAD } from "./arrangement.js";

/**
 * @param {import("../../script.js").Script} script
 * @param {{ panel: import("../../kit/place.js").Box, former: { id: string }[], from?: import("../../kit/block.js").Block }} what
 *   former: what goes; from: the weights as they stand
 */
export function tellMap(script, { panel, former, from }) {
  const { model } = script;
  const w = model.words.stories.matrices;
  const beside = panel.width > 500;
  const cell = {
    width: Math.floor(Math.min(110, ((beside ? 0.52 : 1) * panel.width - 100) / model.kv_len)),
    height: Math.floor(Math.min(64, (panel.height - 2 * PAD - 64) / model.q_len)),
  };
  const name = (/** @type {"query" | "key"} */ side, /** @type {number} */ i) =>
    model.label(side, i) ||
    (cell.width < 64 ? model.short(side, i) : model.words.scene.nameless(model.self ? "input" : side, i + 1));
  const rows = upTo(model.q_len).map((i) => name("query", i));
  const columns = upTo(model.kv_len).map((j) => name("key", j));
  const map = attentionMap(model, {
    cell,
    rows,
    columns,
    pairs: (i) => pairs(model, i),
    title: model.words.scene.map.title,
    subtitle: beside ? model.words.scene.map.subtitle : "",
    id: "end.map",
  });
  const notes = rows.map((_, i) =>
    noteOf(
      model,
      i,
      model.label("query", i) || model.words.scene.nameless(model.self ? "input" : "query", i + 1),
    ),
  );
  const pitch = Math.min(26, (panel.height - 2 * PAD) / notes.length);
  const noteWidth = Math.max(...notes.map(({ width }) => width));
  const fits = beside && pitch >= 16 && map.width + 60 + noteWidth <= panel.width - 2 * PAD;
  const x = (panel.width - map.width - (fits ? 60 + noteWidth : 0)) / 2;
  map.put(x, (panel.height - map.height) / 2);
  notes.forEach((note, i) =>
    note.put(
      x + map.width + 60,
      Math.min(
        map.box.y + map.box.height / 2 - ((notes.length - 1) / 2) * pitch,
        panel.height - PAD - (notes.length - 0.5) * pitch,
      ) +
        i * pitch,
    ),
  );
  for (const item of [...map.items, ...(fits ? notes : [])]) script.add(item);
  const before = map.items.filter(({ kind }) => kind === "text");
  for (const item of before) item.initial.shown = 0;
  for (const item of map.rows) item.initial.pale = 0;
  script.step(
    {
      id: "outputs",
      title: w.titles.outputs,
      caption: () => w.outputs({ model }),
      subtitle: `${model.q_len}×${model.kv_len}`,
      active: ["softmax"],
      rest: 2.6,
      heard: () =>
        heard(
          model,
          "weights",
          upTo(model.q_len).flatMap((i) => pairs(model, i)),
        ),
    },
    [
      ...hide(...former),
      ...show(...before),
      ...(from && !from.grid ? fly(script, from, { ...map.box, id: "end.map" }) : []),
    ],
    cascade(
      map.rows.map((one) => [beat(one.id, "shown", 1, 0.18), beat(one.id, "numbers", 1, 0.18)]),
      0.12,
    ),
    fits
      ? cascade(
          notes.map((note) => show(note)),
          0.25,
        )
      : [],
  );
}

/** A row of the map in words. @param {import("../../model.js").Model} model @param {number} i @param {string} query */
function noteOf(model, i, query) {
  const from = model.words.stories["walk-through"];
  const facts = rowFacts(model, i);
  const said = from.note({
    ...facts,
    model,
    name: (/** @type {number} */ j) =>
      model.label("key", j) || model.words.scene.nameless(model.self ? "input" : "key", j + 1),
    self: model.self && facts.first === i,
    number: (/** @type {number} */ j) => model.text("weights", facts.row[j], 2),
  });
  return text(`end.note${i}`, {
    runs: [
      { text: query, weight: 650, size: 14 },
      { text: from.colon + said, size: 14 },
    ],
    size: 14,
    align: "start",
  });
}
