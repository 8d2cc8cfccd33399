// What axe says of the story scaling, whose picture has controls in it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings, openStudio } from "./page.js";

test("the slider and the button of the story scaling have names, and axe finds nothing", async () => {
  const studio = await openStudio();
  const { page } = await studio.page(
    '<main><h1>Why</h1><attention-player story="scaling"></attention-player></main>',
  );
  await page.evaluate(async () => {
    const player = document.querySelector("attention-player");
    await player.ready;
    player.currentTime = 20;
  });
  assert.deepEqual(await findings(page), []);
  await page.close();
  await studio.close();
});
