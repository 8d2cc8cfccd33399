// A monkey at two players: whatever an author, a reader and a page may do, in an order that nobody planned. After every few
// moves both must have a picture and play. A seed gives the same moves every time:
// SEED=5 ACTIONS=2000 node --test tests/browser/monkey/monkey.test.js
import assert from "node:assert/strict";
import { test } from "node:test";
import { fewOrMany } from "../../helpers/full.js";
import { chance, generator } from "../../helpers/random.js";
import { COLD, openStudio } from "../page.js";
import { attributes, look, moves, problems, start } from "./page.js";

const seeds = process.env.SEED ? [Number(process.env.SEED)] : fewOrMany([7], [1, 2, 3, 7]);
const actions = Number(process.env.ACTIONS ?? fewOrMany(100, 10_000));
const first = fewOrMany(50, 2000);

/** Moves between two looks at the players. */
const between = 25;

/** Places to move to, and a frame. */
const body =
  '<div id="first"></div><div id="second"><p></p></div><iframe id="frame" width="700" height="650"></iframe>';

/** @typedef {(metric: string) => number} Measure */

/** Heap after a collection, nodes and listeners. @param {Measure} before @param {Measure} after */
const compare = (before, after) =>
  // of few moves the heap still grows with the code that is run the first time
  [...fewOrMany([], ["JSHeapUsedSize"]), "Nodes", "JSEventListeners"].map((metric) => ({
    metric,
    before: before(metric),
    after: after(metric),
  }));

/** @param {ReturnType<typeof compare>[number]} measured */
const grows = ({ before, after }) => after > before * 1.1;

/**
 * Lets it in, first for some moves that are not counted: what is made once is made then.
 * @param {{ seed: number, actions: number, first: number }} how
 * @returns {Promise<ReturnType<typeof compare>>}
 */
async function monkey({ seed, actions, first }) {
  const studio = await openStudio({ args: COLD });
  try {
    const { page, errors } = await studio.page(body, { height: 800 });
    const client = await page.createCDPSession();
    await client.send("Performance.enable");
    const functions = [generator, chance, attributes, look, moves, problems, start].join("\n");
    await page.evaluate(`${functions}\nwindow.monkey = start(chance(${seed}));`);
    const draw = chance(seed);
    const act = async (count) => {
      for (let done = between; done <= count; done += between) {
        await page.evaluate((some) => window.monkey.act(some), between);
        // and now and then a real click and a real key, wherever they fall
        await page.mouse.click(draw.below(1200), draw.below(800));
        await page.keyboard.press(draw.one(["Tab", "ArrowRight", "Space", "Enter"]));
        const { wrong, log } = await page.evaluate(() => ({ ...window.monkey }));
        const told = `seed ${seed}, after about ${done} moves; the last ones: ${log.join(", ")}`;
        assert.deepEqual([...wrong, ...errors.splice(0)], [], told);
      }
    };
    const measure = async () => {
      await page.evaluate(() => window.monkey.rest());
      // in turns with the page, which lets go of what was removed only when it is idle
      for (let k = 0; k < 6; k++) {
        await client.send("HeapProfiler.collectGarbage");
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const { metrics } = await client.send("Performance.getMetrics");
      return (name) => metrics.find((metric) => metric.name === name).value;
    };
    const growth = async () => {
      const before = await measure();
      await act(actions);
      let measured = compare(before, await measure());
      // something open or not yet collected is gone some moves later; what leaks never is
      for (let more = 0; more < 4 && measured.some(grows); more++) {
        await act(100);
        measured = compare(before, await measure());
      }
      return measured;
    };
    await act(first);
    let measured = await growth();
    // what is made once may be made late: a leak grows again
    if (measured.some(grows)) measured = await growth();
    await page.close();
    return measured;
  } finally {
    await studio.close();
  }
}

for (const seed of seeds)
  test(
    `${actions} moves that nobody planned, seed ${seed}: no error, nothing stuck, nothing grows`,
    { timeout: 3_600_000 },
    async (t) => {
      const measured = await monkey({ seed, actions, first });
      const told = measured.map(({ metric, before, after }) => `${metric} ${before} → ${after}`);
      t.diagnostic(`seed ${seed}: ${told.join(", ")}`);
      assert.deepEqual(measured.filter(grows), []);
    },
  );
