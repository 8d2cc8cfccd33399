// A run of training: what it learns, that its bits are those of the layer wherever and however it runs, and its history.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import threads from "node:worker_threads";
import { MultiHeadAttentionLayer, createAttention, createTraining } from "../../web/index.js";
import { near, sameBits } from "../helpers/compare.js";
import { fewOrMany } from "../helpers/full.js";

const TASKS = ["previous", "first", "lookup", "reverse"];
const NAMES = ["w_q", "w_k", "w_v", "w_o"];
const TOKENS = 8;
const WIDTHS = { previous: 16, first: 16, lookup: 17, reverse: 16 };
const ANSWERS = {
  previous: (i) => i - 1,
  first: () => 0,
  lookup: (_, mark) => mark,
  reverse: (i) => 7 - i,
};

/** xorshift32 behind one round of splitmix64: numbers in [-1, 1). @param {number} seed */
function uniform(seed) {
  const low = (z) => BigInt.asUintN(64, z);
  let z = low(BigInt(seed) + 0x9e3779b97f4a7c15n);
  z = low((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = low((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  let x = Number((z ^ (z >> 31n)) >> 32n) || 0x9e3779b9;
  return () => {
    x = (x ^ (x << 13)) >>> 0;
    x = (x ^ (x >>> 17)) >>> 0;
    x = (x ^ (x << 5)) >>> 0;
    return (x >>> 8) / 2 ** 23 - 1;
  };
}

/** The sequences of a task, written from its description alone: inputs, answers and the keys where they stand. */
function sequences(task, seed, nth, count) {
  const next = uniform((Math.imul(seed, 0x9e3779b1) + nth) >>> 0);
  const below8 = () => Math.floor(((next() + 1) / 2) * 8);
  return Array.from({ length: count }, () => {
    const tokens = Array.from({ length: TOKENS }, below8);
    const mark = below8();
    const keys = tokens.map((_, i) => ANSWERS[task](i, mark));
    const x = tokens.map((token, i) => {
      const row = new Array(WIDTHS[task]).fill(0);
      row[token] = row[8 + i] = 1;
      if (task === "lookup" && i === mark) row[16] = 1;
      return row;
    });
    return { tokens, mark, x, keys, target: keys.map((key) => (key < 0 ? -1 : tokens[key])) };
  });
}

/** Two trainings stand at the same step with the same bits. */
function same(got, want) {
  assert.equal(got.step, want.step);
  assert.deepEqual(got.loss, want.loss);
  for (const name of NAMES) sameBits(got.parameters[name], want.parameters[name], name);
}

/** A training that has taken some steps. */
async function after(steps, options) {
  const training = await createTraining(options);
  await training.run(steps);
  return training;
}

/** Starts no worker from now on. */
function refuseWorkers(t) {
  t.mock.method(threads, "Worker", function () {
    throw new Error("forbidden");
  });
}

const refusal = (code, where) => (error) =>
  error.name === "AttentionError" && error.code === code && error.where === where;

describe("a task", () => {
  for (const task of TASKS)
    test(`${task} is learned in 120 steps, and the layer looks where the answer stands`, async () => {
      for (const seed of fewOrMany(
        [7],
        Array.from({ length: 20 }, (_, n) => n + 1),
      )) {
        const training = await createTraining({ task, seed });
        assert.ok(training.accuracy() < 0.3);
        // some seeds take longer
        await training.run(fewOrMany(120, 400));
        assert.ok(training.accuracy() >= 0.99, `seed ${seed}: ${training.accuracy()}`);
        assert.ok(training.rightWeight() >= 0.8, `seed ${seed}: ${training.rightWeight()}`);
        training.close();
      }
    });

  for (const task of TASKS)
    test(`${task}: the problem is the first held-out sequence, and runs as it is`, async () => {
      const training = await after(1, { task, heads: 2 });
      const { problem } = training;
      const [own] = sequences(task, 7, 0, 1);
      assert.deepEqual(problem.x, own.x);
      assert.deepEqual(problem.target, own.target);
      assert.deepEqual(training.rightKeys, own.keys);
      const named = own.tokens.map((token, i) => "ABCDEFGH"[token] + (own.x[i][16] ? "*" : ""));
      assert.deepEqual(problem.labels, { x: named });
      for (const name of NAMES) sameBits(problem[name], training.parameters[name], name);
      const attention = await createAttention();
      const { output } = attention.forward(problem);
      assert.deepEqual(output.shape, [1, 8, 8]);
      const trace = attention.backward(problem);
      assert.equal(trace.grad_w_q.shape.join(), training.parameters.w_q.shape.join());
    });

  test("align is learned in 100 steps on sentences of a toy grammar, and others are said right by looking at the right word", async () => {
    for (const seed of fewOrMany([8], [1, 3, 8, 13])) {
      const training = await createTraining({ task: "align", seed, learning_rate: 0.03 });
      const { labels, score, target } = training.problem;
      assert.equal(labels.x_kv.join(" "), "the black cat sees a white dog");
      assert.equal(labels.x.join(" "), "le chat noir voit un chien blanc");
      assert.deepEqual([score, training.rightKeys], ["additive", [0, 2, 1, 3, 4, 6, 5]]);
      assert.ok(training.accuracy() < 0.3 && training.rightWeight() < 0.2);
      await training.run(100);
      assert.ok(training.accuracy() >= 0.99, `seed ${seed}: ${training.accuracy()}`);
      assert.ok(training.rightWeight() >= 0.9, `seed ${seed}: ${training.rightWeight()}`);
      const { weights, output } = (await createAttention()).forward(training.problem);
      training.rightKeys.forEach((key, i) => {
        const row = [...weights.data.subarray(7 * i, 7 * i + 7)];
        assert.equal(row.indexOf(Math.max(...row)), key);
        const logits = [...output.data.subarray(12 * i, 12 * i + 12)];
        assert.equal(logits.indexOf(Math.max(...logits)), target[i]);
      });
      training.close();
    }
    for (const [where, more] of Object.entries({
      heads: { heads: 2 },
      d_k: { d_k: 8 },
      batch: { batch: 32 },
    }))
      await assert.rejects(createTraining({ task: "align", ...more }), { code: "value", where });
  });

  test("accuracy and right weight are those of 256 held-out sequences, position by position", async () => {
    const attention = await createAttention();
    for (const task of ["previous", "lookup"]) {
      const training = await after(40, { task, heads: 2 });
      const { x, target, ...problem } = training.problem;
      let [right, counted] = [0, 0];
      const weight = [0, 0];
      for (const { x, target, keys } of sequences(task, 7, 0, 256)) {
        const { output, weights } = attention.forward({ ...problem, x, labels: undefined });
        target.forEach((token, i) => {
          if (token < 0) return;
          counted++;
          const logits = [...output.data.slice(8 * i, 8 * i + 8)];
          right += Number(logits.indexOf(Math.max(...logits)) === token);
          for (const h of [0, 1]) weight[h] += weights.data[(h * 8 + i) * 8 + keys[i]];
        });
      }
      assert.equal(training.accuracy(), right / counted);
      near([training.rightWeight()], [Math.max(...weight) / counted], { atol: 1e-6, rtol: 0 });
    }
  });
});

describe("the numbers", () => {
  const VARIANTS = [
    { task: "previous" },
    { task: "lookup", heads: 2, d_k: 5, batch: 3, seed: 4294967295 },
    { task: "first", optimizer: "sgd", learning_rate: 0.5, momentum: 0.9, heads: 3, d_k: 4 },
    { task: "reverse", optimizer: "sgd", learning_rate: 2, batch: 1, d_k: 1 },
  ];
  for (const options of VARIANTS)
    test(`the bits of the layer's own training steps, ${JSON.stringify(options)}`, async () => {
      const { task, heads = 1, d_k = 16, batch = 32, seed = 7, ...how } = options;
      const layer = await MultiHeadAttentionLayer.create({
        d_model: task === "lookup" ? 17 : 16,
        d_out: 8,
        bias: false,
        causal: task === "previous" || task === "first",
        ...{ heads, d_k, seed },
      });
      const training = await createTraining(options);
      for (const name of NAMES) sameBits(training.parameters[name], layer[name], name);
      const losses = Array.from({ length: 20 }, (_, step) => {
        const drawn = sequences(task, seed, step + 1, batch);
        const target = drawn.map(({ target }) => target);
        return layer.trainStep(drawn.map(({ x }) => x), target, {
            loss: "cross_entropy",
            optimizer: "adam",
            ...how,
          }); // prettier-ignore
      });
      await training.run(20);
      assert.deepEqual([...training.loss], losses);
      for (const name of NAMES) sameBits(training.parameters[name], layer[name], name);
    });
});

describe("a run", () => {
  const task = "reverse";

  test("of a and of b is one of a + b, to the bit, in a worker or not", async (t) => {
    const whole = await after(37, { task });
    const parts = await createTraining({ task });
    for (const steps of [1, 0, 8, 3, 25]) await parts.run(steps);
    same(parts, whole);
    refuseWorkers(t);
    const here = await createTraining({ task });
    for (const steps of [5, 32]) await here.run(steps);
    same(here, whole);
  });

  test("tells its progress, and loss holds one entry a step", async () => {
    const training = await createTraining({ task });
    const told = [];
    await training.run(30, { onProgress: (progress) => told.push(progress) });
    assert.ok(told.length > 1);
    assert.equal(told.at(-1).step, 30);
    assert.equal(training.loss.length, 30);
    for (const { step, loss } of told) assert.equal(loss, training.loss[step - 1]);
    training.loss.fill(9);
    training.parameters.w_q.data.fill(9);
    same(training, await after(30, { task }));
  });

  for (const where of ["in a worker", "in slices"])
    test(`that is aborted ${where} rejects with the reason, stands as told, and goes on`, async (t) => {
      if (where === "in slices") refuseWorkers(t);
      const training = await createTraining({ task });
      const stop = new AbortController();
      const reason = new Error("enough");
      let last;
      const onProgress = ({ step }) => {
        last = step;
        if (step >= 16) stop.abort(reason);
      };
      await assert.rejects(
        training.run(100000, { signal: stop.signal, onProgress }),
        (error) => error === reason,
      );
      assert.equal(training.step, last);
      assert.equal(training.loss.length, last);
      await training.run(48 - last);
      assert.equal(last, 16);
      same(training, await after(48, { task }));
      await assert.rejects(training.run(1, { signal: stop.signal }), (error) => error === reason);
      assert.equal(training.step, 48);
    });

  test("is alone: another one, seek and reset are refused meanwhile", async () => {
    const training = await createTraining({ task });
    const running = training.run(20);
    await assert.rejects(training.run(1), refusal("value", "run"));
    assert.throws(() => training.seek(0), refusal("value", "seek"));
    assert.throws(() => training.reset(), refusal("value", "reset"));
    await running;
    same(training, await after(20, { task }));
  });

  test("is ended by close, and what was done stands", async () => {
    const training = await createTraining({ task });
    const running = training.run(100000, { onProgress: ({ step }) => step === 8 && training.close() });
    await assert.rejects(running, { name: "AttentionError", code: "unsupported" });
    same(training, await after(8, { task }));
  });
});

describe("the history", () => {
  const task = "lookup";

  test("seek gives the bits of a run of so many steps, back and forth, and run goes on from there", async () => {
    const training = await after(90, { task });
    for (const step of [90, 17, 0, 64, 63]) {
      training.seek(step);
      const fresh = await after(step, { task });
      same(training, fresh);
      assert.deepEqual(training.problem, fresh.problem);
      assert.equal(training.accuracy(), fresh.accuracy());
      assert.equal(training.recorded, 90);
      fresh.close();
    }
    training.seek(20);
    await training.run(15);
    assert.equal(training.recorded, 90);
    same(training, await after(35, { task }));
    await training.run(65);
    assert.equal(training.recorded, 100);
    same(training, await after(100, { task }));
  });

  test("of a long run is thinned out, and stays exact", async () => {
    const options = { task, batch: 1, d_k: 2 };
    const training = await after(2500, options);
    for (const step of [1, 1500]) {
      training.seek(step);
      same(training, await after(step, options));
    }
  });

  test("is forgotten by reset", async () => {
    const training = await after(20, { task });
    training.reset();
    assert.equal(training.recorded, 0);
    same(training, await createTraining({ task }));
    assert.throws(() => training.seek(1), refusal("value", "step"));
    await training.run(20);
    same(training, await after(20, { task }));
  });
});

describe("a run that diverges", () => {
  const task = "first";
  for (const [options, where] of [
    [{ learning_rate: 1e30 }, "in a worker"],
    [{ learning_rate: 1e30 }, "in slices"],
    [{ learning_rate: 1e60, optimizer: "sgd" }, "in a worker"],
  ])
    test(`stops ${where} with the last good parameters and a rate that holds: ${JSON.stringify(options)}`, async (t) => {
      if (where === "in slices") refuseWorkers(t);
      const training = await createTraining({ task, ...options });
      const error = await training.run(60).then(assert.fail, (error) => error);
      const { step, tensor, holds } = error;
      assert.ok(refusal("value", tensor)(error), error.stack);
      assert.ok(NAMES.includes(tensor));
      assert.match(error.message, new RegExp(`^Step ${step} would make ${tensor} non-finite`));
      assert.equal(training.step, step - 1);
      assert.equal(training.loss.length, step - 1);
      for (const name of NAMES) assert.ok(training.parameters[name].data.every(Number.isFinite), name);
      if (step > 1) same(training, await after(step - 1, { task, ...options }));
      await assert.rejects(training.run(1), { step, tensor, holds });
      assert.ok(error.message.includes(`A learning_rate of ${holds} stays`), error.message);
      assert.ok(holds < options.learning_rate);
      // and not just for a step or two more
      assert.ok((await after(100, { task, ...options, learning_rate: holds })).step >= step);
    });

  test("stops with another remedy where no rate holds: a momentum, or numbers that are not finite", async () => {
    const fast = await createTraining({ task, learning_rate: 100, optimizer: "sgd", momentum: 50 });
    await assert.rejects(fast.run(60), {
      holds: undefined,
      message: /Give a lower learning_rate or momentum\.$/,
    });
    const one = { x: [[1]], w_v: [[1]] };
    for (const problem of [
      { ...one, target: [[NaN]] },
      { ...one, target: [[1e38]] },
      { ...one, x: [[1e30]], target: [[0]] },
    ]) {
      const training = await createTraining({ problem });
      const message = /^Step 1 would make w_v .* No learning_rate helps; give smaller, finite numbers\.$/;
      await assert.rejects(training.run(1), { code: "value", where: "w_v", holds: null, message });
      assert.equal(training.step, 0);
    }
  });
});

describe("a problem of one's own", () => {
  // prettier-ignore
  const own = {
    x: [[1, 0], [0, 1], [1, 1]], w_q: [[1, 0], [0, 1]], w_k: [[0, 1], [1, 0]], w_v: [[1, -1], [0.5, 1]],
    b_v: [0, 0.5], causal: true, scale: 1, target: [[1, 0], [0, 1], [2, 0]],
  };
  const classes = { ...own, target: [1, 0, -1], loss: "cross_entropy" };

  for (const problem of [own, classes])
    test(`${problem.loss ?? "squared_error"}: its steps are those of gradient descent on it`, async () => {
      const training = await createTraining({ problem, optimizer: "sgd", learning_rate: 0.1 });
      const attention = await createAttention();
      let by_hand = problem;
      const losses = [];
      for (let step = 0; step < 20; step++) {
        losses.push(attention.backward(by_hand).loss.data[0]);
        const { parameters } = attention.descend(by_hand, { learning_rate: 0.1 });
        by_hand = { ...by_hand, ...parameters };
      }
      await training.run(7);
      await training.run(13);
      assert.deepEqual([...training.loss], losses);
      for (const name of ["w_q", "w_k", "w_v", "b_v"])
        sameBits(training.parameters[name], by_hand[name], name);
      const { target, causal, x } = training.problem;
      assert.deepEqual([target, causal, x], [problem.target, true, own.x]);
      assert.equal(training.accuracy() === null, problem === own);
      // there and back
      training.seek(3);
      assert.equal(training.loss.length, 3);
      training.seek(20);
      sameBits(training.parameters.w_q, by_hand.w_q);
      training.reset();
      assert.deepEqual([...training.parameters.w_v.data], own.w_v.flat());
      training.close();
    });

  test("takes a framework's reactive problem, and hands out copies of its own", async () => {
    const reactive = (value) =>
      typeof value === "object" && value !== null
        ? new Proxy(value, { get: (target, key) => reactive(target[key]) })
        : value;
    const training = await createTraining({ problem: reactive({ ...classes, target: [-1, -1, -1] }) });
    training.problem.x[0][0] = 9;
    assert.deepEqual(training.problem.x, own.x);
    assert.equal(training.accuracy(), null, "every row is ignored");
    training.close();
  });

  test("learns with Adam, and with heads and an output product", async () => {
    const weights = { w_q: [[1, 0, 1, 0], [0, 1, 0, 1]], w_o: [[1], [0], [0], [1]] }; // prettier-ignore
    const problem = { ...own, ...weights, w_k: weights.w_q, w_v: weights.w_q, b_v: undefined, heads: 2, target: [[1], [-1], [3]] }; // prettier-ignore
    const training = await createTraining({ problem });
    await training.run(300);
    const classified = await createTraining({ problem: { ...classes, w_k: own.w_q }, learning_rate: 0.1 });
    await classified.run(200);
    assert.equal(classified.accuracy(), 1);
    classified.close();
    const still = await createTraining({ problem: { ...own, learning_rate: 0 } });
    await still.run(2);
    assert.equal(still.loss[1], still.loss[0], "a rate of 0 leaves the parameters");
    still.close();
    assert.ok(training.loss.at(-1) < training.loss[0] / 20, `${training.loss.at(-1)} of ${training.loss[0]}`);
    training.close();
  });

  for (const [title, options, code, where] of [
    ["no target", { problem: { ...own, target: undefined } }, "value", "target"],
    ["a target that does not fit", { problem: { ...own, target: [[1]] } }, "shape", "target"],
    ["a class that there is not", { problem: { ...classes, target: [0, 1, 2] } }, "value", "target[2]"],
    ["nothing to learn", { problem: { x: own.x, target: own.target } }, "value", "problem"],
    ["a chain", { problem: { stages: [{ id: "a", op: "attention", x: own.x, w_v: own.w_v }], target: own.target } }, "value", "stages"], // prettier-ignore
    ["a task beside it", { problem: own, task: "first" }, "value", "task"],
    ["heads beside it", { problem: own, heads: 2 }, "value", "heads"],
  ])
    test(`${title} is refused`, () => assert.rejects(createTraining(options), { code, where }));
});
