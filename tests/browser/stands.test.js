// What stands stays: the picture after a problem that failed, and the first picture where nothing may move.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

/** What a reader sees of the element. Runs in the page. */
const seen = () => {
  const root = document.querySelector("attention-player").shadowRoot;
  const visible = (element) => element.checkVisibility({ opacityProperty: true });
  const numbers = [...root.querySelectorAll("svg [data-cell]")].filter(visible);
  return { numbers: numbers.length, text: numbers.map((element) => element.textContent).join(" ") };
};

describe("what stands stays", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("a problem that fails leaves the picture before it in view", async () => {
    const { page } = await studio.page('<attention-player preset="walk-through"></attention-player>');
    await page.$eval("attention-player", async (element) => {
      await element.ready;
      element.currentTime = element.duration;
    });
    const earlier = await page.evaluate(seen);
    assert.ok(earlier.numbers > 10);
    const code = await page.$eval("attention-player", async (element) => {
      element.problem = { x: [[1, 2], [3]] };
      return element.ready.then(
        () => "none",
        (error) => error.code,
      );
    });
    assert.equal(code, "shape");
    assert.deepEqual(await page.evaluate(seen), earlier);
  });

  test("with reduced motion the first picture is a finished one", async () => {
    const { page } = await studio.page('<attention-player preset="walk-through"></attention-player>', {
      reducedMotion: true,
    });
    const [time, drawn] = await page.$eval("attention-player", async (element) => {
      await element.ready;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [element.currentTime, element.shadowRoot.querySelectorAll("[data-cell^='output:']").length];
    });
    assert.deepEqual([time, drawn], [0, 9]);
  });
});
