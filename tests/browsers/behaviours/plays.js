// Playing: from the first step to the last, from a server and from the disk.
import assert from "node:assert/strict";

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
};
