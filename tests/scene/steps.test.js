// What a step says stands at its end; what enters and leaves follows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { block, SIZES } from "../../web/scene/kit/block.js";
import { cellsOf } from "../../web/scene/kit/cells.js";
import { drawn } from "../../web/scene/kit/draw.js";
import { stackedBar } from "../../web/scene/kit/bars.js";
import { enlarging } from "../../web/scene/kit/enlarged.js";
import { fit } from "../../web/scene/kit/fit.js";
import { blank, from, having, placeholders } from "../../web/scene/kit/arrivals.js";
import { play } from "../../web/scene/kit/steps.js";
import { text } from "../../web/scene/kit/text.js";
import { createScript } from "../../web/scene/script.js";
import { valueAt } from "../../web/scene/timeline.js";
import { presets } from "../helpers/presets.js";
import { marksAt } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";

const { model } = sceneOf(presets["walk-through"].problem);
const cells = cellsOf(model, () => ({ size: SIZES.large }));
const word = (id) => text(id, { text: id });
const about = { title: "", caption: () => "" };

/** Tells states as one step each, and says what an item's property has come to at the end of each. @param {any[]} states */
function told(...states) {
  const script = createScript(model);
  play(
    script,
    states.map((state, k) => ({ id: `s${k}`, ...about, states: [state].flat(1).length ? [state] : [] })),
  );
  const { items, steps, timeline } = script.finish();
  return (id, property = "opacity") =>
    steps.map(({ hold }) => {
      const initial = items.find((item) => item.id === id)?.initial?.[property] ?? 0;
      return valueAt(timeline.tracks.get(id)?.get(property), hold, initial);
    });
}

test("what stands in a slot stays until the slot is named without it", () => {
  const [a, b] = [word("a"), word("b")];
  const at = told({ first: a }, { second: b }, { first: null }, { only: true, third: word("c") });
  assert.deepEqual(at("a"), [1, 1, 0, 0]);
  assert.deepEqual(at("b"), [0, 1, 1, 0]);
  assert.deepEqual(at("c"), [0, 0, 0, 1]);
});

test("a block enters with its numbers, and what has stood before comes back with them", () => {
  const row = cells("scores", { query: 0 });
  const at = told({ row: placeholders([row]) }, { row }, { row: null }, { row });
  assert.deepEqual(at(row.id), [0, 1, 0, 1]);
  assert.deepEqual(at(row.id, "placeholder"), [1, 0, 0, 0]);
  assert.deepEqual(at(row.id, "reveal"), [0, 1, 1, 1]);
});

test("whatever has a box is a dashed outline until it arrives, and its words are not there", () => {
  const share = stackedBar("share", {
    width: 90,
    height: 20,
    indices: [],
    names: [],
    bars: () => [],
    decimals: 2,
  });
  share.put(50, 30);
  const said = word("said");
  const slots = { share, said: [said] };
  const at = told(blank(slots), slots, { only: true });
  assert.deepEqual(at("said"), [0, 1, 0]);
  const marksAt = (k) => Object.values(drawn(share, (property) => at("share", property)[k], model)).flat();
  assert.deepEqual(
    marksAt(0).map(({ part, x, width }) => [part, x, width]),
    [["ghost", 5, 90]],
  );
  assert.ok(marksAt(1).length && marksAt(1).every(({ part }) => part !== "ghost"));
  assert.deepEqual(marksAt(2), []);
});

test("lines stand as long as what they lead to, and a changed item is as before where it is named plainly", () => {
  const [score, key, line] = [cells("scores", { query: 1, key: 0 }), cells("key", { key: 0 }), word("line")];
  const lit = word("lit");
  const at = told(
    { score: from(score, [key], [line]), lit: having(lit, { active: 1 }) },
    { score, lit },
    { score: null },
  );
  assert.deepEqual(at("line"), [1, 1, 0]);
  assert.deepEqual(at("lit", "active"), [1, 0, 0]);
});

test("what rests is faint, with its lines, until it is named again", () => {
  const [key, line, score] = [cells("key", { key: 1 }), word("way"), cells("scores", { query: 1, key: 1 })];
  const at = told(
    { key: from(key, [], [line]) },
    { rests: ["key", "nothing"], score },
    { key },
    { key: null },
  );
  assert.deepEqual(at(key.id, "dim"), [0, 1, 0, 0]);
  assert.deepEqual(at("way", "dim"), [0, 1, 0, 0]);
  assert.deepEqual(at("way"), [1, 1, 1, 0]);
  assert.deepEqual(at(score.id, "dim"), [0, 0, 0, 0]);
});

test("what stands large does so from the start, and goes to its place where it is named again", () => {
  const large = enlarging({ x: -10, y: -20, wide: 2, high: 3 });
  const row = cells("scores", { query: 2 });
  const at = told({ row: from(row, [word("source")]), large }, { other: word("other") }, { row });
  assert.deepEqual(at(row.id, "enlarged"), [1, 1, 0]);
  assert.deepEqual(at(row.id), [1, 1, 1]);
  for (const [preset, story, id, tensor] of /** @type {const} */ ([
    ["heads", "multi-head", "input", "x"],
    ["eight-heads", "multi-head", "input", "x"],
    ["layer", "matrices", "inputs", "x"],
    ["search", "search", "typed", "exact.query"],
    ["cross", "cross", "source", "source.x"],
  ])) {
    const scene = sceneOf(presets[preset].problem, { story });
    const alone = scene.steps.findIndex((step) => step.id === id);
    const cellsAt = (/** @type {number} */ time) =>
      marksAt(scene, time).filter(({ cell, grid }) => (grid?.tensor ?? cell?.split(":")[0]) === tensor);
    const [first, ...later] = [scene.steps[alone], ...scene.steps.slice(alone + 1)];
    const area = (/** @type {any[]} */ marks) =>
      Math.max(...marks.map(({ box, width, height }) => (box?.width ?? width) * (box?.height ?? height)));
    const last = later.map(({ hold }) => cellsAt(hold)).findLast((marks) => marks.length);
    assert.ok(area(cellsAt(first.hold)) > 1.5 * area(last), `${preset} is large at first`);
    for (const { box, x, y, width, height, text } of cellsAt(first.hold)) {
      const cell = box ?? { x, y, width, height };
      assert.ok(cell.x >= 0 && cell.x + cell.width <= scene.width, `${preset} is on the stage`);
      assert.ok(cell.y >= 0 && cell.y + cell.height <= scene.height, `${preset} is on the stage`);
      if (text) assert.ok(x > cell.x && x < cell.x + cell.width && y > cell.y && y < cell.y + cell.height);
    }
  }
});

test("the stages of a score take one another's place without an empty moment", () => {
  const put = (item) => (item.put(50, 50), item);
  const [before, after] = ["scores", "scaled_scores"].map((tensor) =>
    put(cells(tensor, { query: 2, key: 2 })),
  );
  const script = createScript(model);
  const step = (id, score) => ({
    id,
    ...about,
    states: [{ score }],
  });
  play(script, [step("one", before), step("two", after)]);
  const { steps, timeline } = script.finish();
  const shown = ({ id }, time) => valueAt(timeline.tracks.get(id)?.get("opacity"), time, 0);
  for (let time = steps[0].hold; time <= steps[1].hold; time += 0.02)
    assert.ok(shown(before, time) + shown(after, time) > 0.5, `${time}`);
});

test("a step says what it makes, and a listener hears the numbers", () => {
  const script = createScript(model);
  const states = [{ scores: cells.along("key", "scores", { query: 0 }) }];
  play(script, [{ id: "scores", ...about, title: "Scores", of: model, makes: "scores", states }]);
  assert.match(script.finish().steps[0].text, /score: 2, 4, 4\./);
});

test("cells have the axes that are left free, and are made once", () => {
  const shape = ({ rows, columns }) => [rows, columns];
  assert.deepEqual(shape(cells("weights")), [3, 3]);
  assert.deepEqual(shape(cells("weights", { query: 1 })), [1, 3]);
  assert.deepEqual(cells("weights", { key: 2, query: 1 }).indices, [[0, 0, 1, 2]]);
  assert.equal(cells("weights", { key: 2, query: 1 }), cells.along("key", "weights", { query: 1 })[2]);
  assert.notEqual(cells("weights", { key: 1 }), cells("weights", { query: 1 }));
});

test("a cell is found where it stands, or where what it copies stands", () => {
  const { model: chain } = sceneOf(presets.search.problem, { story: "search" });
  const made = new Map();
  const [exact, self] = ["exact", "self"].map((id) =>
    cellsOf(chain.stage(id), () => ({ size: SIZES.large }), made),
  );
  const key = exact("key", { key: 0 });
  key.put(200, 100);
  assert.equal(exact.find({ tensor: "exact.key", index: [0, 0, 0, 1] })?.x, key.x + key.cellWidth);
  assert.equal(self.find({ tensor: "self.query", index: [0, 0, 0, 0] })?.y, key.y);
  assert.equal(self.find({ tensor: "self.weights", index: [0, 0, 0, 0] }), undefined);
});

test("the first variant that fits is taken, else the last", () => {
  const make = (px) => ({ px, takes: { width: px } });
  assert.equal(fit({ width: 25 }, [40, 30, 20, 10], make).px, 20);
  assert.equal(fit({ width: 5 }, [40, 30, 20, 10], make).px, 10);
});

test("a block of the kit alone enters, too", () => {
  const alone = block(model, { id: "alone", tensor: "x", cells: [[[0, 0, 0]]], size: SIZES.large });
  assert.deepEqual(told({ alone })("alone", "reveal"), [1]);
});
