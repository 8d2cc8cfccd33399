// The scene as a function of time: steps, moments, ids, captions, rings and tooltips.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { explain, frame, highlight, standing, stories } from "../../web/scene/index.js";
import { shorten, textWidth } from "../../web/scene/advance.js";
import { isInside } from "../../web/core/graph/graph.js";
import { languages, words } from "../../web/words/index.js";
import { cellOf, flat, marksAt, numbersOf, said, says } from "./helpers/marks.js";
import { seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionStories, ownProblem } from "./helpers/stories.js";

const none = [false, false, false];
const all = [true, true, true];

/** Document A with one number of x replaced. @param {any} value */
function withInput(value) {
  const problem = walkThrough();
  problem.x[1][2] = value;
  return problem;
}

/** Problems that are hard to tell. @type {Record<string, any>} */
const HARD = {
  "labels of 10,000 characters": walkThrough({
    labels: { x: ["a".repeat(10000), "注意力".repeat(3000), "👩‍👩‍👧‍👦".repeat(900)] },
  }),
  "NaN in an input": withInput("NaN"),
  "infinity in an input": withInput("Infinity"),
  "minus infinity in an input": withInput("-Infinity"),
  "a number that overflows": withInput(3e38),
  "a number near nothing": withInput(1e-40),
  "a row that may see nothing": walkThrough({ mask: [all, none, all] }),
  "nothing may be seen": walkThrough({ mask: [none, none, none] }),
  "infinite bias": walkThrough({ bias: [["Infinity", 0, 0], [0, "-Infinity", 0], [0, 0, "NaN"]] }), // prettier-ignore
  "NaN among the weights handed in": walkThrough({ weights_override: [["NaN", 0, 0], [0, 1, 0], [0, 0, 1]] }), // prettier-ignore
  "one token, one feature": seeded({ tokens: 1, features: 1 }),
  "no tokens": { ...walkThrough(), x: { shape: [0, 4], data: [] } },
  "no keys": { x: [[1, 2]], x_kv: { shape: [0, 2], data: [] } },
  "more tokens than can be drawn": seeded({ tokens: 12, features: 3 }),
  "a chain": { version: 1, stages: [{ id: "self", op: "attention", x: [[1, 2], [3, 4]] }, { id: "norm", op: "layer_norm", x: "self.output" }] }, // prettier-ignore
};

for (const story of stories) {
  const isAttention = attentionStories.includes(story);
  /** What the story tells; of one attention, with these options. @param {Record<string, any>} [more] */
  const problemWith = (more) => (isAttention ? walkThrough(more) : ownProblem(story));
  const scene = sceneOf(problemWith(), { story });

  test(`steps follow one another without a gap, and so do chapters: ${story}`, () => {
    let clock = 0;
    for (const { id, start, duration, hold } of scene.steps) {
      assert.ok(Math.abs(start - clock) < 1e-9, id);
      assert.ok(hold > start && hold <= start + duration + 1e-9, id);
      clock = start + duration;
    }
    assert.ok(Math.abs(scene.duration - clock) < 1e-9);
    assert.equal(new Set(scene.steps.map(({ id }) => id)).size, scene.steps.length);
    clock = 0;
    for (const { id, start, duration } of scene.chapters) {
      assert.ok(Math.abs(start - clock) < 1e-9, id);
      clock = start + duration;
    }
    assert.ok(Math.abs(scene.duration - clock) < 1e-9);
    const chapters = new Set(scene.chapters.map(({ id }) => id));
    for (const { chapter } of scene.steps) assert.ok(chapters.has(chapter), chapter);
    assert.ok(scene.poster >= 0 && scene.poster <= scene.duration);
  });

  test(`a moment looks the same however it is reached: ${story}`, () => {
    const again = sceneOf(problemWith(), { story });
    const moments = [33.3, 2, 60, 33.3, 0, scene.duration, 7.77].map((time) =>
      Math.min(time, scene.duration),
    );
    const first = moments.map((time) => JSON.stringify(frame(scene, scene.timeline, time)));
    for (let k = moments.length - 1; k >= 0; k--)
      assert.equal(JSON.stringify(frame(again, again.timeline, moments[k])), first[k], `${moments[k]} s`);
  });

  test(`text comes first: nothing moves in the first 0.24 s of a step: ${story}`, () => {
    for (const softmax of /** @type {const} */ (["open", "closed"])) {
      const told = sceneOf(problemWith({ score: "scaled_dot", causal: true }), {
        story,
        options: { softmax },
      });
      for (const { id, start } of told.steps)
        assert.deepEqual(marksAt(told, start + 0.24), marksAt(told, start + 0.01), id);
    }
  });

  test(`ids are unique, a number names its cell once, and what repeats it is a copy: ${story}`, () => {
    for (let time = 0; time <= scene.duration; time += 0.37) {
      const { marks } = frame(scene, scene.timeline, time);
      assert.equal(new Set(marks.map(({ id }) => id)).size, marks.length, `at ${time}`);
      const cells = flat(marks).flatMap(({ cell, copy }) => (copy ? [] : (cell ?? [])));
      assert.equal(new Set(cells).size, cells.length, `at ${time}`);
      for (const { type, text, cell, copy } of flat(marks))
        if (type === "text" && /^[−-]?[\d.]+(e-?\d+)?$/.test(text))
          assert.ok(cell || copy, `${text} at ${time}`);
    }
  });

  test(`the same is told in every language, and each says it in its own words: ${story}`, () => {
    const told = languages.map(({ id: lang }) => sceneOf(problemWith(), { story, lang }));
    for (const { steps } of told) assert.deepEqual(steps.map(({ id, duration }) => [id, duration]), scene.steps.map(({ id, duration }) => [id, duration])); // prettier-ignore
    for (const [k, { id }] of scene.steps.entries())
      assert.equal(new Set(told.map(({ steps }) => said(steps[k]))).size, languages.length, id);
  });

  test(`what a caption underlines is there, and a number in it is its cell's: ${story}`, () => {
    for (const { id: lang } of languages)
      for (const problem of isAttention
        ? [walkThrough({ causal: true }), presets["two-words"].problem, presets.batch.problem]
        : [ownProblem(story, lang)]) {
        const told = sceneOf(problem, { story, lang, options: { softmax: "open" } });
        for (const { caption, id } of told.steps)
          for (const { text, target } of caption.filter(({ target }) => target)) {
            const shape = told.model.tensor(target.tensor)?.shape;
            assert.ok(shape, `${id}: ${text} points at ${target.tensor}`);
            const index = target.index?.map((/** @type {number | null} */ at) => at ?? 0);
            assert.ok(!index || isInside(index, shape), `${id}: ${text} points at ${target.index}`);
            if (/\d/.test(text) && !target.index?.includes(null))
              assert.ok(says(text, told.model.value(target.tensor, target.index)), `${id}: ${text}`);
          }
      }
  });

  for (const [name, problem] of isAttention ? Object.entries(HARD) : [])
    test(`a hard problem throws nothing and leaves no hole in a sentence: ${story}, ${name}`, () => {
      const trace = attention.forward(problem);
      for (const lang of ["en", "zh"])
        for (const width of [336, 1104]) {
          const told = sceneOf(problem, { story, trace, lang, width, options: { softmax: "open" } });
          assert.ok(told.steps.length > 0);
          for (const { text, caption, subtitle, id, hold } of told.steps) {
            for (const sentence of [text, subtitle])
              assert.doesNotMatch(sentence, /undefined|null|\[object|[{}[\]|]/, id);
            assert.ok(JSON.stringify(caption).length < 4000, id);
            const { marks } = frame(told, told.timeline, hold);
            assert.ok(marks.length < 4000);
            for (const { cell } of flat(marks)
              .filter((mark) => mark.cell)
              .slice(0, 2))
              highlight(told, hold, cellOf(cell));
          }
        }
    });

  test(`a hovered cell has rings round itself and its sources, and its equation on the stage and off them: ${story}`, () => {
    for (const [width, height] of [
      [336, 404],
      [652, 424],
      [1104, 424],
    ]) {
      // prettier-ignore
      const told = sceneOf(problemWith(), { story, width, height });
      for (const { hold, id } of told.steps.filter(({ id }) =>
        /^(keys|scores?|softmax|weight|sum|outputs)/.test(id),
      )) {
        const marks = marksAt(told, hold);
        const there = new Map(
          marks.flatMap((mark) => (mark.box && mark.cell && !mark.copy ? [[mark.cell, mark.box]] : [])),
        );
        const squares = marks.filter(({ grid }) => grid);
        for (const [name, box] of there) {
          const over = highlight(told, hold, cellOf(name));
          const tip = over.find(({ id }) => id === "tooltip");
          assert.ok(
            tip &&
              tip.x >= 0 &&
              tip.x + tip.width <= told.width &&
              tip.y >= 0 &&
              tip.y + tip.height <= told.height,
            name,
          );
          const rings = over.filter(({ part }) => part === "ring");
          const ringed = (/** @type {any} */ one) =>
            rings.some((ring) => overlaps(ring, one) > Math.min(6, one.width / 2));
          assert.ok(ringed(box), `${name} has no ring at the end of ${id}`);
          const { tensor, index } = cellOf(name);
          for (const source of told.model.origin(tensor, index).terms.flat()) {
            const home = there.get(`${source.tensor}:${source.index}`);
            if (home)
              assert.ok(
                ringed(home),
                `${source.tensor}:${source.index} has no ring when ${name} is pointed at`,
              );
          }
          for (const ring of rings)
            assert.ok(
              [...there.values(), ...squares].some((one) => overlaps(ring, one) > 0),
              `${ring.id} rings nothing`,
            );
          assert.ok(overlaps(tip, box) <= 0, `the equation of ${name} covers it at ${width} px, ${id}`);
        }
      }
    }
  });

  test(`a word of a caption rings what it means: ${story}`, () => {
    for (const { caption, hold, id } of scene.steps) {
      const marks = marksAt(scene, hold);
      for (const { text, target } of caption.filter(({ target }) => target)) {
        const seen = marks.some(
          ({ cell }) =>
            cell &&
            cellOf(cell).tensor === target.tensor &&
            (!target.index ||
              target.index.every(
                (/** @type {number | null} */ at, /** @type {number} */ axis) =>
                  at === null || at === cellOf(cell).index[axis],
              )),
        );
        if (seen)
          assert.ok(
            highlight(scene, hold, target).some(({ part }) => part === "ring"),
            `${id}: ${text}`,
          );
      }
    }
  });
}

/** By how much two boxes overlap, px; 0 or less is none. @param {any} a @param {any} b */
const overlaps = (a, b) =>
  Math.min(
    Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  );

test("the walk-through takes at most a minute for three tokens, and comes to its first score in time", () => {
  for (const lang of ["en", "zh"])
    for (const width of [336, 652, 1104]) {
      const scene = sceneOf(presets["walk-through"].problem, { width, lang });
      const at = (/** @type {string} */ id) => scene.steps.find((step) => step.id === id);
      assert.ok(scene.duration <= 60, `${scene.duration} s`);
      assert.ok(at("query-1").start <= 6, `keys and values until ${at("query-1").start} s`);
      assert.ok(at("score-1").hold <= 10, `first score at ${at("score-1").hold} s`);
    }
});

test("the walk-through ends with all outputs", () => {
  const cells = new Set(marksAt(sceneOf(walkThrough()), Infinity).map(({ cell }) => cell));
  for (let i = 0; i < 3; i++) for (let c = 0; c < 3; c++) assert.ok(cells.has(`output:0,${i},${c}`));
});

test("of queries that were not told nothing is shown", () => {
  for (const [width, height] of [
    [1104, 424],
    [652, 424],
    [336, 404],
    [716, 200],
  ]) {
    // prettier-ignore
    const cells = [...numbersOf(sceneOf(walkThrough(), { story: "one-query", width, height })).keys()];
    for (const cell of cells)
      assert.doesNotMatch(cell, /^(query:0,0|scores:0,0|weights:0,0|output:0),[12],/, `${width} px`);
  }
});

test("a step says where in the computation it is, so that another story can take over there", () => {
  const { steps } = sceneOf(walkThrough({ score: "scaled_dot", causal: true }));
  const places = new Set(steps.map(({ place }) => place.at));
  for (const at of ["keys", "values", "query", "scores", "scale", "mask", "softmax", "weight", "sum"])
    assert.ok(places.has(at), at);
  assert.deepEqual(steps.find(({ id }) => id === "mask-2")?.place, { at: "mask", query: 1 });
});

test("what is switched on has its step, what is off has none", () => {
  const ids = (/** @type {any} */ more, options = {}) =>
    sceneOf(walkThrough(more), { options }).steps.map(({ id }) => id);
  for (const [id, on] of /** @type {[string, any][]} */ ([
    ["scale-1", { score: "scaled_dot" }],
    ["cap-1", { softcap: 2 }],
    ["mask-1", { causal: true }],
  ])) {
    assert.ok(!ids({}).includes(id) && ids(on).includes(id), id);
  }
  const opened = ids({}, { softmax: "open" });
  const at = opened.indexOf("max-1");
  assert.deepEqual(opened.slice(at, at + 5), ["max-1", "shift-1", "exp-1", "total-1", "divide-1"]);
  assert.ok(!ids({}).includes("max-1") && !opened.includes("softmax-1"));
});

test("what is wrong with the numbers is said, and drawn where it stands", () => {
  const odd = sceneOf(HARD["NaN in an input"]);
  assert.ok(odd.badges.includes("NaN first in input"), odd.badges.join());
  assert.equal(marksAt(odd, odd.steps[0].hold).filter(({ id }) => /^x\.1\/mark/.test(id)).length, 1);
  const masked = sceneOf(walkThrough({ mask: [none, all, all] }));
  assert.ok(
    masked.badges.some((text) => /^query 1: nothing to attend to/.test(text)),
    masked.badges.join(),
  );
  const step = masked.steps.find(({ id }) => id === "mask-1");
  assert.equal(
    marksAt(masked, step.hold).filter(({ id }) => /^masked_scores\.0\.\d\/hatch/.test(id)).length,
    3,
  );
  const numbers = numbersOf(masked);
  for (let c = 0; c < 3; c++) assert.equal(numbers.get(`output:0,0,${c}`)?.value, "0");
});

test("a problem that was told before leaves no trace in the next", () => {
  const before = JSON.stringify(marksAt(sceneOf(walkThrough()), Infinity));
  for (const problem of Object.values(HARD)) sceneOf(problem);
  assert.equal(JSON.stringify(marksAt(sceneOf(walkThrough()), Infinity)), before);
});

test("an unknown story is refused with the names of those there are", () => {
  assert.throws(() => sceneOf(walkThrough(), { story: "nope" }), {
    name: "RangeError",
    message: new RegExp(`"nope".*${stories[0]}`),
  });
});

test("explain says a cell with its operands", () => {
  const scene = sceneOf(walkThrough());
  assert.deepEqual(explain(scene, "scores", [0, 0, 0, 1]), {
    value: 4,
    text: "s₁₂ = 1 · 4 + 0 · 4 + 2 · 0 = 4",
    sources: scene.model.origin("scores", [0, 0, 0, 1]).terms.flat(),
  });
  const negative = sceneOf({ query: [[-1, 2]], key: [[3, -4]], value: [[1, 0]], scale: 1 });
  assert.equal(explain(negative, "scores", [0, 0, 0, 0])?.text, "s₁₁ = −1 · 3 + 2 · (−4) = −11");
});

test("explain gives null for what does not exist, in every story", () => {
  const x = [
    [1, 2],
    [3, 4],
  ];
  const norm = { id: "n", op: "layer_norm", x };
  const problems = [
    { x, heads: 2, window: [1, -1], bias: x, softcap: 5, labels: { x: ["a", "b"] }, target: x },
    { stages: [norm, { id: "a", x: "n.output", labels: { x: ["a", "b"] } }] },
  ];
  const hostile = new Proxy([0, 0, 0, 0], {
    get() {
      throw new Error("not to be read");
    },
  });
  const endless = new Proxy([], { get: (_, key) => (key === "length" ? 1e9 : 0) });
  const names = [..."nope,,__proto__,constructor,notes,heads,window,labels,stages,n.id,a.labels".split(",")];
  /** @type {any[]} */
  const indices = [
    null,
    undefined,
    [],
    [0],
    [0, 0],
    "0000",
    { length: 4 },
    0,
    Symbol("0"),
    () => [0, 0, 0, 0],
  ];
  const wrong = [
    [9, 9, 9, 9],
    [-1, 0, 0, 0],
    [0, 0, 0, 0.5],
    [0, 0, 0, NaN],
    [0, 0, 0, "0"],
    [0, 0, 0, 0n],
  ];
  const holes = [[0, 0, 0, Symbol("0")], [0, 0, 0, [0]], new Array(4), [0, 0, 0, 0, 0], hostile, endless];
  for (const story of stories)
    for (const problem of problems) {
      const scene = sceneOf(problem, { story });
      const none = (/** @type {any} */ tensor, /** @type {any} */ index) =>
        assert.equal(explain(scene, tensor, index), null, `${story}: ${String(tensor)}`);
      for (const index of [...indices, ...wrong, ...holes])
        for (const tensor of ["weights", "a.weights"]) none(tensor, index);
      // of a loss a target is a part
      const target = story === "backward" ? [] : ["target"];
      for (const tensor of [...names, ...target, undefined, null, 7, Symbol("weights"), {}, ["weights"]])
        for (const index of [...indices, [0, 0, 0, 0]]) none(tensor, index);
    }
});

test("explain reads an index that a framework has wrapped", () => {
  const wrapped = new Proxy([0, 0, 0, 1], {});
  const scene = sceneOf(walkThrough());
  assert.deepEqual(explain(scene, "scores", wrapped), explain(scene, "scores", [0, 0, 0, 1]));
});

test("a formula lights up the symbols that steps speak of", () => {
  const idsIn = (/** @type {any} */ node) => [node.id, ...(node.children ?? []).flatMap(idsIn)];
  for (const story of stories)
    for (const more of [{}, { score: "scaled_dot", causal: true, softcap: 2, bias: [[0, 0, 1]] }]) {
      const problem = attentionStories.includes(story) ? walkThrough(more) : ownProblem(story);
      const scene = sceneOf(problem, { story });
      const symbols = new Set(idsIn(scene.formula));
      for (const { active, id } of scene.steps.filter(({ active }) => active.length))
        assert.ok(
          active.some((one) => symbols.has(one)),
          `${id}: ${active}`,
        );
    }
});

test("a close-up tells the first cell that is not all zeros, and its sum falls into that cell", () => {
  const w = [[0, 1], [0, 1], [0, 2]]; // prettier-ignore
  const scene = sceneOf({ x: [[0, 1, 2], [1, 0, 1]], w_q: w, w_k: w, w_v: w }, { story: "walk-through" }); // prettier-ignore
  const { home } = scene.items.find(({ id }) => id === "card.key:0,0,0,1");
  const marks = scene.steps.flatMap(({ hold }) => marksAt(scene, hold));
  assert.deepEqual(marks.find(({ cell }) => cell === "key:0,0,0,1").box, home);
});

test("the bar of shares names up to four keys by their words, more by their letters", () => {
  const names = (/** @type {number} */ tokens) => {
    const { items } = sceneOf(seeded({ tokens, features: 2 }), { width: 1552, height: 424 });
    return items.find(({ kind }) => kind === "share").names;
  };
  assert.deepEqual(names(4), ["input 1", "input 2", "input 3", "input 4"]);
  assert.deepEqual(names(5), ["x₁", "x₂", "x₃", "x₄", "x₅"]);
});

test("whatever moves is an item of the scene", () => {
  for (const [name, { problem, stories: own }] of Object.entries(presets))
    for (const story of stories.filter((one) => own.includes(one))) {
      const { items, timeline } = sceneOf(problem, { story });
      const known = new Set(items.map(({ id }) => id));
      assert.ok(timeline.tracks.size > 5);
      for (const id of timeline.tracks.keys()) assert.ok(known.has(id), `${name}, ${story}: ${id}`);
    }
});

test("each step lights the part of the formula that it computes", () => {
  /** @type {Record<string, string>} */
  const lit = {
    keys: "key",
    values: "value",
    query: "query",
    score: "query key",
    scores: "query key",
    softmax: "softmax",
    weight: "value",
    sum: "softmax value",
    outputs: "value",
  };
  for (const story of ["walk-through", "one-query"]) {
    const { steps } = sceneOf(walkThrough(), { story });
    // of queries that are told at once no part stands out
    for (const { id, active } of steps.filter(({ id }) => id !== "query-3"))
      assert.equal(active.join(" "), lit[id.replace(/-\d$/, "")] ?? "", id);
  }
});

test("a label is shortened by whole characters", () => {
  assert.equal(shorten("cat", 13, 100), "cat");
  const short = shorten("👩‍👩‍👧‍👦".repeat(50), 13, 80);
  assert.ok(textWidth(short, 13) <= 80 && short.endsWith("…"));
  assert.doesNotMatch(short.slice(0, -1), /‍$/);
});

test("a story, a chapter and a step have names in every language", () => {
  for (const { id: lang } of languages)
    for (const story of stories) {
      assert.ok(words(lang).names[story], `${lang} ${story}`);
      for (const { title } of [
        ...sceneOf(ownProblem(story, lang), { story, lang }).steps,
        ...sceneOf(ownProblem(story, lang), { story, lang }).chapters,
      ])
        assert.ok(title, `${lang} ${story}`);
    }
});

for (const lang of ["en", "zh"])
  test(`a label with brackets is said as it was written, in ${lang}`, () => {
    const labels = { x: ["[key|value]", "x|y]", "a[0]"] };
    const told = [
      sceneOf(walkThrough({ labels }), { story: "walk-through", lang }),
      sceneOf(
        { ...presets.batch.problem, labels: { x: labels.x.toReversed() } },
        { story: "multi-head", lang },
      ),
    ];
    const [walk, heads] = told.map(({ steps }) =>
      steps.map(({ caption }) => caption.map(({ text }) => text).join("")).join("\n"),
    );
    for (const label of labels.x) assert.ok(walk.includes(label), label);
    assert.ok(heads.includes("[key|value]"));
    const subtitles = told.flatMap(({ steps }) => steps.map(({ subtitle }) => subtitle)).join("");
    assert.ok(!/\ufdd0/.test(walk + heads + subtitles));
  });

test("numbers of a query that is told at a glance land one after another", () => {
  const scene = sceneOf(walkThrough());
  const step = scene.steps.find(({ id }) => id === "query-3");
  assert.ok(step);
  const seen = (/** @type {number} */ time) => {
    const marks = marksAt(scene, time);
    const of = (/** @type {number} */ j) =>
      marks.find(({ cell }) => cell === `scores:0,0,2,${j}`)?.opacity ?? 0;
    return [of(0), of(1), of(2)];
  };
  const moments = Array.from({ length: 200 }, (_, k) => seen(step.start + (k / 200) * step.duration));
  assert.ok(moments.some(([first, , last]) => first - last > 0.5));
  assert.ok(moments.every(([first, second, last]) => first >= second && second >= last));
});

test("what a sentence about a query at a glance underlines stands on the stage", () => {
  for (const lang of ["en", "zh"]) {
    const scene = sceneOf(walkThrough(), { lang });
    const step = scene.steps.find(({ id }) => id === "query-3");
    const targets = step?.caption.flatMap(({ target }) => target ?? []) ?? [];
    assert.deepEqual(targets.map(({ tensor }) => tensor).sort(), ["output", "scores", "weights"]);
    for (const target of targets) assert.ok(standing(scene, step?.hold ?? 0)(target), target.tensor);
  }
});

test("an arrow's line grows as far as it is drawn, and has its head when it has arrived", () => {
  const scene = sceneOf(walkThrough());
  const [growing, arrived] = [new Set(), new Map()];
  for (let time = 0; time < scene.duration; time += 1 / 15)
    for (const mark of flat(frame(scene, scene.timeline, time).marks).filter(
      ({ part }) => part === "arrow",
    )) {
      if (mark.draw === undefined) arrived.set(mark.id, mark.head);
      else {
        growing.add(mark.id);
        assert.ok(
          mark.draw > 0 && mark.draw < 1 && mark.length > 0,
          `${mark.id}: ${mark.draw} of ${mark.length}`,
        );
        assert.ok(!mark.head, `${mark.id} has its head at ${mark.draw} of its way`);
      }
    }
  const pointed = [...growing].filter((id) => arrived.get(id));
  assert.ok(pointed.length > 10, `${pointed.length} of ${growing.size} arrows have a head`);
});
