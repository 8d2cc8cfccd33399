// Arrows that are dragged in the plane: with a mouse, a finger and the keyboard, each drag one change of the problem.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { openStudio, playerIn } from "./page.js";

describe("an arrow is dragged by its tip", () => {
  let studio;
  let desk;
  before(async () => {
    studio = await openStudio();
    desk = await open();
  });
  after(async () => {
    await desk.page.close();
    await studio.close();
  });
  afterEach(() => desk.anew());

  /** A page with the story, and what a reader does on it. */
  async function open(view, tag = '<attention-player story="geometry"></attention-player>') {
    const { page } = await studio.page(`<p>before</p>${tag}`, view);
    const player = playerIn(page);
    await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      window.heard = [];
      for (const type of ["change", "play", "pause", "error"])
        player.addEventListener(type, ({ detail }) =>
          window.heard.push([type, detail?.problem?.stages[0].a]),
        );
      await player.ready;
      // the press is not the end of a beat
      player.step = "projection";
    });
    const handle = (name) =>
      player(({ shadowRoot }, name) => {
        const found = shadowRoot.querySelector(`.handle[aria-label="${name}"]`);
        const { x, y, width, height } = found.getBoundingClientRect();
        const text = found.getAttribute("aria-valuetext");
        return { x: x + width / 2, y: y + height / 2, width, height, text };
      }, name);
    return {
      page,
      player,
      handle,
      a: () => player((player) => player.problem.stages[0].a[0]),
      /** px of a 1 on the page */
      unit: async () => {
        const [one, other] = [await handle("vector a"), await handle("vector b₁")];
        return other.x - one.x;
      },
      /** As the page began. */
      anew: () =>
        player(async (player) => {
          player.problem = null;
          await player.ready;
          player.pause();
          player.step = "projection";
          window.heard.length = 0;
        }),
      changes: () => page.evaluate(() => window.heard.filter(([type]) => type === "change").length),
    };
  }

  test("with a mouse: the numbers follow, one drag is one change, and what plays pauses where it is", async () => {
    const { page, player, handle, a, unit, changes } = desk;
    const one = await unit();
    const { x, y } = await handle("vector a");
    await player((player) => void player.play());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - one, y, { steps: 4 });
    assert.deepEqual(await a(), [-0.5, 1.5]);
    assert.ok(await player((player) => player.paused));
    // a sentence, and how long it takes to be read, follow the numbers: where it is is a part of its step
    const part = () =>
      player(({ steps, step, currentTime }) => {
        const { start, duration } = steps.find(({ id }) => id === step);
        return ((currentTime - start) / duration).toFixed(3);
      });
    const before = await part();
    await page.mouse.move(x - 2 * one, y - one / 4, { steps: 3 });
    await page.mouse.up();
    assert.deepEqual(await a(), [-1.5, 1.75]);
    assert.ok((await changes()) >= 2);
    assert.deepEqual((await page.evaluate(() => window.heard.at(-1)))[1], [[-1.5, 1.75]]);
    // the trace is that of the changed problem, and so is the picture
    const told = await player((player) => {
      const cell = player.shadowRoot.querySelector('[data-cell="plane.dot:0,0"]');
      return { dot: player.trace["plane.dot"].data[0], text: cell.textContent, step: player.step };
    });
    assert.deepEqual(told, { dot: -1.375, text: "−1.375", step: "projection" });
    assert.equal(await part(), before);
    assert.equal((await handle("vector a")).text, "−1.5, 1.75");
    await player((player) => player.undo());
    assert.deepEqual(await a(), [0.5, 1.5]);
    assert.ok(await player((player) => !player.canUndo && player.canRedo));
  });

  test("with a finger on a phone, whose page scrolls beside the handles alone", async () => {
    const { page, player, handle, a, unit } = await open({ width: 360, height: 760 });
    const client = await page.createCDPSession();
    await client.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const one = await unit();
    const { x, y, width, height } = await handle("vector a");
    assert.ok(width >= 44 && height >= 44, `${width} × ${height} px`);
    const touch = (type, ...at) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y]) => ({ x, y })) });
    // a little off the middle, where a finger may well land
    await touch("touchStart", [x + 9, y + 12]);
    for (const part of [0.3, 0.7, 1]) await touch("touchMove", [x + 9, y + 12 + part * one]);
    await touch("touchEnd");
    assert.deepEqual(await a(), [0.5, 0.5]);
    // the plane keeps its scale: the tip has gone as far as the finger
    assert.ok(Math.abs((await handle("vector a")).y - y - one) < 1);
    assert.equal(await page.evaluate(() => scrollY), 0);
    const actions = await player((player) => {
      const stage = player.shadowRoot.querySelector(".stage");
      return [stage, stage.querySelector(".handle")].map((one) => getComputedStyle(one).touchAction);
    });
    assert.deepEqual(actions, ["auto", "pinch-zoom"]);
    // what the browser takes over, such as for two fingers, is no change
    await touch("touchStart", [x, y + one]);
    await touch("touchMove", [x + one, y + one]);
    const reaches = (x) => player((p, x) => window.until(() => p.problem.stages[0].a[0][0] === x), x);
    await reaches(1.5);
    await touch("touchCancel");
    await reaches(0.5);
    await page.close();
  });

  test("with the keyboard: Tab reaches every tip, arrows move it, and the result is said", async () => {
    const { page, player, a, changes } = desk;
    const pressWith = async (held, key) => {
      await page.keyboard.down(held);
      await page.keyboard.press(key);
      await page.keyboard.up(held);
    };
    const focused = () =>
      player(({ shadowRoot: { activeElement: one } }) =>
        ["role", "aria-label", "aria-valuetext"].map((name) => one.getAttribute(name)).join(" "),
      );
    await player((player) => player.shadowRoot.querySelector(".stage").focus());
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "slider vector a 0.5, 1.5");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.deepEqual(await a(), [0.625, 1.375]);
    await pressWith("Shift", "ArrowUp");
    assert.deepEqual(await a(), [0.625, 1.45]);
    assert.equal(await changes(), 3);
    await player(({ shadowRoot }) =>
      window.until(() => /^dot product: /.test(shadowRoot.querySelector("[aria-live]").textContent)),
    );
    await pressWith("Control", "z");
    assert.deepEqual(await a(), [0.625, 1.375]);
    // ten steps at once, not the page
    await page.keyboard.press("PageUp");
    assert.deepEqual(await a(), [0.625, 2.625]);
    await pressWith("Control", "z");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "slider vector b₁ 1.5, 0.5");
  });
});
