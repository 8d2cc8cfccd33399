import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
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
        await new Promise((resolve) => setTimeout(resolve, 10_000));
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

  test("elements that come and go leave nothing behind", { timeout: 120_000 }, async (t) => {
    const { page } = await studio.page("");
    const client = await page.createCDPSession();
    const round = () =>
      page.evaluate(async () => {
        for (let i = 0; i < 10; i++) {
          const player = document.createElement("attention-player");
          player.setAttribute("autoplay", "");
          document.body.append(player);
          await player.ready;
          await new Promise(requestAnimationFrame);
          player.remove();
        }
      });
    const counts = async () => {
      for (let i = 0; i < 3; i++) await client.send("HeapProfiler.collectGarbage");
      const { metrics } = await client.send("Performance.getMetrics");
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    };
    await client.send("Performance.enable");
    await round();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    const first = await counts();
    for (let i = 0; i < 4; i++) await round();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    const last = await counts();
    const told = ["Nodes", "JSEventListeners", "JSHeapUsedSize"].map(
      (name) => `${name} ${first[name]} → ${last[name]}`,
    );
    t.diagnostic(told.join(", "));
    // forty players of about a thousand nodes and forty listeners each
    assert.ok(last.Nodes - first.Nodes < 3000, told[0]);
    assert.ok(last.JSEventListeners - first.JSEventListeners < 100, told[1]);
    await page.close();
  });
});
