// A large attention map: its shades at any size, and the part of it that is looked at.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  cellUnder,
  createMap,
  mostZoom,
  moveMap,
  revealCell,
  zoomMap,
} from "../../web/scene/kit/raster/map.js";
import { boxOf } from "../../web/scene/kit/raster/place.js";
import { FULL, NONE, putRows, pyramid, sample } from "../../web/scene/kit/raster/pyramid.js";
import { chance } from "../helpers/random.js";

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const SIZES = [[1, 1], [1, 300], [300, 1], [7, 13], [33, 9], [49, 49], [65, 131], [101, 257]]; // prettier-ignore
/** Part of a cell that a point may miss, and of a point that it may reach. */
const NEAR = 1e-4;

/** Weights of which some are 0, some tiny, and some no number. @param {ReturnType<typeof chance>} draw @param {number} rows @param {number} columns @param {boolean} [odd] */
function drawn(draw, rows, columns, odd = true) {
  const one = () =>
    draw.maybe(0.3)
      ? 0
      : draw.maybe(0.1)
        ? 1e-30 * draw.next()
        : odd && draw.maybe(0.01)
          ? draw.one([NaN, Infinity, -Infinity])
          : draw.normal();
  return Float32Array.from({ length: rows * columns }, one);
}

/** @param {number} rows @param {number} columns @param {ArrayLike<number>} weights @param {number} [most] */
function filled(rows, columns, weights, most) {
  const shades = pyramid(rows, columns, most);
  putRows(shades, 0, weights);
  return shades;
}

/** The shade of a weight of a row, not yet rounded. @param {ArrayLike<number>} row @param {number} c */
function shadeOf(row, c) {
  const finite = Array.from(row, Math.abs).filter((size) => size < Infinity);
  if (!(Math.abs(row[c]) < Infinity)) return NONE;
  return row[c] === 0 ? 0 : 1 + (253 * Math.abs(row[c])) / Math.max(...finite);
}

/** Cells from one place to another, at least one. @param {number} from @param {number} until in cells @param {number} count @returns {[number, number]} */
const span = (from, until, count) => {
  const first = Math.max(0, Math.min(count - 1, Math.floor(from)));
  return [first, Math.max(first, Math.min(count, Math.ceil(until)) - 1)];
};

describe("the shades of a large map", () => {
  test("0 is nothing, the largest of each row is full, what is none is none, and what is not 0 is seen", () => {
    const draw = chance(1);
    for (const [rows, columns] of SIZES) {
      const weights = drawn(draw, rows, columns);
      const { shades } = filled(rows, columns, weights).levels[0];
      for (let r = 0; r < rows; r++) {
        const row = weights.subarray(r * columns, (r + 1) * columns);
        for (let c = 0; c < columns; c++) {
          const [shade, exact] = [shades[r * columns + c], shadeOf(row, c)];
          const where = `${row[c]} in row ${r}, column ${c} of ${rows} × ${columns}`;
          if (exact === 0 || exact === NONE || exact === FULL) assert.equal(shade, exact, where);
          else assert.ok(shade >= 1 && shade <= FULL && Math.abs(shade - exact) <= 1, where);
        }
      }
    }
  });

  test("every point shows the largest of the cells that it covers, and nothing from further than one point away", () => {
    const draw = chance(4);
    let points = 0;
    for (const [rows, columns] of SIZES) {
      const map = filled(rows, columns, drawn(draw, rows, columns));
      const [{ shades }] = map.levels;
      for (let k = 0; k < 14; k++) {
        const zoom = k ? 1 + draw.next() * draw.one([0, 2, 20]) : 1;
        const [width, height] = [1, 1 + (draw.next() - 0.5) * 0.4].map((by) => Math.min(1, by / zoom));
        const area = { x: draw.next() * (1 - width), y: draw.next() * (1 - height), width, height };
        const [wide, high] = [draw.from(1, 50), draw.from(1, 50)];
        const got = sample(map, area, wide, high);
        assert.equal(got.length, wide * high);
        const [cellsWide, cellsHigh] = [(area.width * columns) / wide, (area.height * rows) / high];
        for (let p = 0; p < got.length; p++) {
          const [left, top] = [
            area.x * columns + (p % wide) * cellsWide,
            area.y * rows + Math.floor(p / wide) * cellsHigh,
          ];
          const most = (by, slack) => {
            const [c0, c1] = span(
              left - by * cellsWide + slack,
              left + (1 + by) * cellsWide - slack,
              columns,
            );
            const [r0, r1] = span(top - by * cellsHigh + slack, top + (1 + by) * cellsHigh - slack, rows);
            const seen = new Set();
            for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) seen.add(shades[r * columns + c]);
            return seen;
          };
          const where = `point ${p} of ${wide} × ${high}, ${rows} × ${columns} cells, ${JSON.stringify(area)}`;
          assert.ok(got[p] >= Math.max(...most(0, NEAR)), `less than what it covers: ${where}`);
          assert.ok(most(1, -NEAR).has(got[p]), `${got[p]} from too far away: ${where}`);
          // cells that are not smaller than points are seen one by one
          if (cellsWide <= 1 && cellsHigh <= 1) assert.ok(most(0, -NEAR).has(got[p]), where);
          points++;
        }
      }
    }
    assert.ok(points > 20000);
  });

  test("rows put in any pieces make the same map as all at once", () => {
    const draw = chance(5);
    for (const [rows, columns] of SIZES)
      for (const most of [undefined, 64, 20]) {
        const weights = drawn(draw, rows, columns);
        const pieces = pyramid(rows, columns, most);
        for (let first = 0; first < rows;) {
          const count = Math.min(rows - first, draw.from(1, draw.one([1, 3, 40])));
          putRows(pieces, first, weights.subarray(first * columns, (first + count) * columns));
          first += count;
        }
        assert.deepEqual(pieces, filled(rows, columns, weights, most), `${rows} × ${columns}, ${most}`);
      }
  });

  test("a map kept small has for each of its cells the largest of those of the whole one", () => {
    const draw = chance(6);
    for (const [rows, columns] of SIZES)
      for (const most of [64, 20, 3]) {
        const weights = drawn(draw, rows, columns);
        const small = filled(rows, columns, weights, most);
        const whole = filled(rows, columns, weights).levels[0].shades;
        const [level] = small.levels;
        const side = 2 ** small.base;
        assert.deepEqual(
          [level.rows, level.columns],
          [rows, columns].map((count) => Math.ceil(count / side)),
        );
        assert.ok(Math.max(level.rows, level.columns) <= most);
        const pooled = new Uint8Array(level.rows * level.columns);
        for (let r = 0; r < rows; r++)
          for (let c = 0; c < columns; c++) {
            const at = Math.floor(r / side) * level.columns + Math.floor(c / side);
            pooled[at] = Math.max(pooled[at], whole[r * columns + c]);
          }
        assert.deepEqual(level.shades, pooled, `${rows} × ${columns} kept at ${most}`);
        const all = sample(small, WHOLE, 1, 1);
        assert.equal(all[0], Math.max(...whole));
      }
  });
});

const BOXES = [{ x: 0, y: 0, width: 500, height: 500 }, { x: 61, y: 18.5, width: 307, height: 140 }, { x: 3, y: 9, width: 44, height: 99 }]; // prettier-ignore
const near = (a, b, what = "") => assert.ok(Math.abs(a - b) < 1e-6, `${what}: ${a}, not ${b}`);

/** @param {import("../../web/scene/kit/raster/map.js").LargeMap} map */
function inside({ view: { x, y, zoom } }) {
  assert.ok(zoom >= 1 && x >= 0 && y >= 0, `${x}, ${y}, ${zoom}`);
  assert.ok(x + 1 / zoom <= 1 + 1e-9 && y + 1 / zoom <= 1 + 1e-9, `${x}, ${y}, ${zoom}`);
}

describe("the part of a map that is looked at", () => {
  test("zooming keeps what is under the pointer there, moving goes with the hand, and no edge comes into view", () => {
    const draw = chance(7);
    const map = createMap({ rows: 100, columns: 80 });
    let kept = 0;
    for (let k = 0; k < 3000; k++) {
      const at = { x: draw.next(), y: draw.next() };
      const under = (side) => map.view[side] + at[side] / map.view.zoom;
      const isFree = (side) => map.view[side] > 0 && map.view[side] + 1 / map.view.zoom < 1;
      const [x, y, zoom] = [under("x"), under("y"), map.view.zoom];
      const by = draw.one([0.5, 0.9, 1.1, 2, 3]);
      zoomMap(map, by, at, 40);
      near(map.view.zoom, Math.min(40, Math.max(1, zoom * by)));
      inside(map);
      if (isFree("x")) (near(under("x"), x), kept++);
      if (isFree("y")) (near(under("y"), y), kept++);
      if (draw.maybe(0.8)) continue;
      const [before, aside] = [map.view.x, draw.one([0.1, 1, 1e9]) * draw.normal()];
      moveMap(map, aside, draw.normal());
      inside(map);
      if (isFree("x")) near(map.view.x, before + aside / map.view.zoom);
    }
    assert.ok(kept > 1000, String(kept));
  });

  test("it is enlarged until its cells are large enough to be pressed, and no further", () => {
    for (const [rows, columns] of SIZES)
      for (const box of BOXES) {
        const map = createMap({ rows, columns });
        const most = mostZoom(map, box);
        zoomMap(map, 1e9, { x: 0.3, y: 0.9 }, most);
        assert.equal(map.view.zoom, most);
        const { width, height } = boxOf(map, box, { r: 0, c: 0 });
        if (most > 1) near(Math.max(width, height), 36);
        else assert.ok(Math.max(box.width / columns, box.height / rows) >= 36);
        zoomMap(map, 1e-9, { x: 0.3, y: 0.9 }, most);
        assert.deepEqual(map.view, { x: 0, y: 0, zoom: 1 });
      }
  });

  test("the cell under a point is the one that stands there", () => {
    const draw = chance(9);
    for (const [rows, columns] of SIZES)
      for (const box of BOXES) {
        const map = createMap({ rows, columns });
        for (let k = 0; k < 60; k++) {
          const [x, y] = [draw.next(), draw.next()];
          const [r, c] = cellUnder(map, x, y);
          const cell = boxOf(map, box, { r, c });
          const [left, top] = [box.x + x * box.width - cell.x, box.y + y * box.height - cell.y];
          assert.ok(left > -1e-6 && left < cell.width + 1e-6, `${left} px in ${cell.width}`);
          assert.ok(top > -1e-6 && top < cell.height + 1e-6, `${top} px in ${cell.height}`);
          assert.ok(r >= 0 && r < rows && c >= 0 && c < columns);
          zoomMap(map, draw.one([0.6, 1.9]), { x, y }, mostZoom(map, box));
          moveMap(map, draw.normal(), draw.normal());
        }
        for (const corner of [0, 1]) {
          const [r, c] = cellUnder(map, corner, corner);
          assert.ok(r >= 0 && r < rows && c >= 0 && c < columns, "at the very edge too");
        }
      }
  });

  test("a cell that is asked for comes into view as a whole, and what is in view stays", () => {
    const draw = chance(10);
    for (const [rows, columns] of SIZES)
      for (const box of BOXES) {
        const map = createMap({ rows, columns });
        const most = mostZoom(map, box);
        for (let k = 0; k < 60; k++) {
          zoomMap(map, draw.one([0.7, 1.8]), { x: draw.next(), y: draw.next() }, most);
          const [r, c] = [draw.below(rows), draw.below(columns)];
          revealCell(map, r, c);
          inside(map);
          const cell = boxOf(map, box, { r, c });
          // larger than the box it cannot be
          if (map.view.zoom <= columns)
            assert.ok(cell.x >= box.x - 1e-6 && cell.x + cell.width <= box.x + box.width + 1e-6);
          if (map.view.zoom <= rows)
            assert.ok(cell.y >= box.y - 1e-6 && cell.y + cell.height <= box.y + box.height + 1e-6);
          const { x, y } = map.view;
          revealCell(map, r, c);
          near(map.view.x, x);
          near(map.view.y, y);
        }
      }
  });
});
