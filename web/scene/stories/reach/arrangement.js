/** The layout of the paths: a lane for each, above the words, which are the stops of a slider; above each path its count. */

import { formatNumber } from "../../format.js";
import { panelIn } from "../../kit/backdrop.js";
import { cellsOf } from "../../kit/cells.js";
import { placed } from "../../kit/place.js";
import { reading } from "../../kit/reading.js";
import { slider } from "../../kit/slider.js";
import { runsWidth, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";
import { factsOf } from "./facts.js";
import { WIDTHS, layersOf } from "./layers.js";
import { arcs, layered, states } from "./paths.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */

const SIZE = { cell: 30, wide: 54, height: 26, font: 15, small: 15, decimals: 3 };
/** In px from the top: where the second and the third lane begin, where the last ends, and the middle of either slider. */
const [SECOND, THIRD, END, WIDTH, WORDS] = [104, 250, 352, 154, 376];
/** In px: from the edge of the stage to the words and to other text, and from the last stop of a slider to its end. */
const [SIDE, EDGE, KNOB] = [32, 12, 9];

/** @param {Model} model @param {Room} room */
export function arrange(model, room) {
  const { n, width, slopes } = model.more.reach;
  const w = model.words.stories.reach;
  const facts = factsOf(model);
  const [font, side] = room.width < 560 ? [13, 64] : [15, 120];
  const pitch = (room.width - 2 * SIDE) / (slopes.length - 1);
  const xs = upTo(slopes.length).map((k) => Math.round(SIDE + k * pitch));
  const layers = { xs, n, y: THIRD - 18, height: THIRD - SECOND - 56 };
  const [neighbours, gaps] = ["neighbours", "gaps"].map((id) =>
    layered(id, { ...layers, layers: layersOf(n, WIDTHS[width], id === "gaps"), label: w.seen[id] }),
  );
  const upto = model.stage("upto");
  const weights = upTo(n).map((j) => upto.value("weights", [0, 0, n - 1, j]));
  const weight = cellsOf(upto, () => ({ size: SIZE }))("weights", { query: n - 1, key: 0 });
  const arched = { xs, n, y: END - 16, height: END - THIRD - 62, weights, label: w.seen.arcs };
  const left = (/** @type {number} */ k) => ({ text: formatNumber(slopes[k], 3), size: 12.5, copy: true });
  // the sentence is a slider that sets where it ends
  const stops = facts.names.map((name) => truncate(name, 15, 110));
  const words = { label: w.words, stops, font, set: n - 1, width: room.width - 2 * (SIDE - KNOB) };
  // in a narrow room the tree leaves no place for the name
  const name = room.width < 320 ? "" : w.width;
  const taken = { name, label: w.width, stops: WIDTHS.map(String), set: width, width: side };
  return {
    ...{ facts, ground: panelIn(room, [SECOND, THIRD, END]) },
    way: {
      recurrence: states("states", { xs, n, slopes, label: w.seen.states, y: 60 }),
      ...{ neighbours, gaps, attention: arcs("arcs", arched) },
    },
    slopes: [0, n - 1].map((k) => textAt(`slope.${k}`, xs[k], 92, left(k))),
    weight: placed(weight, (xs[0] + xs[n - 1]) / 2, arched.y - arched.height),
    lanes: ["recurrence", "convolutions", "attention"].map((id, k) =>
      laneOf(model, facts, id, [0, SECOND, THIRD][k] + 17, room.width),
    ),
    words: placed(slider("n", words), room.width / 2, WORDS),
    width: placed(slider("width", taken), room.width - EDGE - side / 2, WIDTH),
  };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/**
 * Returns the name of a lane, its counts, and the notes beside it from step to step.
 * @param {Model} model @param {ReturnType<typeof factsOf>} facts @param {string} id @param {number} y @param {number} all px
 */
function laneOf(model, facts, id, y, all) {
  const w = model.words.stories.reach;
  const strong = { weight: 650, fill: "ink" };
  const name = textAt(`${id}.name`, EDGE, y, { ...strong, text: w.names[id], size: 14, align: "start" });
  const [counts, notes] = /** @type {Record<string, any>[]} */ ([{}, {}]);
  for (const way of id === "convolutions" ? ["neighbours", "gaps"] : [id]) {
    const count = facts.counts[way];
    // the count grows with the path
    const said = (/** @type {number} */ done) => [
      { ...strong, text: `${Math.min(done, count)} `, size: 22 },
      { ...strong, text: w.unit(id, { n: count }), size: 14 },
    ];
    const width = runsWidth(said(count));
    counts[way] = placed(reading(`${way}.count`, { width, size: 22, said }), all - EDGE - width, y);
  }
  const x = 2 * EDGE + name.width;
  const end = Math.min(...Object.values(counts).map((count) => count.x)) - EDGE;
  const how = /** @type {const} */ ({ size: 12, align: "start" });
  for (const key of Object.keys(w.notes[id])) {
    const fill = /cost|far/.test(key) ? "ink" : "muted";
    const note = textAt(`${id}.${key}`, x, y + 1, { ...how, fill, text: w.note(id, key, facts) });
    // only where there is room
    if (x + note.width <= end) notes[key] = note;
  }
  return { name, counts, notes };
}
