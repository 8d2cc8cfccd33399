/** The walk-through: the first query in full, the second faster, then the others, and the map at the end. */

import { upTo } from "../model.js";
import { columns } from "./attention/columns.js";
import { rows } from "./attention/rows.js";
import { tellAttention } from "./attention/telling.js";

/** @type {import("./index.js").Story} */
export default {
  tell: (script, room) => tell(script, room, upTo(script.model.q_len)),
};

/**
 * Attention in columns where they fit, else in rows.
 * @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @param {number[]} queries
 */
export function tell(script, room, queries) {
  const { model } = script;
  const place = columns(model, room) ?? rows(model, room);
  const poster = tellAttention(script, place, queries);
  return {
    height: place.height,
    poster,
    invitation: model.words.stories["walk-through"].invitation(model, script.time, queries.length),
  };
}
