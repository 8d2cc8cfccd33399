// The generic story: any problem is told tensor by tensor, every number is the core's and what its operands come to, and
// everything stands on the stage.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { full } from "../helpers/full.js";
import { chance } from "../helpers/random.js";
import { matrix as matrixOf } from "./helpers/chains.js";
import { cellOf, marksAt, read, said, stepOf } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";
import { sound } from "./helpers/sound.js";

const STAGES = [[1104, 424], [652, 424], [336, 404], [584, 412]]; // prettier-ignore

const draw = chance(5);
/** Whole numbers and halves. @param {number} rows @param {number} columns */
const matrix = (rows, columns) => matrixOf(rows, columns, () => draw.from(-4, 5) / 2);
const vector = (length) => matrix(1, length)[0];
const empty = (...shape) => ({ shape, data: [] });
const chain = (...stages) => ({ version: 1, stages });

const decoder = (more = {}) => ({
  ...{ id: "decoder", op: "recurrent_decoder", encoder_states: matrix(3, 3) },
  ...{ initial_state: vector(2), w_state: matrix(2, 2), w_context: matrix(3, 2) },
  ...more,
});

/** @type {Record<string, { problem: any, start?: any, options?: any }>} */
const PROBLEMS = {
  "attention, residual and norm": {
    problem: chain(
      {
        ...{ id: "self", op: "attention", x: matrix(3, 4), w_q: matrix(4, 4), w_k: matrix(4, 4) },
        ...{ heads: 2, causal: true },
      },
      { id: "add", op: "residual", x: "self.x", y: "self.output" },
      { id: "norm", op: "layer_norm", x: "add.output", gamma: vector(4), beta: vector(4) },
    ),
    options: { head: 1 },
  },
  "a residual alone": { problem: chain({ id: "add", op: "residual", x: matrix(2, 3), y: matrix(2, 3) }) },
  "a batch norm": { problem: chain({ id: "norm", op: "batch_norm", x: matrix(4, 3), gamma: vector(3) }) },
  "a batch norm that has run": {
    problem: chain({
      ...{ id: "norm", op: "batch_norm", x: matrix(4, 3) },
      ...{ running_mean: vector(3), running_var: [1, 2, 0.5] },
    }),
  },
  geometry: { problem: chain({ id: "space", op: "geometry", a: matrix(2, 3), b: matrix(3, 3) }) },
  "a decoder of 8 steps": {
    problem: chain(
      decoder({
        ...{ steps: 8, w_out: matrix(5, 4), b_out: vector(4) },
        ...{ score: "additive", w_1: matrix(2, 5), w_2: vector(2) },
      }),
    ),
  },
  "a decoder that is given words": {
    problem: chain(
      decoder({
        ...{ x: matrix(2, 2), w_in: matrix(2, 2), b_state: vector(2) },
        ...{ score: "bilinear", w_score: matrix(2, 3) },
      }),
    ),
  },
  "an attention of 80 tokens": {
    problem: chain({ id: "self", x: matrix(80, 12), w_q: matrix(12, 12), w_k: matrix(12, 12), heads: 3 }),
  },
  "one token of 9 features, with all options": {
    problem: {
      ...{ x: matrix(1, 9), w_v: matrix(9, 2), b_v: vector(2), w_o: matrix(2, 2) },
      ...{ softcap: 2, bias: [[1]], mask: [[true]] },
    },
  },
  "a batch in a chain": {
    problem: chain({ id: "both", op: "attention", x: [matrix(2, 2), matrix(2, 2)], key_mask: [[1, 0], [0, 0]], scale: 0.3 }), // prettier-ignore
    options: { batch: 1 },
  },
  "no tokens": { problem: { x: empty(0, 3) } },
  "no keys": { problem: { query: matrix(2, 3), key: empty(0, 3), value: empty(0, 2) } },
  "gradients of a chain": {
    problem: chain(
      {
        ...{ id: "self", op: "attention", x: matrix(3, 2), w_q: matrix(2, 2), causal: true },
        ...{ softcap: 3, score: "additive", w_1: matrix(2, 4), w_2: vector(2) },
      },
      { id: "norm", op: "layer_norm", x: "self.output", gamma: vector(2) },
    ),
    start: { target: matrix(3, 2) },
  },
  "gradients of a decoder": {
    problem: chain(decoder({ steps: 3, score: "bilinear", w_score: matrix(2, 3) })),
    start: { grad_output: matrix(3, 2) },
  },
  "gradients of geometry": {
    problem: chain({ id: "space", op: "geometry", a: matrix(2, 2), b: matrix(2, 2) }),
    start: { grad_output: matrix(2, 2) },
  },
};

for (const [k, [name, { problem, start, options }]] of Object.entries(PROBLEMS).entries())
  describe(name, () => {
    const scene = sceneOf(problem, { start, options });
    const { model } = scene;
    const pictures = scene.steps.map(({ hold }) => marksAt(scene, hold));
    const computed = model.graph.filter(({ op, shape }) => op !== "given" && !shape.includes(0));

    test("every computed tensor is told, in order, in steps that last", () => {
      const ids = scene.steps.map(({ id }) => id);
      const told = computed.map(({ tensor }) => tensor);
      assert.deepEqual(ids.filter((id) => told.includes(id)), told); // prettier-ignore
      // what was given is told where there is little else, or where it is empty
      if (told.length >= 3 && !model.graph.some(({ shape }) => shape.includes(0)))
        assert.deepEqual(ids, told);
      assert.ok(scene.duration > 5 && scene.duration < 8.5 * Math.max(3, ids.length), `${scene.duration} s`);
      assert.ok(scene.steps.length >= Math.min(3, model.graph.length), `${scene.steps.length} steps`);
      for (const [n, step] of scene.steps.entries()) {
        const { tensor, shape } = model.graph.find((node) => node.tensor === step.id);
        const stands = pictures[n].some(
          (mark) => (mark.cell ? cellOf(mark.cell) : mark.grid)?.tensor === tensor,
        );
        assert.equal(stands, !shape.includes(0), `${tensor} at its own step`);
      }
    });

    test("the close-ups hold nothing but the numbers of the core", () => {
      for (const picture of pictures)
        for (const { id, text, type } of picture)
          if (type === "text" && /^card\..*\/p\d+$/.test(id))
            assert.ok(/^$|^NaN$|^[<>]−?0\.0*1$/.test(text) || !Number.isNaN(read(text)), `${id}: ${text}`);
    });

    test("nothing overlaps, every number is proved and no sentence has a hole, on any stage", () => {
      const rooms = full ? STAGES : [STAGES[k % 4], STAGES[(k + 1) % 4]];
      for (const [n, [width, height]] of rooms.entries()) {
        const lang = (n + k) % 2 ? "zh" : "en";
        const small = sceneOf(problem, { start, options, lang, width, height });
        assert.ok(small.height <= height, `${small.height} px high`);
        const seen = sound(small, name);
        assert.ok(seen.size > 0 || !computed.length || model.drawable === "large");
        for (const step of small.steps) assert.doesNotMatch(said(step), /NaN|_/, step.id);
      }
    });
  });

test("sentences say what an operation does", () => {
  const captions = (problem) =>
    Object.fromEntries(sceneOf(problem).steps.map((step) => [step.id, said(step)]));
  const space = captions(PROBLEMS.geometry.problem);
  assert.equal(space["space.cosine"], "Cosines = dot products ÷ (lengths of a · lengths of b).");
  assert.equal(space["space.projection"], "Projections = dot products ÷ lengths of b.");
  const all = captions(PROBLEMS["attention, residual and norm"].problem);
  assert.match(all["self.scaled_scores"], /^Scaled scores = scores · 0\.7071/);
  assert.match(all["self.masked_scores"], /−∞ where a query may not look/);
  assert.match(all["add.output"], /^Output = self: inputs \+ self: output/);
  assert.match(
    all["norm.output"],
    /= \(add: output − means\) · reciprocal standard deviations · learned factors \+ learned shifts/,
  );
  const steps = captions(PROBLEMS["a decoder that is given words"].problem);
  assert.match(
    steps["decoder.state"],
    /= tanh\(states · parameters of states \+ context · parameters of contexts \+ inputs · parameters of inputs \+ bias of states\)/,
  );
});

test("of a chain the formula is its stages, not attention's", () => {
  const { formula, steps } = sceneOf(PROBLEMS.geometry.problem);
  assert.match(JSON.stringify(formula), /geometry/);
  assert.doesNotMatch(JSON.stringify(formula), /softmax/);
  assert.deepEqual(steps[0].active, ["space"]);
});

test("what is empty is said to be, and why", () => {
  const captions = (problem) => sceneOf(problem).steps.map(said).join("\n");
  assert.match(captions(PROBLEMS["no tokens"].problem), /There are no tokens/);
  assert.match(captions(PROBLEMS["no keys"].problem), /Mixed values = 0 everywhere: there are no keys/);
  assert.doesNotMatch(captions(PROBLEMS.geometry.problem), /no tokens|no keys|empty/);
});

test("the chosen head and batch item are shown, and named", () => {
  const { problem, options } = PROBLEMS["attention, residual and norm"];
  const second = sceneOf(problem, { options });
  const [k, step] = [...second.steps.entries()].find(([, { id }]) => id === "self.scores") ?? [
    0,
    second.steps[0],
  ];
  const own = marksAt(second, second.steps[k].hold).filter(
    ({ cell, copy }) => cell?.startsWith("self.scores:") && !copy,
  );
  assert.ok(own.length === 9 && own.every(({ cell }) => cellOf(cell).index[1] === 1));
  assert.match(step.subtitle, /^3 × 3 · head 2 of 2$/);
  assert.ok(second.badges.includes("head 2 of 2"));
  const both = PROBLEMS["a batch in a chain"];
  assert.ok(sceneOf(both.problem, { options: both.options }).badges.includes("item 2 of 2"));
});

test("of more than a matrix one query or step is shown, and named", () => {
  const subtitles = ({ problem }, id) => sceneOf(problem).steps.find((step) => step.id === id)?.subtitle;
  assert.equal(subtitles(PROBLEMS["a decoder of 8 steps"], "decoder.hidden"), "3 × 2 · step 8 of 8");
  assert.match(
    subtitles(PROBLEMS["a batch in a chain"], "both.weighted_values"),
    /item 1 of 2 · query 2 of 2$/,
  );
});

test("a matrix is named by a capital letter, a vector by a small one", () => {
  const letter = (name, tensor) => {
    const scene = sceneOf(PROBLEMS[name].problem, PROBLEMS[name]);
    const labels = scene.steps.flatMap(({ hold }) => marksAt(scene, hold));
    const { runs } = labels.find(({ id }) => id.startsWith(`${tensor}@`) && id.endsWith("/label0"));
    return runs[0].text;
  };
  for (const [tensor, wanted] of Object.entries({ "norm.x": "X", "norm.mean": "μ", "norm.output": "O" }))
    assert.equal(letter("a batch norm", tensor), wanted);
  for (const [name, wanted] of Object.entries({ state: "S", initial_state: "s", scaled_scores: "S′" }))
    assert.equal(letter("a decoder of 8 steps", `decoder.${name}`), wanted);
  assert.equal(letter("gradients of a chain", "self.grad_x"), "∂X");
});

test("of what is cut off the shown part is named", () => {
  const { steps } = sceneOf(PROBLEMS["an attention of 80 tokens"].problem);
  const scores = steps.find(({ id }) => id === "self.scores");
  assert.match(said(scores), /the first 64 of 80 rows and the first 64 of 80 columns/);
});

test("gradients are hatched, and their digits can be read", () => {
  const scene = sceneOf(PROBLEMS["gradients of a chain"].problem, PROBLEMS["gradients of a chain"]);
  const step = stepOf(scene, "self.grad_w_q");
  const marks = marksAt(scene, step.hold).filter(({ id }) => id.startsWith("self.grad_w_q@"));
  assert.ok(marks.some(({ part, opacity }) => part === "hatch" && opacity < 0.4));
  assert.ok(marks.some(({ stroke, id }) => id.endsWith("/edge") && stroke === "focus"));
  assert.ok(marks.filter(({ cell }) => cell).every(({ fill }) => fill === "ink"));
});

test("squares of nothing but 0 have no colour", () => {
  const scene = sceneOf({ x: { shape: [20, 20], data: new Float32Array(400) } });
  for (const { id, hold } of scene.steps.filter(({ id }) => /^(query|scores)$/.test(id)))
    assert.deepEqual(
      marksAt(scene, hold).filter(({ part }) => part === "shade"),
      [],
      id,
    );
});
