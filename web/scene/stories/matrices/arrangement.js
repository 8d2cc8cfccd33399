/**
 * The layout of the matrices of a layer: as numbers where these fit, else with the factors as colours; the close-up beside the
 * matrices, above them, or covering what is not in use.
 */

import { isWeights } from "../../../core/graph/tensors.js";
import { inDigits } from "../../format.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { cardExtent } from "../../kit/card.js";
import { fit } from "../../kit/fit.js";
import { productLayout, named } from "../../kit/product-layout.js";
import { enlargement } from "../../kit/enlarged.js";
import { around, column, corner, heightOf, row, widthOf } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { indexAt } from "../../kit/squares.js";
import { isForbidden, rowFacts } from "../../facts.js";
import { upTo } from "../../model.js";
import { givenOf } from "./chain.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/product-layout.js").Form} Form */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/** @typedef {import("../../kit/slice.js").SliceBlock} SliceBlock */
/** @typedef {import("./chain.js").Link} Link */
/**
 * @typedef {{ form: Form, stands: "beside" | "above" | "over", keeps?: boolean }} Choice stands: where the close-up stands; over:
 *   above, covering what is there; keeps: the products before it stand in its place
 */

export const PAD = 10;
const BETWEEN = 12;
/** Height of the letter above a matrix, px. */
const LETTER = 20;
/** Between products that a chapter keeps, px. */
const KEPT = 24;

/** Sizes of cells in a large room. */
export const LARGEST = [
  { cell: 84, wide: 118, height: 72, font: 36, small: 30, decimals: 3 },
  { cell: 70, wide: 98, height: 60, font: 30, small: 25, decimals: 3 },
  { cell: 58, wide: 82, height: 50, font: 25, small: 21, decimals: 3 },
  { cell: 50, wide: 70, height: 43, font: 22, small: 18.5, decimals: 3 },
];

/** By how much the cells of a size may be higher. */
const HIGHER = [1.35, 1];

/** The size of products without numbers that are too wide for a narrow room. */
const THIN = { ...SIZES.least, cell: 13 };

/** @type {Choice["stands"][]} */
const STANDS = ["beside", "above", "over"];

/** In turn: numbers; factors as colours; factors as small colours; everything as colours. */
const COLOURS = [
  { squares: 0, bare: false },
  { squares: 12, bare: false },
  { squares: 6, bare: false },
  { squares: 6, bare: true },
];

/** Sizes for numbers, largest first, each with higher cells before: a font is as large as the width allows. */
const NUMBERED = [...LARGEST, ...Object.values(SIZES).slice(0, 5)].flatMap((size) =>
  HIGHER.map((times) => ({ ...size, height: Math.round(times * size.height) })),
);
const NARROW = NUMBERED.slice(3 * HIGHER.length);

/** @param {Room} room */
const sizesIn = ({ width }) => (width < 500 ? NARROW : NUMBERED);

/** The width of a token's name in px. @param {Room} room */
const namesIn = ({ width }) => (width < 500 ? 44 : 60);

/** Yields the ways to draw a link, best first. @param {Room} room @param {Pointed} link @returns {Generator<Choice>} */
function* choices(room, { right, before }) {
  const sizes = Object.values(SIZES);
  const names = namesIn(room);
  const ways = right || room.width > 500 ? [false] : [false, true];
  // a slightly smaller size is better than covered matrices
  for (const keeps of before.length ? [true, false] : [false])
    for (const size of sizesIn(room))
      for (const upright of ways) {
        const form = { squares: 0, bare: false, names, size, upright };
        for (const stands of STANDS.slice(0, 2)) yield { form, stands, keeps };
      }
  for (const colours of COLOURS)
    for (const size of [...(colours.squares ? sizes.slice(2) : sizes), ...(colours.bare ? [THIN] : [])]) {
      const form = { ...colours, size, names: colours.squares === 6 ? 0 : names };
      for (const stands of STANDS) yield { form, stands };
    }
}

/**
 * Returns a cell of a link's product, by the name and index it has in the tensor in which it was computed.
 * @param {Model} model @param {Link} link @param {{ r: number, c: number }} at
 */
export function cellAt({ batch, head }, { product }, { r, c }) {
  const { tensor, made } = product;
  return made ? { tensor: made, index: [batch, head, r, c] } : { tensor, index: indexAt(product, r, c) };
}

/**
 * Returns all cells of a link's product, each with the terms it is made from, computed on first use.
 * @param {Model} model @param {Link} link
 */
const candidates = (model, link) =>
  upTo(link.product.rows * link.product.columns).map((k) => {
    const at = { r: Math.floor(k / link.product.columns), c: k % link.product.columns };
    const { tensor, index } = cellAt(model, link, at);
    return { at, terms: remember(() => model.origin(tensor, index).terms) };
  });

/** How many nonzero terms make a good example. */
const ENOUGH = 3;

/**
 * Returns the example cell of a link: for masked scores one that is masked, else the first with enough nonzero terms.
 * @param {Model} model @param {Link} link @param {ReturnType<typeof candidates>} cells
 */
function exampleOf(model, link, cells) {
  const isStruck = (/** @type {{ r: number, c: number }} */ { r, c }) =>
    isForbidden(model, indexAt(link.product, r, c));
  const struck = link.id === "masked_scores" && cells.find(({ at }) => isStruck(at));
  if (struck) return struck.at;
  // a token that meets another is a better example than one that meets itself
  const apart = link.id === "scores" && model.self && cells.length > 1;
  // softmax alone makes a weight 0 only by rounding, which should not decide
  const rounds = !model.override && !model.biased;
  const counts = (/** @type {import("../../model.js").Cell} */ { tensor, index }) => {
    const value = model.value(tensor, index);
    return Number.isFinite(value) && (value !== 0 || (rounds && isWeights(tensor)));
  };
  let [best, most] = [apart ? cells[1].at : cells[0].at, 0];
  for (const { at, terms: of } of cells) {
    if (apart && at.r === at.c) continue;
    const terms = of();
    const full = terms.filter((term) => term.every(counts)).length;
    if (full > most) [best, most] = [at, full];
    if (full >= Math.min(ENOUGH, terms.length)) break;
  }
  return best;
}

/**
 * Returns every link with its example cell; a softmax is marked to be shown as bars where it has an ordinary row.
 * @param {Model} model @param {Link[]} links
 */
function pointed(model, links) {
  const row = model.decide(() => {
    const facts = upTo(model.q_len).map((i) => rowFacts(model, i));
    const plain = facts.filter(({ kind }) => !/nothing|nan/.test(kind));
    return plain.toSorted((a, b) => a.forbidden - b.forbidden)[0]?.i ?? -1;
  });
  return links.map((link, k) => {
    const bars = row >= 0 && link.id === "weights" && link.reads === "row";
    // the product that makes the queries has shown how keys and values are made
    const quick = link.reads === "copy" || (link.reads === "product" && /^(key|value)$/.test(link.id));
    const made = links.slice(0, k).filter(({ chapter }) => chapter === link.chapter);
    const before = quick && link.right ? made.map(({ product }) => product) : [];
    const how = { ...link, bars, quick, before };
    if (link.reads === "row") return { ...how, at: { r: Math.max(0, row), c: 0 } };
    const cells = candidates(model, link);
    return { ...how, at: model.decide(() => exampleOf(model, link, cells)) };
  });
}
/** @typedef {ReturnType<typeof pointed>[number]} Pointed */

/** @param {Model} model @param {Pointed} link @param {import("../../kit/block.js").Size} size @param {boolean} [keeps] */
function closeUpExtent(model, link, size, keeps) {
  const kept = (keeps ? link.before : []).map((slice, k) => named(model, `kept.${link.id}.${k}`, slice, size, { side: "below" })); // prettier-ignore
  return { ...extentOf(model, link, size, row(kept, { gap: KEPT })), kept };
}

/**
 * The room for a close-up, or for what stands in its place.
 * @param {Model} model @param {Pointed} link @param {import("../../kit/block.js").Size} size @param {import("../../kit/place.js").Placeable} kept
 */
function extentOf(model, link, size, kept) {
  if (link.quick) return { width: widthOf(kept), least: widthOf(kept), height: heightOf(kept) };
  if (!link.bars) return cardExtent(model, cellAt(model, link, link.at), size);
  const { width } = cellOf(model, link.left.tensor, size);
  const across = (/** @type {number} */ gap) => model.kv_len * (width + gap) + 32;
  return { width: across(10), least: across(6), height: size.height * 5 + 54 };
}

/**
 * Lays out the story, each link in the first form that fits.
 * @param {Model} model @param {Link[]} chain @param {Room} room
 */
export function arrange(model, chain, room) {
  const most = room.height - 2 * PAD;
  const wide = room.width - 2 * PAD;
  const links = pointed(model, chain);
  const fitted = links.map((link) => fitting(model, link, room, { width: wide, height: most }));
  const given = standing(model, givenOf(model), room, { width: wide, height: most });
  const high = Math.min(
    most,
    Math.max(...fitted.map(({ takes }) => takes.height + 20), heightOf(given), 150),
  );
  const panel = { x: 0, y: 0, width: room.width, height: high + 2 * PAD };
  const acts = links.map((link, k) => {
    const { form, stands, board, card } = fitted[k];
    const { width, height } = board;
    const beside = stands === "beside" && card.width > 0;
    const left = beside ? width + (wide - width - BETWEEN - card.width) * 0.45 : wide;
    // a close-up and its matrices are centred together, side by side or stacked
    const tall = height + (beside ? 0 : over(card));
    const top = PAD + Math.max(0, (high - tall) / 2);
    const bottom = Math.min(PAD + high, top + tall);
    const drawn = board.draw(PAD + (left - width) / 2, bottom - height);
    const closeUp = beside
      ? {
          ...{ x: PAD + left + BETWEEN, y: PAD + (high - card.height) / 2 },
          ...{ width: wide - left - BETWEEN, height: card.height },
        }
      : { x: PAD, y: top, width: wide, height: card.height };
    row(card.kept, { gap: KEPT }).put(closeUp.x + closeUp.width / 2, closeUp.y + closeUp.height / 2);
    const kept = card.kept.map(({ parts }) => parts().block);
    return { ...link, ...drawn, ...form, closeUp, kept, covers: stands === "over" };
  });
  const large = alone(given.all.length, acts[0], panel);
  const shown = large
    ? [{ block: acts[0].left, names: acts[0].leftNames }]
    : given.all.map(({ parts }) => parts());
  corner(given, PAD + (wide - widthOf(given)) / 2, PAD + (high - heightOf(given)) / 2);
  return { acts, given: shown, large, panel, height: panel.height };
}

/**
 * How the left factor of the first link stands enlarged, if it is all that is given.
 * @param {number} count of matrices that are given @param {{ left: SliceBlock, leftNames: Box[], id: string } | undefined} act @param {Box} panel
 */
function alone(count, act, panel) {
  if (count > 1 || !act || act.left.grid) return undefined;
  const { x, y, width, height } = around([act.left, ...act.leftNames]);
  return enlargement({ x, y: y - LETTER, width, height: height + LETTER }, panel);
}
/**
 * @typedef {ReturnType<typeof arrange>["acts"][number]} Act a link with its blocks; closeUp: the box of the close-up; covers:
 *   whether the close-up covers matrices
 */

/**
 * Returns the largest form of a link that fits.
 * @param {Model} model @param {Pointed} link @param {Room} room @param {{ width: number, height: number }} most
 */
function fitting(model, link, room, most) {
  const word = wordOf(model, link);
  const boardOf = remember((form) => productLayout(model, { ...link, id: `board.${link.id}`, word }, form));
  return fit(most, choices(room, link), (choice) => measure(model, link, choice, boardOf(choice.form)));
}

/** Returns the height that a close-up takes above its matrices, in px. @param {{ height: number }} card */
const over = ({ height }) => (height ? height + BETWEEN : 0);

/**
 * Measures how much room a form takes.
 * @param {Model} model @param {Pointed} link @param {Choice} choice @param {ReturnType<typeof productLayout>} board
 */
function measure(model, link, { form, stands, keeps }, board) {
  const card = closeUpExtent(model, link, form.size, keeps);
  const beside = stands === "beside";
  const width = beside
    ? board.width + (card.width ? BETWEEN + card.width : 0)
    : Math.max(board.width, card.least);
  const stacked = over(card) + (stands === "over" ? board.low : board.height);
  const height = Math.max(board.height, beside ? card.height : stacked);
  return { form, stands, board, card, takes: { width, height } };
}

/** Returns the word or sign that stands between the matrices of a function. @param {Model} model @param {Link} link */
function wordOf(model, { id, right, reads }) {
  if (reads === "copy") return "";
  if (id === "masked_scores" && right) return "+";
  if (id === "scaled_scores") return model.usualScale ? `÷ √${model.d_k}` : `· ${inDigits(model.scale, 4)}`;
  return right
    ? ""
    : (model.words.stories.matrices.functions[model.open && id === "weights" ? "divide" : id] ?? "");
}

/**
 * Lays out the given matrices side by side or stacked, as colours where numbers do not fit.
 * @param {Model} model @param {Slice[]} slices @param {Room} room @param {{ width: number, height: number }} most px
 */
function standing(model, slices, room, most) {
  const { least } = SIZES;
  const colours = { size: least, cell: { squares: true, width: 12, height: 12 } };
  const numbered = sizesIn(room).map((size) => ({ size, names: namesIn(room) }));
  const ways = [...numbered, colours].flatMap(({ size, ...how }) => {
    const list = slices.map((slice, k) => named(model, `given.${k}`, slice, size, how));
    return [row(list, { gap: 44 }), column(list, { gap: 10 })].map((place) => ({ ...place, all: list }));
  });
  return fit(most, ways, (way) => ({ ...way, takes: { width: widthOf(way), height: heightOf(way) } }));
}
