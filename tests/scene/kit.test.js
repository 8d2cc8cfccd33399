// The kit that pictures are made of: where things are put, and what a bar of shares shows.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stackedBar } from "../../web/scene/kit/bars.js";
import { dock } from "../../web/scene/kit/dock.js";
import { sceneOf } from "./helpers/scene-of.js";
import * as place from "../../web/scene/kit/place.js";

const {
  around,
  column,
  corner,
  grid,
  heightOf,
  padded: inset,
  loose,
  stack: over,
  placeable,
  row,
  space,
  widthOf,
} = place;

/** @param {number} width @param {number} height @param {any} [how] */
const box = (width, height, how) => placeable({ width, height }, how);
/** @param {any} one */
const reachOf = ({ left, right, up, down }) => [left, right, up, down];
/** @param {any[]} list */
const corners = (...list) => list.map(({ x, y }) => [x, y]);

describe("a place", () => {
  test("reaches from its anchor as far as its box and its margins", () => {
    const margin = { left: 3, right: 5, up: 7, down: 11 };
    assert.deepEqual(reachOf(box(40, 20)), [20, 20, 10, 10]);
    assert.deepEqual(reachOf(box(40, 20, margin)), [23, 25, 17, 21]);
    assert.deepEqual(reachOf(box(40, 20, { ...margin, align: "start" })), [3, 45, 17, 21]);
    assert.deepEqual(reachOf(box(40, 20, { ...margin, align: "end" })), [43, 5, 17, 21]);
    assert.deepEqual(reachOf(inset(box(40, 20), margin)), [23, 25, 17, 21]);
    assert.deepEqual(reachOf(inset(box(40, 20), {})), [20, 20, 10, 10]);
    assert.deepEqual([widthOf(box(40, 20, margin)), heightOf(box(40, 20, margin))], [48, 38]);
    assert.deepEqual(reachOf(space(6, 4)), [3, 3, 2, 2]);
  });

  test("is put by its anchor, on whole pixels", () => {
    const own = ["start", "middle", "end"].map((align) => box(40, 20, { align }));
    for (const one of own) one.put(100.3, 50.4);
    assert.deepEqual(corners(...own), [[100, 40], [80, 40], [60, 40]]); // prettier-ignore
    const framed = box(40, 20, { left: 5, up: 8 });
    corner(framed, 10, 10);
    assert.deepEqual(corners(framed), [[15, 18]]);
  });
});

describe("rows and columns", () => {
  test("keep their gaps, with their anchors on lines", () => {
    const [a, b, c] = [box(10, 10), box(30, 50), box(20, 10)];
    const line = row([a, null, b, c], { gap: 4 });
    assert.deepEqual(reachOf(line), [34, 34, 25, 25]);
    line.put(34, 25);
    assert.deepEqual(corners(a, b, c), [[0, 20], [14, 0], [48, 20]]); // prettier-ignore
    const pile = column([a, b, undefined, c], { gap: [1, 2] });
    assert.deepEqual(reachOf(pile), [15, 15, 36.5, 36.5]);
    corner(pile, 0, 0);
    assert.deepEqual(corners(a, b, c), [[10, 0], [0, 11], [5, 63]]); // prettier-ignore
  });

  test("stand in a grid as near as the fullest row allows", () => {
    const [a, b, c, d] = [box(10, 10), box(10, 10), box(50, 20), box(10, 10)];
    const table = grid([[a, null, b], [null, c], [d]], { gapX: [2, 3], gapY: 6 }); // prettier-ignore
    corner(table, 0, 0);
    // b stands two gaps behind a; c does not push it away, for they share no row
    assert.deepEqual(corners(a, b, c, d), [[0, 0], [15, 0], [0, 16], [0, 42]]); // prettier-ignore
    assert.deepEqual([widthOf(table), heightOf(table)], [50, 52]);
    assert.deepEqual([table.columns, table.lines], [[5, 25, 20], [5, 26, 47]]); // prettier-ignore
  });

  test("that have more room than they need spread it over the gaps", () => {
    const [a, b, c] = [box(10, 10), box(10, 10), box(10, 10)];
    const line = row([a, b, c], { gap: 2, width: 100 });
    corner(line, 0, 0);
    assert.deepEqual(corners(a, b, c), [[0, 0], [45, 0], [90, 0]]); // prettier-ignore
    assert.equal(widthOf(line), 100);
    const pile = column([a, b], { height: 50 });
    corner(pile, 0, 0);
    assert.deepEqual(corners(a, b), [[0, 0], [0, 40]]); // prettier-ignore
    assert.deepEqual([heightOf(pile), widthOf(row([a], { width: 100 })), widthOf(row([]))], [50, 10, 0]);
  });

  test("may hold what shares a place, and what reaches over its neighbours", () => {
    const [small, large] = [box(10, 30), box(40, 10, { left: 2 })];
    const both = over([small, large]);
    assert.deepEqual(reachOf(both), [22, 20, 15, 15]);
    both.put(50, 50);
    assert.deepEqual(corners(small, large), [[45, 35], [30, 45]]); // prettier-ignore
    assert.deepEqual(reachOf(loose(large)), [0, 0, 5, 5]);
    const boxes = [
      { x: 10, y: 20, width: 5, height: 5 },
      { x: 0, y: 30, width: 4, height: 40 },
    ];
    assert.deepEqual(around(boxes), { x: 0, y: 20, width: 15, height: 50 });
    assert.deepEqual(around(boxes, 2), { x: -2, y: 18, width: 19, height: 54 });
  });
});

describe("the bar of length 1", () => {
  /** The marks of a bar that stands at (100, 10), all shown. @param {number[]} weights */
  function draw(weights) {
    const bar = stackedBar("share", {
      ...{ width: 400, height: 20, decimals: 2, names: weights.map((_, k) => `key ${k}`), bars: () => [] },
      indices: weights.map((_, k) => [0, 0, 0, k]),
    });
    corner(bar, 100, 10);
    const get = (name) => Number(name !== "dim");
    const model = { value: (_, [, , , k]) => weights[k], text: (_, [, , , k]) => weights[k].toFixed(2) };
    const marks = Object.values(bar.draw(bar, get, model)).flat();
    const parts = marks.filter(({ id }) => id.startsWith("share/part"));
    const lines = marks.filter(({ id }) => id.startsWith("share/line"));
    const above = marks.filter(({ id, y }) => id.startsWith("share/name") && y < 10).map(({ text }) => text);
    return { parts: parts.map(({ x, width }) => [x, width]), lines: lines.map(({ d }) => d), above };
  }

  test("gives every weight its share, with a line between two that are seen", () => {
    const { parts, lines } = draw([0.5, 0.25, 0.25]);
    assert.deepEqual(parts, [[100, 200], [300, 100], [400, 100]]); // prettier-ignore
    assert.deepEqual(lines, ["M300 10v20", "M400 10v20"]);
  });

  test("has no line at its ends, nor at what is not above 0", () => {
    assert.deepEqual(draw([0.9999, 0.0001]).lines, []);
    assert.deepEqual(draw([0.0001, 0.9999]).lines, []);
    assert.deepEqual(draw([0, 1, 0]).lines, []);
    assert.deepEqual(draw([NaN, -1, 0.5]), { parts: [[100, 200]], lines: [], above: [] });
  });

  test("names the largest shares over it, where names have no room in them, nor all over it", () => {
    assert.deepEqual(draw([0.01, 0.01, 0.02, 0.01, 0.03, 0.04, 0.05, 0.83]).above, ["key 2 0.02", "key 4 0.03", "key 5 0.04", "key 6 0.05"]); // prettier-ignore
  });

  test("shows as much as fits where given weights are more than 1 together", () => {
    assert.deepEqual(draw([0.75, 0.75]).parts, [[100, 300], [400, 100]]); // prettier-ignore
  });
});

test("a close-up without room for all terms has dots where some are left out", () => {
  const eight = { x: [1, 2, 3].map((k) => Array(8).fill(k + 0.125)) };
  const scene = sceneOf(eight, { width: 336, height: 404 });
  const card = scene.items.find(({ kind }) => kind === "card");
  const marks = Object.values(card.draw(card, () => 1, scene.model)).flat();
  const texts = marks.map(({ text }) => text);
  assert.ok(texts.includes("…") && texts.filter((text) => text === "×").length < 8);
});

test("a card docks where it hides nothing, near its cell, or else where it hides least", () => {
  const room = { x: 0, y: 0, width: 200, height: 100 };
  const home = { x: 0, y: 0, width: 40, height: 20 };
  const hidden = { x: 40, y: 0, width: 64, height: 100 };
  const { x, y, cost } = dock({ width: 60, height: 40 }, home, room, [home, hidden]);
  assert.deepEqual([x, y], [104, 0]);
  assert.equal(cost, 64 * 5);
  const full = [{ ...room, width: 120 }, room, { ...room, x: 0, width: 160 }];
  assert.ok(dock({ width: 40, height: 40 }, home, room, full).x >= 120);
});
