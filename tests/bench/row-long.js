// Long sequences: two workers against one and against the direct call, growth with n, memory.
import { loadCore } from "../../web/core/wasm.js";
import { createAttention } from "../../web/index.js";
import { inputsOf, label } from "./row-forward.js";
import { forwards } from "./peer-ours.js";
import { rounds } from "./rounds.js";
import { compared, median, ratio } from "./stats.js";

const MiB = 2 ** 20;

function problemOf(shape) {
  const { q, k, v } = inputsOf(shape);
  const tensor = (data) => ({ shape: [1, shape.heads, shape.n, shape.d], data });
  return { query: tensor(q), key: tensor(k), value: tensor(v), causal: shape.causal };
}

const same = (a, b) => a.length === b.length && a.every((x, i) => Object.is(x, b[i]));

/** @param {import("./exact.js").Shape} shape @param {{ seconds: number, least: number }} options always by the wall's clock */
export async function workersRow(shape, { seconds, least, warmUp }) {
  const attention = await createAttention();
  const problem = problemOf(shape);
  const engine = (workers) => ({
    name: `${workers} worker${workers > 1 ? "s" : ""}`,
    run: () => attention.run("fused", problem, { workers }),
  });
  const [two, one] = [engine(2), engine(1)];
  const direct = { name: "direct call", run: () => attention.fused(problem) };
  // nothing is shared and nobody waits: what the two cores themselves give
  const twice = {
    name: "one worker, twice at once",
    run: async () => (await Promise.all([one.run(), one.run()]))[0],
  };
  const all = [two, one, direct, twice];
  const alone = attention.fused(problem).mixed.data;
  for (const { run } of all)
    if (!same((await run()).mixed.data, alone)) throw new Error("workers give other numbers");
  const times = await rounds(all, { seconds, least, warmUp });
  attention.close();
  const cores = 2 / ratio(times[all.indexOf(twice)], times[all.indexOf(one)]);
  return { row: "workers", label: label(shape), engines: compared(all, times), cores };
}

/** Time per n², against the shortest length: 1 where cost grows as n². */
export async function growthRow(lengths, causal, options) {
  const engines = [];
  for (const n of lengths) {
    const shape = { heads: 1, n, d: 64, causal };
    const { run } = await forwards(shape)[0].open();
    const { q, k, v } = inputsOf(shape);
    engines.push({ name: `n = ${n}`, n, run: () => run(q, k, v) });
  }
  const times = await rounds(engines, options);
  const [first] = lengths;
  const points = engines.map(({ n }, i) => {
    const growth = ratio(times[i], times[0]) / (n / first) ** 2;
    return { n, ms: median(times[i]), growth };
  });
  return { row: "growth", label: causal ? "causal" : "plain", points };
}

/** What the module's memory holds after one run, beyond inputs and output. A memory never shrinks: this row comes first. */
export async function memoryRow(shape) {
  const core = await loadCore("auto");
  const { run } = await forwards(shape)[0].open();
  const { q, k, v } = inputsOf(shape);
  run(q, k, v);
  const held = core.arena.size;
  const needed = 4 * 4 * shape.heads * shape.n * shape.d;
  return { row: "memory", label: label(shape), memory: held / MiB, beyond: (held - needed) / MiB };
}
