// Until somebody plays, the finished picture stands there and invites; then it is left for good.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inflateSync } from "node:zlib";
import { openPage } from "../helpers/browser.js";
import { openStudio } from "./page.js";

/** How many pieces of text each stream of a PDF shows: an SVG is one. @param {Uint8Array} pdf */
function textsOf(pdf) {
  const streams = Buffer.from(pdf)
    .toString("latin1")
    .matchAll(/FlateDecode[^]*?stream\r?\n([^]*?)endstream/g);
  return [...streams].map(([, stream]) => {
    const text = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    return text.match(/\bT[jJ]\b/g)?.length ?? 0;
  });
}

const tag = '<attention-player preset="walk-through"></attention-player>';

describe("the poster", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  const withPlayer = (...what) => studio.withPlayer(...what);

  test("is the finished picture, paused at 0, with one large button in place of caption and bar", async () => {
    const look = (player) => {
      const root = player.shadowRoot;
      const [disc, stage] = [".disc", ".stage svg"].map((part) => root.querySelector(part));
      const last = ["query:0,0,2,0", "scores:0,0,2,2", "weights:0,0,2,1", "output:0,2,0"];
      return {
        time: [player.currentTime, player.paused],
        last: last.every((cell) => root.querySelector(`[data-cell="${cell}"]`)),
        calm: getComputedStyle(root.querySelector(".picture")).opacity,
        seen: [".disc", ".caption", ".bar"].map((part) =>
          root.querySelector(part).checkVisibility({ visibilityProperty: true }),
        ),
        disc: [disc.offsetWidth, disc.offsetHeight, disc.getAttribute("aria-label")],
        covers: disc.getBoundingClientRect().top < stage.getBoundingClientRect().bottom,
        says: /\d+ seconds/.test(root.querySelector(".invitation").textContent),
      };
    };
    const stands = { time: [0, true], last: true, calm: "0.8", seen: [true, false, false] };
    const invites = { ...stands, disc: [84, 84, "Play"], covers: false, says: true };
    assert.deepEqual(await withPlayer(look), invites);
    assert.deepEqual(await withPlayer(look, { reducedMotion: true }), invites);
  });

  test("has the controls that an author chooses, as has what is played, as high; without captions a picture is still told", async () => {
    const look = async (player) => {
      const { shadowRoot: root } = player;
      const seen = () =>
        [".disc", ".caption", ".bar"]
          .filter((part) => root.querySelector(part).checkVisibility({ visibilityProperty: true }))
          .join(" ");
      const [poster, high] = [seen(), player.offsetHeight];
      root.querySelector(".stage").focus();
      root
        .querySelector(".stage")
        .dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, composed: true }));
      const plays = await window.plays(player);
      const told = root.querySelector(".stage svg").ariaLabel.length > 20;
      return [poster, seen(), player.offsetHeight === high && plays && told];
    };
    for (const [attributes, poster, played] of [
      ['controls="off"', ".caption", ".caption"],
      ['controls="bar captions"', ".caption .bar", ".caption .bar"],
      ['controls="play"', ".disc", ".bar"],
      ['controls="play bar" ask', ".disc", ".caption .bar"],
      ['controls="play bar" style="width: 360px"', ".disc", ".bar"],
      ['controls="play captions" style="width: 360px"', ".disc", ".caption .bar"],
    ])
      assert.deepEqual(
        await withPlayer(look, { body: `<attention-player ${attributes}></attention-player>` }),
        [poster, played, true],
        attributes,
      );
  });

  test("its button plays from the first frame, and hands its focus to the play button", async () => {
    const told = await withPlayer(async (player) => {
      const root = player.shadowRoot;
      root.querySelector(".disc").focus();
      root.querySelector(".disc").click();
      const cleared = root.querySelectorAll('[data-cell^="output"]').length;
      const past = () => root.querySelectorAll(".past").length;
      const moving = root.querySelector(".play").getAnimations().length + past();
      await window.until(() => player.currentTime > 0 && past() === 0);
      const first = player.step === player.steps[0].id;
      return [player.paused, cleared, moving, first, root.activeElement.classList.contains("play")];
    });
    assert.deepEqual(told, [false, 0, 2, true, true]);
  });

  test("setting the time, to 0 too, setting the step, or playing leaves it for good", async () => {
    const told = await studio.inBody(tag.repeat(3), async () => {
      const leave = [
        (player) => (player.currentTime = 0),
        (player) => (player.step = 0),
        (player) => player.play(),
      ];
      const seen = [];
      for (const [k, player] of [...document.querySelectorAll("attention-player")].entries()) {
        await player.ready;
        const root = player.shadowRoot;
        const outputs = () => root.querySelectorAll('[data-cell^="output:"]').length;
        const before = outputs();
        leave[k](player);
        player.pause();
        player.currentTime = 0;
        player.story = "matrices";
        player.story = "walk-through";
        await player.ready;
        seen.push([
          before,
          outputs(),
          root.querySelector(".disc").checkVisibility({ visibilityProperty: true }),
          player.currentTime,
        ]);
      }
      return seen;
    });
    for (const seen of told) assert.deepEqual(seen, [9, 0, false, 0]);
  });

  test("autoplay plays once in view; with reduced motion, or paused before, it does not", async () => {
    const two = "<attention-player autoplay></attention-player>".repeat(2);
    const body = `<div style="height: 1200px"></div>${two}`;
    const play = async (player, plays) => {
      const paused = document.querySelectorAll("attention-player")[1];
      paused.pause();
      await paused.ready;
      // observers are told after a frame
      await window.frames(5);
      const before = [player.paused, player.currentTime];
      player.scrollIntoView();
      await (plays ? window.until(() => player.currentTime > 0) : window.frames(5));
      const now = [player.paused, player.currentTime > 0];
      paused.scrollIntoView();
      await window.frames(5);
      return [...before, ...now, paused.paused];
    };
    assert.deepEqual(await withPlayer(play, { body, given: true }), [true, 0, false, true, true]);
    assert.deepEqual(await withPlayer(play, { body, reducedMotion: true }), [true, 0, true, false, true]);
  });

  test("paper shows it, light and without controls, wherever the reader is; afterwards all is as before", async () => {
    const { page } = await studio.page('<attention-player theme="dark"></attention-player>');
    const on = async (media, outputs) => {
      await page.emulateMediaType(media);
      return page.evaluate(async (outputs) => {
        const player = document.querySelector("attention-player");
        await player.ready;
        const root = player.shadowRoot;
        const drawn = () => root.querySelectorAll('[data-cell^="output:"]').length;
        await window.until(() => drawn() === outputs);
        const seen = [".bar", ".disc", ".caption"].map((part) =>
          root.querySelector(part).checkVisibility({ visibilityProperty: true }),
        );
        const { color } = getComputedStyle(root.querySelector(".title"));
        return [player.currentTime, ...seen, Number(color.match(/\d+/)[0]) > 128 ? "dark" : "light"];
      }, outputs);
    };
    assert.deepEqual(await on("print", 9), [0, false, false, true, "light"]);
    await page.emulateMediaType("screen");
    await page.evaluate(() => (document.querySelector("attention-player").currentTime = 1));
    assert.deepEqual(await on("screen", 0), [1, true, false, true, "dark"]);
    assert.deepEqual(await on("print", 9), [1, false, false, true, "light"]);
    assert.deepEqual(await on("screen", 0), [1, true, false, true, "dark"]);
    await page.close();
  });

  test("paper shows every player, seen or not, without a button", async () => {
    const far = '<div style="height: 2000px"></div>';
    const write = (attributes, before) =>
      studio.write(
        "paper.html",
        `<!doctype html><html lang="en"><script type="module" src="attention-player-core.js"></script>${before}${attributes.map((own) => `<attention-player ${own}></attention-player>`).join(far)}</html>`,
      );
    const alone = ['x="1 2; 3 4"', 'preset="long-input"'];
    write(alone, far);
    const other = await openPage(studio.browser);
    await other.page.goto(`${studio.url}paper.html`, { waitUntil: "networkidle0" });
    const drawnAlone = () => other.page.$$eval("attention-player", (all) => all.map(({ trace }) => trace !== null)); // prettier-ignore
    assert.deepEqual(await drawnAlone(), [false, false]);
    await other.page.pdf();
    assert.deepEqual(await drawnAlone(), [true, true], "those that have no poster");
    await other.page.close();
    write(['preset="walk-through"', 'preset="training"', 'preset="layer"'], "");
    const { page } = await openPage(studio.browser);
    // what it needs to print is loaded once the page rests
    await page.goto(`${studio.url}paper.html`, { waitUntil: "networkidle0" });
    const roots = "[...document.querySelectorAll('attention-player')].map(({ shadowRoot }) => shadowRoot)";
    const drawn = () =>
      page.evaluate(`${roots}.map((root) => root.querySelectorAll('[data-cell]').length > 0)`);
    assert.deepEqual(await drawn(), [true, false, false]);
    const pictures = textsOf(await page.pdf()).filter((texts) => texts > 100);
    assert.deepEqual([await drawn(), pictures.length], [[true, true, true], 3]);
    await page.emulateMediaType("print");
    const buttons = `${roots}.flatMap((root) => [...root.querySelectorAll('button, select, [part~="control"]')])`;
    const seen = `${buttons}.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.textContent)`;
    assert.ok((await page.evaluate(`${buttons}.length`)) > 20);
    assert.deepEqual(await page.evaluate(seen), []);
    await page.close();
  });
});
