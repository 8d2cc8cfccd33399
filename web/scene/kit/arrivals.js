/** How an item comes to stand in its slot: as its kind does, from others, out of a close-up, from elsewhere, or as a placeholder. */

import { sequence } from "../timeline.js";
import { segments } from "./bars.js";
import { cellBox } from "./block.js";
import { isSum } from "./card.js";
import {
  addUp,
  copyTo,
  grow,
  fadeOut,
  enterNumbers,
  enterBox,
  rise,
  fadeIn,
  enter,
  animate,
  landing,
} from "./moves.js";

/** @typedef {import("../script.js").Script} Script */
/** @typedef {import("../script.js").Item} Item */
/** @typedef {import("../timeline.js").Tween} Beat */
/**
 * An item that enters in a way of its own, or changes where it stands.
 * @typedef {object} Arrival
 * @property {Item} item
 * @property {(script: Script, quick: boolean) => Beat[]} [enter] quick: at a glance, too fast for the eye to follow a flight
 * @property {Item[]} [lines] lines that lead to it: they stay as long as it does
 * @property {Record<string, number>} [values] what its properties change to
 * @property {number} [seconds] how long that change takes
 * @property {boolean} [placeholder] whether it is a dashed outline
 * @property {boolean} [moves] whether it stood elsewhere
 * @property {number} [times] how many times longer than usual it takes to enter
 */
/** @typedef {Item | Arrival | Thing[] | null | undefined | false | ""} Thing */
/** @typedef {import("./slots.js").State} State */

/** Placeholders for items that have yet to arrive; words have none. @param {(Item | null | undefined | false)[]} items @returns {Arrival[]} */
export const placeholders = (items) =>
  items.flatMap((item) => (item && item.kind !== "text" ? [{ item, placeholder: true }] : []));

/** What slots will hold, as placeholders. @param {Record<string, any>} slots @returns {State} */
export const blank = (slots) =>
  Object.fromEntries(Object.entries(slots).map(([slot, thing]) => [slot, placeholders([thing].flat(2))]));

/** An item with other values of its properties. @param {Item} item @param {Record<string, number>} values @param {number} [seconds] how long the change takes, at constant speed if given @returns {Arrival} */
export const having = (item, values, seconds) => ({ item, values, seconds });

/**
 * An item made from others: copies of them fly to it, each along the line that begins at it; at a glance nothing flies.
 * @param {any} item @param {any[]} [sources] @param {(Item | null | undefined | false)[]} [lines] that enter with it
 * @param {any[]} [ways] those that copies follow, if other slots hold them @returns {Arrival}
 */
export const from = (item, sources = [], lines = [], ways = lines) => {
  const led = /** @type {Item[]} */ (lines.filter(Boolean));
  return {
    ...{ item, lines: led },
    enter: (script, quick) => arrive(script, item, quick ? [] : sources, led, ways),
  };
};

/**
 * An item that takes the place of a similar one in another colour: it fades in as a whole.
 * @param {any} item @param {(Item | null | undefined | false)[]} [lines] lines that lead to it @returns {Arrival}
 */
export const recoloured = (item, lines = []) => ({
  item,
  lines: /** @type {Item[]} */ (lines.filter(Boolean)),
  enter: () => [...animate(item, "reveal", 1, 0), ...fadeIn(item)],
});

/**
 * An item that stood elsewhere, perhaps in another size, and flies to its place; several parts fly at once, each to its own.
 * @param {any} item @param {any} source one item, or a list @param {import("./place.js").Box[]} [places] of the parts
 * @returns {Arrival}
 */
export const moved = (item, source, places = [item]) => ({
  ...{ item, moves: true },
  enter: (script) =>
    landing(
      [source].flat().flatMap((part, k) => copyTo(script, part, places[k])),
      item,
    ),
});

/** A block whose cells stood elsewhere in another order, as in a transposed matrix: they fly to their places. @param {any} item @param {any[]} former blocks @returns {Arrival} */
export const turned = (item, former) => ({
  ...{ item, moves: true },
  enter(script) {
    const flights = item.indices.flatMap((/** @type {number[]} */ index, /** @type {number} */ k) => {
      const source = former.find(({ indices }) => placeIn(indices, index) >= 0);
      if (!source) return [];
      const at = placeIn(source.indices, index);
      const cell = { ...source, ...cellBox(source, at), id: `${source.id}/${at}` };
      const to = { ...cellBox(item, k), id: `${item.id}/${k}` };
      return copyTo(script, { ...cell, indices: [index], columns: 1, rows: 1 }, to, { seconds: 0.8 });
    });
    return landing(flights, item);
  },
});

/** @param {number[][]} indices @param {number[]} index */
const placeIn = (indices, index) => indices.findIndex((other) => `${other}` === `${index}`);

/**
 * An item made by a close-up, which adds up, drops its sum into its cell and disappears; without a close-up, it enters as usual.
 * @param {any} item @param {import("./card.js").Card | null} card
 * @param {{ sources?: any[], lines?: (Item | null | undefined | false)[], seconds?: number }} [how] seconds: for its products
 * @returns {Arrival}
 */
export const by = (item, card, { sources = [], lines = [], seconds = 1.2 } = {}) => {
  const usual = from(item, sources, lines);
  const led = usual.lines ?? [];
  return card ? { ...usual, enter: (script) => closeUp(script.add(card), item, seconds, led) } : usual;
};

/** A close-up that adds up and stays; any other operation has only time to be read. @param {import("./card.js").Card} card @param {number} seconds for its products @returns {Arrival} */
export const worked = (card, seconds) => ({
  item: card,
  enter: () =>
    sequence(
      fadeIn(card),
      ...(isSum(card.origin) ? addUp(card, { products: seconds }) : [animate(card, "sum", 1, seconds)]),
    ),
});

/**
 * A bar of shares that other bars flow into through funnels, which stay until the slot names the bar without `poured`.
 * @param {any} share @returns {Arrival}
 */
export const poured = (share) => ({
  item: share,
  values: { funnel: 1 },
  enter: (_, quick) =>
    sequence(fadeIn(share), animate(share, "slide", 1, quick ? 0 : 0.7), animate(share, "named", 1)),
});

/** An item that enters `times` times slower than usual. @param {number} times @param {Item | Arrival} thing @returns {Arrival} */
export const slowly = (times, thing) => ({ ...arrivalOf(thing), times });

/** The arrival of an item that enters as its kind does, or of one in a way of its own. @param {Item | Arrival} thing @returns {Arrival} */
export const arrivalOf = (thing) =>
  "item" in thing ? /** @type {Arrival} */ (thing) : { item: /** @type {Item} */ (thing) };

/**
 * How a block or a bar of shares arrives from its sources; no copies fly if many items move as one: nobody could follow.
 * @param {Script} script @param {any} item @param {any[]} sources @param {Item[]} lines @param {any[]} ways
 */
function arrive(script, item, sources, lines, ways) {
  const flights = [item, ...sources].some(({ kind }) => kind === "series")
    ? []
    : sources.flatMap((source, k) => {
        const line = ways.find((way) => way && way.from?.at === source);
        const to = item.kind === "share" ? segments(item, script.model)[k] : cellFor(item, source);
        return copyTo(script, source, to, { line, merges: true });
      });
  if (item.kind === "share")
    return sequence(
      [...fadeIn(item), ...animate(item, "slide", 1, 0), ...flights],
      animate(item, "named", 1),
    );
  // colours cannot land after their box
  if (item.kind === "heat") return sequence(grow(...lines), flights, enterBox(item));
  return sequence([...enterBox(item), ...grow(...lines)], flights, enterNumbers(item));
}

/** Where a copy lands: in the cell that shows the same number, or else in the middle of the item. @param {any} item @param {any} source */
function cellFor(item, source) {
  if (item.kind !== "block" || item.tensor !== source.tensor) return item;
  const at = placeIn(item.indices, source.indices[0]);
  return { ...cellBox(item, at), id: `${item.id}/${at}` };
}

/** @param {import("./card.js").Card} card @param {any} item @param {number} seconds for its products @param {Item[]} lines @returns {Beat[]} */
function closeUp(card, item, seconds, lines) {
  if (!isSum(card.origin))
    return sequence(
      [...fadeIn(card), ...grow(...lines)],
      [...animate(card, "sum", 1, 1.3), ...enterBox(item)],
      [...fadeOut(card), ...enterNumbers(item)],
    );
  return sequence(
    [...enterBox(item), ...fadeIn(card), ...grow(...lines)],
    ...addUp(card, { products: seconds, with: enterNumbers(item) }),
    animate(card, "opacity", 0),
  );
}

/** How items enter, by their kind or the kind they stand for (`of`); items with `enters` enter in their own way, all others fade in. @type {Record<string, (item: any) => Beat[]>} */
const ENTER = {
  block: enter,
  arrow: grow,
  stream: grow,
  ribbons: (item) => [...fadeIn(item), ...animate(item, "progress", 1, 0.7)],
  bar: rise,
  share: (item) => sequence([...fadeIn(item), ...animate(item, "slide", 1, 0.7)], animate(item, "named", 1)),
};

/** The beats with which an item enters if its arrival says nothing else. @param {Item} item @returns {Beat[]} */
export const entering = (item) => (item.enters ?? ENTER[item.of ?? item.kind] ?? fadeIn)(item);
