// The story of many heads: its numbers are the trace's, its sentences hold, and it stays on the stage.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { cellAt, cellsIn } from "../../web/render/cells.js";
import { highlight } from "../../web/scene/highlight.js";
import { frame } from "../../web/scene/index.js";
import { attentions } from "./helpers/attentions.js";
import { seeded } from "./helpers/problems.js";
import { cellOf, stepOf } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";

const two = seeded({ heads: 2, tokens: 3, features: 4, width: 2, fractions: true });

/** @type {Record<string, any>} */
const PROBLEMS = {
  ...attentions,
  "two-words": presets["two-words"].problem,
  "eight-heads": { ...presets["eight-heads"].problem, labels: { x: ["hello", "world"] } },
  batch: { ...presets.batch.problem, labels: { x: ["first", "second", "third"] } },
};

/** @param {any} problem @param {any} [how] */
const heads = (problem, how) => sceneOf(problem, { story: "multi-head", ...how });

/** Marks at the end of a step. @param {any} scene @param {any} step */
const marksAt = (scene, step) => frame(scene, scene.timeline, step.hold + 0.01).marks;

// that a named head looks where the caption says is read in truth.test.js
test("the caption names two heads that look at different keys, the chosen one first", () => {
  const pattern = /at (?:“[^”]+”|input \d+) \([^)]*\) in head (\d+)/g;
  for (const name of ["eight-heads", "batch", "eight heads of eight"])
    for (const head of [0, 1]) {
      const { caption } = heads(PROBLEMS[name], { options: { head } }).steps.find(
        ({ id }) => id === "weights",
      );
      const text = caption.map((one) => one.text).join("");
      const cells = caption.flatMap(({ target }) => (target?.index ? [target.index] : []));
      const named = [...text.matchAll(pattern)].map(([, number]) => Number(number) - 1);
      assert.deepEqual(named, [cells[0][1], cells[1][1]], text);
      assert.equal(named[0], head, text);
      assert.notEqual(cells[0][3], cells[1][3], text);
    }
});

test("heads that look the same way are said to", () => {
  const half = seeded({ heads: 1, tokens: 3, features: 4, width: 2, fractions: true });
  const twice = (matrix) => matrix.map((row) => [...row, ...row]);
  const problem = { ...half, heads: 2, kv_heads: 2, w_q: twice(half.w_q), w_k: twice(half.w_k), w_v: twice(half.w_v) }; // prettier-ignore
  const { text } = heads(problem).steps.find(({ id }) => id === "weights");
  assert.match(text, /In each row, all heads look most at the same key\./);
});

test("every head is drawn in one way, of the chosen item of a batch, and what others there are can be brought forward", () => {
  const labels = { x: ["a", "the second", "c", "d", "the fifth", "f"] };
  const scene = heads({ ...PROBLEMS.batch, labels }, { options: { batch: 1 } });
  const cells = marksAt(scene, scene.steps.at(-1)).flatMap(({ cell }) => cell ?? []);
  for (const h of [0, 1])
    for (const tensor of ["weights", "mixed"])
      assert.ok(cells.includes(`${tensor}:1,${h},0,0`) && !cells.includes(`${tensor}:0,${h},0,0`));
  assert.match(scene.steps[0].text, /item 2 stands in front/);
  for (const step of [scene.steps[0], scene.steps.at(-1)]) {
    const pressed = marksAt(scene, step).flatMap(({ control }) => (control ? [control.name] : []));
    assert.deepEqual(pressed, ["batch-0"], step.id);
  }
  const shown = marksAt(scene, scene.steps[0]).flatMap(({ cell }) => (/^x:/.test(cell ?? "") ? [cell.slice(2, 3)] : [])); // prettier-ignore
  assert.deepEqual([...new Set(shown)].sort(), ["0", "1"], "both items in full");
  for (const [item, name] of ["the second", "the fifth"].entries()) {
    const pointed = highlight(scene, scene.steps[0].hold, { tensor: "x", index: [item, 1, 0] });
    assert.equal(pointed.find(({ text }) => text)?.text, name);
  }
});

test("the steps of many heads, which links name", () => {
  const idsOf = (name) => heads(PROBLEMS[name]).steps.map(({ id }) => id).join(" "); // prettier-ignore
  const attends = "scores scaled_scores weights mixed join output each";
  assert.equal(idsOf("eight-heads"), `input project split heads ${attends}`);
  assert.equal(idsOf("batch"), `input project split transpose ${attends}`);
});

test("splitting moves the parts of a matrix and changes no number", () => {
  const scene = heads(PROBLEMS["eight-heads"]);
  const { start, hold } = stepOf(scene, "split");
  const numbers = (time) => {
    const { marks } = frame(scene, scene.timeline, time);
    return new Map(marks.flatMap(({ cell, text, x }) => (/^projected_query:/.test(cell ?? "") ? [[cell, { text, x }]] : []))); // prettier-ignore
  };
  const [before, after] = [numbers(start), numbers(hold)];
  assert.equal(before.size, 48);
  for (const [cell, { text, x }] of before) {
    const column = Number(cell.split(",").at(-1));
    const moved = after.get(cell);
    assert.equal(moved.text, text);
    assert.ok(column < 12 ? moved.x < x : moved.x > x, cell);
  }
});

test("where the row that is followed stands between low ones, each square can be pointed at as its own cell", () => {
  const scene = heads(presets.heads.problem);
  const marks = marksAt(scene, stepOf(scene, "project")); // prettier-ignore
  const cells = cellsIn(marks).filter(({ tensor }) => tensor === "projected_query");
  assert.equal(new Set(cells.map(({ index }) => index.join())).size, 7 * 16);
  for (const { index, x, y } of cells) {
    const found = cellAt(marks, x + 1, y + 1);
    assert.deepEqual(found?.index, index);
  }
});

test("what flies to the maps comes from the row with numbers, wherever it is", () => {
  const { x, ...parameters } = presets.heads.problem;
  for (const k of x.keys()) {
    const scene = heads({ x: [...x.slice(k), ...x.slice(0, k)], ...parameters });
    const sources = scene.items.flatMap(({ kind, from }) => (kind === "flight" && /query/.test(from.tensor) ? [from] : [])); // prettier-ignore
    assert.equal(sources.length, scene.model.heads);
    for (const { kind, rows } of sources) assert.deepEqual([kind, rows], ["block", 1]);
  }
});

test("what the heads add to an output makes that output, with the bias", () => {
  for (const name of ["batch", "eight-heads"]) {
    const scene = heads(PROBLEMS[name]);
    const step = stepOf(scene, "output");
    const cells = marksAt(scene, step).flatMap(({ cell }) => (/^(head_\d+\.output|b_o)/.test(cell ?? "") ? [cellOf(cell)] : [])); // prettier-ignore
    assert.equal(cells.length, scene.model.heads + Number(name === "batch"));
    const sum = cells.reduce((all, { tensor, index }) => all + scene.model.value(tensor, index), 0);
    const { index } = cells[0];
    assert.ok(Math.abs(sum - scene.model.value("output", index)) < 1e-5, name);
  }
});

test("a head is named by what it was measured to do, and pointing at it tells the share", () => {
  const { problem, figures } = presets.heads;
  const labels = { x: ["the", "black", "cat", "drank", "its", "warm", "milk"] };
  const scene = heads({ ...problem, labels }, { options: { figures } });
  const step = scene.steps.at(-1);
  const names = marksAt(scene, step).flatMap(({ id, text }) => (/^card\.name/.test(id) ? [text] : []));
  assert.deepEqual(names, ["1 · previous word", "2 · verb ↔ noun", "3 · noun ↔ adjective", "4 · first word"]);
  const board = (told) => highlight(told, step.hold, { tensor: "weights", index: [0, 1, null, null] });
  const said = (told) => board(told).flatMap(({ text }) => text ?? []);
  assert.ok(said(scene).includes("100 % of rows, 200 sentences"), said(scene).join());
  // numbers that a reader has changed were measured by nobody
  const changed = heads({ ...problem, labels });
  assert.ok(said(changed).includes("Where head 2 looks most"), said(changed).join());
  assert.doesNotMatch(changed.steps.map(({ text }) => text).join(), /previous word|roles/);
});

test("heads that share keys are named, and the maps say which", () => {
  const scene = heads(seeded({ heads: 4, kv_heads: 2, tokens: 3, features: 4, width: 2 }));
  assert.match(stepOf(scene, "heads")?.text ?? "", /heads 1 and 2, and by 3 and 4\./);
  const titles = scene.items.filter(({ id }) => /^card\.name\.\d$/.test(id)).map(({ text }) => text);
  assert.deepEqual(
    titles,
    [1, 1, 2, 2].map((group, h) => `Head ${h + 1} · keys ${group}`),
  );
});
