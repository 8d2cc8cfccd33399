import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { serve } from "../helpers/serve.js";
import { openPage } from "../helpers/browser.js";
import { openStudio, readCells } from "./page.js";

const outputs = [
  [1.936621, 6.683105, 1.595068],
  [1.999994, 7.963992, 0.053976],
  [1.999705, 7.759892, 0.358389],
];

/** The outputs stand in the picture: the exact value behind, and its text to half a unit of the last digit. */
function assertOutputs(cells) {
  outputs.forEach((row, i) =>
    row.forEach((expected, c) => {
      const cell = cells[`output:0,${i},${c}`] ?? cells[`mixed:0,0,${i},${c}`];
      assert.ok(cell, `output ${i},${c} is not in the picture`);
      assert.ok(Math.abs(Number(cell.value) - expected) < 1e-5, `${cell.value} for ${expected}`);
      const decimals = cell.text.split(".")[1]?.length ?? 0;
      const shown = Number(cell.text.replace("−", "-"));
      assert.ok(
        Math.abs(shown - Number(cell.value)) <= 0.5 * 10 ** -decimals + 1e-9,
        `${cell.text} for ${cell.value}`,
      );
    }),
  );
}

describe("in Chromium", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  test("the studio page plays the walk-through to its end, and the outputs stand in the picture", async () => {
    const server = await serve();
    const { page } = await openPage(studio.browser);
    await page.goto(server.url);
    const events = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      // it plays by itself
      player.pause();
      player.currentTime = 0;
      const heard = [];
      for (const type of ["play", "pause", "ended", "stepchange", "error"])
        player.addEventListener(type, (event) => heard.push(event.detail?.id ?? type));
      player.playbackRate = 4;
      const ended = new Promise((resolve) => player.addEventListener("ended", resolve));
      player.play();
      await ended;
      return { heard, steps: player.steps.map(({ id }) => id), at: player.currentTime === player.duration };
    });
    assert.equal(events.at, true);
    assert.deepEqual(events.heard, ["play", ...events.steps.slice(1), "pause", "ended"]);
    assertOutputs(await page.evaluate(readCells));
    await page.close();
    await server.close();
  });

  test("the studio page offers the post's own weights, and says what they are", async () => {
    const server = await serve();
    const { page } = await openPage(studio.browser);
    await page.goto(server.url);
    const choice = 'input[value="as-printed"]';
    await page.waitForSelector(choice);
    await page.click(choice);
    const told = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
      return player.shadowRoot.querySelector(".badges").textContent;
    });
    assert.match(told, /the post's own weights, not a correct rounding/);
    const cells = await page.evaluate(readCells);
    const last = cells["output:0,2,1"] ?? cells["mixed:0,0,2,1"];
    assert.ok(Math.abs(Number(last.value) - 7.8) < 1e-5);
    await page.close();
    await server.close();
  });

  test("one tag is enough", async () => {
    const { page } = await studio.page('<attention-player preset="walk-through"></attention-player>');
    await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration;
    });
    assertOutputs(await page.evaluate(readCells));
    await page.close();
  });

  test("a page opened from the disk plays with the classic script", async () => {
    const { page } = await studio.page('<attention-player preset="walk-through"></attention-player>', {
      script: "classic",
      file: true,
    });
    await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.currentTime = player.duration - 0.2;
      const ended = new Promise((resolve) => player.addEventListener("ended", resolve));
      player.play();
      await ended;
    });
    assertOutputs(await page.evaluate(readCells));
    await page.close();
  });

  test("the classic script reads the same in a page of any encoding", async () => {
    const tag =
      '<attention-player lang="zh"></attention-player><script src="attention-player.classic.js"></script>';
    const texts = [];
    for (const charset of ["utf-8", "gbk", "windows-1252"]) {
      studio.write("encoding.html", `<!doctype html><meta charset="${charset}"><title>page</title>${tag}`);
      const { page } = await openPage(studio.browser);
      await page.goto(`file://${studio.folder}/encoding.html`);
      assert.equal(await page.evaluate(() => document.characterSet.toLowerCase()), charset);
      texts.push(
        await page.evaluate(async () => {
          const player = document.querySelector("attention-player");
          await player.ready;
          const said = [".top", ".picture", ".foot"].map((part) => player.shadowRoot.querySelector(part));
          return said.map(({ textContent }) => textContent).join(" ");
        }),
      );
      await page.close();
    }
    assert.match(texts[0], /查询/);
    assert.deepEqual(texts, [texts[0], texts[0], texts[0]]);
  });

  test("seeking to a time shows the same marks as playing up to it", async () => {
    const two = '<attention-player id="a"></attention-player><attention-player id="b"></attention-player>';
    const { page } = await studio.page(two);
    const compared = await page.evaluate(async () => {
      const [a, b] = document.querySelectorAll("attention-player");
      await Promise.all([a.ready, b.ready]);
      // the order in which attributes were written is no part of the picture
      const marks = (node) => [
        node.tagName,
        [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
        node.children.length ? [...node.children].map(marks) : node.textContent,
      ];
      const picture = (player) => JSON.stringify(marks(player.shadowRoot.querySelector(".picture")));
      let count = 0;
      for (const share of [0, 0.13, 0.36, 0.47, 0.6, 0.74, 0.86, 0.94]) {
        const from = share * a.duration;
        a.currentTime = from;
        a.playbackRate = 4;
        a.play();
        await new Promise((resolve) => setTimeout(resolve, 250));
        a.pause();
        // far away first, so that nothing is left over from before
        b.currentTime = (from * 7) % b.duration;
        b.currentTime = a.currentTime;
        if (picture(a) !== picture(b)) return `different at ${a.currentTime}`;
        if (a.currentTime > from) count++;
      }
      return count;
    });
    assert.equal(compared, 8);
    await page.close();
  });

  test("every cell stands once, its text is the rounded value, and every exact value is in the trace", async () => {
    const { page } = await studio.page('<attention-player preset="walk-through"></attention-player>');
    const wrong = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      const bad = [];
      for (const step of player.steps) {
        player.step = step.id;
        const seen = new Set();
        for (const text of player.shadowRoot.querySelectorAll("[data-cell]")) {
          const { cell, value } = text.dataset;
          if (seen.has(cell)) bad.push(`${step.id}: ${cell} twice`);
          seen.add(cell);
          const [name, index] = cell.split(":");
          const { shape, data } = player.trace[name] ?? {};
          if (!data) continue;
          const at = index.split(",").reduce((sum, i, axis) => sum * shape[axis] + Number(i), 0);
          if (Math.fround(Number(value)) !== data[at])
            bad.push(`${step.id}: ${cell} is ${value}, not ${data[at]}`);
        }
      }
      return bad;
    });
    assert.deepEqual(wrong, []);
    await page.close();
  });
});
