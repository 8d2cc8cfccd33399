// The walk-through plays to its end with the post's outputs: from a server, from the disk, in any encoding, and on pages
// that forbid WebAssembly, from attention-fallback.js.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
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

  test("seeking to a time shows the same marks as playing up to it", async () => {
    const told = await studio.inBody(tag.repeat(2), async () => {
      const [a, b] = document.querySelectorAll("attention-player");
      await Promise.all([a.ready, b.ready]);
      // the order in which attributes were written is no part of the picture
      const marks = (node) => [
        node.tagName,
        [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
        node.children.length ? [...node.children].map(marks) : node.textContent,
      ];
      const picture = (player) => JSON.stringify(marks(player.shadowRoot.querySelector(".picture")));
      a.playbackRate = 4;
      for (const share of [0, 0.13, 0.36, 0.47, 0.6, 0.74, 0.86, 0.94]) {
        const from = (a.currentTime = share * a.duration);
        a.play();
        await window.until(() => a.currentTime > from + 0.5);
        a.pause();
        // far away first, so that nothing is left over from before
        for (const time of [(from * 7) % b.duration, a.currentTime]) b.currentTime = time;
        if (picture(a) !== picture(b)) return `different at ${a.currentTime}`;
      }
      return "the same";
    });
    assert.equal(told, "the same");
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

  test("where that file is missing the element says in one sentence which file to put there", async () => {
    rmSync(join(strict.folder, "attention-fallback.js"));
    const { page, errors } = await openPage(studio.browser);
    await page.goto(strict.put(tag));
    const said = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      player.problem = { x: [[1, 2]] };
      return player.ready.catch(({ message }) => message);
    });
    assert.equal(
      said,
      "WebAssembly is forbidden here, and attention-fallback.js, which does without it, could not be loaded; " +
        "put it beside the player's own file, or let the page's script-src have 'wasm-unsafe-eval'.",
    );
    // the browser tells of a file that is missing in its own time
    const heard = (what) => errors.some((text) => what.test(text));
    for (let tries = 0; tries < 300 && !(heard(/404/) && heard(/attention-fallback/)); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await page.goto("about:blank");
    forgive(errors, /WebAssembly|wasm-unsafe-eval|Loading the image|404|attention-fallback/);
    await page.close();
  });
});
