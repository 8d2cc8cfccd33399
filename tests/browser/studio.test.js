// The studio as its reader meets it: a session from pasted text to a link, and every way in and out.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { encodeLink, toNpy } from "../../web/input/index.js";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";
import { safetensorsBytes } from "../input/helpers/files.js";
import { readCells } from "./page.js";

const printed = "array([[1., 0., 1., 0.],\n       [0., 2., 0., 2.],\n       [1., 1., 1., 3.5]])";

describe("the studio", () => {
  let server, browser, folder;
  before(async () => {
    [server, browser] = [await serve(), await launch()];
    folder = mkdtempSync(join(tmpdir(), "attention-studio-"));
  });
  after(async () => {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The page, and what its reader does. @param {{ hash?: string, before?: (page: any) => Promise<void>, width?: number, height?: number }} [how] */
  async function open({ hash = "", before: prepare, width = 1280, height = 800 } = {}) {
    const { page } = await openPage(browser, { width, height });
    // nothing is kept from the page before, and everything from one load to the next
    await page.evaluateOnNewDocument(() => {
      if (!sessionStorage.getItem("opened")) localStorage.clear();
      sessionStorage.setItem("opened", "yes");
    });
    await prepare?.(page);
    await page.goto(server.url + hash);
    await ready(page);
    const player = (act, ...given) =>
      page.evaluate(
        (act, given) =>
          new Function("player", "given", `return (${act})(player, ...given)`)(
            document.querySelector("attention-player"),
            given,
          ),
        String(act),
        given,
      );
    return {
      page,
      player,
      problem: () => player((player) => player.problem),
      told: () => page.$eval("#status", (status) => status.textContent),
      until: (condition) => page.waitForFunction(condition, { timeout: 20_000 }),
      async paste(text) {
        await page.$eval("textarea", (box) => (box.value = ""));
        await page.$eval("#inlets .read", (said) => (said.textContent = ""));
        await page.focus("textarea");
        await page.evaluate((text) => document.execCommand("insertText", false, text), text);
        await page.waitForFunction(() => document.querySelector("#inlets .read").textContent !== "");
        return page.$eval("#inlets .read", ({ textContent }) => textContent);
      },
      put: () => page.click("#inlets .strong"),
      async type(selector, text) {
        await page.focus(selector);
        await page.keyboard.type(text);
      },
    };
  }
  const ready = (page) =>
    page.waitForFunction(
      () =>
        document.querySelectorAll("#matrices input.number").length > 0 && document.querySelector("#undo svg"),
    );
  const cell = (row, column) =>
    `#matrices .tensor:first-of-type tr:nth-child(${row}) td:nth-of-type(${column}) input`;

  test("a session: paste NumPy's print, change a cell, add a token, undo, share; a fresh page shows the same digits", async () => {
    const { page, player, problem, paste, put, type, told, until } = await open();
    assert.match(await paste(printed), /NumPy, 3×4/);
    await put();
    assert.deepEqual((await problem()).x, [
      [1, 0, 1, 0],
      [0, 2, 0, 2],
      [1, 1, 1, 3.5],
    ]);
    await type(cell(1, 2), "0.25");
    assert.deepEqual((await problem()).x[0], [1, 0.25, 1, 0]);
    await page.click(".more .quiet");
    assert.deepEqual([(await problem()).x.length, (await problem()).labels.x.length], [4, 4]);
    await page.click("#undo");
    assert.equal((await problem()).x.length, 3);
    await player((player) => {
      player.pause();
      player.step = "softmax-2";
    });
    await page.click("#share");
    await until(() => location.hash.startsWith("#v1."));
    assert.match(await told(), /link/);
    const hash = await page.evaluate(() => location.hash);
    const cells = await page.evaluate(readCells);
    const fresh = await open({ hash });
    assert.deepEqual(await fresh.problem(), await problem());
    assert.equal(await fresh.player((player) => player.step), "softmax-2");
    assert.deepEqual(await fresh.page.evaluate(readCells), cells);
    await fresh.page.close();
    await page.close();
  });

  test("a matrix of another size takes whatever depends on it along", async () => {
    const { page, problem, paste, put } = await open();
    await paste("1 2 3 4 5\n5 4 3 2 1");
    await put();
    const { x, w_q, labels } = await problem();
    assert.deepEqual(
      [x, w_q.length, labels.x],
      [
        [
          [1, 2, 3, 4, 5],
          [5, 4, 3, 2, 1],
        ],
        5,
        ["I", "love"],
      ],
    );
    await page.close();
  });

  test("a large matrix is shown in part, and the page stays light", async () => {
    const { page, paste, put, until } = await open();
    await paste(Array.from({ length: 500 }, (_, i) => `${i % 7} ${i % 3} ${i % 5} 1`).join("\n"));
    await put();
    await until(() => document.querySelector("attention-player").problem.x.length === 500);
    assert.ok((await page.$$eval("input", (all) => all.length)) < 500);
    assert.match(
      await page.$eval("#matrices .tensor", ({ textContent }) => textContent),
      /500×4.*too large/s,
    );
    await page.close();
  });

  test("what cannot be read is shown at its place, and nothing is lost", async () => {
    const { page, problem, paste } = await open();
    const before = await problem();
    assert.match(await paste("[[1, 2], [3]]"), /row 2/);
    assert.ok(await page.$eval("#inlets .strong", ({ disabled }) => disabled));
    assert.match(await paste("[[1., ..., 2.]]"), /abbreviated/);
    assert.equal(await page.$eval("textarea", ({ value }) => value), "[[1., ..., 2.]]");
    assert.deepEqual(await problem(), before);
    await page.close();
  });

  test("a whole problem is pasted as JSON, or as the lines of a script", async () => {
    const { page, problem, paste, put, until } = await open();
    await paste("X = np.array([[1, 0], [0, 1]])\nW_q = [[1, 2], [3, 4]]\ncausal = True");
    await put();
    await until(() => document.querySelector("attention-player").problem.x.length === 2);
    const { x, w_q, causal } = await problem();
    assert.deepEqual(
      [x, w_q, causal],
      [
        [
          [1, 0],
          [0, 1],
        ],
        [
          [1, 2],
          [3, 4],
        ],
        true,
      ],
    );
    // what the core refuses stays in the box, and what was put in can be taken back
    assert.match(await paste('{"x": [[1, 2, 3]], "heads": 2}'), /whole problem/);
    await put();
    assert.match(await page.$eval("#inlets .read", ({ textContent }) => textContent), /heads/);
    assert.match(await page.$eval("textarea", ({ value }) => value), /heads/);
    await page.click("#undo");
    assert.equal((await problem()).x.length, 3);
    await page.close();
  });

  test("a field refuses what is no number, and the arrows go from cell to cell", async () => {
    const { page, problem, type, told } = await open();
    await type(cell(1, 1), "abc");
    await page.keyboard.press("Enter");
    assert.equal((await problem()).x[0][0], 1);
    assert.match(await told(), /abc/);
    await page.keyboard.type("5");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("6");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("7");
    assert.deepEqual((await problem()).x.slice(0, 2), [
      [5, 0, 1, 0],
      [6, 7, 0, 2],
    ]);
    await page.keyboard.press("Escape");
    assert.equal((await problem()).x[1][1], 2);
    await page.close();
  });

  test("a token is renamed, a number dragged, a matrix pasted into its own cells", async () => {
    const { page, problem } = await open();
    await page.click("#matrices .token", { clickCount: 3 });
    await page.keyboard.type("We");
    assert.equal((await problem()).labels.x[0], "We");
    const field = await page.$(cell(2, 2));
    const { x, y, width, height } = await field.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 8 });
    await page.mouse.up();
    assert.equal((await problem()).x[1][1], 6);
    await page.$eval(
      "#matrices .matrix.query input",
      (input, text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        input.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
        );
      },
      "9 9 9\n8 8 8\n7 7 7\n6 6 6",
    );
    assert.deepEqual((await problem()).w_q[3], [6, 6, 6]);
    await page.close();
  });

  test("each switch changes the problem, and what it does to the weights is seen", async () => {
    const { page, problem } = await open();
    const press = (selector) => page.$eval(selector, (element) => element.click());
    await press("[name=printed]");
    assert.deepEqual((await problem()).weights_override[0], [0, 0.5, 0.5]);
    await press("[name=printed]");
    assert.equal((await problem()).weights_override, undefined);
    await press("[name=scaled]");
    assert.equal("scale" in (await problem()), false);
    assert.equal(await page.$eval("#comparison", ({ hidden }) => hidden), false);
    await press("[name=causal]");
    assert.equal((await problem()).causal, true);
    assert.match(await page.$eval("#comparison", ({ textContent }) => textContent), /→/);
    await press("[name=score][value=additive]");
    const additive = await problem();
    assert.deepEqual([additive.score, additive.w_1.length, additive.w_1[0].length], ["additive", 3, 6]);
    await press("[name=score][value=bilinear]");
    assert.deepEqual([(await problem()).w_score.length, "w_1" in (await problem())], [3, false]);
    await press("[name=score][value=dot]");
    assert.equal((await problem()).score, undefined);
    await press("#switches summary");
    await page.type("[name=softcap]", "5");
    assert.equal((await problem()).softcap, 5);
    await page.type("[name=left]", "1");
    assert.deepEqual((await problem()).window, [1, -1]);
    await press(".mask input");
    assert.deepEqual((await problem()).mask[0], [false, true, true]);
    await page.$$eval(".stepper", (all) =>
      all
        .find(({ textContent }) => textContent.startsWith("heads"))
        .querySelector("button:last-child")
        .click(),
    );
    assert.equal((await problem()).heads, 2);
    await press("[name=softmax]");
    assert.equal(await page.$eval("attention-player", (player) => player.softmax), "open");
    // and the way back goes through all of them
    const undone = await page.evaluate(() => {
      const player = document.querySelector("attention-player");
      let count = 0;
      for (; player.canUndo; count++) player.undo();
      return [count > 7, player.problem.scale, "mask" in player.problem];
    });
    assert.deepEqual(undone, [true, 1, false]);
    await page.close();
  });

  test("a file is dropped: its header is read, a part is chosen, and it goes where it is meant", async () => {
    const path = join(folder, "big.npy");
    const data = Float32Array.from({ length: 100 * 40 }, (_, k) => k);
    writeFileSync(path, toNpy({ shape: [100, 40], data }));
    const { page, problem, until } = await open();
    const input = await page.$("input[type=file]");
    await input.uploadFile(path);
    await until(() => document.querySelector(".files .strong"));
    assert.match(await page.$eval(".files", ({ textContent }) => textContent), /big\.npy/);
    await page.$eval("[name=rows-to]", (field) => (field.value = "3"));
    await page.$eval("[name=columns-from]", (field) => (field.value = "2"));
    await page.$eval("[name=columns-to]", (field) => (field.value = "6"));
    await page.click(".files .strong");
    await until(() => document.querySelector("attention-player").problem.x[0][0] === 2);
    assert.deepEqual((await problem()).x, [
      [2, 3, 4, 5],
      [42, 43, 44, 45],
      [82, 83, 84, 85],
    ]);
    await page.$eval("[name=rows-to]", (field) => (field.value = "101"));
    await page.click(".files .strong");
    await until(() => document.querySelector(".files .wrong"));
    assert.match(await page.$eval(".files .wrong", ({ textContent }) => textContent), /100/);
    await page.close();
  });

  test("a layer of a real model is recognised, and a part of it put in at once", async () => {
    const path = join(folder, "model.safetensors");
    const [d, heads] = [16, 48];
    const fused = Array.from({ length: d * heads }, (_, k) => k);
    const bias = Array.from({ length: heads }, (_, k) => -k);
    writeFileSync(
      path,
      safetensorsBytes([
        { name: "wte.weight", shape: [2, d], values: Array(2 * d).fill(1) },
        { name: "h.0.attn.c_attn.weight", shape: [d, heads], values: fused },
        { name: "h.0.attn.c_attn.bias", shape: [heads], values: bias },
        { name: "h.0.attn.c_proj.weight", shape: [d, d], values: Array(d * d).fill(2) },
      ]),
    );
    const { page, problem, until } = await open();
    await (await page.$("input[type=file]")).uploadFile(path);
    await until(() => document.querySelector(".files .strong"));
    assert.match(await page.$eval(".files select", ({ textContent }) => textContent), /h\.0\.attn/);
    for (const [name, to] of [
      ["rows-to", "5"],
      ["columns-to", "3"],
    ])
      await page.$eval(`[name=${name}]`, (field, to) => (field.value = to), to);
    await page.click(".files .strong");
    await until(() => document.querySelector("attention-player").problem.b_q);
    const { x, w_q, w_k, b_v, w_o, scale, labels } = await problem();
    assert.deepEqual([x[0].length, w_q.length, w_q[1], w_k[0]], [5, 5, [48, 49, 50], [16, 17, 18]]);
    assert.deepEqual([b_v, w_o.length, w_o[0].length, scale], [[-32, -33, -34], 3, 5, undefined]);
    assert.deepEqual(labels.x, ["I", "love", "cats"]);
    await page.close();
  });

  test("reading a large file shows how far it is, and can be stopped", async () => {
    const { page, problem, until } = await open();
    const before = await problem();
    await page.evaluate(async () => {
      const { toNpy } = await import("/input/index.js");
      const head = toNpy({ shape: [1, 1], data: new Float32Array(1) }).subarray(0, 128);
      const text = String.fromCharCode(...head).replace("(1, 1), }", "(4000, 4000), }");
      const header = Uint8Array.from(text.slice(0, 127), (sign) => sign.charCodeAt(0));
      const slow = new File([header, "\n", new Uint8Array(4000 * 4000 * 4)], "large.npy");
      // a disk that takes its time
      const { slice } = Blob.prototype;
      File.prototype.slice = function (...range) {
        const part = slice.apply(this, range);
        const { arrayBuffer } = Blob.prototype;
        part.arrayBuffer = () =>
          new Promise((resolve) => setTimeout(() => resolve(arrayBuffer.call(part)), 20));
        return part;
      };
      const data = new DataTransfer();
      data.items.add(slow);
      document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    });
    await until(() => document.querySelector(".files .strong"));
    await page.$eval("[name=rows-to]", (field) => (field.value = "4000"));
    await page.$eval("[name=columns-to]", (field) => (field.value = "4000"));
    await page.click(".files .strong");
    await until(() => document.querySelector(".files progress"));
    await page.$$eval(".files button", (buttons) => buttons.at(-1).click());
    await until(() => /Stopped/.test(document.querySelector(".files").textContent));
    assert.deepEqual(await problem(), before);
    await page.close();
  });

  test("a damaged, cut or hostile link is refused, and the work on the page stays", async () => {
    const good = await encodeLink({ problem: { x: [[1, 2]] }, story: "walk-through" });
    const problem = await encodeLink({ problem: { x: [[1, 2]], heads: 7 } });
    const { page, player, until } = await open({ hash: `#${good}x` });
    for (const hash of [
      `#${good.slice(0, -3)}`,
      "#v1.%3Cscript%3E",
      `#${problem}`,
      "#v9.a.b",
      `#v1.${"A".repeat(9000)}`,
    ]) {
      await page.$eval("#status", (status) => (status.textContent = ""));
      await page.evaluate((hash) => (location.hash = hash), hash);
      await until(() => document.querySelector("#status").textContent !== "");
      assert.equal(await player((player) => player.problem.x.length), 3, hash.slice(0, 40));
    }
    await page.close();
  });

  test("a link opens the story, the moment and the looks that it holds, in its language", async () => {
    const state = {
      problem: {
        x: [
          [1, 0],
          [0, 2],
        ],
      },
      story: "matrices",
      time: 7.5,
      lang: "zh",
      theme: "dark",
    };
    const { page, player } = await open({
      hash: `#${await encodeLink({ ...state, softmax: true, ask: true, speed: 2 })}`,
    });
    const told = await player((player) => [
      player.story,
      player.currentTime,
      player.paused,
      player.theme,
      player.softmax,
      player.ask,
      player.playbackRate,
      document.documentElement.lang,
    ]);
    assert.deepEqual(told, ["matrices", 7.5, true, "dark", "open", true, 2, "zh-CN"]);
    await page.close();
  });

  test("back and forward walk what was chosen or shared, and find the work as it was left", async () => {
    const { page, problem, type, until } = await open();
    await type(cell(1, 1), "9");
    await new Promise((resolve) => setTimeout(resolve, 600));
    await page.$eval("[name=preset][value=two-words]", (card) => card.click());
    await until(() => document.querySelector("attention-player").problem.x.length === 2);
    await page.$eval("[name=preset][value=eight-heads]", (card) => card.click());
    await until(() => document.querySelector("attention-player").problem.heads === 8);
    await page.goBack();
    await until(() => document.querySelector("attention-player").problem.heads === 1);
    assert.equal((await problem()).x.length, 2);
    await page.goBack();
    await until(() => document.querySelector("attention-player").problem.x.length === 3);
    assert.equal((await problem()).x[0][0], 9);
    await page.goForward();
    await until(() => document.querySelector("attention-player").problem.x.length === 2);
    await page.close();
  });

  test("a draft survives a reload; where nothing may be kept, it is said once and the work goes on", async () => {
    const { page, problem, type, until } = await open();
    await type(cell(1, 1), "7");
    await until(() => localStorage.getItem("attention-player.draft"));
    await page.reload();
    await ready(page);
    await until(() => document.querySelector("attention-player").problem.x[0][0] === 7);
    assert.equal((await problem()).x[0][0], 7);
    // what is too long for a link is kept all the same
    await page.evaluate(() => {
      const row = (_, i) => Array.from({ length: 64 }, (_, j) => Math.sin(i * 64 + j * 1.7) * 1000);
      document.querySelector("attention-player").edit({ x: Array.from({ length: 40 }, row) });
    });
    await page.click("#share");
    await until(() => /8,?000/.test(document.querySelector("#status").textContent));
    await until(() => localStorage.getItem("attention-player.draft").length > 20_000);
    await page.reload();
    await until(() => document.querySelector("attention-player").problem?.x.length === 40);
    await page.close();
    const refused = await open({
      before: (page) =>
        page.evaluateOnNewDocument(() => {
          Object.defineProperty(window, "localStorage", {
            get() {
              throw new DOMException("refused", "SecurityError");
            },
          });
        }),
    });
    assert.match(await refused.told(), /draft/);
    await refused.type(cell(1, 1), "7");
    assert.equal((await refused.problem()).x[0][0], 7);
    await refused.page.close();
  });

  test("the code follows the problem, its present step is marked, and a line rings its cells", async () => {
    const { page, player, until } = await open();
    await page.evaluate(() => document.querySelector("#home").scrollIntoView());
    await until(() => document.querySelectorAll(".row").length > 10);
    const code = () => page.$eval(".code", ({ textContent }) => textContent);
    assert.match(await code(), /torch/);
    await player((player) => (player.step = "scores-1"));
    assert.match(
      await page.$$eval(".row.on", (rows) => rows.map(({ textContent }) => textContent).join("")),
      /scores/,
    );
    const ringed = await page.evaluate(() => {
      const line = [...document.querySelectorAll(".row")].find(({ textContent }) =>
        /^key = /.test(textContent),
      );
      line.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
      return document.querySelector("attention-player").shadowRoot.querySelector(".overlay")
        .childElementCount;
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
      await page.$eval(`[name=language][value=${language}]`, (input) => input.click());
      assert.match(await code(), sign, language);
    }
    await page.close();
  });

  test("no script gets in by a label, a name of a file or a link", async () => {
    const payload = '"><img src=x onerror="window.hurt=1"></script><script>window.hurt=1</script>';
    const hash = `#${await encodeLink({ problem: { x: [[1, 2]], labels: { x: [payload] } } })}`;
    const { page, until } = await open({ hash });
    await until(() => document.querySelector("attention-player").problem.x.length === 1);
    const path = join(folder, "<img src=x onerror=window.hurt=1>.csv");
    writeFileSync(path, payload);
    const input = await page.$("input[type=file]");
    await input.uploadFile(path);
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(await page.evaluate(() => window.hurt), undefined);
    const tag = await page.$eval("#tag", ({ textContent }) => textContent);
    assert.equal(tag.match(/<\/script>/g).length, 2);
    await page.close();
  });

  test("the tag that it offers has all that is chosen", async () => {
    const { page, player } = await open();
    const other = {
      x: [[1, 2, 0, 1]],
      w_q: [[1], [0], [0], [1]],
      w_k: [[1], [1], [0], [0]],
      w_v: [[1], [0], [2], [0]],
    };
    const written = await player(async (player, other) => {
      for (const [name, value] of [
        ["ask", ""],
        ["controls", "off"],
        ["theme", "dark"],
      ])
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
    assert.deepEqual(rest, {
      preset: "walk-through",
      story: "compare",
      theme: "dark",
      controls: "off",
      ask: "",
    });
    assert.deepEqual(JSON.parse(compare), other);
    await page.close();
  });

  test("the frame that it offers shows the same, an example and the reader's own", async () => {
    const { page, problem, until, type } = await open();
    await until(() => /preset=walk-through/.test(document.querySelector("#frame").textContent));
    await type(cell(1, 2), "0.25");
    await until(() => /#v1[.]/.test(document.querySelector("#frame").textContent));
    const wanted = await problem();
    const [, address] = /src="([^"]+)"/.exec(await page.$eval("#frame", ({ textContent }) => textContent));
    await page.goto(address);
    await until(() => document.querySelector("attention-player")?.problem?.x);
    assert.deepEqual(await page.$eval("attention-player", ({ problem }) => problem), wanted);
    await page.close();
  });

  test("it asks for nothing beyond its own files, and keeps no cookie", async () => {
    const foreign = [];
    const { page } = await open({
      before: async (page) =>
        page.on("request", (request) => request.url().startsWith(server.url) || foreign.push(request.url())),
    });
    assert.deepEqual(
      foreign.filter((url) => !url.startsWith("data:")),
      [],
    );
    assert.equal(await page.evaluate(() => document.cookie), "");
    await page.close();
  });
});
