/** What happens on each board, and when. The first cell in detail, its row faster, the other rows in one sweep. */

import { APPEAR, DRAW, FADE, MOVE } from "../script.js";
import { beat, sequence, together } from "../timeline.js";
import { captions, spoken } from "./matrices-sentences.js";
import { byRow, unitCount, unitsPerRow } from "./matrices-units.js";

/** @typedef {import("../timeline.js").Beat} Beat */
/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {{ script: any, voice: any, previous: string | null, k: number }} Telling */

/** Boards told in full; the others repeat what was seen. */
const FULL = new Set(["query", "scores", "mixed"]);
const CELL = 0.62;
const CELL_QUICK = 0.32;
const ROW = 0.42;
const PAUSE = 0.7;

/** The formula's symbols that belong to each board. @type {Record<string, string[]>} */
const ACTIVE = {
  query: ["query"],
  key: ["key"],
  value: ["value"],
  scores: ["query", "key"],
  scaled_scores: ["scale"],
  masked_scores: ["mask"],
  mixed: ["softmax", "value"],
};

/** @param {Telling} telling @param {Board} board */
export function tellBoard(telling, board) {
  const { script, voice } = telling;
  const said = captions(voice, board);
  const id = `board.${board.id}`;
  const per = unitsPerRow(board);
  const count = unitCount(board);
  const first = firstUnit(voice.model, board);
  const opening = () => [{ beats: changeBoards(telling, board) }, { beats: wait(id, PAUSE) }];
  const firstCell = () => [{ beats: detail(id, first, board) }];
  const others = upTo(first + 1, per);
  const row = () => others.map((k) => ({ beats: quick(id, k, per > 5 ? CELL_QUICK : CELL) }));
  const rest = upTo(Math.max(per, first + 1), count);
  const sweep = () => sweepRows(id, rest, per);
  if (FULL.has(board.id)) {
    step(telling, board, 0, said[0], () => [...opening(), ...firstCell()]);
    if (others.length) step(telling, board, 1, said[1], row);
    if (rest.length) step(telling, board, 2, said[2], sweep);
    return;
  }
  if (said.length > 1 && rest.length) {
    step(telling, board, 0, said[0], () => [...opening(), ...firstCell(), ...row()]);
    step(telling, board, 2, said[1], sweep);
    return;
  }
  const detailed = () => [...firstCell(), ...row(), ...sweep()];
  const plain = () => [{ beats: sequence(point(id, 0), arm(id)) }, ...sweepRows(id, upTo(0, count), per)];
  const all = byRow(board) || board.kind === "each" ? detailed : plain;
  step(telling, board, 2, said[0], () => [...opening(), ...all()]);
}

/** Where looking closely pays: the first score that is struck out, else the first cell. @param {import("../model.js").Model} model @param {Board} board */
export function firstUnit(model, { struck, result: { rows, cols } }) {
  if (!struck) return 0;
  for (let k = 0; k < rows * cols; k++) if (struck(model, Math.floor(k / cols), k % cols)) return k;
  return 0;
}

/** @param {Telling} telling @param {Board} board @param {number} part 0 first cell, 1 first row, 2 all @param {any} caption @param {() => any[]} events */
function step({ script, voice }, board, part, caption, events) {
  const { titlesOf } = voice.model.words.stories.matrices;
  const suffix = ["", "-row", "-all"][part];
  const at = board.id === "mixed" && part === 0 ? "weighted" : board.at;
  const place = part < 2 ? { at, query: 0 } : { at };
  const text = part === 0 ? "" : () => spoken(voice, board, 0, part === 1 ? 1 : board.result.rows);
  const about = {
    id: `${board.id}${suffix}`,
    title: titlesOf[board.id],
    caption,
    active: ACTIVE[board.id] ?? ["softmax"],
    place,
    text,
    lead: 0.35,
  };
  script.step(part < 2 ? { ...about, query: undefined } : about, events);
}

/** The last product shrinks into the map, then the next factors grow out of it. @param {Telling} telling @param {Board} board @returns {Beat[]} */
function changeBoards({ previous, k }, board) {
  const id = `board.${board.id}`;
  const enter = together(
    [beat(id, "shown", 1, 0), beat(id, "enter", 1, MOVE), beat(id, "card", 1, 0)],
    [beat("map", "now", k, 0), beat("map", "ring", 1, APPEAR)],
  );
  if (previous === null) return enter;
  return sequence(leave(previous, k), enter);
}

/** @param {string} id @param {number} done @returns {Beat[]} */
const leave = (id, done) =>
  together(
    [beat(id, "leave", 1, MOVE), beat(id, "focus", 0, APPEAR), beat("map", "ring", 0, APPEAR)],
    [
      { ...beat(id, "shown", 0, 0), start: MOVE },
      { ...beat("map", "done", done, FADE), start: MOVE - FADE },
    ],
  );

/** Time in which nothing moves. @param {string} id @param {number} seconds @returns {Beat[]} */
const wait = (id, seconds) => [beat(id, "wait", 0, seconds)];

/** Rings and arrows. @param {string} id @param {number} k @returns {Beat[]} */
const point = (id, k) =>
  together(
    [beat(id, "at", k, 0), beat(id, "landed", k, 0)],
    sequence([beat(id, "focus", 1, APPEAR)], [beat(id, "lines", 1, DRAW, "move")]),
  );

/** Everything on the card at once. @param {string} id @returns {Beat[]} */
const arm = (id) => ["fly", "products", "sum"].map((property) => beat(id, property, 1, APPEAR));

/** The whole little scene of one cell. @param {string} id @param {number} k @param {Board} board @returns {Beat[]} */
function detail(id, k, board) {
  const pairs = board.kind === "product" ? Math.min(8, board.left.cols) : 1;
  const products = board.kind === "product" ? [beat(id, "products", 1, 0.26 * pairs)] : [];
  return sequence(
    point(id, k),
    [beat(id, "fly", 1, MOVE + 0.06 * pairs)],
    products,
    [beat(id, "sum", 1, FADE + (byRow(board) ? 0.3 : 0))],
    wait(id, 0.2),
    home(id, k, MOVE),
  );
}

/** The result flies home, and the number stands in its cell. @param {string} id @param {number} k @param {number} seconds @returns {Beat[]} */
const home = (id, k, seconds) =>
  sequence(
    [beat(id, "home", 1, seconds)],
    together([beat(id, "landed", k + 1, FADE / 2), beat(id, "home", 0, 0)]),
  );

/** One more cell, its card already filled. @param {string} id @param {number} k @param {number} seconds @returns {Beat[]} */
const quick = (id, k, seconds) =>
  sequence(
    [beat(id, "at", k, 0)],
    wait(id, seconds * 0.3),
    home(id, k, seconds * 0.5),
    wait(id, seconds * 0.2),
  );

/** Row after row; the last cell of each is the one pointed at. @param {string} id @param {number[]} units @param {number} per */
function sweepRows(id, units, per) {
  const rows = [...new Set(units.map((k) => Math.floor(k / per)))];
  return rows.map((r) => {
    const last = (r + 1) * per;
    return {
      beats: together([beat(id, "at", last - 1, 0)], [beat(id, "landed", last, ROW)], wait(id, ROW + 0.1)),
    };
  });
}

/** @param {number} from @param {number} to */
const upTo = (from, to) => Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
