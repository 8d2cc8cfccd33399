// What is pasted into the studio or dropped there: matrices, listings, files; read with its consequences told, or refused and kept.
import assert from "node:assert/strict";
import { after, afterEach, describe, test } from "node:test";
import { exportPicture } from "../../../web/export/node.js";
import { toNpy } from "../../../web/input/index.js";
import { fewOrMany } from "../../helpers/full.js";
import { safetensorsBytes } from "../../input/helpers/files.js";
import { openStudioPage } from "./page.js";

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

const studio = await openStudioPage();
const { page, until, problem, text, says, press, put, paste, pasteInto, value, choose, drop, putPart } =
  studio;
after(() => studio.close());
afterEach(() => studio.again());

test("a matrix of another size says what follows it before it does, with a button for each place", async () => {
  await paste("1 2\n3 4\n5 6\n7 8");
  const offered = () => page.$$eval("#inlets .places button", (all) => all.map(({ innerText }) => innerText.replace(/\s+/g, " "))); // prettier-ignore
  assert.deepEqual(await offered(), ["Use as W_V 4×2"]);
  await page.click("#inlets .places button");
  assert.deepEqual((await problem()).w_v[3], [7, 8]);
  // the keyboard has not lost its place
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Use it");
  assert.deepEqual([await value(), (await problem()).labels.x.length], ["", 3]);
  // five tokens are not those three
  await paste("[[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 1, 1], [0, 0, 0, 1], [2, 0, 0, 1]]");
  assert.deepEqual(await offered(), ["Use as X 5×4"]);
  await page.click("#inlets .places button");
  const { x, labels } = await problem();
  assert.deepEqual([x.length, labels], [5, {}]);
});

test("what cannot be read is shown at its place, and nothing is lost", async () => {
  const before = await problem();
  assert.match(await paste("[[1, 2], [3]]"), /row 2/);
  assert.equal(await page.$eval("#inlets .strong", ({ ariaDisabled }) => ariaDisabled), "true");
  assert.match(await paste("[[1., ..., 2.]]"), /abbreviated/);
  assert.equal(await value(), "[[1., ..., 2.]]");
  assert.deepEqual(await problem(), before);
});

test("a whole problem is pasted as JSON, or as the lines of a script", async () => {
  await paste("X = np.array([[1, 0], [0, 1]])\nW_q = [[1, 2], [3, 4]]\ncausal = True");
  await put();
  const { x, w_q, causal, labels } = await problem();
  assert.deepEqual([x.length, w_q[1], causal, labels], [2, [3, 4], true, {}]);
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
    "batch, d = 2, 3\nx = torch.randn(batch, d)\nself.query = nn.Linear(d, 2, bias=False)\nw_k = torch.zeros(3, 2)",
  );
  assert.match(said, /computed/);
  await page.click("#inlets .places button");
  await says("#inlets .read", /whole problem/);
  assert.match(await value(), /^x = \[\[-?[012], /m);
  await put();
  const { x, w_q, w_k } = await problem();
  assert.deepEqual([x.length, w_q.length, w_k], [2, 3, [[0, 0], [0, 0], [0, 0]]]); // prettier-ignore
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

test("a file without numbers is refused, whatever its name, and the text in the box stays", async () => {
  await paste("1 2\n3 4");
  const png = await exportPicture({ x: [[1, 2]] }, { type: "svg" });
  const foreign = new TextDecoder().decode(png).replace(/<metadata>.*<\/metadata>/s, "");
  for (const [name, content] of Object.entries({
    "empty.csv": "",
    "empty.safetensors": safetensorsBytes([]),
    "photo.jpg": Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0),
    "drawing.svg": foreign,
  })) {
    await choose(name, content);
    await says(".files .wrong", new RegExp(`${name}: It has no numbers`));
  }
  await choose("table.xlsx", "PK\x03\x04");
  await says(".files .wrong", /archive/);
  await page.select("select[name=lang]", "zh");
  await says(".files .wrong", /压缩包/);
  // the browser's own words would be English
  await drop(["/tmp"]);
  await says(".files .wrong", /文件夹/);
  await page.select("select[name=lang]", "en");
  await says(".files .wrong", /folder/);
  assert.equal(await value(), "1 2\n3 4");
  // an array is one whatever its name
  await choose("array", toNpy({ shape: [1, 2], data: Float32Array.of(1, 2) }));
  await says(".files h4", /array/);
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
  const names = await page.$$eval(".files [name=source] option", (all) => all.map((one) => one.textContent));
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

test("reading a large file shows how far it is, can be stopped, and gives way to the next", async () => {
  const before = await problem();
  await page.evaluate(async () => {
    const { toNpy } = await import("/input/index.js");
    const head = toNpy({ shape: [1, 1], data: new Float32Array(1) }).subarray(0, 128);
    const text = String.fromCharCode(...head).replace("(1, 1), }", "(4000, 4000), }");
    const header = Uint8Array.from(text.slice(0, 127), (sign) => sign.charCodeAt(0));
    const slow = new File([header, "\n", new Uint8Array(4000 * 4000 * 4)], "large.npy");
    // the header comes at once, the numbers when they are let through
    const { slice } = Blob.prototype;
    const held = [];
    window.letThrough = () => held.splice(0).forEach((read) => read());
    slow.slice = (from, to) => {
      const part = slice.call(slow, from, to);
      const read = part.arrayBuffer.bind(part);
      if (from >= 128) part.arrayBuffer = () => new Promise((resolve) => held.push(() => resolve(read())));
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
  await putPart({ "rows-to": "4000", "columns-to": "4000" });
  await putPart({ "rows-to": "3", "columns-to": "4" });
  await until(() => {
    window.letThrough();
    return document.querySelector("attention-player").problem.x[0][0] === 0;
  });
  assert.equal(await page.$(".files .read"), null);
});

test("several files that are dropped are all listed, and each is opened from the list", async () => {
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    for (let k = 1; k <= 500; k++)
      dataTransfer.items.add(new File([k === 2 ? "7 8 9" : "1 2"], k === 500 ? "\u202efdp.exe" : `${k}.csv`));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  const names = await page.$$eval(".files [name=opened] option", (all) => all.map((one) => one.textContent));
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
