// Text that would be a script, through every way in and out of the page: it stays text.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { encodeLink } from "../../web/input/index.js";
import { launch, openPage } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";

/** Ways to run something, wrapped in ways to break out of what stands around it. */
function payloads() {
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

describe("250 scripts", () => {
  let server, browser;
  before(async () => ([server, browser] = [await serve(), await launch()]));
  after(async () => {
    await browser.close();
    await server.close();
  });
  const all = payloads();
  assert.ok(all.length >= 250, String(all.length));

  /** The studio, and what would be heard of a script that ran. */
  async function open(hash = "") {
    const { page } = await openPage(browser, { width: 1280, height: 800 });
    await page.evaluateOnNewDocument(() => localStorage.clear());
    await page.goto(server.url + hash);
    await page.waitForFunction(() => document.querySelectorAll("#matrices input.number").length > 0);
    await page.evaluate(() => document.querySelector("#home").scrollIntoView());
    return { page, hurt: () => page.evaluate(() => window.hurt) };
  }

  test("as labels, in picture, caption, table, fields, code and the tag to copy", async () => {
    const { page, hurt } = await open();
    const shown = await page.evaluate(async (all) => {
      const player = document.querySelector("attention-player");
      let count = 0;
      for (let k = 0; k < all.length; k += 4) {
        const x = all.slice(k, k + 4);
        player.edit({ x: x.map((_, i) => [i, 1]), labels: { x } });
        player.currentTime = (k / all.length) * player.duration;
        count += [...document.querySelectorAll("#matrices .token")].filter(({ value }) =>
          x.includes(value),
        ).length;
        for (const { value } of document.querySelectorAll("[name=language]"))
          if (k % 64 === 0) document.querySelector(`[name=language][value=${value}]`).click();
        if (k % 32 === 0) await new Promise((resolve) => setTimeout(resolve, 300));
      }
      const tag = document.querySelector("#tag").textContent;
      // what the tag to copy says is parsed as a page would
      const page = new DOMParser().parseFromString(tag, "text/html");
      return { count, scripts: page.scripts.length, read: JSON.parse(page.scripts[1].textContent).labels.x };
    }, all);
    assert.deepEqual([shown.count, shown.scripts, shown.read], [all.length, 2, all.slice(-4)]);
    assert.equal(await hurt(), undefined);
    await page.close();
  });

  test("as pasted text, as names and contents of files, as typed numbers", async () => {
    const { page, hurt } = await open();
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
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.dispatchEvent(
          new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
        );
        if (k % 16 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }, all);
    assert.equal(await hurt(), undefined);
    assert.equal(await page.evaluate(() => document.querySelector("attention-player").problem.x[0][0]), 1);
    await page.close();
  });

  test("in links: as the link itself, and inside its problem", async () => {
    const { page, hurt } = await open();
    const links = await Promise.all(
      all
        .slice(0, 64)
        .map((text) => encodeLink({ problem: { x: [[1]], labels: { x: [text] } }, story: text })),
    );
    await page.evaluate(
      async (hashes) => {
        for (const [k, hash] of hashes.entries()) {
          history.pushState({}, "", `#${encodeURIComponent(hash)}`);
          dispatchEvent(new PopStateEvent("popstate", { state: k % 2 ? null : { link: hash } }));
          if (k % 16 === 0) await new Promise((resolve) => setTimeout(resolve, 60));
        }
        await new Promise((resolve) => setTimeout(resolve, 500));
      },
      [...links, ...all],
    );
    assert.equal(await hurt(), undefined);
    await page.close();
  });
});
