/** The products on the card, as the core computed them. */

import { chooseFormat, formatNumber } from "../format.js";

/**
 * What each pair multiplies to, as the core gives it; without the core's products the factors stand there.
 * @param {any} context @param {{ r: number, c: number }} unit @param {any} card
 */
export function productTexts({ model, layout, placed }, { r, c }, card) {
  const { board } = placed;
  const level = !card.shape.turned;
  const place = {
    size: card.phone ? 13 : level ? 16 : 14,
    width: level ? card.shape.pitch - 14 : card.cell.p,
    level,
  };
  if (board.kind !== "product") return { texts: [], spots: [], ...place };
  const { a, b } = card.operands;
  const offset = board.left.span ? board.left.span[0] : 0;
  const products = productsOf(model, board, r, c)?.slice(offset, offset + a.length);
  const format = chooseFormat(products ?? [], layout.decimals);
  const texts = a.map((/** @type {any} */ one, /** @type {number} */ k) =>
    products ? formatNumber(products[k], format) : `${one.text}·${b[k].text}`,
  );
  return {
    texts,
    spots: texts.map((/** @type {string} */ _, /** @type {number} */ k) => card.spot("p", k)),
    ...place,
  };
}

/** @param {any} model @param {import("./matrices-plan.js").Board} board @param {number} r @param {number} c @returns {number[] | null} */
function productsOf(model, board, r, c) {
  const index = board.result.index(r, c);
  if (board.id === "mixed" && model.tensor("weighted_values")) {
    return Array.from({ length: model.kv_len }, (_, j) =>
      model.value("weighted_values", [model.batch, model.head, j, r, c]),
    );
  }
  const terms = model.terms?.(board.result.tensor, index)?.terms;
  return terms ? terms.map((/** @type {any} */ term) => term.product) : null;
}
