// Where a part of the platform is missing: older browsers, and documents that nobody sees.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const watching = ["ResizeObserver", "IntersectionObserver", "MutationObserver", "matchMedia"];
const looks = ["ShadowRoot.prototype.adoptedStyleSheets", "CSSStyleSheet", "requestAnimationFrame"];
const small = ["structuredClone", "CustomEvent", "Worker", "ElementInternals", "Intl.Segmenter"];
const methods = ["animate", "setPointerCapture", "checkVisibility"].map(
  (name) => `Element.prototype.${name}`,
);
const rest = [...small, ...methods, "HTMLElement.prototype.attachInternals"];
// one by one where much hangs on it, the rest together, and all at once
const missing = [...watching, ...looks, rest.join(), [...watching, ...looks, ...rest].join()];

/** Whether something is so within two seconds. Runs in the page. @param {() => boolean} so */
async function until(so) {
  for (let i = 0; i < 80 && !so(); i++) await new Promise((resolve) => setTimeout(resolve, 25));
  return so();
}

/** Whether its time goes on. Runs in the page. */
function plays(player) {
  const before = player.currentTime;
  return window.until(() => !player.paused && player.currentTime > before);
}

const tools = `<script>window.until = ${until}; window.plays = ${plays};</script>`;

/** The element in a frame that lacks one thing, from its first picture to its last step. Runs in the page. */
async function without(name) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: `bare.html?${name}`, width: 900, height: 700 });
  document.body.prepend(frame);
  await new Promise((resolve) => (frame.onload = resolve));
  const { contentWindow: window, contentDocument: inner } = frame;
  const player = inner.querySelector("attention-player");
  const wrong = window.gone ? [] : ["is still there"];
  const demand = (good, what) => good || wrong.push(what);
  await player.ready;
  const { shadowRoot: root } = player;
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
  for (const { id } of player.steps) player.step = id;
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
  const narrow = () => root.querySelector(".stage svg").getAttribute("width") === "552";
  demand(await window.parent.until(narrow), "keeps its width");
  player.remove();
  frame.remove();
  return wrong.map((what) => `without ${name} it ${what}`);
}

describe("the element where something is missing", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("works without any one of what browsers have", async () => {
    const { page } = await studio.page(tools, { width: 1000 });
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
    await page.evaluate(`window.without = ${without}`);
    const wrong = await page.evaluate(async (names) => {
      const all = [];
      for (const name of names) all.push(...(await window.without(name)));
      return all;
    }, missing);
    assert.deepEqual(wrong, []);
    await page.close();
  });

  const tag = `${tools}<attention-player preset="walk-through"></attention-player>`;

  test("computes in a document that nobody sees, and plays when it is back", async () => {
    const told = await studio.inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.play();
      const hidden = document.implementation.createHTMLDocument("");
      hidden.body.append(player);
      player.problem = {
        x: [
          [1, 2],
          [3, 4],
        ],
      };
      player.setAttribute("theme", "auto");
      await player.ready;
      const { steps, trace } = player;
      player.step = steps[2].id;
      const there = player.currentTime;
      const seen = [
        trace.x.shape[1],
        player.explain("scores", [0, 0, 0, 1]).value,
        player.step === steps[2].id,
      ];
      await new Promise((resolve) => setTimeout(resolve, 100));
      const stood = player.currentTime === there;
      document.body.append(player);
      return { seen, stood, plays: await window.plays(player) };
    });
    assert.deepEqual(told, { seen: [2, 11, true], stood: true, plays: true });
  });

  test("goes into a frame's document and out again: its look, its width and its playing go with it", async () => {
    const told = await studio.inPage(`${tag}<iframe width="700" height="700"></iframe>`, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const inner = document.querySelector("iframe").contentDocument;
      inner.body.style.margin = "0";
      inner.documentElement.style.background = "#111";
      const look = () => {
        const { shadowRoot: root } = player;
        const style = getComputedStyle(root.querySelector(".play"));
        return [
          root.querySelector(".stage svg").getAttribute("width"),
          style.borderRadius,
          getComputedStyle(player).getPropertyValue("--ap-page"),
        ].join(" ");
      };
      const out = "1136 50% #ffffff";
      const seen = [look() === out];
      player.play();
      const heard = [];
      player.addEventListener("pause", (event) => heard.push(event instanceof inner.defaultView.CustomEvent));
      for (const body of [inner.body, document.body]) {
        body.append(player);
        const expected = body === inner.body ? "652 50% #121417" : out;
        seen.push(await window.until(() => look() === expected), await window.plays(player));
        if (body === inner.body) player.pause();
        player.play();
      }
      inner.body.append(player);
      document.querySelector("iframe").remove();
      document.body.append(player);
      player.problem = { x: [[1]] };
      await player.ready;
      return [...seen, heard.join(), await window.plays(player)];
    });
    assert.deepEqual(told, [true, true, true, true, true, "true", true]);
  });

  test("may be moved while it plays, and removed before it is ready", async () => {
    const told = await studio.inPage(`<div></div><p></p>${tag}`, async () => {
      const player = document.querySelector("attention-player");
      const short = document.createElement("attention-player");
      document.body.append(short);
      short.remove();
      const late = document.createElement("attention-player");
      late.play();
      await player.ready;
      player.play();
      const moved = [];
      for (const place of [document.querySelector("div"), document.querySelector("p"), document.body]) {
        place.append(player);
        moved.push(await window.plays(player));
      }
      const ready = (await short.ready) === short && short.steps.length > 3;
      document.body.prepend(short, late);
      short.play();
      return [moved, ready, await window.plays(short), await window.plays(late)];
    });
    assert.deepEqual(told, [[true, true, true], true, true, true]);
  });

  test("played in a document that has no window, it keeps nothing of the picture that went", async () => {
    const left = await studio.inPage(tag, async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      document.implementation.createHTMLDocument("").body.append(player);
      player.play();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return player.shadowRoot.querySelectorAll(".past").length;
    });
    assert.equal(left, 0);
  });
});
