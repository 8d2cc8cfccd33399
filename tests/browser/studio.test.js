// The studio as its reader meets it: a session from pasted text to a link, and every way in and out.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { exportPicture } from "../../web/export/node.js";
import { decodeLink, encodeLink, toNpy } from "../../web/input/index.js";
import { launch, openPage } from "../helpers/browser.js";
import { fewOrMany } from "../helpers/full.js";
import { serve } from "../helpers/serve.js";
import { safetensorsBytes } from "../input/helpers/files.js";
import { playerIn, readCells } from "./page.js";

/** Ways to run something, wrapped in ways to break out of what stands around it. */
function scripts() {
  const acts = ["window.hurt=1", "top.hurt=1", "self['hurt']=1", "hurt=1//"];
  const runs = acts.flatMap((act) => [
    `<script>${act}</script>`,
    `<img src=x onerror="${act}">`,
    `<svg onload=${act}>`,
    `<svg><animate onbegin=${act} attributeName=x dur=1s>`,
    `<iframe srcdoc="<script>parent.${act}</script>">`,
    `<a href="javascript:${act}">x</a>`,
    `<details open ontoggle=${act}>`,
    `<style onload=${act}></style>`,
    `<input autofocus onfocus=${act}>`,
    `javascript:${act}`,
    `\${${act}}`,
    `{{constructor.constructor("${act}")()}}`,
  ]);
  const outs = ["", '">', "'>", "</text>", "</script>", "-->", "*/", "]]>"];
  return outs.flatMap((out) => runs.map((run) => out + run));
}

describe("the studio", () => {
  let server, browser, folder, page, player;
  const foreign = [];
  before(async () => {
    [server, browser] = [await serve(), await launch()];
    folder = mkdtempSync(join(tmpdir(), "attention-studio-"));
    // nothing plays by itself, and the tests wait for no motion
    ({ page } = await openPage(browser, { width: 1280, height: 800, reducedMotion: true }));
    page.on("request", (request) => request.url().startsWith(server.url) || foreign.push(request.url()));
    player = playerIn(page);
    await page.goto(server.url);
    await ready();
  });
  after(async () => {
    await page.close();
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // the walk-through is chosen anew: of what was done before nothing is left
  afterEach(() =>
    page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      for (const name of ["theme", "ask", "controls"]) player.removeAttribute(name);
      player.playbackRate = 1;
      const card = document.querySelector("[name=preset][value=walk-through]");
      card.checked = false;
      card.click();
      await new Promise((resolve) => setTimeout(resolve));
      await player.ready;
    }),
  );

  const until = (condition, ...given) => page.waitForFunction(condition, {}, ...given);
  const ready = () =>
    until(
      () =>
        document.querySelectorAll("#matrices input.number").length > 0 && document.querySelector("#undo svg"),
    );
  const problem = () => player((player) => player.problem);
  const text = (selector) => page.$eval(selector, ({ textContent }) => textContent);
  /** Until an element says so; what it says. @param {string} selector @param {RegExp} said */
  async function says(selector, said) {
    const so = (selector, said) => new RegExp(said).test(document.querySelector(selector)?.textContent ?? "");
    await until(so, selector, said.source);
    return text(selector);
  }
  const put = () => page.click("#inlets .strong");
  const press = (selector) => page.$eval(selector, (element) => element.click());
  const cell = (row, column) =>
    `#matrices .tensor:first-of-type tr:nth-child(${row}) td:nth-of-type(${column}) input`;
  /** Goes to an address as if for the first time. */
  async function open(hash) {
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(server.url + hash);
    await ready();
  }
  /** Pastes a text into the box; returns what it is read as. */
  async function paste(pasted) {
    await page.evaluate((text) => {
      document.querySelector("#inlets .read").textContent = "";
      const box = document.querySelector("textarea");
      box.value = text;
      box.dispatchEvent(new Event("input"));
    }, pasted);
    return says("#inlets .read", /./);
  }
  /** Pastes a text that is repeated, as a reader does; whether the page keeps it from its target. */
  const pasteInto = (selector, row, count) =>
    page.$eval(
      selector,
      (target, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        return !target.dispatchEvent(event);
      },
      row.repeat(count),
    );
  const value = () => page.$eval("textarea", ({ value }) => value);
  async function type(selector, text) {
    await page.focus(selector);
    await page.keyboard.type(text);
  }
  /** Chooses a file that holds this. */
  async function choose(name, content) {
    const path = join(folder, name);
    writeFileSync(path, content);
    await (await page.$("input[type=file]")).uploadFile(path);
  }
  /** Chooses a part of the file, and puts it in. */
  const putPart = (ranges) =>
    page.evaluate((ranges) => {
      for (const [name, value] of Object.entries(ranges))
        document.querySelector(`[name=${name}]`).value = value;
      document.querySelector(".files .strong").click();
    }, ranges);

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

  test("a large matrix is shown in part, and the page stays light", async () => {
    await paste("1 0 2 1\n".repeat(40));
    await put();
    await says("#matrices .tensor", /40×4.*too large/s);
    assert.ok((await page.$$eval("input", (all) => all.length)) < 300);
  });

  test("a matrix of another size says what follows it before it does, with a button for each place", async () => {
    await paste("1 2\n3 4\n5 6\n7 8");
    const offered = () => page.$$eval("#inlets .places button", (all) => all.map(({ innerText }) => innerText.replace(/\s+/g, " "))); // prettier-ignore
    assert.deepEqual(await offered(), ["Into W_V 4×2"]);
    await page.click("#inlets .places button");
    assert.deepEqual((await problem()).w_v[3], [7, 8]);
    assert.deepEqual([await value(), (await problem()).labels.x.length], ["", 3]);
    // five tokens are not those three
    await paste("[[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1], [0, 0, 0, 1], [2, 0, 0, 1]]");
    assert.deepEqual(await offered(), ["Into X 5×4"]);
    await page.click("#inlets .places button");
    const { x, labels } = await problem();
    assert.deepEqual([x.length, labels], [5, {}]);
  });

  test("a sentence is typed as words; which vectors were learned and which drawn is told", async () => {
    await page.click("[name=words]", { clickCount: 3 });
    await page.keyboard.type("the wh");
    const offered = await page.$$eval("#known-words option", (all) => all.map(({ value }) => value));
    assert.deepEqual(offered, ["the white"]);
    await page.keyboard.type("ite fish");
    await page.keyboard.press("Enter");
    assert.match(
      await says("#sentences .note", /fish/),
      /^Learned vectors: the, white\. Drawn, seed 7: fish\.$/,
    );
    const { x, labels } = await problem();
    assert.deepEqual([x.length, labels.x], [3, ["the", "white", "fish"]]);
  });

  test("a target that begins near what comes out is typed over and learned; undo takes it back", async () => {
    await press("[name=learns]");
    await until(() => document.querySelector("attention-player").steps.some(({ id }) => id === "learn"));
    assert.deepEqual((await problem()).target, [[2, 7, 2], [2, 8, 0], [2, 8, 0]]); // prettier-ignore
    const field = await page.$('[aria-label^="target, row 1"]');
    await field.click({ clickCount: 3 });
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

  test("what cannot be read is shown at its place, and nothing is lost", async () => {
    const before = await problem();
    assert.match(await paste("[[1, 2], [3]]"), /row 2/);
    assert.ok(await page.$eval("#inlets .strong", ({ disabled }) => disabled));
    assert.match(await paste("[[1., ..., 2.]]"), /abbreviated/);
    assert.equal(await value(), "[[1., ..., 2.]]");
    assert.deepEqual(await problem(), before);
  });

  test("a whole problem is pasted as JSON, or as the lines of a script", async () => {
    await paste("X = np.array([[1, 0], [0, 1]])\nW_q = [[1, 2], [3, 4]]\ncausal = True");
    await put();
    const { x, w_q, causal } = await problem();
    assert.deepEqual([x.length, w_q[1], causal], [2, [3, 4], true]);
    // what the core refuses stays in the box, and what was put in can be taken back
    assert.match(await paste('{"x": [[1, 2, 3]], "heads": 2}'), /whole problem/);
    await put();
    assert.match(await text("#inlets .read"), /heads/);
    assert.match(await value(), /heads/);
    await page.click("#undo");
    assert.equal((await problem()).x.length, 3);
  });

  test("for a listing that draws its numbers they are drawn here, and stand in the box", async () => {
    const said = await paste(
      "x = torch.randn(2, 3)\nw_q = np.random.normal(size=(3, 2))\nw_k = torch.zeros(3, 2)",
    );
    assert.match(said, /computed/);
    await page.click("#inlets .places button");
    await says("#inlets .read", /whole problem/);
    assert.match(await value(), /^x = \[\[-?[012], /);
    await put();
    const { x, w_q, w_k } = await problem();
    assert.deepEqual([x.length, w_q.length, w_k], [2, 3, [[0, 0], [0, 0], [0, 0]]]); // prettier-ignore
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
  });

  test("a token is renamed, a number dragged, a matrix pasted into its own cells", async () => {
    await page.click("#matrices .token", { clickCount: 3 });
    await page.keyboard.type("We");
    assert.equal((await problem()).labels.x[0], "We");
    const { x, y, width, height } = await (await page.$(cell(2, 2))).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 8 });
    await page.mouse.up();
    assert.equal((await problem()).x[1][1], 6);
    await pasteInto("#matrices .matrix.query td input", "6 6 6\n", 4);
    assert.deepEqual((await problem()).w_q[3], [6, 6, 6]);
    // what is refused is not lost
    await pasteInto("#matrices .matrix.input td input", "1 0 1 0\n", 70_000);
    await says("#status", /at most/);
    assert.equal((await value()).length, 560_000);
    assert.equal((await problem()).x.length, 3);
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

  test("a file is dropped: its header is read, a part is chosen, and it goes where it is meant", async () => {
    const data = Float32Array.from({ length: 100 * 40 }, (_, k) => k);
    await choose("big.npy", toNpy({ shape: [100, 40], data }));
    await until(() => document.querySelector(".files .strong"));
    assert.match(await text(".files"), /big\.npy/);
    await putPart({ "rows-to": "3", "columns-from": "2", "columns-to": "6" });
    await until(() => document.querySelector("attention-player").problem.x[0][0] === 2);
    assert.deepEqual((await problem()).x, [[2, 3, 4, 5], [42, 43, 44, 45], [82, 83, 84, 85]]); // prettier-ignore
    await putPart({ "rows-to": "101" });
    await says(".files .wrong", /100/);
  });

  test("an exported picture is dropped: its problem and its story are back, and undo comes back from them", async () => {
    const x = [[1, 2], [3, 5]]; // prettier-ignore
    for (const type of ["svg", "tag", "pages"]) {
      await choose(
        `${type}.${type === "svg" ? type : "html"}`,
        await exportPicture({ x }, { type, story: "matrices" }),
      );
      await until(() => document.querySelector("attention-player").problem.x[1][1] === 5);
      assert.equal(await page.$eval("attention-player", (player) => player.story), "matrices");
      await page.$eval("attention-player", (player) => player.undo());
      assert.notDeepEqual((await problem()).x, x);
    }
  });

  test("a layer of a real model is recognised, and a part of it put in at once", async () => {
    const [d, heads] = [16, 48];
    const count = (length, by = 1) => Array.from({ length }, (_, k) => k * by);
    await choose(
      "model.safetensors",
      safetensorsBytes([
        { name: "wte.weight", shape: [2, d], values: Array(2 * d).fill(1) },
        { name: "h.0.attn.c_attn.weight", shape: [d, heads], values: count(d * heads) },
        { name: "h.0.attn.c_attn.bias", shape: [heads], values: count(heads, -1) },
        { name: "h.0.attn.c_proj.weight", shape: [d, d], values: Array(d * d).fill(2) },
        { name: `\u202e${"long".repeat(1000)}.end`, shape: [1], values: [1] },
      ]),
    );
    await until(() => document.querySelectorAll(".files [name=source] option").length > 4);
    const names = await page.$$eval(".files [name=source] option", (all) =>
      all.map((one) => one.textContent),
    );
    assert.ok(names.some((name) => /h\.0\.attn/.test(name)));
    // a name is text, whatever it says
    assert.match(names.at(-1), /^U\+202Elong.{20,30}….{20,30}\.end F32 1$/);
    await putPart({ "rows-to": "5", "columns-to": "3" });
    await until(() => document.querySelector("attention-player").problem.b_q);
    const { x, w_q, w_k, b_v, w_o, scale, labels } = await problem();
    assert.deepEqual([x[0].length, w_q.length, w_q[1], w_k[0]], [5, 5, [48, 49, 50], [16, 17, 18]]);
    assert.deepEqual([b_v, w_o.length, w_o[0].length, scale], [[-32, -33, -34], 3, 5, undefined]);
    assert.deepEqual(labels.x, ["I", "love", "cats"]);
  });

  test("reading a large file shows how far it is, and can be stopped", async () => {
    const before = await problem();
    await page.evaluate(async () => {
      const { toNpy } = await import("/input/index.js");
      const head = toNpy({ shape: [1, 1], data: new Float32Array(1) }).subarray(0, 128);
      const text = String.fromCharCode(...head).replace("(1, 1), }", "(4000, 4000), }");
      const header = Uint8Array.from(text.slice(0, 127), (sign) => sign.charCodeAt(0));
      const slow = new File([header, "\n", new Uint8Array(4000 * 4000 * 4)], "large.npy");
      // the header comes at once, the numbers when they are let through
      const { slice } = Blob.prototype;
      const held = new Promise((resolve) => (window.letThrough = resolve));
      slow.slice = (from, to) => {
        const part = slice.call(slow, from, to);
        const read = part.arrayBuffer.bind(part);
        if (from >= 128) part.arrayBuffer = () => held.then(read);
        return part;
      };
      const drop = new DragEvent("drop", { cancelable: true });
      Object.defineProperty(drop, "dataTransfer", { value: { files: [slow] } });
      document.dispatchEvent(drop);
    });
    await says(".files h4", /large/);
    await putPart({ "rows-to": "4000", "columns-to": "4000" });
    await until(() => document.querySelector(".files progress"));
    await page.$$eval(".files button", (buttons) => {
      buttons.at(-1).click();
      window.letThrough();
    });
    await says(".files", /Stopped/);
    assert.deepEqual(await problem(), before);
  });

  test("several files that are dropped are all listed, and each is opened from the list", async () => {
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      for (let k = 1; k <= 500; k++)
        dataTransfer.items.add(
          new File([k === 2 ? "7 8 9" : "1 2"], k === 500 ? "\u202efdp.exe" : `${k}.csv`),
        );
      document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    const names = await page.$$eval(".files [name=opened] option", (all) =>
      all.map((one) => one.textContent),
    );
    assert.deepEqual([names.length, names[0], names[499]], [500, "1.csv", "U+202Efdp.exe"]);
    await page.select(".files [name=opened]", "1");
    await until(() => document.querySelector("textarea").value === "7 8 9");
  });

  test("a text that is too long is refused before a box shows it; a long one is read beside the page, and can be stopped", async () => {
    const before = await problem();
    await paste("1 2");
    for (const selector of ["textarea", "#matrices input.number"]) {
      assert.equal(await pasteInto(selector, "1 2 3 ", 200_000), true);
      assert.equal(await value(), "1 2");
      assert.match(await text("#inlets .read.wrong"), /1,048,576/);
    }
    assert.equal(await pasteInto("textarea", "1 2 3 ", 2), false);
    assert.match(await paste(`${"1 0 2 ".repeat(100)}\n`.repeat(300)), /300×300/);
    await page.evaluate(() => {
      window.Worker = class {
        postMessage() {}
        terminate() {}
      };
      const box = document.querySelector("textarea");
      box.value += "1 ".repeat(300);
      box.dispatchEvent(new Event("input"));
    });
    await until(() => document.querySelector("#inlets progress"));
    await press("#inlets progress + button");
    await says("#inlets .read", /Stopped/);
    assert.match(await value(), /1 $/);
    assert.deepEqual(await problem(), before);
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
    await page.evaluate(() => document.querySelector("#home").scrollIntoView());
    await until(() => document.querySelectorAll(".row").length > 10);
    assert.match(await text(".code"), /torch/);
    await player((player) => (player.step = "scores-1"));
    assert.match(
      (await page.$$eval(".row.on", (rows) => rows.map((row) => row.textContent))).join(),
      /scores/,
    );
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
    await page.goto(address);
    await until(() => document.querySelector("attention-player")?.problem?.x);
    assert.deepEqual(await problem(), wanted);
    await open("");
  });

  describe("runs no script that is written", () => {
    const all = scripts();
    const some = fewOrMany(
      all.filter((_, k) => k % 35 === 1).concat('"></script><script>hurt=1</script>'),
      all,
    );
    afterEach(async () => assert.equal(await page.evaluate(() => window.hurt), undefined));

    test("as labels: in picture, caption, table, fields, code and the tag to copy", async () => {
      const shown = await page.evaluate(async (all) => {
        const player = document.querySelector("attention-player");
        let count = 0;
        for (let k = 0; k < all.length; k += 4) {
          const x = all.slice(k, k + 4);
          player.edit({ x: x.map((_, i) => [i, 1]), labels: { x } });
          player.currentTime = (k / all.length) * player.duration;
          const names = [...document.querySelectorAll("#matrices .token")];
          count += names.filter(({ value }) => x.includes(value)).length;
          for (const language of document.querySelectorAll("[name=language]"))
            if (k % 64 === 0) language.click();
          // tables are written a little later
          if (k % 32 === 0) await new Promise((resolve) => setTimeout(resolve, 300));
        }
        // the tag to copy is read as a page would read it
        const tag = document.querySelector("#tag").textContent;
        const { scripts } = new DOMParser().parseFromString(tag, "text/html");
        return { count, scripts: scripts.length, read: JSON.parse(scripts[1].textContent).labels.x };
      }, some);
      const last = some.slice(-(some.length % 4 || 4));
      assert.deepEqual(shown, { count: some.length, scripts: 2, read: last });
    });

    test("as pasted text, as names and contents of files, as typed numbers", async () => {
      await page.evaluate(async (all) => {
        const box = document.querySelector("textarea");
        const field = document.querySelector("#matrices input.number");
        for (const [k, text] of all.entries()) {
          box.value = text;
          box.dispatchEvent(new Event("input"));
          document.querySelector("#inlets .strong").click();
          field.focus();
          field.value = text;
          field.dispatchEvent(new Event("input"));
          field.blur();
          const name = `${text.replaceAll("/", "_")}.${["npy", "safetensors", "json", "csv"][k % 4]}`;
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
          if (k % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
        }
        await new Promise((resolve) => setTimeout(resolve, 500));
      }, some);
      assert.equal((await problem()).x[0][0], 1);
    });
  });

  test("it asks for nothing beyond its own files, and keeps no cookie", async () => {
    const others = foreign.filter((url) => !/^(data|blob|about):/.test(url));
    assert.deepEqual(others, []);
    assert.equal(await page.evaluate(() => document.cookie), "");
  });
});
