// The story of a layer that learns: its time is the recorded run, its numbers are the core's, and its sentences hold.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { explain } from "../../web/scene/index.js";
import { fewOrMany } from "../helpers/full.js";
import { createTraining } from "../../web/index.js";
import { languages } from "../../web/words/index.js";
import { compute } from "../../web/element/build-scene.js";
import { changed } from "../../web/scene/stories/training/settings.js";
import { captionOf, cellOf, marksAt, numbersOf, read, said, says, stepOf } from "./helpers/marks.js";
import { presets } from "../helpers/presets.js";
import { attention } from "./helpers/scene-of.js";
import { own, runs, sceneOfRun, trained } from "./helpers/trained.js";

const TASKS = ["previous", "first", "lookup", "reverse"];
/** A reading, such as "loss 0.003", as a number. */
const readingAt = (scene, time, name) => {
  const mark = marksAt(scene, time).find(({ id }) => id === `reading.${name}`);
  return mark && Number(mark.runs[1].text.replace(/[  ]?%/, ""));
};

describe("a layer that learns, told", () => {
  test("every number on the stage is the trace's, and those of other moments are copies of what the core said", async () => {
    for (const task of fewOrMany(["previous"], TASKS)) {
      const { run, training } = await trained({ task });
      const scene = sceneOfRun(run);
      const { trace } = scene.model;
      for (const name of ["loss", "grad_w_q", "grad_w_k", "grad_w_v", "grad_w_o"]) assert.ok(trace[name]);
      const begun = attention.backward(training.problem);
      const came = attention.forward(await training.problemAt(100));
      const numbers = numbersOf(scene);
      assert.ok(numbers.has("loss:") && numbers.size > 30, `${numbers.size} numbers`);
      let after = 0;
      for (const [cell, { text, value }] of numbers) {
        const { tensor, index } = cellOf(cell);
        const [run, name] = tensor.startsWith("after.") ? [came, tensor.slice(6)] : [begun, tensor];
        after += Number(run === came);
        const at = index.reduce((flat, k, axis) => flat * run[name].shape[axis] + k, 0);
        assert.equal(Math.fround(Number(value)), run[name].data[at], cell);
        assert.ok(says(text, run[name].data[at]), `${cell} shows ${text}`);
        assert.equal(trace[tensor].data[at], run[name].data[at], cell);
      }
      // at the end the weights are those that it came to: its poster can be taken apart, too
      assert.ok(after >= 7, `${after} cells of the end`);
      const poster = marksAt(scene, scene.poster).filter(({ cell }) => cell?.startsWith("after.weights:"));
      assert.ok(poster.length >= 7);
      assert.match(explain(scene, "after.weights", [0, 0, 3, 2]).text, /^a′₄₃ = \S+ ÷ \S+/);
      // between them there are moments whose numbers are copies
      const [, middle] = scene.model.more.training.moments;
      assert.ok(middle.step > 0 && middle.step < 100);
      training.pause();
    }
  });

  test("its time is the recorded steps: the loss is that of the step", () => {
    const scene = sceneOfRun(own.run);
    const { start, duration } = stepOf(scene, "learn");
    const { loss } = scene.model.more.training;
    const times = [0.9, 0.45, 0.5, 0.7, 0.6].map((share) => start + share * duration);
    for (const time of times) {
      const step = readingAt(scene, time, "step");
      assert.ok(Math.abs(step - scene.live.stepAt(time)) <= 1, `${step} at ${time}`);
      assert.ok(Math.abs(readingAt(scene, time, "loss") - loss[step - 1]) <= 0.0005);
    }
    assert.deepEqual([0, scene.duration].map(scene.live.stepAt), [0, 100]);
    assert.equal(readingAt(scene, scene.live.head, "accuracy"), 100);
  });

  test("the weights of the right keys are ringed, and appear on the map as they are learned", async () => {
    const right = { previous: (i) => i - 1, first: () => 0, lookup: () => 0, reverse: (i) => 7 - i };
    for (const task of fewOrMany(["reverse"], TASKS)) {
      const { run, training } = await trained({ task });
      const scene = sceneOfRun(run);
      const { moments, right: keys } = scene.model.more.training;
      assert.deepEqual(keys, keys.map((_, i) => right[task](i))); // prettier-ignore
      const mean = ({ weights }) => {
        const some = keys.flatMap((j, i) => (j < 0 ? [] : [weights[8 * i + j]]));
        return some.reduce((sum, one) => sum + one, 0) / some.length;
      };
      assert.ok(mean(moments[0]) < 0.4 && mean(moments.at(-1)) > 0.75, task);
      assert.match(captionOf(scene, "result"), /^Learned: every token looks at/);
      const { hold } = stepOf(scene, "result");
      const rings = marksAt(scene, hold).filter(({ id }) => /^rings\/\d+$/.test(id));
      assert.equal(rings.length, keys.filter((j) => j >= 0).length);
      training.pause();
    }
  });

  test("an alignment: the preset's problem is the sentence that is learned from scratch, and its map becomes the right one", () => {
    const { run, training } = runs["learning-to-align"];
    const { problem: given } = presets["learning-to-align"];
    for (const key of Object.keys(given)) assert.deepEqual(run.problem[key], given[key], key);
    for (const lang of ["en", "zh"]) {
      const scene = sceneOfRun(run, { lang });
      assert.match(captionOf(scene, "untrained"), /w₂ᵀ tanh\(W₁\[q; k\]\)/);
      assert.match(captionOf(scene, "result"), /100 %/);
      assert.ok(scene.items.some(({ id }) => id === "w_2") && !scene.items.some(({ id }) => id === "task"));
    }
    assert.equal(training.step, 100);
  });

  test("how it came about is said truly: when it was learned, and whether the weight went on rising", () => {
    const scene = sceneOfRun(own.run);
    const { measured, reached } = scene.model.more.training;
    assert.equal(
      reached,
      measured.find(({ accuracy }) => accuracy >= 0.99),
    );
    const [, step, then, now] = /By step (\d+), 99 % .* was (\d\.\d+), later (\d\.\d+)/.exec(captionOf(scene, "reached")); // prettier-ignore
    assert.equal(Number(step), reached.step);
    assert.ok(Math.abs(then - reached.weight) <= 0.005 && Math.abs(now - measured.at(-1).weight) <= 0.005);
    assert.match(captionOf(scene, "untrained"), /nearly even.*11\.9 % of the answers/);
    assert.match(explain(scene, "loss", []).text, /2\.09/);
  });

  test("a run that diverges says the step, the tensor and a rate that holds; what has not learned says that", async () => {
    const { run, training } = await trained({ optimizer: "sgd", learning_rate: 100 });
    const scene = sceneOfRun(run);
    const { failed, loss } = scene.model.more.training;
    const sentence = captionOf(scene, "failed");
    for (const part of [`Step ${failed.step} `, "W_Q", `step ${loss.length}.`, `rate of ${failed.holds} `])
      assert.ok(sentence.includes(part), `${sentence} has no ${part}`);
    assert.match(captionOf(scene, "result"), /^Not learned yet/);
    assert.match(captionOf(scene, "reached"), /never 99 % right/);
    assert.match(captionOf(scene, "learn"), /does not fall/);
    training.pause();
  });

  test("a problem of the page's own with a target is told with its curve, its map and its matrices", async () => {
    const { x, w_q, w_k, w_v } = presets["walk-through"].problem;
    const aims = [{ target: [[1, 2, 3], [2, 8, 0], [2, 6, 3]] }, { target: [0, -1, 2], loss: "cross_entropy", learning_rate: 0.3 }]; // prettier-ignore
    for (const aim of aims) {
      const problem = { x, w_q, w_k, w_v, ...aim };
      const run = compute(attention, { problem, stories: ["training"] }, { scale: null, causal: null });
      sceneOfRun(run);
      await run.training.draw().coming;
      const scene = sceneOfRun(run);
      const { settings, loss } = scene.model.more.training;
      assert.equal(settings.optimizer, aim.learning_rate ? "sgd" : "adam");
      const alone = await createTraining({ ...settings });
      await alone.run(100);
      assert.deepEqual(loss, alone.loss);
      const shown = new Set(scene.items.map(({ id }) => id));
      for (const id of ["losses", "map", "target", "output", "w_q", "w_k", "w_v", "grad_w_v"]) assert.ok(shown.has(id), id); // prettier-ignore
      for (const id of ["w_o", "task", "seed", "heads", "reading.weight"]) assert.ok(!shown.has(id), id);
      assert.equal(shown.has("reading.accuracy"), aim.loss !== undefined);
      const [, step] = /^Half of the loss was gone by step (\d+)\.$/.exec(captionOf(scene, "reached"));
      const { noted, first } = scene.items.find(({ id }) => id === "losses");
      assert.equal(noted.step, Number(step));
      assert.ok(loss[step - first] <= loss[0] / 2 && loss[step - first - 1] > loss[0] / 2);
      // where there is no target nothing can be learned
      const without = compute(attention, { problem: { x, w_q, w_k, w_v }, stories: [] }, { scale: null, causal: null }); // prettier-ignore
      assert.ok(scene.stories.includes("training") && !sceneOfRun(without).stories.includes("training"));
      for (const one of [alone, run.training]) (one.close ?? one.pause).call(one);
    }
  });

  test("a problem of the page's own runs at its own rate, which the slider shows; what cannot be known is not claimed", async () => {
    const given = { x: [[1, 0], [0, 1]], w_q: [[1, 0], [0, 1]], w_v: [[1, -1], [0.5, 1]], target: [[1, 0], [0, 1]] }; // prettier-ignore
    const told = async (more, steps = 100) => {
      const run = compute(
        attention,
        { problem: { ...given, ...more }, stories: [] },
        { scale: null, causal: null },
      );
      sceneOfRun(run);
      await run.training.reset();
      if (steps) await run.training.trainOn(steps);
      run.training.pause();
      return { training: run.training, scene: sceneOfRun(run), zh: sceneOfRun(run, { lang: "zh" }) };
    };
    for (const [learning_rate, shown] of [
      [0, "0"],
      [0.05, "0.05"],
      [1e-9, "1 × 10⁻⁹"],
    ]) {
      // prettier-ignore
      const { training, scene } = await told({ learning_rate }, 2);
      const { control } = marksAt(scene, scene.duration).find(({ control }) => control?.name === "rate");
      assert.equal(control.texts[control.value], shown);
      assert.ok(captionOf(scene, "move").endsWith(`: SGD, rate ${shown}.`), captionOf(scene, "move"));
      assert.equal(changed(training.settings, "rate", control.value).learning_rate, learning_rate);
      assert.equal(training.draw().more.training.settings.learning_rate, learning_rate);
    }
    const { scene: begun } = await told({}, 1);
    assert.equal(stepOf(begun, "learn").title, "Step 1");
    assert.ok(!/fall/.test(captionOf(begun, "learn")), captionOf(begun, "learn"));
    const { scene: none } = await told({}, 0);
    assert.ok(!/0 steps/.test(captionOf(none, "reached")), captionOf(none, "reached"));
    const { scene: ignored } = await told({ target: [-1, -1], loss: "cross_entropy" }, 2);
    assert.match(captionOf(ignored, "loss"), /^Cross-entropy/);
    const { scene: endless, zh } = await told({ target: [["NaN", 0], [0, 1]] }); // prettier-ignore
    assert.match(captionOf(endless, "failed"), /No rate would have helped: .* not finite\.$/);
    assert.match(captionOf(zh, "failed"), /换学习率也没有用/);
  });

  test("without a recorded step it is told all the same, and step ids stay as steps are added", async () => {
    const { run, training } = await trained();
    await training.trainOn(130);
    const grown = sceneOfRun(run);
    const ids = ({ steps }) => steps.map(({ id }) => id);
    assert.deepEqual(ids(grown).slice(6, 10), ["repeat", "learn", "learn-2", "learn-3"]);
    assert.ok(Math.abs(grown.duration - sceneOfRun(own.run).duration) > 10);
    await training.reset();
    const scene = sceneOfRun(run);
    // what no step follows is not said
    assert.deepEqual(
      ids(scene),
      ids(sceneOfRun(own.run)).filter((id) => id !== "repeat"),
    );
    assert.ok(scene.duration > 5);
    assert.match(captionOf(scene, "learn"), /^No step has been recorded/);
    assert.equal(
      read(marksAt(scene, scene.duration).find(({ id }) => id === "reading.step").runs[1].text),
      0,
    );
    training.pause();
  });

  test("a map of few tokens has its whole title", () => {
    const one = { x: [[1, 2]], w_v: [[1, -1], [0.5, 1]], target: [[1, 0]] }; // prettier-ignore
    const heads = { x: [[1, 2, 0], [0, 1, 1]], heads: 3, b_v: [0, 1, 0], target: [[1, 0, 0], [0, 0, 1]] }; // prettier-ignore
    for (const problem of [one, heads]) {
      const run = compute(attention, { problem, stories: [] }, { scale: null, causal: null });
      for (const { id: lang } of languages)
        for (const width of [1104, 652]) {
          const scene = sceneOfRun(run, { lang, width });
          const { text } = marksAt(scene, scene.duration).find(({ id }) => id === "map.title");
          assert.match(text, /^(attention map|注意力图)(?!.*…)/);
        }
      run.training.pause();
    }
  });

  test("on a phone, the button of the scale does not cover the curve", () => {
    for (const { id: lang } of languages) {
      const { items } = sceneOfRun(own.run, { lang, width: 336, height: 404 });
      const [curve, scale] = ["losses", "scale"].map((id) => items.find((item) => item.id === id));
      assert.ok(curve.x + curve.width <= scale.x || scale.y + scale.height <= curve.y);
    }
  });

  test("controls have names, and no number of theirs is a cell's", () => {
    for (const { id: lang } of languages) {
      const scene = sceneOfRun(own.run, { lang });
      const controls = marksAt(scene, scene.duration).flatMap(({ control }) => control ?? []);
      assert.ok(controls.length >= 10);
      assert.equal(new Set(controls.map(({ name }) => name)).size, controls.length);
      for (const { label, texts } of controls) assert.ok(label && (!texts || texts.every(Boolean)));
    }
  });
});
