/**
 * The numbers of one word: beside the lanes, what each step reads and makes, and the maps of the heads; below them, only what it
 * makes.
 */

import { nameOf } from "../../facts.js";
import { headMaps } from "../../kit/head-maps.js";
import { rowsCard } from "../../kit/rows-card.js";
import { upTo } from "../../model.js";

/**
 * For each step, the box that it opens, and its rows: the name of each, and its tensor.
 * @type {Record<string, [opens: string, ...rows: string[]]>}
 */
const CARDS = {
  words: ["", "in x"],
  heads: ["look", "new mixed"],
  residual: ["norm", "old x", "new mixed", "sum sum"],
  norm: ["norm", "sum sum", "norm made"],
  feed: ["feed", "in made", "hidden hidden", "left left", "out fed"],
  again: ["last", "old made", "new fed", "sum again", "norm out"],
  all: ["", "in x", "out out"],
};

/** @param {import("../../model.js").Model} model @param {import("./facts.js").Block} parts @param {number} asks @param {{ box: import("../../kit/place.js").Box, beside: boolean }} at */
export function cardsOf(model, { view, tensors }, asks, { box, beside }) {
  const w = model.words.stories.block;
  /** @type {(named: string) => import("../../kit/rows-card.js").Row} */
  const rowOf = (named) => {
    const [name, key] = named.split(" ");
    const tensor = tensors[/** @type {keyof typeof tensors} */ (key)];
    const cells = upTo(model.tensor(tensor)?.shape.at(-1) ?? 0).map((c) => [0, asks, c]);
    return { name: w.rows[name], tensor, cells };
  };
  const titles = upTo(view.heads).map((h) => w.head({ head: h + 1 }));
  const mapsIn = (/** @type {import("../../kit/place.js").Box} */ inside) =>
    headMaps(view, inside, { titles, asks });
  /** @type {(id: string, opens: string, ...list: string[]) => any[]} */
  const cardOf = (id, opens, ...list) => {
    if (!beside) return rowsCard(model, `rows.${id}`, { box, rows: list.slice(-1).map(rowOf) });
    const title = w.card({ title: w.titles[id], name: nameOf(view, "query", asks) });
    const press = opens ? { id: `open.${opens}.${id}`, text: w.open({ box: w.boxes[opens] }) } : undefined;
    const shown = id === "heads" ? { rows: [], others: mapsIn } : { rows: list.map(rowOf) };
    return rowsCard(model, `rows.${id}`, { box, title, press, ...shown });
  };
  return Object.fromEntries(Object.entries(CARDS).map(([id, card]) => [id, cardOf(id, ...card)]));
}
