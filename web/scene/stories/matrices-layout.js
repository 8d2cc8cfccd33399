/**
 * Where the boards, the card and the map stand. Left factor left, right factor above, product where they meet;
 * if that is too wide, one under the other. Sizes go from roomy to dense, and the first arrangement that fits is
 * taken, so the same problem at the same width always looks the same.
 */

import { cardNeeds } from "./matrices-card-layout.js";
import {
  PHONE,
  ROOMY,
  airOf,
  createMeasure,
  decimalsOf,
  fit,
  narrowed,
  shapesOf,
} from "./matrices-measure.js";
import { LABEL, headedBy, placeMeeting, placeStacked, spreadOf, underneath } from "./matrices-place.js";
import { mapLayout } from "./matrices-map.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {import("./matrices-measure.js").Sized} Sized */
/** @typedef {import("../parts.js").Box} Box */
/** @typedef {{ meet: boolean, card: "beside" | "corner" | "below", turned: boolean }} Way meet: row and column meet at the product */
/** @typedef {ReturnType<typeof layout>} MatricesLayout */

/** @type {Way[]} best first */
const WAYS = [
  { meet: true, card: "beside", turned: false },
  { meet: true, card: "beside", turned: true },
  { meet: true, card: "corner", turned: true },
  { meet: true, card: "below", turned: false },
  { meet: true, card: "below", turned: true },
  { meet: false, card: "beside", turned: true },
  { meet: false, card: "below", turned: false },
  { meet: false, card: "below", turned: true },
];

/** A picture taller than this does not fit a screen; denser cells are tried first. */
const TALL = 720;

/** @param {Model} model @param {Board[]} boards @param {number} width */
export function layout(model, boards, width) {
  const phone = width < 600;
  const measurer = createMeasure(model, boards);
  const named = Boolean(model.labels.x?.length || model.labels.x_kv?.length);
  const headRoom = named ? (phone ? 36 : 60) : phone ? 0 : 24;
  const frame = {
    model,
    width,
    phone,
    pad: phone ? 12 : width < 1000 ? 24 : 48,
    gap: phone ? 24 : width < 1000 ? 44 : 64,
    headRoom,
  };
  const chosen = choose(frame, measurer.measure);
  const made = build(frame, chosen, measurer.build);
  const cells = Object.fromEntries(chosen.sized.map(({ board, cell }) => [board.id, cell]));
  const map = mapLayout(model, boards, { y: made.panel.height + (phone ? 24 : 32), width, phone });
  const { way, preset, decimals, shapes, needs } = chosen;
  const size = { width, phone, height: map.y + map.height };
  return { way, preset, decimals, shapes, needs, ...made, cells, map, ...size };
}

/** The first way that fits, at the roomiest density that is not too tall. @param {any} frame @param {ReturnType<typeof createMeasure>["measure"]} measure */
function choose(frame, measure) {
  const { phone, model } = frame;
  const most = decimalsOf(model);
  const air = airOf(phone);
  const presets = phone ? PHONE : ROOMY;
  const ways = phone ? WAYS.filter(({ card, turned }) => card === "below" && turned) : WAYS;
  for (const way of ways) {
    for (const decimals of most > 2 ? [most, 2] : [most]) {
      const fits = (/** @type {import("./matrices-grid.js").Preset} */ preset) =>
        consider(frame, way, measure(preset, decimals, air), preset, decimals, false);
      // where the densest does not fit, none does
      const densest = fits(presets[presets.length - 1]);
      if (!densest) continue;
      for (const preset of presets) {
        const found = fits(preset);
        if (found && found.height <= TALL) return found;
      }
      return densest;
    }
  }
  const [way, preset] = [ways[ways.length - 1], presets[presets.length - 1]];
  return /** @type {Choice} */ (
    consider(frame, way, measure(preset, Math.min(2, most), air), preset, Math.min(2, most), true)
  );
}

/** @typedef {NonNullable<ReturnType<typeof consider>>} Choice */

/**
 * One way at one density: its extents, or null if it does not fit.
 * @param {any} frame @param {Way} way @param {import("./matrices-measure.js").Measured[]} measured
 * @param {import("./matrices-grid.js").Preset} preset @param {number} decimals @param {boolean} force
 */
function consider(frame, way, measured, preset, decimals, force) {
  const { width, phone, pad, gap, headRoom } = frame;
  const inner = width - 2 * pad;
  let shapes = shapesOf(measured, way.turned, phone ? 0.78 : 1);
  let needs = cardNeeds(shapes, way.turned, phone);
  if (needs.width > inner) {
    if (!force) return null;
    measured = narrowed(measured);
    shapes = shapesOf(measured, way.turned, 0.62);
    needs = cardNeeds(shapes, way.turned, phone);
  }
  const room = way.card === "beside" ? inner - needs.width - 24 : inner;
  const sized = fit(measured, way.meet ? Infinity : room - headRoom);
  const how = { ...frame, preset };
  const spread = spreadOf(sized, { phone, stacked: !way.meet });
  const across = headRoom + (way.meet ? spread.left + gap + spread.result : spread.widest);
  if (across > room && !force) return null;
  if (way.card === "corner" && spread.left + headRoom < needs.width) return null;
  const beside = way.meet && !phone && across + spread.words + 12 <= room;
  const headed = headedBy(sized, how);
  const least = LABEL + headed + spread.top + gap;
  const zone = way.card === "corner" ? Math.max(least, needs.height + 20 + LABEL + headed) : least;
  const board = way.meet ? zone + spread.tall + underneath(beside) : spread.stack;
  const height =
    way.card === "beside"
      ? Math.max(board, needs.height)
      : way.card === "corner"
        ? board
        : board + needs.height + 24;
  return { way, preset, decimals, sized, shapes, needs, spread, beside, zone, across, room, height };
}

/** Everything in its place. @param {any} frame @param {Choice} choice @param {ReturnType<typeof createMeasure>["build"]} build */
function build(frame, choice, build) {
  const { width, phone, pad, headRoom } = frame;
  const { way, needs, sized, spread, beside, zone, preset, decimals } = choice;
  const taken = choice.across + (beside ? spread.words + 12 : 0);
  const slack = Math.max(0, choice.room - taken);
  const edge = phone ? 12 : 32;
  const start = { x: pad + headRoom + (way.card === "beside" ? slack / 4 : slack / 2), y: edge };
  const how = {
    ...frame,
    start,
    beside,
    zone,
    preset,
    build: (/** @type {any} */ one) => build(one, decimals),
  };
  const board = (way.meet ? placeMeeting : placeStacked)(sized, spread, how);
  const panel = (/** @type {number} */ height) => ({ x: 0, y: 0, width, height });
  if (way.card === "corner") {
    const card = {
      x: start.x - headRoom,
      y: edge,
      width: Math.min(480, spread.left + headRoom),
      height: needs.height,
    };
    return { panel: panel(edge + board.height + edge), boards: board.boards, card };
  }
  if (way.card === "beside") {
    const height = Math.max(board.height, needs.height);
    const free = width - pad - (start.x - headRoom + taken + 24);
    const wanted = Math.max(needs.width, Math.min(548, needs.width + slack / 2, free));
    const card = { x: width - pad - wanted, y: edge, width: wanted, height };
    return {
      panel: panel(edge + height + edge),
      boards: shift(board.boards, (height - board.height) / 2),
      card,
    };
  }
  const inner = width - 2 * pad;
  const cardWidth = Math.min(inner, Math.max(needs.width, phone ? inner : 560));
  const y = edge + board.height + (phone ? 12 : 24);
  const card = { x: (width - cardWidth) / 2, y, width: cardWidth, height: needs.height };
  return { panel: panel(y + needs.height + edge), boards: board.boards, card };
}

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
