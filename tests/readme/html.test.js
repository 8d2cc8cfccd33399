// What the manual says to paste into a page shows numbers there.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { root } from "../setup/system.js";
import { blocks } from "./helpers/readme.js";

let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "attention-readme-"))));
after(() => rmSync(folder, { recursive: true, force: true }));

describe("the manual's HTML", () => {
  // the player of each page lies beside it
  const pasted = [...new Set(blocks("html").map((text) => text.replace('"attention-player/', '"')))];
  assert.equal(pasted.length, 5);
  const script = '<script type="module" src="attention-player.js"></script>';
  let browser, server;
  before(async () => {
    const built = join(root, "web", "build");
    const needed = (path) => path === built || /chunks|posters|\.(js|html|json)$/.test(path);
    cpSync(built, join(folder, "player"), { recursive: true, filter: needed });
    browser = await launch();
    server = await serve({ folder: join(folder, "player") });
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  /** A page that holds a block, with the script where the block leaves it out. */
  async function open(html) {
    const whole = html.includes("<script") && html.includes(" src=") ? html : script + html;
    const text = whole.replaceAll("https://host/attention-player/", server.url);
    writeFileSync(
      join(folder, "player", "block.html"),
      `<!doctype html><link rel="icon" href="data:," />${text}`,
    );
    const { page, errors } = await openPage(browser);
    await page.goto(`${server.url}block.html`);
    return { page, errors };
  }

  /** How many cells each player of a page shows at its end. */
  const cellsOf = (frame) =>
    frame.$$eval("attention-player", (players) =>
      Promise.all(
        players.map(async (element) => {
          await element.ready;
          element.currentTime = element.duration;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          return element.shadowRoot.querySelectorAll("[data-cell]").length;
        }),
      ),
    );

  for (const html of pasted.filter((text) => text.includes("<attention-player")))
    test(`shows numbers: ${html.split("\n")[0]}`, async () => {
      const { page } = await open(html);
      const cells = await cellsOf(page);
      assert.ok(cells.length > 0 && cells.every((count) => count > 8), `${cells} cells`);
    });

  test("that of prose brings the steps it names, and rings what it points at", async () => {
    const { page } = await open(pasted.find((text) => text.includes("data-attention-step")));
    await page.$eval("attention-player", (element) => element.ready);
    await page.evaluate(() => document.querySelector("[data-attention-step]").click());
    await page.waitForSelector("[data-attention-step][data-attention-current]");
    const steps = await page.evaluate(() => {
      const { steps, step } = document.querySelector("attention-player");
      return { step, ids: steps.map(({ id }) => id) };
    });
    assert.equal(steps.step, "softmax-1");
    assert.ok(steps.ids.includes("sum-1"));
  });

  test("that of a task is solved by dragging a number of its exercise, and its guess by going on", async () => {
    const { page, errors } = await open(pasted.find((text) => text.includes("data-attention-goal")));
    await page.waitForSelector("[data-attention-state=not-yet]");
    const { x, y } = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector("attention-player");
      const number = shadowRoot
        .querySelector("[part=exercise]")
        .shadowRoot.querySelector("[data-copy='w_q:0,2']");
      number.scrollIntoView({ block: "center" });
      const { left, top, width, height } = number.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y, { steps: 3 });
    await page.mouse.up();
    await page.waitForSelector("[data-attention-state=done]");
    assert.equal(await page.$eval("attention-player", ({ problem }) => problem.w_q[0][2]), 4);
    await page.$eval("attention-player", (element) => (element.step = "weights-all"));
    await page.waitForSelector("[data-attention-guessed=shown]");
    assert.deepEqual(errors, []);
  });

  test("that of a frame is as high as its player says", async () => {
    const { page } = await open(pasted.find((text) => text.includes("<iframe")));
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await frame.waitForSelector("attention-player");
    const [cells] = await cellsOf(frame);
    assert.ok(cells > 8, `${cells} cells`);
    await page.waitForFunction(() => document.querySelector("iframe").style.height.endsWith("px"));
  });
});
