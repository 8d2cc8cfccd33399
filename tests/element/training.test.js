// What is recorded of a layer that learns: few moments, the right ones, and the way back to each.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { Training, readSettings } from "../../web/core/training/training.js";
import { recorderOf } from "../../web/element/runs/recorders.js";
import { Recorder } from "../../web/element/runs/training.js";
import { Trainer } from "../../web/element/trainer.js";
import { TASKS, changed } from "../../web/scene/stories/training/settings.js";
import { AttentionError, createAttention, createTraining } from "../../web/index.js";
import { presets } from "../helpers/presets.js";

const attention = await createAttention();
after(() => attention.close());

const { trains: settings, problem } = presets.training;
const shown = (training) => training.draw().more.training;

/** A record of the first hundred steps of some settings. */
async function recorded(how = {}) {
  const training = new Recorder(attention, { ...settings, ...how });
  await training.draw().coming;
  return training;
}

describe("the record of a layer that learns", () => {
  test("begins with the preset's problem, whose parameters the core draws", async () => {
    const training = await recorded();
    for (const [key, value] of Object.entries(problem)) assert.deepEqual(training.problem[key], value, key);
    assert.equal(recorderOf(training.problem), training);
    const other = await createTraining({ task: settings.task, seed: settings.seed });
    assert.deepEqual(training.problem, other.problem);
    await other.run(100);
    assert.deepEqual(shown(training).loss, other.loss);
    assert.equal(shown(training).measured.at(-1).accuracy, other.accuracy());
    assert.equal(shown(training).measured.at(-1).weight, other.rightWeight());
    other.close();
    training.pause();
  });

  test("of many steps few moments are kept, closer where the loss falls, and the first two and the last", async () => {
    const training = await recorded();
    await training.train(100);
    const { moments, measured, loss } = shown(training);
    const steps = moments.map(({ step }) => step);
    assert.equal(moments.length, 24);
    assert.deepEqual([steps[0], steps[1], steps.at(-1)], [0, 1, 200]);
    assert.equal(loss.length, 200);
    assert.ok(measured.length > 40);
    const falling = steps.filter((step) => step > 0 && step <= 80).length;
    assert.ok(falling >= 8, `${steps}`);
    training.pause();
  });

  test("any recorded step opens, with the bits of a run of so many steps, and the record goes on where it was", async () => {
    const training = await recorded({ task: "lookup", heads: 2 });
    const before = shown(training);
    const opened = await training.problemAt(37);
    const other = await createTraining({ task: "lookup", heads: 2 });
    await other.run(37);
    assert.deepEqual(opened, other.problem);
    assert.deepEqual(shown(training), before);
    assert.equal(training.step, 100);
    other.close();
    training.pause();
    // also while the first hundred are still under way
    const young = new Recorder(attention, settings);
    young.draw();
    await young.problemAt(1);
    young.pause();
  });

  test("what a reader trains on is told step by step and can be stopped; reset forgets it", async () => {
    const training = await recorded();
    const seen = [];
    training.changed = () => seen.push([training.step, training.running]);
    const run = training.trainOn(100);
    await new Promise((done) => setTimeout(done, 150));
    assert.ok(training.running);
    await training.stop();
    await run;
    assert.ok(training.step > 100 && training.step < 200, `${training.step}`);
    assert.deepEqual(seen.at(-1), [training.step, false]);
    assert.ok(seen.length > 1 && seen[0][1]);
    assert.equal(shown(training).wanted, training.step);
    await training.reset();
    assert.deepEqual([shown(training).loss.length, shown(training).moments.length], [0, 1]);
    assert.equal(training.draw().coming, undefined);
    training.pause();
    const young = new Recorder(attention, settings);
    young.draw();
    await young.reset();
    assert.equal(shown(young).loss.length, 0);
    young.pause();
  });

  test("given up before its hundred steps are there, it takes the rest when somebody looks again", async () => {
    const training = new Recorder(attention, settings);
    const { coming } = training.draw();
    training.pause();
    await coming;
    assert.ok(training.step < 100);
    await training.draw().coming;
    assert.equal(training.step, 100);
    training.pause();
  });

  test("a rate that diverges keeps the last good parameters, and says the step, the tensor and a rate that holds", async () => {
    const training = await recorded({ optimizer: "sgd", learning_rate: 100 });
    const { failed, loss, moments, running } = shown(training);
    assert.deepEqual([failed.step, failed.tensor, running], [loss.length + 1, "w_q", false]);
    assert.ok(failed.holds > 0 && failed.holds < 100);
    assert.equal(moments.at(-1).step, loss.length);
    for (const { data } of Object.values(moments.at(-1).parameters)) assert.ok(data.every(Number.isFinite));
    const held = await recorded({ optimizer: "sgd", learning_rate: failed.holds });
    assert.ok(held.step >= failed.step);
    for (const one of [training, held]) one.pause();
  });
});

test("a reset whose reader meanwhile leaves the story or the run moves nobody", async () => {
  for (const left of [{ scene: {} }, { run: {} }]) {
    const training = new Recorder(attention, settings);
    const [scene, moved] = [{ live: { head: 9 } }, []];
    const actions = { pauseAt: (time) => moved.push(time) };
    const controller = { scene, run: { training }, actions, updates: { plan: () => {} } };
    const trainer = new Trainer(/** @type {any} */ (controller));
    trainer.press(training, "reset");
    Object.assign(controller, left);
    await new Promise((done) => setTimeout(done));
    assert.deepEqual(moved, []);
    training.pause();
  }
});

test("a step that opens in a story that is still being loaded is shown at its weights once that is there", async () => {
  const [waiting, sought] = [[], []];
  const controller = {
    ...{ scene: { live: { stepAt: () => 1 } }, editor: { open: () => null }, host: { pause: () => {} } },
    ...{ updates: { when: (act) => waiting.push(act) }, player: { seek: (time) => sought.push(time) } },
    stepOf: (id) => ({ hold: id }),
  };
  const trainer = new Trainer(/** @type {any} */ (controller));
  trainer.press(/** @type {any} */ ({ problemAt: async () => ({}) }), "open");
  await new Promise((done) => setTimeout(done));
  for (const act of waiting) act();
  assert.deepEqual(sought, ["weights"]);
});

describe("settings", () => {
  test("every control changes one of them to another that the core takes", () => {
    let now = settings;
    for (const name of ["task", "task", "task", "heads", "heads", "seed", "optimizer", "rate", "momentum"]) {
      const next = changed(now, name, 3);
      assert.notDeepEqual(next, now, name);
      new Training(attention.core, readSettings(next)).close();
      now = next;
    }
    assert.equal(changed(settings, "train"), null);
    for (const task of TASKS) assert.equal(new Training(attention.core, readSettings({ task })).step, 0);
    assert.throws(() => readSettings({ task: "other" }), AttentionError);
  });
});
