// Predict, then see: the player stops before a softmax and asks, is answered by a click, a key or not at all, and tells.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { findings, openStudio } from "./page.js";

/** What the page's functions share. */
const helpers = () => {
  const player = document.querySelector("attention-player");
  const inside = (selector) => player.shadowRoot.querySelector(selector);
  const buttons = () => [...player.shadowRoot.querySelectorAll(".question:not(.room) button")];
  const state = () => ({
    question: inside(".question:not(.room) p")?.textContent ?? "",
    answers: buttons().map((button) => [...button.childNodes].at(-1).textContent.trim()),
    caption: inside(".sentences > p").textContent,
    under: inside(".title small").textContent,
    step: player.step,
    paused: player.paused,
    height: player.offsetHeight,
  });
  const start = (id) => player.steps.find((step) => step.id === id).start;
  /** Plays from just before a softmax until it asks. */
  const asked = async () => {
    const height = player.offsetHeight;
    const stops = new Promise((resolve) => player.addEventListener("pause", resolve, { once: true }));
    player.currentTime = start("softmax-2") - 0.2;
    await player.play();
    await stops;
    return { ...state(), still: height === player.offsetHeight };
  };
  /** Until the caption says so. */
  const told = async (pattern) => (await window.until(() => pattern.test(state().caption)), state());
  const press = (name) =>
    buttons()
      .find((button) => button.textContent.endsWith(name))
      .click();
  window.ap = { player, inside, buttons, state, start, asked, told, press };
};

describe("ask", () => {
  let studio, page;
  before(async () => {
    studio = await openStudio();
    page = await open();
  });
  after(async () => {
    await page.close();
    await studio.close();
  });
  afterEach(() =>
    page.evaluate(() => {
      window.ap.player.pause();
      window.ap.player.currentTime = 0;
      document.activeElement?.blur();
    }),
  );
  /** A page with a player that asks, and one that does not. */
  async function open() {
    const players =
      '<attention-player ask speed="4"></attention-player><attention-player></attention-player>';
    const { page } = await studio.page(`<main><h1>page</h1>${players}</main>`);
    await page.evaluate(helpers);
    await page.evaluate(() => window.ap.player.ready.then(() => {}));
    return page;
  }
  const guess = (word) => `Which word will “${word}” look at most?`;

  test("stops where a softmax begins, asks, and tells what a click was worth when the weights have landed", async () => {
    const { asked, playing, guessed, told, later } = await page.evaluate(async () => {
      const { player, asked: ask, state, press, told: tell } = window.ap;
      const asked = await ask();
      press("love");
      const playing = !player.paused;
      await window.until(() => state().under.includes("guess"));
      const guessed = state();
      const told = await tell(/^Right/);
      await window.until(() => player.step === "weight-2");
      return { asked, playing, guessed, told, later: state() };
    });
    assert.deepEqual(
      [asked.question, asked.answers, asked.step, asked.paused, asked.still],
      [guess("love"), ["I", "love", "cats", "Just show me"], "softmax-2", true, true],
    );
    assert.deepEqual([playing, guessed.under, guessed.question], [true, "your guess: “love”", ""]);
    assert.match(guessed.caption, /softmax turns the scores/);
    assert.equal(told.caption, "Right: “love” gets 0.982.");
    assert.deepEqual([told.under, told.height], ["query 2 of 3 · “love” asks", asked.height]);
    assert.match(later.caption, /multiply the same values/);
  });

  test("is no gate: play, Space, an arrow, a seek and Just show me go on without an answer", async () => {
    const ways = {
      play: () => void window.ap.player.play(),
      seek: () => void (window.ap.player.currentTime += 0.5),
      "Just show me": () => window.ap.press("Just show me"),
      ArrowRight: null,
      Space: null,
    };
    for (const [way, act] of Object.entries(ways)) {
      const { question } = await page.evaluate(() => window.ap.asked());
      assert.equal(question, guess("love"), way);
      if (act) await page.evaluate(act);
      else {
        await page.evaluate(() => window.ap.inside(".stage").focus());
        await page.keyboard.press(way);
      }
      await page.waitForFunction(() => !window.ap.state().question);
      const paused = await page.evaluate(() => window.ap.player.paused);
      assert.equal(paused, ["seek", "ArrowRight"].includes(way), way);
    }
  });

  test("is announced once, without the numbers that are to be guessed; so is what it was worth", async () => {
    const { said, label } = await page.evaluate(async () => {
      const { asked, inside, press } = window.ap;
      const said = [];
      const live = inside("[aria-live]");
      const listen = () => said.push(live.textContent);
      new MutationObserver(listen).observe(live, { childList: true, characterData: true, subtree: true });
      await asked();
      await window.until(() => /Which word/.test(said.at(-1)));
      const label = inside(".stage svg").getAttribute("aria-label");
      press("love");
      await window.until(() => said.at(-1).startsWith("Right"));
      return { said, label };
    });
    assert.equal(label, `Softmax. ${guess("love")}`);
    assert.deepEqual(
      said.filter((text) => /Which word/.test(text)),
      [label],
    );
    assert.equal(said.at(-1), "Right: “love” gets 0.982.");
  });

  for (const [theme, lang, width, least] of [
    ["light", "zh", 360, 44],
    ["dark", "en", 1104, 40],
  ])
    test(`axe finds nothing, nothing moves and a finger finds each answer, ${theme} ${lang} ${width} px`, async () => {
      await page.setViewport({ width, height: 900 });
      const { question, still, height, plain, small } = await page.evaluate(
        async ({ theme, lang, least }) => {
          const players = [...document.querySelectorAll("attention-player")];
          for (const player of players) Object.assign(player, { theme, lang });
          await Promise.all(players.map(({ ready }) => ready));
          const narrow = innerWidth < 600;
          const isSo = ({ shadowRoot }) => Boolean(shadowRoot.querySelector(".phone")) === narrow;
          await window.until(() => players.every(isSo));
          const asked = await window.ap.asked();
          const small = window.ap.buttons().filter((button) => {
            const { width, height, right } = button.getBoundingClientRect();
            return Math.min(width, height) < least || right > innerWidth;
          });
          return { ...asked, plain: players[1].offsetHeight, small: small.length };
        },
        { theme, lang, least },
      );
      assert.equal(question, lang === "zh" ? "“爱”最关注哪个词？" : guess("love"));
      assert.deepEqual([still, height, small], [true, plain, 0]);
      assert.deepEqual(await findings(page), []);
    });
});
