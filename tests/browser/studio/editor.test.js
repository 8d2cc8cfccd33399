// The studio's editor and gallery: words, fields, switches, draws, a target, and what there is to look at.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { decodeLink } from "../../../web/input/index.js";
import { middleIn } from "../page.js";
import { openStudioPage } from "./page.js";

const studio = await openStudioPage();
const { page, player, until, problem, text, says, press, put, cell, paste, pasteInto, value, type } = studio;
after(() => studio.close());
afterEach(() => studio.again());

test("a sentence is typed as words; which vectors were learned and which drawn is told", async () => {
  await page.click("[name=words]", { clickCount: 3 });
  await page.keyboard.type("the wh");
  // the learned words are fetched once the field has the focus
  await until(() => document.querySelector("#known-words option")?.value === "the white");
  assert.equal(await page.$$eval("#known-words option", (all) => all.length), 1);
  await page.keyboard.type("ite fish");
  await page.keyboard.press("Enter");
  assert.match(
    await says("#sentences .note", /fish/),
    /^Learned vectors: the, white\. Drawn, seed 7: fish\.$/,
  );
  const { x, labels } = await problem();
  assert.deepEqual([x.length, labels.x], [3, ["the", "white", "fish"]]);
});

test("words that were learned with another width ask before the parameters are drawn anew", async () => {
  await page.click("[name=words]", { clickCount: 3 });
  await page.keyboard.type("I hate this movie");
  await page.keyboard.press("Enter");
  await says("#sentences .note", /3 numbers each, while the parameters take 4/);
  const before = await problem();
  const offered = await page.$$eval("#sentences .places button", (all) => all.map(({ innerText }) => innerText.split("\n"))); // prettier-ignore
  assert.match(offered[0][1], /W_Q 3×3, W_K 3×3, W_V 3×3/);
  await page.click("#sentences .places button");
  const { x, w_q, labels } = await problem();
  assert.deepEqual([before.x.length, x[0].length, w_q.length, labels.x[1]], [3, 3, 3, "hate"]);
  await page.click("#undo");
  assert.deepEqual((await problem()).w_q, before.w_q);
});

test("a target that begins near what comes out is typed over and learned; undo takes it back", async () => {
  await press("[name=learns]");
  await until(() => document.querySelector("attention-player").steps.some(({ id }) => id === "learn"));
  assert.deepEqual((await problem()).target, [[2, 7, 2], [2, 8, 0], [2, 8, 0]]); // prettier-ignore
  // the output stands there, and what is typed over it is its target
  await until(() => document.querySelector("attention-player").step === "loss");
  await page.mouse.click(...(await middleIn(player)("output:0,0,0")));
  await page.keyboard.type("5");
  assert.equal((await problem()).target[0][0], 5);
  await page.click("#undo");
  await page.click("#undo");
  assert.equal((await problem()).target, undefined);
  await until(() => document.querySelector("attention-player").steps.some(({ id }) => id === "keys"));
});

test("all matrices or one are drawn anew; the seed is told, and goes into the link", async () => {
  const { x, w_q } = await problem();
  await page.click("#dice button");
  const drawn = await problem();
  assert.notDeepEqual([drawn.x, drawn.w_q], [x, w_q]);
  assert.match(await says("#status", /seed/), /whole numbers.*seed 1/);
  await page.click("#matrices .die");
  assert.deepEqual((await problem()).w_q, drawn.w_q);
  await page.click("#share");
  await until(() => location.hash.startsWith("#v1."));
  assert.equal((await decodeLink(await page.evaluate(() => location.hash))).seed, 2);
  await page.click("#undo");
  await page.click("#undo");
  assert.deepEqual((await problem()).x, x);
});

test("a field refuses what is no number, and the arrows go from cell to cell", async () => {
  await type(cell(1, 1), "abc");
  await page.keyboard.press("Enter");
  assert.equal((await problem()).x[0][0], 1);
  assert.match(await text("#status"), /abc/);
  await page.keyboard.type("5");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.type("6");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("7");
  assert.deepEqual((await problem()).x.slice(0, 2), [[5, 0, 1, 0], [6, 7, 0, 2]]); // prettier-ignore
  await page.keyboard.press("Escape");
  assert.equal((await problem()).x[1][1], 2);
  // undo leaves the reader in the field, which shows what counts
  await page.keyboard.type("8");
  await page.keyboard.down("Control");
  await page.keyboard.press("z");
  await page.keyboard.up("Control");
  const held = () =>
    page.evaluate(() => [document.activeElement.getAttribute("aria-label"), document.activeElement.value]);
  assert.deepEqual([(await problem()).x[1][1], ...(await held())], [2, "inputs, row 2, column 2", "2"]);
});

test("a token is renamed, a number dragged, a matrix pasted into its own cells", async () => {
  await page.click("#matrices .token", { clickCount: 3 });
  await page.keyboard.type("We");
  assert.equal((await problem()).labels.x[0], "We");
  const { x, y, width, height } = await (await page.$(cell(2, 2))).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 8 });
  assert.equal((await problem()).x[1][1], 6);
  await page.keyboard.press("Escape");
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 8 });
  await page.mouse.up();
  assert.equal((await problem()).x[1][1], 2);
  await pasteInto("#matrices .matrix.query td input", "6 6 6\n", 4);
  assert.deepEqual((await problem()).w_q[3], [6, 6, 6]);
  // a single number with a decimal comma is left to the field
  assert.equal(await pasteInto(cell(1, 1), "2,5\r\n", 1), false);
  // another size makes new fields, of which the one in the same place has the focus; undone, it is no longer said to be in place
  await page.focus(cell(1, 2));
  await pasteInto(cell(1, 2), "1\t2\r\n", 2);
  await says("#status", /X 2×2/);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "inputs, row 1, column 2");
  await page.click("#undo");
  assert.equal(await text("#status"), "");
  // what is refused is not lost
  await pasteInto("#matrices .matrix.input td input", "1 0 1 0\n", 70_000);
  await says("#status", /at most/);
  assert.equal((await value()).length, 560_000);
  assert.equal((await problem()).x.length, 3);
  // tables of another size keep the focus
  await page.focus("#matrices .more button");
  for (const count of [4, 5]) {
    await page.keyboard.press("Enter");
    assert.equal((await problem()).x.length, count);
  }
});

test("on a phone the small picture does not cover the field that is tapped, and no table of a few columns scrolls", async () => {
  const before = page.viewport();
  await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await studio.ready();
  await page.$eval("#matrices", (matrices) => matrices.scrollIntoView({ behavior: "instant" }));
  await page.waitForSelector("#stage.past");
  await page.$eval("#matrices", () => scrollBy(0, 230));
  await page.tap(cell(1, 1));
  await until((field) => document.querySelector(field).getBoundingClientRect().top >= 250, cell(1, 1));
  const wide = await page.$$eval(".tables", (all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  );
  assert.equal(wide.length, 0);
  await page.setViewport(before);
  await studio.ready();
});

test("of each group four tiles are seen, and the others on demand; no two pictures are the same", async () => {
  const seen = () =>
    page.$$eval(".group", (groups) =>
      groups.map(
        (group) => [...group.querySelectorAll(".card")].filter((card) => card.checkVisibility()).length,
      ),
    );
  assert.deepEqual(await seen(), [4, 4, 4, 4]);
  await page.click(".group:nth-child(3) .rest");
  assert.deepEqual(await seen(), [4, 4, 15, 4]);
  const drawn = await page.$$eval(".card svg", (all) => all.map(({ innerHTML }) => innerHTML));
  assert.equal(new Set(drawn).size, drawn.length);
});

test("of many fields those near the window are made", async () => {
  await press("[name=preset][value=seq2seq]");
  await until(() => document.querySelector("attention-player").problem.stages);
  const count = () => page.$$eval("#matrices input.number", ({ length }) => length);
  const first = await count();
  assert.ok(first < 400, `${first}`);
  await page.$eval("#matrices .tensor:last-child", (last) => last.scrollIntoView());
  await until((first) => document.querySelectorAll("#matrices input.number").length > first, first);
  assert.equal(
    await page.$$eval("#matrices input.number", (all) => all.filter(({ value }) => value === "").length),
    0,
  );
});

test("a large matrix is shown in part, and the page stays light", async () => {
  await paste("1 0 2 1\n".repeat(40));
  await put();
  await says("#matrices .tensor", /40×4.*too large/s);
  assert.ok((await page.$$eval("input", (all) => all.length)) < 300);
});

test("each switch changes the problem, what it does to the weights is seen, and undo goes back through all of them", async () => {
  await press("#switches summary");
  const seen = await player((player) => {
    const press = (selector) => document.querySelector(selector).click();
    const type = (name, text) => {
      const field = document.querySelector(`[name=${name}]`);
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const heads = [...document.querySelectorAll(".stepper")].find(({ textContent }) =>
      /^heads/.test(textContent),
    );
    const comparison = () => document.querySelector("#comparison").textContent;
    const changes = {
      printed: [() => press("[name=printed]"), (p) => p.weights_override[0]],
      computed: [() => press("[name=printed]"), (p) => p.weights_override ?? null],
      scaled: [() => press("[name=scaled]"), (p) => "scale" in p],
      causal: [() => press("[name=causal]"), (p) => [p.causal, comparison().includes("→")]],
      additive: [
        () => press("[name=score][value=additive]"),
        (p) => [p.score, p.w_1.length, p.w_1[0].length],
      ],
      bilinear: [() => press("[name=score][value=bilinear]"), (p) => [p.w_score.length, "w_1" in p]],
      dot: [() => press("[name=score][value=dot]"), (p) => p.score ?? null],
      softcap: [() => type("softcap", "5"), (p) => p.softcap],
      window: [() => type("left", "1"), (p) => p.window],
      mask: [() => press(".mask input"), (p) => p.mask[0]],
      heads: [() => heads.querySelector("button:last-child").click(), (p) => p.heads],
      softmax: [() => press("[name=softmax]"), () => player.softmax],
    };
    const seen = {};
    for (const [name, [act, look]] of Object.entries(changes)) {
      act();
      seen[name] = look(player.problem);
    }
    let count = 0;
    for (; player.canUndo; count++) player.undo();
    return { ...seen, undone: [count > 7, player.problem.scale, "mask" in player.problem] };
  });
  assert.deepEqual(seen, {
    ...{ printed: [0, 0.5, 0.5], computed: null, scaled: false, causal: [true, true] },
    ...{ additive: ["additive", 3, 6], bilinear: [3, false], dot: null },
    ...{ softcap: 5, window: [1, -1], mask: [false, true, true], heads: 2, softmax: "open" },
    undone: [true, 1, false],
  });
});

test("of several heads the one that is shown is compared", async () => {
  await press("[name=preset][value=eight-heads]");
  await until(() => document.querySelectorAll("#matrices .query input").length > 0 && document.querySelector("attention-player").problem.heads === 8); // prettier-ignore
  const seen = await player((player) => {
    const comparison = document.querySelector("#comparison");
    return [0, 1].map((head) => {
      player.setAttribute("head", String(head));
      // the columns of head 1
      const w_q = player.problem.w_q.map((row) => row.map((n, k) => (k >= 3 && k < 6 ? n + 1 : n)));
      player.edit({ ...player.problem, w_q });
      return !comparison.hidden && comparison.textContent.includes("→");
    });
  });
  assert.deepEqual(seen, [false, true]);
});

test("without scripts it shows the result, and no empty button", async () => {
  const still = await page.browser().newPage();
  await still.setJavaScriptEnabled(false);
  await still.goto(studio.server.url);
  assert.match(await still.$eval("body", ({ innerText }) => innerText), /softmax\(QKᵀ\)V = \[\[1\.937/);
  const named = "button, select, summary";
  assert.deepEqual(
    await still.$$eval(named, (all) => all.filter((part) => part.checkVisibility()).length),
    0,
  );
  await still.close();
});
