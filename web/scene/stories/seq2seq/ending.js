/**
 * The last step, with all words: those that came out above those that were read, with the streams of every row; on top, what a
 * decoder with only one state said, struck out where it differs.
 */

import { backdrop } from "../../kit/backdrop.js";
import { focus } from "../../kit/focus.js";
import { textAt } from "../../kit/text.js";
import { namesOf, rowFacts } from "../../facts.js";
import { orderOf } from "../alignment/order.js";
import { bandsOf, chipsOf } from "../sequence/bands.js";
import { askersOf, wordsOf } from "../sequence/chain.js";

/** The most words whose streams can be told apart, and the least distance from one to the next in px. */
const MOST_WORDS = 10;
const LEAST_PITCH = 28;
/** In px: a line of words above the chips, and the least height of the streams. */
const LINE = 24;
const LEAST = 200;

/**
 * @param {import("../sequence/chain.js").Sequence} all @param {import("../../kit/place.js").Box} box the free one
 * @returns null where there is no room
 */
export function endingOf({ decoder, pressed }, box) {
  const rows = askersOf(decoder);
  const columns = namesOf(decoder, "key");
  const most = Math.max(rows.length, columns.length);
  if (!rows.length || most > MOST_WORDS || box.width / most < LEAST_PITCH) return null;
  const retold = pressed ? wordsOf(pressed.decoder) : [];
  const above = retold.length ? 3 * LINE : 0;
  if (box.height - above < LEAST) return null;
  const panel = { ...box, y: box.y + above, height: box.height - above };
  const how = { thick: 44, wide: 120, prefix: "end.", chips: true };
  const bands = bandsOf(decoder, panel, { rows, columns }, how);
  const { asking, answering, rings } = chipsOf(bands, { out: "output", read: "input" });
  const { pair } = orderOf(rows.map((_, j) => rowFacts(decoder, j)));
  const w = decoder.words.stories.seq2seq.labels;
  const line = (/** @type {string} */ id, /** @type {number} */ n) =>
    textAt(`end.${id}`, box.x + 12, box.y + (n + 0.5) * LINE, {
      ...{ text: w[id], size: 13, fill: "muted", align: "start", most: box.width - 24 },
    });
  /**
   * Returns the word of the decoder with one state, above the word with attention, struck out where they differ.
   * @param {number} j
   */
  const alone = (j) => {
    const { x, width } = asking[j];
    const differs = retold[j]?.name !== rows[j];
    const said = textAt(`alone.${j}`, x + width / 2, box.y + 1.5 * LINE, {
      ...{ text: retold[j]?.name ?? "", size: 16, weight: 600, fill: differs ? "muted" : "ink" },
      most: box.width / rows.length - 6,
    });
    const strike = { x: said.x - 3, y: said.y + said.height / 2, width: said.width + 6, height: 2 };
    return differs ? [said, backdrop(`alone.${j}.strike`, strike, { fill: "ink", rx: 1, initial: { opacity: 0 } })] : [said]; // prettier-ignore
  };
  return {
    board: backdrop("end.panel", box, { initial: { opacity: 0 } }),
    alone: retold.length ? [line("alone", 0), ...rows.flatMap((_, j) => alone(j)), line("attention", 2)] : [],
    words: [...asking, ...answering, ...bands.words],
    streams: rows.map((_, j) => bands.among(j)),
    stripes: rows.map((_, j) => bands.stripe(j)),
    lights: focus(decoder, { asked: pair ? { query: pair[1] } : null, rings }),
  };
}
