// What is underlined in a caption points at what it names: by hover, by tap and by the keyboard.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("a caption", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  /** A page at a step whose sentence names weights, with what is ringed. */
  async function opened(view) {
    const { page } = await studio.page(tag, view);
    await page.$eval("attention-player", async (player) => {
      await player.ready;
      player.step = "weight-1";
    });
    const rings = () =>
      page.evaluate(
        () =>
          document.querySelector("attention-player").shadowRoot.querySelectorAll(".overlay [part=ring]")
            .length,
      );
    return {
      page,
      rings,
      word: await page.$("attention-player >>> .sentences [role=button][data-role=weight]"),
    };
  }

  test("points where the mouse is, and no longer", async () => {
    const { page, rings, word } = await opened();
    assert.equal(await rings(), 0);
    await word.hover();
    assert.ok((await rings()) > 0);
    await page.mouse.move(2, 2);
    assert.equal(await rings(), 0);
    await page.close();
  });

  test("points where the focus is; a key says what is there", async () => {
    const { page, rings, word } = await opened();
    await word.focus();
    assert.ok((await rings()) > 0);
    await page.keyboard.press("Enter");
    const [said, playing] = await page.evaluate(() => {
      const player = document.querySelector("attention-player");
      return [player.shadowRoot.querySelector("[aria-live]").textContent, !player.paused];
    });
    assert.equal(said, "“I” reads from: “love” 0.468, “cats” 0.468, “I” 0.063.");
    assert.equal(playing, false);
    await page.keyboard.press("Tab");
    await page.$eval("attention-player", (player) => player.shadowRoot.activeElement.blur());
    assert.equal(await rings(), 0);
    await page.close();
  });

  test("points after a tap, until something else is tapped", async () => {
    const { page, rings, word } = await opened({ width: 360 });
    await word.tap();
    assert.ok((await rings()) > 0);
    await page.$eval("attention-player", (player) => player.shadowRoot.activeElement.blur());
    assert.equal(await rings(), 0);
    await page.close();
  });

  test("that changes points at nothing any more, and keeps the keys in the element", async () => {
    const { page, rings, word } = await opened();
    await word.focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await rings(), 0);
    const before = await page.$eval("attention-player", (player) => player.step);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await page.$eval("attention-player", (player) => player.step), before);
    await page.close();
  });

  test("has an underline in every browser, in its role's colour", async () => {
    const { page } = await opened();
    const line = await page.$eval("attention-player", (player) => {
      player.step = "scores-1";
      const term = player.shadowRoot.querySelector('.term[data-role="score"]');
      const style = getComputedStyle(term);
      const colour = getComputedStyle(player).getPropertyValue("--ap-score");
      term.style.color = colour;
      return [
        style.textDecorationLine,
        style.textDecorationThickness,
        style.textDecorationColor === style.color,
      ];
    });
    assert.deepEqual(line, ["underline", "3px", true]);
    await page.close();
  });

  for (const [width, height] of [
    [1152, 640],
    [700, 700],
    [360, 740],
    [740, 360],
  ])
    test(`underlines no word that points at nothing, at ${width} × ${height}`, async () => {
      const { page } = await opened({ width, height });
      const [count, idle] = await page.$eval("attention-player", (player) => {
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
      await page.close();
    });

  test("may name a cell, a row, a column or a whole tensor", async () => {
    const server = await serve();
    const { page } = await openPage(studio.browser);
    await page.goto(`${server.url}studio/studio.css`);
    const told = await page.evaluate(async () => {
      const { createCaption } = await import("/element/caption.js");
      const heard = [];
      const caption = createCaption(document, (target) => target && heard.push(JSON.stringify(target)));
      document.body.append(caption.root);
      const spans = [
        { text: "the keys", role: "key", target: { tensor: "key" } },
        { text: " meet " },
        { text: "row 2", role: "query", target: { tensor: "query", index: [0, 0, 1, null] } },
        { text: "0.5", role: "weight", target: { tensor: "weights", index: [0, 0, 1, 2] } },
      ];
      caption.show({ id: "a", title: "A", caption: spans });
      for (const word of caption.root.querySelectorAll("[role=button]")) word.focus();
      return heard;
    });
    assert.deepEqual(told, [
      '{"tensor":"key"}',
      '{"tensor":"query","index":[0,0,1,null]}',
      '{"tensor":"weights","index":[0,0,1,2]}',
    ]);
    await page.close();
    await server.close();
  });
});

describe("what is said aloud", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("a cell's sentence is not overwritten by the step's that comes late, by click or by key", async () => {
    const { page } = await studio.page(tag);
    const [cell, next] = await page.$eval("attention-player", async (player) => {
      await player.ready;
      player.step = "scores-1";
      player.shadowRoot.querySelector(".stage").focus();
      return [0, 1].map((column) => player.explain("key", [0, 0, 0, column]).text);
    });
    const said = () =>
      page.$eval("attention-player", (player) => player.shadowRoot.querySelector("[aria-live]").textContent);
    const later = () => new Promise((resolve) => setTimeout(resolve, 600));

    // the step's sentence waits for the reader to stay there
    await page.keyboard.press("ArrowRight");
    await page.click('attention-player >>> .picture [data-cell="key:0,0,0,0"]');
    assert.equal(await said(), cell);
    await later();
    assert.equal(await said(), cell);

    await page.keyboard.press("ArrowRight");
    assert.equal(await said(), next);
    await later();
    assert.equal(await said(), next);

    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await later();
    const step = await page.$eval("attention-player >>> .stage svg", (svg) => svg.getAttribute("aria-label"));
    assert.equal(await said(), step);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    const first = await said();
    await later();
    assert.deepEqual([first !== "", await said()], [true, first]);
    await page.close();
  });
});
