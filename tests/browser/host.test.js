import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, readCells } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("in somebody's page", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const inPage = (...what) => studio.inPage(...what);

  test("the language is the element's, the nearest, the page's, and follows it", async () => {
    const body = `${tag}<div lang="zh-Hans">${tag}</div><div lang="zh"><attention-player lang="en"></attention-player></div>`;
    const told = await inPage(body, async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map((player) => player.ready));
      const spoken = () => players.map((player) => player.shadowRoot.querySelector(".ap").lang);
      const before = spoken();
      document.documentElement.lang = "zh";
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [before, spoken()];
    });
    assert.deepEqual(told, [
      ["en", "zh-CN", "en"],
      ["zh-CN", "zh-CN", "en"],
    ]);
  });

  test("the theme is the attribute's, else the page's, else the reader's", async () => {
    const page = async (head, dark) =>
      inPage(
        `${tag}<attention-player theme="light"></attention-player>`,
        async () => {
          const players = [...document.querySelectorAll("attention-player")];
          await Promise.all(players.map((player) => player.ready));
          return players.map(
            (player) => getComputedStyle(player).getPropertyValue("--ap-page") === "#121417",
          );
        },
        { head, dark },
      );
    // white, since the page's own ground is white there too
    assert.deepEqual(await page("", true), [false, false]);
    assert.deepEqual(await page("", false), [false, false]);
    assert.deepEqual(await page("<style>body{background:#fff}</style>", true), [false, false]);
    assert.deepEqual(await page("<style>body{background:#111}</style>", false), [true, false]);
    assert.deepEqual(await page('<meta name="color-scheme" content="dark">', false), [true, false]);
    assert.deepEqual(await page('<meta name="color-scheme" content="light dark">', true), [true, false]);
  });

  test("a page themes it by custom properties and parts", async () => {
    const told = await inPage(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.step = "keys";
        const cell = player.shadowRoot.querySelector('[fill="var(--ap-key)"]');
        return [
          getComputedStyle(cell).fill,
          getComputedStyle(player.shadowRoot.querySelector("[part~=caption]")).color,
        ];
      },
      {
        head: "<style>attention-player{--ap-key:rgb(1,2,3)}attention-player::part(caption){color:rgb(4,5,6)}</style>",
      },
    );
    assert.deepEqual(told, ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
  });

  test("a page's own styles, clobbered names and odd prototypes do no harm", async () => {
    const body = `<style>*{all:unset} div,p,span{display:none!important}</style><form id="document" name="presets"><input name="customElements" id="ready"></form>
      <script>Object.prototype.junk = 1; Array.prototype.more = 2;</script>${tag}`;
    const cells = await inPage(body, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      return player.shadowRoot.querySelectorAll("[data-cell]").length;
    });
    assert.ok(cells > 30);
  });

  test("two copies of the library on one page say so once and do no harm", async () => {
    const { page } = await studio.page(tag, {
      head: '<script src="attention-player.classic.js"></script>',
    });
    const notes = [];
    page.on("console", (message) => notes.push(message.text()));
    await page.reload();
    const count = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      return player.steps.length;
    });
    assert.ok(count > 5);
    assert.equal(notes.filter((text) => text.includes("already defined")).length, 1);
    await page.close();
  });

  test("two hundred on one page share one core, and cost what is in view", async () => {
    const told = await inPage(tag.repeat(200), async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await new Promise((resolve) => setTimeout(resolve, 500));
      const drawn = () => players.filter((player) => player.shadowRoot.querySelector("svg")).length;
      const first = drawn();
      const start = performance.now();
      await Promise.all(players.map((player) => player.ready));
      const all = performance.now() - start;
      players[150].step = 4;
      return { first, all, last: drawn(), other: players[151].currentTime };
    });
    assert.ok(told.first < 20, `${told.first} were drawn at once`);
    assert.equal(told.last, 200);
    assert.ok(told.all < 4000, `${told.all} ms`);
    assert.equal(told.other, 0);
  });

  test("storage and address stay as they were, and nothing is fetched", async () => {
    const { page } = await studio.page(`${tag}<p id="section-3"></p>`);
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    const told = await page.evaluate(async () => {
      location.hash = "#section-3";
      const player = document.querySelector("attention-player");
      await player.ready;
      for (const step of player.steps) player.step = step.id;
      player.shadowRoot.querySelector(".gear").click();
      for (const box of player.shadowRoot.querySelectorAll("input")) box.click();
      await player.ready;
      return [location.hash, localStorage.length, sessionStorage.length, document.cookie];
    });
    assert.deepEqual(told, ["#section-3", 0, 0, ""]);
    assert.deepEqual(requests, []);
    await page.close();
  });

  test("plays, with Trusted Types, and breaks no rule", async () => {
    const { page } = await studio.page(tag);
    const told = await page.evaluate(async () => {
      const broken = [];
      document.addEventListener("securitypolicyviolation", (event) => broken.push(event.violatedDirective));
      const player = document.querySelector("attention-player");
      await player.ready;
      for (const step of player.steps) player.step = step.id;
      player.setAttribute("theme", "dark");
      player.setAttribute("softmax", "open");
      player.shadowRoot.querySelector(".gear").click();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const shown = getComputedStyle(player.shadowRoot.querySelector(".ap")).backgroundColor;
      return { broken, shown, tables: player.shadowRoot.querySelectorAll("table").length > 5 };
    });
    assert.deepEqual(told, { broken: [], shown: "rgb(18, 20, 23)", tables: true });
    assert.ok(Object.keys(await page.evaluate(readCells)).length > 30);
    await page.close();
  });
});
