// A player in a frame: what its address asks for, how high the frame becomes, and wherever a frame may stand.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { encodeLink } from "../../web/input/index.js";
import { openPage } from "../helpers/browser.js";
import { fewOrMany } from "../helpers/full.js";
import { findings, openFolder, openStudio } from "./page.js";

const STRICT = "default-src 'self'";
const TRUSTED = `${STRICT}; require-trusted-types-for 'script'; trusted-types 'none'`;
const problem = { x: [[1, 2]], labels: { x: ["alone"] } };

describe("embed.html", () => {
  let studio, strict;
  const headers = {};
  before(async () => {
    studio = await openStudio();
    strict = await openFolder({ headers });
  });
  after(async () => {
    await studio.close();
    await strict.close();
  });

  /** What a frame, or a page, shows once its player is there. Runs in it. */
  const look = async () => {
    const player = document.querySelector("attention-player");
    await player.ready;
    const { shadowRoot: root } = player;
    const { lang } = document.documentElement;
    return {
      story: player.story,
      x: player.problem.x,
      lang,
      title: document.title,
      spoken: root.querySelector(".ap").lang,
      step: player.currentTime > 0 ? player.step : "",
      bar:
        root.querySelector(".bar").checkVisibility() || root.querySelector(".invitation").checkVisibility(),
      refused: document.querySelector("#refused").checkVisibility()
        ? document.querySelector("#refused").textContent
        : "",
      build: (await player.constructor.attention).build,
      fits: document.documentElement.scrollHeight <= innerHeight,
      wide: player.clientWidth === innerWidth,
    };
  };
  const lookAt = async (frame) => {
    await frame.waitForSelector("attention-player");
    return frame.evaluate(look);
  };
  const ground = (frame) => () =>
    frame.$eval("attention-player", (player) => getComputedStyle(player).getPropertyValue("--ap-page"));

  /** The page by itself. @param {string} hash */
  async function open(hash, view = {}) {
    const opened = await openPage(studio.browser, { width: 800, height: 660, ...view });
    await opened.page.goto(`${studio.url}embed.html${hash}`);
    return opened;
  }

  /** A page with a frame in it, and the addresses of what is fetched for it. @param {string} body */
  async function around(
    body,
    { place = studio, head = '<script src="embed-frames.js"></script>', ...how } = {},
  ) {
    const opened = await openPage(studio.browser);
    const fetched = [];
    opened.page.on("request", (request) => fetched.push(request.url()));
    await opened.page.goto(place.put(body, { head, ...how }));
    const handle = await opened.page.$("iframe");
    const frame = await handle.contentFrame();
    return { ...opened, fetched, frame, height: () => frame.evaluate(() => innerHeight) };
  }
  const until = async (act, wanted) => {
    for (let tries = 0; tries < 400 && (await act()) !== wanted; tries++)
      await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(await act(), wanted);
  };

  test("opens the studio's link, and keys that an author writes", async () => {
    const link = await encodeLink({ problem, story: "matrices", lang: "zh", controls: false });
    const { page } = await open(`#${link}`);
    const { step: _, build: __, ...shown } = await lookAt(page);
    assert.deepEqual(shown, {
      ...{ story: "matrices", x: problem.x, lang: "zh-CN", spoken: "zh-CN", title: "一步一步看注意力" },
      ...{ bar: false, refused: "", fits: true, wide: true },
    });
    // in a frame it is a part of a page, whose headings are its own
    const found = await findings(page);
    assert.deepEqual(found.filter((text) => !text.startsWith("page-has-heading-one")), []); // prettier-ignore
    // the next address holds nothing of the former
    await page.evaluate(
      () => (location.hash = "#preset=walk-through&step=softmax-1&lang=en&controls=bar+captions"),
    );
    await until(() => page.$eval("attention-player", ({ step }) => step), "softmax-1");
    const next = await lookAt(page);
    assert.deepEqual(
      [next.story, next.x.length, next.lang, next.title, next.bar, next.step],
      ["walk-through", 3, "en", "Attention, step by step", true, "softmax-1"],
    );
    // what changes the look alone leaves the moment as it is
    await page.$eval("attention-player", (player) => void player.play());
    await page.evaluate(() => (location.hash = "#preset=walk-through&lang=en&theme=dark"));
    await until(ground(page), "#121417");
    const [time, paused] = await page.$eval("attention-player", (one) => [one.currentTime, one.paused]);
    assert.ok(time > 10 && !paused, `${time}`);
    // a part of the story; a link with step and time goes by its step, however long the steps before have become
    const part = await encodeLink({
      story: "walk-through",
      step: "sum-1",
      time: 3,
      from: "softmax-1",
      to: "outputs",
    });
    await page.evaluate((hash) => (location.hash = hash), part);
    await until(() => page.$eval("attention-player", ({ step }) => step), "sum-1");
    const told = await page.$eval("attention-player", ({ from, to, paused }) => [from, to, paused]);
    assert.deepEqual(told, ["softmax-1", "outputs", true]);
    await page.evaluate(() => (location.hash = "#from=softmax-1&to=weight-1&lang=en"));
    await until(() => page.$eval("attention-player", ({ to }) => to), "weight-1");
    assert.equal(
      await page.$eval("attention-player", (one) => ((one.currentTime = 99), one.step)),
      "weight-1",
    );
    await page.close();
  });

  const bad = {
    "#v1.abc": [/cut short/, /链接不完整/],
    "#lagn=zh": [/did you mean lang/, /是否想写 lang/],
    "#nothing": [/not a key of a link/, /没有/],
    "#time=now": [/time of the link must be a number from 0/, /time 必须是不小于 0 的数/],
  };
  test("says in one sentence what is wrong with a link, in both languages, and shows the start", async () => {
    const { page } = await open("");
    for (const lang of ["en", "zh-CN"])
      for (const [hash, sentences] of Object.entries(bad)) {
        await page.evaluate((lang) => (document.documentElement.lang = lang), lang);
        await page.evaluate((hash) => (location.hash = hash), hash);
        await page.waitForFunction(
          (text) => new RegExp(text).test(document.querySelector("#refused").textContent),
          {},
          sentences[lang === "en" ? 0 : 1].source,
        );
        assert.equal((await lookAt(page)).story, "walk-through");
      }
    // a link that is whole, with a problem that is none
    const link = await encodeLink({ problem: { x: [[1, 2], [3]] } });
    await page.close();
    const other = await open(`#${link}`);
    await other.page.waitForFunction(() => document.querySelector("#refused").textContent !== "");
    const { story, refused } = await lookAt(other.page);
    assert.equal(story, "walk-through");
    assert.match(refused, /^x\b.*\.$/);
    await other.page.close();
  });

  test("a frame becomes as high as what is in it: on another server, and in a sandbox", async () => {
    const elsewhere = studio.url.replace("127.0.0.1", "localhost");
    for (const [address, sandbox] of [
      [elsewhere, ""],
      ["", 'sandbox="allow-scripts"'],
    ]) {
      const head = `<script src="${address}embed-frames.js"></script><style>iframe { box-sizing: border-box; padding: 5px 0; border-width: 1px 0 }</style>`;
      const body = `<iframe ${sandbox} src="${address}embed.html#preset=one-query" width="700" height="300"></iframe>`;
      const { page, frame, height } = await around(body, { head });
      const { story, build, wide } = await lookAt(frame);
      assert.deepEqual([story, build, wide], ["one-query", "simd", true], sandbox);
      await until(height, 660);
      await page.$eval("iframe", (element) => (element.width = "360"));
      await until(height, 680);
      assert.ok((await lookAt(frame)).fits);
      // and as dark as the page, now and later
      await until(ground(frame), "#ffffff");
      await page.evaluate(() => document.body.setAttribute("style", "background: #111"));
      await until(ground(frame), "#121417");
      await page.close();
    }
  });

  const ratio = "position: relative; padding-bottom: 56.25%; overflow: hidden";
  const whole = "position: absolute; inset: 0; width: 100%; height: 100%";
  for (const [theme, box, style] of [
    ["with padding", `${ratio}; height: 0`, whole],
    ["with rules that win", `${ratio}; height: 0`, whole.replaceAll(/(?=;|$)/g, " !important")],
    ["with an aspect ratio", "aspect-ratio: 16 / 9; overflow: hidden", "width: 100%; height: 100%"],
  ])
    test(`a theme's box of a fixed ratio, ${theme}, shows the whole frame, however wide it becomes`, async () => {
      const frames = `<iframe src="embed.html#preset=one-query" style="border: 0; ${style}"></iframe>`;
      const body = `<div id="around" style="width: 700px"><div style="${box}">${frames}</div></div><p>after</p>`;
      const { page, frame, height } = await around(body);
      await lookAt(frame);
      const cut = () =>
        page.$eval("iframe", (one) => one.getBoundingClientRect().bottom - one.parentElement.getBoundingClientRect().bottom); // prettier-ignore
      for (const [width, high] of [
        [700, 660],
        [360, 680],
        [700, 660],
      ]) {
        await page.$eval("#around", (around, width) => (around.style.width = `${width}px`), width);
        await until(height, high);
        await until(cut, 0);
      }
      await page.close();
    });

  test("a script that comes after the frame asks for its height", async () => {
    const body = '<iframe src="embed.html" width="700" height="500"></iframe>';
    const { page, frame, height } = await around(body, { head: "" });
    await lookAt(frame);
    assert.equal(await height(), 500);
    await page.addScriptTag({ url: "embed-frames.js" });
    await until(height, 660);
    await page.close();
  });

  test("nobody else sets a frame's height, and no other window is heard in it", async () => {
    studio.write(
      "other.html",
      `<script>parent.postMessage({ type: "attention-player:height", height: 777 }, "*")</script>`,
    );
    const body = `<iframe src="embed.html" width="700" height="500"></iframe><iframe id="other" src="other.html" height="100"></iframe>`;
    const { page, frame, height } = await around(body);
    await lookAt(frame);
    await until(height, 660);
    // the page itself, a nonsense height, a frame that is no player's, another page in the player's frame
    await page.evaluate(() => {
      window.heard = [];
      addEventListener("message", ({ data }) => window.heard.push(data.height));
      postMessage({ type: "attention-player:height", height: 777 });
      document.querySelector("#other").contentWindow.location.reload();
    });
    await frame.evaluate(() => {
      for (const height of [-1, 1e9, "high", null])
        parent.postMessage({ type: "attention-player:height", height }, "*");
    });
    // it is asked by its own window, and answers nobody
    await frame.evaluate(() => postMessage({ type: "attention-player:height" }));
    const elsewhere = `${studio.url.replace("127.0.0.1", "localhost")}other.html`;
    await frame.goto(elsewhere);
    await page.waitForFunction(() => window.heard.filter((height) => height === 777).length === 3);
    assert.deepEqual(
      [await height(), await page.$eval("#other", ({ clientHeight }) => clientHeight)],
      [660, 100],
    );
    assert.equal((await page.evaluate(() => window.heard)).filter((height) => height === 660).length, 0);
    await page.close();
  });

  test("opens from the disk; in a sandbox, where no script may be loaded, it says why and what to do", async () => {
    const embed = (sandbox) =>
      `<iframe ${sandbox} src="embed.html#preset=two-words" width="700" height="500"></iframe>`;
    const { page, frame, height } = await around(embed(""), { file: true, script: "classic" });
    assert.equal((await lookAt(frame)).x.length, 2);
    await until(height, 660);
    assert.equal(await frame.$eval("#blocked", (text) => text.checkVisibility()), false);
    await page.close();

    const blocked = await around(embed('sandbox="allow-scripts"'), { file: true, script: "classic" });
    const said = await blocked.frame.$eval("#blocked", ({ innerText }) => innerText);
    assert.match(
      said,
      /open the page through a web server, or remove the attribute sandbox[^]*请通过网页服务器/,
    );
    // the browser tells of the script, too
    blocked.errors.splice(0);
    await blocked.page.close();
  });

  for (const [sandbox, policy] of [["", TRUSTED], ...fewOrMany([], [['sandbox="allow-scripts"', STRICT]])])
    test(`a server that says ${policy} ${sandbox}`, async () => {
      headers["Content-Security-Policy"] = policy;
      const body = `<iframe ${sandbox} src="embed.html#preset=two-words" width="700" height="500"></iframe>`;
      const { page, errors, fetched, frame, height } = await around(body, { place: strict });
      const { x, build } = await lookAt(frame);
      assert.deepEqual([x.length, build], [2, "js"]);
      // no module that may not start
      assert.deepEqual(
        fetched.filter((url) => /(simd|scalar|chain|forward)\.js$/.test(url)),
        [],
      );
      await until(height, 660);
      // what the policy refuses is told: WebAssembly, and this page's own empty icon
      errors.splice(0);
      await page.close();
    });

  test("where no script sets its height, the poster has room in the one it has", async () => {
    const frame = (width, height) =>
      `<iframe src="embed.html#story=multi-head" width="${width}" height="${height}"></iframe>`;
    const { page } = await around(frame(1104, 640) + frame(360, 680), { head: "" });
    for (const handle of await page.$$("iframe"))
      assert.ok((await lookAt(await handle.contentFrame())).fits, String(handle));
    await page.close();
  });

  test("its oEmbed answer is a frame", () => {
    const read = (name) => readFileSync(join(studio.folder, name), "utf8");
    const [, file] = read("embed.html").match(/application\/json\+oembed"\s+href="([^"]*)"/);
    const { version, type, width, height, html } = JSON.parse(read(file));
    assert.deepEqual([version, type, width, height], ["1.0", "rich", 1104, 640]);
    assert.match(html, /^<iframe src="embed.html" title="[^"]+" width="1104" height="640"[^>]*><\/iframe>$/);
  });

  test("where the player is missing, one sentence says which file to put there", async () => {
    const { page, errors } = await openPage(studio.browser, { width: 800, height: 660 });
    await page.setRequestInterception(true);
    page.on("request", (request) =>
      /attention-player/.test(request.url()) ? request.abort() : request.continue(),
    );
    await page.goto(`${studio.url}embed.html`);
    await page.waitForFunction(() => document.querySelector("#refused").textContent !== "");
    assert.equal(
      await page.$eval("#refused", ({ textContent }) => textContent),
      "The player could not be loaded; put attention-player.classic.js beside embed.html, and load this page again.",
    );
    errors.splice(0);
    await page.close();
  });
});
