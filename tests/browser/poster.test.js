// Until somebody plays, the finished picture stands there and invites; then it is left for good.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the poster", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inBody = (...what) => studio.inBody(...what);

  test("is the finished picture, paused at 0, with one large button in place of caption and bar", async () => {
    const told = await inBody(tag, async () => {
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
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const root = player.shadowRoot;
      const disc = root.querySelector(".disc");
      disc.focus();
      disc.click();
      const cells = [...root.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.cell);
      const past = () => root.querySelectorAll(".past").length;
      const moving = root.querySelector(".play").getAnimations().length + past();
      await window.until(() => player.currentTime > 0 && past() === 0);
      return {
        paused: player.paused,
        cleared: cells.filter((cell) => cell.startsWith("output")).length,
        moving,
        first: player.step === player.steps[0].id,
        focus: root.activeElement.classList.contains("play"),
      };
    });
    assert.deepEqual(told, { paused: false, cleared: 0, moving: 2, first: true, focus: true });
  });

  test("setting the time, to 0 too, setting the step, or playing leaves it for good", async () => {
    const told = await inBody(tag.repeat(3), async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map(({ ready }) => ready));
      const leave = [
        (player) => (player.currentTime = 0),
        (player) => (player.step = 0),
        (player) => player.play(),
      ];
      const seen = [];
      for (const [k, player] of players.entries()) {
        const root = player.shadowRoot;
        const outputs = () => root.querySelectorAll('[data-cell^="output:"]').length;
        const before = outputs();
        leave[k](player);
        player.pause();
        player.currentTime = 0;
        player.story = "matrices";
        player.story = "walk-through";
        await player.ready;
        seen.push([before, outputs(), root.querySelector(".disc").checkVisibility(), player.currentTime]);
      }
      return seen;
    });
    for (const seen of told) assert.deepEqual(seen, [9, 0, false, 0]);
  });

  test("another problem or language is another poster", async () => {
    const told = await inBody(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.preset = "layer";
      player.lang = "zh";
      await player.ready;
      const root = player.shadowRoot;
      const disc = root.querySelector(".disc");
      const cells = root.querySelectorAll('[data-cell^="output:"], [data-cell^="mixed:"]').length;
      return [player.currentTime, disc.checkVisibility(), disc.ariaLabel, cells > 0];
    });
    assert.deepEqual(told, [0, true, "播放", true]);
  });

  test("autoplay plays once in view; with reduced motion, or paused before, it does not", async () => {
    const two = "<attention-player autoplay></attention-player>".repeat(2);
    const below = `<div style="height: 1200px"></div>${two}`;
    const play = async (plays) => {
      const [player, paused] = document.querySelectorAll("attention-player");
      paused.pause();
      await Promise.all([player.ready, paused.ready]);
      // observers are told after a frame
      const frames = async () => {
        for (let count = 0; count < 5; count++) await new Promise(requestAnimationFrame);
      };
      await frames();
      const before = [player.paused, player.currentTime];
      player.scrollIntoView();
      await (plays ? window.until(() => player.currentTime > 0) : frames());
      const now = [player.paused, player.currentTime > 0];
      paused.scrollIntoView();
      await frames();
      return [...before, ...now, paused.paused];
    };
    assert.deepEqual(await inBody(below, play, { given: true }), [true, 0, false, true, true]);
    assert.deepEqual(await inBody(below, play, { reducedMotion: true }), [true, 0, true, false, true]);
  });

  test("paper shows it, light and without controls, wherever the reader is; afterwards all is as before", async () => {
    const { page } = await studio.page('<attention-player theme="dark"></attention-player>');
    const on = async (media, outputs) => {
      await page.emulateMediaType(media);
      return page.evaluate(async (outputs) => {
        const player = document.querySelector("attention-player");
        await player.ready;
        const root = player.shadowRoot;
        const drawn = () => root.querySelectorAll('[data-cell^="output:"]').length;
        await window.until(() => drawn() === outputs);
        const seen = [".bar", ".disc", ".caption"].map((part) => root.querySelector(part).checkVisibility());
        const { color } = getComputedStyle(root.querySelector(".title"));
        return [player.currentTime, ...seen, Number(color.match(/\d+/)[0]) > 128 ? "dark" : "light"];
      }, outputs);
    };
    assert.deepEqual(await on("print", 9), [0, false, false, true, "light"]);
    await page.emulateMediaType("screen");
    await page.evaluate(() => (document.querySelector("attention-player").currentTime = 1));
    assert.deepEqual(await on("screen", 0), [1, true, false, true, "dark"]);
    assert.deepEqual(await on("print", 9), [1, false, false, true, "light"]);
    assert.deepEqual(await on("screen", 0), [1, true, false, true, "dark"]);
    await page.close();
  });

  test("without controls there is no button, and the caption stands below the picture", async () => {
    const told = await inBody('<attention-player controls="off"></attention-player>', async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const seen = (part) => player.shadowRoot.querySelector(part).checkVisibility();
      return [seen(".disc"), seen(".bar"), seen(".caption")];
    });
    assert.deepEqual(told, [false, false, true]);
  });
});
