/** What stands on the page of a decoder with attention: everything in its place, made when it is first asked for. */

import { pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { largest } from "../../kit/attention-map.js";
import { bar, stackedBar } from "../../kit/bars.js";
import { block, cellBox, labelWidth } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { heightOf, placed } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { mergingStreams } from "../../kit/streams.js";
import { text } from "../../kit/text.js";
import { edge, lettered, spoken, vector, vectorSize } from "../sequence/parts.js";
import { wordsOf } from "../sequence/chain.js";
import { EDGE, GAP, PAD, ROW, SIDE, nameOf } from "./page.js";

/** @typedef {import("../sequence/parts.js").Form} Form */
/** @typedef {import("./page.js").Page} Page */

/** Width of a stream of weight 1, px. */
const UNIT = 12;

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
  const lettering = Math.min(size.width, pitch) >= 46;
  /** @type {Form} */
  const alone = form.strip?.upright
    ? { ...form, strip: { width: Math.min(64, made.queryWidth), height: 24, upright: false } }
    : form;
  const [decoded, given, context] = vectors;
  const rank = states.rank;
  const lead = Array(Math.max(0, rank - 2)).fill(0);
  const first = states.encoder ? 0 : 1;
  const words = wordsOf(decoder);
  const names = edge(
    "word",
    keys.map((i) => nameOf(decoder, i)),
    pitch,
    { high: EDGE },
  );
  names.words.forEach((word, i) =>
    word.put(at[i], row("words") - (names.upright ? (names.height - word.height) / 2 : 0)),
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
    return placed(vector(model, form, what), at[i], row("states"));
  });
  /** A state of the decoder. @param {string} id @param {number} j @param {import("../../kit/block.js").Label[]} labelled */
  const ownState = (id, j, labelled, role = "output") =>
    vector(model, alone, {
      ...decoded,
      id,
      index: (/** @type {any} */ c) => [j, c],
      role,
      labels: labelled,
    });
  const query = remember((/** @type {number} */ j) => {
    const item = ownState(
      `query.${j}`,
      j,
      [wordy("state", "s", j, w.labels.query, Math.max(size.width, made.queryWidth) + GAP - 4)],
      "query",
    );
    item.put(asksAt, row("scores"));
    return item;
  });
  const before = remember((/** @type {number} */ j) => {
    const item = ownState(`before.${j}`, j, [lettered("state", "s", j, w.labels.before)]);
    item.put(centre - item.width - 62, boxes.top);
    return item;
  });
  const next = remember((/** @type {number} */ j) => {
    const item = ownState(`state.${j}`, j + 1, [wordy("state", "s", j + 1, w.labels.next, size.width + 24)]);
    item.put(low ? centre + item.width + (beside ? 44 : 26) : centre, boxes.top);
    return item;
  });
  const mixed = remember((/** @type {number} */ j) => {
    const label = low
      ? wordy("context", "c", j + 1, w.labels.context, size.width + 20)
      : { ...lettered("context", "c", j + 1, w.labels.context), side: /** @type {const} */ ("left") };
    const what = {
      ...context,
      id: `context.${j}`,
      index: (/** @type {any} */ c) => [j, c],
      labels: [label],
    };
    return placed(vector(model, alone, what), centre, low ? boxes.top : row("context"));
  });
  const out = remember((/** @type {number} */ j) => {
    const right = left + panel - 4;
    const from = next(j).x + next(j).width + 34;
    const cell = { size: alone.size, side: /** @type {const} */ ("left"), font: 17 };
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
        style: "shade",
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
    const item = stackedBar(`share.${j}`, {
      ...{ width: shareTo - shareFrom, height: 20, tensor: decoder.full("weights") },
      ...{
        indices: pairs(decoder, j),
        names: keys.map((i) => nameOf(decoder, i)),
        bars: () => bars(j),
        decimals: 2,
      },
      label: decoder.words.scene.shareBar(words[j]?.name ?? w.step({ j: j + 1 })),
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
  const free = made.queryWidth > 52 && !low;
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
    board: backdrop(
      "panel",
      { x: left, y: boxes.panel, width: panel, height: boxes.floor - boxes.panel },
      { initial: { opacity: 0 } },
    ),
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
      mergingStreams({
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
function boxesOf(panel, { table, low, size, digits }, row) {
  const top = row("top") + 8;
  const floor = row("states") + size.height / 2 + 10;
  const bottom = 2 + heightOf(table);
  return {
    top,
    floor,
    bottom,
    panel: low ? row("share") - 38 : row("context") - size.height / 2 - 6,
    bars: digits ? 36 : 40,
  };
}
