/**
 * Stripes: the composition of an output, as a bar below it in which each source has its share, in the colour of that source. The
 * streams from the sources end in them.
 */

import { truncate, textWidth } from "../text-metrics.js";
import { areShares } from "../facts.js";
import { percent } from "../format.js";
import { cellName } from "../model.js";
import { inkOn } from "./shades.js";
import { sharesOf } from "./links.js";
import { edge, rect } from "./marks.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** The height of stripes and the font size of their words, px. */
export const STRIPE = 17;
const FONT = 12;

/**
 * @param {string} id @param {import("./place.js").Box} box
 * @param {{ tensor?: string, indices: number[][], fills: string[], names: string[] }} what names: of the sources
 */
export const stripes = (id, box, { tensor = "weights", indices, fills, names }) => ({
  ...sketch(id, {}, (_, model) => {
    const { x, y, width, height } = box;
    const query = indices[0].at(-2);
    const weights = indices.map((index) => model.value(tensor, index));
    const written = (/** @type {number} */ j) =>
      areShares(weights) ? percent(model, weights[j]) : model.text(tensor, indices[j], 2);
    let left = x;
    const marks = sharesOf(model, tensor, indices).flatMap((share, j) => {
      if (share === 0) return [];
      const wide = share * width;
      const part = { x: left, y, width: Math.max(wide, 1.2), height };
      left += wide;
      const belongs = { query, key: indices[j].at(-1) };
      const fill = fills[j % fills.length];
      const mark = rect(`${id}/${j}`, part, { fill, part: "stripe", belongs });
      const text = labelIn(wide - 4, names[j], written(j));
      if (!text) return [mark];
      const at = { x: part.x + wide / 2, y: y + height / 2 + FONT * 0.36, text, size: FONT, weight: 650 };
      const style = { fill: inkOn(fill), copy: true };
      return [mark, { ...textMark(`${id}/n${j}`, { ...at, align: "middle" }, style), belongs }];
    });
    const means = cellName(tensor, [...indices[0].slice(0, -1), null]);
    const whole = { part: "stripe", belongs: { query }, means, spot: { x, y, width, height } };
    return { box: [...marks, { ...edge(`${id}/edge`, box), ...whole }] };
  }),
  ...{ ...box, tensor, indices },
});

/** The name of a source and its share, as far as they fit. @param {number} room px @param {string} name @param {string} share */
function labelIn(room, name, share) {
  const fits = (/** @type {string} */ text) => textWidth(text, FONT, 650) <= room;
  const whole = `${name} ${share}`;
  if (fits(whole)) return whole;
  if (fits(name)) return name;
  const cut = truncate(name, FONT, room, 650);
  const visible = [...cut].filter((char) => textWidth(char, FONT) > 0);
  return visible.length > 3 ? cut : fits(share) ? share : "";
}
