/** How a row changes: its numbers as dots on a line, or as bars, which move to their values in another row. */

import { disc, path, rect } from "./marks.js";
import { numbersOf } from "./ribbon.js";
import { sketch } from "./sketch.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./ribbon.js").Row} Row */
/** @typedef {{ k: number, value: number, now: number }[]} Numbers numbers by position, before the change and at this moment; all finite */

const RADIUS = 3.5;

/** @param {string} id @param {{ box: Box, from: Row, to: Row, as: "dots" | "bars" }} what */
export const rowPlot = (id, { box, from, to, as }) =>
  sketch(id, { at: 0 }, (get, model) => {
    const at = get("at");
    const [begins, ends] = [from, to].map((row) => numbersOf(model, row));
    const numbers = begins
      .map((value, k) => ({ k, value, now: value + (ends[k] - value) * at }))
      .filter(({ value, now }) => Number.isFinite(value) && Number.isFinite(now));
    const draw = as === "dots" ? dots : bars;
    return { box: draw({ id, box, from, to }, model, numbers, at, from.strength) };
  });

/**
 * The row stays on the lower line, fainter, while its copy rises to the upper line and changes.
 * @param {any} item @param {any} model @param {Numbers} numbers @param {number} at @param {number} opacity
 */
function dots({ id, box, from, to }, model, numbers, at, opacity) {
  const unit = (box.width / 2 - 7) / (Math.max(model.largest(from.tensor), model.largest(to.tensor)) || 1);
  const [middle, low] = [box.x + box.width / 2, box.y + 0.7 * box.height];
  const high = low - 0.4 * box.height * at;
  const line = (/** @type {number} */ y) => `M${box.x + 5} ${y}h${box.width - 10}M${middle} ${y - 4}v8`;
  const lines = path(`${id}/lines`, line(low) + line(high), { fill: "none", stroke: "ghost", opacity });
  /** @type {(name: string, values: number[], y: number, fill: string) => any} */
  const row = (name, values, y, fill) => {
    const d = values.map((value) => disc(middle + value * unit, y, RADIUS)).join("");
    return path(`${id}/${name}`, d, { fill, stroke: "outline", strokeWidth: 0.75, opacity, part: "dot" });
  };
  const were = numbers.map(({ value }) => value);
  const are = numbers.map(({ now }) => now);
  return [lines, row("was", were, low, "ghost"), ...(at > 0 ? [row("is", are, high, "output")] : [])];
}

/**
 * Bars from a line, which rises or falls as the numbers below it change, so that the bars always fill their box.
 * @param {any} item @param {any} model @param {Numbers} numbers @param {number} at @param {number} opacity
 */
function bars({ id, box, from, to }, model, numbers, at, opacity) {
  const most = (/** @type {Row} */ { tensor }, /** @type {number} */ side) =>
    Array.from(model.tensor(tensor)?.data ?? []).reduce(
      (a, b) => Math.max(a, Number.isFinite(b) ? side * b : 0),
      0,
    );
  const [up, down] = [1, -1].map((side) => most(from, side) * (1 - at) + most(to, side) * at);
  const unit = (box.height - 12) / (up + down || 1);
  const zero = box.y + 6 + up * unit;
  const pitch = (box.width - 10) / (model.tensor(from.tensor)?.shape.at(-1) ?? 1);
  const shown = numbers.map(({ k, value, now }) => {
    const height = Math.max(1, Math.abs(now) * unit);
    const place = { x: box.x + 5 + k * pitch, y: now > 0 ? zero - height : zero };
    const fill = value > 0 || at < 0.5 ? "weighted" : "past";
    return rect(
      `${id}/${k}`,
      { ...place, width: Math.max(1, pitch - 1), height },
      { fill, opacity, part: "bar" },
    );
  });
  const line = { stroke: "outline", strokeWidth: 1, opacity };
  return [...shown, path(`${id}/zero`, `M${box.x + 4} ${zero}h${box.width - 8}`, line)];
}
