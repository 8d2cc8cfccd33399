// Films and pixels in a page: drawn by the browser, encoded by it, and read again by its own players.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../helpers/browser.js";
import { serve } from "../helpers/serve.js";

describe("in a page", () => {
  let [browser, server, page] = [];
  before(async () => {
    server = await serve();
    browser = await launch();
    page = await browser.newPage();
    await page.goto(`${server.url}build/embed.oembed.json`);
    await page.evaluate(async (url) => {
      const load = (path) => import(`${url}${path}`);
      const [{ picture }, { createRasterizer }] = [
        await load("export/picture.js"),
        await load("export/canvas.js"),
      ];
      const { png } = await load("export/png.js");
      const { film } = await load("build/film.js");
      const part = await picture("walk-through", { width: 321, from: "score-1", to: "score-1" });
      window.part = part;
      window.kinds = {
        png: () => png(part, createRasterizer(), { scale: 2 }),
        webm: (options) => film(part, createRasterizer(), "webm", { fps: 20, ...options }),
      };
      /** The numbers of pixels of something that is drawn. */
      window.pixels = (drawn, width, height) => {
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(drawn, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      };
    }, server.url);
  });
  after(async () => {
    await browser.close();
    await server.close();
  });

  test("a film has even sides, the story's length and its last moment at the end", async () => {
    const { size, duration, meant, off } = await page.evaluate(async () => {
      const video = document.createElement("video");
      video.src = URL.createObjectURL(new Blob([await kinds.webm()], { type: "video/webm" }));
      video.muted = true;
      await new Promise((resolve, reject) =>
        Object.assign(video, { onloadeddata: resolve, onerror: reject }),
      );
      const { videoWidth, videoHeight, duration } = video;
      await new Promise((resolve) =>
        Object.assign(video, { onseeked: resolve, currentTime: duration - 0.01 }),
      );
      const end = await createImageBitmap(new Blob([await kinds.png()]));
      const drawn = (image) => pixels(image, videoWidth, videoHeight);
      // a video that has been told where to stand may draw nothing until its frame is decoded
      let shown = drawn(video);
      for (const late = performance.now() + 5000; shown[3] === 0 && performance.now() < late;) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        shown = drawn(video);
      }
      const last = drawn(end);
      return {
        size: [videoWidth, videoHeight % 2],
        duration,
        meant: Math.ceil(part.duration * 20) / 20,
        off: shown.reduce((sum, value, i) => sum + Math.abs(value - last[i]), 0) / last.length,
      };
    });
    assert.deepEqual(size, [322, 0]);
    assert.ok(Math.abs(duration - meant) < 0.002, `${duration} s, not ${meant}`);
    assert.ok(off < 6, `off by ${off}`);
  });

  test("it stops when it is asked to, and says why there is no film where there is none", async () => {
    const told = await page.evaluate(async () => {
      const stop = new AbortController();
      const said = (error) => `${error.name} ${error.message}`;
      const stopped = kinds.webm({ signal: stop.signal, onProgress: () => stop.abort() }).catch(said);
      const answers = [await stopped];
      globalThis.VideoEncoder = undefined;
      answers.push(await kinds.webm().catch(said));
      return answers;
    });
    assert.match(told[0], /^AbortError/);
    assert.match(
      told[1],
      /^AttentionError This browser has no video encoder, so there is no WebM; export GIF/,
    );
  });
});
