// What a task asks, and how far it is reached; what may be changed, and what has been: without a page.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  differences,
  namesIn,
  readChange,
  readSetting,
  withSetting,
} from "../../web/element/tasks/changes.js";
import { partsIn, reached, readCondition } from "../../web/element/tasks/goal.js";

describe("a goal", () => {
  test("is read with its tensor, its place, its sign and its number; what is none is refused", () => {
    const read = (text) => {
      const { tensor, index, sign, number } = readCondition(text) ?? {};
      return [tensor, index, sign, number];
    };
    assert.deepEqual(read("weights:0,0,2,2 > 0.5"), ["weights", [0, 0, 2, 2], ">", 0.5]);
    assert.deepEqual(read("dot.weights: 0,0,*,3>=.25"), ["dot.weights", [0, 0, null, 3], ">=", 0.25]);
    assert.deepEqual(read("loss < 0.35"), ["loss", null, "<", Math.fround(0.35)]);
    assert.deepEqual(read("scores:0,0,0,0 = −2"), ["scores", [0, 0, 0, 0], "=", -2]);
    for (const wrong of [
      "",
      "weights",
      "weights > ",
      "weights > NaN",
      "weights == 1",
      "weights > 0.5 > 0",
      "a:b > 1",
      "alert(1) > 0",
    ])
      assert.equal(readCondition(wrong), null, wrong);
    assert.deepEqual(partsIn(" a > 1 ;b < 2；; "), ["a > 1", "b < 2"]);
  });

  /** How far a goal is reached where a tensor goes from some numbers to others. */
  const way = (goal, from, to) => {
    const trace = (data) => ({ a: { shape: [2, 2], data: Float32Array.from(data) } });
    const { progress, holds, value } = reached(partsIn(goal).map(readCondition), trace(to), trace(from));
    return [progress, holds, value];
  };

  for (const [what, goal, from, to, expected] of [
    ["half of the way", "a:0,0 > 4", [0, 0, 0, 0], [2, 0, 0, 0], [0.5, false, 2]],
    ["down as well as up", "a:0,0 < 0", [4, 0, 0, 0], [1, 0, 0, 0], [0.75, false, 1]],
    ["at the goal, which is to be passed", "a:0,0 > 4", [0, 0, 0, 0], [4, 0, 0, 0], [1, false, 4]],
    ["at the goal, which is enough", "a:0,0 >= 4", [0, 0, 0, 0], [4, 0, 0, 0], [1, true, 4]],
    ["away from it", "a:0,0 > 4", [0, 0, 0, 0], [-9, 0, 0, 0], [0, false, -9]],
    [
      "the least advanced of all that a star means",
      "a:*,1 > 4",
      [0, 0, 0, 0],
      [0, 4, 0, 1],
      [0.25, false, 1],
    ],
    [
      "the least advanced of two conditions",
      "a:0,0 > 4; a:1,1 > 4",
      [0, 0, 0, 0],
      [9, 0, 0, 3],
      [0.75, false, 3],
    ],
    ["what held at first and is left", "a:0,0 > 4; a:1,1 > 4", [0, 0, 0, 5], [9, 0, 0, 3], [0, false, 3]],
    [
      "no way at all to what must be equal",
      "a:0,0 = 4",
      [0, 0, 0, 0],
      [3.9, 0, 0, 0],
      [0, false, Math.fround(3.9)],
    ],
    ["equal as a float32 can be", "a:0,0 = 0.3", [0, 0, 0, 0], [0.3, 0, 0, 0], [1, true, Math.fround(0.3)]],
    ["0 is nothing but 0", "a:0,0 = 0", [1, 0, 0, 0], [1e-9, 0, 0, 0], [0, false, Math.fround(1e-9)]],
    ["no number", "a:0,0 > 4", [0, 0, 0, 0], [NaN, 0, 0, 0], [0, false, NaN]],
    ["all of a tensor", "a > 0", [0, 1, 1, 1], [1, 1, 1, 1], [1, true, 1]],
  ])
    test(`${what}: ${goal}`, () => assert.deepEqual(way(goal, from, to), expected));
});

describe("changes", () => {
  const start = { x: [[1, 2]], w_q: [[1, 0], [0, 1]], heads: 1, labels: { x: ["a"] } }; // prettier-ignore
  const found = (now, ...allowed) => {
    const { all, over } = differences(start, { ...start, ...now }, new Map(allowed));
    return [all.map(({ name, index, from, to }) => `${name}:${index} ${from} ${to}`), over?.name ?? null];
  };

  test("are counted number by number, in whatever form they are written", () => {
    const w_q = { shape: [2, 2], data: [1, 5, 0, 1] };
    assert.deepEqual(found({ w_q }, ["w_q", 1]), [["w_q:0,1 0 5"], null]);
    assert.deepEqual(found({ w_q: [[1, 5], [0, 2]] }, ["w_q", 1])[1], "w_q"); // prettier-ignore
    assert.deepEqual(found({ w_q: [[1, -0], [0, 1]], labels: {} }, ["w_q", 0]), [[], null]); // prettier-ignore
  });

  test("elsewhere are too many, and so is what one of them takes away or adds", () => {
    assert.deepEqual(found({ heads: 2 }, ["w_q", 4])[1], "heads");
    assert.deepEqual(found({ causal: true }, ["w_q", 4])[1], "causal");
    assert.deepEqual(found({ w_q: undefined }, ["w_q", 3])[1], "w_q");
    assert.deepEqual(found({ window: [1, 0] }, ["window", Infinity])[1], null);
  });

  test("are named as the problem names them, those of a chain by their stage", () => {
    assert.deepEqual(readChange("w_q 1"), { name: "w_q", most: 1 });
    assert.deepEqual(readChange("dot.query"), { name: "dot.query", most: Infinity });
    assert.equal(readChange("one w_q"), null);
    const chain = { stages: [{ id: "dot", query: [[1, 2]], key: [[1, 2]], value: [[1, 2]] }] };
    assert.ok(namesIn(chain).includes("dot.query") && !namesIn(chain).includes("query"));
    assert.ok(namesIn(start).includes("window") && !namesIn(start).includes("labels"));
    const answer = withSetting(chain, readSetting("dot.query:0,1 = -2"));
    assert.deepEqual([answer.stages[0].query, chain.stages[0].query], [[[1, -2]], [[1, 2]]]);
  });

  test("an answer sets numbers and options, and nothing where there is no such place", () => {
    const set = (text) => withSetting(start, readSetting(text));
    assert.deepEqual(set("w_q:0,0 = −1").w_q, [[-1, 0], [0, 1]]); // prettier-ignore
    assert.deepEqual([set("window = 1 0").window, set("causal = true").causal, set("score = dot").score], [[1, 0], true, "dot"]); // prettier-ignore
    for (const wrong of ["w_q:0,2 = 1", "w_q:0 = 1", "none:0,0 = 1"]) assert.equal(set(wrong), null, wrong);
    for (const wrong of ["w_q", "w_q:0,0 = x", "w_q:0,0 > 1", ""])
      assert.equal(readSetting(wrong), null, wrong);
  });
});
