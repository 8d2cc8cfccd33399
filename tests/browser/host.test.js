// In somebody's page: its language, its ground and its styles, older browsers that lack something, and documents that nobody
// sees.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openPage } from "../helpers/browser.js";
import { fewOrMany, full } from "../helpers/full.js";
import { openStudio, playerIn } from "./page.js";

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
  [
    { style: "body { transition: background-color 0.2s }", body: "background: #111", fades: "yes" },
    true,
    true,
  ],
  [{ meta: "dark" }, true, true],
  [{ meta: "light dark" }, false, true],
  // the ground is what is seen
  [{ html: "color-scheme: light dark", body: "background: #fff" }, false, false],
  [{ meta: "light dark", body: "background: #fff" }, false, false],
  [{ style: "@media (prefers-color-scheme: dark) { body { background: #222 } }" }, false, true],
  [{ style: "[data-bs-theme=dark] body { background: #222 }", theme: "dark" }, true, true],
  [{ link: "body{background:black}" }, true, true],
  [{ host: "background: #111" }, true, true],
  [{ slot: "background: #111", host: "background: #fff" }, true, true],
];

/** What is wrong on the grounds, of a player that was there before and of one that comes. Runs in the page. */
async function tryGrounds({ grounds, dark, every }) {
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
  for (const [k, [page, inLight, inDark]] of grounds.entries()) {
    const expected = dark ? inDark : inLight;
    const style = document.createElement("style");
    style.textContent = page.style ?? "";
    const link = document.createElement("link");
    Object.assign(link, { rel: "stylesheet", href: `data:text/css,${page.link ?? ""}` });
    head.append(style, link);
    await window.frames(1);
    // what stays as it was tells the player nothing
    const write = (element, name, value) =>
      element.getAttribute(name) !== value && element.setAttribute(name, value);
    for (const [name, element] of Object.entries({ html, body, around, host, slot }))
      write(element, "style", page[name] ?? "");
    write(html, "data-bs-theme", page.theme ?? "");
    write(meta, "content", page.meta ?? "");
    // observers are told after a frame
    await window.frames(2);
    // a player in a shadow tree hears of no ground that fades
    const follow = () => (page.fades ? [old] : [old, inside]).every((one) => isDark(one) === expected);
    await window.until(follow).catch(() => wrong.push([page, "is not followed"]));
    if (isDark(light) || !isDark(black)) wrong.push([page, "prevails over the attribute"]);
    if (k % every === 0) {
      const fresh = host.appendChild(player());
      await fresh.ready;
      if (isDark(fresh) !== expected) wrong.push([page, "is not seen at first"]);
      fresh.remove();
    }
    for (const one of [style, link]) one.remove();
    if (wrong.length > 0) break;
  }
  return wrong;
}

const watching = ["ResizeObserver", "IntersectionObserver", "MutationObserver", "matchMedia"];
const looks = ["ShadowRoot.prototype.adoptedStyleSheets", "CSSStyleSheet", "requestAnimationFrame"];
const small = ["structuredClone", "CustomEvent", "Worker", "ElementInternals", "Intl.Segmenter"];
const methods = ["animate", "setPointerCapture", "checkVisibility"].map(
  (name) => `Element.prototype.${name}`,
);
const rest = [...small, ...methods, "HTMLElement.prototype.attachInternals"];
// all at once, one by one where much hangs on it, and the rest together
const missing = [[...watching, ...looks, ...rest].join(), ...watching, ...looks, rest.join()];

/** The element in a frame that lacks one thing, from its first picture to its last step. Runs in the page. */
async function without([name, every]) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: `bare.html?${name}`, width: 900, height: 700 });
  document.body.prepend(frame);
  await new Promise((resolve) => (frame.onload = resolve));
  const { contentWindow: window, contentDocument: inner } = frame;
  const player = inner.querySelector("attention-player");
  const wrong = window.gone ? [] : ["is still there"];
  const demand = (good, what) => good || wrong.push(what);
  const { shadowRoot: root } = player;
  // in view it is drawn without being asked
  await window.parent.until(() => root.querySelector("svg"));
  await player.ready;
  const cells = () => root.querySelectorAll("[data-cell]").length;
  demand(cells() > 10, "has no picture");
  demand(root.querySelector(".stage svg").getAttribute("width") === "852", "has another width");
  demand(window.getComputedStyle(root.querySelector(".play")).borderRadius === "50%", "has no look");
  player.problem = {
    x: [
      [1, 2],
      [3, 4],
    ],
    labels: { x: ["a very long name of a token", "b"] },
  };
  await player.ready;
  demand(player.trace.x.shape[1] === 2 && player.problem.x[1][1] === 4, "has another problem");
  for (let k = 0; k < player.steps.length; k += every) player.step = k;
  demand(player.explain("scores", [0, 0, 0, 1])?.value === 11, "explains nothing");
  player.currentTime = 0;
  player.play();
  demand(await window.parent.plays(player), "does not play");
  player.pause();
  root.querySelector(".forward").click();
  root.querySelector(".chapters").dispatchEvent(new window.PointerEvent("pointerdown", { clientX: 300 }));
  player.setAttribute("theme", "dark");
  player.setAttribute("lang", "zh");
  player.story = "matrices";
  await player.ready;
  demand(window.getComputedStyle(player).getPropertyValue("--ap-page") === "#121417", "is not dark");
  demand(root.querySelector(".ap").lang === "zh-CN" && cells() > 0, "speaks no Chinese");
  frame.width = 600;
  const narrow = () => root.querySelector(".stage svg").getAttribute("width") === "584";
  demand(await window.parent.until(narrow), "keeps its width");
  player.remove();
  frame.remove();
  return wrong.map((what) => `without ${name} it ${what}`);
}

describe("in somebody's page", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("the language is the element's, the nearest, the page's, and follows it", async () => {
    const body = `${tag}<div lang="zh-Hans">${tag}</div><div lang="zh"><attention-player lang="en"></attention-player></div>`;
    const run = async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map((player) => player.ready));
      const spoken = () => players.map((player) => player.shadowRoot.querySelector(".ap").lang).join(" ");
      const before = spoken();
      document.documentElement.lang = "zh";
      await window.until(() => spoken() !== before);
      return [before, spoken()];
    };
    assert.deepEqual(await studio.inBody(body, run), ["en zh-CN en", "zh-CN zh-CN en"]);
  });

  for (const dark of [false, true])
    test(`the theme is the attribute's, else the page's, to a reader in ${dark ? "dark" : "light"} mode`, async () => {
      // in the dark mode those that differ, and one of each kind
      const some = full || !dark ? grounds : grounds.filter(([, light, dark], k) => light !== dark || k < 3);
      const { page } = await studio.page("", { dark, width: 400, height: 300 });
      const wrong = await page.evaluate(tryGrounds, { grounds: some, dark, every: fewOrMany(5, 1) });
      assert.deepEqual(wrong, []);
      await page.close();
    });

  test("a page's own styles, clobbered names and odd prototypes do no harm; its properties and parts theme it", async () => {
    const look = async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "keys";
      const { shadowRoot: root } = player;
      const part = (name) => getComputedStyle(root.querySelector(name));
      const { fontSize, fontStyle, textAlign, letterSpacing, whiteSpace, textShadow } = part("p[part]");
      return {
        text: { fontSize, fontStyle, textAlign, letterSpacing, whiteSpace, textShadow },
        width: root.querySelector(".ap").getBoundingClientRect().width,
        cells: root.querySelectorAll("[data-cell]").length,
        themed: [part('[fill="var(--ap-key)"]').fill, part("[part~=caption]").color],
      };
    };
    const own =
      "body { margin: 0 } attention-player { --ap-key: rgb(1, 2, 3) } attention-player::part(caption) { color: rgb(4, 5, 6) }";
    const hostile =
      "* { all: unset } div, p, span { display: none !important } script, style, head, svg, math { display: none }" +
      " html { font: italic 40px serif; text-align: center; letter-spacing: 3px; white-space: pre;" +
      " text-shadow: 2px 2px red; word-break: break-all }";
    const odd = `<form id="document" name="presets"><input name="customElements" id="ready"></form>
      <script>Object.prototype.junk = 1; Array.prototype.more = 2;</script>`;
    const plain = await studio.inPage(tag, look, { head: `<style>${own}</style>` });
    const styled = await studio.inPage(odd + tag, look, { head: `<style>${hostile} ${own}</style>` });
    assert.deepEqual(styled, plain);
    assert.ok(plain.cells > 15, `${plain.cells}`);
    assert.deepEqual(plain.themed, ["rgb(1, 2, 3)", "rgb(4, 5, 6)"]);
  });

  test("where a page's styles leave it inline, it is as wide as what it stands in", async () => {
    const body = `<style>attention-player { all: unset !important }</style><div style="width: 700px">${tag}</div>`;
    const run = async (player) => {
      const drawn = () => Number(player.shadowRoot.querySelector(".stage svg").getAttribute("width"));
      for (const width of [700, 500]) {
        player.parentElement.style.width = `${width}px`;
        await window.until(() => drawn() > width - 60 && drawn() < width);
      }
    };
    await studio.withPlayer(run, { body });
    // and what it stands in is inline, too
    const inline = `<style>attention-player, span { all: unset !important }</style><div style="width: 700px"><span>${tag}</span></div>`;
    const drawn = ({ shadowRoot }) =>
      window.until(() => shadowRoot.querySelector(".stage svg").getAttribute("width") === "668");
    await studio.withPlayer(drawn, { body: inline });
    // or they take its box away
    const boxless = `<style>attention-player { display: contents }</style><div style="width: 700px">${tag}</div>`;
    await studio.withPlayer(drawn, { body: boxless });
  });

  test("two copies of the library on one page say so once and do no harm", async () => {
    const { page } = await openPage(studio.browser);
    const notes = [];
    page.on("console", (message) => notes.push(message.text()));
    await page.goto(studio.put(tag, { head: '<script src="attention-player.classic.js"></script>' }));
    assert.ok((await page.evaluate(async () => (await document.querySelector("attention-player").ready).steps.length)) > 5); // prettier-ignore
    assert.equal(notes.filter((text) => text.includes("already defined")).length, 1);
    await page.close();
  });

  test("many on one page share one core, and are drawn as they come into view", async () => {
    const run = async (first) => {
      const players = [...document.querySelectorAll("attention-player")];
      const drawn = () => players.filter((player) => player.shadowRoot.querySelector("svg")).length;
      await window.frames(3);
      const early = drawn();
      await Promise.all(players.map((player) => player.ready));
      players[20].step = 4;
      return { early, last: drawn(), other: first.currentTime };
    };
    const { early, ...rest } = await studio.withPlayer(run, { body: tag.repeat(30) });
    assert.ok(early < 12, `${early} were drawn at once`);
    assert.deepEqual(rest, { last: 30, other: 0 });
  });

  test("storage and address stay as they were, and nothing is fetched", async () => {
    const { page } = await studio.page(`${tag}<p id="section-3"></p>`);
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    const told = await page.evaluate(async () => {
      location.hash = "#section-3";
      const player = document.querySelector("attention-player");
      await player.ready;
      for (let k = 0; k < player.steps.length; k += 5) player.step = k;
      player.shadowRoot.querySelector(".gear").click();
      for (const box of player.shadowRoot.querySelectorAll("input")) box.click();
      await player.ready;
      return [location.hash, localStorage.length, sessionStorage.length, document.cookie];
    });
    assert.deepEqual([...told, ...requests], ["#section-3", 0, 0, ""]);
    await page.close();
  });

  test("works without any one of what browsers have", async () => {
    studio.write(
      "bare.html",
      `<!doctype html><html lang="en"><style>body { margin: 0 }</style><script>
        window.gone = location.search.slice(1).split(",").every((whole) => {
          const path = whole.split(".");
          const name = path.pop();
          const owner = path.reduce((at, key) => at[key], window);
          return delete owner[name] && !(name in owner);
        });
      </script><script type="module" src="attention-player.js"></script><attention-player></attention-player>`,
    );
    const { page } = await studio.page("", { width: 1000 });
    for (const name of fewOrMany(missing.slice(0, 3), missing))
      assert.deepEqual(await page.evaluate(without, [name, fewOrMany(6, 1)]), []);
    await page.close();
  });

  test("fills the screen, enlarged, where the page may; what is pressed there is hit; all is as before when it leaves", async () => {
    const body = '<div style="width: 700px"><attention-player editable></attention-player></div>';
    const { page } = await studio.page(body, { width: 1728, height: 1100 });
    const player = playerIn(page);
    // whether it fills the screen, and px: its stage is wide, it is high; the frame follows a moment later
    const comesTo = (...expected) =>
      player(async (player, expected) => {
        const { shadowRoot: root } = await player.ready;
        const stage = root.querySelector(".stage");
        await window.until(() => {
          const width = Math.round(stage.getBoundingClientRect().width);
          return String([document.fullscreenElement === player, width, player.offsetHeight]) === expected;
        });
      }, String(expected));
    const before = await player(async (player) => {
      await player.ready;
      player.currentTime = 12;
      player.shadowRoot.querySelector(".gear").click();
      return player.offsetHeight;
    });
    const within = (part) => page.evaluateHandle(`document.querySelector("attention-player").shadowRoot.querySelector('${part}')`); // prettier-ignore
    await (await within(".fullscreen")).click();
    // one and a half times what is drawn 1152 px wide
    await comesTo(true, 1.5 * 1104, 1100);
    const cell = await within('[data-cell="x:0,0,2"]');
    await cell.click();
    const [field, number] = [await (await within(".field")).boundingBox(), await cell.boundingBox()];
    const off = field.x + field.width / 2 - number.x - number.width / 2;
    assert.ok(Math.abs(off) < 6, `${off} px`);
    await page.evaluate(() => document.exitFullscreen());
    await comesTo(false, 668, before);
    await page.close();
  });

  test("may be moved while it plays, and removed before it is ready", async () => {
    const run = async (player) => {
      const [short, late] = [1, 2].map(() => document.createElement("attention-player"));
      document.body.append(short);
      short.remove();
      late.play();
      player.play();
      const moved = [];
      for (const place of ["div", "p", "body"]) {
        document.querySelector(place).append(player);
        moved.push(await window.plays(player));
      }
      const ready = (await short.ready) === short && short.steps.length > 3;
      document.body.prepend(short, late);
      short.play();
      return [...moved, ready, await window.plays(short), await window.plays(late)];
    };
    const told = await studio.withPlayer(run, { body: `<div></div><p></p>${tag}` });
    assert.deepEqual(told, Array(6).fill(true));
  });

  test("computes in a document that nobody sees, keeps nothing of the picture that went, and plays when it is back", async () => {
    const told = await studio.withPlayer(async (player) => {
      document.implementation.createHTMLDocument("").body.append(player);
      player.play();
      await window.frames(20);
      const past = player.shadowRoot.querySelectorAll(".past").length;
      player.problem = { x: [[1, 2], [3, 4]] }; // prettier-ignore
      player.setAttribute("theme", "auto");
      await player.ready;
      const [, , { id }] = player.steps;
      player.step = id;
      const there = player.currentTime;
      const { value } = player.explain("scores", [0, 0, 0, 1]);
      const seen = [player.trace.x.shape[1], value, player.step === id];
      await window.frames(5);
      const stood = player.currentTime === there;
      document.body.append(player);
      return { past, seen, stood, plays: await window.plays(player) };
    });
    assert.deepEqual(told, { past: 0, seen: [2, 11, true], stood: true, plays: true });
  });

  test("goes into a frame's document and out again: its look, its width and its playing go with it", async () => {
    const run = async (player) => {
      const frame = document.querySelector("iframe");
      const { contentDocument: inner } = frame;
      inner.body.style.margin = "0";
      inner.documentElement.style.background = "#111";
      const look = () => {
        const { shadowRoot: root } = player;
        const page = getComputedStyle(player).getPropertyValue("--ap-page");
        const { borderRadius } = getComputedStyle(root.querySelector(".play"));
        return `${root.querySelector(".stage svg").getAttribute("width")} ${borderRadius} ${page}`;
      };
      const heard = [];
      player.addEventListener("pause", (event) => heard.push(event instanceof inner.defaultView.CustomEvent));
      player.play();
      const seen = [look() === "1136 50% #ffffff"];
      for (const [body, expected] of [
        [inner.body, "668 50% #121417"],
        [document.body, "1136 50% #ffffff"],
      ]) {
        body.append(player);
        seen.push(await window.until(() => look() === expected), await window.plays(player));
        if (body === inner.body) player.pause();
        player.play();
      }
      inner.body.append(player);
      // hidden with its frame, it pauses, and goes on in the page
      frame.remove();
      document.body.append(player);
      player.problem = { x: [[1]] };
      await player.ready;
      return [...seen, heard.join(), await window.plays(player)];
    };
    const body = `${tag}<iframe width="700" height="700"></iframe>`;
    const told = await studio.withPlayer(run, { body });
    assert.deepEqual(told, [true, true, true, true, true, "true,true", true]);
  });
});
