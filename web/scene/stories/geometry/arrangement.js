/**
 * The layout of a geometry: the plane beside the numbers, or above them in a narrow room. The numbers of one pair are a table
 * with their equations; those of all keys are on a board, a row for each.
 */

import { rightSide } from "../../explain.js";
import { SIZES, block } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { corner, grid, heightOf, row, widthOf } from "../../kit/place.js";
import { plane } from "../../kit/plane.js";
import { letterRuns, text } from "../../kit/text.js";
import { boardOf, steady, vectorBlock } from "./board.js";
import { degreesOf, isFlat, nameRuns } from "./parts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("./parts.js").Parts} Parts */

/** Least gap between the plane and the numbers, and padding inside the panel, px. */
const BETWEEN = 16;
const PAD = 12;

/** The quantities of one pair, in the order of their steps. */
const QUANTITIES = /** @type {const} */ (["dot", "length_a", "length_b", "cosine", "angle", "projection"]);

/** @param {Parts} parts @param {Room} room @param {number} [least] least reach of the plane */
export function arrange(parts, room, least) {
  const beside = room.width >= 1.3 * room.height;
  const height = Math.min(room.height, 440);
  const most = beside
    ? { width: Math.max(334, room.width * 0.38), height }
    : { width: room.width, height: height * 0.53 };
  const table = tableOf(parts, most);
  const board = boardOf(parts, most);
  const takes = { width: 0, height: 0, ...board?.takes };
  const wide = beside
    ? Math.round(room.width - BETWEEN - Math.max(table.takes.width, takes.width, most.width))
    : room.width;
  const high = beside ? height : height - BETWEEN - Math.ceil(Math.max(table.takes.height, takes.height));
  const points = [["a", 0], ...parts.keys.map((j) => ["b", j])].map(([tensor, at]) =>
    [0, 1].map((c) => parts.plane.value(String(tensor), [Number(at), c])),
  );
  // two-dimensional values must fit the plane too
  const { attention } = parts;
  const values =
    attention && isFlat(parts)
      ? parts.keys.map((j) => [0, 1].map((c) => attention.value("value", [0, 0, j, c])))
      : [];
  const picture = plane("plane", {
    width: wide,
    height: high,
    points: /** @type {[number, number][]} */ ([...points, ...values]),
    least,
  });
  corner(picture, 0, 0);
  const free = beside
    ? { x: wide + BETWEEN, y: 0, width: room.width - wide - BETWEEN, height }
    : { x: 0, y: high + BETWEEN, width: room.width, height: height - high - BETWEEN };
  table.put(free);
  board?.put(free);
  return { picture, table, board, height };
}

/* ---------------------------------------------------------------- one pair */

/** The index of a quantity of the pair of a and the first key. @param {string} tensor */
const indexIn = (tensor) => (tensor.startsWith("length") ? [0] : [0, 0]);

/**
 * The table at the largest size that fits, with the equations that have room.
 * @param {Parts} parts @param {{ width: number, height: number }} room
 */
const tableOf = (parts, room) =>
  fit(room, [SIZES.large, SIZES.column, SIZES.small, SIZES.least], (size) =>
    tableAt(parts, size, room.width),
  );

/** @param {Parts} parts @param {Size} size @param {number} width px */
function tableAt(parts, size, width) {
  const { plane } = parts;
  const font = size.font > 13 ? 15 : 13;
  const letter = (/** @type {string} */ id, /** @type {any[]} */ runs) =>
    text(`letter.${id}`, { runs, align: "end", fill: "ink", size: font });
  const vectors = /** @type {const} */ (["a", "b"]).map((tensor) => ({
    letter: letter(tensor, nameRuns(parts, tensor, 0, font)),
    block: vectorBlock(parts, `pair.${tensor}`, tensor, 0, size),
  }));
  const named = { a: nameRuns(parts, "a", 0, font), b: nameRuns(parts, "b", 0, font) };
  const lines = QUANTITIES.map((tensor) => {
    const index = indexIn(tensor);
    const cell = { tensor: plane.full(tensor), index };
    return {
      tensor,
      cell,
      letter: letter(tensor, quantityRuns(tensor, named, font)),
      block: block(plane, {
        ...{ id: `pair.${tensor}`, tensor, cells: [[index]], size, align: "start" },
        width: steady(plane, tensor, size),
      }),
      equation: /** @type {ReturnType<typeof text> | null} */ (null),
    };
  });
  const [first, second] = /** @type {const} */ (["letter", "block"]).map((part) =>
    Math.max(...lines.map((line) => line[part].width)),
  );
  const left = width - 2 * PAD - first - second - 18;
  for (const line of lines)
    line.equation =
      line.tensor === "angle"
        ? inDegrees(plane, line.cell)
        : equationOf(plane, line.cell, left, size.decimals);
  const [a, b] = vectors;
  const gap = size.height > 24 ? 5 : 3;
  const beside = row([a.letter, a.block, b.letter, b.block], { gap: [8, 20, 8] });
  // the numbers of a are aligned with the quantities below them
  const aside = Math.max(0, first - a.letter.width);
  const head =
    widthOf(beside) + aside + 2 * PAD <= width
      ? beside
      : grid(
          vectors.map(({ letter, block }) => [letter, block]),
          { gapX: 8, gapY: gap },
        );
  const body = grid(
    lines.map(({ letter, block, equation }) => [letter, block, equation]),
    { gapX: [8, 10], gapY: gap },
  );
  const high = heightOf(head) + gap + heightOf(body);
  const wide = Math.max(widthOf(head) + (head === beside ? aside : 0), widthOf(body)) + 2 * PAD;
  return {
    ...{ vectors, lines },
    takes: { width: wide, height: high + 4 },
    /** Puts the table in the middle of its room. @param {import("../../kit/place.js").Box} free */
    put({ x, y, height }) {
      const top = y + (height - high) / 2;
      corner(head, x + PAD + (head === beside ? aside : 0), top);
      corner(body, x + PAD, top + heightOf(head) + gap);
    },
  };
}

/** @param {string} tensor @param {{ a: any[], b: any[] }} named @param {number} size */
function quantityRuns(tensor, { a, b }, size) {
  const plain = (/** @type {string} */ sign) => ({ text: sign, size, dy: 0 });
  if (tensor === "dot") return [...a, plain(" · "), ...b];
  if (tensor === "length_a") return [plain("|"), ...a, plain("|")];
  if (tensor === "length_b") return [plain("|"), ...b, plain("|")];
  return letterRuns(tensor, "", "", { size });
}

/**
 * An angle in degrees, beside its radians; null if it is not finite.
 * @param {Model} model @param {import("../../model.js").Cell} cell
 */
function inDegrees(model, { tensor, index }) {
  const radians = model.value(tensor, index);
  if (!Number.isFinite(radians)) return null;
  const said = `rad = ${degreesOf(radians)}°`;
  return text("equation.angle", { text: said, align: "start", fill: "word", size: 13, copy: true });
}

/**
 * The equation of a number, beside it; null if there is no room, or the number is only copied.
 * @param {Model} model @param {import("../../model.js").Cell} cell @param {number} most px @param {number} decimals
 */
function equationOf(model, cell, most, decimals) {
  const short = (/** @type {import("../../model.js").Cell} */ operand) =>
    model.text(operand.tensor, operand.index, decimals);
  const { pieces, copied } = rightSide(model, cell, short);
  if (copied) return null;
  // the block before it shows the result
  const said = pieces.slice(1, -1).map((piece) => piece.text);
  const sign = pieces[pieces.length - 1].text.trim();
  const made = [13, 12].map((size) =>
    text(`equation.${cell.tensor}`, {
      ...{ text: `${sign} ${said.join("")}`, align: "start", fill: "word", size, copy: true },
    }),
  );
  return made.find(({ width }) => width <= most) ?? null;
}
