/** What a reader drags on a number line: the triangle is beta; a knob as far from it as one deviation became is gamma. */

import { cellName } from "../../model.js";
import { exact, nameOf } from "../../explain.js";
import { path, px, rect } from "../marks.js";
import { textMark } from "../text.js";
import { pointAt, triangle } from "./where.js";

/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").Cell} Cell */
/** @typedef {import("../number-line.js").NumberLine} NumberLine */

/** @param {NumberLine} item @param {Model} model @param {number} opacity @returns {Mark[]} */
export function handleMarks(item, model, opacity) {
  const { id, handles, knobs, radius } = item;
  if (!handles || opacity <= 0) return [];
  const { beta, gamma } = handles;
  const below = -2 - 1.4 * radius;
  const size = 1.1 * radius;
  const style = { fill: "weighted", stroke: "outline", strokeWidth: 1.5, opacity, part: "handle" };
  const letter = (/** @type {string} */ said, /** @type {number} */ along) => {
    const [x, y] = pointAt(item, along, below);
    const runs = [{ text: said, family: "letter", italic: true, weight: 600, size: 15 }];
    return textMark(
      `${id}/${said}`,
      { x: px(x), y: px(y + 5), runs, align: "middle" },
      { opacity, fill: "on-role" },
    );
  };
  /** @type {Mark[]} */
  const marks = [];
  if (beta && Number.isFinite(knobs.beta)) {
    const handle = handleOf(item, model, beta, pointAt(item, knobs.beta, below), 0);
    marks.push({ ...path(`${id}/beta`, triangle(item, knobs.beta), style), handle });
    if (!gamma || Math.abs(knobs.gamma - knobs.beta) > 2 * radius) marks.push(letter("β", knobs.beta));
  }
  if (gamma && Number.isFinite(knobs.gamma)) {
    const [x, y] = pointAt(item, knobs.gamma, below);
    const box = { x: px(x - size), y: px(y - size), width: 2 * size, height: 2 * size };
    const handle = handleOf(item, model, gamma, [x, y], knobs.beta);
    marks.push({ ...rect(`${id}/gamma`, box, { ...style, rx: size }), handle }, letter("γ", knobs.gamma));
  }
  return marks;
}

/**
 * The handle of a number that is dragged along the line.
 * @param {NumberLine} item @param {Model} model @param {Cell} cell @param {[number, number]} at
 * @param {number} from px between its 0 and that of the line
 */
function handleOf(item, model, cell, [x, y], from) {
  const { upright, made } = item;
  const [zeroX, zeroY] = pointAt(item, from);
  const axis = {
    ...{ cell, value: model.value(cell.tensor, cell.index), step: made.grid / 5, fine: made.grid / 50 },
    ...(upright ? { zero: zeroY, unit: -made.unit } : { zero: zeroX, unit: made.unit }),
  };
  return {
    name: cellName(cell.tensor, cell.index),
    label: `${item.title} ${nameOf(model, cell.tensor, cell.index)}`,
    text: exact(model)(cell),
    at: { x, y },
    axes: upright ? { y: axis } : { x: axis },
    says: { tensor: item.output },
  };
}
