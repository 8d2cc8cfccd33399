// A layer that learns on a page: controls that are the browser's own, and the way into a moment and back.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, playerIn, until } from "./page.js";

describe("the story training", () => {
  let studio, page, player;
  before(async () => {
    studio = await openStudio();
    ({ page } = await studio.page('<attention-player story="training"></attention-player>'));
    player = playerIn(page);
    await player((one) => one.ready.then(() => {}));
  });
  after(async () => {
    await page.close();
    await studio.close();
  });

  const labels = () =>
    player(({ shadowRoot }) => [...shadowRoot.querySelectorAll(".inlay > *")].map((one) => one.ariaLabel));
  const press = (label) =>
    player(
      ({ shadowRoot }, label) => shadowRoot.querySelector(`.inlay > [aria-label^="${label}"]`).click(),
      label,
    );
  const told = () =>
    player((one) => one.steps.filter(({ id }) => /^learn/.test(id)).map(({ title }) => title));
  const shows = (label) => until(async () => (await labels()).includes(label));

  test("trains on while the page goes on; the steps are told after the others, in a sentence in two seconds", async () => {
    const seen = await player(async (one) => {
      const root = one.shadowRoot;
      const control = (label) => root.querySelector(`.inlay > [aria-label="${label}"]`);
      const steps = JSON.stringify(one.steps.slice(0, 7));
      const heard = [];
      const live = root.querySelector("[aria-live]");
      const listen = () => heard.push([performance.now(), live.textContent]);
      new MutationObserver(listen).observe(live, { childList: true, characterData: true, subtree: true });
      control("Train more").click();
      while (!control("Stop")) await new Promise(requestAnimationFrame);
      while (control("Stop")) await new Promise(requestAnimationFrame);
      await new Promise((done) => setTimeout(done, 2200));
      const same = JSON.stringify(one.steps.slice(0, 7)) === steps;
      return { heard, same, step: one.step, paused: one.paused };
    });
    assert.deepEqual([seen.same, seen.step, seen.paused], [true, "learn-2", true]);
    assert.deepEqual(await told(), ["Steps 1 to 100", "Steps 101 to 200"]);
    assert.ok(seen.heard.length >= 1);
    for (const [k, [at, text]] of seen.heard.entries()) {
      assert.match(text, /^Step \d+: loss 0\.00\d, 100 % right\.$/);
      // a frame more or less
      if (k) assert.ok(at - seen.heard[k - 1][0] >= 1500, JSON.stringify(seen.heard));
    }
  });

  test("one step is one, and a run that is stopped stands as far as it came", async () => {
    await press("One step");
    await until(async () => (await told()).at(-1) === "Step 201");
    await shows("Train more");
    await press("Train more");
    await shows("Stop");
    await press("Stop");
    await shows("Train more");
    const [last] = (await told()).slice(-1);
    assert.match(last, /^Steps 201 to 2\d\d$/);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
    assert.equal((await told()).at(-1), last);
  });

  test("the moment that is seen opens as a problem of its own, and undo leads back to the record", async () => {
    const record = await told();
    await player((one) => {
      one.currentTime = one.steps.find(({ id }) => id === "learn").start + 4;
    });
    const first = await player((one) => Array.from(one.problem.w_q.data));
    await press("Open this moment");
    await until(() => player((one) => one.getAttribute("story") === "matrices"));
    const opened = await player(async (one) => {
      const core = await one.constructor.attention;
      const { weights } = core.forward(one.problem);
      const same = String(weights.data) === String(one.trace.weights.data);
      return { same, data: Array.from(one.problem.w_q.data), undo: one.canUndo, steps: one.steps.length };
    });
    assert.notDeepEqual(opened.data, first);
    assert.deepEqual([opened.same, opened.undo, opened.steps > 3], [true, true, true]);
    const back = await player((one) => {
      one.undo();
      return [one.story, Array.from(one.problem.w_q.data)];
    });
    assert.deepEqual(back, ["training", first]);
    assert.deepEqual(await told(), record);
  });

  test("a setting makes another run, a rate that diverges says so, and undo leads back to the former", async () => {
    const record = await told();
    await player((one) => (one.currentTime = one.duration));
    await press("Task: previous");
    await shows("Task: first");
    await player((one) => one.ready);
    assert.deepEqual(await told(), ["Steps 1 to 100"]);
    await press("Adam");
    await shows("momentum");
    await player(async (one) => {
      await one.ready;
      one.shadowRoot.querySelector('.inlay [aria-label="learning rate"]').focus();
    });
    await page.keyboard.press("End");
    await until(() => player((one) => one.steps.some(({ id }) => id === "failed")));
    const said = await player(async (one) => {
      await one.ready;
      one.step = "failed";
      return one.shadowRoot.querySelector("[part~=caption]").textContent;
    });
    assert.match(
      said,
      /Step \d+ would have left W_?\w without finite numbers.* With a rate of [\d.]+ they stay finite/,
    );
    await player(async (one) => {
      for (let k = 0; k < 3; k++) one.undo();
      await one.ready;
    });
    assert.deepEqual(await told(), record);
  });

  test("hidden or taken from the page it stops", async () => {
    // of the page's clock: a second of ours, in which a hundred steps would be over
    const later = () => page.evaluate(() => new Promise((done) => setTimeout(done, 6000)));
    await player((one) => (one.currentTime = one.duration));
    await press("Train more");
    await shows("Stop");
    await player((one) => (one.style.display = "none"));
    await later();
    const steps = await told();
    await later();
    assert.deepEqual(await told(), steps);
    await player((one) => (one.style.display = ""));
    await shows("Train more");
    await press("Train more");
    await shows("Stop");
    const left = await player(async (one) => {
      one.remove();
      await new Promise((done) => setTimeout(done, 6000));
      document.body.append(one);
      await one.ready;
      return one.steps.filter(({ id }) => /^learn/.test(id)).at(-1).title;
    });
    assert.doesNotMatch(left, /00$/);
    await shows("Train more");
  });

  test("with reduced motion it shows a hundred steps as one cut", async () => {
    const tag = '<attention-player story="training"></attention-player>';
    const still = await studio.page(tag, { reducedMotion: true });
    const cuts = await playerIn(still.page)(async (one) => {
      await one.ready;
      one.shadowRoot.querySelector('.inlay > [aria-label="Train more"]').click();
      const seen = new Set();
      while (seen.size < 2) {
        seen.add(one.steps.filter(({ id }) => /^learn/.test(id)).at(-1).title);
        await new Promise(requestAnimationFrame);
      }
      return [...seen];
    });
    assert.deepEqual(cuts, ["Steps 1 to 100", "Steps 101 to 200"]);
    await still.page.close();
  });
});
