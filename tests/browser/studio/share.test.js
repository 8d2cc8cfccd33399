// Work that leaves the studio and comes back: links, drafts, code, tags and frames.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { decodeLink, encodeLink } from "../../../web/input/index.js";
import { readCells } from "../page.js";
import { openStudioPage } from "./page.js";

const studio = await openStudioPage();
const {
  page,
  player,
  server,
  ready,
  foreign,
  until,
  problem,
  text,
  says,
  press,
  put,
  cell,
  open,
  paste,
  type,
} = studio;
after(() => studio.close());
afterEach(() => studio.again());

test("a session: paste NumPy's print, change a cell, add a token, undo, share; a fresh page shows the same digits", async () => {
  const printed = "array([[1., 0., 1., 0.],\n       [0., 2., 0., 2.],\n       [1., 1., 1., 3.5]])";
  assert.match(await paste(printed), /NumPy, 3×4/);
  await put();
  assert.deepEqual((await problem()).x, [[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 3.5]]); // prettier-ignore
  await type(cell(1, 2), "0.25");
  assert.deepEqual((await problem()).x[0], [1, 0.25, 1, 0]);
  await page.click(".more .quiet");
  assert.deepEqual([(await problem()).x.length, (await problem()).labels.x.length], [4, 4]);
  await page.click("#undo");
  assert.equal((await problem()).x.length, 3);
  await player((player) => (player.step = "softmax-2"));
  await page.click("#share");
  await until(() => location.hash.startsWith("#v1."));
  assert.match(await text("#status"), /link/);
  const [hash, shared] = [await page.evaluate(() => location.hash), await problem()];
  const cells = await page.evaluate(readCells);
  await open(hash);
  assert.deepEqual(await problem(), shared);
  assert.equal(await player((player) => player.step), "softmax-2");
  assert.deepEqual(await page.evaluate(readCells), cells);
  // a part of the story is in the link where there is one
  assert.ok(!("from" in (await decodeLink(hash))));
  await player((player) => void (player.from = "scores-1"));
  await page.click("#share");
  await until((hash) => location.hash !== hash, hash);
  const { from, to } = await decodeLink(await page.evaluate(() => location.hash));
  assert.deepEqual([from, to], ["scores-1", undefined]);
});

test("a damaged, cut or hostile link is refused, and the work on the page stays", async () => {
  const good = await encodeLink({ problem: { x: [[1, 2]] }, story: "walk-through" });
  const problem = await encodeLink({ problem: { x: [[1, 2]], heads: 7 } });
  for (const hash of [`${good}x`, "v1.%3Cscript%3E", problem, "v9.a.b", `v1.${"A".repeat(9000)}`]) {
    await page.$eval("#status", (status) => (status.textContent = ""));
    await page.evaluate((hash) => (location.hash = hash), hash);
    await says("#status", /./);
    assert.equal(await player((player) => player.problem.x.length), 3, hash.slice(0, 40));
  }
});

test("a link opens the story, the moment and the looks that it holds, in its language", async () => {
  const looks = { theme: "dark", softmax: true, ask: true, speed: 2 };
  const hash = await encodeLink({
    story: "matrices",
    time: 7.5,
    lang: "zh",
    ...looks,
    problem: { x: [[1, 0]] },
  });
  await page.evaluate((hash) => (location.hash = hash), hash);
  await until(() => document.documentElement.lang === "zh-CN");
  const told = await player(({ story, currentTime, paused, theme, softmax, ask, playbackRate }) => [
    ...[story, currentTime, paused],
    ...[theme, softmax, ask, playbackRate],
  ]);
  assert.deepEqual(told, ["matrices", 7.5, true, "dark", "open", true, 2]);
  await page.select("select[name=lang]", "en");
  await until(() => document.documentElement.lang === "en");
});

test("back and forward walk what was chosen or shared, and find the work as it was left", async () => {
  await type(cell(1, 1), "9");
  await until(() => history.state?.work?.problem.x[0][0] === 9);
  await press("[name=preset][value=two-words]");
  await until(() => document.querySelector("attention-player").problem.x.length === 2);
  await press("[name=preset][value=eight-heads]");
  await until(() => document.querySelector("attention-player").problem.heads === 8);
  await page.goBack();
  await until(() => document.querySelector("attention-player").problem.heads === 1);
  assert.equal((await problem()).x.length, 2);
  await page.goBack();
  await until(() => document.querySelector("attention-player").problem.x.length === 3);
  assert.equal((await problem()).x[0][0], 9);
  await page.goForward();
  await until(() => document.querySelector("attention-player").problem.x.length === 2);
  // what was typed a moment before belongs to the entry that was left
  await type(cell(1, 1), "8");
  await page.evaluate(() => history.back());
  await until(() => document.querySelector("attention-player").problem.x.length === 3);
  assert.equal((await problem()).x[0][0], 9);
  await page.goForward();
  await until(() => document.querySelector("attention-player").problem.x.length === 2);
  assert.equal((await problem()).x[0][0], 8);
});

test("a draft survives a reload, also one that is too long for a link", async () => {
  await page.evaluate(() => {
    const row = (_, i) => Array.from({ length: 64 }, (_, j) => Math.sin(i * 64 + j * 1.7) * 1000);
    document.querySelector("attention-player").edit({ x: Array.from({ length: 16 }, row) });
  });
  await page.click("#share");
  await says("#status", /8,?000/);
  await until(() => localStorage.getItem("attention-player.draft")?.length > 10_000);
  await page.goto("about:blank");
  await page.goto(server.url);
  await until(() => document.querySelector("attention-player")?.problem?.x.length === 16);
  await ready();
  // one that was made at the address of an example, too
  await open("#matrices");
  await type(cell(1, 1), "7");
  await until(() => history.state?.work);
  await page.reload();
  await until(() => document.querySelector("attention-player")?.problem?.x[0][0] === 7);
  await ready();
  // a field that the next example does not have
  await open("#scaling");
  await page.focus("#matrices input.number");
  await page.evaluate(() => (location.hash = "walk-through"));
  await until(() => document.querySelector("attention-player").problem.x?.length === 3);
});

test("where nothing may be kept, it is said and the work goes on", async () => {
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: refuse, configurable: true });
  });
  await type(cell(1, 1), "7");
  await says("#status", /draft/);
  assert.equal((await problem()).x[0][0], 7);
  await page.evaluate(() => delete window.localStorage);
});

test("the code follows the problem, its present step is marked, and a line rings its cells", async () => {
  await page.click("details:has(#home) summary");
  await until(() => document.querySelectorAll(".row").length > 10);
  assert.match(await text(".code"), /torch/);
  await player((player) => (player.step = "scores-1"));
  assert.match((await page.$$eval(".row.on", (rows) => rows.map((row) => row.textContent))).join(), /scores/);
  const ringed = await player((player) => {
    const line = [...document.querySelectorAll(".row")].find((row) => row.textContent.startsWith("key = "));
    line.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    return player.shadowRoot.querySelector(".overlay").childElementCount;
  });
  assert.ok(ringed > 0);
  for (const [language, sign] of Object.entries({
    numpy: /np\./,
    python: /from math import/,
    javascript: /attention-player/,
    c: /attn\.h/,
    java: /class/,
    latex: /\\begin/,
  })) {
    await press(`[name=language][value=${language}]`);
    assert.match(await text(".code"), sign, language);
  }
  await page.evaluate(() => scrollTo(0, 0));
});

test("the tag that it offers has all that is chosen", async () => {
  const other = {
    x: [[1, 2, 0, 1]],
    w_q: [[1], [0], [0], [1]],
    w_k: [[1], [1], [0], [0]],
    w_v: [[1], [0], [2], [0]],
  };
  const written = await player(async (player, other) => {
    for (const [name, value] of Object.entries({ ask: "", controls: "off", theme: "dark" }))
      player.setAttribute(name, value);
    player.story = "compare";
    player.compare = other;
    await player.ready;
    await new Promise((resolve) => setTimeout(resolve));
    const tag = new DOMParser().parseFromString(document.querySelector("#tag").textContent, "text/html");
    const { attributes } = tag.querySelector("attention-player");
    return Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
  }, other);
  const { compare, lang, ...rest } = written;
  const chosen = { preset: "walk-through", story: "compare", theme: "dark", controls: "off", ask: "" };
  assert.deepEqual(rest, chosen);
  assert.deepEqual(JSON.parse(compare), other);
});

test("the frame that it offers shows the same, an example and the reader's own", async () => {
  await says("#frame", /preset=walk-through/);
  // at once, since the frame follows every digit that is typed
  await page.focus(cell(1, 2));
  await page.keyboard.sendCharacter("0.25");
  const [, address] = /src="([^"]+)"/.exec(await says("#frame", /#v1[.]/));
  const wanted = await problem();
  // on an author's own machine the address is one to fill in
  const files = await page.$eval("script[src*=attention-player]", ({ src }) => new URL(".", src).href);
  await page.goto(address.replace("https://your-site.example/attention-player/", files));
  await until(() => document.querySelector("attention-player")?.problem?.x);
  assert.deepEqual(await problem(), wanted);
  await open("");
});

test("it asks for nothing beyond its own files, and keeps no cookie", async () => {
  const others = foreign.filter((url) => !/^(data|blob|about):/.test(url));
  assert.deepEqual(others, []);
  assert.equal(await page.evaluate(() => document.cookie), "");
});
