// Exports from a page: the same bytes as in Node, and pictures that show what the player shows.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exportPicture } from "../../web/export/node.js";
import { picture } from "../../web/export/picture.js";
import { fewOrMany } from "../helpers/full.js";
import { openFolder, openStudio } from "./page.js";

let studio;
before(async () => (studio = await openStudio()));
after(() => studio.close());

const tag = '<attention-player preset="walk-through"></attention-player>';
const text = async (given, options) => new TextDecoder().decode(await exportPicture(given, options));

describe("element.export", () => {
  test("gives the same bytes as in Node, of every kind that is text", async () => {
    const part = { from: "sum-1", to: "sum-1", width: 360 };
    const kinds = [{ type: "svg", step: "sum-1", lang: "zh", theme: "dark" }, { type: "svg-animated", ...part }, { type: "tag" }, { type: "pages", perPage: 2, ...part }]; // prettier-ignore
    const act = (player, kinds) =>
      Promise.all(kinds.map(async (options) => (await player.export(options)).text()));
    const made = await studio.withPlayer(act, { body: tag, given: kinds });
    for (const [k, options] of kinds.entries())
      assert.ok(made[k] === (await text("walk-through", options)), JSON.stringify(options));
  });

  test("draws a PNG with its problem in it, while the player plays on", async () => {
    const act = async (player) => {
      player.play();
      const blob = await player.export({ type: "png", width: 680, scale: 2 });
      const { width, height } = await createImageBitmap(blob);
      const playing = !player.paused;
      player.pause();
      return { type: blob.type, width, height, playing, text: await blob.text() };
    };
    const { text, ...made } = await studio.withPlayer(act, { body: tag });
    const { height } = await picture("walk-through", { width: 680 });
    assert.deepEqual(made, { type: "image/png", width: 1360, height: 2 * height, playing: true });
    assert.match(text, /"labels":\{"x":\["I","love","cats"\]\}/);
  });

  test("says what a content security policy must allow for pixels", async () => {
    const head = `<meta http-equiv="Content-Security-Policy" content="img-src 'self'">`;
    const { page, errors } = await studio.page(tag, { head });
    const said = await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      return player.export({ type: "png" }).catch(({ message }) => message);
    });
    assert.match(said, /allow blob: in its img-src, or export SVG\.$/);
    // the browser reports what the page forbids
    errors.length = 0;
    await page.close();
  });

  test("exports what a reader has changed, and leaves the page as it was; an abort rejects with its reason", async () => {
    const act = async (player) => {
      player.currentTime = 20;
      const problem = { ...player.problem, x: [[1, 0, 1, 0], [0, 2, 0, 2], [3, 1, 1, 1]] }; // prettier-ignore
      player.edit(problem);
      const { currentTime } = player;
      const shown = player.shadowRoot.querySelector(".picture");
      const markup = shown.innerHTML;
      const svg = await (await player.export()).text();
      const abort = new AbortController();
      const parts = [];
      const onProgress = (part) => parts.push(part) > 2 && abort.abort("enough");
      const reason = await player
        .export({ type: "svg-animated", signal: abort.signal, onProgress })
        .catch(String);
      const wrong = await player.export({ width: 16000 }).catch(({ name, message }) => `${name}: ${message}`);
      return {
        svg,
        reason,
        wrong,
        parts,
        same: markup === shown.innerHTML && player.currentTime === currentTime,
      };
    };
    const { svg, reason, wrong, parts, same } = await studio.withPlayer(act, { body: tag });
    assert.match(svg, /&quot;x&quot;:\[\[1,0,1,0\],\[0,2,0,2\],\[3,1,1,1\]\]/);
    assert.deepEqual([reason, same], ["enough", true]);
    assert.match(wrong, /^AttentionError: width is 16000; give 64 to 4096 px\.$/);
    assert.ok(parts.length < 5 && parts.every((part) => part > 0 && part < 1), parts.join());
  });
});

test("the light player fetches what an export needs when it is asked for, and makes films, too", async () => {
  const head = '<script type="module" src="attention-player-core.js"></script>';
  studio.write("light.html", `<!doctype html>${head}${tag}`);
  const { page, errors } = await studio.page("");
  const asked = [];
  page.on("request", (request) => asked.push(request.url().split("/").at(-1)));
  await page.goto(`${studio.url}light.html`);
  const made = await page.evaluate(async () => {
    const player = document.querySelector("attention-player");
    await customElements.whenDefined("attention-player");
    await player.ready;
    await fetch("embed.oembed.json");
    const part = { from: "query-1", to: "query-1", width: 160 };
    const kinds = ["gif", "webm", "html"].map((type) => player.export({ type, ...part }));
    return (await Promise.all(kinds)).map(({ type, size }) => [type, size > 1000]);
  });
  assert.deepEqual(made, [["image/gif", true], ["video/webm", true], ["text/html", true]]); // prettier-ignore
  const later = asked.slice(asked.indexOf("embed.oembed.json"));
  for (const name of [/^export-/, /^gif\.js/, /^film\.js/, /^attention-player\.classic\.js/])
    assert.ok(later.some((file) => name.test(file)) && !asked.slice(0, -later.length).some((file) => name.test(file)), String(name)); // prettier-ignore
  assert.deepEqual(errors, []);
  await page.close();
});

/** How many of a hundred thousand values of two pictures of a page differ by more than a shade. Runs in the page. */
const difference = async (pictures) => {
  const [a, b] = await Promise.all(
    pictures.map(async (png) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  return (a.filter((value, i) => Math.abs(value - b[i]) > 24).length / a.length) * 1e5;
};

describe("an animated SVG", () => {
  test("at any moment shows what the player shows", async () => {
    const part = fewOrMany({ from: "score-1", to: "sum-1" }, {});
    const shown = await picture("walk-through", part);
    const { page } = await studio.page("", { width: 1152, height: 520 });
    const photo = async (svg, time) => {
      await page.evaluate(
        (svg, time) => {
          document.body.style.margin = 0;
          document.body.innerHTML = svg;
          const root = document.querySelector("svg");
          root.pauseAnimations();
          root.setCurrentTime(time);
        },
        svg,
        time,
      );
      return page.screenshot({ encoding: "base64" });
    };
    const moving = await text("walk-through", { type: "svg-animated", ...part });
    for (const k of fewOrMany([2, 5, 9], [...Array(10).keys()])) {
      const time = ((k + 0.37) / 10) * shown.duration;
      const off = await page.evaluate(difference, [
        await photo(moving, time),
        await photo(shown.at(time), 0),
      ]);
      // lines under way may be a part of a pixel off, numbers at 4,000 px a second a whole one
      assert.ok(off < (k < 8 ? 150 : 400), `${off} of 100,000 at ${time} s`);
    }
    await page.close();
  });

  test("plays in an <img> whose file may do nothing, and with reduced motion shows the end", async () => {
    const part = { type: "svg-animated", from: "score-1", to: "score-1", width: 360 };
    const headers = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
    const place = await openFolder({ headers });
    place.write("moving.svg", await text("walk-through", part));
    const { at, duration } = await picture("walk-through", part);
    place.write("end.svg", at(duration));
    const { page } = await studio.page("", { width: 360, height: 540 });
    const photo = async (name) => {
      await page.evaluate(async (src) => {
        document.body.style.margin = 0;
        document.body.replaceChildren(Object.assign(new Image(), { src }));
        await document.querySelector("img").decode();
      }, `${place.url}${name}`);
      return () => page.screenshot({ encoding: "base64" });
    };
    const moving = await photo("moving.svg");
    const first = await moving();
    // the clock of the file is no page's: it cannot be hurried
    let moved = 0;
    for (let tries = 0; tries < 50 && moved < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      moved = await page.evaluate(difference, [first, await moving()]);
    }
    assert.ok(moved >= 100, `${moved} of 100,000`);
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    // a browser hands the reader's wish on to a file in an <img>, but not a wish that is emulated
    const opened = async (name) => {
      await page.goto(`${place.url}${name}`);
      return page.screenshot({ encoding: "base64" });
    };
    const [still, last] = [await opened("moving.svg"), await opened("end.svg")];
    await page.goto(studio.put(""));
    assert.equal(await page.evaluate(difference, [still, last]), 0);
    await page.close();
    await place.close();
  });
});

test("a page that plays offline opens from the disk, asks for nothing, and plays", async () => {
  const given = { x: [[1, 2], [3, 4]], labels: { x: ["</script><b>", "b"] } }; // prettier-ignore
  studio.write("offline.html", await text(given, { type: "html", story: "matrices" }));
  const { page, errors } = await studio.page("");
  const asked = [];
  page.on("request", (request) => asked.push(request.url().slice(0, 80)));
  await page.goto(`file://${studio.folder}/offline.html`);
  const { story, labels } = await page.evaluate(async () => {
    const player = document.querySelector("attention-player");
    await player.ready;
    player.play();
    await window.plays(player);
    return { story: player.story, labels: player.problem.labels.x };
  });
  assert.deepEqual([story, labels], ["matrices", given.labels.x]);
  assert.deepEqual([asked.length, errors], [1, []], asked.join(" "));
  await page.close();
});
