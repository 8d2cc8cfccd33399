// A third language on the project's own page: a line and its texts more in a copy of web/, and everything speaks it.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { fewOrMany, full } from "../helpers/full.js";
import { serve } from "../helpers/serve.js";
import { leftOver } from "../words/pseudo.js";
import { addLanguage, copyOfWeb } from "../words/third.js";

/** Every text and every name that is heard, of the page and of the player in it. Runs in the page. */
function spoken() {
  const player = document.querySelector("attention-player");
  const texts = [];
  for (const top of [document.body, player.shadowRoot]) {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // code and the names of languages stay what they are; what stands in the player is for no script
      if (node.parentElement?.closest("[translate=no], [name=lang], math, attention-player > *, style"))
        continue;
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      else
        for (const name of ["aria-label", "aria-valuetext", "title"])
          texts.push(node.getAttribute(name) ?? "");
    }
  }
  return texts;
}

describe("a third language", () => {
  let copy, server, browser, page;
  before(async () => {
    copy = copyOfWeb();
    addLanguage(copy.web);
    copy.list();
    // the page takes the sources, not what was built from them
    writeFileSync(join(copy.web, "build/attention-player.js"), 'import "../player.js";');
    [browser, server] = [await launch(), await serve({ folder: copy.web })];
    ({ page } = await openPage(browser, { reducedMotion: true }));
    await page.goto(`${server.url}index.html`);
    await page.waitForFunction(() =>
      document.querySelector("attention-player")?.shadowRoot?.querySelector("svg"),
    );
    await page.select("select[name=lang]", "xx");
    await page.waitForFunction(
      () => document.querySelector("attention-player").shadowRoot.querySelector(".ap")?.lang === "xx",
    );
  });
  after(async () => {
    await browser.close();
    await server.close();
    copy.remove();
  });

  test(`page, controls, settings, captions and tables speak it, with every ${full ? "" : "twelfth "}preset`, async () => {
    const names = await page.$$eval("[name=preset]", (inputs) => inputs.map(({ value }) => value));
    assert.ok(names.length > 16);
    for (const name of names.filter((_, n) => full || n % 12 === 0)) {
      await page.$eval(`[name=preset][value=${name}]`, (input) => input.click());
      await page.evaluate(() => document.querySelector("attention-player").ready);
      for (const share of fewOrMany([0.4], [0, 0.4, 1])) {
        await page.evaluate((share) => {
          const player = document.querySelector("attention-player");
          player.currentTime = share * player.duration;
        }, share);
        // tables are written a quarter of a second later
        await new Promise((resolve) => setTimeout(resolve, 300));
        const texts = await page.evaluate(spoken);
        assert.ok(texts.some((text) => /[а-щ]{3}/.test(text)));
        // these are about languages: their words are the problem's own
        const labelled =
          /^(english-|chinese-|seq2seq|cross|meaning|regions|learning-to-align|long-text)/.test(name);
        for (const text of texts) {
          if (!labelled) assert.deepEqual(leftOver(text), [], `${name}: ${text}`);
          assert.doesNotMatch(text, /undefined|\{\w+\}/, name);
        }
      }
    }
  });

  test("a preset has labels in it, and the property holds them", async () => {
    await page.click("[name=preset][value=walk-through]");
    const labels = await page.evaluate(
      async () => (await document.querySelector("attention-player").ready).problem.labels,
    );
    assert.deepEqual(labels, { x: ["И", "лохд", "ваут"] });
  });

  test("an error of the page's author is said in it", async () => {
    const said = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      player.setAttribute("preset", "nope");
      await player.ready.catch(() => {});
      return player.shadowRoot.querySelector("[role=alert]").textContent;
    });
    assert.match(said, /[а-щ]{3}/);
    assert.doesNotMatch(said, /unknown/);
  });

  test("the button goes through all languages and comes back", async () => {
    const told = await page.evaluate(async () => {
      const { languages } = await import("./words/index.js");
      const player = document.querySelector("attention-player");
      player.setAttribute("preset", "walk-through");
      await player.ready;
      const seen = [];
      for (let k = 0; k < languages.length; k++) {
        player.shadowRoot.querySelector("button.language").click();
        await new Promise((resolve) => setTimeout(resolve, 200));
        const { lang } = player.shadowRoot.querySelector(".ap");
        seen.push([lang, player.problem.labels.x[0]]);
      }
      return { seen, tags: languages.map(({ tag }) => tag) };
    });
    assert.deepEqual(
      told.seen.map(([tag]) => tag),
      told.tags,
    );
    assert.deepEqual(
      told.seen.slice(0, 2).map(([, label]) => label),
      ["I", "我"],
    );
  });
});
