import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Player } from "../../web/element/player.js";

/** A clock that stands until it is told. */
function handmade() {
  let now = 0;
  let waiting = null;
  const clock = {
    now: () => now,
    request: (callback) => ((waiting = callback), 1),
    cancel: () => (waiting = null),
  };
  const drawn = [];
  /** whether what was drawn was the end of a step; `act` is a listener @type {boolean[] & { act?: (ending: boolean) => void }} */
  const ended = [];
  let ends = 0;
  const draw = (time) => {
    drawn.push(+time.toFixed(6));
    ended.push(player.ending);
    ended.act?.(player.ending);
  };
  const player = new Player(clock, draw, () => ends++);
  player.end = 10;
  const pass = (milliseconds) => {
    now += milliseconds;
    const callback = waiting;
    waiting = null;
    callback?.();
  };
  return { player, drawn, ended, pass, ends: () => ends, waits: () => waiting !== null };
}

describe("the player", () => {
  test("turns the clock into a time", () => {
    const { player, pass, drawn } = handmade();
    player.play();
    pass(20);
    pass(30);
    assert.deepEqual(drawn, [0.02, 0.05]);
  });

  test("goes at its rate", () => {
    const { player, pass } = handmade();
    player.rate = 0.25;
    player.play();
    pass(100);
    assert.equal(player.time, 0.025);
    player.rate = 4;
    pass(100);
    assert.ok(Math.abs(player.time - 0.425) < 1e-9);
  });

  test("draws nothing while it is paused", () => {
    const { player, waits, drawn } = handmade();
    assert.equal(waits(), false);
    player.play();
    player.pause();
    assert.equal(waits(), false);
    assert.deepEqual(drawn, []);
  });

  test("a seek is drawn at once, and kept within the story", () => {
    const { player, drawn } = handmade();
    player.seek(3);
    player.seek(-1);
    player.seek(99);
    assert.deepEqual(drawn, [3, 0, 10]);
  });

  test("a tab that comes back goes on where it was", () => {
    const { player, pass } = handmade();
    player.play();
    pass(60_000);
    assert.ok(player.time <= 0.1);
  });

  test("ends once, at the end", () => {
    const { player, pass, ends, waits } = handmade();
    player.seek(9.95);
    player.play();
    pass(100);
    assert.equal(player.time, 10);
    assert.equal(player.paused, true);
    assert.equal(ends(), 1);
    assert.equal(waits(), false);
  });

  test("plays again from the start after the end", () => {
    const { player } = handmade();
    player.seek(10);
    player.play();
    assert.equal(player.time, 0);
  });

  test("a loop is shown to its end, and begins where it was told to; the time left over is not lost", () => {
    const { player, pass, ends, drawn } = handmade();
    player.loop = true;
    player.loopFrom = 4;
    player.seek(9.95);
    player.play();
    pass(100);
    assert.deepEqual(drawn, [9.95, 10, 4]);
    pass(30);
    assert.ok(Math.abs(player.time - 4.08) < 1e-9);
    assert.equal(ends(), 0);
    // a shorter story may end before that
    player.loopFrom = 20;
    player.seek(9.95);
    pass(100);
    assert.equal(player.time, 0);
  });

  test("of a part of a story it plays that, loops there, and brings inside what is sought", () => {
    const { player, pass, drawn, ends } = handmade();
    [player.start, player.end] = [3, 5];
    player.seek(0);
    player.seek(9);
    player.play();
    player.seek(4.95);
    pass(100);
    assert.deepEqual([drawn, player.paused, ends()], [[3, 5, 4.95, 5], true, 1]);
    player.loop = true;
    player.play();
    assert.equal(player.time, 3);
    player.seek(4.95);
    pass(100);
    assert.deepEqual(drawn.slice(-2), [5, 3]);
    // a step that lies beyond is not glided to for ever
    player.pause();
    player.glide(7, 8);
    pass(100);
    assert.deepEqual([player.time, player.gliding], [5, false]);
  });

  test("whoever pauses at the end of a step, or at the beginning of the next, stands there exactly", () => {
    const { player, pass, drawn, ended } = handmade();
    player.boundaries = [2, 2.01];
    const way = [];
    player.seek(1.95);
    player.play();
    drawn.length = 0;
    pass(90);
    pass(0);
    pass(10);
    assert.deepEqual(drawn, [2, 2, 2.01, 2.01, 2.05]);
    assert.deepEqual(ended.slice(-5), [true, false, true, false, false]);
    for (const ending of [true, false]) {
      player.seek(1.95);
      player.play();
      ended.act = (now) => now === ending && player.time === 2 && (way.push(player.time), player.pause());
      pass(90);
      assert.deepEqual([player.time, player.paused, player.ending], [2, true, ending]);
      pass(100);
      assert.equal(player.time, 2);
    }
    // played on, the next step begins there
    player.play();
    assert.equal(player.ending, false);
    assert.deepEqual(way, [2, 2]);
  });

  test("a clock of whole milliseconds comes to the end of a step once, however its times are rounded", () => {
    const { player, pass, drawn, ended } = handmade();
    // ten tenths are a little less than 1
    player.boundaries = [1];
    player.play();
    for (let n = 0; n < 12; n++) pass(100);
    const last = drawn.indexOf(1);
    assert.deepEqual(
      [drawn.filter((time) => time === 1).length, ended[last], ended[last + 1]],
      [2, true, false],
    );
  });

  test("off-screen the clock stands still, and playing goes on afterwards", () => {
    const { player, pass, waits } = handmade();
    player.play();
    pass(50);
    player.setAwake(false);
    assert.equal(waits(), false);
    assert.equal(player.paused, false);
    pass(5000);
    player.setAwake(true);
    pass(50);
    assert.equal(player.time, 0.1);
  });

  test("stops exactly at what it comes to; a seek and a glide come to nothing", () => {
    const { player, pass, drawn, waits } = handmade();
    const way = [];
    player.stopBetween = (from, to) => {
      way.push([from, to].map((time) => +time.toFixed(6)));
      return from < 0.07 && to >= 0.07 ? { time: 0.07, act: () => player.pause() } : undefined;
    };
    player.play();
    pass(50);
    pass(50);
    assert.deepEqual(way, [
      [0, 0.05],
      [0.05, 0.1],
    ]);
    assert.deepEqual([drawn.at(-1), player.paused, waits()], [0.07, true, false]);
    player.play();
    pass(50);
    assert.ok(Math.abs(player.time - 0.12) < 1e-9);
    player.pause();
    way.length = 0;
    player.seek(0);
    player.glide(0, 1);
    pass(90);
    assert.deepEqual(way, []);
  });

  test("comes to nothing beyond the end", () => {
    const { player, pass } = handmade();
    const way = [];
    player.stopBetween = (from, to) => void way.push(to);
    player.seek(9.95);
    player.play();
    pass(100);
    assert.deepEqual(way, [10]);
  });

  test("rests for a while, until somebody plays or seeks", () => {
    const { player, pass } = handmade();
    player.play();
    pass(50);
    player.wait(200);
    pass(100);
    pass(90);
    assert.deepEqual([player.time, player.paused], [0.05, false]);
    pass(20);
    pass(30);
    assert.ok(Math.abs(player.time - 0.1) < 1e-9, String(player.time));
    for (const act of [() => player.seek(5), () => (player.pause(), player.seek(5), player.play())]) {
      player.wait(1000);
      act();
      pass(100);
      assert.equal(player.time, 5.1);
    }
    player.wait(1000);
    player.pause();
    player.play();
    pass(100);
    assert.ok(Math.abs(player.time - 5.2) < 1e-9);
  });

  test("a glide shows one step in motion and stays paused", () => {
    const { player, pass, drawn, waits } = handmade();
    player.glide(2, 2.1);
    pass(60);
    pass(60);
    assert.deepEqual(drawn, [2, 2.06, 2.1]);
    assert.equal(player.paused, true);
    assert.equal(player.gliding, false);
    assert.equal(waits(), false);
  });

  test("a seek ends a glide", () => {
    const { player, waits } = handmade();
    player.glide(2, 5);
    player.seek(7);
    assert.equal(waits(), false);
    assert.equal(player.time, 7);
  });
});
