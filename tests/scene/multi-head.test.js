// The story of many heads: its numbers are the trace's, its sentences hold, and it stays on the stage.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { frame } from "../../web/scene/index.js";
import { faults } from "./helpers/boxes.js";
import { seeded } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const SIZES = [
  { width: 1552, height: 424 },
  { width: 1104, height: 424 },
  { width: 652, height: 424 },
  { width: 336, height: 404 },
  { width: 716, height: 200 },
];

const two = seeded({ heads: 2, tokens: 3, features: 4, width: 2, fractions: true });

/** @type {Record<string, any>} */
const PROBLEMS = {
  "two-words": presets["two-words"].problem,
  "eight-heads": { ...presets["eight-heads"].problem, labels: { x: ["hello", "world"] } },
  batch: { ...presets.batch.problem, labels: { x: ["first", "second", "third"] } },
  "one of everything": seeded({ heads: 1, tokens: 1, features: 1, width: 1 }),
  "long labels": {
    ...seeded({ heads: 3, tokens: 2, features: 4, width: 2 }),
    labels: { x: ["猫咪睡觉", "👩‍👩‍👧‍👦 cat".repeat(40)] },
  },
  "four heads share two keys": seeded({ heads: 4, kv_heads: 2, tokens: 3, features: 4, width: 2 }),
  "the largest": seeded({ heads: 8, tokens: 8, features: 8, width: 8, fractions: true }),
  "a batch of three": seeded({ heads: 4, tokens: 3, features: 4, width: 1, batch: 3, fractions: true }),
  "others are asked": seeded({ heads: 2, tokens: 2, keys: 5, features: 3, width: 2 }),
  "causal, capped, with a bias": { ...two, causal: true, softcap: 2, bias: [[0, 1, -1], [0, 0, 0], [2, 2, 2]] }, // prettier-ignore
  "nothing to look at": { ...two, mask: [[false, false, false], [true, true, true], [true, false, true]] }, // prettier-ignore
  "a number that is none": { ...two, x: [["NaN", 0, 1, 2], [1, 0, 1, 0], [0, 1, 0, 1]] }, // prettier-ignore
  "no last matrix": { ...two, w_o: undefined },
  "a last bias alone": { ...two, w_o: undefined, b_o: [1, 2, 3, 4] },
  "weights given": { ...two, weights_override: [[1, 0, 0], [0, 1, 0], [0.5, 0.25, 0.25]] }, // prettier-ignore
  "given, already split": alreadySplit(),
};

function alreadySplit() {
  const { query, key, value } = attention.forward(seeded({ heads: 4, kv_heads: 2, tokens: 3, features: 4, width: 3 })); // prettier-ignore
  return { query, key, value };
}

/** @param {any} problem @param {any} [how] */
const heads = (problem, how) => sceneOf(problem, { story: "multi-head", ...how });

/** Marks at the end of a step. @param {any} scene @param {any} step */
const marksAt = (scene, step) => frame(scene, scene.timeline, step.hold + 0.01).marks;

/** @param {any} trace @param {string} cell "weights:0,0,1,2" */
function valueOf(trace, cell) {
  const [tensor, at] = cell.split(":");
  const { shape, data } = trace[tensor];
  return data[at.split(",").reduce((sum, index, axis) => sum * shape[axis] + Number(index), 0)];
}

for (const [name, problem] of Object.entries(PROBLEMS)) {
  test(`nothing overlaps and nothing leaves the stage: ${name}`, () => {
    for (const [k, size] of SIZES.entries())
      for (const softmax of ["closed", "open"]) {
        const head = softmax === "open" && problem.heads > 1 ? 1 : 0;
        const lang = k % 2 ? "en" : "zh";
        const scene = heads(problem, { ...size, lang, options: { softmax, head } });
        assert.ok(scene.height <= size.height, `${scene.height} px in ${size.width} × ${size.height}`);
        for (const step of scene.steps) {
          const found = faults({ ...scene, marks: marksAt(scene, step) }).slice(0, 5);
          assert.deepEqual(found, [], `${lang}, ${size.width} px, ${softmax}, ${step.id}`);
        }
      }
  });

  test(`every number is the core's: ${name}`, () => {
    const scene = heads(problem);
    const { trace } = scene.model;
    for (const step of scene.steps)
      for (const { cell, value, size, id } of marksAt(scene, step)) {
        if (!cell) continue;
        assert.ok(size >= 12 - 1e-6, `${id}: digits of ${size} px`);
        if (cell.split(":")[0] in trace)
          assert.ok(Object.is(Math.fround(Number(value)), valueOf(trace, cell)), id);
      }
  });
}

test("joined heads are their results side by side, in the picture too", () => {
  const scene = heads(two);
  const { trace } = scene.model;
  const joined = marksAt(
    scene,
    scene.steps.find(({ id }) => id === "join"),
  ).filter(({ cell }) => cell?.startsWith("joined:"));
  assert.equal(joined.length, 3 * 4);
  for (const { cell, value } of joined) {
    const [, i, c] = cell.slice("joined:".length).split(",").map(Number);
    assert.equal(Math.fround(Number(value)), valueOf(trace, `mixed:0,${Math.floor(c / 2)},${i},${c % 2}`));
  }
});

test("the head that is named looks where the caption says", () => {
  const places = {
    en: /head (\d+) looks most at (?:“(.+?)”|input (\d+)) \(/g,
    zh: /头 (\d+) 最关注(?:“(.+?)”|输入 (\d+))（/g,
  };
  for (const [name, problem] of Object.entries(PROBLEMS))
    for (const [lang, pattern] of Object.entries(places))
      for (const head of problem.heads > 1 ? [0, 1] : [0]) {
        const scene = heads(problem, { lang, options: { head } });
        const { caption } = /** @type {any} */ (scene.steps.find(({ id }) => id === "weights"));
        const said = caption.map((/** @type {any} */ { text }) => text).join("");
        const found = [...said.matchAll(pattern)];
        const cells = caption.flatMap((/** @type {any} */ { target }) =>
          target?.index ? [target.index] : [],
        );
        if (["eight-heads", "batch", "the largest"].includes(name)) assert.equal(found.length, 2, said);
        const keys = found.map(([, number, label, plain], k) => {
          const [batch, h, i, j] = cells[k];
          const row = Array.from({ length: scene.model.kv_len }, (_, key) =>
            valueOf(scene.model.trace, `weights:${[batch, h, i, key]}`),
          );
          assert.equal(h + 1, Number(number));
          if (label) assert.ok(problem.labels.x[j].startsWith(label.replace(/…$/, "")), label);
          else assert.equal(Number(plain), j + 1);
          assert.deepEqual(row.map((weight, key) => weight >= row[j] && key !== j).filter(Boolean), [], said);
          return `${i}: ${j}`;
        });
        assert.equal(new Set(keys).size, found.length, said);
        if (found.length) assert.equal(cells[0][1], head);
      }
});

test("heads that look the same way are said to", () => {
  const half = seeded({ heads: 1, tokens: 3, features: 4, width: 2, fractions: true });
  const twice = (/** @type {number[][]} */ matrix) => matrix.map((row) => [...row, ...row]);
  const problem = { ...half, heads: 2, kv_heads: 2, w_q: twice(half.w_q), w_k: twice(half.w_k), w_v: twice(half.w_v) }; // prettier-ignore
  const { text } = /** @type {any} */ (heads(problem).steps.find(({ id }) => id === "weights"));
  assert.match(text, /In each row, all heads look most at the same key\./);
});

test("the chosen head and the chosen item of a batch are enlarged", () => {
  const scene = heads(PROBLEMS.batch, { options: { head: 1, batch: 1 } });
  const cells = marksAt(scene, scene.steps.at(-1)).flatMap(({ cell }) => cell ?? []);
  assert.ok(cells.includes("mixed:1,1,0,0") && !cells.includes("mixed:1,0,0,0"));
  assert.ok(
    cells.every((/** @type {string} */ cell) => !/^(weights|mixed|joined|output|query):0/.test(cell)),
  );
  assert.match(scene.steps[0].text, /Item 2 of 2 is in front/);
});

test("only of several heads one is said to be enlarged", () => {
  const title = (/** @type {string} */ name) =>
    heads(PROBLEMS[name]).items.find(({ id }) => id === "large.name")?.text;
  assert.equal(title("eight-heads"), "Head 1, enlarged");
  assert.equal(title("two-words") ?? "", "");
});

test("the other items of a batch lie behind the one in front, wherever it is whole", () => {
  const sheetsOf = (/** @type {string} */ name) => {
    const scene = heads(PROBLEMS[name]);
    const behind = (/** @type {any} */ step) => marksAt(scene, step).filter(({ part }) => part === "sheet");
    const idsOf = (/** @type {any} */ step) => behind(step).map(({ id }) => id.replace("behind.", ""));
    return Object.fromEntries(scene.steps.map((step) => [step.id, idsOf(step).sort()]));
  };
  const maps = ["panel.0/0", "panel.1/0"];
  assert.deepEqual(sheetsOf("batch"), {
    input: ["x/0"],
    project: ["projected_key/0", "projected_query/0", "projected_value/0", "x/0"],
    split: ["x/0"],
    transpose: maps,
    scores: maps,
    scaled_scores: maps,
    weights: maps,
    mixed: maps,
    join: ["joined/0", ...maps],
    output: ["joined/0", "output/0", ...maps],
  });
  const three = sheetsOf("a batch of three");
  assert.deepEqual(three.output.slice(0, 4), ["joined/0", "joined/1", "output/0", "output/1"]);
  assert.deepEqual(new Set(Object.values(sheetsOf("eight-heads")).flat()), new Set());
});

test("heads that share keys are named, and the maps say which", () => {
  const scene = heads(PROBLEMS["four heads share two keys"]);
  assert.match(scene.steps.find(({ id }) => id === "heads")?.text ?? "", /heads 1 and 2, and by 3 and 4\./);
  const titles = scene.items.filter(({ id }) => /^head\.\d\.name$/.test(id)).map(({ text }) => text);
  assert.deepEqual(
    titles,
    [1, 1, 2, 2].map((group, h) => `Head ${h + 1} · keys ${group}`),
  );
});
