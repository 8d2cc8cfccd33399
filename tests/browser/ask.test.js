// Predict, then see: the player stops before a softmax and asks, is answered by a click, a key or not at all, and tells.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { findings, openStudio } from "./page.js";

/** What the page's functions share. */
const helpers = () => {
  const player = () => /** @type {any} */ (document.querySelector("attention-player"));
  const inside = (selector) => player().shadowRoot.querySelector(selector);
  const once = (type) => new Promise((resolve) => player().addEventListener(type, resolve, { once: true }));
  const state = () => ({
    question: inside(".question:not(.room) p")?.textContent ?? "",
    answers: [...player().shadowRoot.querySelectorAll(".question:not(.room) button")].map((button) =>
      [...button.childNodes].at(-1).textContent.trim(),
    ),
    caption: inside(".sentences > p").textContent,
    under: inside(".title small").textContent,
    heard: inside("[aria-live]").textContent,
    step: player().step,
    paused: player().paused,
    height: player().offsetHeight,
  });
  /** Plays from just before a step. */
  const from = async (id, early = 0.2) => {
    await player().ready;
    player().currentTime = player().steps.find((step) => step.id === id).start - early;
    await player().play();
  };
  /** Until it asks. */
  const asked = async (id = "softmax-1") => {
    const height = player().offsetHeight;
    const stops = once("pause");
    await from(id);
    await stops;
    return { ...state(), still: height === player().offsetHeight };
  };
  const until = async (holds) => {
    for (const from = performance.now(); performance.now() < from + 120_000 && !holds();)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  /** Until the caption says so. */
  const told = async (pattern) => {
    await until(() => pattern.test(state().caption));
    return { ...state(), at: player().currentTime };
  };
  const press = (name) =>
    [...player().shadowRoot.querySelectorAll(".question:not(.room) button")]
      .find((button) => button.textContent.endsWith(name))
      .click();
  Object.assign(window, { ap: { player, inside, once, state, from, asked, until, told, press } });
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
      const { ap } = /** @type {any} */ (window);
      ap.player().pause();
      ap.player().currentTime = 0;
      document.activeElement?.blur();
    }),
  );
  /** A page with a player that asks, and one that does not. */
  async function open(view = {}) {
    const players =
      '<attention-player ask speed="4"></attention-player><attention-player></attention-player>';
    const { page } = await studio.page(`<main><h1>page</h1>${players}</main>`, view);
    await page.evaluate(helpers);
    return page;
  }
  const guess = "Which word will “love” look at most?";

  test("asks only what is played to: not on the poster, at a seek, a step or a glide, nor without the attribute", async () => {
    const seen = await page.evaluate(async () => {
      const { ap } = /** @type {any} */ (window);
      const player = ap.player();
      await player.ready;
      const asked = [ap.state().question];
      player.step = "softmax-1";
      asked.push(ap.state().question);
      player.currentTime = player.steps.find(({ id }) => id === "softmax-1").start;
      asked.push(ap.state().question);
      player.step = "scores-1";
      ap.inside(".forward").click();
      await ap.until(() => player.step === "softmax-1");
      asked.push(ap.state().question);
      player.ask = false;
      await ap.from("softmax-1", 0.05);
      await ap.until(() => player.step === "softmax-1" && ap.state().caption);
      asked.push(ap.state().question, player.paused, player.hasAttribute("ask"));
      player.ask = true;
      return asked;
    });
    assert.deepEqual(seen, ["", "", "", "", "", false, false]);
  });

  test("a loop asks in its first pass alone", async () => {
    const pauses = await page.evaluate(async () => {
      const { ap } = /** @type {any} */ (window);
      const player = ap.player();
      player.loop = true;
      let pauses = 0;
      player.addEventListener("pause", () => pauses++);
      await ap.asked();
      await player.play();
      player.currentTime = player.duration - 0.1;
      await ap.until(() => player.currentTime < 1);
      player.currentTime = player.steps.find(({ id }) => id === "softmax-1").start - 0.1;
      await ap.until(() => player.step === "weight-1");
      player.loop = false;
      return pauses;
    });
    assert.equal(pauses, 1);
  });

  test("stops where a softmax begins, asks, and tells what a click was worth when the weights have landed", async () => {
    const seen = await page.evaluate(async () => {
      const { ap } = /** @type {any} */ (window);
      const asked = await ap.asked();
      const [start, { hold }] = [ap.player().currentTime, ap.player()];
      ap.press("cats");
      const playing = !ap.player().paused;
      await ap.until(() => ap.state().under.includes("guess"));
      const guessed = ap.state();
      const told = await ap.told(/^Right/);
      // there is time to read it
      await new Promise((resolve) => setTimeout(resolve, 300));
      const rests = ap.player().currentTime === told.at && !ap.player().paused;
      await ap.until(() => ap.player().step === "weight-1");
      return { asked, start, hold, playing, guessed, told, rests, after: ap.state() };
    });
    const { asked, guessed, told } = seen;
    assert.deepEqual(
      [asked.question, asked.answers, asked.step, asked.paused, asked.still],
      ["Which word will “I” look at most?", ["I", "love", "cats", "Just show me"], "softmax-1", true, true],
    );
    assert.deepEqual([seen.playing, guessed.under, guessed.question], [true, "your guess: “cats”", ""]);
    assert.match(guessed.caption, /^Each score/);
    assert.equal(told.caption, "Right: “cats” gets 0.468 — so does “love”.");
    assert.deepEqual([told.under, told.height], ["query 1 of 3 · “I” asks", asked.height]);
    assert.equal(seen.rests, true);
    assert.match(seen.after.caption, /^Each value/);
  });

  test("is no gate: play, Space, an arrow, a seek and Just show me go on without an answer", async () => {
    const ways = {
      play: () => void (/** @type {any} */ (window).ap.player().play()),
      seek: () => void (/** @type {any} */ (window.ap.player().currentTime += 0.5)),
      "Just show me": () => /** @type {any} */ (window).ap.press("Just show me"),
      ArrowRight: null,
      Space: null,
    };
    for (const [way, act] of Object.entries(ways)) {
      const { question } = await page.evaluate(() => /** @type {any} */ (window).ap.asked("softmax-2"));
      assert.equal(question, guess, way);
      if (act) await page.evaluate(act);
      else {
        await page.evaluate(() => /** @type {any} */ (window).ap.inside(".stage").focus());
        await page.keyboard.press(/** @type {any} */ (way));
      }
      const paused = await page.evaluate(async () => {
        const { ap } = /** @type {any} */ (window);
        await ap.until(() => !ap.state().question);
        return ap.player().paused;
      });
      assert.equal(paused, ["seek", "ArrowRight"].includes(way), way);
    }
  });

  test("a digit chooses while it asks; whoever is in the player is led to the answers and back", async () => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = /** @type {any} */ (window).ap.player().shadowRoot;
        return activeElement?.className ?? null;
      });
    await page.evaluate(() => /** @type {any} */ (window).ap.asked());
    assert.equal(await focused(), null, "who is elsewhere stays there");
    await page.evaluate(() => /** @type {any} */ (window).ap.inside(".play").focus());
    await page.evaluate(() => /** @type {any} */ (window).ap.asked());
    assert.equal(await focused(), "choice");
    await page.keyboard.press("2");
    assert.equal(await focused(), "play");
    const told = await page.evaluate(() => /** @type {any} */ (window).ap.told(/^Right/));
    assert.equal(told.caption, "Right: “love” gets 0.468 — so does “cats”.");
    await page.evaluate(() => /** @type {any} */ (window).ap.asked("softmax-2"));
    await page.keyboard.press("9");
    assert.equal((await page.evaluate(() => /** @type {any} */ (window).ap.state())).question, guess);
    await page.keyboard.press("Enter");
    const { caption } = await page.evaluate(() => /** @type {any} */ (window).ap.told(/^Not/));
    assert.equal(caption, "Not “I”, which gets <0.001: “love” gets 0.982.");
    // with nothing asked, a digit goes to its chapter; there it plays on
    await page.evaluate(() => {
      const player = /** @type {any} */ (window).ap.player();
      const times = /** @type {any} */ (window.times = []);
      player.addEventListener("timeupdate", () => times.push(player.currentTime));
    });
    await page.keyboard.press("1");
    await page.waitForFunction(() => /** @type {any} */ (window).times.some((time) => time < 1));
  });

  test("is announced once, without the numbers that are to be guessed; so is what it was worth", async () => {
    const heard = await page.evaluate(async () => {
      const { ap } = /** @type {any} */ (window);
      const said = [];
      await ap.asked();
      const live = ap.inside("[aria-live]");
      new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true }); // prettier-ignore
      await new Promise((resolve) => setTimeout(resolve, 900));
      const label = ap.inside(".stage svg").getAttribute("aria-label");
      ap.press("love");
      await ap.told(/^Right/);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return { said, label };
    });
    assert.equal(heard.said[0], "Softmax. Which word will “I” look at most?");
    assert.equal(heard.label, heard.said[0]);
    assert.equal(heard.said.at(-1), "Right: “love” gets 0.468 — so does “cats”.");
    assert.equal(heard.said.filter((text) => /Which word/.test(text)).length, 1);
  });

  test("with reduced motion it asks before the finished step, and tells with it", async () => {
    const page = await open({ reducedMotion: true });
    const seen = await page.evaluate(async () => {
      const { ap } = /** @type {any} */ (window);
      const player = ap.player();
      await player.ready;
      player.step = "scores-1";
      await player.play();
      const asked = ap.state();
      const weights = () => player.shadowRoot.querySelectorAll('[data-cell^="weights:0,0,0"]').length;
      const before = weights();
      ap.press("I");
      await ap.told(/^Not/);
      const told = ap.state();
      await player.play();
      return { asked, before, told, after: weights(), next: ap.state() };
    });
    assert.equal(seen.asked.question, "Which word will “I” look at most?");
    assert.deepEqual([seen.before, seen.after], [0, 3]);
    assert.equal(seen.told.caption, "Not “I”, which gets 0.063: “love” and “cats” get 0.468 each.");
    assert.deepEqual([seen.told.step, seen.next.step], ["softmax-1", "weight-1"]);
    await page.close();
  });

  test("the question that stands changes its language and its width with the player", async () => {
    await page.evaluate(() => /** @type {any} */ (window).ap.asked("softmax-2"));
    await page.setViewport({ width: 360, height: 740 });
    const seen = await page.evaluate(async () => {
      const { ap } = /** @type {any} */ (window);
      ap.player().lang = "zh";
      await ap.until(() => ap.state().question.includes("爱") && ap.inside(".phone"));
      const asked = ap.state();
      ap.press("爱");
      return { asked, told: await ap.told(/^猜对了/) };
    });
    assert.deepEqual([seen.asked.question, seen.asked.paused], ["“爱”最关注哪个词？", true]);
    assert.deepEqual(seen.asked.answers, ["我", "爱", "猫", "直接看结果"]);
    assert.equal(seen.told.caption, "猜对了：“爱”得到 0.982。");
  });

  for (const [theme, lang, width, least] of /** @type {const} */ ([
    ["light", "zh", 360, 44],
    ["dark", "en", 1104, 40],
  ]))
    test(`axe finds nothing, nothing moves and a finger finds each answer, ${theme} ${lang} ${width} px`, async () => {
      await page.setViewport({ width, height: 900 });
      const { still, height, plain, small } = await page.evaluate(
        async ({ theme, lang, least }) => {
          const { ap } = /** @type {any} */ (window);
          const players = [...document.querySelectorAll("attention-player")];
          for (const player of players) Object.assign(player, { theme, lang });
          await Promise.all(players.map(({ ready }) => ready));
          const narrow = innerWidth < 600;
          await ap.until(() =>
            players.every(({ shadowRoot }) => Boolean(shadowRoot.querySelector(".phone")) === narrow),
          );
          const asked = await ap.asked();
          const buttons = [...players[0].shadowRoot.querySelectorAll(".question:not(.room) button")];
          const small = buttons.filter((button) => {
            const { width, height, right } = button.getBoundingClientRect();
            return Math.min(width, height) < least || right > innerWidth;
          });
          return { ...asked, plain: players[1].offsetHeight, small: small.length };
        },
        { theme, lang, least },
      );
      assert.deepEqual([still, height, small], [true, plain, 0]);
      assert.deepEqual(await findings(page), []);
    });
});
