// Until somebody plays, the finished picture stands there and invites; then it is left for good.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the poster", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const withPlayer = (...what) => studio.withPlayer(...what);

  test("is the finished picture, paused at 0, with one large button in place of caption and bar", async () => {
    const look = (player) => {
      const root = player.shadowRoot;
      const [disc, stage] = [".disc", ".stage svg"].map((part) => root.querySelector(part));
      const last = ["query:0,0,2,0", "scores:0,0,2,2", "weights:0,0,2,1", "output:0,2,0"];
      return {
        time: [player.currentTime, player.paused],
        last: last.every((cell) => root.querySelector(`[data-cell="${cell}"]`)),
        calm: getComputedStyle(root.querySelector(".picture")).opacity,
        seen: [".disc", ".caption", ".bar"].map((part) =>
          root.querySelector(part).checkVisibility({ visibilityProperty: true }),
        ),
        disc: [disc.offsetWidth, disc.offsetHeight, disc.getAttribute("aria-label")],
        covers: disc.getBoundingClientRect().top < stage.getBoundingClientRect().bottom,
        says: /\d+ seconds/.test(root.querySelector(".invitation").textContent),
      };
    };
    const stands = { time: [0, true], last: true, calm: "0.8", seen: [true, false, false] };
    const invites = { ...stands, disc: [84, 84, "Play"], covers: false, says: true };
    assert.deepEqual(await withPlayer(look), invites);
    assert.deepEqual(await withPlayer(look, { reducedMotion: true }), invites);
    // without controls there is no button, and the caption stands below the picture
    const bare = await withPlayer(look, { body: '<attention-player controls="off"></attention-player>' });
    assert.deepEqual([bare.time, bare.last, bare.seen], [[0, true], true, [false, true, false]]); // prettier-ignore
  });

  test("its button plays from the first frame, and hands its focus to the play button", async () => {
    const told = await withPlayer(async (player) => {
      const root = player.shadowRoot;
      root.querySelector(".disc").focus();
      root.querySelector(".disc").click();
      const cleared = root.querySelectorAll('[data-cell^="output"]').length;
      const past = () => root.querySelectorAll(".past").length;
      const moving = root.querySelector(".play").getAnimations().length + past();
      await window.until(() => player.currentTime > 0 && past() === 0);
      const first = player.step === player.steps[0].id;
      return [player.paused, cleared, moving, first, root.activeElement.classList.contains("play")];
    });
    assert.deepEqual(told, [false, 0, 2, true, true]);
  });

  test("setting the time, to 0 too, setting the step, or playing leaves it for good", async () => {
    const told = await studio.inBody(tag.repeat(3), async () => {
      const leave = [
        (player) => (player.currentTime = 0),
        (player) => (player.step = 0),
        (player) => player.play(),
      ];
      const seen = [];
      for (const [k, player] of [...document.querySelectorAll("attention-player")].entries()) {
        await player.ready;
        const root = player.shadowRoot;
        const outputs = () => root.querySelectorAll('[data-cell^="output:"]').length;
        const before = outputs();
        leave[k](player);
        player.pause();
        player.currentTime = 0;
        player.story = "matrices";
        player.story = "walk-through";
        await player.ready;
        seen.push([
          before,
          outputs(),
          root.querySelector(".disc").checkVisibility({ visibilityProperty: true }),
          player.currentTime,
        ]);
      }
      return seen;
    });
    for (const seen of told) assert.deepEqual(seen, [9, 0, false, 0]);
  });

  test("another problem or language is another poster", async () => {
    const told = await withPlayer(async (player) => {
      player.preset = "layer";
      player.lang = "zh";
      await player.ready;
      const root = player.shadowRoot;
      const { ariaLabel } = root.querySelector(".disc");
      return [player.currentTime, ariaLabel, root.querySelectorAll('[data-cell^="output:"]').length > 0];
    });
    assert.deepEqual(told, [0, "播放", true]);
  });

  test("autoplay plays once in view; with reduced motion, or paused before, it does not", async () => {
    const two = "<attention-player autoplay></attention-player>".repeat(2);
    const body = `<div style="height: 1200px"></div>${two}`;
    const play = async (player, plays) => {
      const paused = document.querySelectorAll("attention-player")[1];
      paused.pause();
      await paused.ready;
      // observers are told after a frame
      await window.frames(5);
      const before = [player.paused, player.currentTime];
      player.scrollIntoView();
      await (plays ? window.until(() => player.currentTime > 0) : window.frames(5));
      const now = [player.paused, player.currentTime > 0];
      paused.scrollIntoView();
      await window.frames(5);
      return [...before, ...now, paused.paused];
    };
    assert.deepEqual(await withPlayer(play, { body, given: true }), [true, 0, false, true, true]);
    assert.deepEqual(await withPlayer(play, { body, reducedMotion: true }), [true, 0, true, false, true]);
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
        const seen = [".bar", ".disc", ".caption"].map((part) =>
          root.querySelector(part).checkVisibility({ visibilityProperty: true }),
        );
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
});
