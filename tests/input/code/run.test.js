// The code runs, and prints what the core computes: JavaScript, Python and C in npm test, in full every language there is.
// In full the problems that go back are new ones every time; SEED=… repeats a run.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAttention } from "../../../web/index.js";
import { code } from "../../../web/input/index.js";
import { decimalsOf, formatNumber } from "../../../web/scene/format.js";
import { drawn, resultOf } from "../../helpers/coded.js";
import { fewOrMany, full } from "../../helpers/full.js";
import { presets } from "../../helpers/presets.js";
import { numbersIn, printed } from "../../helpers/run-code.js";
import { drawnBack, expected, namesIn } from "../helpers/backward.js";
import { problems as kept } from "../helpers/programs.js";

/** Of the largest entry: float32 sums in another order differ by as much in an entry that cancels out. */
const TOLERANCE = 1e-5;

const attention = await createAttention();
const seed = Number(process.env.SEED ?? (full ? Date.now() % 2 ** 31 : 4100));

/** Fails where numbers are not those of the core. @param {number} [least] of the largest entry */
function close(got, want, hint, least = 0) {
  assert.equal(got.length, want?.length, hint);
  const sizes = Array.from(want, Math.abs).filter(Number.isFinite);
  const largest = Math.max(least, ...sizes);
  want.forEach((one, n) => {
    const isSame = Object.is(one, got[n]) || Math.abs(one - got[n]) <= TOLERANCE * largest;
    assert.ok(isSame, `entry ${n} is ${got[n]}, not ${one}: ${hint}`);
  });
}

/** How many numbers a picture would write with other digits. */
function countUnlike(got, want) {
  const decimals = decimalsOf(want);
  // below this a float32 loses its digits one by one
  const text = (value) => formatNumber(Math.abs(value) < 2 ** -126 ? 0 : Math.fround(value), decimals);
  return Array.from(want).filter((one, n) => text(one) !== text(got[n])).length;
}

describe("the result is that of the trace", () => {
  // a number stands for a row of one
  const shared = { b_q: 0.5, b_o: 3, w_2: 5, key_mask: true };
  const single = { x: [[1], [2]], x_kv: [[3]], score: "additive", w_1: [[1, 2]], ...shared };
  const problems = [
    { kind: "single numbers", problem: single },
    ...Object.entries(presets).map(([kind, { problem }]) => ({ kind, problem })),
    ...Object.entries(kept).map(([kind, problem]) => ({ kind, problem })),
    ...drawn(fewOrMany(2, 30)),
  ].map((one) => ({ ...one, want: Array.from(resultOf(attention, one.problem).data) }));

  for (const language of ["python", "javascript", ...(full ? ["numpy", "pytorch", "java"] : [])])
    test(language, () => {
      const texts = problems.map(({ problem }) => code(problem, language).text);
      const outs = printed(language, texts);
      assert.equal(outs.length, problems.length);
      let [numbers, unlike] = [0, 0];
      problems.forEach(({ kind, problem, want }, n) => {
        const got = numbersIn(outs[n]);
        // what is small at the end of a chain may be the rest of sums that were not
        close(got, want, `${kind}\n${texts[n]}\n${outs[n]}`, problem.stages ? 1 : 0);
        numbers += want.length;
        unlike += countUnlike(got, want);
      });
      // a number may lie on the edge between two last digits
      assert.ok(unlike <= numbers / 500, `a picture would write ${unlike} of ${numbers} with other digits`);
    });
});

describe("loss, gradients, the parameters after a step and the result are those of the core", () => {
  /** All but PyTorch go back through a plain problem, and forward through a chain. */
  const goesBack = (language, { stages, target, grad_output }) =>
    Boolean(target ?? grad_output) && (language === "pytorch" || !stages);
  const others = Object.entries(presets)
    .filter(([, { problem }]) => problem.stages)
    .map(([kind, { problem }]) => ({ kind, problem }))
    .concat(Object.entries(kept).map(([kind, problem]) => ({ kind, problem })))
    .concat({
      kind: "offset",
      problem: { ...presets["walk-through"].problem, causal: true, causal_offset: 1 },
    });

  for (const language of ["c", "python", "javascript", ...(full ? ["numpy", "pytorch", "java"] : [])])
    test(language, (t) => {
      t.diagnostic(`SEED=${seed}`);
      const problems = [...others, ...drawnBack(attention, fewOrMany(1, 10), seed)];
      const texts = problems.map(({ problem }) => code(problem, language).text);
      const outs = printed(language, texts);
      problems.forEach((one, n) => {
        const hint = `SEED=${seed}, ${one.kind}\n${texts[n]}`;
        close(numbersIn(outs[n]), Array.from(resultOf(attention, one.problem).data), hint, 1);
        const want = goesBack(language, one.problem) && expected(attention, one.problem);
        if (!want) return;
        const { numbers, hasGradient, largest } = want;
        const got = namesIn(outs[n]);
        // inputs are printed where nothing of the output is made from a parameter, which a gradient of 0 does not say
        if (hasGradient) assert.deepEqual([...got.keys()].sort(), [...numbers.keys()].sort(), hint);
        else assert.ok(got.size > 0, hint);
        for (const [name, list] of got) close(list, numbers.get(name), `${name}, ${hint}`, largest);
      });
    });
});
