/** Things that lie above the picture for a while: copies in flight, and the card that shows one product. */

import { contents } from "./contents.js";
import { LAYERS } from "./layout.js";
import { arrowMark, bracketMark, centre, inkOn, richRuns, stripBox, stripMarks, textMark } from "./parts.js";

/** @typedef {import("./draw.js").Draw} Draw */

/**
 * A copy on its way, of a whole source or of one part of it: visible only while it moves.
 * @type {Draw}
 */
export function drawFlight({ id, strip, from, to, source, part, scale = 1 }, get, model) {
  const at = get("move");
  if (at <= 0 || at >= 1) return [];
  const size = 1 + (scale - 1) * at;
  const { width, height } = stripBox(strip);
  const x = from.x + (to.x - from.x) * at - (width * size) / 2;
  const y = from.y + (to.y - from.y) * at - (height * size) / 2;
  const { texts } = contents(source, model);
  const shown = part === undefined ? texts : [texts[part]];
  const children = stripMarks(id, { ...strip, x: 0, y: 0 }, { texts: shown });
  return [[LAYERS.flight, [{ type: "group", id, x, y, scale: size, opacity: 0.92, part: "copy", children }]]];
}

/**
 * A product of a row and a column, opened: operands under one another, products, their sum.
 * @type {Draw}
 */
export function drawCard(item, get, model) {
  const opacity = get("shown");
  if (opacity <= 0) return [];
  const { id, box, titles, words, bands, sum } = item;
  /** @type {import("./parts.js").Mark} */
  const board = {
    type: "rect",
    id: id + "/board",
    ...box,
    rx: 10,
    fill: "raised",
    stroke: "rule",
    strokeWidth: 1,
    opacity,
    part: "card",
  };
  const marks = [board];
  for (const [k, title] of titles.entries())
    marks.push(
      textMark(
        id + "/title" + k,
        { ...title, runs: richRuns(title.text, title.size, 600) },
        { fill: "ink", opacity },
      ),
    );
  for (const [k, word] of words.entries())
    marks.push(
      textMark(
        id + "/word" + k,
        { ...word, runs: richRuns(word.text, word.size) },
        { opacity, fill: "muted" },
      ),
    );
  for (const [k, band] of bands.entries())
    marks.push(...bandMarks(id + "/band" + k, band, get, model, opacity));
  const added = opacity * get("sum");
  if (added > 0) {
    marks.push(bracketMark(id + "/bracket", sum.from, sum.to, sum.bracket, added));
    marks.push(arrowMark(id + "/down", { points: sum.arrow }, { now: true, opacity: added }));
    marks.push(...stripMarks(id + "/sum", sum.strip, { texts: [sum.text(model)], opacity: added }));
  }
  return [[LAYERS.card, marks]];
}

/** @param {string} id @param {any} band @param {(property: string) => number} get @param {any} model @param {number} opacity */
function bandMarks(id, band, get, model, opacity) {
  const marks = [];
  for (const [k, cell] of band.cells.entries()) {
    const here = `${id}.${k}`;
    const rows = /** @type {const} */ (["left", "right"]);
    for (const side of rows) {
      const seen = opacity * get(side);
      if (seen <= 0) continue;
      marks.push(
        ...stripMarks(`${here}/${side}`, cell[side].strip, {
          texts: [cell[side].text(model)],
          opacity: seen,
        }),
      );
    }
    const seen = opacity * get("products");
    if (seen <= 0) continue;
    const a = centre(stripBox(cell.left.strip));
    const b = centre(stripBox(cell.right.strip));
    const signs = { size: 15, anchor: "middle" };
    marks.push(
      textMark(
        here + "/times",
        { ...signs, x: a.x, y: (a.y + b.y) / 2 + 5, text: "×" },
        { fill: "muted", opacity: seen },
      ),
    );
    const product = cell.product(model);
    const look = { fill: inkOn("parameter"), opacity: seen };
    marks.push({
      ...textMark(
        here + "/product",
        { x: a.x, y: band.product + 6, text: product, size: cell.size, weight: 600, anchor: "middle" },
        look,
      ),
      copy: true,
    });
    if (!cell.last)
      marks.push(
        textMark(
          here + "/plus",
          { ...signs, x: a.x + band.pitch / 2, y: band.product + 5, text: "+" },
          { fill: "muted", opacity: seen },
        ),
      );
  }
  return marks;
}
