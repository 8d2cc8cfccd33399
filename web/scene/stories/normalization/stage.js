/**
 * Where norms are told: a matrix with what is averaged at its side, a column of numbers at the right of rows or a row of
 * them below columns; beside it, or under it where it is narrow, what becomes of it over what is learned. Before that the
 * sum of a residual, and in the end all results.
 */

import { truncate } from "../../text-metrics.js";
import { SIZES, cellBox, cellOf } from "../../kit/block.js";
import { sweep } from "../../kit/backdrop.js";
import { around, column, corner, grid, heightOf, row, space, widthOf } from "../../kit/place.js";
import { numbersOrColours } from "../../kit/slice.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { membersOf, tokenNames } from "./norms.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/place.js").Placeable} Placeable */
/** @typedef {import("./norms.js").Norm} Norm */
/** @typedef {{ size: import("../../kit/block.js").Size, width: number, height: number, names: number }} Cells size of all cells, px;
 *   names: px of a token's name; 0: numbers stand for them */
/** @typedef {ReturnType<typeof pageOf>} Page */

const WIDE = 560;
/** Room for words over a matrix, between items of a batch, and below for an equation; px. */
const TITLE = 24;
const APART = 6;
const EQUATION = 54;
const CARD = 150;
/** Round everything, px. */
const PAD = 8;

/** Sizes of cells, the largest first; the last ones are colours. */
const SMALL = [14, 11, 8, 6].map((side) => ({ ...SIZES.least, wide: side, cell: side, height: side }));
const ALL = [...Object.values(SIZES), ...SMALL];

/**
 * The largest cells with which something fits.
 * @template {Placeable} T
 * @param {Model} model @param {string[]} tensors @param {Room} room @param {(cells: Cells) => T} make
 */
function largest(model, tensors, room, make) {
  const sizes = room.width < 1000 ? ALL.slice(2) : ALL;
  const tries = sizes.flatMap((size) => {
    const colour = size.height < SIZES.least.height;
    const all = tensors.map((tensor) => cellOf(model, tensor, size));
    const font = Math.min(...all.map((cell) => cell.font));
    const width = colour ? size.cell : Math.max(...all.map((cell) => cell.width));
    // where names have no room, numbers stand for them
    return [Math.min(room.width * 0.18, 90), 0].map((names) => {
      return { size: { ...size, font, small: font }, width, height: size.height, names };
    });
  });
  const fits = (/** @type {Cells} */ cells) => {
    const made = make(cells);
    return widthOf(made) <= room.width && heightOf(made) <= room.height;
  };
  return make(tries.find(fits) ?? tries[tries.length - 1]);
}

/** A matrix of every item, one under the other. @param {Model} model @param {string} id @param {string} tensor @param {Norm} norm @param {Cells} cells @param {string} [title] */
function matrixOf(model, id, tensor, { batches, tokens, features }, { size, width, height }, title = "") {
  const blocks = upTo(batches).map((b) => {
    const cells = upTo(tokens).map((i) => upTo(features).map((c) => [b, i, c]));
    return numbersOrColours(model, { id: `${id}.${b}`, tensor, cells: cells, size, width, height });
  });
  const most = Math.max(40, features * width);
  const said = title ? truncate(title, 13, most, 650) : "";
  const word = text(`${id}.title`, { text: said, weight: 650, fill: "ink" });
  const all = column(blocks, { gap: APART });
  const body = {
    ...all,
    up: all.up + TITLE,
    left: Math.max(all.left, word.left),
    right: Math.max(all.right, word.right),
  };
  body.put = (x, y) => {
    all.put(x, y);
    word.put(x, y - all.up - TITLE / 2);
  };
  return Object.assign(body, { blocks, word, tensor, boxOf: finder(blocks) });
}
/** @typedef {ReturnType<typeof matrixOf>} Matrix */

/** Where a cell stands in some blocks. @param {import("../../kit/block.js").Block[]} blocks @returns {(index: number[]) => Box | undefined} */
const finder = (blocks) => (index) => {
  for (const block of blocks) {
    const at = block.indices.findIndex((other) => String(other) === String(index));
    if (at >= 0) return cellBox(block, at);
  }
};

/** Names of tokens, at the heights of their rows. @param {string} id @param {Model} model @param {Norm} norm @param {Cells} cells */
function namesOf(id, model, norm, { height, names }) {
  const said = names ? tokenNames(model, norm) : norm.rows.map((_, r) => String(r + 1));
  const small = height < 13;
  const items = said.map((name, r) =>
    text(`${id}.${r}`, {
      text: small ? "" : truncate(name, 13, names || 30, 600),
      weight: 600,
      fill: "ink",
      align: "end",
    }),
  );
  const lines = items.map((item, r) => ({
    ...item,
    ...{ up: height / 2 + (r && r % norm.tokens === 0 ? APART : 0), down: height / 2, right: 8 },
  }));
  const all = column(lines.map((line, r) => ({ ...line, put: items[r].put })));
  return Object.assign(all, { items });
}

/** The frames of the groups. @param {string} id @param {Norm} norm @param {Matrix} matrix */
function framesOf(id, norm, matrix) {
  const boxes = norm.groups.map((at) => {
    const all = membersOf(norm, at).map((index) => /** @type {Box} */ (matrix.boxOf(index)));
    return around(all);
  });
  return sweep(id, boxes);
}

/* ---------------------------------------------------------------- the sum of a residual */

/** @param {Model} model @param {Norm} norm @param {string[]} parts the tensors that are added @param {string[]} titles @param {Room} room */
export function sumOf(model, norm, parts, titles, room) {
  const tensors = [...parts, norm.source];
  const sign = (/** @type {string} */ id, /** @type {string} */ said) =>
    text(`sum.${id}`, {
      text: said,
      size: 20,
      weight: 600,
      fill: "ink",
      margin: { left: 8, right: 8 },
    });
  const make = (/** @type {boolean} */ across) => (/** @type {Cells} */ cells) => {
    const names = namesOf("sum.name", model, norm, cells);
    const [x, y, sum] = tensors.map((tensor, k) =>
      matrixOf(model, `sum.${k}`, tensor, norm, cells, titles[k]),
    );
    const signs = [sign("plus", "+"), sign("equals", "=")];
    const lines = [[names, x], [signs[0], y], [signs[1], sum]]; // prettier-ignore
    const all = across ? row(lines.flat(), { gap: 10 }) : grid(lines, { gapX: 8, gapY: 4 });
    return { ...all, names, x, y, sum, signs, cells };
  };
  const inner = { width: room.width - 2 * PAD, height: room.height - 2 * PAD };
  const hasNumbers = (/** @type {{ cells: Cells }} */ { cells }) => cells.height >= SIZES.least.height;
  const tries = [
    largest(model, tensors, { ...inner, height: inner.height - CARD }, make(true)),
    largest(model, tensors, inner, make(false)),
    largest(model, tensors, inner, make(true)),
  ];
  const made = tries.find(hasNumbers) ?? tries[2];
  const free = room.height - heightOf(made);
  const top = Math.max(PAD, made === tries[0] ? (free - CARD) / 2 : free / 2);
  corner(made, (room.width - widthOf(made)) / 2, top);
  const bottom = top + heightOf(made) + 8;
  const zone = { x: 0, y: bottom, width: room.width, height: room.height - bottom };
  const { names, x, y, sum, signs, cells } = made;
  return { names: names.items, x, y, sum, signs, cells, zone };
}

/* ---------------------------------------------------------------- one norm */

/** Whether means stand in a column at the right of their rows. @param {Norm} norm */
const upright = ({ group }) => group === "token";

/**
 * @param {Model} model @param {Norm} norm @param {number} k @param {{ source: string, result: string }} titles @param {Room} room
 */
export function pageOf(model, norm, k, titles, room) {
  const { view, source, learned, features, batches, tokens } = norm;
  const full = (/** @type {string} */ name) => view.full(name);
  const tensors = [source, ...["output", "mean", "rstd", ...learned].map(full)];
  const narrow = room.width < WIDE;
  /** Numbers along a side of the matrix. @param {string} name @param {Cells} cells @param {boolean} turned a column */
  const strip = (name, { size, width, height }, turned) => {
    const runs = letterRuns(name, "");
    /** @type {import("../../kit/block.js").Label[]} */
    const labels = [{ runs, side: turned ? "above" : "left", align: "middle", gap: turned ? 6 : 8 }];
    const wide = turned ? Math.min(width, cellOf(view, name, size).width) : width;
    const make = (/** @type {number[][][]} */ cells, /** @type {number} */ b) => {
      const what = { id: `${k}.${name}.${b}`, tensor: full(name), cells, size, width: wide, height };
      return numbersOrColours(view, { ...what, labels: b ? [] : labels });
    };
    const blocks = turned
      ? upTo(batches).map((b) =>
          make(
            upTo(tokens).map((i) => [[b, i]]),
            b,
          ),
        )
      : [make([upTo(features).map((c) => [c])], 0)];
    return Object.assign(column(blocks, { gap: APART }), { blocks, name, boxOf: finder(blocks) });
  };
  const make = (/** @type {Cells} */ cells) => {
    const names = namesOf(`${k}.name`, model, norm, cells);
    const x = matrixOf(model, `${k}.x`, source, norm, cells, titles.source);
    const output = matrixOf(model, `${k}.output`, full("output"), norm, cells, titles.result);
    const sides = ["mean", "rstd"].map((name) => strip(name, cells, upright(norm)));
    const affine = learned.map((name) => strip(name, cells, false));
    const wide = cells.width;
    // both kinds of norms keep the same room, so that the matrix stays where it is
    const [mean, rstd] = upright(norm) ? sides : [space(wide, 1), space(wide, 1)];
    const low = upright(norm) ? [null, null] : sides;
    const [gamma = null, beta = null] = affine;
    const high = space(1, cells.height);
    const sign = text(`${k}.sign`, { text: "→", size: 20, weight: 600, fill: "muted" });
    const all = narrow
      ? grid([[names, x, mean, rstd], [high, low[0]], [high, low[1]], [null, output], [high, gamma], [high, beta]], { gapX: [0, 10, 4], gapY: 5 }) // prettier-ignore
      : grid(
          [
            [names, x, mean, rstd, sign, output],
            [high, low[0], null, null, null, gamma],
            [high, low[1], null, null, null, beta],
          ],
          { gapX: [0, 10, 4, 20, 34], gapY: 6 },
        );
    return { ...all, names, x, output, sides, affine, sign, cells };
  };
  const inner = { width: room.width - 2 * PAD, height: room.height - EQUATION - PAD };
  const made = largest(model, tensors, inner, make);
  const { names, x, output, sides, affine, sign, cells } = made;
  const top = Math.max(PAD, (room.height - EQUATION - heightOf(made)) / 2);
  corner(made, (room.width - widthOf(made)) / 2, top);
  const result = around([...output.blocks, ...affine.flatMap(({ blocks }) => blocks)]);
  const bottom = top + heightOf(made) + 4;
  // a card may stand where the result will be, an equation below everything
  const beside = around([...x.blocks, ...(upright(norm) ? sides.flatMap(({ blocks }) => blocks) : [])]);
  const left = narrow ? 0 : beside.x + beside.width + 12;
  const zones = {
    card: { x: left, y: Math.max(0, result.y - TITLE), width: room.width - left - PAD, height: room.height },
    line: { x: 0, y: bottom, width: room.width, height: room.height - bottom },
  };
  zones.card.height -= zones.card.y;
  return {
    ...{ names: names.items, sign: narrow ? null : sign, x, output, sides, affine, cells, zones },
    frames: framesOf(`${k}.frames`, norm, x),
    results: framesOf(`${k}.results`, norm, output),
  };
}

/* ---------------------------------------------------------------- all results */

/** @param {Model} model @param {Norm[]} norms @param {string[]} titles @param {Room} room */
export function endOf(model, norms, titles, room) {
  const tensors = norms.map(({ view }) => view.full("output"));
  const narrow = room.width < WIDE;
  const make = (/** @type {Cells} */ cells) => {
    const names = norms.map((norm, k) => namesOf(`end.name.${k}`, model, norm, cells));
    const all = norms.map((norm, k) => matrixOf(model, `end.${k}`, tensors[k], norm, cells, titles[k]));
    const body = narrow
      ? grid(
          all.map((matrix, k) => [names[k], matrix]),
          { gapY: 14 },
        )
      : row(
          all.flatMap((matrix, k) => [names[k], matrix]),
          { gap: all.flatMap(() => [0, 56]) },
        );
    return { ...body, names, all };
  };
  const inner = { width: room.width - 2 * PAD, height: room.height - 2 * PAD };
  const made = largest(model, tensors, inner, make);
  corner(made, (room.width - widthOf(made)) / 2, Math.max(0, (room.height - heightOf(made)) / 2));
  const frames = norms.map((norm, k) => framesOf(`end.frames.${k}`, norm, made.all[k]));
  return { names: made.names.flatMap(({ items }) => items), all: made.all, frames };
}
