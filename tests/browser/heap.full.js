import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { open } from "./long/page.js";
import { COLD, openStudio } from "./page.js";

describe("memory", () => {
  let studio;
  before(async () => (studio = await openStudio({ args: COLD })));
  after(() => studio.close());

  test(
    "the heap is flat over a loop of a minute, and so is the number of nodes",
    { timeout: 180_000 },
    async (t) => {
      const { page } = await studio.page('<attention-player preset="walk-through" loop></attention-player>');
      const client = await page.createCDPSession();
      const used = async () => {
        for (let i = 0; i < 3; i++) await client.send("HeapProfiler.collectGarbage");
        const { usedSize } = await client.send("Runtime.getHeapUsage");
        const nodes = await page.evaluate(
          () => document.querySelector("attention-player").shadowRoot.querySelectorAll("*").length,
        );
        return { kib: Math.round(usedSize / 1024), nodes };
      };
      // one quick round first: what is made once is made then
      await page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        for (let time = 0; time < player.duration; time += 0.05) player.currentTime = time;
        player.currentTime = 0;
        player.playbackRate = 1.25;
        player.play();
      });
      const first = await used();
      const seen = [];
      for (let i = 0; i < 6; i++) {
        await new Promise((resolve) => setTimeout(resolve, 2000));
        seen.push(await used());
      }
      // the same picture again: a fuller one has more nodes, and takes more
      await page.evaluate(() => {
        const player = document.querySelector("attention-player");
        player.pause();
        player.currentTime = 0;
      });
      const last = await used();
      t.diagnostic(JSON.stringify([first, ...seen, last]));
      assert.ok(last.kib - first.kib < 100, `${first.kib} KiB grew to ${last.kib} KiB`);
      assert.ok(last.nodes - first.nodes < 20, `${first.nodes} nodes grew to ${last.nodes}`);
      await page.close();
    },
  );

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
