// A player whose place is not seen pauses and goes on; of several that play by themselves one plays at a time.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { playerWindow, putAt, until } from "../helpers/player-window.js";

const { window, document, setInView } = playerWindow();

/** Players in view, one below the other, 500 px apart, and what each says. @param {string[]} attributes of each */
async function open(...attributes) {
  document.body.innerHTML = attributes
    .map((text) => `<attention-player ${text}></attention-player>`)
    .join("");
  const players = [...document.querySelectorAll("attention-player")];
  for (const [k, player] of players.entries()) {
    const said = [];
    for (const type of ["play", "pause"]) player.addEventListener(type, () => said.push(type));
    Object.assign(player, { top: 500 * k, said, checkVisibility: () => !player.unseen });
    putAt(player, { top: () => player.top, height: 400 });
    await player.ready;
  }
  for (const player of players) setInView(player, true);
  return players;
}

const moves = (player, from = player.currentTime) => until(() => player.currentTime > from);
const playing = (players) => players.map(({ paused }) => (paused ? "-" : "plays")).join(" ");
const turnTo = (visibilityState) => {
  Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true });
  document.dispatchEvent(new window.Event("visibilitychange"));
};

describe("a player that is hidden", () => {
  const ways = {
    "by a style, of which nothing tells": [
      (player) => (player.unseen = true),
      (player) => (player.unseen = false),
    ],
    "with the part of the page that it is in": [
      (player) => ((player.unseen = true), setInView(player, false)),
      (player) => ((player.unseen = false), setInView(player, true)),
    ],
    "by another tab": [() => turnTo("hidden"), () => turnTo("visible")],
  };
  for (const [way, [hide, show]] of Object.entries(ways))
    test(`${way}: pauses, and goes on when it is back`, async () => {
      const [player] = await open("");
      player.play();
      await moves(player);
      hide(player);
      await until(() => player.paused);
      const there = player.currentTime;
      show(player);
      await moves(player, there);
      assert.deepEqual(player.said, ["play", "pause", "play"]);
    });

  test("by scrolling stands still without a pause, and goes on when it is back", async () => {
    const [player] = await open("");
    player.play();
    await moves(player);
    setInView(player, false);
    const there = player.currentTime;
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.deepEqual([player.currentTime, player.paused, player.said], [there, false, ["play"]]);
    setInView(player, true);
    await moves(player, there);
  });

  test("stays paused where it was paused before, or was paused meanwhile; plays where it was told to", async () => {
    const [still, stopped, begun] = await open("", "", "");
    stopped.play();
    turnTo("hidden");
    assert.ok(stopped.paused);
    stopped.pause();
    begun.play();
    turnTo("visible");
    await moves(begun);
    assert.equal(playing([still, stopped, begun]), "- - plays");
    assert.deepEqual(begun.said, ["play", "pause", "play"]);
  });
});

describe("of players that play by themselves", () => {
  test("the one nearest to the middle of the window does, wherever the reader scrolls", async () => {
    const players = await open("autoplay", "autoplay", "autoplay");
    assert.equal(window.innerHeight, 768);
    await until(() => playing(players) === "plays - -");
    const [first, second, third] = players;
    for (const player of players) player.top -= 400;
    await until(() => playing(players) === "- plays -");
    const there = first.currentTime;
    second.unseen = true;
    await until(() => playing(players) === "- - plays");
    second.remove();
    setInView(third, false);
    await moves(first, there);
    assert.equal(playing(players), "plays - -");
  });

  test("none does beside one that the reader plays, and none after a pause or its end", async () => {
    const players = await open("autoplay", "autoplay", "");
    const [first, second, third] = players;
    await until(() => !first.paused);
    third.play();
    assert.equal(playing(players), "- - plays");
    third.pause();
    setInView(first, true);
    assert.equal(playing(players), "plays - -");
    first.currentTime = first.duration - 0.01;
    await until(() => playing(players) === "- plays -");
    second.pause();
    setInView(first, true);
    assert.equal(playing(players), "- - -");
  });
});
