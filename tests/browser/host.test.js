import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, readCells } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';

const gradient = "linear-gradient(#888, #999)";

/** What a page says of its ground, and whether that is dark to a reader in light and in dark mode. @type {[page: Record<string, string>, light: boolean, dark: boolean][]} */
const grounds = [
  // white is what a page is that says nothing
  [{}, false, false],
  [{ body: "background: #fff" }, false, false],
  [{ body: "background: #111" }, true, true],
  [{ html: "background: #111" }, true, true],
  [{ html: "background: #111", body: "background: rgba(255, 255, 255, 0)" }, true, true],
  [{ body: "background: #111", around: "background: #fff" }, false, false],
  [{ body: "background: #111", around: "background: rgba(255, 255, 255, 0.1)" }, true, true],
  [{ around: "background: rgba(0, 0, 0, 0.8)" }, true, true],
  [{ body: "background: oklch(0.2 0.05 260)" }, true, true],
  [{ body: "background: lab(95 0 0)", html: "background: color(srgb 0 0 0)" }, false, false],
  [{ body: "background: color(display-p3 0.1 0.1 0.1)" }, true, true],
  // on a picture, what the text is to be read on
  [{ body: `background: ${gradient}; color: #eee` }, true, true],
  [{ body: `background: ${gradient}; color: #222` }, false, false],
  [{ html: "color-scheme: dark" }, true, true],
  [{ body: "color-scheme: dark" }, true, true],
  [{ html: "color-scheme: light dark" }, false, true],
  [{ html: "color-scheme: light" }, false, false],
  [{ meta: "dark" }, true, true],
  [{ meta: "light dark" }, false, true],
  // the ground is what is seen
  [{ html: "color-scheme: light dark", body: "background: #fff" }, false, false],
  [{ meta: "light dark", body: "background: #fff" }, false, false],
  [{ style: "@media (prefers-color-scheme: dark) { body { background: #222 } }" }, false, true],
  [{ style: "[data-bs-theme=dark] body { background: #222 }", theme: "dark" }, true, true],
  [{ style: "body { transition: background-color 0.2s }", body: "background: #111" }, true, true],
  [{ link: "body{background:black}" }, true, true],
  [{ host: "background: #111" }, true, true],
  [{ slot: "background: #111", host: "background: #fff" }, true, true],
];

/** What is wrong on the grounds, of a player that was there before and of one that comes. Runs in the page. */
async function tryGrounds(grounds, dark) {
  const { head, body, documentElement: html } = document;
  const meta = head.appendChild(document.createElement("meta"));
  meta.name = "color-scheme";
  const around = body.appendChild(document.createElement("div"));
  const host = around.appendChild(document.createElement("div"));
  const slot = host.attachShadow({ mode: "open" }).appendChild(document.createElement("p"));
  slot.append(document.createElement("slot"));
  const player = () => document.createElement("attention-player");
  const old = host.appendChild(player());
  const inside = slot.appendChild(player());
  const [light, black] = [host.appendChild(player()), host.appendChild(player())];
  [light.theme, black.theme] = ["light", "dark"];
  await Promise.all([old, inside, light, black].map(({ ready }) => ready));
  const isDark = (one) => getComputedStyle(one).getPropertyValue("--ap-page") === "#121417";
  const wrong = [];
  for (const [page, inLight, inDark] of grounds) {
    const expected = dark ? inDark : inLight;
    const style = document.createElement("style");
    style.textContent = page.style ?? "";
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: `data:text/css,${page.link ?? ""}` });
    head.append(style, link);
    await new Promise(requestAnimationFrame);
    for (const [name, element] of Object.entries({ html, body, around, host, slot }))
      element.setAttribute("style", page[name] ?? "");
    html.dataset.bsTheme = page.theme ?? "";
    meta.content = page.meta ?? "";
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (let i = 0; i < 80 && [old, inside].some((one) => isDark(one) !== expected); i++)
      await new Promise((resolve) => setTimeout(resolve, 25));
    const fresh = host.appendChild(player());
    await fresh.ready;
    const seen = [old, inside, fresh].map(isDark);
    if (seen.some((one) => one !== expected) || isDark(light) || !isDark(black))
      wrong.push([page, ...seen, isDark(light), isDark(black)]);
    for (const one of [fresh, style, link]) one.remove();
  }
  return wrong;
}

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

  for (const dark of [false, true])
    test(`the theme is the attribute's, else the page's, to a reader in ${dark ? "dark" : "light"} mode`, async () => {
      const { page } = await studio.page("", { dark });
      const wrong = await page.evaluate(tryGrounds, grounds, dark);
      assert.deepEqual(wrong, []);
      await page.close();
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

  test("where a page's styles leave it inline, it is as wide as what it stands in", async () => {
    const body = `<style>attention-player { all: unset !important }</style><div style="width: 700px">${tag}</div>`;
    const widths = await inPage(body, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const seen = [];
      for (const width of [700, 500]) {
        player.parentElement.style.width = `${width}px`;
        await new Promise((resolve) => setTimeout(resolve, 300));
        seen.push(width - Number(player.shadowRoot.querySelector(".stage svg").getAttribute("width")));
      }
      return seen;
    });
    assert.ok(
      widths.every((border) => border > 0 && border < 60),
      `${widths}`,
    );
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
    assert.ok(told.all < 8000, `${told.all} ms`);
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
