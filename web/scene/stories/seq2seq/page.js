/**
 * Where a decoder with attention stands: a column for every encoder state, its word below, its score above; then the bar of
 * length 1, the context, the new state and the word that comes out. The map stands at the right, or below where it is narrow.
 */

import { textWidth } from "../../advance.js";
import { pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap, largest } from "../../kit/attention-map.js";
import { bar, shareBar } from "../../kit/bars.js";
import { SIZES, block, cellBox, cellOf, labelWidth } from "../../kit/block.js";
import { ground } from "../../kit/ground.js";
import { corner, grid, heightOf, space, widthOf } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { confluence } from "../../kit/streams.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { edge, forms, lettered, spoken, vector, vectorSize } from "../sequence/parts.js";
import { wordsOf } from "../sequence/chain.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../sequence/chain.js").Sequence} Sequence */
/** @typedef {import("../sequence/parts.js").Form} Form */
/** @typedef {{ form: Form, low: boolean, side: boolean, beside: boolean }} Look low: context, state and word stand in one line; side: room is left for what was
 *   before; beside: the map stands at the right */
/** @typedef {NonNullable<ReturnType<typeof pageOf>>} Page */

/** More columns than this have colours in place of numbers: six words, and the state before them. */
const MOST_NUMBERED = 7;
const MOST_FEATURES = 8;

/** Width of a stream of weight 1, and of the picture of what was before, px. */
const UNIT = 12;
const SIDE = 150;
const GAP = 14;
const PAD = 10;

/** Rows of the table. */
const ROW = { top: 0, context: 1, share: 2, bars: 3, scores: 4, bus: 5, states: 6, words: 7 };

/** The page with the largest numbers that fit, else one of colours. @param {Sequence} all @param {Room} room @returns {Page} */
export function page(all, room) {
  const looks = looksFor(all, room);
  for (const look of looks) {
    const made = pageOf(all, room, look, look === looks[looks.length - 1]);
    if (made) return made;
  }
  throw new RangeError("no look");
}

/** @param {Sequence} all @param {Room} room @returns {Look[]} */
function looksFor({ decoder }, room) {
  const wide = Math.max(decoder.d_k, decoder.d_q);
  const beside = room.width >= 600;
  const numbered = decoder.kv_len <= MOST_NUMBERED && wide <= MOST_FEATURES;
  const lows = room.height < 300 || !beside ? [true] : [false, true];
  const sides = room.width >= 1000 ? [true, false] : [false];
  const all = [...(numbered ? forms(wide, room.width) : []), ...strips(decoder, room)];
  // rather smaller numbers than no picture of what was before, down to two decimals
  const fine = all.filter(({ size, strip }) => !strip && size.decimals > 1);
  return [fine, all.filter((form) => !fine.includes(form))].flatMap((some) =>
    sides.flatMap((side) => some.flatMap((form) => lows.map((low) => ({ form, low, side, beside })))),
  );
}

/** Vectors as colours: lying where columns are wide, else standing. @param {Model} decoder @param {Room} room @returns {Form[]} */
function strips({ kv_len }, room) {
  const pitch = (room.width * (room.width >= 600 ? 0.66 : 0.96)) / (kv_len + 1);
  const high = room.height < 300 ? 18 : 24;
  const lying = { width: Math.min(110, Math.floor(pitch - 12)), height: high, upright: false };
  const standing = {
    width: Math.max(3, Math.min(16, Math.floor(pitch - 4))),
    height: room.height < 300 ? 30 : 48,
    upright: true,
  };
  const size = room.width > 1300 ? SIZES.large : room.width >= 600 ? SIZES.column : SIZES.small;
  return [...(pitch >= 40 ? [lying] : [standing])].map((strip) => ({ size, lines: 1, strip }));
}

/** @param {Sequence} all @param {Room} room @param {Look} look @param {boolean} last whether nothing else is tried */
function pageOf(all, room, look, last) {
  const { model, decoder, states } = all;
  const { form, low, side, beside } = look;
  const [keys, steps] = [upTo(decoder.kv_len), upTo(decoder.q_len)];
  const map = mapOf(decoder, room, look);
  const left = side ? SIDE + 16 : 0;
  const panel = room.width - left - (beside ? map.width + 30 : 0);
  const own = { tensor: decoder.full("state"), width: decoder.d_q };
  const { pressed } = all;
  const vectors = [
    own,
    { tensor: states.tensor, width: decoder.d_k },
    { tensor: decoder.full("context"), width: decoder.d_k },
    ...(pressed ? [{ tensor: pressed.decoder.full("encoder_states"), width: pressed.decoder.d_k }] : []),
    ...(pressed?.encoder ? [{ tensor: pressed.encoder.full("state"), width: pressed.decoder.d_k }] : []),
  ];
  const size = vectorSize(model, vectors, form);
  const asks = form.strip?.upright ? Math.min(64, panel * 0.16) : size.width;
  const pitch = (panel - 2 * PAD - asks - GAP) / keys.length;
  if (!last && size.width + 10 > pitch) return null;
  const digits = scoreSize(decoder, form, pitch - 6);
  // numbers stand at the left of a column, its stream at the right
  const lane = pitch >= 92 ? Math.min(22, pitch * 0.2) : 0;
  const wide = Math.min(pitch - 2, Math.max(size.width, digits ? digits.width + 2 * lane : 0));
  const rows = rowsOf(room, look, size, asks, wide, keys.length, edgeHigh(decoder, pitch, room));
  const table = grid(rows, { gapX: [GAP, ...keys.map(() => pitch - wide)], gapY: gapsOf(room, look) });
  const below = beside ? 0 : map.height + 12;
  if (
    !last &&
    (heightOf(table) + below + (beside ? 0 : 6) > room.height || widthOf(table) > panel - 2 * PAD + 1)
  )
    return null;
  corner(table, left + PAD, 2);
  const widest = Math.max(...vectors.map(({ width }) => Math.ceil(width / form.lines)));
  return {
    ...look,
    // all vectors are as wide as one another
    form: form.strip ? form : { ...form, cell: size.width / widest },
    all,
    room,
    map,
    left,
    panel,
    size,
    pitch,
    lane,
    digits,
    table,
    asks,
    vectors,
    steps,
    keys,
  };
}

/** Px that words below columns take. @param {Model} decoder @param {number} pitch @param {Room} room */
function edgeHigh(decoder, pitch, room) {
  const names = upTo(decoder.kv_len).map((i) => nameOf(decoder, i));
  return edge("measure", names, pitch, { high: room.height < 300 ? 30 : 64 }).height;
}

/** @param {Model} decoder @param {number} i */
const nameOf = (decoder, i) => decoder.label("key", i) || String(i + 1);

/** The map; as large as there is room beside the rest. @param {Model} decoder @param {Room} room @param {Look} look */
function mapOf(decoder, room, { beside, side }) {
  const { q_len, kv_len } = decoder;
  const { alignment: w } = decoder.words.stories.seq2seq;
  const wide =
    room.width >= 1000
      ? side
        ? 236
        : 262
      : beside
        ? Math.min(210, room.width * 0.3)
        : Math.min(320, room.width - 8);
  const tall = beside ? Math.min(room.height - 64, 230) : 96;
  const rows = upTo(q_len).map((j) => decoder.label("query", j) || String(j + 1));
  const most = Math.min(64, Math.max(0, ...rows.map((name) => textWidth(name, 13, 600))));
  const cell = {
    width: Math.max(3, Math.min(60, (wide - most - 11) / kv_len)),
    height: Math.max(3, Math.min(46, tall / q_len)),
  };
  return attentionMap(decoder, {
    ...{
      cell,
      rows,
      columns: upTo(kv_len).map((i) => nameOf(decoder, i)),
      most,
      id: "map",
      upright: beside ? 60 : 40,
    },
    pairs: (j) => pairs(decoder, j),
    title: beside ? w.title : "",
    subtitle: beside && room.height >= 300 && textWidth(w.subtitle, 12) <= wide ? w.subtitle : "",
  });
}

/** Size of the digits of a score; null where there is no room for them. @param {Model} decoder @param {Form} form @param {number} most px */
function scoreSize(decoder, { size }, most) {
  const tensors = decoder.scaled ? ["scores", "scaled_scores"] : ["scores"];
  const all = [size, SIZES.column, SIZES.small, SIZES.least].filter((one) => one.font <= size.font);
  const width = (/** @type {any} */ one) =>
    Math.max(...tensors.map((tensor) => cellOf(decoder, tensor, one).width)) + 4;
  const fit = all.find((one) => width(one) <= most);
  return fit ? { size: fit, width: width(fit) } : null;
}

/** What stands in each row, as room: blocks are put where it is. @param {Room} room @param {Look} look @param {{ height: number }} size @param {number} asks @param {number} wide @param {number} count @param {number} words */
function rowsOf({ height }, { form, low }, size, asks, wide, count, words) {
  const tight = height < 300;
  const own = { ...size, height: form.strip?.upright ? 24 : size.height };
  const line = (/** @type {number} */ high) => [space(1, high)];
  const cells = (/** @type {number} */ high) => Array.from({ length: count }, () => space(wide, high));
  const top = Math.max(own.height, 26) + (tight ? 4 : 18);
  return [
    line(top),
    ...(low ? [] : [line(own.height)]),
    line(tight ? 16 : 20),
    line(tight ? 16 : 40),
    [space(asks, Math.max(24, own.height)), ...cells(24)],
    line(1),
    [null, ...cells(size.height)],
    line(words),
  ];
}

/** @param {Room} room @param {Look} look */
function gapsOf({ height, width }, { low }) {
  const tight = height < 300;
  const slim = width < 600;
  const all = tight ? [18, 3, 2, 4, 3, 8] : slim ? [28, 4, 2, 8, 20, 14] : [32, 6, 2, 12, 18, 16];
  return low ? all : [10, ...all];
}

/** Everything that stands on a page, made when it is first asked for. @param {Page} made */
export function furnish(made) {
  const {
    all,
    map,
    left,
    panel,
    size,
    pitch,
    lane,
    digits,
    table,
    form,
    low,
    room,
    beside,
    side,
    vectors,
    keys,
  } = made;
  const { model, decoder, states } = all;
  const w = decoder.words.stories.seq2seq;
  const row = (/** @type {keyof typeof ROW} */ id) => table.lines[low && ROW[id] > 0 ? ROW[id] - 1 : ROW[id]];
  const [asksAt, ...at] = table.columns;
  /** A letter with a word, where the word has room. @param {string} tensor @param {string} letter @param {number} at_ @param {string} said @param {number} most px */
  const wordy = (tensor, letter, at_, said, most) => {
    const long = lettered(tensor, letter, at_, said);
    return labelWidth(long) <= most ? long : lettered(tensor, letter, at_);
  };
  const labels = room.height >= 300;
  const lettering = labels && Math.min(size.width, pitch) >= 46;
  /** @type {Form} */
  const alone = form.strip?.upright
    ? { ...form, strip: { width: Math.min(64, made.asks), height: 24, upright: false } }
    : form;
  const [own, given, context] = vectors;
  const rank = states.rank;
  const lead = Array(Math.max(0, rank - 2)).fill(0);
  const first = states.encoder ? 0 : 1;
  const words = wordsOf(decoder);
  const names = edge(
    "word",
    keys.map((i) => nameOf(decoder, i)),
    pitch,
    { high: labels ? 64 : 30 },
  );
  names.words.forEach((one, i) =>
    one.put(at[i], row("words") - (names.upright ? (names.height - one.height) / 2 : 0)),
  );
  const centre = low ? left + PAD + 30 + vectorSize(all.model, vectors, alone).width / 2 : left + panel / 2;
  const boxes = boxesOf(panel, made, row);

  const state = remember((/** @type {number} */ i) => {
    const runs = lettering
      ? [{ ...lettered("state", "h", i + first), align: /** @type {const} */ ("end") }]
      : [];
    const what = {
      ...given,
      id: `key.${i}`,
      index: (/** @type {any} */ c) => [...lead, i, c],
      role: "input",
      labels: runs,
    };
    const item = vector(model, form, what);
    item.put(at[i], row("states"));
    return item;
  });
  /** A state of the decoder. @param {string} id @param {number} j @param {import("../../kit/block.js").Label[]} labelled */
  const ownState = (id, j, labelled, role = "output") =>
    vector(model, alone, {
      ...own,
      id,
      index: (/** @type {any} */ c) => [j, c],
      role,
      labels: labels ? labelled : [],
    });
  const query = remember((/** @type {number} */ j) => {
    const item = ownState(
      `query.${j}`,
      j,
      [wordy("state", "s", j, w.roles.query, Math.max(size.width, made.asks) + GAP - 4)],
      "query",
    );
    item.put(asksAt, row("scores"));
    return item;
  });
  const before = remember((/** @type {number} */ j) => {
    const item = ownState(`before.${j}`, j, [lettered("state", "s", j, w.roles.before)]);
    item.put(centre - item.width - 62, boxes.top);
    return item;
  });
  const next = remember((/** @type {number} */ j) => {
    const item = ownState(`state.${j}`, j + 1, [wordy("state", "s", j + 1, w.roles.next, size.width + 24)]);
    item.put(low ? centre + item.width + (beside ? 44 : 26) : centre, boxes.top);
    return item;
  });
  const mixed = remember((/** @type {number} */ j) => {
    const label = low
      ? wordy("context", "c", j + 1, w.roles.context, size.width + 20)
      : { ...lettered("context", "c", j + 1, w.roles.context), side: /** @type {const} */ ("left") };
    const what = {
      ...context,
      id: `context.${j}`,
      index: (/** @type {any} */ c) => [j, c],
      labels: labels ? [label] : [],
    };
    const item = vector(model, alone, what);
    item.put(centre, low ? boxes.top : row("context"));
    return item;
  });
  const out = remember((/** @type {number} */ j) => {
    const right = left + panel - 4;
    const from = next(j).x + next(j).width + 34;
    const cell = { size: alone.size, side: /** @type {const} */ ("left"), font: labels ? 17 : 14 };
    const card = spoken(decoder, `out.${j}`, words[j], { ...cell, most: Math.max(20, right - from - 66) });
    if (!card) return null;
    const start = from + card.word.width + 8;
    card.put(Math.min(start + card.block.width / 2, right - card.block.width / 2), boxes.top);
    return card;
  });

  /** The scores of a step: a number in each column, or one strip of colours. @param {string} tensor */
  const scoresOf = (tensor) =>
    remember((/** @type {number} */ j) => {
      const all = pairs(decoder, j);
      if (digits) {
        return all.map((index, i) => {
          const item = block(decoder, {
            id: `${tensor}.${j}.${i}`,
            tensor,
            cells: [[index]],
            size: digits.size,
            width: digits.width,
            height: 24,
          });
          item.put(at[i] - lane, row("scores"));
          return item;
        });
      }
      const item = block(decoder, {
        id: `${tensor}.${j}`,
        tensor,
        cells: [all],
        size: form.size,
        look: "shade",
        width: pitch,
        height: 14,
      });
      item.put((at[0] + at[at.length - 1]) / 2, row("scores"));
      return [item];
    });
  const [scores, scaled] = ["scores", "scaled_scores"].map(scoresOf);
  /** Where the score of a state stands. @param {number} j @param {number} i */
  const foot = (j, i) => {
    if (digits) return scores(j)[i];
    const { x, y, width, height } = cellBox(scores(j)[0], i);
    return { x: x + width * 0.15, y, width: width * 0.7, height };
  };
  const bars = remember((/** @type {number} */ j) =>
    pairs(decoder, j).map((index, i) =>
      bar(`bar.${j}.${i}`, {
        foot: foot(j, i),
        tensor: decoder.full("shifted_exp"),
        index,
        most: boxes.bars,
      }),
    ),
  );
  const [shareFrom, shareTo] = [
    at[0] - Math.min(pitch, size.width) / 2,
    at[at.length - 1] + Math.min(pitch, size.width) / 2,
  ];
  const share = remember((/** @type {number} */ j) => {
    const item = shareBar(`share.${j}`, {
      ...{ width: shareTo - shareFrom, height: labels ? 20 : 16, tensor: decoder.full("weights") },
      ...{
        indices: pairs(decoder, j),
        names: keys.map((i) => nameOf(decoder, i)),
        bars: () => bars(j),
        decimals: 2,
      },
      label: decoder.words.scene.shareBar(words[j]?.name ?? w.step(j + 1)),
    });
    item.put((shareFrom + shareTo) / 2, row("share"));
    return item;
  });

  const { up, down, left: toLeft, right } = ports;
  const op = (/** @type {string} */ id, /** @type {string} */ said, /** @type {number} */ y) => {
    const item = text(`op.${id}`, { text: said, weight: 650, fill: "word", align: "start" });
    item.put(left + PAD, y);
    return item;
  };
  if (beside) map.put(left + panel + 26, 8);
  else map.put(Math.max(0, (room.width - map.width) / 2), boxes.bottom + 12);
  const under = { x: left + panel + 30, y: map.box.y + map.box.height + 22 };
  const past = side
    ? { x: 0, y: boxes.panel, width: SIDE, height: boxes.floor - boxes.panel }
    : beside && room.width >= 1000 && under.y + 140 <= room.height
      ? { ...under, width: room.width - under.x, height: 140 }
      : null;
  const free = made.asks > 52 && !low;
  return {
    ...made,
    names: names.words,
    /** Numbers of a row of the map, where it has no room for all. @param {number} j */
    large: remember((/** @type {number} */ j) => largest(decoder, map.rows[j], pairs(decoder, j))),
    words,
    centre,
    top: boxes.top,
    row,
    at,
    board: ground("panel", { x: left, y: boxes.panel, width: panel, height: boxes.floor - boxes.panel }),
    ops: free ? [op("sum", w.ops.sum, row("context")), op("softmax", w.ops.softmax, row("share"))] : [],
    ...{ state, query, before: low ? null : before, next, mixed, out, scores, scaled, bars, share },
    height: Math.max(boxes.bottom, map.box.y + map.box.height + 6, past ? past.y + past.height : 0),
    /** Words become states, and each state the next. @param {number} i */
    reads: remember((/** @type {number} */ i) => {
      if (names.upright || pitch < 30) return [];
      const word = names.words[i];
      const box = { x: word.x, y: word.y + 2, width: word.width, height: word.height };
      return [
        ...(i || !states.encoder ? [arrow(`read.${i}`, up(box), down(state(i)))] : []),
        ...(i && states.encoder && pitch - size.width > 12.5
          ? [arrow(`on.${i}`, right(state(i - 1)), toLeft(state(i)))]
          : []),
      ];
    }),
    /** A query and a state meet in their score. @param {number} j */
    meets: remember((/** @type {number} */ j) => {
      const ask = right(query(j));
      if (!digits || pitch - digits.width < 22) return [];
      const { x, width } = query(j);
      const bus = {
        level: () => row("bus"),
        out: Math.max(3, Math.min(14, (scores(j)[0].x - x - width) / 2)),
        into: Math.min(14, (pitch - digits.width) / 2),
        halo: "panel",
      };
      return scores(j).flatMap((score, i) => [
        arrow(`bus.${j}.${i}`, ask, toLeft(score), i ? bus : {}),
        arrow(`match.${j}.${i}`, { ...up(state(i)), shift: -lane }, down(score), {
          halo: "panel",
          over: true,
        }),
      ]);
    }),
    pours: remember((/** @type {number} */ j) =>
      confluence({
        id: (i) => `pour.${j}.${i}`,
        from: keys.map((i) => ({ ...up(state(i)), shift: lane ? lane + 8 : 0 })),
        to: down(mixed(j)),
        tensor: decoder.full("weights"),
        weights: pairs(decoder, j).map((pair) => decoder.value("weights", pair)),
        indices: pairs(decoder, j),
        unit: UNIT,
        level: 5,
      }),
    ),
    /** What makes the next state, and the word. @param {number} j */
    makes: remember((/** @type {number} */ j) => {
      const said = out(j);
      const from = low
        ? arrow(`mix.${j}`, right(mixed(j)), toLeft(next(j)))
        : arrow(`mix.${j}`, up(mixed(j)), down(next(j)));
      return {
        state: [from, ...(low ? [] : [arrow(`keep.${j}`, right(before(j)), toLeft(next(j)))])],
        word: said ? [arrow(`say.${j}`, right(next(j)), toLeft(said.word))] : [],
      };
    }),
    /** Where the picture of what was before may stand; null where there is no room for it. */
    past,
  };
}
/** @typedef {ReturnType<typeof furnish>} Place */

/** Heights that follow from the rows. @param {number} panel @param {Page} made @param {(id: keyof typeof ROW) => number} row */
function boxesOf(panel, { table, room, low, size, digits }, row) {
  const tight = room.height < 300;
  const top = row("top") + (tight ? 0 : 8);
  const floor = row("states") + size.height / 2 + (tight ? 4 : 10);
  const bottom = 2 + heightOf(table);
  return {
    top,
    floor,
    bottom,
    panel: low ? row("share") - (tight ? 24 : 38) : row("context") - size.height / 2 - 6,
    bars: (tight ? 16 : 40) - (digits ? 4 : 0),
  };
}
