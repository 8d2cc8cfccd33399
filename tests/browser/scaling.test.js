// The story scaling on a page: its pairs are drawn while the page goes on, and its slider is a slider.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { findings, openStudio, playerIn, swipeUp } from "./page.js";

describe("the story scaling", () => {
  let studio, page, player;
  let turns = 0;
  before(async () => {
    studio = await openStudio();
    const body = '<main><h1>Why</h1><attention-player story="scaling"></attention-player></main>';
    ({ page } = await studio.page(body));
    player = playerIn(page);
    turns = await player(async (player) => {
      let count = 0;
      let ready = false;
      const tick = new MessageChannel();
      tick.port1.onmessage = () => {
        count++;
        if (!ready) tick.port2.postMessage(0);
      };
      await player.constructor.attention;
      tick.port2.postMessage(0);
      await player.ready;
      ready = true;
      return count;
    });
  });
  after(async () => {
    await page.close();
    await studio.close();
  });

  test("is ready when its pairs are drawn, which leaves the page its turns", async () => {
    const [plots, error] = await player((player) => {
      const root = player.shadowRoot;
      return [root.querySelectorAll("[part=plot]").length, root.querySelector(".error").textContent];
    });
    assert.deepEqual([plots, error], [2, ""]);
    assert.ok(turns > 3, `${turns} turns`);
  });

  test("lists the tensors of the problem, and not those of every width", async () => {
    await page.waitForFunction(() =>
      document.querySelector("attention-player").shadowRoot.querySelector("table"),
    );
    const captions = await player((player) =>
      [...player.shadowRoot.querySelectorAll("caption")].map(({ textContent }) => textContent),
    );
    assert.ok(captions.some((text) => /unscaled/.test(text)));
    assert.deepEqual(
      captions.filter((text) => /_\d/.test(text)),
      [],
    );
  });

  test("draws other pairs when it is asked to, and changes nothing else", async () => {
    const same = await player(async (player) => {
      const bars = () => player.shadowRoot.querySelector("[part=plot]").getAttribute("d");
      const [before, problem, time] = [bars(), JSON.stringify(player.problem), player.currentTime];
      player.shadowRoot.querySelector(".inlay button").click();
      while (bars() === before) await new Promise(requestAnimationFrame);
      return JSON.stringify(player.problem) === problem && player.currentTime === time;
    });
    assert.equal(same, true);
  });

  test("has a slider whose stops are moments: keys and a drag go there and pause", async () => {
    const state = () =>
      player((player) => {
        const { value, ariaValueText } = player.shadowRoot.querySelector("input[type=range]");
        const cells = [...player.shadowRoot.querySelectorAll("[data-cell]")].map(({ dataset }) => dataset);
        const right = cells.every(({ cell, value }) => {
          const [tensor, index] = cell.split(":");
          const { shape, data } = player.trace[tensor];
          const at = index.split(",").reduce((sum, k, axis) => sum * shape[axis] + Number(k), 0);
          return Math.fround(Number(value)) === data[at];
        });
        const { step, paused } = player;
        return { step, paused, right, some: cells.length > 20, says: ariaValueText, at: value };
      });
    await player((player) => {
      player.currentTime = 3;
      player.play();
      player.shadowRoot.querySelector("input[type=range]").focus();
    });
    const slide = { step: "slide", paused: true, right: true, some: true };
    await page.keyboard.press("End");
    assert.deepEqual(await state(), { ...slide, says: "d_k = 1024", at: "10" });
    await page.keyboard.press("ArrowLeft");
    assert.deepEqual(await state(), { ...slide, says: "d_k = 512", at: "9" });
    const { left, y, width } = await player((player) => {
      const range = player.shadowRoot.querySelector("input[type=range]");
      const { left, top, width, height } = range.getBoundingClientRect();
      return { left, y: top + height / 2, width };
    });
    const x = (stop) => left + 9 + ((width - 18) * stop) / 10;
    await page.mouse.move(x(9), y);
    await page.mouse.down();
    await page.mouse.move(x(3) + 4, y, { steps: 4 });
    assert.deepEqual(await state(), { ...slide, step: "widths", says: "d_k = 8", at: "3" });
    await page.mouse.up();
    // a finger that taps it moves it, one that scrolls from it leaves it where it is
    await page.touchscreen.tap(x(9), y);
    assert.deepEqual(await state(), { ...slide, says: "d_k = 512", at: "9" });
    await page.evaluate(() => (document.body.style.height = "3000px"));
    await swipeUp(page, x(3), y);
    assert.equal((await state()).at, "9");
  });

  test("has names for its controls, and axe finds nothing", async () => {
    assert.deepEqual(await findings(page), []);
  });
});
