// The kit that pictures are made of: what a bar of shares shows, and where a card stands. Where all else is put: stories.test.js.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stackedBar } from "../../web/scene/kit/bars.js";
import { dock } from "../../web/scene/kit/dock.js";
import { sceneOf } from "./helpers/scene-of.js";
import { corner } from "../../web/scene/kit/place.js";

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
