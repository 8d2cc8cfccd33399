/**
 * A whole layer as matrices: each product where its factors meet, one telling cell close up and the others in quick
 * cascade; a strip of what has been made; the attention map at the end.
 */

import { cellBox } from "../kit/block.js";
import { card, cardSize } from "../kit/card.js";
import { arrow } from "../kit/arrows.js";
import { flight } from "../kit/flight.js";
import { ground, ring } from "../kit/ground.js";
import { FADE, MOVE, cascade, dim, fly, grow, hide, light, open, show, snap, turn } from "../kit/moves.js";
import { boxIn, cellsOf, lit, shapeOf } from "../kit/slice.js";
import { thumbnails } from "../kit/thumbnails.js";
import { heard, rowFacts } from "../facts.js";
import { upTo } from "../model.js";
import { after, beat, sequence, together } from "../timeline.js";
import { PAD, arrange, cellAt, hasBars } from "./matrices/arrangement.js";
import { chain, givenOf } from "./matrices/chain.js";
import { tellMap } from "./matrices/map.js";
import { softmaxRow } from "./matrices/softmax.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../scene.js").Room} Room */
/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {import("../kit/place.js").Box} Box */
/** @typedef {import("./matrices/chain.js").Link} Link */

/** @type {import("./index.js").Story} */
export default { tell };

/** @param {Script} script @param {Room} room @returns {import("../scene.js").Told} */
function tell(script, room) {
  const { model } = script;
  const w = model.words.stories.matrices;
  const chapters = { ...model.words.scene.chapters, ...w.chapters };
  const links = chain(model);
  const place = arrange(model, links, room);
  const { size } = place.form;
  script.add(ground("panel", place.panel));
  const made = [
    ...givenOf(model),
    ...links.map(({ product }) => product).filter(({ tensor }) => !tensor.startsWith("row_")),
  ];
  const small = place.strip ? thumbnails(model, made, place.strip) : [];
  for (const item of small.flatMap(({ items }) => items)) script.add(item);
  const smallOf = (/** @type {string} */ tensor) => small.find(({ matrix }) => matrix.tensor === tensor);
  /** Blocks that are in sight, by what they show. @type {Map<string, import("../kit/block.js").Block>} */
  const seen = new Map();
  const keyOf = (/** @type {import("../kit/slice.js").Slice} */ { tensor, turned }) =>
    tensor + (turned ? " turned" : "");
  /** What goes when the next matrices come. @type {any[]} */
  let former = [];
  let chapter = "";
  const allFacts = upTo(model.q_len).map((i) => rowFacts(model, i));

  begin();
  links.forEach(tellLink);
  enter("map");
  const poster = script.time - 0.01;
  tellMap(script, { panel: place.panel, former, from: seen.get("weights") });
  return {
    height: place.height,
    // the last product stands there complete
    poster,
    invitation: model.words.stories["walk-through"].invitation(model, script.time),
  };

  /** @param {string} id */
  function enter(id) {
    if (id === chapter) return;
    script.chapter(id, chapters[id]);
    chapter = id;
  }

  /** What is there. */
  function begin() {
    enter("project");
    const all = place.given;
    all.forEach(({ block: one, names }, k) => {
      for (const item of [one, ...names]) script.add(item);
      seen.set(keyOf(givenOf(model)[k]), one);
    });
    const from = model.words.stories["walk-through"];
    script.step(
      {
        id: "inputs",
        title: from.steps.inputs,
        caption: model.projected ? from.inputs({ model }) : from.given({ model }),
        rest: 0.9,
        heard: heardOf(givenOf(model)[0]),
      },
      cascade(
        all.map(({ block: one, names }) => [...snap(one), ...show(...names)]),
        0.2,
      ),
      givenOf(model).flatMap((matrix, k) => keep(all[k].block, matrix.tensor)),
    );
    former = all.flatMap(({ block: one, names }) => [one, ...names]);
  }

  /** @param {import("../kit/slice.js").Slice} matrix */
  function heardOf(matrix) {
    const cells = cellsOf({ ...matrix, columns: Math.min(8, matrix.columns) });
    return heard(model, matrix.tensor, cells.flat());
  }

  /** A copy of a finished matrix goes into the strip. @param {import("../kit/block.js").Block} from @param {string} tensor @returns {Beat[]} */
  function keep(from, tensor) {
    const own = smallOf(tensor);
    return own
      ? sequence(
          fly(script, from, own.block),
          together(
            [...snap(own.block)].map((one) => ({ ...one, duration: 0.1 })),
            light(1, own.letter),
          ),
        )
      : [];
  }

  /** A factor comes: from where it stood, or out of the strip. @param {import("../kit/block.js").Block} item @param {import("../kit/slice.js").Slice} matrix @returns {Beat[]} */
  function come(item, matrix) {
    script.add(item);
    const before = seen.get(keyOf(matrix));
    const own = smallOf(matrix.tensor)?.block;
    seen.set(keyOf(matrix), item);
    const there = [beat(item.id, "shown", 1, 0.06), beat(item.id, "numbers", 1, 0.06)];
    if (before && !item.grid) return sequence(fly(script, before, item), there);
    // not before what stood here has gone
    if (!own || item.grid) return after(FADE, snap(item));
    const travel = script.add(flight(item, own));
    return sequence([beat(travel.id, "move", 1, 0), beat(travel.id, "move", 0, MOVE, "move")], there);
  }

  /** @param {Link} link @param {number} k */
  function tellLink(link, k) {
    enter(link.chapter);
    const { left, right, product, words, names } = place.meetings[k];
    const at = place.telling[k];
    const sentences = w.links[link.id];
    const facts = { model, link, at, all: allFacts };
    const about = {
      title: w.titles[link.id] ?? model.words.scene.shown(link.product.made ?? link.product.tensor),
      subtitle: equationOf(link),
      active: link.active,
    };
    for (const item of [product, ...words, ...names]) script.add(item);
    const enters = [
      [
        ...hide(...former),
        ...come(left, link.left),
        ...(right && link.right ? come(right, link.right) : []),
        ...show(...names, ...words),
      ],
      open(product),
    ];
    former = [left, right, product, ...words, ...names].filter(Boolean);
    const pointed = link.reads === "copy" ? null : point(link, k, at);
    const quick = link.full ? 2 : 1.1;
    const detail = pointed ? [pointed.shows, ...pointed.closeUp(quick)] : [];
    const rest = () => [
      [...(pointed?.leaves ?? []), ...sweep(link, k)],
      [beat(product.id, "landed", 0, 0), ...keep(product, product.tensor)],
    ];
    const whole = { heard: heardOf(link.product), place: { at: link.at[1] } };
    seen.set(keyOf(link.product), product);
    if (!link.full || product.indices.length === 1 || (link.id === "weights" && !hasBars(model, link))) {
      script.step(
        { ...about, ...whole, id: `${link.id}-all`, caption: sentences.all(facts), rest: 0.9 },
        ...enters,
        ...detail,
        ...rest(),
      );
      return;
    }
    script.step(
      {
        ...about,
        id: link.id,
        caption: sentences.first(facts),
        rest: 0.9,
        place: { at: link.at[0], query: at.r },
      },
      ...enters,
      ...detail,
    );
    script.step(
      { ...about, ...whole, id: `${link.id}-all`, caption: sentences.all(facts), rest: 1.1 },
      ...rest(),
    );
  }

  /** "3×4 · 4×3 = 3×3" @param {Link} link */
  function equationOf({ left, right, product, reads }) {
    if (reads === "copy" || (right && reads === "cell")) return shapeOf(product);
    // a query and a key of a bilinear or additive score are no product
    return right && left.columns === right.rows
      ? `${shapeOf(left)} · ${shapeOf(right)} = ${shapeOf(product)}`
      : `${shapeOf(left)} → ${shapeOf(product)}`;
  }

  /** What meets in one cell is lit and ringed; the rest is dimmed. @param {Link} link @param {number} k @param {{ r: number, c: number }} at */
  function point(link, k, { r, c }) {
    const { left, right, product } = place.meetings[k];
    const cell = { row: r, column: c };
    const first = lit(model, product, hasBars(model, link) ? { row: r } : cell, size);
    const parts = [lit(model, left, link.reads === "cell" ? cell : { row: r }, size), first];
    if (right) parts.push(lit(model, right, link.reads === "cell" ? cell : { column: c }, size));
    const rings = parts.map((one) => script.add(ring(`${one.id}.ring`, rim(one))));
    const rowBox = { ...cellBox(product, r * product.columns), width: product.width };
    const lines =
      right && place.form.across
        ? []
        : [
            arrow(
              `${left.id}.line`,
              { at: { ...rowBox, x: left.x, width: left.width }, side: "right" },
              { at: rowBox, side: "left" },
            ),
          ];
    if (right && !place.form.across) {
      const box = cellBox(product, r * product.columns + c);
      lines.push(
        arrow(
          `${right.id}.line`,
          { at: { ...box, y: right.y, height: right.height }, side: "bottom" },
          { at: { ...box, y: product.y }, side: "top" },
        ),
      );
    }
    lines.forEach((line) => script.add(line));
    const base = [left, ...(right ? [right] : []), product];
    const closeUp = hasBars(model, link) ? rowOf(k, r) : cardOf(link, k, { r, c }, first);
    former.push(...rings, ...lines);
    return {
      shows: [...dim(1, ...base), ...show(...rings), ...grow(...lines)],
      closeUp,
      leaves: [
        ...dim(0, ...base),
        ...hide(...rings, ...lines, ...(place.covers && right ? [{ id: `card.${product.id}` }] : [])),
      ],
    };
  }

  /** The close-up of a cell; its sum falls into its place. @param {Link} link @param {number} k @param {{ r: number, c: number }} at @param {import("../kit/block.js").Block} first */
  function cardOf(link, k, at, first) {
    const { left, right, product } = place.meetings[k];
    const cell = cellAt(model, link, at);
    const source = (/** @type {import("../model.js").Cell} */ one) =>
      boxIn(left, one) ?? (right ? boxIn(right, one) : undefined);
    const item = card(model, {
      id: `card.${product.id}`,
      cell,
      home: first,
      room: place.closeUps[k],
      size,
      source,
    });
    const lands = [beat(product.id, "landed", 1, 0.1)];
    if (!cardSize(item, model)) return () => [lands];
    script.add(item);
    former.push(item);
    const sum = model.origin(cell.tensor, cell.index).sum && cell.tensor !== "scaled_scores";
    return (/** @type {number} */ seconds) =>
      sum
        ? [
            show(item),
            turn(item, "travel", 1, 0.52),
            turn(item, "products", 1, 0.36 * seconds, "linear"),
            turn(item, "gather", 1, 0.18),
            turn(item, "sum", 1, 0.18),
            turn(item, "fall", 1, 0.42),
            [...lands, beat(item.id, "fall", 0, 0)],
          ]
        : [show(item), [beat(item.id, "travel", 1, 0.3 * seconds)], lands];
  }

  /** The close-up of a row of softmax. @param {number} k @param {number} r */
  function rowOf(k, r) {
    const { left, product } = place.meetings[k];
    const { items, moves } = softmaxRow(script, {
      region: place.closeUps[k],
      size,
      r,
      from: left,
      to: product,
    });
    former.push(...items);
    return () => moves;
  }

  /** All cells land, row by row. @param {Link} link @param {number} k @returns {Beat[]} */
  function sweep({ reads }, k) {
    const { left, product } = place.meetings[k];
    if (reads === "copy")
      return [...fly(script, left, product), ...after(MOVE - 0.06, [beat(product.id, "numbers", 1, 0.06)])];
    const each = Math.min(0.45, 2.4 / product.rows);
    const rings = upTo(product.rows).map((r) => {
      const boxes = [left, product].map((one) => ({ ...cellBox(one, r * one.columns), width: one.width }));
      const own = boxes.map((box, side) => script.add(ring(`${product.id}.row${r}.${side}`, rim(box))));
      former.push(...own);
      return after(
        r * each,
        own.flatMap(({ id }) => [beat(id, "shown", 1, 0.08), ...after(each, [beat(id, "shown", 0, 0.08)])]),
      );
    });
    return together(after(0.2, [beat(product.id, "numbers", 1, each * product.rows)]), ...rings);
  }
}

/** A ring's box such that its line lies on the edge. @param {Box} box @returns {Box} */
const rim = ({ x, y, width, height }) => ({ x: x + 5, y: y + 5, width: width - 10, height: height - 10 });
