// The story backward: gradients come back through attention, a step is taken, and the loss falls.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { textWidth } from "../../web/scene/text-metrics.js";
import { languages } from "../../web/words/index.js";
import { fewOrMany } from "../helpers/full.js";
import { randomChain, recurrentChain } from "../helpers/problems.js";
import { chance } from "../helpers/random.js";
import { captionOf, cellOf, marksAt, numbersOf, said, says, stepOf } from "./helpers/marks.js";
import { anyProblem } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { prove } from "./helpers/sound.js";
import { aimed } from "./helpers/told.js";

const story = "backward";
const ROOMS = [[1104, 424], [652, 424], [336, 404], [584, 412]]; // prettier-ignore
const layer = presets.backward.problem;
const scene = sceneOf(layer, { story });

/** What has gradients, of any kind. */
const ANY = {
  chains: (draw) => ({ version: 1, stages: randomChain(draw) }),
  "encoders and decoders": (draw) => ({ version: 1, stages: recurrentChain(draw).stages }),
  "any options": (draw) => anyProblem(draw, { most: 3 }),
};

describe("gradients, told", () => {
  for (const [kind, make] of Object.entries(ANY))
    test(`every number is what its sources make: ${kind}`, () => {
      const draw = chance(77);
      for (let k = 0; k < fewOrMany(kind === "chains" ? 1 : 2, 10); k++) {
        const { id: lang } = languages[k % languages.length];
        const told = sceneOf(aimed(draw, make(draw)), { story, width: ROOMS[k % 4][0], height: ROOMS[k % 4][1], lang }); // prettier-ignore
        const numbers = numbersOf(told);
        for (const [cell, { text }] of numbers) {
          const { tensor, index } = cellOf(cell);
          assert.ok(says(text, told.model.value(tensor, index)), `${cell} shows ${text}`);
          prove(told.model, cell);
        }
        assert.ok([...numbers.keys()].some((cell) => cell.includes("grad_")));
        assert.doesNotMatch(told.steps.map(said).join(" "), /undefined|[{}]/);
      }
    });

  test("it takes less than 100 seconds", () => {
    for (const { duration } of [scene, sceneOf(layer, { story, lang: "zh" })]) assert.ok(duration < 100);
  });

  test("the preset is the documents' layer, masked and divided by the root of dₖ", () => {
    const { problem } = presets.layer;
    for (const name of ["x", "w_q", "w_k", "w_v"]) assert.deepEqual(layer[name], problem[name]);
    assert.equal(scene.model.masked && scene.model.usualScale, true);
    assert.deepEqual(scene.steps.map(({ id }) => id), [
      ...["forward", "loss", "grad_output", "grad_weights", "grad_value", "row_dot", "grad_softmax", "grad_scores"],
      ...["grad_query", "rows", "grad_key", "grad_parameters", "grad_x", "step", "after", "rates", "again-1"],
      ...["again", "check"],
    ]); // prettier-ignore
  });

  test("a gradient stands right below its value, hatched, and its value stays what it was", () => {
    for (const { hold } of scene.steps) {
      const marks = marksAt(scene, hold);
      const boxes = new Map(marks.flatMap((mark) => (mark.cell && mark.box ? [[mark.cell, mark.box]] : [])));
      for (const [cell, box] of boxes) {
        if (!cell.startsWith("grad_")) continue;
        const value = boxes.get(cell.slice(5));
        if (value) assert.ok(value.x === box.x && value.y < box.y, cell);
      }
      const blocks = marks.filter(({ id }) => /^(grad|page\.grad)[._].*\/edge$/.test(id ?? ""));
      for (const { id } of blocks)
        assert.ok(
          marks.some((mark) => mark.id === id.replace(/edge$/, "gradient") && mark.part === "hatch"),
          id,
        );
    }
  });

  test("a masked cell stays 0, visibly, and the sentence says so", () => {
    const step = stepOf(scene, "grad_softmax");
    const marks = marksAt(scene, step.hold);
    const { text } = marks.find(({ cell }) => cell === "grad_masked_scores:0,0,1,2");
    assert.equal(text, "0");
    assert.match(said(step), /The masked cell gets 0\./);
  });

  test("the row's dot product gets the close-up, product by product, and each is the core's", () => {
    const step = stepOf(scene, "row_dot");
    const marks = marksAt(scene, step.hold);
    const { terms, sum } = scene.model.terms("row_dot", [0, 0, 1]);
    assert.equal(Math.fround(sum), scene.model.value("row_dot", [0, 0, 1]));
    assert.deepEqual(
      terms.map((_, j) => marks.find(({ id }) => id === `product.1.${j}`)?.text),
      ["0.804 · 1.145", "+ 0.196 · 0.471", "+ 0 · 1.080"],
    );
    const early = marksAt(scene, step.start + 0.45);
    assert.equal(early.filter(({ id, opacity = 1 }) => /^product/.test(id) && opacity > 0.99).length, 0);
  });

  test("pointing at a gradient gives its sum of products", () => {
    assert.match(explain(scene, "grad_weights", [0, 0, 1, 0]).text, /^∂a₂₁ = 0.20\d* · 3 \+ 0.26\d* · 2 /);
    assert.match(explain(scene, "grad_w_k", [0, 0]).text, /^∂W_K₁₁ = 1 · \S+ \+ 0 · /);
    assert.match(explain(scene, "grad_output", [0, 1, 0]).text, /^∂o₂₁ = 0.333\d* · \(2.60\d* − 2\) /);
    assert.match(explain(scene, "loss", []).text, /^L = \(\(3 − 3\)² \+ .* ÷ 6 ≈ 0.49/);
    assert.match(explain(scene, "after.w_q", [0, 0]).text, /^W′_Q₁₁ = 1 .*0.1/);
  });

  test("after one step the loss has fallen, by what is said; too long a step is told as such", () => {
    const end = (rate) => {
      const told = sceneOf({ ...layer, learning_rate: rate }, { story });
      const { learning } = told.model.more;
      return {
        text: captionOf(told, "after"),
        told,
        fell: learning.descent.fell,
        fall: learning.descent.fall,
      };
    };
    const small = end(0.001);
    assert.ok(Math.abs(small.fell / small.fall - 1) < 0.02);
    assert.match(small.text, /The loss falls from 0.498 to 0.49\d*, by 0.002/);
    assert.match(end(0.1).text, /falls from 0.498 to 0.307, by 0.191; the gradient predicted 0.248/);
    const long = end(3);
    assert.ok(long.fell < 0);
    assert.match(long.text, /The loss rises from 0.498 .*: η = 3 is too large a step/);
    assert.match(end(0).text, /stays at 0.498/);
    // nor has any value
    assert.equal(captionOf(end(0).told, "again-1"), "That step moved no weight.");
  });

  test("forty steps later the loss and the map are what as many steps of descent make of them", () => {
    let problem = layer;
    for (let k = 0; k < 40; k++) problem = { ...problem, ...attention.descend(problem).parameters };
    const { loss, weights } = attention.backward(problem);
    const { taken } = scene.model.more.learning.again();
    assert.deepEqual([taken.length, taken[40].loss], [41, loss.data[0]]);
    assert.deepEqual(taken[40].weights, weights.data);
    for (const [k, change] of taken[40].changes.entries())
      assert.equal(change, Math.fround(weights.data[k] - scene.model.trace.weights.data[k]));
    assert.match(captionOf(scene, "again"), /After 40 steps the loss is 0.049.*0.334, not 0.196/); // prettier-ignore
    // the trace has parameters after one step only: those after forty are copies
    const marks = marksAt(scene, stepOf(scene, "again").hold);
    assert.ok(marks.some(({ text }) => text === "0.678") && !marks.some(({ cell }) => /^after/.test(cell)));
    const short = sceneOf({ ...layer, learning_rate: 1e-7 }, { story });
    assert.equal(captionOf(short, "again"), "After 40 steps the loss is still 0.498.");
    // who leaps across the valley goes nowhere
    const long = sceneOf({ ...layer, learning_rate: 10 }, { story });
    assert.ok(!long.steps.some(({ id }) => /^again/.test(id)));
  });

  test("a step that would leave numbers that are none is not taken, and that is said", () => {
    const told = sceneOf({ ...layer, learning_rate: 1e300 }, { story });
    assert.equal(told.steps.at(-1).id, "step");
    assert.match(said(told.steps.at(-1)), /is not taken: give a smaller learning_rate/);
    assert.ok(
      told.steps.some(({ id }) => id === "grad_parameters") && told.steps.some(({ id }) => id === "grad_x"),
    );
  });

  test("steps of other lengths are set beside what the gradient predicts", () => {
    const step = stepOf(scene, "rates");
    const tried = scene.model.more.learning.rates();
    const best = tried.toSorted((a, b) => a.loss - b.loss)[0];
    assert.match(said(step), new RegExp(`η = ${best.rate} lowers the loss most`));
    for (const { rate, loss, predicted } of tried.filter((one) => one.rate <= 0.002))
      assert.ok(Math.abs(loss - predicted) < 0.002, `${rate}: ${loss}, ${predicted}`);
    const after = (rate) => ({ ...layer, ...attention.descend(layer, { learning_rate: rate }).parameters });
    for (const { rate, loss } of tried) assert.equal(attention.backward(after(rate)).loss.data[0], loss);
  });

  test("the rates below the curves stand apart, however wide the room", () => {
    for (let width = 320; width <= 720; width += 40) {
      const told = sceneOf(layer, { story, width, height: 404 });
      const { hold } = stepOf(told, "rates");
      const foot = marksAt(told, hold).filter(({ id }) => id.startsWith("rates.frame/foot"));
      const ends = foot.map(({ x, text, size }) =>
        [-1, 1].map((side) => x + (side * textWidth(text, size)) / 2),
      );
      assert.ok(ends.length >= 5 && ends.slice(1).every(([left], k) => left > ends[k][1] + 4), `${width}`);
    }
  });

  test("an entry is nudged, and the slope of the loss is its gradient; a reader may try any other", () => {
    const { learning } = scene.model.more;
    const turned = (turn) =>
      sceneOf(layer, { story, ...{ more: { learning: { ...learning, turn } } } }).steps.find(({ id }) => id === "check"); // prettier-ignore
    const all = Array.from({ length: 12 }, (_, turn) => said(turned(turn)));
    assert.equal(new Set(all.map((text) => /W_\S+/.exec(text)[0])).size, 12);
    for (const text of all) {
      const [slope, gradient] = text.match(/slope (\S+); its gradient is (\S+)\./).slice(1).map((one) => Number(one.replace("−", "-"))); // prettier-ignore
      assert.ok(Math.abs(slope - gradient) < 1e-4, text);
    }
    assert.match(all[0], /Nudged by ±0.01, W_Q₂₂ changes/);
  });

  test("what keys and queries get is a product of vectors only where their scores are", () => {
    const scores = {
      dot: {},
      bilinear: { w_score: [[1, 0], [0, 1]] }, // prettier-ignore
      additive: { w_1: [[1, 0, 1, 0]], w_2: [1] },
    };
    for (const [score, parameters] of Object.entries(scores)) {
      const problem = { ...layer, score, ...parameters };
      const told = sceneOf(problem, { story });
      for (const id of ["grad_query", "grad_key"])
        assert.equal(/∂s · [kq]/.test(captionOf(told, id)), score === "dot", `${score} ${id}`);
    }
  });

  test("classes, a gradient that is given, no target at all, and nothing to learn are told", () => {
    const classes = { ...layer, target: [0, 1, -1], loss: "cross_entropy" };
    assert.match(said(sceneOf(classes, { story }).steps[1]), /mean of −log of the right class’s share/);
    const { target: _, ...bare } = layer;
    const given = sceneOf({ ...bare, grad_output: [[1, 0], [0, 1], [1, 1]] }, { story }); // prettier-ignore
    assert.ok(!given.steps.some(({ id }) => id === "loss" || id === "after"));
    assert.match(said(given.steps[1]), /begins with the output’s gradient, given here/);
    const zero = sceneOf(bare, { story });
    assert.match(said(zero.steps[1]), /No target is given, so 0 is used/);
    const fixed = sceneOf({ query: [[1, 2]], key: [[1, 0], [0.5, 1]], value: [[1, 2], [4, 5]] }, { story }); // prettier-ignore
    assert.equal(fixed.steps.at(-1).id, "grad_key");
  });

  test("a parameter without any other stands over its gradient", () => {
    const two = [[1, -1], [0.5, 2]]; // prettier-ignore
    const four = [...two, ...two];
    const told = sceneOf({ query: four, key: four, value: four, score: "bilinear", w_score: two }, { story });
    const marks = marksAt(told, stepOf(told, "grad_parameters").hold);
    const [value, grad] = ["w_score:0,0", "grad_w_score:0,0"].map((cell) => marks.find((mark) => mark.cell === cell && mark.box).box); // prettier-ignore
    assert.ok(value.x === grad.x && value.y < grad.y);
  });
});
