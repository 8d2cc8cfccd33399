// Twenty seeds of every task, with the default options: what they reach, after how many steps, and how long that takes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MultiHeadAttentionLayer, createTraining } from "../../web/index.js";
import { largestDifference } from "../helpers/compare.js";
import { float64Training, sequences } from "../helpers/float64-training.js";

const SEEDS = Array.from({ length: 20 }, (_, n) => n + 1);
const MOST = 400;

/** Steps and milliseconds until both are reached, looked at every 10 steps. */
async function learned(task, seed) {
  const training = await createTraining({ task, seed });
  const found = { accuracy: undefined, weight: undefined };
  let ms = 0;
  while (training.step < MOST && !(found.accuracy && found.weight)) {
    const start = performance.now();
    await training.run(10);
    ms += performance.now() - start;
    const now = { step: training.step, ms };
    if (training.accuracy() >= 0.99) found.accuracy ??= now;
    if (training.rightWeight() >= 0.8) found.weight ??= now;
  }
  training.close();
  return found;
}

const TASKS = ["previous", "first", "lookup", "reverse"];

for (const task of TASKS)
  test(`${task}: 20 of 20 seeds answer 99 % of the held-out positions in 3 seconds, and look at the right key`, async (t) => {
    const all = [];
    for (const seed of SEEDS) all.push(await learned(task, seed));
    for (const what of ["accuracy", "weight"]) {
      const reached = all.map((one) => one[what]).filter(Boolean);
      const most = (key) => Math.max(...reached.map((one) => one[key]));
      t.diagnostic(
        `${task}, ${what}: ${reached.length} of 20, worst ${most("step")} steps, ${most("ms").toFixed(0)} ms`,
      );
      assert.ok(reached.length === 20, what);
      assert.ok(most("ms") < 3000);
    }
  });

// Adam's first step is rate · g / (|g| + 1e-8): where a gradient happens to be near 1e-8, its rounding moves the parameter
// by some 1e-6, and learning makes that ten times as much. Seed 6 of reverse has such an entry (1.5e-5).
for (const task of TASKS)
  test(`${task}: 19 of 20 seeds are within 1e-5 of float64 after 100 steps, and none is far off`, async (t) => {
    const largest = [];
    for (const seed of SEEDS) {
      const training = await createTraining({ task, seed });
      await training.run(100);
      const exact = float64Training({ task, seed });
      let last;
      for (let step = 0; step < 100; step++) last = exact.next().value;
      const differences = Object.entries(training.parameters).map(([name, { data }]) =>
        largestDifference(data, last.parameters[name].flat(), { name }),
      );
      largest.push(Math.max(...differences));
      training.close();
    }
    const within = largest.filter((one) => one <= 1e-5).length;
    t.diagnostic(`${task}: ${within} of 20 within 1e-5, worst ${Math.max(...largest).toExponential(2)}`);
    assert.ok(within >= 19 && Math.max(...largest) <= 1e-4);
  });

// a bias of keys adds the same to all scores of a row: its true gradient is 0, and Adam moves it by rounding alone
for (const task of TASKS)
  test(`${task}, with biases: within 1e-5 of float64 after 100 steps, all but b_k`, async (t) => {
    const seed = 7;
    const causal = task === "previous" || task === "first";
    const d_model = task === "lookup" ? 17 : 16;
    const layer = await MultiHeadAttentionLayer.create({ d_model, d_k: 16, d_out: 8, causal, seed });
    const exact = float64Training({ task, seed, bias: true });
    let last;
    for (let step = 1; step <= 100; step++) {
      const drawn = sequences(task, seed, step, 32);
      const how = { loss: "cross_entropy", optimizer: "adam", learning_rate: 0.01 };
      layer.trainStep(drawn.map(({ x }) => x), drawn.map(({ target }) => target), how); // prettier-ignore
      last = exact.next().value;
    }
    for (const name of Object.keys(last.parameters).filter((one) => one !== "b_k")) {
      const far = largestDifference(layer[name].data, last.parameters[name].flat(), { name });
      t.diagnostic(`${task}, ${name}: ${far.toExponential(2)}`);
      assert.ok(far <= 1e-5, `${name}: ${far}`);
    }
  });
