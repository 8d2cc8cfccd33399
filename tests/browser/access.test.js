// For everyone: what axe, a screen reader, the keyboard and forced colours find.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openPage } from "../helpers/browser.js";
import { fewOrMany } from "../helpers/full.js";
import { serve } from "../helpers/serve.js";
import { findings, openStudio, playerIn } from "./page.js";

describe("for everyone", () => {
  let studio;
  let server;
  before(async () => ([studio, server] = await Promise.all([openStudio(), serve()])));
  after(() => Promise.all([studio.close(), server.close()]));

  for (const [theme, lang, width] of [
    ["dark", "zh", 360],
    ...fewOrMany(
      [],
      [
        ["light", "en", 1200],
        ["dark", "zh", 1200],
        ["light", "zh", 360],
        ["dark", "en", 360],
      ],
    ),
  ])
    test(`axe finds nothing on the studio page, ${theme} ${lang} ${width} px`, async () => {
      const { page } = await openPage(studio.browser, { width, dark: theme === "dark" });
      await page.goto(server.url);
      await page.waitForFunction(() => document.querySelector("[name=preset]"));
      await page.evaluate(async (lang) => {
        const player = document.querySelector("attention-player");
        document.documentElement.lang = lang;
        await player.ready;
        player.step = Math.floor(player.steps.length / 2);
        player.shadowRoot.querySelector(".gear").click();
      }, lang);
      const spoken = (lang) =>
        document.querySelector("attention-player").shadowRoot.querySelector(".ap").lang.startsWith(lang);
      await page.waitForFunction(spoken, {}, lang);
      assert.deepEqual(await findings(page), []);
      await page.close();
    });

  test("the transcript tells every step; its keys scroll it alone, and Escape gives the focus back", async () => {
    const body = '<main style="width: 700px"><h1>Page</h1><attention-player></attention-player></main>';
    const { page } = await studio.page(body);
    const player = playerIn(page);
    const { texts, focus } = await player(async (player) => {
      const { shadowRoot: root } = await player.ready;
      player.step = 2;
      root.querySelector(".gear").click();
      root.querySelector(".transcript").focus();
      root.querySelector(".transcript").click();
      const dialog = await window.until(() => root.querySelector("dialog"));
      const texts = [...dialog.querySelectorAll("p")].map(({ textContent }) => textContent);
      return { texts, focus: root.activeElement.title };
    });
    assert.equal(focus, "Close");
    assert.deepEqual(await findings(page), []);
    for (const key of ["ArrowRight", "End"]) await page.keyboard.press(key);
    await player((player) => window.until(() => player.shadowRoot.querySelector("dialog").scrollTop > 0));
    await page.keyboard.press("Escape");
    const after = await player(async (player) => {
      await window.until(() => !player.shadowRoot.querySelector("dialog"));
      const { step, steps, shadowRoot: root } = player;
      return {
        stood: step === steps[2].id,
        focus: root.activeElement.title,
        titles: steps.map((one) => one.title),
      };
    });
    assert.deepEqual([after.stood, after.focus], [true, "Settings"]);
    assert.deepEqual(texts.map((text, k) => text.startsWith(after.titles[k])), after.titles.map(() => true)); // prettier-ignore
    assert.match(
      texts.find((text) => text.startsWith("Scores")),
      /2.*4.*4/,
    );
    await page.close();
  });

  test("every tensor is a table to those who listen", async () => {
    const { page } = await studio.page("<attention-player></attention-player>");
    await playerIn(page)(({ shadowRoot: root }) =>
      window.until(() => root.querySelectorAll("table").length > 9),
    );
    const session = await page.createCDPSession();
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const tables = nodes.filter(({ role }) => role?.value === "table").map(({ name }) => name.value);
    for (const shown of ["inputs", "weights", "output"])
      assert.ok(
        tables.some((name) => name.startsWith(shown)),
        `${shown} in ${tables}`,
      );
    await page.close();
  });

  test("a control that leaves the picture gives its focus to the picture", async () => {
    const { page } = await studio.page('<attention-player preset="block"></attention-player>');
    const player = playerIn(page);
    await player(async (player) => {
      const { shadowRoot: root } = await player.ready;
      const open = () => root.querySelector(".inlay button");
      for (const { id } of player.steps) if (!open()) await window.frames((player.step = id) && 2);
      open().focus();
    });
    await page.keyboard.press("Enter");
    const held = ({ shadowRoot: root }) => root.activeElement === root.querySelector(".stage");
    await player((player) => window.until(() => player.shadowRoot.querySelector(".leave:not([hidden])")));
    assert.ok(await player(held));
    await page.close();
  });

  test("what a control of the picture has done is heard, and which of several is chosen", async () => {
    const { page } = await studio.page('<attention-player preset="classification"></attention-player>');
    const heard = await playerIn(page)(async (player) => {
      const { shadowRoot: root } = await player.ready;
      const find = (name) => window.until(() => root.querySelector(`.inlay [aria-label="${name}"]`));
      player.step = 0;
      (await find("Take out “I”")).click();
      const said = await window.until(() => root.querySelector("[aria-live]").textContent);
      player.setAttribute("preset", "long-input");
      await window.until(() => (player.step = "map"));
      return [said, (await find("Head 1")).ariaPressed, (await find("Head 2")).ariaPressed];
    });
    assert.match(heard[0], /^Remove a word\. Without “I”/);
    assert.deepEqual(heard.slice(1), ["true", "false"]);
    await page.close();
  });

  test("for readers who ask for more contrast, what is dimmed keeps 60 %, from the moment that they ask", async () => {
    const { page } = await studio.page('<attention-player preset="layer"></attention-player>');
    const player = playerIn(page);
    const session = await page.createCDPSession();
    const weakest = async (value, wanted) => {
      await session.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-contrast", value }] });
      await player(async (player, wanted) => {
        await player.ready;
        const dimmed = () => {
          const marks = player.shadowRoot.querySelectorAll(
            '.picture [data-cell^="projected_query"], .picture [data-cell^="x:"]',
          );
          return Math.min(...Array.from(marks, (mark) => Number(mark.getAttribute("opacity") ?? 1)));
        };
        player.currentTime = player.steps[1].start + 2.5;
        await window.until(() => dimmed() === wanted);
      }, wanted);
    };
    await weakest("no-preference", 0.35);
    await weakest("more", 0.6);
    await page.close();
  });

  test("with forced colours, numbers keep one ink on one ground; outlines, bars, streams, curves and hatching stay", async () => {
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
      player.setAttribute("preset", "backward");
      await window.until(() => player.steps.some(({ id }) => id === "again-1"));
      player.step = "again-1";
      await window.until(() => root.querySelector('.picture [part=shade][fill="var(--ap-key)"]'));
      // a curve, digits on a shade, and a shade for less than 0
      seen.push(style('[stroke="var(--ap-score)"]').stroke === ink);
      seen.push(style("[part=shade]").fill === ink, style("[part=shade] ~ text").stroke === paper);
      return [...seen, style('[part=shade][fill="var(--ap-key)"]').fill !== ink];
    });
    assert.deepEqual(told, Array(10).fill(true));
    await page.close();
  });
});
