// The arrangement between a phone and a desk: a row for each input, outputs and inputs beside it where they fit.
import assert from "node:assert/strict";
import test from "node:test";
import { createScene, frame } from "../../web/scene/index.js";
import { seeded, trace, walkThrough } from "./helpers/float64.js";

/** Longest level piece of an arrow. @param {any} scene */
function longest(scene) {
  const pieces = frame(scene, scene.timeline, scene.duration).marks.flatMap(({ part, d }) => {
    if (part !== "arrow") return [];
    const points = d.match(/-?[\d.]+ -?[\d.]+/g).map((pair) => pair.split(" ").map(Number));
    return points.slice(1).map(([x], k) => Math.abs(x - points[k][0]));
  });
  return Math.max(...pieces);
}

const sceneOf = (problem, width) => createScene({ problem, trace: trace(problem), width });

test("a wider stage does not make arrows longer without end", () => {
  for (const problem of [walkThrough(), walkThrough({ score: "scaled_dot" })])
    for (let width = 600; width < 1000; width += 20) {
      const scene = sceneOf(problem, width);
      if (scene.turned) assert.ok(longest(scene) <= 360, `${longest(scene)} px at ${width} px`);
    }
  const cross = seeded({ tokens: 3, keys: 5, features: 3 });
  for (const width of [700, 900, 1100]) {
    const scene = sceneOf(cross, width);
    if (scene.turned) assert.ok(longest(scene) <= 360, `${longest(scene)} px at ${width} px`);
  }
});

/** Boxes of items by the beginning of their ids. @param {any} scene @param {string} start */
const boxes = ({ items }, start) =>
  items.flatMap(({ id, strip }) => (strip && id.startsWith(start) ? [strip] : []));

test("outputs stand beside their rows from 640 px on, under them on a phone", () => {
  const beside = sceneOf(walkThrough(), 640);
  const panel = beside.items.find(({ id }) => id === "panel");
  for (const { x, y } of boxes(beside, "output.")) {
    assert.ok(x > panel.x + panel.width);
    assert.ok(y > panel.y && y < panel.y + panel.height);
  }
  const phone = sceneOf(walkThrough(), 360);
  const under = phone.items.find(({ id }) => id === "panel");
  for (const { y } of boxes(phone, "output.")) assert.ok(y >= under.y + under.height);
});

test("fewer outputs than rows, or more, stand evenly along them", () => {
  for (const [tokens, keys] of [
    [2, 5],
    [5, 4],
  ]) {
    const scene = sceneOf(seeded({ tokens, keys, features: 3 }), 900);
    const outputs = boxes(scene, "output.").map(({ y }) => y);
    const gaps = outputs.slice(1).map((y, k) => y - outputs[k]);
    assert.equal(outputs.length, tokens);
    assert.ok(Math.max(...gaps) - Math.min(...gaps) <= 1, String(gaps));
  }
});

test("where a scale is off, its pill is seen wherever outputs stand beside", () => {
  for (let width = 600; width < 1000; width += 10) {
    const scene = sceneOf(walkThrough(), width);
    const pills = scene.items.filter(({ kind }) => kind === "pill");
    if (scene.turned)
      assert.ok(pills.length === 3 && pills.every(({ initial }) => initial.shown), `${width} px`);
  }
});
