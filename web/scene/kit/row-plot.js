/** What becomes of a row: its numbers as dots on a line, or as bars, which go to where another row has them. */

import { LAYERS } from "./layers.js";
import { path, rect } from "./marks.js";
import { numbersOf } from "./ribbon.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./ribbon.js").Row} Row */

const RADIUS = 3.5;

/** @param {string} id @param {{ box: Box, from: Row, to: Row, as: "dots" | "bars" }} what */
export const rowPlot = (id, what) => ({
  ...{ id, kind: "plot", draw: drawPlot, ...what },
  initial: { opacity: 0, at: 0 },
});

/** @type {import("./draw.js").Draw} */
function drawPlot(item, get, model) {
  const { from, to, as } = /** @type {ReturnType<typeof rowPlot>} */ (item);
  const [begins, ends] = [from, to].map((row) => numbersOf(model, row));
  const numbers = begins.map((value, k) => ({ value, now: value + (ends[k] - value) * get("at") || 0 }));
  const marks = (as === "dots" ? dots : bars)(
    item,
    model,
    numbers,
    get("at"),
    get("opacity") * from.strength,
  );
  return [[LAYERS.box, marks]];
}

/** The row below stays, fainter, as its copy slides on the line above. @param {any} item @param {any} model @param {{ value: number, now: number }[]} numbers @param {number} at @param {number} opacity */
function dots({ id, box, from, to }, model, numbers, at, opacity) {
  const unit = (box.width / 2 - 7) / (Math.max(model.largest(from.tensor), model.largest(to.tensor)) || 1);
  const [middle, low] = [box.x + box.width / 2, box.y + 0.7 * box.height];
  const high = low - 0.4 * box.height * at;
  const line = (/** @type {number} */ y) => `M${box.x + 5} ${y}h${box.width - 10}M${middle} ${y - 4}v8`;
  const axes = { fill: "none", stroke: "ghost", strokeWidth: 1, opacity };
  const dot = (
    /** @type {string} */ name,
    /** @type {number} */ value,
    /** @type {number} */ y,
    /** @type {string} */ fill,
  ) =>
    path(
      `${id}/${name}`,
      `M${middle + value * unit - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0z`,
      { fill, stroke: "outline", strokeWidth: 0.75, opacity, part: "dot" },
    );
  return [
    path(`${id}/lines`, line(low) + line(high), axes),
    ...numbers.map(({ value }, k) => dot(`was${k}`, value, low, "ghost")),
    ...(at > 0 ? numbers.map(({ now }, k) => dot(`is${k}`, now, high, "output")) : []),
  ];
}

/** @param {any} item @param {any} model @param {{ value: number, now: number }[]} numbers @param {number} at @param {number} opacity */
function bars({ id, box, from }, model, numbers, at, opacity) {
  const all = Array.from(model.tensor(from.tensor)?.data ?? []).filter(Number.isFinite);
  const [up, down] = [Math.max(0, ...all), Math.max(0, ...all.map((value) => -value))];
  const unit = (box.height - 12) / (up + down || 1);
  const zero = box.y + 6 + up * unit;
  const pitch = (box.width - 10) / numbers.length;
  const bar = ({ value, now }, k) => {
    const height = Math.max(1, Math.abs(now) * unit);
    const place = {
      x: box.x + 5 + k * pitch,
      y: now > 0 ? zero - height : zero,
      width: Math.max(1, pitch - 1),
      height,
    };
    return rect(`${id}/${k}`, place, {
      fill: value > 0 || at < 0.5 ? "weighted" : "past",
      opacity,
      part: "bar",
    });
  };
  const line = { stroke: "outline", strokeWidth: 1, opacity };
  return [...numbers.map(bar), path(`${id}/zero`, `M${box.x + 4} ${zero}h${box.width - 8}`, line)];
}
