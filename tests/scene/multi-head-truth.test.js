import assert from "node:assert/strict";
import test from "node:test";
import { createAttention } from "../../web/index.js";
import { presets } from "../../web/presets.js";
import { createScene, frame, highlight } from "../../web/scene/index.js";
import { origin } from "../../web/scene/provenance.js";
import { random } from "./helpers/many-heads.js";
import { recompute } from "./helpers/recompute.js";

const attention = await createAttention({ build: "scalar" });

/** @type {Record<string, any>} */
const PROBLEMS = {
  "two-words": presets["two-words"].problem,
  "eight-heads": presets["eight-heads"].problem,
  batch: presets.batch.problem,
  "shared keys": random({ heads: 4, kv_heads: 2, tokens: 3, features: 4, d: 2, fractions: true }),
  "causal, two batches of shared keys": {
    ...random({ heads: 4, kv_heads: 2, tokens: 3, features: 4, d: 2, batch: 2, fractions: true }),
    causal: true,
  },
};

/** @param {string} name @param {number} width @param {any} [options] @param {string} [lang] */
function sceneOf(name, width, options = {}, lang = "en") {
  const problem = PROBLEMS[name];
  return createScene({
    story: "multi-head",
    problem,
    trace: attention.forward(problem),
    lang,
    width,
    options,
  });
}

/** @param {any} scene @param {any} step */
const endOf = (scene, step) => frame(scene, scene.timeline, step.hold + 0.01).marks;

/** @param {any[]} marks */
const cellsOf = (marks) => marks.filter(({ cell }) => cell);

/** @param {string} name */
const parse = (name) => ({ tensor: name.split(":")[0], index: name.split(":")[1].split(",").map(Number) });

for (const name of Object.keys(PROBLEMS)) {
  for (const [width, softmax] of [
    [360, "closed"],
    [1200, "closed"],
    [360, "open"],
    [1200, "open"],
  ]) {
    test(`every number is what its sources make, and stands in one place: many heads, ${name}, ${width} px, softmax ${softmax}`, () => {
      const scene = sceneOf(name, width, { softmax });
      const seen = new Set();
      for (const step of scene.steps) {
        const cells = cellsOf(endOf(scene, step));
        assert.equal(
          new Set(cells.map(({ cell }) => cell)).size,
          cells.length,
          `${step.id} shows a cell twice`,
        );
        for (const { cell, value, text } of cells) {
          const { tensor, index } = parse(cell);
          const exact = scene.model.value(tensor, index);
          assert.equal(Math.fround(Number(value)), exact, cell);
          assert.match(text, /^−?(\d+(\.\d+)?(e-?\d+)?|∞)$/, cell);
          if (Number.isFinite(exact))
            assert.ok(
              Math.abs(Number(text.replace("−", "-")) - exact) <= Math.max(0.00501, Math.abs(exact) / 2),
              `${cell}: ${text}`,
            );
          if (seen.has(cell)) continue;
          seen.add(cell);
          const made = origin(scene.model, tensor, index);
          if (made.form === "given") continue;
          const expected = recompute(made, (c) => scene.model.value(c.tensor, c.index), scene.model);
          if (Number.isFinite(expected))
            assert.ok(
              Math.abs(exact - expected) <= 4e-6 * Math.max(1, Math.abs(expected)),
              `${cell}: ${exact}, not ${expected}`,
            );
          else assert.equal(exact, expected, cell);
        }
      }
      for (const tensor of ["x", "query", "key", "value", "scores", "weights", "mixed"])
        assert.ok(
          [...seen].some((cell) => cell.startsWith(tensor + ":")),
          `${tensor} is never shown as numbers`,
        );
    });
  }

  test(`any moment is the same however it is reached: many heads, ${name}`, () => {
    const [one, other] = [sceneOf(name, 1200), sceneOf(name, 1200)];
    const times = Array.from({ length: 40 }, (_, k) => (one.duration * k) / 39);
    const forward = times.map((time) => JSON.stringify(frame(one, one.timeline, time)));
    for (let k = times.length - 1; k >= 0; k--)
      assert.ok(JSON.stringify(frame(other, other.timeline, times[k])) === forward[k], `${times[k]} s`);
  });

  test(`every shape written in a sentence is the shape of a tensor: many heads, ${name}`, () => {
    for (const lang of ["en", "zh"]) {
      const scene = sceneOf(name, 1200, {}, lang);
      const { trace, problem } = scene.model;
      const tensors = [
        ...Object.values(trace),
        ...Object.keys(problem).map((key) => scene.model.tensor(key)),
      ];
      const shapes = tensors.map((tensor) => tensor?.shape).filter(Boolean);
      const counts = shapes.map((shape) =>
        shape
          .filter((/** @type {number} */ n, /** @type {number} */ axis) => n > 1 || axis >= shape.length - 2)
          .join(", "),
      );
      const views = ["projected_query", "joined"].flatMap((tensor) => {
        const [b, n, wide] = trace[tensor]?.shape ?? [];
        return b > 1 ? [[b, n, problem.heads, wide / problem.heads].join(", ")] : [];
      });
      const pairs = shapes.map((shape) => shape.slice(-2).join("×"));
      for (const { caption, id } of scene.steps) {
        const said = caption.map(({ text }) => text).join("");
        assert.doesNotMatch(said, /undefined|NaN|\{|\}/, `${lang} ${id}`);
        for (const [, tuple] of said.matchAll(/\((\d+(?:, \d+)+)\)/g))
          assert.ok([...counts, ...views].includes(tuple), `${lang} ${id}: (${tuple})`);
        for (const [pair] of said.matchAll(/\d+×\d+/g))
          assert.ok(pairs.includes(pair), `${lang} ${id}: ${pair}`);
      }
    }
  });
}

test("document E's shapes are told one after another", () => {
  const scene = sceneOf("batch", 1200);
  const written = scene.steps.map(
    (step) => endOf(scene, step).find(({ id }) => /^shape\..*\/tuple$/.test(id))?.text,
  );
  const once = written.filter((text, k) => text !== written[k - 1]);
  assert.deepEqual(once, [
    "(2, 3, 4)",
    "(2, 3, 2, 2)",
    "(2, 2, 3, 2)",
    "(2, 2, 3, 3)",
    "(2, 2, 3, 2)",
    "(2, 3, 2, 2)",
    "(2, 3, 4)",
  ]);
});

test("a transpose moves cells and changes no number", () => {
  const scene = sceneOf("batch", 1200);
  const numbers = (/** @type {string} */ id, /** @type {RegExp} */ of) =>
    cellsOf(
      endOf(
        scene,
        scene.steps.find((step) => step.id === id),
      ),
    )
      .filter(({ cell }) => of.test(cell))
      .map(({ text }) => text)
      .sort();
  const before = numbers("project", /^projected_/);
  assert.equal(before.length, 3 * 24);
  assert.deepEqual(numbers("split", /^projected_/), before);
  assert.deepEqual(numbers("transpose", /^(query|key|value):/), before);
  assert.deepEqual(numbers("join", /^joined:/), numbers("join", /^mixed:/));
});

test("cells under way are copies that never leave the stage", () => {
  for (const name of ["eight-heads", "batch"]) {
    const scene = sceneOf(name, 1200);
    for (const step of scene.steps) {
      for (let time = step.start; time < step.hold; time += 0.1) {
        const { marks, width, height } = frame(scene, scene.timeline, time);
        const cells = cellsOf(marks);
        assert.equal(
          new Set(cells.map(({ cell }) => cell)).size,
          cells.length,
          `${name} ${step.id} at ${time}`,
        );
        for (const { type, id, x, y } of marks)
          if (type === "text") assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, id);
      }
    }
  }
});

test("a key that heads share is drawn once for its group", () => {
  const scene = sceneOf("shared keys", 1552);
  const marks = endOf(
    scene,
    scene.steps.find(({ id }) => id === "scores"),
  );
  const boards = new Set(marks.filter(({ id }) => /^head\.key\./.test(id)).map(({ id }) => id.split("/")[0]));
  assert.equal(boards.size, 2);
});

test("one head is enlarged when asked for, and then carries the numbers", () => {
  const scene = sceneOf("batch", 1200, { head: 1 });
  const cells = cellsOf(
    endOf(
      scene,
      scene.steps.find(({ id }) => id === "weights"),
    ),
  );
  const weights = cells.filter(({ cell }) => cell.startsWith("weights:"));
  assert.equal(weights.length, 9);
  assert.ok(weights.every(({ cell }) => cell.startsWith("weights:0,1,")));
});

test("digits are never smaller than 11 px", () => {
  for (const name of Object.keys(PROBLEMS)) {
    for (const width of [296, 360, 600, 900, 1200, 1552]) {
      const scene = sceneOf(name, width);
      for (const step of scene.steps)
        for (const { cell, size } of cellsOf(endOf(scene, step)))
          assert.ok(size >= 11, `${name}, ${width} px: ${cell} at ${size} px`);
    }
  }
});

test("softmax opens in every head: maximum, subtract, exponential, sum, divide", () => {
  for (const name of ["two-words", "batch", "eight-heads"]) {
    const scene = sceneOf(name, 1200, { softmax: "open" });
    const ids = scene.steps.map(({ id }) => id);
    const at = ids.indexOf("row_max");
    assert.deepEqual(ids.slice(at, at + 5), [
      "row_max",
      "shifted_scores",
      "shifted_exp",
      "row_sum",
      "divide",
    ]);
    assert.ok(!ids.includes("weights"));
    const shown = (/** @type {string} */ id) =>
      new Set(
        cellsOf(
          endOf(
            scene,
            scene.steps.find((step) => step.id === id),
          ),
        ).map(({ cell }) => cell.split(":")[0]),
      );
    assert.ok(shown("row_max").has("row_max") && shown("row_max").has("scaled_scores"), name);
    assert.ok(shown("shifted_scores").has("row_max") && shown("shifted_scores").has("shifted_scores"), name);
    assert.ok(shown("row_sum").has("row_sum") && shown("row_sum").has("shifted_exp"), name);
    assert.ok(shown("divide").has("weights") && shown("divide").has("row_sum"), name);
    assert.ok(!shown("divide").has("row_max") && !shown("divide").has("shifted_scores"), name);
  }
});

test("what opened softmax says is true of masked rows and of numbers that are none", () => {
  const problem = { ...random({ heads: 2, tokens: 3, features: 4, d: 2 }), causal: true };
  const said = (/** @type {any} */ given) => {
    const trace = attention.forward(given);
    const options = { softmax: "open" };
    const { steps } = createScene({ story: "multi-head", problem: given, trace, options });
    return Object.fromEntries(steps.map(({ id, caption }) => [id, caption.map(({ text }) => text).join("")]));
  };
  assert.match(said(problem).shifted_exp, /exponential of −∞ is 0/);
  const none = said({ ...problem, causal: false, mask: [[false, false, false], [true, true, true], [true, true, true]] }); // prettier-ignore
  assert.doesNotMatch(none.row_max, /query 1/);
  assert.doesNotMatch(none.shifted_exp, /becomes 1/);
  assert.match(none.divide, /nothing to attend to gets 0/);
  const odd = structuredClone(problem);
  odd.x[0][0] = "NaN";
  assert.match(said(odd).divide, /none spreads over its whole row/);
});

test("a head drawn in colours says its numbers when they are pointed at", () => {
  const scene = sceneOf("eight-heads", 1100);
  const step = scene.steps.find(({ id }) => id === "mixed");
  const grids = endOf(scene, step).filter(({ grid }) => grid);
  for (const tensor of ["query", "key", "value", "scaled_scores", "weights", "w_q"])
    assert.ok(
      grids.some(({ grid }) => grid.tensor === tensor),
      tensor,
    );
  const marks = highlight(scene, step.hold + 0.01, { tensor: "weights", index: [0, 4, 1, 0] });
  assert.ok(marks.some(({ id }) => id === "chip"));
  assert.ok(marks.some(({ id }) => id.startsWith("ring.head.weights.0.4")));
  assert.ok(marks.some(({ id }) => id.startsWith("ring.head.scores.0.4")));
});
