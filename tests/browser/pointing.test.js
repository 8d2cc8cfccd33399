// Keys, pointer and words: what each does to the player, and what is said of it.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { fewOrMany } from "../helpers/full.js";
import { middleIn, openStudio, playerIn, swipeUp } from "./page.js";

describe("keys, pointer and words", () => {
  let studio, page, player;
  before(async () => {
    studio = await openStudio();
    ({ page } = await studio.page(
      '<button id="other">other</button><attention-player></attention-player><div style="height: 3000px"></div>',
    ));
    player = playerIn(page);
    await player(({ ready }) => ready.then(() => {}));
  });
  after(async () => {
    await page.close();
    await studio.close();
  });
  // nothing is pointed at, nothing plays
  afterEach(async () => {
    await page.mouse.move(2, 2);
    await player(({ shadowRoot }) => shadowRoot.querySelector(".stage").focus());
    await page.keyboard.press("Escape");
    await page.setViewport({ width: 1200, height: 900 });
    await player(async (player) => {
      for (const name of ["scale", "causal", "softmax"]) player.removeAttribute(name);
      player.pause();
      player.problem = null;
      await player.ready;
      scrollTo(0, 0);
      player.shadowRoot.activeElement?.blur();
    });
  });

  const text = (selector) =>
    player((player, selector) => player.shadowRoot.querySelector(selector).textContent, selector);
  const overlay = () => text(".overlay");
  const said = () => text("[aria-live]");
  const rings = () => player(({ shadowRoot }) => shadowRoot.querySelectorAll(".overlay [part=ring]").length);
  const word = () => page.$("attention-player >>> .sentences [role=button][data-role=weight]");
  const show = (step) => player((player, step) => void (player.step = step), step);
  const middle = (cell) => middleIn(player)(cell);

  test("a square of a colour map says its number too, and arrow keys go on from it", async () => {
    const at = await player(async (player) => {
      const row = (i) => Array.from({ length: 3 }, (_, k) => ((i * 7 + k * 5) % 11) / 4 - 1);
      player.problem = { stages: [{ id: "self", x: Array.from({ length: 12 }, (_, i) => row(i)) }] };
      await player.ready;
      player.step = "self.scores";
      await window.frames(2);
      const map = player.shadowRoot.querySelector('svg [part="cell"][aria-label="self: scores"]');
      const box = map.getBoundingClientRect();
      // the third row and the fifth column
      return [box.x + (box.width * 4.5) / 12, box.y + (box.height * 2.5) / 12];
    });
    await page.mouse.move(...at);
    assert.match(await overlay(), /s₃₅/);
    await page.mouse.click(...at);
    assert.match(await said(), /^s₃₅ = .+ [=≈] −?[\d.]+$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await said(), /^s₃₆ = /);
    await page.keyboard.press("ArrowDown");
    assert.match(await said(), /^s₄₆ = /);
    await page.keyboard.press("Escape");
    assert.equal(await overlay(), "");
  });

  test("a symbol of the formula lights its matrix, and a cell its symbol", async () => {
    await show("scores-1");
    const seen = await player(({ shadowRoot: root }) => {
      const symbol = root.querySelector("[data-symbol=key]");
      const rings = () => root.querySelector(".overlay").children.length;
      symbol.dispatchEvent(new PointerEvent("pointerenter"));
      const lit = [symbol.classList.contains("lit"), rings() > 0];
      symbol.dispatchEvent(new PointerEvent("pointerleave"));
      const dark = [symbol.classList.contains("lit"), rings()];
      const { x, y } = root.querySelector('[data-cell="key:0,0,0,0"]').getBoundingClientRect();
      const click = new MouseEvent("click", { clientX: x + 3, clientY: y + 3 });
      root.querySelector(".stage").dispatchEvent(click);
      return { lit, dark, back: symbol.classList.contains("lit") };
    });
    assert.deepEqual(seen, { lit: [true, true], dark: [false, 0], back: true });
  });

  test("the wheel stays the page's, and so do keys elsewhere", async () => {
    const time = await player(({ currentTime }) => currentTime);
    await page.focus("#other");
    await page.keyboard.press("End");
    await page.mouse.move(600, 400);
    await page.mouse.wheel({ deltaY: 300 });
    await page.waitForFunction(() => scrollY > 100);
    assert.equal(await player(({ currentTime }) => currentTime), time);
  });

  test("a swipe scrolls the page, from the bar too, and the time stays", async () => {
    const before = await player((player) => {
      scrollTo(0, 200);
      player.currentTime = 12;
      return player.currentTime;
    });
    const { x, y } = await (await page.$("attention-player >>> .chapters .track")).boundingBox();
    await swipeUp(page, x + 10, y);
    assert.equal(await player(({ currentTime }) => currentTime), before);
  });

  test("a word of the caption points while the mouse is on it, while it has the focus, and after a tap", async () => {
    await show("weight-1");
    const one = await word();
    assert.equal(await rings(), 0);
    await one.hover();
    assert.ok((await rings()) > 0);
    await page.mouse.move(2, 2);
    assert.equal(await rings(), 0);
    await one.focus();
    assert.ok((await rings()) > 0);
    await page.keyboard.press("Enter");
    assert.equal(await said(), "“I” reads from: “love” 0.468311, “cats” 0.468311, “I” 0.063379.");
    assert.equal(await player(({ paused }) => paused), true);
    await player(({ shadowRoot }) => shadowRoot.activeElement.blur());
    assert.equal(await rings(), 0);
    await one.tap();
    assert.ok((await rings()) > 0);
  });

  test("a word that points is underlined in its role's colour", async () => {
    await show("scores-1");
    const line = await player((player) => {
      const term = player.shadowRoot.querySelector('.term[data-role="score"]');
      const style = getComputedStyle(term);
      term.style.color = getComputedStyle(player).getPropertyValue("--ap-score");
      const own = style.textDecorationColor === style.color;
      return [style.textDecorationLine, style.textDecorationThickness, own];
    });
    assert.deepEqual(line, ["underline", "3px", true]);
  });

  for (const [width, height] of fewOrMany(
    [[360, 740]],
    [
      [1152, 640],
      [700, 700],
      [360, 740],
      [740, 360],
    ],
  ))
    test(`no word is underlined that points at nothing, at ${width} × ${height}`, async () => {
      await page.setViewport({ width, height });
      const [count, idle] = await player((player) => {
        const root = player.shadowRoot;
        const found = [];
        let count = 0;
        for (const { id } of player.steps) {
          player.step = id;
          for (const term of root.querySelectorAll(".sentences [data-role]")) {
            count++;
            term.dispatchEvent(new PointerEvent("pointerenter"));
            if (!root.querySelector(".overlay [part=ring]")) found.push(`${id}: ${term.textContent}`);
            term.dispatchEvent(new PointerEvent("pointerleave"));
          }
        }
        return [count, found];
      });
      assert.ok(count > 20, `${count} words point`);
      assert.deepEqual(idle, []);
    });

  test("a cell's sentence is not overwritten by the step's that comes late, by click or by key", async () => {
    await show("scores-1");
    const [cell, next] = await player((player) => {
      player.shadowRoot.querySelector(".stage").focus();
      return [0, 1].map((column) => player.explain("key", [0, 0, 0, column]).text);
    });
    // of the page's clock: the step's sentence waits for the reader to stay there
    const later = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));

    await page.keyboard.press("ArrowRight");
    await page.mouse.click(...(await middle("key:0,0,0,0")));
    assert.equal(await said(), cell);
    await later();
    assert.equal(await said(), cell);

    await page.keyboard.press("ArrowRight");
    assert.equal(await said(), next);
    await later();
    assert.equal(await said(), next);

    await page.keyboard.press("Escape");
    // at the end of a step, since a key during its movement only completes it
    await show("scores-1");
    await page.keyboard.press("ArrowRight");
    await later();
    const step = await page.$eval("attention-player >>> .stage svg", (svg) => svg.getAttribute("aria-label"));
    assert.equal(await said(), step);
  });
});
