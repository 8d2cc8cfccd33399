// Code that goes back runs: ten problems of each kind, new ones every time. SEED=… repeats a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAttention } from "../../../web/index.js";
import { code } from "../../../web/input/index.js";
import { printed } from "../../helpers/run-code.js";
import { LANGUAGES, drawnBack, expected, holds } from "../helpers/backward.js";

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const attention = await createAttention();
const all = drawnBack(attention, 10, seed);

for (const language of LANGUAGES)
  test(`${language} prints loss, gradients and parameters of the core`, (t) => {
    t.diagnostic(`SEED=${seed}`);
    const goes = all.filter(({ problem }) => language === "pytorch" || !problem.stages);
    const texts = goes.map(({ problem }) => code(problem, language).text);
    let [most, held] = [0, 0];
    printed(language, texts).forEach((out, n) => {
      const { kind, problem } = goes[n];
      const want = expected(attention, problem);
      if (!want) return;
      most = Math.max(most, holds(out, want, `SEED=${seed}, ${kind}\n${texts[n]}`));
      held++;
    });
    t.diagnostic(`${held} programs, at most ${most} away`);
    assert.ok(held >= 100, `${held} programs`);
  });
