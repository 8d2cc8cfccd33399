// One shape through every engine that can run it: checked against float64, then timed in the same rounds.
import { chance } from "../helpers/random.js";
import { exactRows, join, largestError } from "./exact.js";
import { work, roofline } from "./roofline.js";
import { reason, rounds } from "./rounds.js";
import { median, ratio } from "./stats.js";
import { forwards as ours } from "./peer-ours.js";
import { forwards as jax } from "./peer-jax.js";
import { forwards as litert } from "./peer-litert.js";
import { forwards as onnx } from "./peer-onnx.js";
import { forwards as plain } from "./peer-plain.js";
import { forwards as tensorflow } from "./peer-tensorflow.js";

/** @typedef {import("./exact.js").Shape} Shape */

const WRONG = 1e-4; // of numbers around 1: a wrong mask is far above, any float32 sum far below

export const label = ({ heads, n, causal }) =>
  `${n}${heads > 1 ? ` × ${heads} heads` : ""}${causal ? ", causal" : ""}`;

/** @param {Shape} shape */
export function inputsOf({ heads, n, d }) {
  const draw = chance(n + heads);
  const [q, k, v] = [0, 1, 2].map(() => draw.tensor([heads, n, d]).data);
  return { q, k, v };
}

/**
 * Opens an engine, and lets it run only if its output is right.
 * @returns {Promise<object>} a result with `run`, or with `why` there is none
 */
async function opened({ open, ...engine }, shape, inputs, exact, patience) {
  if (engine.work * patience < shape.heads * shape.n ** 2 * shape.d)
    return { ...engine, why: "too slow for this length" };
  try {
    const { run, close } = await open();
    const { q, k, v } = engine.joined ? inputs.joined : inputs;
    const error = largestError(exact, await run(q, k, v), shape, engine.joined);
    if (error <= WRONG) return { ...engine, error, close, run: () => run(q, k, v) };
    return { ...engine, close, why: `wrong: error ${error}` };
  } catch (error) {
    return { ...engine, why: reason(error) };
  }
}

/**
 * @param {Shape} shape
 * @param {{ seconds: number, least: number, warmUp: number, patience: number, clock: () => number }} options
 */
export async function forwardRow(shape, options) {
  const inputs = inputsOf(shape);
  const exact = exactRows(shape, inputs);
  inputs.joined = Object.fromEntries(Object.entries(inputs).map(([name, data]) => [name, join(data, shape)]));
  const all = [];
  for (const engine of [ours, onnx, litert, jax, tensorflow, plain].flatMap((forwards) => forwards(shape)))
    all.push(await opened(engine, shape, inputs, exact, options.patience));
  const running = all.filter(({ run }) => run);
  const ceilings = [await roofline(work(shape)), await roofline(work(shape), true)].filter(Boolean);
  const times = await rounds([...running, ...ceilings], options);
  for (const { close } of all) close?.();
  return { row: "forward", label: label(shape), shape, ...summary(all, running, ceilings, times) };
}

function summary(all, running, ceilings, times) {
  const measured = [...running, ...ceilings];
  /** one over the other, in the same rounds */
  const over = (one, other) => ratio(times[measured.indexOf(one)], times[measured.indexOf(other)]);
  const named = (name) => measured.find((engine) => engine.name === name);
  const [ours, relaxed] = ["ours", "ours, relaxed"].map(named);
  const share = (ceiling, mine) => (ceiling && mine ? over(ceiling, mine) : undefined);
  const engines = all
    .filter((engine) => engine.run || !engine.optional)
    .map((engine) => {
      const { name, variant, error, why } = engine;
      if (!engine.run) return { name, variant, why };
      const mine = times[measured.indexOf(engine)];
      const against = { ratio: ours && over(engine, ours), ratio_relaxed: relaxed && over(engine, relaxed) };
      return { name, variant, ms: median(mine), ...against, error, rounds: played(mine) };
    });
  return {
    engines,
    roofline: share(named("roofline"), ours),
    roofline_relaxed: share(named("roofline, relaxed"), relaxed),
  };
}

const played = (times) => times.filter((time) => !Number.isNaN(time)).length;
