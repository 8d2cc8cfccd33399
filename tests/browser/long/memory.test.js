// A large map is given back.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openStudio } from "../page.js";
import { open } from "./page.js";

describe("the memory of a map", () => {
  test("is given back when its element goes", async (t) => {
    const studio = await openStudio();
    const { page, player } = await open(studio, {}, "<p>nothing</p>");
    const client = await page.createCDPSession();
    const used = async () => {
      for (let k = 0; k < 3; k++) await client.send("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize = 0 } = /** @type {any} */ (
        await client.send("Runtime.getHeapUsage")
      );
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
    await page.evaluate(() => window.wait(600));
    const first = await used();
    await show(true);
    await page.evaluate(() => window.wait(600));
    const held = await used();
    await page.evaluate(() => document.querySelector("attention-player").remove());
    await show(false);
    await page.evaluate(() => window.wait(600));
    const last = await used();
    t.diagnostic(`${first} MiB, ${held} with a map, ${last} without it`);
    assert.ok(held > first + 15, `${first} MiB, ${held} with a map`);
    assert.ok(last < first + 6, `${first} MiB, ${last} afterwards`);
    await page.close();
    await studio.close();
  });
});
