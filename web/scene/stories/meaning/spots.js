/** Places the words on the plane so that those shown at the same time do not overlap. */

import { moved } from "../../kit/plane/arrow.js";
import { footOf, tipOf, wordsWidth } from "../../kit/plane/chain.js";
import { boxAt, spotsOf } from "../../kit/plane/spots.js";
import { originOf, reachIn } from "../../kit/plane/where.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/plane/where.js").Point} Point */
/** @typedef {import("../../kit/plane/spots.js").Wanted} Wanted */
/** @typedef {import("./plane.js").Sum} Sum */

/** Length in px below which a step has no words. */
const SHORT = 24;

/** @param {Point} from @param {Point} to @returns {Point} */
const between = ([x1, y1], [x2, y2]) => [x2 - x1, y2 - y1];

/**
 * @param {Model} model @param {import("../../kit/plane.js").Plane} ground @param {Sum[]} sums
 * @param {{ words: { row: import("../../kit/plane/chain.js").Row }[], widths: { foot: number, tip: number, words: number[], question: number } }} named
 * @returns {import("../../kit/plane/spots.js").Spots}
 */
export function spotsFor(model, ground, sums, { words, widths }) {
  const foot = footOf(model, sums[0].way);
  if (!foot) return new Map();
  const origin = originOf(ground);
  const tips = sums.map(({ way }) => tipOf(model, way));
  const points = words.map(({ row }) => footOf(model, { ground, foot: row, steps: [] }));
  const steps = sums.flatMap(stepsOf);
  const lines = /** @type {[Point, Point][]} */ ([
    [origin, foot],
    ...tips.flatMap((tip) => (tip ? [[foot, tip]] : [])),
    ...steps.map(({ from, to }) => [from, to]),
  ]);
  const dots = [foot, ...tips, ...points].flatMap((point) => (point ? [point] : []));
  const around = { room: ground, dots, lines };
  const below = between(tips[0] ?? origin, foot);
  /** @type {Wanted} */
  const footWord = { key: "foot", at: foot, width: widths.foot + 4, far: 10, towards: below };
  const ends = tips.flatMap((at, k) =>
    at ? [{ key: `tip${k}`, at, width: widths.tip + 4, far: 10, towards: between(foot, at) }] : [],
  );
  const meant = points.flatMap((at, k) => (at ? [{ key: `word${k}`, at, width: widths.words[k] + 4 }] : []));
  /** @type {import("../../kit/place.js").Box[]} */
  const taken = [];
  const fixed = spotsOf([footWord, ...ends], { ...around, taken });
  const count = taken.length;
  const beside = spotsOf(meant, { ...around, taken });
  const wholes = sums[0].parts.flatMap((part, k) => {
    const reach = reachIn(model, ground, part.whole.tensor, part.whole.row);
    if (!reach) return [];
    const width = wordsWidth(model, part).name + 4;
    return [{ key: `value${k}`, at: moved(foot, reach), width, far: 4, towards: reach }];
  });
  const arrows = wholes.map(({ at }) => /** @type {[Point, Point]} */ ([foot, at]));
  // before the word moves it has its shorter name, on the same side, and the ends are still empty
  const begun = [taken[0], ...taken.slice(count)].filter(Boolean);
  const start = spotsOf([{ ...footWord, key: "start", width: widths.tip + 4 }], {
    ...around,
    lines: [...lines, ...arrows],
    taken: taken.slice(count),
  });
  const at = start.get("start");
  if (at) begun.push(boxAt(at.x, at.y - 5, widths.tip + 4, 18));
  // the second time it sets out beside the name that stays there
  const again = spotsOf([{ ...footWord, key: "again", width: widths.tip + 4 }], { ...around, taken });
  const laid = spotsOf(steps.flatMap(wordsOf), { ...around, taken: [...taken] });
  /** @type {Wanted} */
  const question = {
    key: "question",
    at: [ground.x + ground.width / 2, ground.y + 6],
    width: widths.question + 8,
    height: 30,
    towards: [0, 1],
  };
  // the question leaves before the values enter
  const asked = spotsOf([question], { ...around, lines: [], taken: [...begun] });
  const given = spotsOf(wholes, { ...around, lines: arrows, taken: begun });
  return new Map([...start, ...again, ...fixed, ...beside, ...laid, ...asked, ...given]);

  /** @param {Sum} sum @param {number} s */
  function stepsOf({ way, parts }, s) {
    return parts.flatMap((part, k) => {
      const [from, to] = [tipOf(model, way, k), tipOf(model, way, k + 1)];
      return from && to ? [{ key: `step${s}.${k}`, from, to, part }] : [];
    });
  }

  /**
   * Returns a spot beside the middle of a step, on the side away from the origin; none for a short step.
   * @param {ReturnType<typeof stepsOf>[number]} step @returns {Wanted[]}
   */
  function wordsOf({ key, from, to, part }) {
    const [x, y] = between(from, to);
    if (Math.hypot(x, y) < SHORT) return [];
    const at = moved(from, [x, y], 0.5);
    const [right, down] = between(origin, at);
    const side = y * right - x * down < 0 ? -1 : 1;
    return [
      { key, at, width: wordsWidth(model, part).said + 4, towards: [y * side, -x * side], clear: true },
    ];
  }
}
