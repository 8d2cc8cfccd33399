/**
 * Where the matrices of a layer stand, and how large: numbers where they fit, else factors as colours; the close-up beside
 * the matrices, above them, or over what is not at work.
 */

import { inDigits } from "../../format.js";
import { SIZES } from "../../kit/block.js";
import { cardExtent } from "../../kit/card.js";
import { productLayout, named } from "../../kit/product-layout.js";
import { column, corner, heightOf, row, widthOf } from "../../kit/place.js";
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
/** @typedef {import("./chain.js").Link} Link */
/** @typedef {{ form: Form, stands: "beside" | "above" | "over" }} Choice where the close-up stands; over: above, covering what is there */

export const PAD = 10;
const BETWEEN = 12;

/** Cells where there is much room. */
const LARGEST = [
  { cell: 58, wide: 82, height: 50, font: 25, small: 21, decimals: 3 },
  { cell: 50, wide: 70, height: 43, font: 22, small: 18.5, decimals: 3 },
];

/** For products without numbers that are wide in a narrow place. */
const THIN = { ...SIZES.least, cell: 13 };

/** @type {Choice["stands"][]} */
const STANDS = ["beside", "above", "over"];

/** Numbers; factors as colours, and as small ones; all as colours. */
const COLOURS = [
  { squares: 0, bare: false },
  { squares: 12, bare: false },
  { squares: 6, bare: false },
  { squares: 6, bare: true },
];

/** Ways to draw the story, the best first. @param {Room} room @returns {Generator<Choice>} */
function* choices({ width }) {
  const sizes = Object.values(SIZES);
  const names = width < 500 ? 36 : 60;
  const whole = { squares: 0, bare: false, names };
  const plain = sizes.slice(0, 5).map((size) => ({ ...whole, size }));
  const large = LARGEST.map((size) => ({ ...whole, size }));
  for (const form of [...large, ...plain.slice(0, 3)]) yield { form, stands: "beside" };
  // better a little smaller than covered
  for (const form of plain) for (const stands of STANDS.slice(0, 2)) yield { form, stands };
  for (const colours of COLOURS)
    for (const size of [...(colours.squares ? sizes.slice(2) : sizes), ...(colours.bare ? [THIN] : [])]) {
      const form = { ...colours, size, names: colours.squares === 6 ? 0 : names };
      for (const stands of STANDS) yield { form, stands };
    }
}

/** A cell of a link's product, as the tensor names it in which it was made. @param {Model} model @param {Link} link @param {{ r: number, c: number }} at */
export function cellAt({ batch, head }, { product }, { r, c }) {
  const { tensor, made } = product;
  return made ? { tensor: made, index: [batch, head, r, c] } : { tensor, index: indexAt(product, r, c) };
}

/** The cells of a link, and what each is made from, whatever the numbers are. @param {Model} model @param {Link} link */
const candidates = (model, link) =>
  upTo(link.product.rows * link.product.columns).map((k) => {
    const at = { r: Math.floor(k / link.product.columns), c: k % link.product.columns };
    const { tensor, index } = cellAt(model, link, at);
    return { at, terms: remember(() => model.origin(tensor, index).terms) };
  });

/** The example cell of a link: one that is masked, or the one with most terms that are not 0. @param {Model} model @param {Link} link @param {ReturnType<typeof candidates>} cells */
function exampleOf(model, link, cells) {
  const isStruck = (/** @type {{ r: number, c: number }} */ { r, c }) =>
    isForbidden(model, indexAt(link.product, r, c));
  const struck = link.id === "masked_scores" && cells.find(({ at }) => isStruck(at));
  if (struck) return struck.at;
  // a word that meets another is a better example than one that meets itself
  const apart = link.id === "scores" && model.self && cells.length > 1;
  const counts = (/** @type {import("../../model.js").Cell} */ { tensor, index }) => {
    const value = model.value(tensor, index);
    return value !== 0 && Number.isFinite(value);
  };
  let [best, most] = [apart ? cells[1].at : cells[0].at, 0];
  for (const { at, terms: of } of cells) {
    if (apart && at.r === at.c) continue;
    const terms = of();
    const full = terms.filter((term) => term.every(counts)).length;
    if (full > most) [best, most] = [at, full];
    if (full === terms.length) break;
  }
  return best;
}

/** Every link with its example cell, a softmax perhaps with bars. @param {Model} model @param {Link[]} links */
function pointed(model, links) {
  const row = model.decide(() => {
    const facts = upTo(model.q_len).map((i) => rowFacts(model, i));
    const plain = facts.filter(({ kind }) => !/nothing|nan/.test(kind));
    return plain.toSorted((a, b) => a.forbidden - b.forbidden)[0]?.i ?? -1;
  });
  return links.map((link) => {
    const bars = row >= 0 && link.id === "weights" && link.reads === "row";
    if (link.reads === "row") return { ...link, at: { r: Math.max(0, row), c: 0 }, bars };
    const cells = candidates(model, link);
    return { ...link, at: model.decide(() => exampleOf(model, link, cells)), bars };
  });
}
/** @typedef {ReturnType<typeof pointed>[number]} Pointed */

/** @param {Model} model @param {Pointed} link @param {import("../../kit/block.js").Size} size */
function closeUpExtent(model, link, size) {
  if (link.reads === "copy") return { width: 0, least: 0, height: 0 };
  if (!link.bars) return cardExtent(model, cellAt(model, link, link.at), size);
  const across = (/** @type {number} */ gap) => model.kv_len * (size.cell + gap) + 32;
  return { width: across(10), least: across(6), height: size.height * 5 + 54 };
}

/**
 * Where everything stands: the first way of drawing that fits.
 * @param {Model} model @param {Link[]} chain @param {Room} room
 */
export function arrange(model, chain, room) {
  const most = room.height - 2 * PAD;
  const wide = room.width - 2 * PAD;
  const links = pointed(model, chain);
  const boardsIn = remember((/** @type {Form} */ form) =>
    links.map((link) =>
      productLayout(model, { ...link, id: `board.${link.id}`, word: wordOf(model, link) }, form),
    ),
  );
  const cardsIn = remember((/** @type {Form["size"]} */ size) =>
    links.map((link) => closeUpExtent(model, link, size)),
  );
  const tried = [];
  for (const { form, stands } of choices(room)) {
    const made = measure(form, stands, boardsIn(form), cardsIn(form.size));
    tried.push(made);
    if (made.width <= wide && made.height <= most) break;
  }
  // where nothing fits, what is least too high
  const narrow = tried.filter(({ width }) => width <= wide).toSorted((a, b) => a.height - b.height);
  const { form, stands, meetings, cards, aside, height: least } = narrow[0] ?? tried[tried.length - 1];
  const given = standing(model, givenOf(model), form, { width: wide, height: most });
  const high = Math.min(most, Math.max(least + 20, heightOf(given), 150));
  const panel = { x: 0, y: 0, width: room.width, height: high + 2 * PAD };
  const beside = stands === "beside";
  const board = largest(meetings, "width");
  const left = beside ? board + (wide - board - BETWEEN - aside) * 0.45 : wide;
  // a close-up and its matrices stand in the middle together, or the one over the other
  const tall = meetings.map(({ height }, k) => height + over(cards[k]));
  const above = tall.map((px) => PAD + Math.max(0, (high - px) / 2));
  const acts = links.map((link, k) => {
    const { width, height } = meetings[k];
    const bottom = beside ? PAD + (high + height) / 2 : Math.min(PAD + high, above[k] + tall[k]);
    const drawn = meetings[k].draw(PAD + (left - width) / 2, bottom - height);
    const card = cards[k].height;
    const closeUp = beside
      ? { x: PAD + left + BETWEEN, y: PAD + (high - card) / 2, width: wide - left - BETWEEN, height: card }
      : { x: PAD, y: above[k], width: wide, height: card };
    return { ...link, ...drawn, closeUp };
  });
  corner(given, PAD + (wide - widthOf(given)) / 2, PAD + (high - heightOf(given)) / 2);
  return {
    form,
    covers: stands === "over",
    acts,
    given: given.all.map(({ parts }) => parts()),
    panel,
    height: panel.height,
  };
}
/** @typedef {ReturnType<typeof arrange>["acts"][number]} Act a link with its blocks; closeUp: where its cell is told */

/** @template {string} K @param {Record<K, number>[]} list @param {K} side */
const largest = (list, side) => Math.max(...list.map((box) => box[side]));

/** What a close-up takes above its matrices, px. @param {{ height: number }} card */
const over = ({ height }) => (height ? height + BETWEEN : 0);

/** How much room a way of drawing takes. @param {Form} form @param {Choice["stands"]} stands @param {ReturnType<typeof productLayout>[]} meetings @param {ReturnType<typeof closeUpExtent>[]} cards */
function measure(form, stands, meetings, cards) {
  const aside = largest(cards, "width");
  const board = largest(meetings, "width");
  const beside = stands === "beside";
  const stacked = meetings.map(({ low, height }, k) => over(cards[k]) + (stands === "over" ? low : height));
  const width = beside ? board + BETWEEN + aside : Math.max(board, largest(cards, "least"));
  const height = Math.max(largest(meetings, "height"), ...(beside ? [largest(cards, "height")] : stacked));
  return { form, stands, meetings, cards, aside, width, height };
}

/** What a function is called between its matrices. @param {Model} model @param {Link} link */
function wordOf(model, { id, right, reads }) {
  if (reads === "copy") return "";
  if (id === "masked_scores" && right) return "+";
  if (id === "scaled_scores") return model.usualScale ? `÷ √${model.d_k}` : `· ${inDigits(model.scale, 4)}`;
  return right
    ? ""
    : (model.words.stories.matrices.functions[model.open && id === "weights" ? "divide" : id] ?? "");
}

/** The given matrices beside one another, or one under the other, or as colours. @param {Model} model @param {Slice[]} slices @param {Form} form @param {{ width: number, height: number }} room */
function standing(model, slices, { size, names }, room) {
  const all = (/** @type {any} */ how) =>
    slices.map((slice, k) => named(model, `given.${k}`, slice, size, how));
  const ways = [{ names }, { cell: { squares: true, width: 12, height: 12 } }].flatMap((how) => {
    const list = all(how);
    return [row(list, { gap: 44 }), column(list, { gap: 10 })].map((place) => ({ ...place, all: list }));
  });
  const fits = ways.find((way) => widthOf(way) <= room.width && heightOf(way) <= room.height);
  return fits ?? ways[2];
}
