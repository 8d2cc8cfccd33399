import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { frameFor, fullFrame, viewHeight } from "../../web/element/frame.js";

describe("the frame", () => {
  test("leaves the stage what the rows do not take", () => {
    const of = (width, view) => {
      const { kind, width: wide, height } = frameFor(width, view);
      return [kind, wide, height];
    };
    assert.deepEqual(of(1152, 600), ["wide", 1104, 424]);
    assert.deepEqual(of(700, 600), ["column", 652, 424]);
    assert.deepEqual(of(360, 600), ["phone", 336, 404]);
    assert.deepEqual(of(740, 360), ["compact", 692, 248]);
  });

  test("a higher window gives the stage more, and a wide one up to 1600 px", () => {
    assert.equal(frameFor(1152, 900).height, 704);
    assert.equal(frameFor(1920, 1080).width, 1600);
    assert.equal(frameFor(5000, 1080).width, 1600);
  });

  test("on a full screen it is the usual one, enlarged; on a small one not", () => {
    const of = (width, view) => {
      const { kind, outer, zoom } = fullFrame(width, view);
      return [kind, Math.round(outer * zoom), Number(zoom.toFixed(2))];
    };
    assert.deepEqual(of(1920, 1080), ["wide", 1920, 1.67]);
    assert.deepEqual(of(3440, 1240), ["wide", 3296, 2]);
    assert.deepEqual(of(390, 844), ["phone", 390, 1]);
  });

  test("what is kept free does not depend on the window, but on a phone that lies on its side", () => {
    assert.equal(frameFor(1152, 900).least, 424);
    assert.equal(frameFor(360, 900).least, 404);
    assert.equal(frameFor(740, 400).least, 288);
  });

  test("a frame on somebody's page sees the whole window, where it may and has no height of its own", () => {
    const top = { innerHeight: 900 };
    const given = (attribute, height) => ({ hasAttribute: () => attribute, style: { height } });
    for (const [frameElement, height] of [
      [null, 900],
      [given(false, ""), 900],
      [given(true, ""), 300],
      [given(false, "300px"), 300],
    ])
      assert.equal(viewHeight(/** @type {any} */ ({ innerHeight: 300, top, frameElement })), height);
    const foreign = {
      innerHeight: 300,
      get top() {
        throw new Error("another origin");
      },
    };
    assert.equal(viewHeight(/** @type {any} */ (foreign)), 300);
  });
});
