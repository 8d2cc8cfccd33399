import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { findings, openStudio } from "./page.js";

describe("for everyone", () => {
  let studio;
  let server;
  before(async () => ([studio, server] = [await openStudio(), await serve()]));
  after(() => Promise.all([studio.close(), server.close()]));

  for (const [theme, lang, width] of [
    ["light", "en", 1200],
    ["dark", "zh", 1200],
    ["light", "zh", 360],
    ["dark", "en", 360],
  ])
    test(`axe finds nothing on the studio page, ${theme} ${lang} ${width} px`, async () => {
      const { page } = await openPage(studio.browser, { width, dark: theme === "dark" });
      await page.goto(server.url);
      await page.evaluate(async (lang) => {
        const player = document.querySelector("attention-player");
        document.documentElement.lang = lang;
        await player.ready;
        player.step = Math.floor(player.steps.length / 2);
        player.shadowRoot.querySelector(".gear").click();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }, lang);
      assert.deepEqual(await findings(page), []);
      await page.close();
    });

  test("every matrix is a table, with the numbers of the trace", async () => {
    const { page } = await studio.page("<attention-player></attention-player>");
    const tables = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [...player.shadowRoot.querySelectorAll("table")].map((table) => [
        table.caption.textContent,
        [...table.querySelectorAll("tr")]
          .slice(1)
          .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
      ]);
    });
    const of = (name) => tables.find(([caption]) => caption.startsWith(`${name} `))?.[1];
    assert.deepEqual(of("key"), [
      ["0", "1", "1"],
      ["4", "4", "0"],
      ["2", "3", "1"],
    ]);
    assert.deepEqual(of("scores")[1], ["4", "16", "12"]);
    assert.match(of("weights")[0][0], /^0\.0633789/);
    await page.close();
  });

  test("a step is said as a sentence with its numbers", async () => {
    const { page } = await studio.page("<attention-player></attention-player>");
    const said = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = player.steps.find(({ id }) => id.startsWith("scores")).id;
      await new Promise((resolve) => setTimeout(resolve, 600));
      const root = player.shadowRoot;
      return [
        root.querySelector("[aria-live]").textContent,
        root.querySelector(".stage svg").getAttribute("aria-label"),
      ];
    });
    assert.match(said[0], /2.*4.*4/);
    assert.equal(said[1], said[0]);
    await page.close();
  });

  test("every control has a name, and can be reached by Tab", async () => {
    for (const lang of ["en", "zh"]) {
      const { page } = await studio.page("<attention-player></attention-player>", { lang });
      await page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.step = "weight-1";
      });
      const names = [];
      for (let i = 0; i < 14; i++) {
        await page.keyboard.press("Tab");
        names.push(
          await page.evaluate(() => {
            const focused = document.querySelector("attention-player").shadowRoot.activeElement;
            return focused && (focused.getAttribute("aria-label") || focused.textContent || "none");
          }),
        );
      }
      assert.ok(new Set(names.filter(Boolean)).size >= 9, names.join(" | "));
      assert.ok(!names.includes("none"), names.join(" | "));
      await page.close();
    }
  });

  test("with forced colours, numbers keep one ink on one ground; outlines, bars, streams and hatching stay", async () => {
    const { page } = await studio.page('<attention-player causal="on"></attention-player>');
    const session = await page.createCDPSession();
    await session.send("Emulation.setEmulatedMedia", {
      features: [{ name: "forced-colors", value: "active" }],
    });
    const told = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const root = player.shadowRoot;
      const style = (selector) => getComputedStyle(root.querySelector(`.picture ${selector}`));
      player.step = "scores-3";
      const paper = style('[fill="var(--ap-key)"]').fill;
      const ink = style("[data-cell]").fill;
      const seen = [
        style('[fill="var(--ap-value)"]').fill === paper,
        style('[id], [fill="none"][stroke="var(--ap-outline)"]').stroke === ink,
        paper !== ink,
      ];
      player.step = "softmax-1";
      seen.push(style("[part=bar]").stroke === ink, style("[part=hatch]").stroke === ink);
      player.step = "sum-1";
      seen.push(style("[part=stream]").stroke === ink);
      return seen;
    });
    assert.deepEqual(told, [true, true, true, true, true, true]);
    await page.close();
  });

  for (const width of [320, 360, 480, 600, 768, 1024, 1600])
    test(`at ${width} px nothing scrolls sideways`, async () => {
      const { page } = await studio.page("<attention-player></attention-player>", { width });
      const told = await page.evaluate(async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.step = 5;
        const bar = player.shadowRoot.querySelector(".bar").getBoundingClientRect();
        const outside = [...player.shadowRoot.querySelectorAll(".bar > *, .top > *, .caption > *")].filter(
          (part) => !part.hidden && part.getBoundingClientRect().right > bar.right + 1,
        );
        return [document.documentElement.scrollWidth <= innerWidth, outside.map((part) => part.className)];
      });
      assert.deepEqual(told, [true, []]);
      await page.close();
    });
});
