import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { frameFor, fullFrame } from "../../web/element/frame.js";
import { fewOrMany } from "../helpers/full.js";
import { heights } from "../../web/tools/heights.mjs";

describe("the frame", () => {
  test("leaves the stage what the rows do not take", () => {
    // in an element of 240 px the picture is not made smaller
    assert.equal(frameFor(240).outer - 2 * frameFor(240).margin, frameFor(240).width);
    for (const [element, kind, width, height, whole] of [
      [240, "phone", 232, 404, 680],
      [599, "phone", 575, 404, 680],
      [600, "column", 584, 412, 660],
      [640, "column", 608, 412, 660],
      [839, "column", 807, 412, 660],
      [840, "wide", 792, 424, 620],
      [1152, "wide", 1104, 424, 620],
      [5000, "wide", 1600, 424, 620],
    ]) {
      const frame = frameFor(element);
      const told = [frame.kind, frame.width, frame.height, frame.rows + frame.height];
      assert.deepEqual(told, [kind, width, height, whole], `${element}`);
    }
  });

  test("on a full screen it is the usual one, enlarged; on a small one not", () => {
    const of = (width, view) => {
      const { kind, outer, zoom } = fullFrame(width, view);
      return [kind, Math.round(outer * zoom), Number(zoom.toFixed(2))];
    };
    assert.deepEqual(of(1920, 1080), ["wide", 1920, 1.67]);
    assert.deepEqual(of(3440, 1240), ["wide", 3296, 2]);
    assert.deepEqual(of(390, 844), ["phone", 390, 1]);
    // with the buttons that edit, it takes no more than the screen
    const { rows, height, zoom } = fullFrame(1920, 1080, true);
    assert.ok(Math.abs((rows + height + 47) * zoom - 1080) < zoom);
  });

  test("holds every preset, but for the map of long inputs on a phone", async (t) => {
    const [phone, column, wide] = [680, 660, 620];
    const table = await heights(fewOrMany([360, 600, 1104], [240, 360, 600, 680, 1104]));
    const of = (narrow, usual) => fewOrMany([usual, column, wide], [narrow, usual, column, column, wide]);
    for (const [name, { all }] of Object.entries(table)) t.diagnostic(`${all.join(" ")} ${name}`);
    const other = Object.entries(table).filter(([, { all }]) => `${all}` !== `${of(phone, phone)}`);
    assert.deepEqual(other.map(([name, { all }]) => [name, all]), [["long-input", of(862, 888)], ["long-text", of(778, 778)]]); // prettier-ignore
    // the style sheet for pages whose script comes late says the same
    const sheet = readFileSync(new URL("../../web/build/attention-player.css", import.meta.url), "utf8");
    assert.deepEqual(sheet.match(/\[preset.*/g), [
      '[preset="walk-through"] { --ap-corner: 128px; }',
      '[preset="as-printed"] { --ap-corner: 128px; }',
      '[preset="one-query"] { --ap-corner: 72px; }',
      '[preset="two-words"] { --ap-corner: 100px; }',
      '[preset="long-input"] { --ap-height-phone: 888px; }',
      '[preset="long-text"] { --ap-height-phone: 778px; }',
    ]);
  });
});
