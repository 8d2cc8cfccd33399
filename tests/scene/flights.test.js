// What flies: in the walk-through queries to scores, pieces of the bar to the map, and numbers that are added up; elsewhere whole
// blocks to new places.
import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { frameFor } from "../../web/element/frame.js";
import { full } from "../helpers/full.js";
import { presets } from "../helpers/presets.js";
import { frame } from "../../web/scene/index.js";
import { meet } from "../../web/scene/kit/place.js";
import { onwards, pointOn, until } from "../../web/scene/kit/way.js";
import { overlap } from "./helpers/boxes.js";
import { cellOf, flat, marksAt, said, says, stepOf } from "./helpers/marks.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";
import { problemOf } from "./helpers/stories.js";

const eight = seeded({ tokens: 8, features: 4, width: 3, fractions: true });
const PROBLEMS = [walkThrough(), walkThrough({ causal: true }), crossing, seeded({ tokens: 5, features: 3 }), eight]; // prettier-ignore

const WIDTHS = [1152, 680, 360];

/** Each problem in a wide element, beside an article, or on a phone; in full, in all of them. @param {(scene: any, where: string) => void} look */
function everywhere(look) {
  for (const [k, problem] of PROBLEMS.entries())
    for (const px of full ? WIDTHS : [WIDTHS[k % WIDTHS.length]]) {
      const { width, height, corner } = frameFor(px);
      look(
        sceneOf(problem, { width, height, corner, options: { softmax: k % 2 ? "open" : "closed" } }),
        `${k}, ${px} px`,
      );
    }
}

const seen = ({ opacity = 1 }) => opacity > 0.02;

/** When the first numbers stand, with a plus between them. @param {any} scene */
function standing(scene) {
  const { start, hold } = stepOf(scene, "sum-1");
  for (let time = start; time < hold; time += 0.02)
    if (marksAt(scene, time).some(({ id, opacity }) => /^copy\.sum.*ring$/.test(id) && opacity > 0.99))
      return time;
  return NaN;
}

test("a row of the map is made of the bar's pieces: nothing shows before, and none passes another", () => {
  everywhere((scene, where) => {
    const { start, hold } = stepOf(scene, "row-1");
    const shown = (time) =>
      marksAt(scene, time).some((mark) => /^map\.0\/(edge|n)/.test(mark.id) && seen(mark));
    for (const step of scene.steps.slice(0, -1))
      assert.equal(shown(step.hold), step.start >= start, `${where}: ${step.id}`);
    let most = 0;
    for (let time = start; time < hold; time += 0.03) {
      const pieces = marksAt(scene, time).filter(({ id }) => /^copy\.map\.0\/\d+\/edge$/.test(id));
      most = Math.max(most, pieces.length);
      for (const [k, piece] of pieces.entries())
        for (const other of pieces.slice(k + 1)) {
          assert.ok(overlap(piece, other) < 1, `${where}, ${time}: ${piece.id} and ${other.id}`);
          assert.ok(piece.x < other.x, `${where}, ${time}: ${piece.id} passes ${other.id}`);
        }
      // until they have landed the row is nowhere, and then at once
      if (pieces.length === 0) assert.equal(shown(time), most > 0, `${where}, ${time}: a gap`);
    }
    assert.equal(most, scene.model.kv_len, where);
  });
});

/** The numbers that stand before they are added. @param {any} scene */
const firstNumbers = (scene) =>
  marksAt(scene, standing(scene)).filter((mark) => /^copy\.sum.*\/\d+\.0\/n0$/.test(mark.id));

test("the first numbers of the weighted values stand as a sum, in the core's digits, and no close-up covers the stage", () => {
  everywhere((scene, where) => {
    const { model } = scene;
    const numbers = firstNumbers(scene);
    assert.ok(numbers.length >= Math.min(2, model.kv_len), where);
    for (const [j, { cell, text, box }] of numbers.entries()) {
      const { tensor, index } = cellOf(cell);
      assert.deepEqual([tensor, index.at(-1)], ["weighted_values", 0], where);
      assert.ok(says(text, model.value(tensor, index)), `${where}: ${cell} shows ${text}`);
      for (const other of numbers.slice(j + 1)) assert.ok(overlap(box, other.box) <= 0, where);
    }
    const { start, hold } = stepOf(scene, "sum-1");
    for (let time = start; time < hold; time += 0.1)
      assert.ok(!marksAt(scene, time).some((mark) => mark.id.startsWith("card.") && seen(mark)), where);
    const left = marksAt(scene, hold).filter((mark) => mark.id.startsWith("copy.") && seen(mark));
    assert.deepEqual(left, [], where);
  });
});

test("a close-up stands on empty ground: it covers no numbers", () => {
  const WIDE = [1104, 900, 652];
  for (const [preset, story, id, widths] of [
    ["cross", "cross", "score", [...WIDE, 336]],
    ["search", "search", "score", WIDE],
    ["search", "search", "mixed", WIDE],
    ["walk-through", "walk-through", "score-1", WIDE],
    ["two-words", "walk-through", "score-1", WIDE],
    ["layer", "matrices", "query", [...WIDE, 336]],
    ...["output", "weights", "value", "query", "key", "parameters"].map((grad) => ["backward", "backward", `grad_${grad}`, [652, 336]]), // prettier-ignore
    ...["grad_x", "step"].map((id) => ["backward", "backward", id, [336]]),
  ])
    for (const width of widths) {
      const scene = sceneOf(problemOf(preset), { story, width, height: width < 500 ? 404 : 424 });
      const { start, hold } = stepOf(scene, id);
      let found = false;
      for (let time = start; time < hold; time += 0.25) {
        const marks = marksAt(scene, time).filter(({ opacity = 1 }) => opacity > 0.9);
        const card = marks.find((mark) => /^card\..*\/board$/.test(mark.id));
        const under = marks.filter((mark) => mark.box && !/^(card|copy)\./.test(mark.id));
        const covered = card ? under.filter(({ box }) => meet(box, card)) : [];
        assert.deepEqual(covered.map(({ cell }) => cell), [], `${preset}, ${width} px at ${time} s`); // prettier-ignore
        found ||= card !== undefined;
      }
      assert.ok(found, `${preset}, ${width} px`);
    }
});

test("what is said of the sum are the digits that stand there, a negative number in brackets", () => {
  const problem = { ...walkThrough(), w_v: walkThrough().w_v.map((row) => row.map((entry) => -entry)) };
  const { steps } = sceneOf(problem);
  assert.match(
    said(steps.find(({ id }) => id === "sum-1")),
    /^−0\.063 \+ \(−0\.937\) \+ \(−0\.937\) make −1\.937, the first number of the output\./,
  );
  // where not all have room, those stand that are said: the largest
  const phone = sceneOf(seeded({ tokens: 8, features: 3 }), { width: 336, height: 404 });
  const [, terms] = /^(.+) \+ … make \S+, the first number/.exec(said(stepOf(phone, "sum-1")));
  assert.deepEqual(
    firstNumbers(phone).map(({ text }) => text),
    terms.replace(/[()]/g, "").split(" + "),
  );
});

test("masked rows and rows of NaN have nothing that rides, and their row of the map all the same", () => {
  const { x, ...rest } = walkThrough();
  const mask = [[false, false, false], [true, true, true], [true, true, true]]; // prettier-ignore
  for (const problem of [
    { x, ...rest, mask },
    { x: [[NaN, 0, 1, 0], ...x.slice(1)], ...rest },
  ]) {
    const scene = sceneOf(problem);
    assert.ok(Number.isNaN(standing(scene)));
    const end = marksAt(scene, stepOf(scene, "softmax-1").hold);
    assert.equal(end.filter(({ id }) => /^map\.0\/n\d$/.test(id)).length, 3);
  }
});

/** The stage of an element beside an article. */
const column = (({ width, height, corner }) => ({ width, height, corner }))(frameFor(680));

const isCopy = ({ type, id }) => type === "group" && id.startsWith("copy.");
/** The box of what flies, by its edge. @param {any} flight */
const boxOf = (flight) => flat([flight]).find(({ id }) => id.endsWith("/edge"));

test("what flies without growing is drawn once: from frame to frame only its group moves", () => {
  const scene = sceneOf(walkThrough(), column);
  for (const [id, name, least] of [
    ["sum-1", /^copy\.sum.*\/all$/, 100],
    ["scores-1", /^copy\.query/, 20],
    ["values", /^card.*\/falls$/, 30],
  ]) {
    const { start, hold } = stepOf(scene, id);
    let before = new Map();
    let moved = 0;
    for (let time = start; time < hold; time += 1 / 60) {
      const groups = frame(scene, scene.timeline, time).marks.filter((mark) => name.test(mark.id));
      for (const { id, x, y, children } of groups) {
        const was = before.get(id);
        if (was && (was.x !== x || was.y !== y) && isDeepStrictEqual(was.children, children)) moved++;
      }
      before = new Map(groups.map((group) => [group.id, group]));
    }
    assert.ok(moved > least, `${id}: ${moved}`);
  }
});

test("a query rides to a score along its line, past the scores that are there", () => {
  const scene = sceneOf(walkThrough(), column);
  const { start, hold } = stepOf(scene, "scores-1");
  let seen = 0;
  for (let time = start; time < hold; time += 0.02)
    for (const flight of marksAt(scene, time).filter(
      (mark) => isCopy(mark) && /^copy\.query/.test(mark.id),
    )) {
      seen++;
      const home = flight.id.split(">")[1];
      const { x, y, width, height } = boxOf(flight);
      for (const { id, x: atX, y: atY } of marksAt(scene, time))
        if (/^scores.*\/n0$/.test(id) && !id.startsWith(home))
          assert.ok(atX < x || atX > x + width || atY < y || atY > y + height, `${time}: ${id} is covered`);
    }
  assert.ok(seen > 20);
});

test("nothing flies faster than the eye can follow: of the last query only its numbers come", () => {
  everywhere((scene, where) => {
    const { tracks } = scene.timeline;
    for (const { id, kind } of scene.items)
      for (const { start, end } of kind === "flight" ? tracks.get(id).get("move") : [])
        assert.ok(end === start || end - start > 0.25, `${where}: ${id} in ${end - start} s`);
    if (scene.model.q_len < 3) return;
    const { start, hold } = stepOf(scene, "query-3");
    for (let time = start; time < hold; time += 0.03)
      assert.deepEqual(marksAt(scene, time).filter(({ id }) => id.startsWith("copy.")).map(({ id }) => id), [], where); // prettier-ignore
  });
});

/** Numbers that are seen, by cell, of the marks of a moment. @param {any[]} marks */
const numbersIn = (marks, above = 1) =>
  new Set(
    marks.flatMap(({ cell, children, opacity = 1 }) =>
      children
        ? [...numbersIn(children, above * opacity)]
        : cell && opacity * above > 0.3
          ? [cell.replace(/^.*\.(?=\w+:)/, "")]
          : [],
    ),
  );

test("what moves is seen all the way, with its numbers", () => {
  const moves = [
    ["layer", "matrices", "query"],
    ["layer", "matrices", "scores"],
    ["walk-through", "walk-through", "outputs"],
    ["walk-through", "walk-through", "outputs", { width: 336, height: 404 }],
    ["normalization", "normalization", "batch_norm.mean"],
  ];
  for (const [preset, story, id, room = column] of moves) {
    const scene = sceneOf(presets[preset].problem, { story, ...room });
    const { start, hold } = stepOf(scene, id);
    const seen = [];
    for (let time = start; time < hold; time += 1 / 60)
      seen.push(numbersIn(frame(scene, scene.timeline, time).marks));
    // 0.2 s before and after
    for (let k = 12; k < seen.length - 12; k++)
      for (const cell of seen[k - 12])
        assert.ok(
          seen[k].has(cell) || !seen[k + 12].has(cell),
          `${id}: ${cell} blinks at ${start + k / 60} s`,
        );
  }
});

test("a close-up that stays keeps its sum while a copy falls into the cell", () => {
  const scene = sceneOf(presets.layer.problem, { story: "matrices" });
  const { start, hold } = stepOf(scene, "scores");
  const sums = [];
  for (let time = start; time < hold; time += 1 / 60)
    sums.push(...marksAt(scene, time).filter(({ id, opacity }) => /^card.*\/sum$/.test(id) && opacity > 0.9));
  assert.ok(sums.length > 30);
  assert.equal(new Set(sums.map(({ x, y }) => `${x} ${y}`)).size, 1);
});

test("weights land in their parts of the bar", () => {
  const scene = sceneOf(presets.search.problem, { story: "search" });
  const share = scene.items.find(({ id }) => id === "exact.share.0");
  const flights = scene.items.filter(({ id, to }) => /^copy\.exact\.weights/.test(id) && to.y === share.y);
  assert.equal(flights.length, share.indices.length);
  for (const { from, to } of flights)
    assert.equal(to.width, scene.model.value(share.tensor, from.indices[0]) * share.width);
});

test("a way is joined and left where it is nearest", () => {
  const way = [[0, 10], [0, 0], [100, 0]]; // prettier-ignore
  assert.deepEqual(until(way, [40, -5]), [[0, 10], [0, 0], [40, 0], [40, -5]]); // prettier-ignore
  assert.deepEqual(onwards(way, [40, -5]), [[40, -5], [40, 0], [100, 0]]); // prettier-ignore
  assert.deepEqual(pointOn(way, 0), [0, 10]);
  assert.deepEqual(pointOn(way, 35 / 110), [25, 0]);
  assert.deepEqual(pointOn(way, 1), [100, 0]);
});
