/**
 * A picture whose patches are attended to: drawn from shapes, cut into patches, and veiled where a query attends little; the same
 * weights as a small map; and beside every query the weight it gives to a patch.
 */

import { cellName, upTo } from "../model.js";
import { cellBox, dividers } from "./block.js";
import { lookUp } from "./draw.js";
import { runs } from "./heat.js";
import { edge, path, rect } from "./marks.js";
import { gridSize, placesBy } from "./squares.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {{ x: number, y: number, unit: number, columns: number, rows: number }} Patches unit: px of a patch */
/** @typedef {{ fill: string, d: (unit: number) => string }} Shape */

/** The opacity of a full veil, the number of its levels, and the exponent by which it thins as weights grow. */
const [VEIL, LEVELS, POWER] = [0.86, 12, 0.6];

/** @param {Patches} at */
const spread = ({ x, y, unit, columns, rows }) => ({
  ...{ x, y, columns, rows },
  ...gridSize({ width: unit, height: unit }, rows, columns),
});

/** The box of a patch. @param {Patches} at @param {number} k its position, row by row */
export const patchOf = (at, k) => cellBox({ ...at, cellWidth: at.unit, cellHeight: at.unit }, k);

/** @param {string} id @param {Patches} at @param {{ shapes: Shape[], label: string }} what */
export const drawing = (id, at, { shapes, label }) => ({
  ...sketch(id, { cut: 0 }, (get, model, item) => {
    const cut = get("cut");
    const children = shapes.map(({ fill, d }, k) => path(`${id}/${k}`, d(at.unit), { fill }));
    const marks = [
      { type: "group", id, x: at.x, y: at.y, opacity: 1, children, label },
      path(`${id}/cut`, dividers(item), { stroke: "page", strokeWidth: 1, opacity: cut * 0.7 }),
      edge(`${id}/edge`, item),
    ];
    if (cut < 1) return { ground: marks };
    const pointed = upTo(at.rows * at.columns).map((k) => {
      const spot = patchOf(at, k);
      const means = cellName(model.full("weights"), [0, 0, null, k]);
      return rect(`${id}/patch${k}`, spot, { fill: "none", means, spot });
    });
    return { ground: marks, label: pointed };
  }),
  ...spread(at),
});

/** Groups patches by their weight relative to the largest, from 0 to `LEVELS`. @param {import("../model.js").Model} model @param {Patches} at @param {number} query @param {number} [most] the largest weight, if not this query's own @returns {Map<number, [number, number][]>} */
function levelsOf(model, { columns, rows }, query, most) {
  const weights = upTo(columns * rows).map((k) => model.value("weights", [0, 0, query, k]));
  const strongest = most ?? Math.max(...weights);
  return placesBy({ rows, columns }, (r, c) =>
    Math.round(LEVELS * (weights[r * columns + c] / strongest) ** POWER),
  );
}

/** A veil over what a query does not attend to. @param {string} id @param {Patches} at @param {{ query: number }} what */
export const veil = (id, at, { query }) => ({
  ...sketch(id, {}, (_, model, item) => {
    const levels = lookUp(item, model, () => levelsOf(model, at, query));
    const marks = [...levels].map(([level, cells]) =>
      path(`${id}/${level}`, runs(item, cells), { fill: "panel", opacity: VEIL * (1 - level / LEVELS) }),
    );
    return { stream: marks };
  }),
  ...spread(at),
});

/** A small map of a query's weights over all patches, on the same scale as the maps of other queries. @param {string} id @param {Patches} at @param {{ query: number, label: string }} what */
export const smallMap = (id, at, { query, label }) => ({
  ...sketch(id, {}, (_, model, item) => {
    const levels = lookUp(item, model, () => levelsOf(model, at, query, model.largest("weights")));
    const means = cellName(model.full("weights"), [0, 0, query, null]);
    const belongs = { query };
    const shades = [...levels].filter(([level]) => level > 0);
    const marks = [
      rect(`${id}/paper`, item, { fill: "paper", label, means, spot: item, belongs }),
      ...shades.map(([level, cells]) => {
        const style = { fill: "full", opacity: level / LEVELS, part: "shade", belongs };
        return path(`${id}/${level}`, runs(item, cells), style);
      }),
      edge(`${id}/edge`, item, { strokeWidth: 1, belongs }),
    ];
    return { box: marks };
  }),
  ...spread(at),
});

/** Beside every query, the weight it gives to a patch while that patch is lit. @param {string} id @param {{ x: number, y: number }[]} places of the queries @param {number} count of patches @param {number} least the least weight that is written */
export const parts = (id, places, count, least) =>
  sketch(id, {}, (_, model) => {
    const marks = upTo(count).flatMap((key) =>
      places.flatMap(({ x, y }, i) => {
        const index = [0, 0, i, key];
        if (!(model.value("weights", index) >= least)) return [];
        const at = { x, y, text: model.text("weights", index, 2), size: 12.5, weight: 650, align: "middle" };
        const mark = textMark(`${id}/${i}.${key}`, at, { fill: "ink", copy: true });
        return [{ ...mark, only: true, belongs: { key } }];
      }),
    );
    return { label: marks };
  });
