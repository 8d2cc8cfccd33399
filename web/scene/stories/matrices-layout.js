/**
 * Where the boards, the card and the map stand. Left factor left, right factor above, product where they meet;
 * if that is too wide, one under the other. Sizes go from roomy to dense, and the first arrangement that fits is
 * taken, so the same problem at the same width always looks the same.
 */

import { cardNeeds } from "./matrices-card-layout.js";
import { PHONE, ROOMY, createMeasure, shapesOf } from "./matrices-measure.js";
import { placeMeeting, placeStacked, spreadOf } from "./matrices-place.js";
import { mapLayout } from "./matrices-map.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {import("./matrices-measure.js").Sized} Sized */
/** @typedef {import("../parts.js").Box} Box */
/** @typedef {{ meet: boolean, beside: boolean, turned: boolean }} Way */
/** @typedef {ReturnType<typeof layout>} MatricesLayout */

/** @type {Way[]} */
const WAYS = [
  { meet: true, beside: true, turned: false },
  { meet: true, beside: true, turned: true },
  { meet: true, beside: false, turned: false },
  { meet: true, beside: false, turned: true },
  { meet: false, beside: true, turned: true },
  { meet: false, beside: false, turned: false },
  { meet: false, beside: false, turned: true },
];

/** @param {Model} model @param {Board[]} boards @param {number} width */
export function layout(model, boards, width) {
  const phone = width < 600;
  const measure = createMeasure(model, boards);
  const heads = headsOf(model);
  const most = Math.min(3, model.options.decimals ?? 3);
  const ways = phone ? WAYS.filter(({ beside, turned }) => !beside && turned) : WAYS;
  const frame = { width, phone, pad: phone ? 12 : width < 1000 ? 24 : 48, heads, model };
  let found = null;
  for (const way of ways) {
    for (const decimals of most > 2 ? [most, 2] : [most]) {
      for (const preset of phone ? PHONE : ROOMY) {
        found ??= arrange(way, frame, measure, preset, decimals);
      }
    }
  }
  found ??= arrange(ways[ways.length - 1], frame, measure, PHONE[2], Math.min(2, most), true);
  const made = /** @type {NonNullable<typeof found>} */ (found);
  const cells = Object.fromEntries(made.sized.map(({ board, cell }) => [board.id, cell]));
  const map = mapLayout(model, boards, { y: made.panel.height + (phone ? 24 : 32), width, phone });
  return { ...made, cells, width, phone, map, height: map.y + map.height };
}

/** Token names at rows and columns take room only where there are any. @param {Model} model */
function headsOf({ labels }) {
  return { given: Boolean(labels.x?.length || labels.x_kv?.length) };
}

/**
 * One way at one density, or null if it does not fit.
 * @param {Way} way @param {any} frame @param {ReturnType<typeof createMeasure>} measure
 * @param {import("./matrices-grid.js").Preset} preset @param {number} decimals @param {boolean} [force]
 */
function arrange(way, frame, measure, preset, decimals, force = false) {
  const { width, phone, pad } = frame;
  const inner = width - 2 * pad;
  const air = phone ? 2.5 : 8;
  const headRoom = frame.heads.given ? (phone ? 36 : 60) : phone ? 0 : 24;
  const sized = measure(preset, decimals, air, way.meet ? Infinity : way.beside ? inner : inner - headRoom);
  const shapes = shapesOf(sized, way.turned);
  const needs = cardNeeds(shapes, way.turned, phone);
  if (needs.width > inner && !force) return null;
  const room = way.beside ? inner - needs.width - (phone ? 12 : 24) : inner;
  const gap = phone ? 24 : width < 1000 ? 44 : 64;
  const spread = spreadOf(sized, { gap, headRoom, phone, stacked: !way.meet });
  const across = way.meet ? headRoom + spread.left + gap + spread.result : headRoom + spread.widest;
  if (across > room && !force) return null;
  const beside = way.meet && !phone && across + spread.words + 12 <= room;
  const taken = across + (beside ? spread.words + 12 : 0);
  const place = way.meet ? placeMeeting : placeStacked;
  const slack = Math.max(0, room - taken);
  const start = { x: pad + headRoom + (way.beside ? slack / 4 : slack / 2), y: phone ? 12 : 32 };
  const board = place(sized, spread, { start, gap, beside, preset, phone, headRoom, model: frame.model });
  const bottom = phone ? 12 : 32;
  const kept = { sized, shapes, needs, preset, decimals, way };
  if (way.beside) {
    const height = Math.max(board.height, needs.height);
    const y = start.y + (height - board.height) / 2;
    const wanted = Math.min(548, needs.width + slack / 2, width - pad - (start.x - headRoom + taken + 24));
    const card = { x: width - pad - wanted, y: start.y, width: wanted, height };
    return {
      panel: panel(width, start.y + height + bottom),
      boards: shift(board.boards, y - start.y),
      card,
      ...kept,
    };
  }
  const cardWidth = Math.min(inner, Math.max(needs.width, phone ? inner : 560));
  const card = {
    x: (width - cardWidth) / 2,
    y: start.y + board.height + (phone ? 12 : 24),
    width: cardWidth,
    height: needs.height,
  };
  return {
    panel: panel(width, card.y + card.height + bottom),
    boards: board.boards,
    card,
    ...kept,
  };
}

/** @param {number} width @param {number} height @returns {Box} */
const panel = (width, height) => ({ x: 0, y: 0, width, height });

/** Boards moved down as one. @param {import("./matrices-place.js").Placed[]} boards @param {number} by */
function shift(boards, by) {
  const down = (/** @type {any} */ item) => ({ ...item, y: item.y + by });
  return boards.map((board) => ({
    ...board,
    parts: Object.fromEntries(Object.entries(board.parts).map(([name, at]) => [name, down(at)])),
    words: board.words.map(down),
    pill: board.pill && down(board.pill),
  }));
}
