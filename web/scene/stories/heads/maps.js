/** A map for every head, and one head enlarged, on panels of cards. */

import { textWidth } from "../../text-metrics.js";
import { arrow } from "../../kit/arrows.js";
import { mapReach } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { digitsIn, sheetsReach } from "../../kit/matrix.js";
import { corner, heightOf, widthOf } from "../../kit/place.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { best, clamp, fitted, longest, piled } from "./cells.js";
import { BEFORE, READABLE, edgesOf, enlarged, groupOf, mapOf, trioOf } from "./head.js";

/** @typedef {import("./cells.js").Model} Model */
/** @typedef {import("./cells.js").Placeable} Placeable */
/** @typedef {import("../../kit/place.js").Box} Box */

const GAP = 12;
/** Room round a card and inside it, and in it for a title, px. */
const EDGE = 3;
const TITLE = 24;

/** @param {Model} model @param {import("./cells.js").Stage} room */
export function pageOf(model, { width, height, narrow, scale }) {
  const { heads, batches, head } = model;
  const back = sheetsReach(batches);
  const full = { x: 0, y: 0, width: width - back, height: height - back };
  const wide = clamp(full.width * (heads < 4 ? 0.45 : 0.37), 250, 560);
  const high = clamp(full.height * 0.62, 0, full.height);
  const [small, big] = narrow
    ? [
        { ...full, height: full.height - high - GAP },
        { ...full, y: full.height - high, height: high },
      ]
    : [
        { ...full, width: full.width - wide - GAP },
        { ...full, x: full.width - wide, width: wide },
      ];
  const slots = heads > 1 ? slotsOf(model, small, scale) : [];
  const large = largeOf(model, heads > 1 ? big : full, scale);
  const hidden = { initial: { opacity: 0 } };
  const grounds = (heads > 1 ? [small, big] : [full]).flatMap((box, k) => {
    const panel = backdrop(`panel.${k}`, box, hidden);
    return [...piled(model, `panel.${k}`, [panel], "lane", { rx: 10, layer: 0, edge: "rule" }), panel];
  });
  const chosen = slots[head];
  if (chosen) grounds.push(backdrop("panel.chosen", chosen.card, { fill: "raised", rx: 8, ...hidden }));
  const tight = large.map.rows[0].height < READABLE || slots[0]?.map.rows[0].height < 8;
  const items = [...grounds, ...slots.flatMap((slot) => slot.items), ...large.items];
  return { slots, large, grounds, tight, height, items };
}

/** One of equal cards in a panel. @param {Box} panel @param {number} [columns] @param {number} [rows] @param {number} [k] */
function cardIn(panel, columns = 1, rows = 1, k = 0) {
  const [across, down] = [panel.width / columns, panel.height / rows];
  const x = panel.x + across * (k % columns) + EDGE;
  const y = panel.y + down * Math.floor(k / columns) + EDGE;
  const [width, height] = [across - 2 * EDGE, down - 2 * EDGE];
  const body = { x: x + EDGE, y: y + TITLE, width: width - 2 * EDGE, height: height - TITLE - EDGE };
  /** Something in the middle of what it holds under its title. @param {Placeable} item */
  const centre = (item) =>
    corner(item, body.x + (body.width - widthOf(item)) / 2, body.y + (body.height - heightOf(item)) / 2);
  /** A word at the left or right of its upper edge. @param {string} id @param {string} said @param {object} how */
  const word = (id, said, how, right = false) => {
    const made = text(id, { text: said, align: right ? "end" : "start", ...how });
    made.put(right ? x + width - 10 : x + 10, y + 13);
    return made;
  };
  return { x, y, width, height, body, centre, word };
}

/** How maps of all heads are largest: in so many columns, with names of rows at every map, or once at the left. @param {Model} model @param {Box} panel @param {number} scale */
function tiling(model, panel, scale) {
  const { heads } = model;
  const most = { width: 60 * scale, height: 34 * scale };
  const edges = edgesOf(model);
  return best(
    upTo(heads).flatMap((k) =>
      [false, true].map((once) => {
        const [rows, columns] = [k + 1, Math.ceil(heads / (k + 1))];
        const side = once ? mapReach(edges(most)).side : 0;
        const inner = { ...panel, x: panel.x + side, width: panel.width - side };
        const { body } = cardIn(inner, columns, rows);
        const cell = fitted(body, most, (size) => mapReach(edges(size, !once)));
        const words = edges(cell, !once);
        const fits = heightOf(mapReach(words)) <= body.height ? cell.width * cell.height : 0;
        const named = words.columns[0] ? (once ? 1.6 : 2) : 1;
        const worth = fits * named * (digitsIn(model, "weights", cell) ? 2 : 1);
        return { rows, columns, inner, once, cell, worth };
      }),
    ),
  );
}

/** Maps of all heads. @param {Model} model @param {Box} panel @param {number} scale */
function slotsOf(model, panel, scale) {
  const { heads, kv_heads, head } = model;
  const w = model.words.stories["multi-head"];
  const { rows, columns, inner, once, cell } = tiling(model, panel, scale);
  return upTo(heads).map((h) => {
    const card = cardIn(inner, columns, rows, h);
    const shared = kv_heads < heads ? [w.sharing(h + 1, groupOf(model, h) + 1)] : [];
    const titles = [...shared, w.head(h + 1), `${h + 1}`, ""];
    const said = longest(titles, card.width - 14, (title) => textWidth(title, 13, 650));
    const title = card.word(`head.${h}.name`, said, { weight: 650, fill: h === head ? "ink" : "muted" });
    const map = mapOf(model, `head.${h}`, h, cell, !once || h % columns === 0);
    const trio = trioOf(model, `head.${h}`, h, card.body, BEFORE);
    card.centre(once ? { ...map, left: map.right } : map);
    card.centre(trio);
    return { map, title, card, trio: trio.parts, items: [...map.items, title, ...trio.parts] };
  });
}

/** The enlarged head. @param {Model} model @param {Box} panel @param {number} scale */
function largeOf(model, panel, scale) {
  const { head, heads } = model;
  const card = cardIn(panel);
  const named = heads > 1 ? model.words.stories["multi-head"].enlarged(head + 1) : "";
  const title = card.word("large.name", named, { weight: 650, fill: "ink" });
  const body = enlarged(model, card.body, scale * (heads === 1 ? 1.4 : 1));
  const { map, results, trio, stays } = body;
  card.centre(body);
  if (!stays) card.centre(trio);
  const wordOf = (/** @type {string} */ tensor) => {
    const said = model.words.scene.shown(tensor);
    const fits = textWidth(said, 13) + title.width + 32 <= card.width;
    return card.word(`large.word.${tensor}`, fits ? said : "", { fill: "muted" }, true);
  };
  const word = wordOf("weights");
  const stages = body.stages.map((stage) => ({ ...stage, word: stage.total ? null : wordOf(stage.tensor) }));
  const arrows = map.rows.map((from, i) =>
    arrow(`result.arrow.${i}`, { at: from, side: "right" }, { at: results[i], side: "left" }),
  );
  const before = stages.flatMap((stage) => [...stage.blocks, ...(stage.word ? [stage.word] : [])]);
  const items = [title, ...map.items, ...before, ...results, ...arrows, word, ...trio.parts];
  return { title, map, stages, results, arrows, word, items, trio: trio.parts, stays };
}
