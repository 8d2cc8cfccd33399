// The rows of the bench, in order; the same in Node and in a page.
import { exampleRow } from "./row-example.js";
import { WORKS, fallbackRow } from "./row-fallback.js";
import { forwardRow, label } from "./row-forward.js";
import { growthRow, memoryRow, workersRow } from "./row-long.js";
import { trainingRow } from "./row-training.js";

const shape = (n, heads = 1) => [false, true].map((causal) => ({ heads, n, d: 64, causal }));
const SHAPES = [shape(64), shape(512), shape(512, 8), shape(1024, 12), shape(2048), shape(4096), shape(8192)];
const QUICK = [shape(64), shape(512), shape(2048)];
const [LONG] = shape(16384);

/**
 * @param {boolean} quick
 * @returns {{ name: string, run: (options: object) => Promise<object> }[]} long rows get more of the time
 */
function plan(quick) {
  const shapes = (quick ? QUICK : SHAPES).flat();
  const workers = [...shape(4096), ...(quick ? [] : [...shape(1024, 12), ...shape(8192)])];
  const lengths = [1024, 2048, 4096, ...(quick ? [] : [8192, 16384])];
  const sizes = [{ d: 64, n: 128 }, ...(quick ? [] : [{ d: 256, n: 512 }])];
  return [
    { name: "memory 16384", run: () => memoryRow(LONG) },
    { name: "example", run: (options) => exampleRow(options) },
    ...Object.keys(WORKS).map((work) => ({
      name: `fallback ${work}`,
      run: (options) => fallbackRow(work, options),
    })),
    ...sizes.map((size) => ({
      name: `training ${size.d} ${size.n}`,
      run: (options) => trainingRow(size, options),
    })),
    ...shapes.map((one) => ({ name: `forward ${label(one)}`, run: (options) => forwardRow(one, options) })),
    ...workers.map((one) => ({ name: `workers ${label(one)}`, run: (options) => workersRow(one, options) })),
    ...[false, true].map((causal) => ({
      name: `growth ${causal ? "causal" : "plain"}`,
      run: (options) => growthRow(lengths, causal, options),
    })),
  ];
}

/**
 * Runs the rows asked for until the time is up.
 * @param {{ quick: boolean, only: string[], until: number, seconds: number, clock?: () => number }} options until: ms
 *   since the epoch
 * @param {(record: object) => void} tell hears { name } when a row begins, and its result
 */
export async function suite({ quick, only, until, seconds, clock }, tell) {
  const asked = plan(quick).filter(
    ({ name }) => only.length === 0 || only.some((one) => name.startsWith(one)),
  );
  const care = quick ? { least: 2, warmUp: 60, patience: 1 / 16 } : { least: 3, warmUp: 200, patience: 1 };
  const options = { seconds, clock, ...care };
  for (const { name, run } of asked) {
    if (Date.now() > until) {
      tell({ name, why: "left out: the time was up" });
      continue;
    }
    tell({ name });
    try {
      tell({ name, result: await run(options) });
    } catch (error) {
      tell({ name, why: String(error?.message ?? error) });
    }
  }
}
