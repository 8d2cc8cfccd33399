// The site as it is built: its pages read as files, and walked in a browser as a reader walks them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { full } from "../helpers/full.js";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { findings } from "../browser/page.js";
import { items } from "../../web/studio/gallery.js";
import { stories } from "../../web/scene/index.js";
import { unoffered } from "../../web/scene/stories/order.js";
import { root } from "../setup/system.js";

const address = "https://attention.example/player/";
const folder = siteBuilt();

/** The folder of the site: in npm test as it was built last, if no file has changed since. With an address, in full, it also has
 * a picture for every page. */
function siteBuilt() {
  const folder = join(root, "web/build", full ? "site-full" : "site-tested");
  const sources = readdirSync(join(root, "web"), { recursive: true }).map((path) =>
    join("web", String(path)),
  );
  const used = sources.filter((path) => !/^web.build.(site|native|objects)/.test(path));
  const readmes = readdirSync(root).filter((path) => path.endsWith(".md"));
  const newest = Math.max(...[...used, ...readmes].map((path) => statSync(join(root, path)).mtimeMs));
  const stamp = join(folder, "built");
  if (!full && existsSync(stamp) && statSync(stamp).mtimeMs > newest) return folder;
  rmSync(folder, { recursive: true, force: true });
  const site = join(root, "web/tools/site.mjs");
  execFileSync(process.execPath, [site, folder, ...(full ? [address] : [])], { stdio: "ignore" });
  writeFileSync(stamp, "");
  return folder;
}

const pages = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => /\.html$/.test(name) && !/^(studio|player)/.test(name));
const lessons = pages.filter((name) => /lessons\//.test(name));
const read = (page) => readFileSync(join(folder, page), "utf8");
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

describe("every page", () => {
  test("leads to files and places that are there, all its own", () => {
    for (const page of pages)
      for (const link of all(read(page), /(?:href|src|srcset)="([^"]+)"/g)) {
        const [way, place] = link.replace(address, "/").split("#");
        const [path] = way.split("?");
        // a sentence of the docs names a tool that one needs
        if (link === "data:," || (/docs/.test(page) && /^https:/.test(path))) continue;
        const file = path.startsWith("/") ? path.slice(1) : path ? join(dirname(page), path) : page;
        assert.ok(!path.includes(":") && existsSync(join(folder, file)), `${page}: ${link}`);
        if (/^studio/.test(file)) assert.ok(!place || items.some(({ id }) => id === place), link);
        else if (place) assert.ok(read(file).includes(`id="${place}"`), `${page}: ${link}`);
      }
  });

  test("says numbers, and every choice but one is wrong", () => {
    for (const page of pages) {
      const text = read(page).replace(/<(pre|code)[\s\S]*?<\/\1>/g, "");
      assert.doesNotMatch(text, /undefined|NaN|\[object|\$\{|\{\w+\}/, page);
      const guesses = all(text, /data-attention-choices="([^"]+)"/g);
      assert.ok(guesses.length > 0 || !lessons.includes(page), page);
      for (const choices of guesses) assert.equal(choices.split("*").length, 2, choices);
      // the steps ask in words, and so does the player that tells the whole story
      if (lessons.includes(page)) assert.match(text, /id="picture-cover"[^>]* ask[ >]/, page);
    }
  });

  test("is in the sitemap, and a link to it shows a picture", { skip: !full }, () => {
    const listed = all(read("sitemap.xml"), /<loc>(.+)<\/loc>/g);
    assert.deepEqual(listed.sort(), pages.map((page) => address + page).sort()); // prettier-ignore
    for (const page of pages) {
      const [picture] = all(read(page), /og:image" content="([^"]+)"/g);
      assert.ok(existsSync(join(folder, picture.replace(address, ""))), `${page}: ${picture}`);
    }
  });

  test("stands in both languages with the same pictures, places, tasks and answers", () => {
    const kept =
      /(?:id|preset|story|step|from|to|scale|data-(?:attention-(?!choices)[\w-]+|answer|wrong|for))="[^"]*"/g;
    const english = pages.filter((page) => !page.startsWith("zh"));
    assert.equal(pages.length, 2 * english.length);
    const keptOf = (page) => (read(page).match(kept) ?? []).sort();
    // the docs are compared as Markdown
    for (const page of english.filter((page) => !page.startsWith("docs")))
      assert.deepEqual(keptOf(`zh/${page}`), keptOf(page));
  });
});

test("the studio leads back to the front page of its language", () => {
  const ways = all(read("studio/index.html"), /class="home" lang="[\w-]+" href="([^"]+)"/g);
  assert.deepEqual(ways, ["../index.html", "../zh/index.html"]);
});

test("every story has a page, whose player is that of the tag to copy", () => {
  const listed = all(read("index.html"), /href="stories\/([\w-]+)\.html"/g);
  assert.deepEqual(listed, stories.filter((story) => !unoffered.includes(story))); // prettier-ignore
  for (const story of listed) {
    const text = read(`stories/${story}.html`);
    const [player] = all(text, /<attention-player([^>]+)>/g);
    const [tag] = all(text, /&lt;attention-player(.+?)&gt;/g);
    assert.equal(tag.replaceAll("&quot;", '"'), player);
  }
});

describe("a reader", () => {
  let browser, server;
  before(async () => {
    browser = await launch();
    server = await serve({ folder });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  const press = {
    clicks: (button) => button.evaluate((button) => button.click()),
    keys: async (button) => {
      await button.focus();
      await button.press("Enter");
    },
  };
  const scroll = (link) =>
    link.evaluate(({ hash }) => document.querySelector(hash).scrollIntoView({ behavior: "instant" }));
  /** A button in a sentence. */
  const buttonIn = (page, sentence, at) =>
    page.waitForFunction(
      (sentence, at) =>
        [...(document.querySelector(sentence)?.shadowRoot?.querySelectorAll("button") ?? [])].at(at),
      {},
      `${sentence} span`,
      at,
    );

  const walks = [["keys", 390], ["clicks", 1280], ["scrolling", 390], ["scrolling", 1280]]; // prettier-ignore
  // the others are made by the same page
  for (const file of lessons.filter((name) => full || /attention-by-hand/.test(name)))
    for (const [by, width] of full ? walks : [walks[Number(file.startsWith("zh"))]])
      test(`${file}: is walked from first to last by ${by}, ${width} px wide; guesses, task and exercises are solved`, async () => {
        const { page, errors } = await openPage(browser, { width, height: 844, reducedMotion: true });
        await page.goto(server.url + file);
        const said = [];
        page.on("console", (message) => said.push(message.text()));
        const heights = () => page.$$eval(".step:not(#task) attention-player", (all) => all.map((one) => one.offsetHeight)); // prettier-ignore
        const before = await heights();
        for (let at = ".cover"; at !== "#exercises";) {
          const link = await page.$(`${at} .next`);
          const next = await link.evaluate(({ hash }) => hash);
          await (press[by] ?? scroll)(link);
          await page.waitForSelector(`.progress a[href="${next}"][aria-current]`);
          // a guess is no gate
          if (next !== "#exercises") await page.waitForSelector(`${next} .next`, { visible: true });
          if (press[by] && (await page.$(`${next} .question`))) {
            await press[by](await buttonIn(page, `${next} .question`, 0));
            await page.waitForSelector(`${next} [data-attention-guessed]`);
          }
          at = next;
        }
        assert.deepEqual(await heights(), before);
        assert.match(await page.$eval(".languages a", ({ href }) => href), /#exercises$/);
        // a guess left open is answered
        await page.waitForFunction(() => !document.querySelector(".question:not([data-attention-guessed])"));
        await page.waitForSelector("[data-attention-state=not-yet]");
        await (press[by] ?? press.clicks)(await buttonIn(page, "[data-attention-goal]", -1));
        await page.waitForSelector("[data-attention-state=shown]");
        const checked = await page.$$eval("form", (forms) =>
          forms.map((form) => {
            const input = form.querySelector("input");
            const give = (text) => {
              input.value = text;
              form.querySelector("button").click();
              return form.classList.contains("right");
            };
            const { answer, decimals } = form.dataset;
            const right = Number(answer).toFixed(decimals);
            const wide = right.replace(/./g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
            return [give(right), give(wide), give(Number(answer) + 0.4), give("-77"), give("")];
          }),
        );
        for (const one of checked) assert.deepEqual(one, [true, true, false, false, false]);
        const faults = await page.$$eval("attention-player", (players) =>
          players.map(
            ({ shadowRoot }) => shadowRoot.querySelector(".error:not([hidden])")?.textContent ?? "",
          ),
        );
        assert.deepEqual([...errors, ...said, ...faults.filter(Boolean)], []);
        await page.reload();
        await page.waitForSelector(".progress a.seen[href='#exercises']");
      });

  const looked = [
    "index.html",
    "zh/docs/element.html",
    "lessons/attention-by-hand.html",
    "stories/meaning.html",
  ];
  for (const [k, file] of looked.entries())
    test(`${file}: axe finds nothing, in ${full ? "both themes" : k % 2 ? "the dark" : "the light"}`, async () => {
      for (const dark of full ? [false, true] : [k % 2 === 1]) {
        const { page } = await openPage(browser, { width: dark ? 360 : 1280, dark, reducedMotion: true });
        await page.goto(server.url + file);
        await page.$$eval("attention-player", (players) => Promise.all(players.map(({ ready }) => ready)));
        assert.deepEqual(await findings(page), []);
        const wide = await page.$eval("html", (html) => html.scrollWidth - html.clientWidth);
        assert.equal(wide, 0);
        await page.close();
      }
    });

  test("of the front page presses play while the player begins by itself, and it plays; a link of the studio leads on", async () => {
    const { page } = await openPage(browser);
    await page.goto(`${server.url}index.html`);
    const play = await page.waitForFunction(() =>
      document.querySelector("attention-player").shadowRoot?.querySelector("[part~=poster-play]"),
    );
    // the button gives way to the player, which comes once the reader moves
    const { x, y } = await play.clickablePoint();
    await page.mouse.move(600, 20);
    await page.mouse.click(x, y);
    await page.waitForFunction(() => document.querySelector("attention-player").currentTime > 1);
    await page.goto("about:blank");
    await page.goto(`${server.url}zh/index.html#v1.abc`);
    await page.waitForFunction(
      () => location.pathname === "/studio/index.html" && location.hash === "#v1.abc",
    );
    await page.waitForSelector("[name=preset]");
    await page.close();
  });

  test("on a phone reads the sentences below the player, which stays, between a browser's bars too; paper shows the answers", async () => {
    const { page } = await openPage(browser, { width: 390, height: 664, reducedMotion: true });
    await page.goto(`${server.url}lessons/attention-by-hand.html#keys`);
    await page.$eval("#keys attention-player", async (player) => void (await player.ready));
    await page.waitForSelector("#keys.pinned");
    await page.$eval("#keys .next", (link) => link.scrollIntoView({ block: "end" }));
    const [header, next, player] = await page.$$eval("header, #keys .next, #keys figure", (parts) =>
      parts.map((part) => part.getBoundingClientRect().toJSON()),
    );
    assert.ok(Math.abs(player.top - header.bottom) < 2, `${player.top} ${header.bottom}`);
    assert.ok(next.top >= player.bottom && next.bottom <= 664);
    const weights = "#softmax attention-player >>> [data-cell^='weights:']";
    assert.equal(await page.$(weights), null);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.ok(await page.$(weights));
    await page.close();
  });

  test("without scripts reads the prose, and sees every picture", async () => {
    const { page } = await openPage(browser);
    await page.setJavaScriptEnabled(false);
    await page.goto(`${server.url}lessons/attention-by-hand.html`);
    const [players, pictures] = [await page.$$("attention-player"), await page.$$("figure img")];
    assert.equal(players.length, pictures.length);
    const inputs = await page.$$eval("input", (all) => all.filter((one) => one.checkVisibility()).length);
    assert.equal(inputs, 0);
  });
});
