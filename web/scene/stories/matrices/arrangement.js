/**
 * Where the matrices of a layer stand, and how large: numbers where they fit, else factors as colours; the close-up beside
 * the matrices, above them, or over what is not at work.
 */

import { SIZES } from "../../kit/block.js";
import { cardExtent } from "../../kit/card.js";
import { labelsOf, matrixBlock, meeting, meetingExtent, namesOf } from "../../kit/meeting.js";
import { column, corner, heightOf, inset, row, widthOf } from "../../kit/place.js";
import { isForbidden, rowFacts } from "../../facts.js";
import { upTo } from "../../model.js";
import { givenOf } from "./chain.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("../../kit/meeting.js").Form} Form */
/** @typedef {import("./chain.js").Link} Link */
/** @typedef {{ form: Form, card: "beside" | "above" | "over" }} Choice where the close-up stands; over: above, covering what is there */

export const PAD = 10;
const BETWEEN = 12;

/** Ways to draw the story, the best first. @param {Room} room @returns {Generator<Choice>} */
function* choices({ width }) {
  const sizes = Object.values(SIZES);
  const names = width < 500 ? 36 : 60;
  const whole = { squares: 0, bare: false, across: false, names };
  for (const size of sizes.slice(0, 3)) yield { form: { ...whole, size }, card: "beside" };
  // better a little smaller than covered
  for (const size of sizes.slice(0, 5))
    for (const card of /** @type {Choice["card"][]} */ (["beside", "above"]))
      yield { form: { ...whole, size }, card };
  for (const [squares, bare] of /** @type {const} */ ([
    [0, false],
    [12, false],
    [6, false],
    [6, true],
  ]))
    // prettier-ignore
    for (const across of [false, true])
      for (const size of squares ? sizes.slice(2) : sizes)
        for (const card of /** @type {Choice["card"][]} */ (across ? ["beside", "above"] : ["beside", "above", "over"]))
          yield { form: { size, squares, bare, across, names: squares === 6 ? 0 : names }, card };
}

/** A cell of a link's product, as the tensor names it in which it was made. @param {Model} model @param {Link} link @param {{ r: number, c: number }} at */
export function cellAt({ batch, head }, { product: { tensor, made, index } }, { r, c }) {
  return made ? { tensor: made, index: [batch, head, r, c] } : { tensor, index: index(r, c) };
}

/** The cell of a link that says most: one that is struck out, or the one with most terms that are not 0. @param {Model} model @param {Link} link */
function telling(model, link) {
  const { rows, columns, index } = link.product;
  const cells = upTo(rows * columns).map((k) => ({ r: Math.floor(k / columns), c: k % columns }));
  if (link.reads === "row") {
    const plain = upTo(rows)
      .filter((r) => isPlain(model, r))
      .map((r) => rowFacts(model, r));
    return { r: plain.toSorted((a, b) => a.forbidden - b.forbidden)[0]?.i ?? 0, c: 0 };
  }
  const struck = link.id === "masked_scores" && cells.find(({ r, c }) => isForbidden(model, index(r, c)));
  if (struck) return struck;
  const tells = (/** @type {number} */ value) => value !== 0 && Number.isFinite(value);
  let [best, most] = [cells[0], 0];
  for (const at of cells) {
    // a word that meets another says more than one that meets itself
    if (link.id === "scores" && model.self && at.r === at.c) continue;
    const cell = cellAt(model, link, at);
    const { terms } = model.origin(cell.tensor, cell.index);
    const full = terms.filter((term) =>
      term.every((one) => tells(model.value(one.tensor, one.index))),
    ).length;
    if (full > most) [best, most] = [at, full];
    if (full >= link.left.columns) break;
  }
  return best;
}

/** @param {Model} model @param {number} r */
const isPlain = (model, r) => !/nothing|nan/.test(rowFacts(model, r).kind);

/** Whether a link is a softmax whose bars are shown. @param {Model} model @param {Link} link */
export const hasBars = (model, { id, reads, product }) =>
  id === "weights" && reads === "row" && upTo(product.rows).some((r) => isPlain(model, r));

/** @param {Model} model @param {Link} link @param {{ r: number, c: number }} at @param {import("../../kit/block.js").Size} size */
function closeUpExtent(model, link, at, size) {
  if (hasBars(model, link))
    return {
      width: model.kv_len * (size.cell + 10) + 32,
      least: model.kv_len * (size.cell + 6) + 32,
      height: size.height * 5 + 54,
    };
  const { tensor, index } = cellAt(model, link, at);
  return link.reads === "copy"
    ? { width: 0, least: 0, height: 0 }
    : cardExtent(model, { tensor, index }, size);
}

/**
 * Where everything stands: the first way of drawing that fits.
 * @param {Model} model @param {Link[]} links @param {Room} room
 */
export function arrange(model, links, room) {
  const strip = room.height < 260 ? 0 : room.width < 500 ? 28 : 46;
  const most = room.height - (strip ? strip + 6 : 0) - 2 * PAD;
  const wide = room.width - 2 * PAD;
  const named = links.map((link) => ({ ...link, id: `board.${link.id}`, word: wordOf(model, link) }));
  const cells = links.map((link) => telling(model, link));
  const extents = new Map();
  /** @type {ReturnType<typeof fit> | null} */
  let found = null;
  for (const choice of choices(room)) {
    const made = fit(choice);
    // where nothing fits, what is least too high
    if (made.width <= wide && (!found || made.height < found.height)) found = made;
    if (made.width <= wide && made.height <= most) break;
  }
  const made =
    found ??
    fit({ form: { size: SIZES.least, squares: 6, bare: true, across: true, names: 0 }, card: "above" });
  const { form, card: stands, cards } = made;
  const meetings = named.map((link) => meeting(model, link, form));
  const given = standing(model, givenOf(model), form, { width: wide, height: most });
  const high = Math.min(most, Math.max(made.height + 20, heightOf(given.place), 150));
  const boardWidth = Math.max(...meetings.map(({ width }) => width));
  const spare = stands === "beside" ? wide - boardWidth - BETWEEN - made.aside : 0;
  const left = stands === "beside" ? boardWidth + spare * 0.45 : wide;
  // a close-up and its matrices stand in the middle together, or the one over the other
  const stack = (/** @type {number} */ k) =>
    (cards[k].height ? cards[k].height + BETWEEN : 0) + meetings[k].height;
  const above = (/** @type {number} */ k) => PAD + Math.max(0, (high - stack(k)) / 2);
  meetings.forEach((one, k) =>
    one.put(
      PAD + (left - one.width) / 2,
      stands === "beside"
        ? PAD + (high - one.height) / 2
        : Math.min(PAD + high, above(k) + stack(k)) - one.height,
    ),
  );
  corner(given.place, PAD + (wide - widthOf(given.place)) / 2, PAD + (high - heightOf(given.place)) / 2);
  given.name();
  const panel = { x: 0, y: 0, width: room.width, height: high + 2 * PAD };
  return {
    form,
    covers: stands === "over",
    telling: cells,
    meetings,
    given,
    panel,
    height: panel.height + (strip ? strip + 6 : 0),
    strip: strip ? { x: 0, y: panel.height + 6, width: room.width, height: strip } : null,
    /** Where the close-up of a link stands. @param {number} k @returns {Box} */
    closeUp(k) {
      const { height } = cards[k];
      if (stands === "beside")
        return {
          x: PAD + left + BETWEEN,
          y: PAD + (high - height) / 2,
          width: wide - left - BETWEEN,
          height,
        };
      return { x: PAD, y: above(k), width: wide, height };
    },
  };

  /** @param {Choice} choice */
  function fit({ form, card: stands }) {
    const boards = named.map((link) => meetingExtent(model, link, form));
    if (!extents.has(form.size))
      extents.set(
        form.size,
        links.map((link, k) => closeUpExtent(model, link, cells[k], form.size)),
      );
    /** @type {{ width: number, least: number, height: number }[]} */
    const cards = extents.get(form.size);
    const largest = (
      /** @type {{ width: number, height: number }[]} */ list,
      /** @type {"width" | "height"} */ side,
    ) => Math.max(...list.map((one) => one[side]));
    const aside = largest(cards, "width");
    const width =
      stands === "beside"
        ? largest(boards, "width") + BETWEEN + aside
        : Math.max(largest(boards, "width"), ...cards.map(({ least }) => least));
    const stacked = Math.max(
      ...boards.map(
        (one, k) =>
          (cards[k].height ? cards[k].height + BETWEEN : 0) + (stands === "over" ? one.low : one.height),
      ),
    );
    const height = Math.max(
      largest(boards, "height"),
      stands === "beside" ? largest(cards, "height") : stacked,
    );
    return { form, card: stands, cards, aside, width, height };
  }
}

/** What a function is called between its matrices. @param {Model} model @param {Link} link */
function wordOf(model, { id, right, reads }) {
  if (reads === "copy") return "";
  if (id === "masked_scores" && right) return "+";
  if (id === "scaled_scores")
    return model.usualScale ? `÷ √${model.d_k}` : `· ${Number(model.scale.toPrecision(4))}`;
  return right
    ? ""
    : (model.words.stories.matrices.functions[model.open && id === "weights" ? "divide" : id] ?? "");
}

/** @typedef {{ all: { block: import("../../kit/block.js").Block, names: ReturnType<typeof namesOf> }[], place: import("../../kit/place.js").Placeable,
 *   name: () => void }} Standing */

/** The given matrices beside one another, or one under the other, or as colours. @param {Model} model @param {import("../../kit/meeting.js").Matrix[]} matrices @param {Form} form @param {{ width: number, height: number }} room @param {boolean} [squares] @returns {Standing} */
function standing(model, matrices, { size, names, ...form }, room, squares = false) {
  const all = matrices.map((matrix, k) => {
    const bare = matrixBlock(
      model,
      `given.${k}`,
      matrix,
      size,
      squares ? { squares, width: 12, height: 12 } : {},
    );
    bare.labels.push(...labelsOf(model, matrix, bare.width, "above", 7));
    const named = names && !squares ? namesOf(model, `given.${k}.name`, matrix.rowsOf, names, "end") : [];
    return {
      block: bare,
      names: named,
      place: inset(bare, {
        up: 22,
        left: named.length ? Math.max(...named.map(({ width }) => width)) + 8 : 0,
      }),
    };
  });
  const places = all.map(({ place }) => place);
  const place = [row(places, { gap: 44 }), column(places, { gap: 8 })].find(
    (one) => widthOf(one) <= room.width && heightOf(one) <= room.height,
  );
  if (!place && !squares) return standing(model, matrices, { size, names, ...form }, room, true);
  return {
    all,
    place: place ?? row(places, { gap: 20 }),
    name: () =>
      all.forEach(({ block: own, names: list }) =>
        list.forEach((name, r) => name.put(own.x - 8, own.y + (r + 0.5) * own.cellHeight)),
      ),
  };
}
