// In a document without a browser, as in the tests of somebody's site: it computes, and nothing throws.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { JSDOM, VirtualConsole } from "jsdom";
import { root } from "../setup/system.js";

/** A window with a player, and what is said in it. @param {import("jsdom").ConstructorOptions} [options] */
function open(options) {
  const said = [];
  const virtualConsole = new VirtualConsole();
  virtualConsole.on("error", (...words) => said.push(words.join(" ")));
  virtualConsole.on("jsdomError", (error) => said.push(error.message));
  const { window } = new JSDOM("<attention-player></attention-player>", { virtualConsole, ...options });
  return { window, said };
}

/** A player stands, and tells of its numbers. */
async function begin({ document }) {
  const player = document.querySelector("attention-player");
  assert.equal(await player.ready, player);
  assert.equal(`${player.story} ${player.trace.weights.shape}`, "walk-through 1,1,3,3");
  assert.ok(player.steps.length > 10 && player.duration > 30);
  assert.equal(player.shadowRoot.querySelector("canvas"), null);
  assert.equal(player.explain("scores", [0, 0, 0, 1]).text, "s₁₂ = 1 · 4 + 0 · 4 + 2 · 0 = 4");
  return player;
}

/** Everything that a page may do to a player. */
async function use(window) {
  const player = await begin(window);
  const { document } = window;
  const heard = [];
  for (const type of ["play", "pause", "stepchange", "change", "error"])
    player.addEventListener(type, ({ detail }) => heard.push(detail?.name ?? type));

  player.currentTime = player.duration;
  assert.equal(player.shadowRoot.querySelectorAll('[data-cell^="output:"]').length, 9);
  // only a large map is painted: a canvas would be seen behind other pictures
  assert.equal(player.shadowRoot.querySelector("canvas"), null);
  // numbers are listed a moment after they are seen, and once: who reads the list keeps the place
  const tables = () => player.shadowRoot.querySelectorAll("table");
  const listed = async () => {
    const tensors = Object.values(player.trace).filter(({ data }) => data);
    for (let k = 0; k < 10 && (k === 0 || tables().length !== tensors.length); k++)
      await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(tables().length, tensors.length);
    return tables()[0];
  };
  const table = await listed();
  assert.match(table.textContent, /^inputs 1×3×4/);
  player.setAttribute("story", "matrices");
  await player.ready;
  assert.equal(await listed(), table);
  player.removeAttribute("story");

  player.problem = { x: [[1, 2]] };
  await player.ready;
  assert.notEqual(await listed(), table);
  assert.equal(String(player.trace.x.shape), "1,1,2");
  player.problem = { x: [[1, 2], [3]] };
  await assert.rejects(player.ready, /AttentionError/);

  player.currentTime = 0;
  player.play();
  await new Promise((resolve) => player.addEventListener("timeupdate", resolve));
  assert.ok(player.currentTime > 0 && !player.paused);
  player.pause();
  for (const [name, value] of Object.entries({ theme: "dark", lang: "zh", story: "matrices", causal: "on" }))
    player.setAttribute(name, value);
  await player.ready;
  for (const name of [".play", ".forward", ".gear", ".stage"]) player.shadowRoot.querySelector(name).click();
  player.pause();

  player.remove();
  document.body.append(player);
  document.implementation.createHTMLDocument("").body.append(player);
  player.preset = "layer";
  assert.equal(await player.ready, player);
  assert.equal([...new Set(heard)].sort().join(" "), "AttentionError change pause play stepchange");
}

describe("in JSDOM", () => {
  const names = ["HTMLElement", "customElements"];
  after(() => names.forEach((name) => delete globalThis[name]));

  test("the module, in Node, with the two names it needs", async () => {
    const { window, said } = open();
    for (const name of names) globalThis[name] = window[name];
    await import("../../web/player.js");
    await use(window);
    assert.deepEqual(said, []);
    window.close();
  });

  test("the plain script, in the window itself", async () => {
    const { window, said } = open({ runScripts: "outside-only" });
    window.eval(readFileSync(join(root, "web/build/attention-player.classic.js"), "utf8"));
    await begin(window);
    assert.deepEqual(said, []);
    window.close();
  });
});
