// A monkey at two players: whatever an author, a reader and a page may do, in an order that nobody planned. After every few
// moves both must have a picture and play. A seed gives the same moves every time.
import assert from "node:assert/strict";
import { chance, generator } from "../../helpers/random.js";
import { COLD, openStudio } from "../page.js";
import { attributes, look, moves, problems, start } from "./page.js";

/** Moves between two looks at the players. */
const between = 25;

/** Places to move to, and a frame. */
const body =
  '<div id="first"></div><div id="second"><p></p></div><iframe id="frame" width="700" height="650"></iframe>';

/**
 * Lets it in, first for some moves that are not counted: what is made once is made then.
 * @param {{ seed: number, actions: number, first: number }} how
 * @returns {Promise<{ metric: string, before: number, after: number }[]>} heap after a collection, nodes and listeners
 */
export async function monkey({ seed, actions, first }) {
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
    await act(first);
    const before = await measure();
    await act(actions);
    const after = await measure();
    await page.close();
    return ["JSHeapUsedSize", "Nodes", "JSEventListeners"].map((metric) => ({
      metric,
      before: before(metric),
      after: after(metric),
    }));
  } finally {
    await studio.close();
  }
}

/** For the reader of a test's output. @param {{ metric: string, before: number, after: number }[]} measured */
export const told = (measured) =>
  measured.map(({ metric, before, after }) => `${metric} ${before} → ${after}`).join(", ");
