// The walk-through plays to its end with the post's outputs: from a server, from the disk, in any encoding, and on pages
// that forbid WebAssembly, from attention-fallback.js.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openPage } from "../helpers/browser.js";
import { fewOrMany } from "../helpers/full.js";
import { openFolder, openStudio, readCells } from "./page.js";

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'";
const TRUSTED = `${POLICY}; require-trusted-types-for 'script'; trusted-types 'none'`;
const tag = '<attention-player preset="walk-through"></attention-player>';
const outputs = [
  [1.936621, 6.683105, 1.595068],
  [1.999994, 7.963992, 0.053976],
  [1.999705, 7.759892, 0.358389],
];

/** The outputs of the post stand in the picture. */
function assertOutputs(cells) {
  outputs.forEach((row, i) =>
    row.forEach((expected, c) => {
      const { text, value } = cells[`output:0,${i},${c}`];
      assert.ok(Math.abs(Number(value) - expected) < 1e-5, `${value} for ${expected}`);
      assert.ok(Math.abs(Number(text) - expected) < 0.05, `${text} for ${expected}`);
    }),
  );
}

/** A policy reports what it refuses: the module, and this page's own empty icon. That is taken out. */
function forgive(errors, refusals = /WebAssembly|wasm-unsafe-eval|Loading the image .data:,/) {
  const others = errors.splice(0).filter((text) => !refusals.test(text));
  errors.push(...others);
}

/** Plays the last moments, and says which build computed. Runs in the page. */
async function playLast() {
  const player = document.querySelector("attention-player");
  await player.ready;
  player.currentTime = player.duration - 0.2;
  const ended = new Promise((resolve) => player.addEventListener("ended", resolve, { once: true }));
  player.play();
  await ended;
  return (await customElements.get("attention-player").attention).build;
}

describe("in Chromium", () => {
  let studio, strict;
  before(async () => {
    studio = await openStudio();
    strict = await openFolder({ headers: { "Content-Security-Policy": TRUSTED } });
  });
  after(async () => {
    await studio.close();
    await strict.close();
  });

  test("the classic script plays from the disk, and reads the same in a page of any encoding", async () => {
    const { page } = await openPage(studio.browser);
    const texts = [];
    for (const charset of fewOrMany(["utf-8", "gbk"], ["utf-8", "gbk", "windows-1252"])) {
      studio.write(
        "encoding.html",
        `<!doctype html><meta charset="${charset}"><title>page</title>
        <attention-player lang="zh"></attention-player><script src="attention-player.classic.js"></script>`,
      );
      await page.goto(`file://${studio.folder}/encoding.html`);
      assert.equal(await page.evaluate(() => document.characterSet.toLowerCase()), charset);
      await page.evaluate(playLast);
      assertOutputs(await page.evaluate(readCells));
      texts.push(
        await page.evaluate(() => {
          const { shadowRoot } = document.querySelector("attention-player");
          return [".top", ".picture", ".foot"]
            .map((part) => shadowRoot.querySelector(part).textContent)
            .join(" ");
        }),
      );
    }
    assert.match(texts[0], /查询/);
    assert.equal(new Set(texts).size, 1);
    await page.close();
  });

  test("where WebAssembly is forbidden, Trusted Types and all, it plays the same", async () => {
    const { page, errors } = await openPage(studio.browser);
    await page.goto(strict.put(tag));
    assert.equal(await page.evaluate(playLast), "js");
    assertOutputs(await page.evaluate(readCells));
    forgive(errors);
    await page.close();
  });

  test("a page from the disk that forbids WebAssembly finds the file beside its script", async () => {
    const head = `<meta http-equiv="Content-Security-Policy" content="script-src file: 'unsafe-inline'">`;
    const { page, errors } = await openPage(studio.browser);
    await page.goto(studio.put(tag, { script: "classic", file: true, head }));
    assert.equal(await page.evaluate(playLast), "js");
    assertOutputs(await page.evaluate(readCells));
    forgive(errors, /WebAssembly|wasm-unsafe-eval|CORS|origin|ERR_FAILED/);
    await page.close();
  });
});
