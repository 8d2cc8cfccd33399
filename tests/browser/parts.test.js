// The player that fetches its parts: what a page fetches, and what becomes of a slow or broken network.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { fewOrMany, full } from "../helpers/full.js";
import { serve } from "../helpers/serve.js";
import { PAGES, firstPicture, weigh } from "../setup/size.js";
import { root } from "../setup/system.js";
import { middleIn, playerIn, until } from "./page.js";

const CORE = "attention-player-core.js";

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

describe("what is fetched", () => {
  // KiB: what was reached, and a little room; to compress as well as that takes seconds
  const most = full
    ? {
        "walk-through, English": [16.2, 124.6],
        layer: [14.8, 142],
        "eight-heads": [15.1, 146.6],
        "english-french": [16.9, 147.9],
        seq2seq: [16.6, 159.1],
        geometry: [16.2, 155.3],
        backward: [16.2, 191.8],
        training: [19, 199.2],
        cross: [16.8, 157.5],
        "long-input": [159.8, 159.8],
        "everything in one file": [366.6, 366.6],
      }
    : {};

  for (const [what, file, tag] of PAGES.filter((_, k) => k % fewOrMany(5, 1) === 0))
    test(`${what}: no part twice${most[what] ? `, at most ${most[what][0]} KiB to the first picture, ${most[what][1]} until it can play` : ""}`, async () => {
      const { first, files } = await firstPicture(browser, server.url, file, tag);
      assert.deepEqual(files, [...new Set(files)]);
      for (const [k, some] of [first, files].entries())
        if (most[what]) assert.ok(weigh(some) <= most[what][k], `${weigh(some)} KiB: ${some.join(" ")}`);
    });

  test("what a player needs is compiled while it arrives, not function by function while the page waits", async () => {
    const { page } = await open("", (request) => request.continue());
    await page.tracing.start({ categories: ["disabled-by-default-v8.compile"] });
    await page.evaluate(() => {
      document.body.innerHTML = '<attention-player preset="english-french" lang="en"></attention-player>';
      return document.querySelector("attention-player").ready.then(() => {});
    });
    const { traceEvents } = JSON.parse(Buffer.from(await page.tracing.stop()).toString());
    const compiled = traceEvents.filter(({ name }) => name === "V8.CompileCode").length;
    assert.ok(compiled < 100, `${compiled} functions`);
    await page.close();
  });

  test("a story, the code of the engine and its module are asked for at once", async () => {
    const held = new Map();
    const { page } = await open('<attention-player preset="english-french" lang="en">', (request, path) => {
      const name = /^(chain\.js|chunks\/(chain|translation))/.exec(path)?.[0];
      if (name) held.set(name, request);
      else request.continue();
    });
    await playerIn(page)((player) => void player.ready);
    await until(() => held.size === 3);
    await page.close();
  });

  test("a chain: its forward pass alone; the gradients once they are asked for, and what is shown stays", async () => {
    const fetched = [];
    const { page } = await open('<attention-player preset="cross" lang="en">', (request, path) => {
      fetched.push(path);
      request.continue();
    });
    const player = playerIn(page);
    await player(({ ready }) => ready.then(() => {}));
    assert.deepEqual(
      fetched.filter((path) => /^(simd|forward|chain)/.test(path)),
      ["chain.js"],
    );
    const [before, loss, after] = await player(async (player) => {
      const said = () => player.explain("output", [0, 0, 0])?.text ?? Object.keys(player.trace).length;
      const before = said();
      const attention = await player.constructor.attention;
      return [before, attention.backward({ x: [[1]], target: [[1]] }).loss.data[0], said()];
    });
    assert.equal(loss, 0);
    assert.equal(after, before);
    assert.equal(fetched.filter((path) => path === "simd.js").length, 1);
    await page.close();
  });

  test("the engine alone: two files, at most 60 KiB, to its first forward, and one more for calls that are waited for", async () => {
    const { page } = await openPage(browser);
    await page.goto(`${server.url}embed.oembed.json`);
    const files = [];
    page.on("request", (request) => files.push(new URL(request.url()).pathname.slice(1)));
    const ask = (of) => page.evaluate(of).then(() => files.splice(0).filter((file) => /js$/.test(file)));
    const first = await ask(async () => {
      window.engine = await import("/index.js");
      window.attention = await window.engine.createAttention();
      window.attention.forward({ x: [[1]] });
    });
    assert.deepEqual(first, ["index.js", "engine.js"]);
    if (full) assert.ok(weigh(first) <= 60, `${weigh(first)} KiB`);
    const later = await ask(async () => {
      await Promise.all([
        window.attention.run("forward", { x: [[1]] }),
        window.engine.createTraining({ task: "first" }),
      ]);
      await window.engine.SelfAttentionLayer.create({ d_model: 1 });
    });
    assert.match(later.join(" "), /^chunks\/[\w-]+\.js$/);
    await page.close();
  });

  test("of the engine that does not come is told in one sentence, and an abort has its own reason", async () => {
    const { page, errors } = await openPage(browser);
    await page.setRequestInterception(true);
    page.on("request", (request) => (/chunks/.test(request.url()) ? request.abort() : request.continue()));
    await page.goto(`${server.url}embed.oembed.json`);
    const told = await page.evaluate(async () => {
      const { SelfAttentionLayer, createAttention, createTraining } = await import("/index.js");
      const attention = await createAttention();
      const calls = [
        attention.run("forward", { x: [[1]] }),
        SelfAttentionLayer.create({ d_model: 1 }),
        createTraining({ task: "first" }),
      ];
      const told = await Promise.all(
        calls.map((call) => call.catch((error) => `${error.code} ${error.message}`)),
      );
      const controller = new AbortController();
      const running = attention.run("forward", { x: [[1]] }, { signal: controller.signal });
      controller.abort("enough");
      return [...told, await running.catch((reason) => reason)];
    });
    const sentence =
      "unsupported Part of the engine could not be loaded; check the connection and call again.";
    assert.deepEqual(told, [sentence, sentence, sentence, "enough"]);
    errors.length = 0;
    await page.close();
  });
});

/** A page with the player, in which requests for some files are answered as is said. */
async function open(tag, answer) {
  const { page, errors } = await openPage(browser);
  await page.setRequestInterception(true);
  page.on("request", (request) => answer(request, new URL(request.url()).pathname.slice(1)));
  await page.goto(`${server.url}embed.oembed.json`);
  await page.evaluate(
    (tag, src) => {
      document.body.innerHTML = tag;
      document.head.append(Object.assign(document.createElement("script"), { type: "module", src }));
    },
    tag,
    `/${CORE}`,
  );
  await page.waitForFunction(() => customElements.get("attention-player"));
  return { page, errors };
}

describe("what a reader works and changes", () => {
  const pass = (request) => request.continue();

  test("numbers may be changed once that is asked for", async () => {
    const { page } = await open("<attention-player preset=walk-through lang=en>", pass);
    const player = playerIn(page);
    await player(({ ready }) => ready.then(() => {}));
    assert.equal(await player(({ shadowRoot }) => shadowRoot.querySelector(".edits")), null);
    await player(async (player) => {
      player.editable = true;
      await player.ready;
      player.currentTime = player.duration;
    });
    await page.mouse.click(...(await middleIn(player)("x:0,0,1")));
    await page.keyboard.type("2.5");
    await page.keyboard.press("Enter");
    // wider numbers may want another arrangement, which is fetched once
    const holds = (entry) =>
      page.waitForFunction(
        (entry) => document.querySelector("attention-player").problem.x[0][1] === entry,
        {},
        entry,
      );
    await holds(2.5);
    await page.click("attention-player >>> .edits [title=Undo]");
    await holds(0);
    await page.close();
  });

  test("words of the page drive it, also those that come later; without them nothing that reads them is fetched", async () => {
    const fetched = [];
    const { page } = await open(
      "<attention-player preset=walk-through lang=en></attention-player>",
      (request, path) => {
        fetched.push(path);
        request.continue();
      },
    );
    const player = playerIn(page);
    await player(({ ready }) => ready.then(() => {}));
    const reads = () => fetched.some((path) => path.startsWith("chunks/prose-"));
    assert.equal(reads(), false);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<p><a href="#" data-attention-step="softmax-1">see</a>');
    });
    await until(reads);
    await page.waitForNetworkIdle({ idleTime: 200 });
    await page.click("a");
    assert.equal(await player(({ step }) => step), "softmax-1");
    await page.close();
  });

  test("an arrow is there to be moved as soon as it is seen", async () => {
    const { page } = await open("<attention-player preset=geometry lang=en>", pass);
    const moved = await playerIn(page)(async (player) => {
      await player.ready;
      player.currentTime = player.duration;
      const before = JSON.stringify(player.problem);
      const handle = player.shadowRoot.querySelector(".handle");
      handle.focus();
      handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      return JSON.stringify(player.problem) !== before;
    });
    assert.ok(moved);
    await page.close();
  });
});

describe("a story that must come first", () => {
  const story = /chunks\/matrices-/;

  test("is waited for: the former picture stands, busy, and ready is made anew", async () => {
    const held = [];
    // from the beginning: a page that rests may fetch it of its own accord
    let holding = true;
    const { page } = await open("<attention-player preset=walk-through>", (request, path) =>
      holding && story.test(path) ? held.push(request) : request.continue(),
    );
    const player = playerIn(page);
    await player(({ ready }) => ready.then(() => {}));
    const state = () =>
      player(({ story, shadowRoot }) => {
        const busy = shadowRoot.querySelector("[aria-busy]").getAttribute("aria-busy");
        return [story, busy, shadowRoot.querySelectorAll("[data-cell]").length > 40, window.here === true];
      });
    await player((player) => {
      player.story = "matrices";
      window.done = player.ready.then(() => void (window.here = true));
    });
    await until(() => held.length > 0);
    assert.deepEqual(await state(), ["walk-through", "true", true, false]);
    holding = false;
    for (const request of held) await request.continue();
    await page.evaluate(() => window.done);
    assert.deepEqual((await state()).slice(0, 2), ["matrices", "false"]);
    await page.close();
  });

  test("brings the texts of the story that it hands over to", async () => {
    const tag = '<attention-player preset="seq2seq" story="backward"></attention-player>';
    const { page, errors } = await open(tag, (request) => request.continue());
    const steps = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      return player.steps.map(({ id }) => id);
    });
    assert.ok(steps.includes("loss"), steps.join());
    assert.deepEqual(errors, []);
    await page.close();
  });

  test("and does not come is told in one sentence, with another try, and the poster stays", async () => {
    let broken = true;
    /** @type {(shown: unknown) => void} */
    let release = () => {};
    const shown = new Promise((resolve) => (release = resolve));
    const { page, errors } = await open(
      '<attention-player preset="regions" lang="zh"></attention-player>',
      async (request, path) => {
        if (/-part\.js$/.test(path)) await shown;
        await (broken && /chunks.(regions|zh)-/.test(path) ? request.abort() : request.continue());
      },
    );
    await page.waitForFunction(() =>
      document.querySelector("attention-player").shadowRoot.querySelector(".poster"),
    );
    release(true);
    const player = playerIn(page);
    const refused = await player(
      ({ ready }) =>
      ready.then(() => "shown", ({ code, where, message }) => `${code} ${where}: ${message}`), // prettier-ignore
    );
    assert.match(refused, /^unsupported files: 播放器的一部分没有加载出来；.*然后重试。$/);
    const button = await page.$("attention-player >>> .error button");
    assert.equal(await button.evaluate((one) => one.textContent), "重试");
    assert.ok(await player(({ shadowRoot }) => shadowRoot.querySelector(".poster svg") !== null));
    broken = false;
    await button.click();
    await page.waitForFunction(() => document.querySelector("attention-player").trace);
    const told = await player(({ story, shadowRoot }) => [story, shadowRoot.querySelector(".error").hidden]);
    assert.deepEqual(told, ["regions", true]);
    // of what was refused
    errors.length = 0;
    await page.close();
  });
});
