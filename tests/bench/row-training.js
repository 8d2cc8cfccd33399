// One training step of a causal layer: forward, backward, gradient descent; parameters stay where the engine keeps them.
import { SelfAttentionLayer } from "../../web/index.js";
import { chance } from "../helpers/random.js";
import { trainer as jax } from "./peer-jax.js";
import { trainer as plain } from "./plain-layer.js";
import { reason, rounds } from "./rounds.js";
import { median, ratio } from "./stats.js";

const RATE = 0.05;
const WRONG = 1e-4; // of the loss, relatively
const CHECKED = 3; // steps: the later losses are right only if the gradients are

const ours =
  (build) =>
  async ({ n, d, rate, w }) => {
    const layer = await SelfAttentionLayer.create({ d_model: d, causal: true, build });
    const tensor = (data, rows) => ({ shape: [rows, d], data });
    [layer.w_q, layer.w_k, layer.w_v] = w.map((one) => tensor(one, d));
    return (x, target) => layer.trainStep(tensor(x, n), tensor(target, n), { learning_rate: rate });
  };

const ENGINES = [
  { name: "ours", make: ours("auto") },
  { name: "ours, relaxed", make: ours("relaxed"), optional: true },
  { name: "jax-js", make: jax },
  { name: "plain JS", make: async (layer) => plain({ ...layer, Kind: Float32Array }) },
];

async function opened({ make, ...engine }, layer, x, target, exact) {
  try {
    const step = await make(layer);
    let error = 0;
    for (const loss of exact) error = Math.max(error, Math.abs((await step(x, target)) / loss - 1));
    if (!(error <= WRONG)) return { ...engine, why: `wrong: relative error ${error} of the loss` };
    return { ...engine, error, run: () => step(x, target) };
  } catch (error) {
    return { ...engine, why: reason(error) };
  }
}

/** @param {{ n: number, d: number }} size @param {{ seconds: number, least: number, clock: () => number }} options */
export async function trainingRow({ n, d }, options) {
  const draw = chance(n + d);
  const [x, target] = [0, 1].map(() => draw.tensor([n, d]).data);
  const w = [0, 1, 2].map(() => draw.tensor([d, d], 1 / Math.sqrt(d)).data);
  const layer = { n, d, rate: RATE, w };
  const reference = plain({ ...layer, Kind: Float64Array });
  const exact = Array.from({ length: CHECKED }, () => reference(Float64Array.from(x), target));
  const all = [];
  for (const engine of ENGINES) all.push(await opened(engine, layer, x, target, exact));
  const running = all.filter(({ run }) => run);
  const times = await rounds(running, options);
  const relaxed = running.findIndex(({ name }) => name === "ours, relaxed");
  const engines = all
    .filter(({ run, optional }) => run || !optional)
    .map((engine) => {
      if (!engine.run) return engine;
      const mine = times[running.indexOf(engine)];
      const against = {
        ratio: ratio(mine, times[0]),
        ratio_relaxed: relaxed < 0 ? undefined : ratio(mine, times[relaxed]),
      };
      return { name: engine.name, ms: median(mine), ...against, error: engine.error };
    });
  return { row: "training", label: `(${d}, ${n})`, engines };
}
