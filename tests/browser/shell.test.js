// The light player before its player has come: a poster that is the player's own picture, and all names and promises hold.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { root } from "../setup/system.js";
import { until } from "./page.js";

const PART = /attention-player-part/;

let browser;
let server;
before(async () => {
  server = await serve({ folder: join(root, "web/build") });
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.close();
});

/** A page with one tag, whose player (or what else is `late`) waits until `release` is called, or does not come. */
async function open(tag, { width = 1104, refused = false, late = PART } = {}) {
  const { page, errors } = await openPage(browser, { width, height: 760 });
  const held = [];
  let holding = true;
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!late.test(request.url()) || !(holding || refused)) request.continue();
    else if (refused) request.abort();
    else held.push(request);
  });
  await page.goto(`${server.url}embed.oembed.json`);
  await page.evaluate((tag) => {
    document.documentElement.innerHTML = `<body style="margin:0">${tag}</body>`;
    const script = Object.assign(document.createElement("script"), {
      type: "module",
      src: "/attention-player-core.js",
    });
    document.head.append(script);
    return customElements.whenDefined("attention-player");
  }, tag);
  const release = () => {
    holding = false;
    return Promise.all(held.splice(0).map((request) => request.continue()));
  };
  const poster = () => page.waitForFunction(() => document.querySelector("attention-player").shadowRoot.querySelector("svg")); // prettier-ignore
  return { page, errors, held, release, poster };
}

/** How many pixels of two screenshots differ by more than a shade. */
const differing = (page, ...shots) =>
  page.evaluate(
    async (...shots) => {
      const pixels = async (shot) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [a, b] = await Promise.all(shots.map(pixels));
      return a.reduce((count, value, k) => count + Number(Math.abs(value - b[k]) > 12), 0);
    },
    ...shots,
  );

describe("before the player has come", () => {
  for (const width of [360, 680, 1104])
    test(`the poster is its picture to the pixel, ${width} px wide`, async () => {
      const { page, release, poster } = await open('<attention-player preset="walk-through" lang="en">', {
        width,
      });
      await poster();
      const before = await page.screenshot({ encoding: "base64" });
      await release();
      await page.evaluate(() => document.querySelector("attention-player").ready.then(() => {}));
      const after = await page.screenshot({ encoding: "base64" });
      assert.equal(await differing(page, before, after), 0);
      await page.close();
    });

  test("the poster keeps its colours where a page moves it, and while the player has come but not yet its words", async () => {
    const { page, release, poster, held } = await open(
      '<attention-player preset="walk-through" lang="en"></attention-player>',
      { late: /chunks/ },
    );
    await poster();
    const ink = () =>
      page.$eval("attention-player >>> .stage svg text", (text) => getComputedStyle(text).fill);
    const before = await ink();
    await page.evaluate(() => document.body.prepend(document.querySelector("attention-player")));
    assert.equal(await ink(), before);
    await page.evaluate(() => void document.querySelector("attention-player").ready);
    await until(() => held.length > 0);
    assert.equal(await ink(), before);
    await release();
    await page.close();
  });

  test("a press on play plays once it is here", async () => {
    // even where the page's style takes its box away
    const tag = '<attention-player preset="walk-through" lang="en" style="display: contents">';
    const { page, release, poster } = await open(tag);
    await poster();
    await (await page.$("attention-player >>> button[part~=poster-play]")).click();
    await release();
    await page.waitForFunction(() => !document.querySelector("attention-player").paused);
    await page.close();
  });

  test("a press on a link to a step shows that step once it is here", async () => {
    const tag = '<attention-player preset="walk-through" lang="en"></attention-player>';
    const { page, release, poster } = await open(`${tag}<p><a href="#x" data-attention-step="sum-1">sum</a>`);
    await poster();
    await (await page.$("a")).click();
    await release();
    await page.waitForFunction(() => document.querySelector("attention-player").step === "sum-1");
    assert.equal(await page.evaluate(() => location.hash), "");
    await page.close();
  });

  test("where a picture stands it is not fetched until somebody stirs; where none does, and where a link leads to a step, it is", async () => {
    const asked = async (tag, stir) => {
      const { page, held, poster } = await open(tag);
      await (/own/.test(tag) ? page.waitForSelector("img") : poster());
      // 300 ms: the page's clock runs faster
      await page.evaluate("new Promise((done) => setTimeout(() => requestIdleCallback(done), 1800))");
      const before = held.length;
      await stir?.(page);
      await until(() => held.length > 0);
      await page.close();
      return before;
    };
    const poster = '<attention-player preset="walk-through" lang="en"></attention-player>';
    const own = '<attention-player x="1 2; 3 4"><img class="own" alt=""></attention-player>';
    assert.equal(await asked(poster, (page) => page.mouse.move(9, 9)), 0);
    assert.equal(await asked(own, (page) => page.keyboard.press("Tab")), 0);
    assert.equal(await asked(`${poster}<a data-attention-step="sum-1">sum</a>`), 1);
  });

  test("what a script reads is nothing yet, and what it sets and calls holds later", async () => {
    const { page, errors, release } = await open('<attention-player preset="walk-through" lang="en">');
    const early = await page.evaluate(() => {
      const player = document.querySelector("attention-player");
      const { steps, trace, duration, paused, currentTime } = player;
      player.problem = { x: [[1, 2]] };
      const { x } = player.problem;
      player.step = "score-1";
      window.ready = player.ready;
      return { steps, trace, duration, paused, currentTime, x };
    });
    assert.deepEqual(early, {
      steps: [],
      trace: null,
      duration: 0,
      paused: true,
      currentTime: 0,
      x: [[1, 2]],
    });
    await release();
    const late = await page.evaluate(async () => {
      const player = await window.ready;
      return {
        x: player.problem.x,
        steps: player.steps.length > 3,
        same: player === document.querySelector("attention-player"),
      };
    });
    assert.deepEqual(late, { x: [[1, 2]], steps: true, same: true });
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("an element that joins the page later has the attributes and properties it was given early", async () => {
    const { page, errors, release } = await open('<attention-player preset="walk-through" lang="en">');
    await page.evaluate(() => {
      window.late = [0, 1].map(() => document.createElement("attention-player"));
      for (const element of window.late) element.setAttribute("preset", "scaling");
      window.late[1].playbackRate = 2;
      // one has been there before
      document.body.append(window.late[0]);
      window.late[0].remove();
      window.ready = document.querySelector("attention-player").ready;
      window.apart = document.createElement("attention-player");
      window.apart.setAttribute("preset", "scaling");
      window.apart.step = 1;
      window.whole = window.apart.ready;
    });
    await release();
    const [shown, apart] = await page.evaluate(async () => {
      const { story, step, steps } = await window.whole;
      await window.ready;
      document.body.append(...window.late);
      await Promise.all(window.late.map(({ ready }) => ready));
      const shown = window.late.map(({ story, playbackRate }) => [story, playbackRate]);
      return [shown, [story, steps.findIndex(({ id }) => id === step)]];
    });
    // one that joins no page, too
    assert.deepEqual(apart, ["scaling", 1]);
    assert.deepEqual(shown, [["scaling", 1], ["scaling", 2]]); // prettier-ignore
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("of many, one that is scrolled past keeps its poster; one that is read or called gets its player", async () => {
    const tag = '<attention-player preset="walk-through" lang="en"></attention-player>';
    const { page, release, poster } = await open(tag.repeat(6));
    const posters = () =>
      page.$$eval("attention-player", (all) =>
        all.map(({ shadowRoot }) => {
          const box = shadowRoot.querySelector(".ap");
          return box ? box.style.height !== "" : null;
        }),
      );
    await poster();
    await release();
    await page.mouse.move(9, 9);
    await until(async () => (await posters()).slice(0, 2).every((stands) => stands === false));
    assert.deepEqual((await posters()).slice(2, 4), [true, null], "two are in view, the third is near");
    await page.evaluate(() => document.querySelector("attention-player:last-of-type").scrollIntoView());
    await until(async () => (await posters())[5] === false);
    assert.equal((await posters())[2], true);
    await page.evaluate(() => {
      const [, , third, fourth] = document.querySelectorAll("attention-player");
      third.play();
      fourth.step = "sum-1";
      return Promise.all([third.ready, fourth.ready]).then(() => {});
    });
    const states = await page.$$eval("attention-player", (all) =>
      all.slice(2, 4).map(({ step, trace }) => [step, trace !== null]),
    );
    assert.deepEqual(states[1], ["sum-1", true]);
    assert.equal(states[0][1], true);
    await page.close();
  });

  test("a poster that comes after the player changes nothing", async () => {
    const { page, release } = await open('<attention-player preset="walk-through">', { late: /posters/ });
    const at = () => page.evaluate(() => document.querySelector("attention-player").ready.then((one) => one.story)); // prettier-ignore
    assert.equal(await at(), "walk-through");
    await release();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    await page.evaluate(() => document.querySelector("attention-player").setAttribute("story", "matrices"));
    assert.equal(await at(), "matrices");
    await page.close();
  });

  test("what stands in the tag stays until there is a picture", async () => {
    const { page, release } = await open(
      '<attention-player preset="walk-through"><p>A picture</p></attention-player>',
    );
    const shown = () => page.evaluate(() => document.querySelector("p").getClientRects().length > 0);
    assert.equal(await shown(), true);
    await release();
    await page.evaluate(() => document.querySelector("attention-player").ready.then(() => {}));
    assert.equal(await shown(), false);
    await page.close();
  });

  test("a player that does not come rejects ready, and the poster stays", async () => {
    const { page, errors, poster } = await open('<attention-player preset="walk-through" lang="en">', {
      refused: true,
    });
    await poster();
    const refused = await page.evaluate(() => document.querySelector("attention-player").ready.then(() => "", (error) => error.message)); // prettier-ignore
    assert.match(refused, /could not be loaded/);
    const told = await page.$eval("attention-player >>> .error", ({ hidden, textContent }) => [
      hidden,
      textContent,
    ]);
    assert.deepEqual(told, [false, refused]);
    await poster();
    const made = await page.evaluate(() => {
      const player = document.querySelector("attention-player");
      return Promise.allSettled([player.play(), player.export()]);
    });
    assert.deepEqual(made.map(({ status }) => status), ["fulfilled", "rejected"]); // prettier-ignore
    await (await page.$("attention-player >>> button[part~=poster-play]")).click();
    await page.evaluate(() => document.querySelector("attention-player").ready.catch(() => {}));
    // of what was refused
    assert.ok(
      errors.every((error) => /ERR_FAILED/.test(error)),
      errors.join("\n"),
    );
    errors.length = 0;
    await page.close();
  });
});
