// Pages that forbid WebAssembly: the element plays on, from attention-fallback.js.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'";
const TRUSTED = `${POLICY}; require-trusted-types-for 'script'; trusted-types 'none'`;
const tag = (options) => `<attention-player ${options}></attention-player>`;

/** A policy reports what it refuses: the module, and this page's own empty icon. That is taken out. */
function forgive(errors, refusals = /WebAssembly|wasm-unsafe-eval|Loading the image .data:,/) {
  const others = errors.splice(0).filter((text) => !refusals.test(text));
  errors.push(...others);
}

/** Plays in steps to the end; every cell and every sentence on the way. Runs in the page. */
async function playThrough() {
  const player = document.querySelector("attention-player");
  await player.ready;
  const { build } = await customElements.get("attention-player").attention;
  const told = [];
  const look = () =>
    told.push(
      player.shadowRoot.querySelector("[part~=caption]").textContent,
      ...[...player.shadowRoot.querySelectorAll("[data-cell]")].map(
        ({ dataset, textContent }) => `${dataset.cell} ${dataset.value} ${textContent}`,
      ),
    );
  look();
  for (const { start, duration } of player.steps)
    for (const part of [0.3, 0.999]) {
      player.currentTime = start + part * duration;
      look();
    }
  player.playbackRate = 4;
  player.currentTime = player.duration - 1;
  const ended = new Promise((resolve) => player.addEventListener("ended", resolve, { once: true }));
  player.play();
  await ended;
  return { build, told };
}

describe("a page that forbids WebAssembly", () => {
  let open, strict;
  before(async () => {
    open = await openStudio();
    strict = await openStudio({ headers: { "Content-Security-Policy": TRUSTED } });
  });
  after(async () => {
    await open.close();
    await strict.close();
  });

  for (const script of ["module", "classic"])
    test(`plays the walk-through with every digit equal, Trusted Types and all: ${script}`, async () => {
      const body = tag('preset="walk-through"');
      const free = await open.page(body, { script });
      const want = await free.page.evaluate(playThrough);
      await free.page.close();
      const { page, errors } = await strict.page(body, { script });
      const got = await page.evaluate(playThrough);
      assert.equal(want.build, "simd");
      assert.equal(got.build, "js");
      assert.ok(got.told.length > 1000, `${got.told.length}`);
      assert.deepEqual(got.told, want.told);
      forgive(errors);
      await page.close();
    });

  test("a page opened from the disk finds the file beside its script", async () => {
    const head = `<meta http-equiv="Content-Security-Policy" content="script-src file: 'unsafe-inline'">`;
    const { page, errors } = await open.page(tag('preset="one-query"'), {
      script: "classic",
      file: true,
      head,
    });
    const { build } = await page.evaluate(playThrough);
    assert.equal(build, "js");
    forgive(errors, /WebAssembly|wasm-unsafe-eval|CORS|origin|ERR_FAILED/);
    await page.close();
  });

  test("where the file is missing the element says in one sentence which file to put there", async () => {
    rmSync(join(strict.folder, "attention-fallback.js"));
    const { page, errors } = await strict.page(tag('preset="walk-through"'));
    const said = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      const { detail } = await new Promise((resolve) => {
        player.addEventListener("error", resolve, { once: true });
        player.problem = { x: [[1, 2]] };
      });
      return detail.message;
    });
    assert.equal(
      said,
      "WebAssembly is forbidden here, and attention-fallback.js, which does without it, could not be loaded; " +
        "put it beside the player's own file, or let the page's script-src have 'wasm-unsafe-eval'.",
    );
    // the browser tells of a file that is missing in its own time
    const heard = (/** @type {RegExp} */ what) => errors.some((text) => what.test(text));
    for (let tries = 0; tries < 100 && !(heard(/404/) && heard(/attention-fallback/)); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    forgive(errors, /WebAssembly|wasm-unsafe-eval|Loading the image|404|attention-fallback/);
    await page.close();
  });
});
