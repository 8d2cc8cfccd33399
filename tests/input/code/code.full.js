// The code runs: in every language, for every preset and for 30 problems of each kind, and prints what the trace holds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttention } from "../../../web/index.js";
import { code } from "../../../web/input/index.js";
import { presets } from "../../helpers/presets.js";
import { decimalsOf, formatNumber } from "../../../web/scene/format.js";
import { drawn, resultOf } from "../../helpers/coded.js";
import { numbersIn, printed } from "../../helpers/run-code.js";
import { problems as kept } from "../helpers/programs.js";

/** Of the tensor's largest entry: float32 sums in another order differ by as much in an entry that cancels out. */
const TOLERANCE = 1e-5;

const attention = await createAttention();
const problems = [
  ...Object.entries(presets).map(([kind, { problem }]) => ({ kind, problem, preset: true })),
  ...Object.entries(kept).map(([kind, problem]) => ({ kind, problem, preset: false })),
  ...drawn(30).map((one) => ({ ...one, preset: false })),
].map((one) => ({ ...one, want: resultOf(attention, one.problem).data }));

/** The largest difference of two lists, relative to the largest entry. */
function difference(got, want) {
  assert.equal(got.length, want.length);
  const largest = want.reduce(
    (most, one) => (Number.isFinite(one) ? Math.max(most, Math.abs(one)) : most),
    0,
  );
  return want.reduce((most, one, n) => {
    if (Object.is(one, got[n]) || one === got[n]) return most;
    const away = Math.abs(one - got[n]) / largest;
    return Math.max(most, Number.isNaN(away) ? Infinity : away);
  }, 0);
}

/** Numbers that a picture would write in another way. */
function unlike(got, want) {
  const decimals = decimalsOf(want);
  const text = (value) => formatNumber(Math.fround(value), decimals);
  return Array.from(want).filter((one, n) => text(one) !== text(got[n])).length;
}

/** @type {Record<string, Record<string, number>>} */
const table = {};

for (const language of ["python", "numpy", "pytorch", "javascript", "java", "c"])
  test(`${language} prints what the trace holds`, (t) => {
    const texts = problems.map(({ problem }) => code(problem, language).text);
    const all = printed(language, texts);
    assert.equal(all.length, problems.length);
    let [numbers, others] = [0, 0];
    problems.forEach(({ kind, want, preset }, n) => {
      const got = numbersIn(all[n]);
      const away = difference(got, want);
      assert.ok(away <= TOLERANCE, `${kind}: ${away}\n${texts[n]}\n${all[n]}\n${want}`);
      (table[kind] ??= {})[language] = Math.max(table[kind][language] ?? 0, away);
      const written = unlike(got, want);
      if (preset) assert.equal(written, 0, `${kind}: a picture would show other digits\n${all[n]}`);
      numbers += want.length;
      others += written;
    });
    // a drawn number may lie on the edge between two last digits
    assert.ok(others <= numbers / 500, `${others} of ${numbers} numbers are written in another way`);
    t.diagnostic(`${texts.length} programs; ${others} of ${numbers} numbers on the edge of a digit`);
  });

test("the largest differences, by kind and language", (t) => {
  const languages = Object.keys(Object.values(table)[0]);
  t.diagnostic(["".padEnd(18), ...languages.map((one) => one.padStart(11))].join(""));
  for (const [kind, row] of Object.entries(table))
    t.diagnostic(
      [kind.padEnd(18), ...languages.map((one) => row[one].toExponential(1).padStart(11))].join(""),
    );
});
