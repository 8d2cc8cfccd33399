// Until somebody plays, the finished picture stands there and invites; then it is left for good.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the poster", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inPage = (...what) => studio.inPage(...what);

  test("is the finished picture, paused at 0, with one large button in place of caption and bar", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const root = player.shadowRoot;
      const seen = (part) => root.querySelector(part).checkVisibility();
      const disc = root.querySelector(".disc");
      const cells = new Set([...root.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.cell));
      const last = ["query:0,0,2,0", "scores:0,0,2,2", "weights:0,0,2,1", "output:0,2,0"];
      const picture = root.querySelector(".stage svg").getBoundingClientRect();
      return {
        time: [player.currentTime, player.paused],
        last: last.every((cell) => cells.has(cell)),
        calm: getComputedStyle(root.querySelector(".picture")).opacity,
        seen: [seen(".disc"), seen(".caption"), seen(".bar")],
        disc: [disc.offsetWidth, disc.offsetHeight, disc.getAttribute("aria-label")],
        covers: disc.getBoundingClientRect().top < picture.bottom,
        says: /\d+ seconds/.test(root.querySelector(".invitation").textContent),
      };
    });
    assert.deepEqual(told, {
      time: [0, true],
      last: true,
      calm: "0.8",
      seen: [true, false, false],
      disc: [84, 84, "Play"],
      covers: false,
      says: true,
    });
  });

  test("its button plays from the first frame, and hands its focus to the play button", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const root = player.shadowRoot;
      const disc = root.querySelector(".disc");
      disc.focus();
      disc.click();
      const cells = [...root.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.cell);
      const moving =
        root.querySelector(".play").getAnimations().length + root.querySelectorAll(".past").length;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return {
        playing: [player.paused, player.currentTime > 0 && player.currentTime < 1],
        cleared: cells.filter((cell) => cell.startsWith("output")).length,
        moving,
        gone: root.querySelectorAll(".past").length,
        focus: root.activeElement.classList.contains("play"),
      };
    });
    assert.deepEqual(told, { playing: [false, true], cleared: 0, moving: 2, gone: 0, focus: true });
  });

  for (const [what, leave] of [
    ["setting the time, to 0 too", (player) => (player.currentTime = 0)],
    ["setting the step", (player) => (player.step = 0)],
    ["playing", (player) => player.play()],
  ])
    test(`${what} leaves it for good`, async () => {
      const { page } = await studio.page(tag);
      const told = await page.evaluate(async (leave) => {
        const player = document.querySelector("attention-player");
        await player.ready;
        const root = player.shadowRoot;
        const outputs = () => root.querySelectorAll('[data-cell^="output:"]').length;
        const before = outputs();
        new Function("player", `return (${leave})(player)`)(player);
        player.pause();
        player.currentTime = 0;
        player.story = "matrices";
        player.story = "walk-through";
        await player.ready;
        return [before, outputs(), root.querySelector(".disc").checkVisibility(), player.currentTime];
      }, String(leave));
      assert.deepEqual(told, [9, 0, false, 0]);
      await page.close();
    });

  test("another problem or language is another poster", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.preset = "layer";
      player.lang = "zh";
      await player.ready;
      const root = player.shadowRoot;
      return [
        player.currentTime,
        root.querySelector(".disc").checkVisibility(),
        root.querySelector(".disc").ariaLabel,
        root.querySelectorAll('[data-cell^="output:"], [data-cell^="mixed:"]').length > 0,
      ];
    });
    assert.deepEqual(told, [0, true, "播放", true]);
  });

  test("with reduced motion it stands too; its button shows the first step finished, without a motion", async () => {
    const told = await inPage(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        await new Promise((resolve) => setTimeout(resolve, 100));
        const root = player.shadowRoot;
        const before = [player.currentTime, root.querySelector(".disc").checkVisibility()];
        root.querySelector(".disc").click();
        const { id, start, duration } = player.steps[0];
        const on = player.currentTime > start && player.currentTime <= start + duration;
        const moving =
          root.querySelector(".play").getAnimations().length + root.querySelectorAll(".past").length;
        return [...before, player.step === id, on, player.paused, moving];
      },
      { reducedMotion: true },
    );
    assert.deepEqual(told, [0, true, true, true, true, 0]);
  });

  test("autoplay plays once in view; with reduced motion it does not", async () => {
    const below = '<div style="height: 1200px"></div><attention-player autoplay></attention-player>';
    const play = async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const wait = () => new Promise((resolve) => setTimeout(resolve, 300));
      await wait();
      const before = [player.paused, player.currentTime];
      player.scrollIntoView();
      await wait();
      return [...before, player.paused, player.currentTime > 0];
    };
    assert.deepEqual(await inPage(below, play), [true, 0, false, true]);
    assert.deepEqual(await inPage(below, play, { reducedMotion: true }), [true, 0, true, false]);
  });

  test("paper shows it, without controls, wherever the reader is; afterwards all is as before", async () => {
    const { page } = await studio.page(tag);
    const outputs = () =>
      page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        await new Promise((resolve) => setTimeout(resolve, 100));
        const root = player.shadowRoot;
        const seen = [".bar", ".disc", ".caption"].map((part) => root.querySelector(part).checkVisibility());
        return [player.currentTime, root.querySelectorAll('[data-cell^="output:"]').length, ...seen];
      });
    await page.emulateMediaType("print");
    assert.deepEqual(await outputs(), [0, 9, false, false, true]);
    await page.emulateMediaType("screen");
    await page.evaluate(() => (document.querySelector("attention-player").currentTime = 1));
    assert.deepEqual(await outputs(), [1, 0, true, false, true]);
    await page.emulateMediaType("print");
    assert.deepEqual(await outputs(), [1, 9, false, false, true]);
    await page.emulateMediaType("screen");
    assert.deepEqual(await outputs(), [1, 0, true, false, true]);
    await page.close();
  });

  test("without controls there is no button, and the caption stands below the picture", async () => {
    const told = await inPage('<attention-player controls="off"></attention-player>', async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const seen = (part) => player.shadowRoot.querySelector(part).checkVisibility();
      return [seen(".disc"), seen(".bar"), seen(".caption")];
    });
    assert.deepEqual(told, [false, false, true]);
  });

  test("the project's own page plays by itself", async () => {
    const server = await serve();
    const { page } = await openPage(studio.browser);
    await page.goto(server.url);
    const plays = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      await new Promise((resolve) => setTimeout(resolve, 400));
      return !player.paused && player.currentTime > 0;
    });
    assert.equal(plays, true);
    await page.close();
    await server.close();
  });
});
