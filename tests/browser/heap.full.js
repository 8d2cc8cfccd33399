import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { open } from "./long/page.js";
import { COLD, openStudio } from "./page.js";

describe("memory", () => {
  let studio;
  before(async () => (studio = await openStudio({ args: COLD })));
  after(() => studio.close());

  test("of a large map is given back when its element goes", async (t) => {
    const { page, player } = await open(studio, {}, "<p>nothing</p>");
    const client = await page.createCDPSession();
    const used = async () => {
      // what is left over is let go of a moment later
      await new Promise((resolve) => setTimeout(resolve, 600));
      for (let k = 0; k < 3; k++) await client.send("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize = 0 } = await client.send("Runtime.getHeapUsage");
      return Math.round((usedSize + backingStorageSize) / 1048576);
    };
    const show = (keep) =>
      player(async (_, keep) => {
        const own = document.createElement("attention-player");
        own.problem = window.long(4096);
        document.body.append(own);
        await own.ready;
        // the buffers that travel to workers are kept for a while
        (await own.constructor.attention).close();
        if (!keep) own.remove();
      }, keep);
    await show(false);
    const first = await used();
    await show(true);
    const held = await used();
    await page.evaluate(() => document.querySelector("attention-player").remove());
    await show(false);
    const last = await used();
    t.diagnostic(`${first} MiB, ${held} with a map, ${last} without it`);
    assert.ok(held > first + 15, `${first} MiB, ${held} with a map`);
    assert.ok(last < first + 6, `${first} MiB, ${last} afterwards`);
    await page.close();
  });
});
