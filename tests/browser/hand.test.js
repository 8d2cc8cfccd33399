import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("keys, pointer and switches", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inPage = (...what) => studio.inPage(...what);

  test("keys are heard only while it has the focus", async () => {
    const { page } = await studio.page(`<button id="other">other</button>${tag}`);
    const state = () =>
      page.evaluate(() => {
        const player = document.querySelector("attention-player");
        return [player.paused, player.steps.findIndex(({ id }) => id === player.step), player.currentTime];
      });
    await page.evaluate(() => document.querySelector("attention-player").ready);
    await page.focus("#other");
    await page.keyboard.press("End");
    assert.deepEqual((await state())[2], 0);
    await page.evaluate(() =>
      document.querySelector("attention-player").shadowRoot.querySelector(".disc").focus(),
    );
    await page.keyboard.press("End");
    const end = await state();
    assert.ok(end[2] > 10);
    await page.keyboard.press("Home");
    assert.equal((await state())[2], 0);
    await page.keyboard.press("Space");
    assert.equal((await state())[0], false);
    await page.keyboard.press("Space");
    assert.equal((await state())[0], true);
    await page.keyboard.press("2");
    const [, second] = await state();
    assert.ok(second > 0);
    await page.keyboard.press("ArrowLeft");
    assert.equal((await state())[1], second - 1);
    await page.close();
  });

  test("a cell that is pointed at shows its equation; arrow keys go on from it; Escape leaves", async () => {
    const { page } = await studio.page(tag);
    const at = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "scores-1";
      const box = player.shadowRoot.querySelector('[data-cell="key:0,0,1,1"]').getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    const overlay = () =>
      page.evaluate(
        () => document.querySelector("attention-player").shadowRoot.querySelector(".overlay").textContent,
      );
    const spoken = () =>
      page.evaluate(
        () => document.querySelector("attention-player").shadowRoot.querySelector("[aria-live]").textContent,
      );
    assert.equal(await overlay(), "");
    await page.mouse.move(...at);
    assert.equal(await overlay(), "k₂₂=0·0+2·1+0·1+2·1=4");
    await page.mouse.move(2, 2);
    assert.equal(await overlay(), "");
    await page.mouse.click(...at);
    await page.mouse.move(2, 2);
    assert.equal(await overlay(), "k₂₂=0·0+2·1+0·1+2·1=4", "a click holds it");
    const first = await spoken();
    assert.equal(first, "k₂₂ = 0 · 0 + 2 · 1 + 0 · 1 + 2 · 1 = 4");
    await page.keyboard.press("ArrowRight");
    assert.match(await spoken(), /^k₂₃ = /);
    await page.keyboard.press("Escape");
    assert.equal(await overlay(), "");
    await page.close();
  });

  test("a square of a colour map says its number too, and arrow keys go on from it", async () => {
    const { page } = await studio.page(tag);
    const at = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      const row = (i) => Array.from({ length: 3 }, (_, k) => ((i * 7 + k * 5) % 11) / 4 - 1);
      const x = Array.from({ length: 12 }, (_, i) => row(i));
      player.problem = { stages: [{ id: "self", x }] };
      await player.ready;
      player.step = "self.scores";
      player.scrollIntoView();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const map = player.shadowRoot.querySelector('svg [part="cell"][aria-label="self: scores"]');
      const box = map.getBoundingClientRect();
      // the third row and the fifth column
      return [box.x + (box.width * 4.5) / 12, box.y + (box.height * 2.5) / 12];
    });
    const heard = (/** @type {string} */ what) =>
      page.evaluate(
        (selector) =>
          document.querySelector("attention-player").shadowRoot.querySelector(selector).textContent,
        what,
      );
    await page.mouse.move(...at);
    assert.match(await heard(".overlay"), /s₃₅/);
    await page.mouse.click(...at);
    assert.match(await heard("[aria-live]"), /^s₃₅ = .+ [=≈] −?[\d.]+$/);
    await page.keyboard.press("ArrowRight");
    assert.match(await heard("[aria-live]"), /^s₃₆ = /);
    await page.keyboard.press("ArrowDown");
    assert.match(await heard("[aria-live]"), /^s₄₆ = /);
    await page.keyboard.press("Escape");
    assert.equal(await heard(".overlay"), "");
    await page.close();
  });

  test("a symbol of the formula lights its matrix, and a cell its symbol", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "scores-1";
      const root = player.shadowRoot;
      const symbol = root.querySelector("[data-symbol=key]");
      const rings = () => root.querySelector(".overlay").children.length;
      symbol.dispatchEvent(new PointerEvent("pointerenter"));
      const lit = [symbol.classList.contains("lit"), rings() > 0];
      symbol.dispatchEvent(new PointerEvent("pointerleave"));
      const dark = [symbol.classList.contains("lit"), rings()];
      const box = root.querySelector('[data-cell="key:0,0,0,0"]').getBoundingClientRect();
      root
        .querySelector(".stage")
        .dispatchEvent(new MouseEvent("click", { clientX: box.x + 3, clientY: box.y + 3 }));
      return { lit, dark, back: symbol.classList.contains("lit") };
    });
    assert.deepEqual(told, { lit: [true, true], dark: [false, 0], back: true });
  });

  test("explain says what the hover says, and the cells it comes from", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      return [
        player.explain("scores", [0, 0, 0, 1]),
        player.explain("weights", [0, 0, 0, 0]).text,
        player.explain("mixed", [0, 0, 0, 0]).text,
      ];
    });
    const [score, weight, mixed] = told;
    assert.equal(score.value, 4);
    assert.equal(score.text, "s₁₂ = 1 · 4 + 0 · 4 + 2 · 0 = 4");
    const row = (tensor, i) => [0, 1, 2].map((c) => ({ tensor, index: [0, 0, i, c] }));
    const sorted = (cells) => cells.map(({ tensor, index }) => `${tensor}:${index}`).sort();
    assert.deepEqual(sorted(score.sources), sorted([...row("query", 0), ...row("key", 1)]));
    // the shortest decimals that give the exact numbers; "≈" where they do not multiply out
    assert.equal(weight, "a₁₁ = 0.13533528 ÷ 2.1353352 ≈ 0.06337894");
    assert.match(mixed, /^z₁₁ = 0\.06337894 · 1 \+ .+ ≈ 1\.9366\d+$/);
  });

  test("explain of what does not exist is null", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const none = [
        ["weights", [9, 9, 9, 9]],
        ["weights", [-1, 0, 0, 0]],
        ["weights", [0, 0, 0, 0.5]],
        ["weights", [0, 0]],
        ["weights", null],
        ["weights"],
        ["nope", [0]],
        ["__proto__", [0]],
        ["constructor", [0]],
        ["notes", [0]],
        [undefined, [0]],
      ];
      return none.map(([tensor, index]) => player.explain(tensor, index));
    });
    assert.deepEqual(
      told,
      told.map(() => null),
    );
  });

  test("the switches change the problem while the place is kept", async () => {
    const told = await inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = player.steps.findIndex(({ id }) => id.startsWith("softmax"));
      const before = player.step;
      player.setAttribute("scale", "on");
      await player.ready;
      const scaled = [
        player.step === before,
        player.problem.scale === undefined,
        player.hasAttribute("scale"),
      ];
      player.setAttribute("causal", "on");
      await player.ready;
      const masked = [player.problem.causal, player.trace.weights.data[1]];
      player.setAttribute("softmax", "open");
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { scaled, masked, more: player.steps.map(({ id }) => id).join(" ") };
    });
    assert.deepEqual(told.scaled, [true, true, true]);
    assert.deepEqual(told.masked, [true, 0]);
    assert.match(told.more, /max-1 shift-1 exp-1 total-1 divide-1/);
  });

  test("the wheel and the swipe stay the page's", async () => {
    const { page } = await studio.page(`${tag}<div style="height:3000px"></div>`);
    await page.evaluate(() => document.querySelector("attention-player").ready);
    await page.mouse.move(600, 400);
    await page.mouse.wheel({ deltaY: 300 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [scrolled, time] = await page.evaluate(() => [
      scrollY,
      document.querySelector("attention-player").currentTime,
    ]);
    assert.ok(scrolled > 100);
    assert.equal(time, 0);
    await page.close();
  });
});

describe("the element under a strict policy", () => {
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'none'; worker-src 'none'; font-src 'none'; " +
    "base-uri 'none'; form-action 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  let studio;
  before(async () => (studio = await openStudio({ headers: { "Content-Security-Policy": policy } })));
  after(() => studio.close());
});
