// Playing: from the first step to the last, from a server and from the disk, and thirty players at a time.
import assert from "node:assert/strict";
import { presets } from "../../helpers/presets.js";

// the shortest story there is
const short = `<attention-player story="walk-through" problem='{"x":[[1,2]]}'></attention-player>`;

/** Runs in the page: everything that is heard from a time to the end. */
async function playToTheEnd(left) {
  const player = document.querySelector("attention-player");
  await player.ready;
  if (left !== undefined) player.currentTime = player.duration - left;
  const heard = [];
  for (const type of ["play", "pause", "ended", "error", "stepchange"])
    player.addEventListener(type, ({ detail }) => heard.push(detail?.id ?? type));
  const ended = new Promise((resolve) => player.addEventListener("ended", resolve));
  player.playbackRate = 4;
  player.play();
  await ended;
  const { steps, currentTime, duration, paused } = player;
  return { heard, steps: steps.map(({ id }) => id), ended: currentTime === duration && paused };
}

/** Runs in the page: how long after the page was asked for all players are ready, and how many numbers each shows. */
async function allReady() {
  const players = [...document.querySelectorAll("attention-player")];
  await Promise.all(players.map((player) => player.ready));
  const time = performance.now();
  const counts = players.map((player) => player.shadowRoot.querySelectorAll("[data-cell]").length);
  return { time, counts };
}

/** @type {import("./index.js").Behaviours} */
export const plays = {
  "plays to its end": async (at) => {
    await at.page(short);
    const { heard, steps, ended } = await at.evaluate(playToTheEnd);
    assert.ok(steps.length > 5, `${steps.length} steps`);
    assert.deepEqual(heard, ["play", ...steps.slice(1), "pause", "ended"]);
    assert.equal(ended, true);
  },

  "plays from the disk": async (at) => {
    await at.page(short, { script: "classic", file: true });
    const { heard, ended } = await at.evaluate(playToTheEnd, 1);
    assert.deepEqual(heard, ["play", "pause", "ended"]);
    assert.equal(ended, true);
  },

  "thirty on a page": async (at, say) => {
    const names = Object.keys(presets);
    const tags = Array.from(
      { length: 30 },
      (_, k) => `<attention-player preset="${names[k % names.length]}">`,
    );
    await at.page(tags.join("</attention-player>\n"));
    const { time, counts } = await at.evaluate(allReady);
    say(`all ready ${(time / 1000).toFixed(1)} s after the page was asked for`);
    assert.equal(counts.length, 30);
    for (const [k, count] of counts.entries()) assert.ok(count >= 8, `${count} numbers in ${tags[k]}`);
  },
};
