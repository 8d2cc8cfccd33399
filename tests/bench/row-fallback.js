// The build for pages that forbid WebAssembly against the scalar module that it is made from: the same bits, more slowly.
import { createAttention } from "../../web/index.js";
import { presets } from "../helpers/presets.js";
import { chance } from "../helpers/random.js";
import { rounds } from "./rounds.js";
import { compared, median } from "./stats.js";

/** Self-attention of n tokens with four projections, two heads. */
function layer(n, d = 64) {
  const draw = chance(n);
  const w = () => draw.tensor([d, d]);
  const start = { grad_output: draw.tensor([n, d]) };
  return [{ x: draw.tensor([n, d]), w_q: w(), w_k: w(), w_v: w(), w_o: w(), heads: 2 }, start];
}

/** What is timed, by label. */
export const WORKS = {
  "3 × 4 example": ["forward", presets["walk-through"].problem],
  "all tensors, n = 512": ["forward", layer(512)[0]],
  "gradients, n = 256": ["backward", ...layer(256)],
  "fused, n = 1024": ["fused", layer(1024)[0]],
};

const sameBits = (a, b) =>
  Object.keys(a).every(
    (name) => !a[name].data || a[name].data.every((x, i) => Object.is(x, b[name].data[i])),
  );

/** ms of the longest stretch in which a page gets no turn while a run is under way. */
async function longestTurn(attention, [method, problem, start]) {
  const { port1, port2 } = new MessageChannel();
  let before = performance.now();
  let longest = 0;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    port2.postMessage(0);
  };
  port2.postMessage(0);
  await attention.run(method, problem, { ...start, workers: 0 });
  port1.close();
  return longest;
}

/** @param {string} label @param {{ seconds: number, least: number }} options */
export async function fallbackRow(label, options) {
  const work = WORKS[label];
  const [method, ...given] = work;
  const all = [];
  for (const build of ["scalar", "js"]) {
    const attention = await createAttention({ build });
    all.push({ name: build, attention, run: () => attention[method](...given) });
  }
  if (!sameBits(all[0].run(), all[1].run())) throw new Error("js gives other numbers");
  const times = await rounds(all, options);
  const turns = [];
  for (let round = 0; round < 5; round++) turns.push(await longestTurn(all[1].attention, work));
  return { row: "fallback", label, engines: compared(all, times), turn: median(turns) };
}
