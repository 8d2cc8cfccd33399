// Long inputs: the whole attention map, one query of it, and the numbers under a finger.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { highlight } from "../../web/scene/highlight.js";
import { frame, standing } from "../../web/scene/index.js";
import { revealCell, zoomMap } from "../../web/scene/kit/raster/map.js";
import { fewOrMany, full } from "../helpers/full.js";
import { presets } from "../helpers/presets.js";
import { chance } from "../helpers/random.js";
import { faults } from "./helpers/boxes.js";
import { captionOf, cellOf, marksAt, numbersOf, said, says, stepOf } from "./helpers/marks.js";
import { anyProblem, seeded } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { sound } from "./helpers/sound.js";

const STORIES = ["walk-through", "matrices", "one-query", "multi-head"];
const ROOMS = [[1104, 424], [1104, 604], [652, 424], [584, 412], [336, 404]]; // prettier-ignore

/** Queries and keys as they are, drawn. @param {number} q @param {number} k @param {Record<string, any>} [more] @param {{ d?: number, heads?: number }} [sizes] */
function drawn(q, k, more = {}, { d = 4, heads = 1 } = {}) {
  const draw = chance(q * 1000 + k);
  const shape = (n) => [1, heads, n, d];
  return {
    ...{ query: draw.tensor(shape(q)), key: draw.tensor(shape(k)), value: draw.tensor(shape(k)) },
    ...more,
  };
}

/** @param {number} n @param {(k: number) => string} name */
const names = (n, name) => Array.from({ length: n }, (_, k) => name(k));
const pairs = (q, k, make) => ({
  shape: [q, k],
  data: Array.from({ length: q * k }, make),
});

/** @param {number} at @param {any} value @param {Record<string, any>} problem */
function spoilt(at, value, problem) {
  problem.query.data[at] = value;
  return problem;
}

const uneven = chance(3);

/** @type {Record<string, Record<string, any>>} */
const PROBLEMS = {
  "nine tokens": seeded({ tokens: 9, features: 3, fractions: true }),
  "forty tokens, causal": seeded({ tokens: 40, features: 6, fractions: true, causal: true }),
  "three hundred tokens": drawn(300, 300),
  "one key, many queries": drawn(30, 1),
  "one query, many keys": drawn(1, 30),
  "two queries, three hundred keys": drawn(2, 300),
  "nine queries, two keys": drawn(9, 2),
  "nine queries, two keys with long names": drawn(9, 2, { labels: { key: names(2, () => "a".repeat(99)) } }),
  "two queries, forty keys": drawn(2, 40),
  "everything masked": drawn(12, 9, { mask: pairs(12, 9, () => false) }),
  "one key allowed": drawn(12, 12, { causal: true, window: [0, 0] }),
  "a NaN": spoilt(8 * 4, NaN, drawn(9, 11)),
  "an infinity": spoilt(8 * 4, Infinity, drawn(9, 11)),
  "given weights": drawn(10, 9, { weights_override: pairs(10, 9, () => 1 / 9) }),
  "given weights that are no shares": drawn(9, 10, {
    weights_override: pairs(9, 10, () => (uneven.from(-9, 9) * 1234.567) / 2),
  }),
  "weights that are all 0": drawn(9, 9, { weights_override: pairs(9, 9, () => 0) }),
  "nearly all at one": drawn(14, 14, { scale: 9 }),
  "four heads": seeded({ tokens: 20, features: 8, heads: 4, fractions: true }),
  "sixteen heads": drawn(40, 40, {}, { heads: 16, d: 2 }),
  "wide vectors": drawn(12, 12, {}, { d: 80 }),
  "labels": drawn(14, 14, { labels: { query: names(14, (k) => `out${k}`), key: names(14, (k) => `in${k}`) } }), // prettier-ignore
  "long labels": drawn(14, 14, { labels: { query: names(14, (k) => "attention ".repeat(30) + k), key: names(14, () => "注意力机制".repeat(20)) } }), // prettier-ignore
  "strange labels": drawn(12, 12, {
    labels: {
      query: names(12, (k) => ["", "שלום עולם", "[x|y]", "{queryName}", "𝔘𝔫𝔦", "]|["][k % 6]),
      key: names(12, (k) => ["مرحبا", "", "[a]", "a|b", "👩‍👩‍👧‍👦", "<b>"][k % 6]),
    },
  }),
};

const isLong = (scene) => scene.steps.some(({ id }) => id === "look"); // prettier-ignore

/** The weights of a row. @param {any} trace @param {number} i @param {number} [head] @param {number} [batch] @returns {number[]} */
function rowOf({ weights: { shape, data } }, i, head = 0, batch = 0) {
  const [, heads, q, k] = shape;
  const from = ((batch * heads + head) * q + i) * k;
  return Array.from(data.subarray(from, from + k));
}

/** The largest weights that are listed, from above. @param {any} scene @returns {{ index: number[], text: string }[]} */
const listed = (scene) =>
  marksAt(scene, stepOf(scene, "largest").hold)
    .filter(({ cell }) => cell?.startsWith("weights:"))
    .sort((a, b) => a.y - b.y)
    .map(({ cell, text }) => ({ index: cellOf(cell).index, text }));

describe("a long input", () => {
  test("is told by the map beyond eight queries or keys, whichever story is asked for, and eight are not", () => {
    for (const story of STORIES) {
      for (const [q, k] of [
        [9, 9],
        [9, 1],
        [1, 9],
        [8, 9],
        [40, 3],
      ])
        // prettier-ignore
        assert.ok(isLong(sceneOf(drawn(q, k), { story })), `${q} × ${k}: ${story}`);
      for (const [q, k] of [
        [8, 8],
        [1, 8],
        [8, 1],
      ])
        // prettier-ignore
        assert.ok(!isLong(sceneOf(drawn(q, k), { story })), `${q} × ${k}: ${story}`);
    }
    assert.ok(!isLong(sceneOf(drawn(3, 3, {}, { d: 9 }))), "many features are no long input");
  });

  test("a picture that stands keeps its marks, until its map is turned, filled or stopped", () => {
    const scene = sceneOf(PROBLEMS["forty tokens, causal"]);
    const { hold } = stepOf(scene, "look");
    const marks = (/** @type {number} */ time) => frame(scene, scene.timeline, time).marks;
    const { map } = marks(hold).find(({ type }) => type === "raster");
    const same = () => marks(hold) === marks(hold + 0.02);
    assert.ok(same());
    for (const change of [
      () => zoomMap(map, 2, { x: 0.5, y: 0.5 }, 9),
      () => (map.filled -= 1),
      () => (map.stopped = true),
    ]) {
      const before = marks(hold);
      change();
      assert.notEqual(marks(hold), before);
      assert.ok(same());
    }
  });

  test("the listed weights are the row's largest, the largest first, and none that is 0", () => {
    let most = 0;
    for (const [name, problem] of Object.entries(PROBLEMS)) {
      const trace = attention.forward(problem);
      const last = trace.weights.shape[2] - 1;
      for (const [width, height] of fewOrMany([ROOMS[0]], [ROOMS[0], ROOMS[1], ROOMS[4]])) {
        const scene = sceneOf(problem, { trace, width, height });
        const sizes = rowOf(trace, last).map(Math.abs).filter((size) => size > 0); // prettier-ignore
        const found = listed(scene);
        assert.deepEqual(
          found.map(({ index: [, , i, j] }) => [i, Math.abs(rowOf(trace, i)[j])]),
          sizes.toSorted((a, b) => b - a).slice(0, found.length).map((size) => [last, size]), // prettier-ignore
          name,
        );
        assert.equal(new Set(found.map(({ index }) => index.join())).size, found.length);
        assert.ok(found.length > 0 || sizes.length === 0, name);
        most = Math.max(most, found.length);
        const count = /Listed: its (\d+ largest weights|largest weight)\./.exec(captionOf(scene, "largest"));
        if (count) assert.equal(Number.parseInt(count[1]) || 1, found.length, name);
        else assert.ok([0, rowOf(trace, last).length].includes(found.length) || /no shares/.test(name), name);
      }
    }
    assert.equal(most, 8);
  });

  test("the query that is told is the last, or the one that is asked for", () => {
    const problem = PROBLEMS.labels;
    for (const query of [undefined, null, 0, 6, 13]) {
      const options = { query };
      const scene = sceneOf(problem, { options });
      const told = query ?? 13;
      for (const { index } of listed(scene)) assert.equal(index[2], told);
      for (const id of ["asks", "largest", "sum"])
        assert.ok(captionOf(scene, id).includes(`“out${told}”`), captionOf(scene, id));
      for (const { cell } of marksAt(scene, stepOf(scene, "sum").hold))
        if (cell) assert.equal(cellOf(cell).index.at(-2), told, cell);
      const near = [...numbersOf(scene).keys()].map((cell) => cellOf(cell).index[2]);
      assert.ok(near.includes(told) && new Set(near).size > 1, "the glass shows the rows beside it");
    }
  });

  test("a text of named tokens can be read beside its map, the query and its largest key underlined", () => {
    const { problem } = presets["long-text"];
    for (const [width, height] of ROOMS) {
      const scene = sceneOf(problem, { story: "multi-head", width, height });
      const lines = marksAt(scene, stepOf(scene, "asks").hold).filter(({ id }) => /^passage/.test(id));
      const text = lines.map((line) => line.text).join(" ");
      assert.match(text, /for a bridge that two have watched is a bridge for two$/, `${width} px`);
      const marked = lines.flatMap(({ runs }) => runs.filter(({ underline }) => underline));
      assert.deepEqual(marked.map((run) => `${run.text} ${run.underline}`), ["two key", "two query"]); // prettier-ignore
    }
  });

  test("a head that looks equally far back from everywhere is named by how far, and a query amid its line is told", () => {
    const scene = sceneOf(presets["long-input"].problem, { lang: "en" });
    const marks = marksAt(scene, scene.duration);
    const names = marks.filter(({ id }) => id.startsWith("reaches/name")).map(({ text }) => text);
    assert.deepEqual(names, ["1 back", "8 back", "40 back", "100 back"]);
    assert.match(captionOf(scene, "look"), /^Whoever asks, this head looks 8 back\./);
    const [, , row, key] = listed(scene)[0].index;
    assert.deepEqual([row, row - key], [127, 8]);
    const written = marks.filter(({ id, text, cell }) => /^glass\./.test(id) && cell && text);
    assert.deepEqual([...new Set(written.map(({ text }) => text))].sort(), ["0.16", "0.67"], "the line stands out"); // prettier-ignore
    const others = sceneOf(PROBLEMS["four heads"]);
    assert.ok(!marksAt(others, others.duration).some(({ id }) => id.startsWith("reaches/name")));
  });

  test("one head is told, by its number, and all of them stand by as small maps", () => {
    const problem = PROBLEMS["four heads"];
    const trace = attention.forward(problem);
    for (const head of [0, 1, 3]) {
      const scene = sceneOf(problem, { trace, options: { head } });
      const marks = marksAt(scene, scene.duration);
      const [map] = marks.filter(({ type }) => type === "raster");
      assert.deepEqual([map.index, map.map.head], [[0, head], head]);
      for (const [k, { index }] of listed(scene).entries()) {
        const sizes = rowOf(trace, 19, head).toSorted((a, b) => b - a);
        assert.deepEqual([index[1], rowOf(trace, 19, head)[index[3]]], [head, sizes[k]]);
      }
      const small = marks.filter(({ control }) => /^head-\d+$/.test(control?.name));
      assert.deepEqual(
        small.map(({ control }) => control.name),
        [0, 1, 2, 3].map((n) => `head-${n}`),
      );
      const thick = marks.filter(({ id, strokeWidth }) => /^head-\d+\/edge$/.test(id) && strokeWidth > 2);
      assert.deepEqual(
        thick.map(({ id }) => id),
        [`head-${head}/edge`],
      );
    }
    const one = marksAt(sceneOf(PROBLEMS["nine tokens"]), 99);
    assert.ok(!one.some(({ control }) => /^head-/.test(control?.name)), "one head needs none");
  });

  test("what its sentences say of a row is so", () => {
    for (const [name, pattern] of Object.entries({
      "everything masked": /may look at nothing: each weight of its row is 0/,
      "a NaN": /is not a number \(NaN\)/,
      "weights that are all 0": /Query 9 reads from nothing: each weight of its row is given as 0\./,
      "one key allowed": /Listed: its largest weight\./,
      "one key, many queries": /30 queries meet one key\./,
      "given weights that are no shares": /The weights of query 9 are given/,
      "wide vectors": /first 64 numbers are drawn/,
    }))
      assert.match(sceneOf(PROBLEMS[name]).steps.map(said).join(" "), pattern);
  });

  test("nothing overlaps, every number is proved and no sentence has a hole, at any size", () => {
    for (const [k, [name, problem]] of Object.entries(PROBLEMS).entries()) {
      const trace = attention.forward(problem);
      for (const n of full ? ROOMS.keys() : [k]) {
        const [width, height] = ROOMS[n % ROOMS.length];
        const lang = (k + n) % 3 ? "zh" : "en";
        const scene = sceneOf(problem, { story: STORIES[n % 4], trace, width, height, lang });
        sound(scene, name);
        if (/NaN/.test(scene.steps.map(said).join())) assert.ok(rowOf(trace, 8).some(Number.isNaN), name);
        for (const { control } of marksAt(scene, scene.duration))
          if (control) assert.ok(control.box.x >= 0 && control.box.x + control.box.width <= width, control.name); // prettier-ignore
      }
    }
  });
});

describe("pointing at a map", () => {
  /** The numbers under a loupe, each checked. @param {any} scene @param {any} trace @param {number[]} index @param {string} where */
  function loupe(scene, trace, index, where) {
    const marks = highlight(scene, scene.duration, { tensor: "weights", index, map: true });
    const numbers = marks.filter(({ type, cell }) => type === "text" && cell);
    for (const { cell, text } of numbers) {
      const [batch, head, i, j] = cellOf(cell).index;
      const exact = rowOf(trace, i, head, batch)[j];
      assert.ok(says(text, exact), `${where}: ${cell} shows ${text} for ${exact}`);
    }
    assert.ok(
      numbers.some(({ cell }) => cell === `weights:${index}`),
      `${where}: ${index}`,
    );
    assert.equal(marks.filter(({ part }) => part === "ring").length, 1, where);
    for (const { type, text } of marks)
      if (type === "text") assert.doesNotMatch(text, /undefined|null|object/, where);
    const board = marks.find(({ id }) => id === "loupe");
    assert.ok(board.x >= 0 && board.x + board.width <= scene.width, where);
    assert.deepEqual(faults({ ...scene, marks: marks.filter(({ part }) => part !== "ring") }), [], where);
    return numbers.map(({ cell }) => cell);
  }

  test("shows the numbers round the cell, in the corners, at the edges and amid the map, near and far", () => {
    for (const [k, [name, problem]] of Object.entries(PROBLEMS).entries()) {
      const trace = attention.forward(problem);
      const [, , q, n] = trace.weights.shape;
      const rows = [...new Set([0, q >> 1, q - 1])];
      const cells = rows.flatMap((i) => [...new Set([0, n >> 1, n - 1])].map((j) => [0, 0, i, j]));
      const [width, height] = ROOMS[k % ROOMS.length];
      const scene = sceneOf(problem, { trace, width, height, lang: k % 2 ? "zh" : "en" });
      const { map } = marksAt(scene, scene.duration).find(({ type }) => type === "raster");
      for (const zoom of fewOrMany([1, 2.6], [1, 2.6, 1.3])) {
        zoomMap(map, zoom, { x: 0.4, y: 0.7 }, 99);
        for (const index of cells) {
          revealCell(map, index[2], index[3]);
          const seen = loupe(scene, trace, index, `${name}, ${width} × ${height} px`);
          assert.equal(seen.length, Math.min(3, q) * Math.min(width < 420 ? 3 : 5, n), name);
          assert.equal(new Set(seen).size, seen.length);
        }
      }
    }
  });

  test("what is out of view or of another head is not there, what is in view is", () => {
    const scene = sceneOf(PROBLEMS["four heads"], { options: { head: 2 } });
    const isThere = standing(scene, scene.duration);
    const at = (head, i) => ({ tensor: "weights", index: [0, head, i, 3] }); // prettier-ignore
    assert.deepEqual([isThere(at(2, 4)), isThere(at(1, 4))], [true, false]);
    const { map } = marksAt(scene, scene.duration).find(({ type }) => type === "raster");
    zoomMap(map, 2, { x: 0, y: 0 }, 9);
    assert.deepEqual([isThere(at(2, 4)), isThere(at(2, 15))], [true, false]);
    assert.deepEqual(highlight(scene, scene.duration, { ...at(2, 15), map: true }), []);
    for (const target of [{ tensor: "weights" }, { tensor: "weights", index: [0, 2, 4, null] }])
      assert.equal(highlight(scene, scene.duration, target).filter(({ id }) => id === "ring.map").length, 1);
  });

  test("every loupe and every picture holds, of drawn problems", () => {
    const draw = chance(12);
    let told = 0;
    for (let k = 0; k < fewOrMany(40, 200); k++) {
      const problem = anyProblem(draw, { most: draw.from(9, 30) });
      const trace = attention.forward(problem);
      const [batches, heads, q, n] = trace.weights.shape;
      const options = { batch: draw.below(batches), head: draw.below(heads), query: draw.below(q) };
      const [width, height] = draw.one(ROOMS);
      const how = { story: draw.one(STORIES), lang: draw.one(["en", "zh"]), width, height, options };
      if (Math.max(q, n) <= 8) continue;
      const where = `problem ${k}, ${JSON.stringify(how)}`;
      const scene = sceneOf(problem, { ...how, trace });
      assert.ok(isLong(scene), where);
      told++;
      const { id, hold } = draw.one(scene.steps);
      assert.deepEqual(faults(frame(scene, scene.timeline, hold)), [], `${where}, end of ${id}`);
      loupe(scene, trace, [options.batch, options.head, draw.below(q), draw.below(n)], where);
    }
    assert.ok(told >= fewOrMany(15, 100), String(told));
  });
});
