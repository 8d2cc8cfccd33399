// The scene as a function of time: what has a step, what is said of a cell, and what other parts of the player rely on.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { explain, frame, stories } from "../../web/scene/index.js";
import { truncate, textWidth } from "../../web/scene/text-metrics.js";
import { attentions } from "./helpers/attentions.js";
import { faults } from "./helpers/boxes.js";
import { marksAt, numbersOf, said, stepOf } from "./helpers/marks.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";
import { problemOf } from "./helpers/stories.js";

test("the walk-through takes at most 70 seconds for three words, and comes to its first score in time", () => {
  for (const lang of ["en", "zh"])
    for (const width of [336, 652, 1104]) {
      const problem = { ...presets["walk-through"].problem, labels: { x: ["I", "love", "cats"] } };
      const scene = sceneOf(problem, { width, lang });
      const at = (id) => stepOf(scene, id);
      assert.ok(scene.duration <= 70, `${scene.duration} s`);
      assert.ok(at("query-1").start <= 16, `keys and values until ${at("query-1").start} s`);
      assert.ok(at("score-1").hold <= 25, `first score at ${at("score-1").hold} s`);
    }
});

/** Seconds that a preset takes at most, from its start or from a step, to its end or that of a step. @type {[preset: string, most: number, from?: string, to?: string][]} */
const SECONDS = [
  ["two-words", 36],
  ["fused", 34],
  ["scaling", 53],
  ["layer", 12, "query", "value-all"],
];

test("a story takes no longer than it has been given", () => {
  for (const [preset, most, from, to] of SECONDS)
    for (const lang of ["en", "zh"])
      for (const width of [336, 1104]) {
        const [story] = presets[preset].stories;
        const { steps, duration } = sceneOf(problemOf(preset, lang), { story, width, lang });
        const first = from ? steps.find(({ id }) => id === from).start : 0;
        const last = to && steps.find(({ id }) => id === to);
        const seconds = (last ? last.start + last.duration : duration) - first;
        assert.ok(seconds <= most, `${preset}, ${lang}, ${width} px: ${seconds} s`);
      }
});

test("the question at the beginning is about the last word that is told, without a map; of one key nothing is asked", () => {
  const labels = { x: ["I", "love", "cats"] };
  const told = (/** @type {any} */ problem, story = "walk-through", width = 1104) => {
    const scene = sceneOf(problem, { story, width });
    const marks = marksAt(scene, scene.steps[0].hold);
    const texts = marks.flatMap(({ type, text, opacity }) =>
      type === "text" && opacity !== 0 ? [text] : [],
    );
    return { texts, chapter: scene.steps[0].chapter };
  };
  for (const width of [1104, 336]) {
    const { texts, chapter } = told(walkThrough({ labels }), "walk-through", width);
    assert.match(texts.join(" "), /What should “cats” take from the others\?/);
    assert.equal(texts.filter((text) => text === "?").length, 3);
    assert.ok(!texts.includes("Attention map") && texts.filter((text) => text === "love").length === 1);
    assert.equal(chapter, "ask");
  }
  assert.match(told(walkThrough({ labels }), "one-query").texts.join(" "), /What should “I” take/);
  assert.match(told(crossing).texts.join(" "), /What should “dort” take from the sources\?/);
  assert.equal(told(seeded({ tokens: 1, features: 3 })).chapter, "project");
});

test("a matrix stands over the keys that it makes, column over cell, and is nowhere where none is given", () => {
  const columnsOver = (
    /** @type {any} */ scene,
    /** @type {string} */ tensor,
    /** @type {string} */ made,
  ) => {
    const step = scene.steps.find(({ id }) => id === (made === "key" ? "keys" : "values"));
    const found = [];
    for (let time = step.start; time < step.start + step.duration; time += 0.1) {
      const marks = marksAt(scene, time).filter(({ cell }) => cell?.startsWith(`${tensor}:`));
      if (marks.length) found.push(marks.map(({ box }) => box.x));
    }
    return found;
  };
  for (const width of [1104, 648]) {
    const scene = sceneOf(walkThrough(), width < 840 ? { width, height: 412, corner: 130 } : { width });
    const [first] = scene.items.filter(({ kind, tensor }) => kind === "block" && tensor === "key");
    const boxes = [0, 1, 2].map((c) => first.x + c * first.cellWidth);
    const [at] = columnsOver(scene, "w_k", "key");
    assert.deepEqual(
      [...new Set(at)].sort((a, b) => a - b),
      boxes,
    );
    assert.ok(columnsOver(scene, "w_v", "value").length > 10);
  }
  const { w_k, ...bare } = walkThrough();
  const scene = sceneOf({ ...bare, x: bare.x.map((row) => row.slice(0, 3)), w_q: bare.w_q.slice(0, 3), w_v: bare.w_v.slice(0, 3) }); // prettier-ignore
  assert.deepEqual(columnsOver(scene, "w_k", "key"), []);
});

test("from 600 px on one to four tokens stand in columns, inputs below and outputs above, with digits of 12 px", () => {
  const [x, words] = [[[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1], [1, 0, 0, 1]], ["I", "love", "cats", "too"]]; // prettier-ignore
  const firstWords = (/** @type {number} */ count) => ({
    ...walkThrough(),
    ...{ x: x.slice(0, count), labels: { x: words.slice(0, count) } },
  });
  // one's own matrices are wider than the document's: 4 × 4, 4 × 6, and decimals
  const unit = Array.from({ length: 6 }, (_, r) => Array.from({ length: 6 }, (_, c) => Number(r === c)));
  const wide = { ...seeded({ tokens: 4, features: 6, fractions: true }), w_q: unit, w_k: unit, w_v: unit };
  const own = [seeded({ tokens: 4, features: 4 }), seeded({ tokens: 4, features: 4, fractions: true }), wide];
  for (const [k, problem] of [1, 2, 3, 4].map(firstWords).concat(own).entries())
    for (const width of [584, 648, 728, 792]) {
      const column = width < 792;
      const scene = sceneOf(problem, { width, height: column ? 412 : 424, corner: column ? 130 : 0 });
      assert.ok(column ? scene.height === 412 : scene.height <= 424, `problem ${k}, ${width} px`);
      for (const { id, hold } of scene.steps) {
        const { marks, ...size } = frame(scene, scene.timeline, hold);
        assert.deepEqual(faults({ marks, ...size }), [], `problem ${k}, ${width} px, end of ${id}`);
        const boxes = marks.filter(({ cell, opacity = 1 }) => cell && opacity > 0);
        assert.ok(Math.min(...boxes.map((mark) => mark.size)) >= 11.9, `${width} px, ${id}`);
        const highest = (/** @type {RegExp} */ tensor) =>
          Math.min(...boxes.filter(({ cell }) => tensor.test(cell)).map(({ y }) => y));
        if (id !== "sum-1") continue;
        const rises = highest(/^output/) < highest(/^weighted/) && highest(/^value/) < highest(/^x:/);
        assert.ok(rises, `problem ${k}, ${width} px`);
      }
    }
});

test("what is switched on has its step, what is off has none", () => {
  const ids = (more, options = {}) => sceneOf(walkThrough(more), { options }).steps.map(({ id }) => id);
  for (const [id, on] of [
    ["scale-1", { score: "scaled_dot" }],
    ["cap-1", { softcap: 2 }],
    ["mask-1", { causal: true }],
  ]) {
    assert.ok(!ids({}).includes(id) && ids(on).includes(id), id);
  }
  const opened = ids({}, { softmax: "open" });
  const at = opened.indexOf("max-1");
  assert.deepEqual(opened.slice(at, at + 5), ["max-1", "shift-1", "exp-1", "total-1", "divide-1"]);
  assert.ok(!ids({}).includes("max-1") && !opened.includes("softmax-1"));
});

test("a step is heard as its title, its sentence and what has landed, with the stops of its language", () => {
  const heard = (lang) => sceneOf(walkThrough(), { lang }).steps.map(({ text }) => text);
  assert.match(
    heard("en")[0],
    /^Question\. Every input asks this question\. Input 1 goes first\. input: 1, 0, /,
  );
  assert.match(heard("zh")[0], /^问题。每个输入都这样问大家。输入 1 ?先来。输入：1、/);
  assert.match(heard("zh").at(-1), /输出：1\.937、6\.683、/);
  assert.deepEqual(heard("zh").filter((text) => /[一-鿿][.:?!]|[。：] /.test(text)), []); // prettier-ignore
});

test("what is wrong with the numbers is said, and drawn where it stands", () => {
  const odd = sceneOf(attentions["NaN in an input"]);
  assert.ok(odd.badges.includes("NaN first in input"), odd.badges.join());
  assert.equal(marksAt(odd, odd.steps[0].hold).filter(({ id }) => /^x\.\.1\.\*\/mark/.test(id)).length, 1);
  const masked = sceneOf(
    walkThrough({ mask: [[false, false, false], ...Array(2).fill([true, true, true])] }),
  );
  assert.ok(
    masked.badges.some((text) => /^query 1: nothing to attend to/.test(text)),
    masked.badges.join(),
  );
  const bias = (low) => sceneOf(walkThrough({ bias: [[0, low, -Infinity]] })).badges;
  assert.equal(bias(-1e9)[0], "bias −1 × 10⁹: large, but no mask; −∞ forbids");
  assert.ok(bias(-2).includes("with bias"), bias(-2).join());
  const step = stepOf(masked, "mask-1");
  assert.equal(
    marksAt(masked, step.hold).filter(({ id }) => /^masked_scores\.+0\.\d\/hatch/.test(id)).length,
    3,
  );
  const numbers = numbersOf(masked);
  for (let c = 0; c < 3; c++) assert.equal(numbers.get(`output:0,0,${c}`)?.value, "0");
});

test("an unknown story is refused with the names of those there are", () => {
  assert.throws(() => sceneOf(walkThrough(), { story: "nope" }), {
    name: "RangeError",
    message: new RegExp(`"nope".*${stories[0]}`),
  });
});

test("explain gives null for what does not exist, in every story", () => {
  const x = [[1, 2], [3, 4]]; // prettier-ignore
  const norm = { id: "n", op: "layer_norm", x };
  const problems = [
    { x, heads: 2, window: [1, -1], bias: x, softcap: 5, labels: { x: ["a", "b"] }, target: x },
    { stages: [norm, { id: "a", x: "n.output", labels: { x: ["a", "b"] } }] },
  ];
  const fail = () => {
    throw new Error("not to be read");
  };
  const names = [..."nope,,__proto__,constructor,notes,heads,window,labels,stages,n.id,a.labels".split(",")];
  const none = [null, undefined, [], [0], [0, 0], "0000", { length: 4 }, 0, Symbol("0"), () => [0, 0, 0, 0]];
  const beyond = [9, -1, 0.5, NaN, "0", 0n, Symbol("0"), [0]].map((last) => [0, 0, 0, last]);
  const hostile = new Proxy([0, 0, 0, 0], { get: fail });
  const endless = new Proxy([], { get: (_, key) => (key === "length" ? 1e9 : 0) });
  const odd = [new Array(4), [0, 0, 0, 0, 0], hostile, endless];
  for (const story of stories)
    for (const problem of problems) {
      const scene = sceneOf(problem, { story });
      const isNull = (tensor, index) =>
        assert.equal(explain(scene, tensor, index), null, `${story}: ${String(tensor)}`);
      for (const index of [...none, ...beyond, ...odd])
        for (const tensor of ["weights", "a.weights"]) isNull(tensor, index);
      // of a loss a target is a part
      const target = story === "backward" ? [] : ["target"];
      for (const tensor of [...names, ...target, undefined, null, 7, Symbol("weights"), {}, ["weights"]])
        for (const index of [...none, [0, 0, 0, 0]]) isNull(tensor, index);
    }
});

test("explain reads an index that a framework has wrapped", () => {
  const wrapped = new Proxy([0, 0, 0, 1], {});
  const scene = sceneOf(walkThrough());
  assert.deepEqual(explain(scene, "scores", wrapped), explain(scene, "scores", [0, 0, 0, 1]));
});

test("where a matrix has no room, a close-up tells the first cell that is not all zeros, and its sum falls into that cell", () => {
  const w = [[0, 1], [0, 1], [0, 2]]; // prettier-ignore
  const scene = sceneOf({ x: [[0, 1, 2], [1, 0, 1]], w_q: w, w_k: w, w_v: w }, { story: "walk-through", width: 336, height: 404 }); // prettier-ignore
  const { home } = scene.items.find(({ kind, cell }) => kind === "card" && cell.tensor === "key");
  const marks = scene.steps.flatMap(({ hold }) => marksAt(scene, hold));
  assert.deepEqual(marks.find(({ cell }) => cell === "key:0,0,0,1").box, home);
});

test("the bar of shares names up to four keys by their words, more by their letters", () => {
  const names = (tokens) => {
    const { items } = sceneOf(seeded({ tokens, features: 2 }), { width: 1552, height: 424 });
    return items.find(({ kind }) => kind === "share").names;
  };
  assert.deepEqual(names(4), ["input 1", "input 2", "input 3", "input 4"]);
  assert.deepEqual(names(5), ["x₁", "x₂", "x₃", "x₄", "x₅"]);
});

test("each step lights the part of the formula that it computes", () => {
  const lit = {
    ...{ keys: "key", values: "value", query: "query", score: "query key", scores: "query key" },
    ...{ softmax: "softmax", row: "softmax", weight: "value", sum: "softmax value", outputs: "value" },
  };
  for (const story of ["walk-through", "one-query"]) {
    const { steps } = sceneOf(walkThrough(), { story });
    // of queries that are told at once no part stands out
    for (const { id, active } of steps.filter(({ id }) => id !== "query-3"))
      assert.equal(active.join(" "), lit[id.replace(/-\d$/, "")] ?? "", id);
  }
});

test("a label is shortened by whole characters", () => {
  assert.equal(truncate("cat", 13, 100), "cat");
  const short = truncate("👩‍👩‍👧‍👦".repeat(50), 13, 80);
  assert.ok(textWidth(short, 13) <= 80 && short.endsWith("…"));
  assert.doesNotMatch(short.slice(0, -1), /‍$/);
});

test("a label from right to left keeps its dots, and the numbers of its sentence, where they belong", () => {
  const short = truncate("مرحبا بالعالم", 13, 60);
  assert.match(short, /^\u2068مر.*…\u2069$/);
  assert.equal(truncate(short, 13, 60), short);
  assert.match(truncate(short, 13, 40), /^\u2068مر?[^\u2068\u2069]*…\u2069$/);
  const { steps } = sceneOf(walkThrough({ labels: { x: ["مرحبا", "cat", "عالم"] } }));
  assert.match(said(steps.at(-1)), /\u2068عالم\u2069/);
});

test("a long label or one that turns the direction leaves its sentence readable", () => {
  const x = ["👩‍👩‍👧‍👦 cat".repeat(80), "\u202egnol", "cats"];
  const { steps } = sceneOf(walkThrough({ labels: { x } }));
  for (const step of steps) {
    const text = said(step);
    assert.ok(text.length < 600 && text.isWellFormed(), text);
    assert.doesNotMatch(text, /\u202e/);
  }
});

for (const lang of ["en", "zh"])
  test(`a label with brackets is said as it was written, in ${lang}`, () => {
    const x = ["[key|value]", "x|y]", "a[0]"];
    const twice = { story: "compare", lang, other: walkThrough({ causal: true }) };
    const batch = { ...presets.batch.problem, labels: { x: x.toReversed() } };
    const [walk, matrices, both, heads] = [
      sceneOf(walkThrough({ labels: { x } }), { lang }),
      sceneOf(walkThrough({ labels: { x } }), { lang, story: "matrices" }),
      sceneOf(walkThrough({ labels: { x } }), twice),
      sceneOf(batch, { story: "multi-head", lang }),
    ].map(({ steps }) => steps.map((step) => said(step) + step.subtitle).join("\n"));
    for (const label of x) assert.ok(walk.includes(label), label);
    for (const text of [matrices, both, heads]) assert.ok(x.some((label) => text.includes(label)));
    assert.doesNotMatch(walk + matrices + both + heads, /[\ufdd0-\ufdd2]/);
  });

test("an arrow's line grows as far as it is drawn, and has its head when it has arrived", () => {
  const scene = sceneOf(walkThrough());
  const [growing, arrived] = [new Set(), new Set()];
  for (let time = 0; time < scene.duration; time += 1 / 15)
    for (const { part, id, draw, length, head } of marksAt(scene, time)) {
      if (part !== "arrow") continue;
      if (draw === undefined) head && arrived.add(id);
      else {
        growing.add(id);
        assert.ok(draw > 0 && draw < 1 && length > 0 && !head, `${id}: ${draw} of ${length}, head ${head}`);
      }
    }
  const pointed = [...growing].filter((id) => arrived.has(id));
  assert.ok(pointed.length > 10, `${pointed.length} of ${growing.size} arrows have a head`);
});

test("every tensor has its own colour: inputs, keys, queries, values, scores, weighted values and outputs", () => {
  const scene = sceneOf(walkThrough({ score: "scaled_dot", causal: true }));
  const grounds = scene.steps.flatMap(({ hold }) =>
    marksAt(scene, hold).flatMap(({ id, fill }) => {
      const [, tensor] = /^([a-z_]+)\.[\d.*]+\/fill\d*$/.exec(id) ?? [];
      return tensor ? [`${tensor}: ${fill}`] : [];
    }),
  );
  for (const tensor of ["x: input", "key: key", "query: query", "value: value", "output: output"])
    assert.ok(grounds.includes(tensor), tensor);
  for (const tensor of ["scores", "scaled_scores", "masked_scores"])
    assert.ok(grounds.includes(`${tensor}: score`), tensor);
  for (const ground of ["weights: full", "weighted_values: weighted"])
    assert.ok(grounds.includes(ground), ground);
  assert.equal(new Set(grounds.filter((one) => !/^(map|result)/.test(one))).size, 10);
});
