// What is drawn as a length, a width or a colour is the number it stands for, and a close-up is the core's arithmetic.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { fewOrMany } from "../helpers/full.js";
import { corners } from "./helpers/boxes.js";
import { cellOf, marksAt, said, says } from "./helpers/marks.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionStories } from "./helpers/stories.js";

const PROBLEMS = [walkThrough({ causal: true }), presets.layer.problem, crossing, presets.batch.problem]; // prettier-ignore
const ROOMS = [[1104, 424], [652, 424], [336, 404]]; // prettier-ignore

/** Every moment at which something has come to rest, with the marks of each kind of item. @param {any} scene @param {RegExp} kind @param {(item: any, marks: any[]) => void} look */
function each(scene, kind, look) {
  for (const { hold } of scene.steps) {
    const marks = marksAt(scene, hold);
    const items = scene.items.flatMap((item) => (item.kind === "series" ? (item.items ?? []) : item));
    for (const item of items.filter((one) => kind.test(one.kind))) {
      const own = marks.filter(
        ({ id, opacity = 1 }) => opacity > 0 && (id === item.id || id.startsWith(item.id + "/")),
      );
      if (own.length) look(item, own);
    }
  }
}

/** @param {number} a @param {number} b @param {string} what */
const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 0.51, `${what}: ${a} px for ${b} px`);

for (const story of attentionStories)
  test(`bars, the bar of length 1 and streams are as long and wide as their numbers: ${story}`, () => {
    for (const [k, problem] of PROBLEMS.entries())
      for (const [width, height] of fewOrMany([ROOMS[k % 3]], ROOMS)) {
        const scene = sceneOf(problem, { story, width, height });
        const value = (tensor, index) => scene.model.value(tensor, index);
        each(scene, /^bar$/, (item, [mark]) => {
          const long = item.side === "top" ? mark.height : mark.width;
          near(long, Math.max(1.5, value(item.tensor, item.index) * item.most), item.id);
        });
        each(scene, /^share$/, (item, marks) => {
          assert.ok(
            marks.some(({ label }) => /softmax/i.test(label ?? "")),
            `${item.id} has a name`,
          );
          for (const part of marks.filter(({ id }) => /\/part\d+$/.test(id))) {
            const k = Number(part.id.match(/\d+$/)[0]);
            near(part.width, Math.max(1, value("weights", item.indices[k]) * item.width), part.id);
            const before = item.indices.slice(0, k).reduce((sum, index) => sum + value("weights", index), 0);
            near(part.x - item.x, before * item.width, part.id);
          }
        });
        each(scene, /^stream$/, (item, marks) => {
          const line = marks.find(({ part }) => part === "stream");
          near(
            line.strokeWidth,
            Math.max(1, Math.min(1, Math.abs(value(item.tensor, item.index))) * item.unit),
            item.id,
          );
        });
        // where a sentence speaks of streams, some are drawn
        for (const step of scene.steps.filter((step) => /stream/.test(said(step))))
          assert.ok(
            marksAt(scene, step.hold).some(({ part, opacity = 1 }) => part === "stream" && opacity > 0),
            step.id,
          );
        each(scene, /^ribbons$/, (item, marks) => {
          for (const { id, d } of marks.filter(({ part }) => part === "stream")) {
            const [i, j] = id
              .match(/(\d+)\.(\d+)$/)
              .slice(1)
              .map(Number);
            // from its left edge along the far end and back to its right edge
            const [there, across, back] = d
              .match(/c(?:\S+ ){4}(\S+) [^h]+h([^c]+)c(?:\S+ ){4}(\S+)/)
              .slice(1)
              .map(Number);
            near(there + across + back, Math.max(1.4, value("weights", item.indices[i][j]) * item.unit), id);
          }
        });
      }
  });

for (const story of attentionStories)
  test(`the ground of a weight is as blue as it is large: ${story}`, () => {
    let seen = 0;
    for (const problem of PROBLEMS) {
      const scene = sceneOf(problem, { story });
      for (const { hold } of scene.steps) {
        const marks = marksAt(scene, hold);
        const numbers = marks.filter(({ cell, box }) => box && /^(.*\.)?weights:/.test(cell ?? ""));
        for (const { cell, box, opacity = 1, id } of numbers) {
          const ground = marks.findLast(({ fill, x, y }) => fill === "full" && x === box.x && y === box.y);
          const value = scene.model.value(cellOf(cell).tensor, cellOf(cell).index);
          // the digits that are written on a ground of squares stand over the whole strip
          if (!ground || /^large/.test(id)) continue;
          assert.ok(
            Math.abs(ground.opacity - opacity * value) < 1e-9,
            `${id}: ${ground.opacity} for ${value}`,
          );
          seen++;
        }
      }
    }
    assert.ok(seen > 20, `${seen} weights`);
  });

for (const story of attentionStories)
  test(`a close-up shows the factors and products that the core has: ${story}`, () => {
    let products = 0;
    for (const problem of PROBLEMS.slice(0, 2)) {
      const scene = sceneOf(problem, { story });
      for (const item of scene.items.filter(({ kind }) => kind === "card")) {
        const track = scene.timeline.tracks.get(item.id)?.get("gather");
        if (!track) continue;
        const marks = marksAt(scene, track[0].end).filter(
          ({ id, type }) => type === "text" && id.startsWith(item.id + "/"),
        );
        const { terms } = attention.terms(problem, item.cell.tensor, item.cell.index);
        for (const { id, text, cell } of marks) {
          const [, k, r] = /\/[fp](\d+)(?:\.(\d+))?$/.exec(id)?.map(Number) ?? [];
          if (k === undefined) continue;
          const { factors, product } = terms[k];
          assert.ok(says(text, Number.isNaN(r) ? product : factors[r]), `${id} says ${text}`);
          if (cell) assert.ok(says(text, scene.model.value(cellOf(cell).tensor, cellOf(cell).index)), cell);
          products += Number(Number.isNaN(r));
        }
      }
    }
    if (story === "walk-through") assert.ok(products >= 3, `${products} products`);
  });

test("each square's hue is its number's sign, its strength the number's size, and what is none is drawn as such", () => {
  const own = seeded({ tokens: 12, features: 10, fractions: true, causal: true, labels: {} });
  own.x[11][0] = "NaN";
  const scene = sceneOf({ stages: [{ id: "self", ...own }] });
  const seen = new Set();
  each(scene, /^heat$/, (item, marks) => {
    const shades = new Map();
    for (const { id, d } of marks.filter(
      ({ type, id }) => type === "path" && /\/(-?\d+|odd|forbidden)$/.test(id),
    ))
      for (const [, x, y, rest] of d.matchAll(/M([\d.]+) ([\d.]+)([^M]*)/g)) {
        const [[left, top], ...others] = corners(`M${x} ${y}${rest}`);
        const right = Math.max(left, ...others.map(([at]) => at));
        const up = Math.min(top, ...others.map(([, at]) => at));
        for (
          let c = Math.round((left - item.x) / item.cellWidth);
          c < Math.round((right - item.x) / item.cellWidth);
          c++
        )
          shades.set(`${Math.round((up - item.y) / item.cellHeight)},${c}`, id.split("/").at(-1));
      }
    const at = (r, c) =>
      scene.model.value(
        item.tensor,
        item.index.map((one) => (one === "r" ? r : one === "c" ? item.from + c : one)),
      );
    const all = scene.model.tensor(item.tensor);
    for (let r = 0; r < item.rows; r++)
      for (let c = 0; c < item.columns; c++) {
        const [value, shade] = [at(r, c), shades.get(`${r},${c}`) ?? "0"];
        const where = `${item.tensor} ${r},${c}: ${value} is ${shade}`;
        seen.add(item.tensor);
        if (value === -Infinity) assert.equal(shade, "forbidden", where);
        else if (!Number.isFinite(value)) assert.equal(shade, "odd", where);
        else {
          assert.equal(Math.sign(Number(shade)), Math.sign(value), where);
          if (item.tensor === "self.weights") assert.ok(Math.abs(Number(shade) - 8 * value) <= 1, where);
        }
      }
    assert.ok(all);
  });
  for (const tensor of ["self.scores", "self.weights"]) assert.ok(seen.has(tensor), [...seen].join());
});
