// The feed-forward layer of a transformer block: its numbers, gradients and equations, and what it refuses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { createAttention } from "../../web/index.js";
import { near, refused, sameBits } from "../helpers/compare.js";

const { cases } = JSON.parse(readFileSync(new URL("../cases/feed-forward.json", import.meta.url), "utf8"));
const attention = await createAttention();
const chain = (stage) => ({ stages: [{ id: "ff", op: "feed_forward", ...stage }] });
const PLAIN = { x: [[1, -2]], w_in: [[1, 0], [0, 1]], w_out: [[1, 0], [0, 1]] }; // prettier-ignore
const list = ({ data }) => Array.from(data);

describe("a feed-forward layer", () => {
  for (const { name, problem, grad_output, expected } of cases)
    test(`has the numbers and gradients of the definition: ${name}`, () => {
      const trace = attention.backward(chain(problem), { grad_output });
      for (const [tensor, want] of Object.entries(expected))
        near(trace[`ff.${tensor}`].data, want, { rtol: 1e-6, atol: 1e-6, name: tensor });
    });

  test("far below 0 keeps the digits of gelu: nothing cancels", () => {
    const { "ff.activated": activated } = attention.forward(chain({ ...PLAIN, x: [[-6, -12]], activation: "gelu" })); // prettier-ignore
    near(activated.data, [-5.91952587e-9, -2.13177853e-32], { rtol: 1e-6, atol: 0 });
  });

  test("is relu unless told otherwise, keeps any axes before the last, and needs no bias", () => {
    const x = [[[1, -2]], [[-3, 4]]];
    const { "ff.output": output } = attention.forward(chain({ ...PLAIN, x }));
    assert.deepEqual([output.shape, list(output)], [[2, 1, 2], [1, 0, 0, 4]]); // prettier-ignore
    sameBits(output, attention.forward(chain({ ...PLAIN, x, activation: "relu" }))["ff.output"]);
  });

  test("has no slope at 0, and keeps NaN and ∞ in their rows", () => {
    const { "ff.grad_x": slope } = attention.backward(chain({ ...PLAIN, x: [[0, 1]] }), { grad_output: [[1, 1]] }); // prettier-ignore
    assert.deepEqual(list(slope), [0, 1]);
    for (const activation of ["relu", "gelu"]) {
      const given = { ...PLAIN, w_in: [[1], [0]], w_out: [[1]], activation };
      const { "ff.output": output } = attention.forward(chain({ ...given, x: [[NaN, 0], [Infinity, 0], [2, 0]] })); // prettier-ignore
      const [nan, infinite, usual] = list(output);
      assert.ok(Number.isNaN(nan) && infinite === Infinity && usual > 1.9 && usual <= 2, activation);
    }
  });

  test("gives the operands of an activation and the products of a sum", () => {
    const problem = chain({ ...PLAIN, b_in: [1, 0], activation: "gelu" });
    const { op, terms, sum } = attention.terms(problem, "ff.hidden", [0, 0, 0]);
    assert.deepEqual([op, terms.map(({ factors }) => factors), sum], ["linear", [[1, 1], [-2, 0], [1]], 2]); // prettier-ignore
    const bent = attention.terms(problem, "ff.activated", [0, 0, 0]);
    assert.deepEqual([bent.op, bent.terms[0].factors], ["gelu", [2]]);
  });

  const REFUSED = {
    "an activation it does not know": [{ activation: "gelo" }, "value", "activation", /did you mean gelu/],
    "a first matrix of other rows": [{ w_in: [[1, 2]] }, "shape", "w_in[0]", /\[1, 2\].*\[2, 2\]/],
    "no second matrix": [{ w_out: undefined }, "shape", "w_out", /missing; give/],
    "a key it does not know": [{ b_inn: [1, 2] }, "value", "b_inn", /b_in/],
  };
  for (const [name, [more, code, where, said]] of Object.entries(REFUSED))
    test(`refuses ${name}`, () => {
      const { message } = refused(() => attention.forward(chain({ ...PLAIN, ...more })), { code, where: `stages[0].${where}` }); // prettier-ignore
      assert.match(message, said);
    });
});
