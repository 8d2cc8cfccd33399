/**
 * One query before some things that have names: words of a sentence, regions of an image, moments of a film. Each has its key
 * and its share; below them the bar of length 1, and what comes of it.
 */

import { truncate } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { stackedBar } from "../../kit/bars.js";
import { ROUGH, SIZES, block, cellOf } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { backdrop } from "../../kit/backdrop.js";
import { around, column, corner, grid, heightOf, padded, row, widthOf } from "../../kit/place.js";
import { sliceBlock, sliceOf } from "../../kit/slice.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {"words" | "image" | "film"} Kind */

/** How large; in how many lines the things stand; the query beside them, above them, or all in one row. @type {Level[]} */
const LEVELS = [1, 2].flatMap((lines) =>
  [SIZES.huge, SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least, ROUGH]
    .map((size) => ({ size, squares: 0 }))
    .concat(lines > 1 ? { size: ROUGH, squares: 9 } : [])
    .flatMap((how) => /** @type {const} */ (["beside", "above", "row"]).map((flow) => ({ ...how, lines, flow }))),
); // prettier-ignore
/** @typedef {{ size: import("../../kit/block.js").Size, squares: number, lines: number, flow: "beside" | "above" | "row" }} Level squares: px of numbers as colour, 0 as digits */

/** Room round what stands in a tile; for perforations of a film; above the bar for the names of thin shares, px. */
const PAD = 6;
const HOLES = 12;
const BESIDE = 30;
const LEADERS = 20;

/**
 * @param {Model} model @param {string} id of its stage @param {Kind} kind @param {Room} room
 * @param {string[]} [classes] names of the numbers of its output
 */
export const askingPage = (model, id, kind, room, classes) =>
  fit({ width: room.width - 4, height: room.height }, LEVELS, (level) =>
    pageOf(model, id, kind, room, level, classes),
  );
/** @typedef {ReturnType<typeof askingPage>} Page */

/** @param {Model} model @param {string} id @param {Kind} kind @param {Room} room @param {Level} level @param {string[]} [classes] */
function pageOf(model, id, kind, room, { size, squares, lines: count, flow }, classes) {
  const stage = model.stage(id);
  const query = vector(model, stage, "query", size, squares);
  const label = stage.label("query", 0) || model.words.stories.cross.learnedQuery;
  const name = text(`${id}.query-name`, { text: truncate(label, 14, 160, 600), size: 14, weight: 600, fill: "ink" });
  const tiles = upTo(stage.kv_len).map((j) => tileOf(stage, j, size, squares));
  const across = kind === "image" ? Math.ceil(Math.sqrt(tiles.length)) : Math.ceil(tiles.length / count);
  const lines = upTo(Math.ceil(tiles.length / across)).map((r) => tiles.slice(r * across, (r + 1) * across));
  const gap = kind === "words" ? 10 : 3;
  const things = padded(grid(lines.map((line) => line.map(({ place }) => place)), { gapX: gap, gapY: gap }), { up: kind === "film" ? HOLES : 0, down: kind === "film" ? HOLES : 0 }); // prettier-ignore
  const asked = column([name, query], { gap: 6 });
  const free = room.width - 4 - widthOf(asked) - widthOf(things) - 2 * BESIDE;
  const under = Math.min(room.width - 4, Math.max(widthOf(things), Math.min(420, room.width - 240)));
  const wide = flow === "row" ? Math.max(150, Math.min(free, 420)) : under;
  const names = upTo(stage.kv_len).map((j) => stage.short("key", j));
  const share = barOf(model, stage, `${id}.share`, names, wide, size);
  const result = classes ? opinionOf(model, stage, size, classes, wide, squares, flow === "row") : resultOf(model, stage, size, squares);
  const answer = [padded(share, { up: LEADERS }), ...result.places];
  const below = column([things, ...answer], { gap: 10 });
  const whole = {
    beside: () => row([asked, below], { gap: BESIDE }),
    above: () => column([asked, things, ...answer], { gap: 10 }),
    row: () => row([asked, things, column(answer, { gap: 10 })], { gap: BESIDE }),
  }[flow]();
  const height = Math.ceil(heightOf(whole)) + 4;
  /** @param {number} tall px of the stage */
  const put = (tall) => {
    corner(whole, (room.width - widthOf(whole)) / 2, Math.max(2, (tall - height) / 2));
    for (const tile of tiles) Object.assign(tile.ground, around([...tile.items], PAD));
    return kind === "film" ? holes(id, tiles) : [];
  };
  const takes = { width: widthOf(whole), height };
  return { stage, size, takes, height, put, name, query, tiles, share, result };
} // prettier-ignore

/** A row of a tensor with its letter. @param {Model} model @param {Model} stage @param {string} tensor @param {import("../../kit/block.js").Size} size @param {number} squares */
function vector(model, stage, tensor, size, squares) {
  const full = stage.full(tensor);
  const label = { runs: letterRuns(tensor, ""), side: /** @type {const} */ ("left") };
  const margin = { left: 22 };
  return sliceBlock(model, sliceOf(model, full), {
    id: `${full}@asking`,
    size,
    labels: [label],
    margin,
    ...(squares ? { squares: true, width: squares } : {}),
  });
}

/** Something that may be looked at: its name, its share, its key. @param {Model} stage @param {number} j @param {import("../../kit/block.js").Size} size @param {number} squares */
function tileOf(stage, j, size, squares) {
  const id = (/** @type {string} */ of) => `${stage.full(of)}.${j}`;
  const cells = [upTo(stage.d_k).map((c) => [0, 0, j, c])];
  const key = block(stage, {
    id: id("tile.key"),
    tensor: "key",
    cells,
    size,
    ...(squares ? { style: "shade", width: squares } : {}),
  });
  const digits = { ...size, decimals: Math.max(2, size.decimals) };
  const weight = block(stage, {
    ...{ id: id("tile.weight"), tensor: "weights", cells: [[[0, 0, 0, j]]], size: digits, style: "heat" },
    width: Math.max(key.width, cellOf(stage, "weights", digits).width),
  });
  const name = text(id("tile.name"), {
    text: truncate(stage.short("key", j), 13, weight.width, 600),
    ...{ size: 13, weight: 600, fill: "word" },
  });
  const box = backdrop(id("tile"), { x: 0, y: 0, width: 0, height: 0 }, { rx: 4, initial: { opacity: 0 } });
  const place = padded(column([name, weight, key], { gap: 4 }), {
    left: PAD,
    right: PAD,
    up: PAD,
    down: PAD,
  });
  return { name, key, weight, ground: box, place, items: [name, key, weight] };
}

/** Perforations at the edges of a film. @param {string} id @param {ReturnType<typeof tileOf>[]} tiles */
function holes(id, tiles) {
  const { x, y, width, height } = around(tiles.map((tile) => tile.ground));
  const film = backdrop(`${id}.film`, { x, y: y - HOLES, width, height: height + 2 * HOLES }, { fill: "track", rx: 4, initial: { opacity: 0 } }); // prettier-ignore
  const count = Math.floor(width / 16);
  const each = upTo(2 * count).map((k) => {
    const side = k < count ? y - HOLES + 3 : y + height + 3;
    const box = { x: x + 5 + ((k % count) * (width - 10)) / count, y: side, width: 8, height: 6 };
    return backdrop(`${id}.hole${k}`, box, { fill: "page", rx: 2, initial: { opacity: 0 } });
  });
  return [film, ...each];
}

/** The bar of length 1. @param {Model} model @param {Model} stage @param {string} id @param {string[]} names @param {number} width @param {import("../../kit/block.js").Size} size */
const barOf = (model, stage, id, names, width, size) =>
  stackedBar(id, {
    ...{
      width,
      height: Math.min(26, size.height),
      tensor: stage.full("weights"),
      indices: pairs(stage, 0),
      names,
    },
    ...{
      bars: () => [],
      decimals: Math.max(2, size.decimals),
      label: model.words.scene.shareBar(names.join(" ")),
    },
  });

/** The output of the query. @param {Model} model @param {Model} stage @param {import("../../kit/block.js").Size} size @param {number} squares */
function resultOf(model, stage, size, squares) {
  const output = vector(model, stage, stage.result, size, squares);
  return { output, logits: null, bar: null, places: [output] };
}

/** The mixture that a classifier gets, its number for each class, and their softmax as a second bar. @param {Model} model @param {Model} stage @param {import("../../kit/block.js").Size} size @param {string[]} classes @param {number} width @param {number} squares @param {boolean} narrow */
function opinionOf(model, stage, size, classes, width, squares, narrow) {
  const output = vector(model, stage, "mixed", size, squares);
  const logits = vector(model, stage, "output", size, squares);
  const pair = narrow ? column([output, logits], { gap: 8 }) : row([output, logits], { gap: 16 });
  const bar = barOf(model, model.stage("classes"), "classes.share", classes, width, size);
  return { output, logits, bar, places: [pair, padded(bar, { up: LEADERS - 8 })] };
}
