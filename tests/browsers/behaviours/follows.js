// What a reader and a page wish: dark or light, motion or none, a wide window or a narrow one.
import assert from "node:assert/strict";
import { items } from "../../../web/studio/gallery.js";
import { serve } from "../../helpers/serve.js";

const both = '<meta name="color-scheme" content="light dark">';
const autoplay = '<attention-player preset="walk-through" autoplay></attention-player>';

/** Runs in the page: from 0 black to 1 white, the ground of the player. */
async function ground() {
  const player = document.querySelector("attention-player");
  await player.ready;
  const colour = getComputedStyle(player.shadowRoot.querySelector(".ap")).backgroundColor;
  return Math.max(...colour.match(/\d+/g).slice(0, 3).map(Number)) / 255;
}

/** Runs in the page: whether it plays by itself, given time to do so. */
async function playsByItself() {
  const player = document.querySelector("attention-player");
  await player.ready;
  if (player.paused)
    await Promise.race([
      new Promise((resolve) => player.addEventListener("play", resolve)),
      new Promise((resolve) => setTimeout(resolve, 1000)),
    ]);
  return !player.paused;
}

/** Runs in the page: what play does where nothing is to move. */
async function playStill() {
  const player = document.querySelector("attention-player");
  await player.ready;
  player.step = 2;
  player.play();
  const { step, paused, currentTime } = player;
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { step, paused, moved: player.currentTime !== currentTime };
}

/** Runs in the page, after the window has another width: how far the picture and the page reach beyond theirs, and whether
 * the buttons stand in one row, with the whole clock between them. */
async function beyond() {
  const player = document.querySelector("attention-player");
  await player.ready;
  // measured after the turn in which the width was told; a busy machine takes longer. A scroll bar takes of the width
  const { documentElement: html } = document;
  for (let tries = 0; tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (html.scrollWidth <= html.clientWidth) break;
  }
  const picture = player.shadowRoot.querySelector(".picture").getBoundingClientRect();
  const bar = [...player.shadowRoot.querySelectorAll(".bar > :not(.chapters, .panel)")];
  const rows = bar.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
  const clock = player.shadowRoot.querySelector(".clock");
  const { left, right, bottom } = clock.getBoundingClientRect();
  const times = [...clock.children].map((time) => time.getBoundingClientRect());
  const cut = times.filter((time) => time.top < bottom && (time.left < left - 1 || time.right > right + 1));
  return {
    rows: new Set(rows.map(Math.round)).size,
    cut: cut.length,
    picture: Math.max(0, Math.round(picture.right - player.getBoundingClientRect().right)),
    page: html.scrollWidth - html.clientWidth,
    view: innerWidth,
  };
}

/** Runs in the project's page: how many examples it offers, whether they stand in one line, how far the page reaches beyond the window. */
async function studio() {
  // its words come on their own
  while (!document.querySelector("[name=preset]")) await new Promise((resolve) => setTimeout(resolve, 20));
  const cards = [...document.querySelectorAll(".card")];
  const seen = cards.filter((card) => /** @type {HTMLElement} */ (card).offsetParent);
  return {
    examples: cards.length,
    lines: new Set(seen.map((card) => Math.round(card.getBoundingClientRect().top))).size,
    page: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  };
}

/** @type {import("./index.js").Behaviours} */
export const follows = {
  "fits every width": async (at) => {
    await at.page('<attention-player preset="batch"></attention-player>');
    await at.evaluate(() => (document.querySelector("attention-player").currentTime = 0));
    for (const width of [1200, 700, 375, 360, 350, 320, 1200]) {
      await at.resize(width, 900);
      const { picture, page, view, rows, cut } = await at.evaluate(beyond);
      assert.equal(view, width);
      assert.equal(picture, 0, `at ${width} px`);
      assert.equal(rows, 1, `at ${width} px`);
      assert.equal(cut, 0, `at ${width} px times are cut off`);
      assert.equal(page, 0, `at ${width} px the page scrolls sideways`);
    }
  },

  "the project's own page": async (at) => {
    const server = await serve();
    try {
      await at.goto(server.url);
      assert.equal(await at.evaluate(playsByItself), false);
      assert.deepEqual(await at.evaluate(studio), { examples: items.length, lines: 1, page: 0 });
    } finally {
      await server.close();
    }
  },

  "light, and plays by itself": async (at) => {
    await at.page(autoplay, { head: both });
    assert.ok((await at.evaluate(ground)) > 0.9);
    assert.equal(await at.evaluate(playsByItself), true);
  },
};

/** With a dark system and the wish for less motion. @type {import("./index.js").Behaviours} */
export const followsWishes = {
  "dark where the page allows it": async (at) => {
    await at.page(autoplay, { head: both });
    assert.ok((await at.evaluate(ground)) < 0.2);
    // a page that says nothing is white
    await at.page(autoplay);
    assert.ok((await at.evaluate(ground)) > 0.9);
  },

  "less motion: nothing plays by itself": async (at) => {
    await at.page(autoplay);
    assert.equal(await at.evaluate(playsByItself), false);
    assert.deepEqual(await at.evaluate(playStill), { step: "query-1", paused: true, moved: false });
  },
};
