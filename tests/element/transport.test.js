// What a reader does to the time, and where it stands afterwards.
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { createTransport } from "../../web/element/actions.js";

const steps = [
  { id: "one", start: 0, hold: 3 },
  { id: "two", start: 4, hold: 8 },
  { id: "three", start: 10, hold: 14 },
];
const chapters = [{ start: 0 }, { start: 10 }];

describe("the transport", () => {
  let show, player, transport, done, still;
  beforeEach(() => {
    done = [];
    still = false;
    player = {
      time: 0,
      end: 15,
      paused: true,
      gliding: false,
      loopFrom: 0,
      seek: (time) => (player.time = time),
      glide: (...way) => done.push(way),
    };
    const host = {
      ownerDocument: { defaultView: { matchMedia: () => ({ matches: still }) } },
      play: () => done.push("play"),
      pause: () => done.push("pause"),
    };
    show = {
      scene: {},
      range: { steps, chapters },
      player,
      host,
      life: { hasJustBegun: false },
      showState: () => done.push("state"),
      get step() {
        return steps.findLast(({ start }) => start <= player.time);
      },
    };
    transport = createTransport(show);
  });
  /** Where the time stands afterwards, from a time. */
  const from = (time, act) => {
    player.time = time;
    act();
    return player.time;
  };

  test("its button plays what rests and rests what plays, but not what has just begun by itself", () => {
    transport.toggle();
    player.paused = false;
    transport.toggle();
    show.life.hasJustBegun = true;
    transport.toggle();
    assert.deepEqual(done, ["play", "pause", "play"]);
  });

  test("a chapter is begun while it plays, and seen at the end of its first step while it rests", () => {
    assert.equal(from(0, () => transport.chapter(1)), 14); // prettier-ignore
    player.paused = false;
    assert.equal(from(0, () => transport.chapter(1)), 10); // prettier-ignore
    assert.equal(from(5, () => transport.chapter(2)), 5); // prettier-ignore
  });

  test("back is the step before; while it plays, first the start of this one", () => {
    assert.equal(from(14, transport.back), 8);
    assert.equal(from(8, transport.back), 3);
    assert.equal(from(3, transport.back), 3);
    player.paused = false;
    assert.equal(from(12, transport.back), 10);
    assert.equal(from(10.8, transport.back), 4);
    assert.equal(from(10.5, transport.back), 4);
  });

  test("forward shows the next step in motion, up to its finished picture", () => {
    from(3, transport.forward);
    assert.deepEqual(done.pop(), [4, 8]);
    // what is not finished yet is finished first
    from(6, transport.forward);
    assert.deepEqual(done.pop(), [6, 8]);
    // in the midst of that, the next
    player.gliding = true;
    from(6, transport.forward);
    assert.deepEqual(done.pop(), [10, 14]);
    assert.equal(from(14, transport.forward), 15);
  });

  test("forward leaps to the next step while it plays", () => {
    player.paused = false;
    assert.equal(from(2, transport.forward), 4);
    assert.equal(from(11, transport.forward), 15);
    assert.deepEqual(done, []);
  });

  test("with reduced motion every rest is a finished step", () => {
    still = true;
    assert.equal(from(0, () => transport.seek(5)), 8); // prettier-ignore
    assert.equal(from(8, transport.forward), 14);
    assert.equal(from(5, transport.forward), 8);
    assert.deepEqual(done, []);
    still = false;
    assert.equal(from(0, () => transport.seek(5)), 5); // prettier-ignore
  });

  test("the loop begins at this step, and at the start again when asked once more", () => {
    player.time = 5;
    transport.loopFrom();
    assert.deepEqual([player.loopFrom, show.host.loop, done.pop()], [4, true, "state"]);
    show.host.loop = false;
    transport.loopFrom();
    assert.deepEqual([player.loopFrom, show.host.loop, done.pop()], [0, false, "state"]);
  });

  test("without a picture nothing moves, but a seek is kept", () => {
    show.scene = show.range = null;
    Object.defineProperty(show, "step", { value: undefined });
    for (const act of [
      transport.back,
      transport.forward,
      () => transport.chapter(1),
      () => transport.jump(5),
    ])
      assert.equal(from(1, act), 1);
    assert.equal(from(1, () => transport.seek(5)), 5); // prettier-ignore
    transport.loopFrom();
    assert.equal(player.loopFrom, 0);
  });
});
