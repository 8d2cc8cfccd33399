/** The numbers of one word, beside the lanes: what each step reads and makes, and a button that opens the story of the box. */

import { nameOf } from "../../facts.js";
import { ON_A_LINE, cardGround, rowsCard } from "../../kit/rows-card.js";
import { upTo } from "../../model.js";

/** Of each step the box that opens, and its rows: what each is called, and its tensor; of heads their maps. @type {Record<string, string>} */
const CARDS = {
  heads: "look:",
  residual: "norm: old x, new mixed, sum sum",
  norm: "norm: sum sum, norm made",
  feed: "feed: in made, hidden hidden, left left, out fed",
  again: "last: old made, new fed, sum again, norm out",
  all: ": in x, out out",
};

/** @param {import("../../model.js").Model} model @param {import("./facts.js").Block} parts @param {number} asks @param {import("../../kit/place.js").Box} box @param {(name: any) => string} titleOf a box */
export function cardsOf(model, { view, tensors }, asks, box, titleOf) {
  const w = model.words.stories.block;
  const ground = cardGround(box);
  /** @type {(named: string) => import("../../kit/rows-card.js").Row} */
  const rowOf = (named) => {
    const [name, key] = named.split(" ");
    const tensor = tensors[/** @type {keyof typeof tensors} */ (key)];
    const all = upTo(model.tensor(tensor)?.shape.at(-1) ?? 0).map((c) => [0, asks, c]);
    const lines = upTo(Math.ceil(all.length / ON_A_LINE)).map((r) => r * ON_A_LINE);
    return { name: w.rows[name], tensor, cells: lines.map((from) => all.slice(from, from + ON_A_LINE)) };
  };
  const maps = upTo(view.heads).map((h) => ({
    ...{ name: w.head({ head: h + 1 }), tensor: tensors.weights, style: /** @type {const} */ ("heat") },
    cells: upTo(view.q_len).map((i) => upTo(view.kv_len).map((j) => [0, h, i, j])),
  }));
  const cards = Object.entries(CARDS).map(([id, card]) => {
    const [opens, list] = card.split(":");
    const rows = list ? list.trim().split(", ").map(rowOf) : maps;
    const press = opens ? { id: `open.${opens}.${id}`, text: w.open({ box: titleOf(opens) }) } : undefined;
    const name = nameOf(view, "query", asks);
    const title = list ? w.card({ title: w.titles[id], name }) : w.titles[id];
    return [
      id,
      [ground, ...rowsCard(model, `card.${id}`, { box, title, rows, decimals: list ? 1 : 2, press })],
    ];
  });
  return Object.fromEntries(cards);
}
