/** Positions of the words of a plane: names at the tips of arrows, the letter of an angle, numbers of the axes. None overlaps another. */

import { decimalsOf, formatAlone } from "../../format.js";
import { textWidth } from "../../text-metrics.js";
import { runsWidth } from "../text.js";
import { meet } from "../place.js";
import { ASIDE, boxAt, passes } from "./spots.js";
import { KNOB, originOf, reachOf, turnsOf } from "./where.js";

/** @typedef {import("../plane.js").Plane} Plane */
/** @typedef {import("../place.js").Box} Box */
/** @typedef {{ x: number, y: number, align: string }} Place of a text: the anchor of its baseline */
/** @typedef {{ names: Map<string, Place>, angle: Place | null, ticks: (Place & { key: string, text: string, size: number })[] }} Labels */

const NAME = 15;
const TICK = 12;

/** @param {Plane} plane @param {import("../../model.js").Model} model @returns {Labels} */
export function labelsOf(plane, model) {
  const [ox, oy] = originOf(plane);
  const tips = plane.vectors.flatMap((vector) => {
    const reach = reachOf(model, vector);
    return reach ? [{ vector, reach, x: ox + reach[0], y: oy + reach[1] }] : [];
  });
  const knobs = tips.map(({ x, y }) => boxAt(x, y, 2 * KNOB, 2 * KNOB));
  /** @type {Box[]} */
  const taken = [];
  const angle = plane.angle && letterOf(plane, model, taken);
  /** @type {Map<string, Place>} */
  const names = new Map();
  for (const [k, { vector, reach, x, y }] of tips.entries()) {
    const width = runsWidth(vector.name, NAME) + 4;
    const turn = reach[0] || reach[1] ? Math.atan2(reach[1], reach[0]) : -Math.PI / 4;
    const boxes = ASIDE.map((aside) => {
      const to = turn + aside * 2 * Math.PI;
      const [far, high] = [KNOB + 5 + width / 2, KNOB + 13];
      return boxAt(x + Math.cos(to) * far, y + Math.sin(to) * high, width, 20);
    });
    const costs = boxes.map((box, at) => {
      const out = box.x < plane.x || box.y < plane.y || box.x + box.width > plane.x + plane.width;
      const low = box.y + box.height > plane.y + plane.height;
      const crossed = tips.filter((tip) => passes(box, [ox, oy], [tip.x, tip.y])).length;
      return (
        at +
        (out || low ? 1000 : 0) +
        200 * taken.filter((other) => meet(other, box)).length +
        60 * knobs.filter((knob, n) => n !== k && meet(knob, box)).length +
        20 * crossed
      );
    });
    const box = boxes[costs.indexOf(Math.min(...costs))];
    // two arrows that coincide keep both names; with more of them the names would overlap, and some are left out
    if (taken.some((other) => meet(other, box))) continue;
    taken.push(box);
    names.set(vector.id, { x: box.x + width / 2, y: box.y + 15, align: "middle" });
  }
  const lies = (/** @type {Box} */ box) => tips.some((tip) => passes(box, [ox, oy], [tip.x, tip.y]));
  return { names, angle, ticks: ticksOf(plane, [...taken, ...knobs], lies) };
}

/** The place of the angle's letter, beyond the middle of its arc. @param {Plane} plane @param {import("../../model.js").Model} model @param {Box[]} taken @returns {Place | null} */
function letterOf(plane, model, taken) {
  const turns = plane.angle && turnsOf(model, plane.angle);
  // between arrows that nearly coincide the letter would lie on both
  if (!turns || Math.abs(turns.by) < 0.35) return null;
  const [ox, oy] = originOf(plane);
  const far = turns.radius + 12;
  const to = turns.start + turns.by / 2;
  const box = boxAt(ox + far * Math.cos(to), oy + far * Math.sin(to), 12, 18);
  taken.push(box);
  return { x: box.x + 6, y: box.y + 14, align: "middle" };
}

/**
 * The numbers of the axes, wherever nothing else stands.
 * @param {Plane} plane @param {Box[]} taken @param {(box: Box) => boolean} covered whether an arrow covers a box
 */
function ticksOf(plane, taken, covered) {
  const { x, y, width, height, grid, unit } = plane;
  const [ox, oy] = originOf(plane);
  const pitch = grid * unit;
  const ticks = [];
  const decimals = decimalsOf([grid]);
  const text = (/** @type {number} */ k) => formatAlone(Number((k * grid).toPrecision(12)), decimals);
  const widest = Math.ceil(Math.max(width, height) / 2 / pitch);
  // numbers with many digits stand at every second line
  const every = textWidth(text(-widest), TICK) + 8 > pitch ? 2 : 1;
  for (let k = -widest; k <= widest; k++) {
    if (k === 0 || k % every) continue;
    const said = text(k);
    const wide = textWidth(said, TICK) + 2;
    const across = boxAt(ox + k * pitch, oy + 11, wide, 14);
    const upward = boxAt(ox - 5 - wide / 2, oy - k * pitch, wide, 14);
    for (const [key, box] of /** @type {const} */ ([
      [`x${k}`, across],
      [`y${k}`, upward],
    ])) {
      const inside =
        box.x > x + 4 && box.x + box.width < x + width - 4 && box.y > y + 4 && box.y + 14 < y + height - 4;
      if (!inside || covered(box) || taken.some((other) => meet(other, box))) continue;
      taken.push(box);
      ticks.push({ key, x: box.x + wide / 2, y: box.y + 11, text: said, size: TICK, align: "middle" });
    }
  }
  return ticks;
}
