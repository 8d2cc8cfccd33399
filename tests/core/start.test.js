// target, loss, grad_output and learning_rate in the problem: backward starts from them, forward looks past them.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { refused, sameTrace as same } from "../helpers/compare.js";

const attention = await createAttention();
after(() => attention.close());

const PLAIN = {
  x: { shape: [2, 3], data: [1, 0, 2, 0, 1, -1] },
  w_v: { shape: [3, 2], data: [1, 2, 0, 1, -1, 0.5] },
};
const CHAIN = {
  stages: [
    { id: "look", ...PLAIN },
    { id: "norm", op: "layer_norm", x: "look.output" },
  ],
};
const SQUARED = { target: { shape: [1, 2, 2], data: [1, 0, 0, 1] } };
const CLASSES = { target: [[1, -1]], loss: "cross_entropy" };
const GRADIENT = { grad_output: { shape: [1, 2, 2], data: [1, 0, 0, -1] } };
const STARTS = [SQUARED, CLASSES, GRADIENT];

for (const [name, problem, output, gradient] of [
  ["a plain problem", PLAIN, "output", "grad_x"],
  ["a chain", CHAIN, "norm.output", "look.grad_x"],
])
  describe(`in ${name}`, () => {
    test("backward starts from the problem's own keys", () => {
      for (const start of STARTS)
        same(
          attention.backward({ ...problem, ...start, learning_rate: 0.1 }),
          attention.backward(problem, start),
        );
      const tensors = [output];
      same(
        attention.backward({ ...problem, ...CLASSES }, { tensors }),
        attention.backward(problem, { ...CLASSES, tensors }),
      );
    });

    test("run starts from them too, in workers and without", async () => {
      for (const start of STARTS)
        for (const workers of [0, 1]) {
          const got = await attention.run("backward", { ...problem, ...start }, { workers });
          same(got, attention.backward(problem, start));
        }
    });

    test("what the call gives wins", () => {
      for (const own of STARTS)
        for (const other of STARTS) {
          const want = { ...own };
          // a loss is the problem's own as long as the call names none
          if (own === SQUARED) want.loss = "squared_error";
          same(attention.backward({ ...problem, ...other }, want), attention.backward(problem, own));
        }
      const { target } = CLASSES;
      same(
        attention.backward({ ...problem, loss: "cross_entropy" }, { target }),
        attention.backward(problem, CLASSES),
      );
      same(
        attention.backward({ ...problem, target }, { loss: "cross_entropy" }),
        attention.backward(problem, CLASSES),
      );
    });

    test("the graph of the gradients begins there", () => {
      for (const start of STARTS)
        assert.deepEqual(
          attention.graph({ ...problem, ...start }, { backward: true }),
          attention.graph(problem, {
            backward: true,
            ...(start.target && { loss: start.loss ?? "squared_error" }),
          }),
        );
      assert.deepEqual(attention.graph({ ...problem, ...CLASSES }), attention.graph(problem));
    });

    test("terms of the loss and of gradients need no options", () => {
      for (const start of STARTS)
        assert.deepEqual(
          attention.terms({ ...problem, ...start }, gradient, [1, 2]),
          attention.terms(problem, gradient, [1, 2], start),
        );
      assert.deepEqual(
        attention.terms({ ...problem, ...SQUARED }, "loss", []),
        attention.terms(problem, "loss", [], SQUARED),
      );
    });

    test("forward and its terms look past them, whatever their shapes", () => {
      const odd = { target: [1, 2, 3], loss: "cross_entropy", grad_output: [[7]], learning_rate: 0 };
      const want = attention.forward(problem);
      // twice: a problem like the last one takes a short way
      for (let round = 0; round < 2; round++) same(attention.forward({ ...problem, ...odd }), want);
      same(attention.forward({ ...odd, ...problem }), want);
      const index = want[output].shape.map(() => 0);
      assert.deepEqual(
        attention.terms({ ...problem, ...odd }, output, index),
        attention.terms(problem, output, index),
      );
    });

    test("a gradient beside a target or a loss is refused where it is read", () => {
      for (const [beside, where] of [
        [SQUARED, "target"],
        [{ loss: "squared_error" }, "loss"],
      ]) {
        const both = { ...problem, ...GRADIENT, ...beside };
        const call = () => attention.backward(problem, { ...GRADIENT, ...beside });
        const { message } = refused(call, { code: "value", where });
        for (const read of [
          () => attention.backward(both),
          () => attention.graph(both, { backward: true }),
          () => attention.terms(both, "loss", []),
        ])
          assert.equal(refused(read, { code: "value", where }).message, message);
      }
      refused(() => attention.backward({ ...problem, learning_rate: 1 }), { where: "grad_output" });
    });

    test("what they hold is checked by every call", () => {
      const bad = [
        [{ target: [["one"]] }, "target[0][0]", /"one"/],
        [{ grad_output: [[1], [1, 2]] }, "grad_output[1]", /2 .*1/],
        [{ loss: "squared_eror" }, "loss", /did you mean squared_error/],
        [{ loss: 2 }, "loss", /squared_error, cross_entropy/],
        [{ learning_rate: -0.1 }, "learning_rate", /from 0 upward/],
        [{ learning_rate: Infinity }, "learning_rate", /finite/],
        [{ learning_rate: "fast" }, "learning_rate", /"fast"/],
      ];
      for (const [keys, where, message] of bad)
        for (const method of ["forward", "backward", "graph"])
          refused(() => attention[method]({ ...problem, ...keys }), { where, message });
      const wrong = { ...problem, target: [[1, 2, 3]] };
      refused(() => attention.backward(wrong), { code: "shape", message: /target/ });
    });
  });

test("fused looks past them", () => {
  const { notes: _, ...want } = attention.fused(PLAIN);
  same(attention.fused({ ...PLAIN, ...CLASSES, learning_rate: 0.1 }), want);
});

test("a stage has none of its own", () => {
  const stages = [{ ...CHAIN.stages[0], ...SQUARED }];
  refused(() => attention.backward({ stages }), { where: "stages[0].target", message: /not a known key/ });
});
