// What the browser tests hear: whatever goes wrong on a page fails the test that opened it, unless it takes it out.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";

/** What may go wrong on a page, and what is heard of it. @type {Record<string, [run: () => unknown, ...heard: RegExp[]]>} */
const wrong = {
  "an exception, a rejection, a word on the console and a file that is not there": [
    () => {
      setTimeout(() => JSON.parse("{"));
      void Promise.reject(new Error("nobody catches"));
      console.error("a word");
      return fetch("./nowhere.json");
    },
    ...[/SyntaxError/, /nobody catches/, /a word/, /404/],
  ],
  "a loop of observers": [
    () => {
      const box = document.body.appendChild(document.createElement("div"));
      new ResizeObserver(() => (box.style.width = `${box.clientWidth - 1}px`)).observe(box);
    },
    /ResizeObserver loop/,
  ],
  "a loop of observers in a frame": [
    () => {
      const { contentWindow: inner } = document.body.appendChild(document.createElement("iframe"));
      const box = inner.document.body.appendChild(inner.document.createElement("div"));
      new inner.ResizeObserver(() => (box.style.width = `${box.clientWidth - 1}px`)).observe(box);
    },
    /ResizeObserver loop/,
  ],
};

describe("a test hears of its page", () => {
  let browser, server;
  before(async () => ([browser, server] = await Promise.all([launch(), serve()])));
  after(() => Promise.all([browser.close(), server.close()]));

  async function open() {
    const opened = await openPage(browser);
    await opened.page.goto(`${server.url}studio/studio.css`);
    return opened;
  }

  for (const [name, [run, ...said]] of Object.entries(wrong))
    test(name, async () => {
      const { page, errors } = await open();
      await page.evaluate(run);
      const heard = () => said.every((one) => one.test(errors.join()));
      for (let tries = 0; tries < 500 && !heard(); tries++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      for (const one of said) assert.match(errors.join(), one);
      await assert.rejects(page.close(), said[0]);
    });

  test("nothing that it took out, and no icon that the browser asks for", async () => {
    const { page, errors } = await open();
    await page.evaluate(() => console.error("expected"));
    assert.deepEqual(errors.splice(0), ["expected"]);
    await page.close();
  });

  test("what nobody closed, when the browser is closed", async () => {
    const other = await launch();
    const { page } = await openPage(other);
    await page.evaluate(() => console.error("left open"));
    await assert.rejects(other.close(), /left open/);
  });
});
