/** Cells under way from one arrangement to the next. */

import { eases } from "../ease.js";
import { LAYERS } from "../layout.js";
import { ghostMarks, stripMarks } from "../parts.js";
import { colours, contents } from "./multi-head-contents.js";
import { heatMarks } from "./multi-head-heat.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-facts.js").Kind} Kind */
/** @typedef {import("./multi-head-columns.js").Piece} Piece */
/** @typedef {(property: string) => number} Get */

/**
 * An item for all cells of one kind on their way: its property `at` runs through the places, 0 to the last.
 * @param {Facts} facts @param {string} id @param {Piece[]} pieces
 */
export function flightItem(facts, id, pieces) {
  const initial = { at: 0, shown: 0, numbers: 0, ghost: pieces[0].to === "joined" ? 0 : 1 };
  return {
    id,
    kind: "own",
    layer: LAYERS.flight,
    tensor: pieces[0].kind,
    initial,
    draw: (/** @type {Get} */ get, /** @type {Model} */ model) => drawFlight(facts, pieces, get, model),
  };
}

/** @param {Facts} facts @param {Piece[]} pieces @param {Get} get @param {Model} model */
function drawFlight(facts, pieces, get, model) {
  const opacity = get("shown");
  const at = get("at");
  const ghost = get("ghost") * (1 - opacity);
  const ghosts = ghost > 0 ? pieces.flatMap((piece) => ghostMarks(piece.id, ghostOf(piece), ghost)) : [];
  if (opacity <= 0) return [[LAYERS.past, ghosts]];
  const last = pieces[0].at.length - 1;
  const from = Math.min(Math.floor(at), last - 1);
  const resting = at === Math.floor(at) && at < last;
  // the row that goes furthest ahead starts first, so that none overtakes another
  const rows = 1 + Math.max(...pieces.map(({ i }) => i));
  const down = pieces[0].at[last].y > pieces[0].at[0].y;
  const turn = (/** @type {Piece} */ { i }) => (down ? rows - 1 - i : i);
  const marks = pieces.flatMap((piece) => {
    const kind = /** @type {Kind} */ (facts.kinds.get(piece.kind));
    const own = staggered(at - from, turn(piece), rows);
    const place = between(piece.at[from], piece.at[Math.min(last, from + 1)], own);
    const strip = {
      ...place,
      count: piece.count,
      perRow: piece.count,
      role: kind.role,
      size: piece.heat ? 0 : piece.size || 12,
    };
    // before it is split a cell is the projection's, once joined it is the joined matrix's
    const tensor = piece.kind === "mixed" ? (at > 0 ? "joined" : "mixed") : piece.kind;
    const index = (/** @type {number} */ c) => [piece.b, piece.i, piece.h * piece.count + c];
    const read = piece.kind === "mixed" ? "joined" : piece.kind;
    const indices = () => Array.from({ length: piece.count }, (_, c) => index(c));
    const numbers = get("numbers");
    if (piece.heat)
      return heatMarks(piece.id, strip, colours(model, read, indices, piece.id), undefined, opacity, numbers);
    const cells = contents(model, read, indices, piece.id);
    const named = resting && tensor !== "mixed" ? cells : { ...cells, cells: undefined, values: undefined };
    return stripMarks(piece.id, strip, { ...named, opacity, numbers });
  });
  return [
    [LAYERS.past, ghosts],
    [LAYERS.flight, marks],
  ];
}

/** @param {Piece} piece @returns {any} */
const ghostOf = ({ at, count, size }) => ({ ...at[0], count, perRow: count, size, role: "ghost" });

/** One piece a little after the other. @param {number} t @param {number} k its turn @param {number} count */
function staggered(t, k, count) {
  const lag = count > 1 ? 0.5 / (count - 1) : 0;
  return eases.move(Math.min(1, Math.max(0, t * 1.5 - lag * k)));
}

/** @param {Piece["at"][number]} a @param {Piece["at"][number]} b @param {number} t */
function between(a, b, t) {
  const mix = (/** @type {"x" | "y" | "cellWidth" | "cellHeight"} */ key) => a[key] + (b[key] - a[key]) * t;
  return { x: mix("x"), y: mix("y"), cellWidth: mix("cellWidth"), cellHeight: mix("cellHeight") };
}
