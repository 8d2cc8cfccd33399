// A film as GIF, read again by a reader that nobody here wrote.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GifReader } from "omggif";
import { gif } from "../../web/export/gif.js";
import { momentsOf, plainAt } from "../../web/export/moments.js";
import { picture } from "../../web/export/picture.js";
import { createRasterizer } from "../../web/export/raster.js";

const words = (data) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

describe("a part of the walk-through as GIF", async () => {
  const part = await picture("walk-through", { width: 320, from: "score-1", to: "score-1" });
  const rasterizer = await createRasterizer();
  /** What each moment looked like before it became a GIF. */
  const sources = new Map();
  const rasterize = async (svg, scale) => {
    if (!sources.has(svg)) sources.set(svg, await rasterizer.rasterize(svg, scale));
    return sources.get(svg);
  };
  const source = (moment) => words(sources.get(plainAt(part, moment)).data);
  const bytes = await gif(part, { ...rasterizer, rasterize });
  const file = new GifReader(bytes);
  const infos = Array.from({ length: file.numFrames() }, (_, i) => file.frameInfo(i));

  test("plays as long as the story, after two seconds of the finished picture, for ever", () => {
    assert.deepEqual([file.width, file.height], [320, Math.ceil(part.height)]);
    assert.equal(infos[0].delay, 200);
    assert.equal(
      infos.slice(1).reduce((sum, { delay }) => sum + delay, 0),
      Math.ceil(part.duration * 10) * 10,
    );
    assert.equal(file.loopCount(), 0);
  });

  test("writes what is held once, and of the others what has changed", () => {
    const held = infos.filter(({ delay }) => delay > 10).length;
    assert.ok(held > 1 && infos.length < momentsOf(part, 10).length);
    const area = infos.reduce((sum, { width, height }) => sum + width * height, 0);
    assert.ok(
      area < infos.length * file.width * file.height * 0.5,
      `${area} pixels in ${infos.length} frames`,
    );
  });

  /** Asserts that a file's first frames show a moment, nowhere off by a step that is seen. */
  function shows(file, frames, moment) {
    const shown = new Uint8Array(file.width * file.height * 4);
    for (let i = 0; i < frames; i++) file.decodeAndBlitFrameRGBA(i, shown);
    const { data } = sources.get(plainAt(part, moment));
    const off = data.filter((value, i) => Math.abs(value - shown[i]) > 16).length;
    assert.ok(off < data.length / 1000, `${off} of ${data.length}`);
  }

  test("begins with the finished picture, and has the colours of an end, however short", async () => {
    shows(file, 1, "poster");
    const duration = 40;
    const marksAt = (time) => part.marksAt(time === duration ? part.duration : 0);
    const film = new GifReader(await gif({ ...part, duration, marksAt }, { ...rasterizer, rasterize }));
    shows(film, film.numFrames(), part.duration);
  });

  test("never flickers: a pixel that stays the same stays the same", () => {
    const canvas = new Uint8Array(file.width * file.height * 4);
    file.decodeAndBlitFrameRGBA(0, canvas);
    let [before, former] = [source("poster"), words(canvas.slice())];
    let left = infos[0].delay - 200;
    let frame = 0;
    for (const moment of momentsOf(part, 10)) {
      if (left === 0) {
        file.decodeAndBlitFrameRGBA(++frame, canvas);
        left = infos[frame].delay;
      }
      left -= 10;
      const [now, shown] = [source(moment), words(canvas)];
      const flickers = now.findIndex((pixel, i) => pixel === before[i] && shown[i] !== former[i]);
      assert.equal(flickers, -1, `at ${moment} s`);
      [before, former] = [now, words(canvas.slice())];
    }
    assert.equal(frame, infos.length - 1);
  });

  test("carries its problem in a comment", () => {
    const text = Buffer.from(bytes).toString("latin1");
    assert.match(text.slice(-2000).replace(/[\x00-\x1f\xff]/g, ""), /"w_q":\[\[1,0,1\]/);
  });

  test("is the same each time", async () => {
    assert.deepEqual(await gif(part, { ...rasterizer, rasterize }), bytes);
  });

  test("refuses a rate whose delay is no whole number of hundredths, and stops when it is asked to", async () => {
    await assert.rejects(gif(part, rasterizer, { fps: 12 }), /fps is 12; give one of 10, 20, 25/);
    const stop = new AbortController();
    const stopped = gif(part, rasterizer, { signal: stop.signal, onProgress: () => stop.abort() });
    await assert.rejects(stopped, { name: "AbortError" });
  });
});
