/**
 * The layout of a decoder with attention: a column for every encoder state, with its word below, its score above, then the bar of
 * length 1; at the top the context, the new state and the word that comes out. The map stands at the right, or below.
 */

import { textWidth } from "../../text-metrics.js";
import { nameOf, namesOf, pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap, largest } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { bar, stackedBar } from "../../kit/bars.js";
import { ROUGH, SIZES, cellBox, cellOf } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { figures } from "../../kit/figures.js";
import { fit } from "../../kit/fit.js";
import { placed } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { numbersOrColours } from "../../kit/colours.js";
import { mergingStreams } from "../../kit/streams.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { wordsOf } from "../sequence/chain.js";
import { edge } from "../sequence/edge.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../sequence/chain.js").Sequence} Sequence */
/**
 * @typedef {{ size: import("../../kit/block.js").Size, lines: number }} Look how vectors are drawn; lines: of numbers; 0: as
 *   colours
 */
/** @typedef {ReturnType<typeof measured>} Measured */
/** @typedef {ReturnType<typeof arrange>} Stage */

/** With more columns, or longer vectors, colours take the place of numbers. */
const MOST_NUMBERED = { columns: 7, features: 8 };
/** In px: the padding, the gap between query and columns, a label, the row of scores, the bar, and a stream of weight 1. */
const [PAD, GAP, LABEL, LINE, SHARE, UNIT] = [10, 14, 20, 26, 22, 16];
/** The most words shown of what a decoder says from the last state; the spoken text has them all. */
const MOST_RETOLD = 12;

/** @param {Sequence} all @param {Room} room */
export function arrange(all, room) {
  const made = fit(room, looksFor(all.decoder, room), (look) => measured(all, room, look));
  const { beside, under, map, panel, height, bottom, rows } = made;
  if (beside) map.put(panel + 26, 8);
  else if (under) map.put(made.columns[0] - made.pitch / 2 - map.width + map.box.width, bottom - 8);
  else map.put(Math.max(0, (room.width - map.width) / 2), bottom + 12);
  const encoder = columnsOf(all, made);
  const chart = beside
    ? { x: panel + 26, y: 8, width: room.width - panel - 34, height: Math.min(height - 32, 292) }
    : { x: 8, y: 4, width: Math.min(panel - 16, 360), height: rows.scores + 8 };
  const drawn = all.model.options.figures;
  return {
    ...{ ...made, ...encoder, ...answersOf(all, made, encoder.states) },
    board: backdrop("panel", { x: 0, y: 0, width: panel, height: bottom }),
    pressed: pressedOf(all, made, encoder.before),
    chart: drawn ? figures("figures", drawn, chart, all.model.words) : null,
    /** The largest numbers of a row of the map, where it has no room for all. @param {number} j */
    large: remember((j) => largest(all.decoder, map.rows[j], pairs(all.decoder, j))),
  };
}

/** Returns the ways to draw vectors, most legible first. @param {Model} decoder @param {Room} room @returns {Look[]} */
function looksFor({ kv_len, d_k, d_q }, { width }) {
  const wide = Math.max(d_k, d_q);
  const { huge, large, column, small, least } = SIZES;
  const few = kv_len <= MOST_NUMBERED.columns && wide <= MOST_NUMBERED.features;
  const sizes = few ? [huge, large, column, small, least].slice(width > 1300 ? 0 : 1) : [];
  const lines = [1, 2, 3].filter((count) => count <= Math.max(1, wide / 2));
  const numbered = sizes.flatMap((size) => lines.map((count) => ({ size, lines: count })));
  return [...numbered, { size: width < 600 ? small : column, lines: 0 }];
}

/**
 * Returns how large vectors are: lying, and standing as the encoder's states do.
 * @param {Sequence} all @param {number} panel px @param {Look} look
 */
function vectorsIn({ decoder, states, pressed }, panel, { size, lines }) {
  const tensors = [decoder.full("state"), decoder.full("context"), states.tensor];
  if (pressed) tensors.push(pressed.decoder.full("encoder_states"));
  if (pressed?.encoder) tensors.push(pressed.encoder.full("state"));
  const wide = Math.max(decoder.d_k, decoder.d_q, pressed?.decoder.d_k ?? 0);
  const each = (panel - 2 * PAD) / (decoder.kv_len + 1);
  const upright = !lines && each < 40;
  if (lines) {
    const cell = Math.max(...tensors.map((tensor) => cellOf(decoder, tensor, size).width));
    const perLine = Math.ceil(wide / lines);
    const lying = { width: perLine * cell, height: Math.ceil(wide / perLine) * size.height };
    return { upright, perLine, lying, standing: lying };
  }
  const lying = {
    width: upright ? Math.min(64, Math.floor(panel / 7)) : Math.min(110, Math.floor(each - 12)),
    height: 24,
  };
  const slim = { width: Math.max(3, Math.min(16, Math.floor(each - 4))), height: panel < 300 ? 26 : 48 };
  return { upright, perLine: wide, lying, standing: upright ? slim : lying };
}

/**
 * Measures how large everything is, and at which height it stands.
 * @param {Sequence} all @param {Room} room @param {Look} look
 */
function measured(all, room, look) {
  const { decoder } = all;
  const keys = upTo(decoder.kv_len);
  const beside = room.width >= 600;
  const usual = mapOf(decoder, room, beside);
  const panel = room.width - (beside ? usual.width + 30 : 0);
  const vectors = vectorsIn(all, panel, look);
  const { lying, standing } = vectors;
  const start = PAD + lying.width + GAP;
  const pitch = Math.floor((panel - PAD - start) / keys.length);
  const names = edge("word", namesOf(decoder, "key"), pitch);
  // upright words stand once, for the columns of both the states and the map
  const under = !beside && names.upright;
  const map = under ? mapOf(decoder, room, beside, { pitch, start }) : usual;
  const below = beside ? 0 : map.height + (under ? -2 : 18);
  const fixed = 2 * LABEL + lying.height + SHARE + LINE + standing.height + names.height + 28;
  const spare = Math.max(0, Math.floor(room.height) - 89 - fixed - below);
  // streams turn above the bar of length 1, bars stand on the scores, and arrows lead up to the scores
  const turns = Math.min(60, 28 + spare / 4);
  const bars = Math.min(140, 40 + spare / 2);
  const meets = Math.min(60, 20 + spare / 4);
  const top = LABEL + lying.height / 2 + 4;
  const share = top + lying.height / 2 + turns + SHARE / 2;
  const scores = share + SHARE / 2 + bars + LINE / 2;
  const state = scores + LINE / 2 + meets + LABEL + standing.height / 2;
  const word = state + standing.height / 2 + 16 + names.height / 2;
  const bottom = word + names.height / 2 + 8;
  const height = beside ? Math.max(bottom, map.height + 14) : bottom + below;
  const needed = start + keys.length * (standing.width + 10) + PAD;
  return {
    ...{ ...vectors, keys, beside, under, map, panel, size: look.size, pitch, names, bottom, height },
    columns: keys.map((i) => start + (i + 0.5) * pitch),
    ...{ bars: bars - 12, rows: { top, share, scores, states: state, words: word } },
    takes: { width: room.width - panel + needed, height },
  };
}

/**
 * Returns the map, as large as the rest allows.
 * @param {Model} decoder @param {Room} room @param {boolean} beside
 * @param {{ pitch: number, start: number }} [columns] in px, where their words stand elsewhere
 */
function mapOf(decoder, room, beside, columns) {
  const { q_len, kv_len } = decoder;
  const { alignment: w } = decoder.words.stories.seq2seq;
  const aside = room.width >= 1000 ? 262 : Math.min(210, room.width * 0.3);
  const wide = beside ? aside : Math.min(320, room.width - 8);
  const rows = namesOf(decoder, "query");
  const longest = Math.max(0, ...rows.map((name) => textWidth(name, 13, 600)));
  const most = Math.min(64, longest, (columns?.start ?? Infinity) - 8);
  return attentionMap(decoder, {
    cell: {
      width: columns?.pitch ?? Math.max(3, Math.min(60, (wide - most - 11) / kv_len)),
      height: Math.max(3, Math.min(46, (beside ? 230 : columns ? 84 : 96) / q_len)),
    },
    rows,
    columns: upTo(kv_len).map((i) => (columns ? "" : nameOf(decoder, "key", i))),
    most,
    hidden: true,
    ...{ upright: beside ? 60 : 40, title: beside ? w.title : "" },
    subtitle: beside && textWidth(w.subtitle, 12) <= wide ? w.subtitle : "",
  });
}

/**
 * Returns a label: a letter with its index and, where it fits, a word.
 * @param {string} tensor @param {string} letter @param {number | ""} index @param {string} [word] @param {number} [most] px
 */
function lettered(tensor, letter, index, word = "", most = 0) {
  const said = textWidth(`${letter}00 ${word}`, 13) <= most ? word : "";
  const [first, ...others] = letterRuns(tensor, index, said);
  return { runs: [{ ...first, text: letter }, ...others], side: /** @type {const} */ ("above"), gap: 6 };
}

/**
 * Returns a vector, one row of a tensor.
 * @param {Model} model @param {Measured} made
 * @param {{ id: string, tensor: string, at: number, role: string, labels?: import("../../kit/block.js").Label[], standing?: boolean }} what
 */
function vector(
  model,
  { size, perLine, upright, lying, standing },
  { tensor, at, role, standing: stands = false, ...what },
) {
  const axis = model.node(tensor)?.axes.at(-2) ?? "";
  const { cells } = cellsOf(model, () => ({ size })).names(
    tensor,
    { [axis]: at },
    stands && upright ? 1 : perLine,
  );
  const whole = stands ? standing : lying;
  const cell = { width: whole.width / cells[0].length, height: whole.height / cells.length };
  const numbers = cell.width >= 26 && cells.length <= 3;
  const looks = numbers ? { width: cell.width, height: size.height } : cell;
  return Object.assign(numbersOrColours(model, { ...what, tensor, cells, size, ...looks }), { role });
}

/**
 * Places the words, and returns the encoder's states with the arrows that lead to them.
 * @param {Sequence} all @param {Measured} made
 */
function columnsOf({ model, decoder, states, pressed }, made) {
  const { keys, columns, rows, names, pitch, standing } = made;
  const encoder = pressed?.encoder ?? states.encoder;
  const first = states.encoder ? 0 : 1;
  names.words.forEach((word, i) => word.put(columns[i], rows.words));
  /** @param {string} id @param {string} tensor */
  const row = (id, tensor) =>
    keys.map((i) => {
      const labels = standing.width >= 42 ? [lettered("state", "h", i + first)] : [];
      const what = { id: `${id}.${i}`, tensor, at: i, role: "input", labels, standing: true };
      return placed(vector(model, made, what), columns[i], rows.states);
    });
  const now = row("key", states.tensor);
  const apart = encoder && states.encoder && encoder.full("state") !== states.tensor;
  const { up, down, left, right } = ports;
  return {
    states: now,
    /** The states of the encoder that is used without attention, where that is another one. */
    before: apart ? row("old", encoder.full("state")) : now,
    /** The arrows to a state, from its word and from the state before. @param {number} i */
    reads: remember((/** @type {number} */ i) => {
      if (names.upright || pitch < 30) return [];
      const { x, y, width, height } = names.words[i];
      const on = i && states.encoder && pitch - standing.width > 12.5;
      return [
        (i || !states.encoder) && arrow(`read.${i}`, up({ x, y: y + 2, width, height }), down(now[i])),
        on && arrow(`on.${i}`, right(now[i - 1]), left(now[i])),
      ].filter((line) => line);
    }),
  };
}

/**
 * Returns what every step of the decoder makes, as functions of the step.
 * @param {Sequence} all @param {Measured} made @param {Block[]} states
 */
function answersOf({ model, decoder }, made, states) {
  const { keys, columns, rows, pitch, lying, standing, panel } = made;
  const w = decoder.words.stories.seq2seq;
  const words = wordsOf(decoder);
  const { up, down, left, right } = ports;
  const start = columns[0] - pitch / 2;
  const middle = (columns[0] + columns[keys.length - 1]) / 2;
  const gap = panel < 400 ? 26 : 44;
  /**
   * Returns a vector of the decoder at every step: the query is the state before it.
   * @param {"query" | "context" | "next"} name @param {string} role @param {number} x @param {number} y
   */
  const vectorsAt = (name, role, x, y) =>
    remember((/** @type {number} */ j) => {
      const [tensor, letter] = name === "context" ? ["context", "c"] : ["state", "s"];
      const index = name === "query" ? j : j + 1;
      const label = lettered(tensor, letter, index, w.labels[name], lying.width + GAP);
      const labels = [name === "query" ? { ...label, side: /** @type {const} */ ("below") } : label];
      const at = name === "context" ? j : index;
      const what = { id: `${name}.${j}`, tensor: decoder.full(tensor), at, role, labels };
      return placed(vector(model, made, what), x, y);
    });
  const query = vectorsAt("query", "query", PAD + lying.width / 2, rows.scores);
  const context = vectorsAt("context", "weighted", start + lying.width / 2, rows.top);
  const next = vectorsAt("next", "output", start + 1.5 * lying.width + gap, rows.top);
  const out = remember((/** @type {number} */ j) => {
    const x = next(j).x + lying.width + gap;
    const free = panel - x - PAD;
    const over = free < 80;
    const said = words[j] && wordAndOdds(decoder, `out.${j}`, words[j], made, free, over);
    said?.word.put(x + said.word.width / 2, rows.top - (over ? 22 : 0));
    said?.odds.put(x + (over ? 0 : said.word.width + 10) + said.odds.width / 2, rows.top);
    return said && { ...said, from: left(over ? said.odds : said.word) };
  });
  const scoresOf = (/** @type {string} */ tensor) =>
    remember((/** @type {number} */ j) => {
      const how = { size: digitsFor(decoder, made), width: pitch, height: LINE };
      const what = { id: `${tensor}.${j}`, tensor, cells: [pairs(decoder, j)], ...how };
      return placed(numbersOrColours(decoder, what), middle, rows.scores);
    });
  const scores = scoresOf("scores");
  const bars = remember((/** @type {number} */ j) =>
    pairs(decoder, j).map((index, i) => {
      const { x, y, width, height } = cellBox(scores(j), i);
      const foot = { x: x + width * 0.2, y, width: width * 0.6, height };
      return bar(`bar.${j}.${i}`, { foot, tensor: decoder.full("shifted_exp"), index, most: made.bars });
    }),
  );
  return {
    ...{ words, query, context, next, out, scores, scaled: scoresOf("scaled_scores"), bars },
    share: remember((/** @type {number} */ j) => {
      const item = stackedBar(`share.${j}`, {
        ...{ width: pitch * keys.length, height: SHARE, tensor: decoder.full("weights"), decimals: 2 },
        ...{ indices: pairs(decoder, j), names: namesOf(decoder, "key") },
        bars: () => bars(j),
        label: decoder.words.scene.shareBar(words[j]?.name ?? w.step({ j: j + 1 })),
      });
      return placed(item, middle, rows.share);
    }),
    /** The arrows to the scores, from the query and from every state. @param {number} j */
    meets: (j) => [
      arrow(`asks.${j}`, right(query(j)), left(scores(j))),
      ...keys.map((i) => arrow(`match.${j}.${i}`, up(states[i]), down(cellBox(scores(j), i)))),
    ],
    pours: remember((/** @type {number} */ j) =>
      mergingStreams({
        id: (i) => `pour.${j}.${i}`,
        tensor: decoder.full("weights"),
        unit: Math.min(UNIT, standing.width / 5),
        from: keys.map((i) => up(states[i])),
        to: down(context(j)),
        weights: () => pairs(decoder, j).map((pair) => decoder.value("weights", pair)),
        indices: pairs(decoder, j),
      }),
    ),
    /** The arrows to the next state, from the context and from the query. @param {number} j */
    mixes: (j) => [
      arrow(`mix.${j}`, right(context(j)), left(next(j))),
      arrow(`keep.${j}`, up(query(j)), down(next(j)), {
        ...{ level: () => rows.share - SHARE / 2 - 8, halo: "panel", over: true },
      }),
    ],
    /** @param {number} j */
    says(j) {
      const said = out(j);
      return said && arrow(`say.${j}`, right(next(j)), said.from);
    },
  };
}

/** Returns the size of the largest digits for which a row of scores has room. @param {Model} decoder @param {Measured} made */
function digitsFor(decoder, { size, pitch }) {
  const smaller = [size, SIZES.small, SIZES.least, ROUGH].filter(({ font }) => font <= size.font);
  const tensors = decoder.scaled ? ["scores", "scaled_scores"] : ["scores"];
  const fits = (/** @type {import("../../kit/block.js").Size} */ size) =>
    tensors.every((tensor) => cellOf(decoder, tensor, size).width <= pitch);
  return smaller.find(fits) ?? ROUGH;
}

/**
 * Returns a word that comes out, and its probability.
 * @param {Model} decoder @param {string} id @param {NonNullable<import("../sequence/chain.js").Said>} said
 * @param {Measured} made @param {number} most px @param {boolean} [over] whether the word stands over its number
 */
function wordAndOdds(decoder, id, { name, index }, { size }, most, over = false) {
  const cell = cellOf(decoder, "probabilities", size).width;
  const odds = numbersOrColours(decoder, {
    ...{ id, tensor: "probabilities", cells: [[index]], size, style: "heat", height: size.height },
    width: over ? Math.min(cell, most) : cell,
  });
  const left = over ? most : Math.max(20, most - cell - 10);
  const font = [17, 15, 13].find((px) => textWidth(name, px, 650) <= left) ?? 12;
  return { odds, word: text(`${id}.word`, { text: name, size: font, weight: 650, fill: "ink", most: left }) };
}

/**
 * Returns the last state alone, and what a decoder made of it.
 * @param {Sequence} all @param {Measured} made @param {Block[]} states of its encoder
 */
function pressedOf({ model, decoder, pressed, states: { tensor } }, made, states) {
  const { keys, columns, rows, panel, size, lying } = made;
  const { up, down } = ports;
  const last = keys.length - 1;
  const label = lettered("context", "c", "");
  const item = vector(model, made, {
    ...{ id: "pressed", role: "weighted", labels: [{ ...label, side: "left" }] },
    ...(pressed ? { tensor: pressed.decoder.full("encoder_states"), at: 0 } : { tensor, at: last }),
  });
  const context = placed(
    item,
    Math.min(columns[last], panel - lying.width / 2 - PAD),
    (rows.share + rows.scores) / 2,
  );
  const words = pressed ? wordsOf(pressed.decoder).slice(0, MOST_RETOLD) : [];
  const pitch = Math.min(120, (panel - 2 * PAD) / Math.max(1, words.length));
  const level = () => context.y - 14;
  const retold = words.flatMap((said, j) => {
    if (!said) return [];
    const { word, odds } = wordAndOdds(
      pressed?.decoder ?? decoder,
      `retold.${j}`,
      said,
      made,
      pitch - 4,
      true,
    );
    const x = panel / 2 + (j - (words.length - 1) / 2) * pitch;
    odds.put(x, 34 + size.height / 2);
    word.put(x, 20);
    return [{ word, odds, line: arrow(`retell.${j}`, up(context), down(odds), { level }) }];
  });
  return { context, rise: arrow("press", up(states[last]), down(context)), retold };
}
