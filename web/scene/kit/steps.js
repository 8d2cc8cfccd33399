/**
 * How a story is told. It yields chapters and steps, and each step says what named slots of the stage hold. An item that its slot
 * no longer names leaves; a new item enters in the way of its kind. So a story never animates anything itself.
 */

import { spokenText } from "../facts.js";
import { after, sequence, stagger, together } from "../timeline.js";
import { segments } from "./bars.js";
import { cellBox } from "./block.js";
import { isSum } from "./card.js";
import {
  addUp,
  copyTo,
  dim,
  showPlaceholders,
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
/** @typedef {import("../model.js").Model} Model */
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
/** @typedef {{ only?: boolean, once?: boolean, more?: boolean, wait?: number, lag?: number, rests?: string[], large?: import("./enlarged.js").Enlargement } & Record<string, any>} State what some slots hold (a Thing each);
 *   only: all other slots are emptied; once: everything new enters at once; more: what these slots held stays; wait: seconds before anything changes;
 *   lag: seconds between the items of a list; rests: slots whose items are dimmed until the slots are named again;
 *   large: what these slots hold stands enlarged until they are named again */
/**
 * @typedef {object} Setting what holds for all steps of a story
 * @property {Item[]} [scenery] items that stand from beginning to end, with their initial values
 * @property {Record<string, Item[]>} [standing] what some slots hold from the beginning, with their initial values
 * @property {string[][]} [sharing] groups of slots that share a place: when one of a group is named, those not named are emptied
 */
/** @typedef {{ chapter: string, title: string }} Chapter */
/**
 * @typedef {Partial<Omit<import("../script.js").About, "place">> & Pick<import("../script.js").About, "id" | "title" | "caption">} About
 * @typedef {Omit<About, "parts"> & { states: (State | State[])[], parts?: { at: string, states: number }[], of?: Model, makes?: string, at?: string, poster?: boolean }} Step
 *   states: one after another; those in a list at the same time; of, makes: the model and the tensor whose numbers land, which
 *   are read aloud; at: the position in the computation; poster: its end stands for the whole story
 */

/** Keys of a state that are not slots. */
const MANNERS = new Set(["only", "once", "more", "wait", "lag", "rests", "large"]);

/** Seconds between the items of a list that enter in turn. */
const LAG = 0.12;

/** The speed above which the eye cannot follow a flight. */
const QUICK = 2;

/** Seconds in which what stood enlarged goes to its place. */
const SETTLE = 0.7;

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

/** A state in which everything enters at once, not slot by slot. @param {State} state @returns {State} */
export const atOnce = (state) => ({ ...state, once: true });

/** @param {Item | Arrival} thing @returns {Arrival} */
const arrivalOf = (thing) =>
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

/** Kinds whose items enter one after another. */
const IN_TURN = /^(block|bar)$/;

/**
 * Plays the steps of a story into a script.
 * @param {Script} script @param {Iterable<Step | Chapter>} steps @param {Setting} [setting]
 * @returns {number | undefined} the moment that stands for the whole story, in seconds, if a step names one
 */
export function play(script, steps, { scenery = [], standing = {}, sharing = [] } = {}) {
  for (const item of [...scenery, ...Object.values(standing).flat()]) script.add(item);
  const stage = createStage(script, standing, sharing);
  let poster;
  for (const part of steps) {
    if ("chapter" in part) script.chapter(part.chapter, part.title);
    else {
      const { states, of, makes, at } = part;
      const changes = states.map((state) => stage.change(state, part.speed));
      const moves = changes.flat();
      const parts = part.parts?.map((place) => ({
        at: place.at,
        moves: changes.splice(0, place.states).flat().length,
      }));
      const landed = stage.landed(makes && of ? of.full(makes) : "");
      const spoken = makes && of ? () => spokenText(of, makes, cellsOf(landed)) : undefined;
      script.step({ spoken, place: at ? { at } : undefined, ...part, parts }, ...moves);
      if (part.poster) poster = script.time - 0.01;
    }
  }
  script.finishReading();
  return poster;
}

/**
 * Makes chapters and steps with the titles and sentences that are filed under their ids; a chapter without a title of its own has
 * that of the step.
 * @param {any} w the words of the story @param {Record<string, any>} facts that the sentences use
 * @param {Partial<Step>} [usual] what all steps have
 */
const stepMakers = (w, facts, usual) => ({
  /** @param {string} id @returns {Chapter} */
  chapter: (id) => ({ chapter: id, title: w.chapters?.[id] ?? w.titles[id] }),
  /** @param {string} id @param {Partial<Step>} about @param {Step["states"]} states @returns {Step} */
  step: (id, about, ...states) => ({
    ...{ id, title: (w.titles ?? w.steps)[id], caption: () => w[id](facts) },
    ...{ ...usual, ...about, states },
  }),
});
/** @typedef {ReturnType<typeof stepMakers>} StepMakers */

/**
 * Makes the `tell` function of a story that has one stage and one set of facts.
 * @template {{ facts: Record<string, any>, invites?: Record<string, any>, ground?: Item[], height?: number, setting?: Setting, shows?: Partial<import("../scene.js").StoryResult> }} Stage
 *   invites: facts of the invitation, if they differ; shows: what else is true of the picture
 * @param {string} story whose words it uses @param {(model: Model, room: import("../scene.js").Room) => Stage} arrange
 * @param {(stage: Stage, make: StepMakers, script: Script) => Iterable<Step | Chapter>} steps @param {Partial<Step>} [usual] what all steps have
 * @returns {import("../stories/index.js").Story["tell"]}
 */
export const tellSteps = (story, arrange, steps, usual) => (script, room) => {
  const w = script.model.words.stories[story];
  const stage = arrange(script.model, room);
  const { facts, invites = facts, ground, height = room.height, setting, shows } = stage;
  const told = steps(stage, stepMakers(w, facts, usual), script);
  const poster = play(script, told, { scenery: ground, ...setting });
  return { height, poster, invitation: w.invitation(invites, script.time), ...shows };
};

/**
 * @typedef {object} Standing an item in a slot
 * @property {Item} item
 * @property {Arrival} how
 * @property {Item[]} [lines] lines that lead to it
 * @property {Standing} [was] its entry in the state before
 * @property {number} group items of one group enter at once
 */

/** Keeps track of what stands in each slot. @param {Script} script @param {Record<string, Item[]>} standing from the beginning @param {string[][]} sharing slots that share a place */
function createStage(script, standing, sharing) {
  /** What stands in each slot, including lines; an item stands in one slot only. @type {Map<string, Standing[]>} */
  const slots = new Map(
    Object.entries(standing).map(([slot, items]) => [
      slot,
      items.map((item) => ({ item, how: { item }, group: 0 })),
    ]),
  );
  /** Ids of items that have stood before: they come back at once. @type {Set<string>} */
  const known = new Set();
  /** Slots that were named since `landed` was last called. @type {Set<string>} */
  const touched = new Set();
  let speed = 1;

  /** The beats of one state, one group after another. @param {State} state @returns {Beat[][]} */
  function patch(state) {
    const { only, once, more, wait = 0, lag, rests = [], large } = state;
    const names = Object.keys(state).filter((key) => !MANNERS.has(key));
    /** What stood in the slots that change; in the end, what leaves. @type {Map<string, Standing>} */
    const before = new Map();
    /** @param {Iterable<string>} emptied */
    const empty = (emptied) => {
      for (const slot of emptied) {
        for (const standing of slots.get(slot) ?? []) before.set(standing.item.id, standing);
        slots.delete(slot);
      }
    };
    if (!more) empty(only ? slots.keys() : names);
    for (const group of sharing)
      if (names.some((slot) => group.includes(slot))) empty(group.filter((slot) => !names.includes(slot)));
    /** @type {Standing[][]} */
    const lists = [];
    for (const slot of names) {
      if (!state[slot]) continue;
      const former = slots.get(slot) ?? [];
      for (const standing of former) before.set(standing.item.id, standing);
      const list = standingOf(state[slot], before);
      if (large) list.forEach((standing) => standsLarge(standing, large));
      const stays = former.filter(({ item }) => list.every((standing) => standing.item !== item));
      for (const { item } of stays) before.delete(item.id);
      slots.set(slot, [...stays, ...list]);
      touched.add(slot);
      lists.push(list);
    }
    /** @type {Record<"fresh" | "back" | "blank" | "moved", Item[]>} */
    const come = { fresh: [], back: [], blank: [], moved: [] };
    for (const list of lists)
      for (const { item, how, was } of list) {
        before.delete(item.id);
        const first = how.moves ? "moved" : "fresh";
        if (!was) come[how.placeholder ? "blank" : known.has(item.id) ? "back" : first].push(item);
      }
    const leaving = Array.from(before.values(), ({ item }) => item);
    const taken = replaced(leaving, [...come.back, ...come.fresh]);
    const gone = new Set(taken.values());
    const comes = [
      [
        ...fadeIn(...come.back),
        ...fadeOut(...come.back.map(({ id }) => taken.get(id))),
        ...showPlaceholders(...come.blank),
      ],
      ...lists.map((list) => inTurn(list, taken, lag)),
    ];
    const leaves = [...fadeOut(...leaving.filter((item) => !gone.has(item))), ...rest(rests)];
    const arrives = once ? [together(...comes)] : comes;
    // what moves leaves as it arrives
    const moves = (
      come.moved.length ? [together(leaves, sequence(...arrives))] : [leaves, ...arrives]
    ).filter((beats) => beats.length);
    if (moves.length) after(wait, moves[0]);
    return moves;
  }

  /** Dims what stands in some slots, including lines. @param {string[]} names */
  function rest(names) {
    const resting = names.flatMap((slot) => slots.get(slot) ?? []);
    for (const standing of resting)
      standing.how = { ...standing.how, values: { ...standing.how.values, dim: 1 } };
    return dim(1, ...resting.map(({ item }) => item));
  }

  /** The groups of a slot enter at once, or one after another if they are blocks or bars. @param {Standing[]} list @param {Map<string, Item>} taken @param {number} [pace] the lag, if not the usual one */
  function inTurn(list, taken, pace) {
    /** @type {Beat[][]} */
    const groups = [];
    let lag = pace ?? 0;
    for (const standing of list) {
      const { item, group } = standing;
      (groups[group] ??= []).push(...comesIn(standing, taken.get(item.id)));
      if (pace === undefined && IN_TURN.test(item.kind)) lag = LAG;
    }
    return stagger(
      lag,
      groups.filter((beats) => beats.length),
    );
  }

  /** @param {Standing} standing @param {Item | undefined} former the item whose place it takes @returns {Beat[]} */
  function comesIn({ item, how, lines = [], was }, former) {
    script.add(item);
    const beats = changes(item, was?.how.values, how);
    if (how.placeholder || known.has(item.id)) return beats;
    known.add(item.id);
    for (const line of lines) known.add(script.add(line).id);
    const { times = 1, enter } = how;
    const usual = item.enters ?? ENTER[item.of ?? item.kind] ?? fadeIn;
    beats.push(...(enter ? enter(script, speed / times > QUICK) : usual(item)));
    for (const beat of beats) {
      beat.start = (beat.start ?? 0) * times;
      beat.duration *= times;
    }
    return former ? [...beats, ...goes(former, item, beats)] : beats;
  }

  return {
    /** @param {State | State[]} state @param {number} [pace] the speed of its step @returns {Beat[][]} */
    change(state, pace = 1) {
      speed = pace;
      return Array.isArray(state)
        ? [together(...state.map((inner) => sequence(...patch(inner))))]
        : patch(state);
    },
    /** The items of a tensor that stand in the slots named since the last call. @param {string} tensor */
    landed(tensor) {
      /** @type {Item[]} */
      const items = [];
      for (const slot of tensor ? touched : [])
        for (const { item, how } of slots.get(slot) ?? [])
          if (item.tensor === tensor && !how.placeholder) items.push(item);
      touched.clear();
      return items;
    },
  };
}

/** The cells of some items, without duplicates; ribbons hold them row by row. @param {Item[]} items @returns {number[][]} */
function cellsOf(items) {
  const cells = new Map();
  for (const { indices = [] } of items)
    for (const cell of Array.isArray(indices[0]?.[0]) ? indices.flat() : indices)
      cells.set(cell.join(), cell);
  return [...cells.values()];
}

/** Lets an item stand enlarged, with the copies that fly to it. @param {Standing} standing @param {import("./enlarged.js").Enlargement} large */
function standsLarge(standing, large) {
  const { item, how, was } = standing;
  if (!was?.how.values?.enlarged) large.item(item);
  const { enter } = how;
  /** @type {Arrival["enter"]} */
  const enters = (script, quick) => {
    const add = (/** @type {any} */ copy) => {
      large.copy(copy);
      return script.add(copy);
    };
    return enter?.({ ...script, add }, quick) ?? [];
  };
  standing.how = { ...how, ...(enter && { enter: enters }), values: { ...how.values, enlarged: 1 } };
}

/** Animates properties to other values, or back to their usual ones. @param {Item} item @param {Record<string, number> | undefined} was @param {Arrival} how @returns {Beat[]} */
function changes(item, was, { values, seconds }) {
  if (!was && !values) return [];
  const usual = Object.keys(was ?? {}).map((property) => [property, item.initial?.[property] ?? 0]);
  const ease = seconds === undefined ? "move" : "linear";
  const goals = Object.entries({ ...Object.fromEntries(usual), ...values });
  const lasts = (/** @type {string} */ property) => (property === "enlarged" ? (was ? SETTLE : 0) : seconds);
  return goals.flatMap(([property, to]) => animate(item, property, to, lasts(property), ease));
}

/**
 * Lets an item disappear as the one that takes its place enters.
 * @param {Item} former @param {Item} item @param {Beat[]} beats of the item
 */
function goes(former, { id }, beats) {
  const comes = beats.find(({ target, property }) => target === id && property === "opacity");
  return after(comes?.start ?? 0, animate(former, "opacity", 0));
}

/**
 * The entries of all items of a slot; lines stay as long as the items they lead to.
 * @param {Thing} thing @param {Map<string, Standing>} before @returns {Standing[]}
 */
function standingOf(thing, before) {
  /** @type {Standing[]} */
  const list = [];
  /** @param {Thing} part @param {number} group */
  const add = (part, group) => {
    if (!part) return;
    if (Array.isArray(part)) return part.forEach((inner) => add(inner, group));
    const how = arrivalOf(part);
    const { item } = how;
    const was = before.get(item.id);
    const lines = how.lines ?? was?.lines;
    list.push({ item, how, lines, was, group });
    for (const line of lines ?? [])
      list.push({ item: line, how: { item: line }, was: before.get(line.id), group });
  };
  if (Array.isArray(thing)) thing.forEach(add);
  else add(thing, 0);
  return list;
}

/** The leaving blocks whose place is taken, by the ids of the blocks that take it. @param {Item[]} leaving @param {Item[]} entering @returns {Map<string, Item>} */
function replaced(leaving, entering) {
  /** @type {Map<string, Item>} */
  const taken = new Map();
  const blocks = leaving.filter(({ kind }) => kind === "block");
  if (!blocks.length) return taken;
  for (const { id, kind, x, y, width, height } of entering) {
    const former =
      kind === "block" &&
      blocks.find(
        (block) => block.x === x && block.y === y && block.width === width && block.height === height,
      );
    if (former) taken.set(id, former);
  }
  return taken;
}
