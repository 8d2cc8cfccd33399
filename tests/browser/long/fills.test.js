// A map that fills while the page goes on.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "../page.js";
import { TOKENS, open } from "./page.js";

describe("a map that fills", () => {
  let studio, desk;
  before(async () => {
    studio = await openStudio();
    desk = await open(studio);
    await desk.player(async (player) => (window.count = await window.counted(player)));
  });
  after(async () => {
    await desk.page.close();
    await studio.close();
  });

  test("stops where a reader says so, and goes on from there", async () => {
    const told = await desk.player(async (player) => {
      player.problem = window.long(2048, 2);
      await window.until(() => window.filled(player) > 0);
      window.button(player, "Stop").click();
      await player.ready;
      const [stopped, { runs }] = [window.filled(player), window.count];
      const blank = window.pixel(player, 0.1, 0.95);
      await window.wait(200);
      const same = window.filled(player) === stopped && window.count.runs === runs;
      const ready = player.ready;
      window.button(player, "Resume").click();
      await window.until(() => window.filled(player) === null);
      await ready;
      const buttons = ["Stop", "Resume"].map((name) => Boolean(window.button(player, name)));
      const [ground, full] = [window.pixel(player, 0.95, 0.05), window.pixel(player, 0.1, 0.95)];
      return { stopped, same, blank: blank === ground, full: full !== ground, buttons };
    });
    assert.ok(told.stopped > 0 && told.stopped < TOKENS, `${told.stopped} rows`);
    assert.deepEqual(
      { ...told, stopped: 0 },
      { stopped: 0, same: true, blank: true, full: true, buttons: [false, false] },
    );
  });

  test("gives way to another problem, and nothing goes on behind it", async () => {
    const [more, shape, maps] = await desk.player(async (player) => {
      for (const seed of [3, 4]) {
        player.problem = window.long(2048, seed);
        await window.until(() => window.filled(player) > 0);
      }
      player.problem = { x: [[1, 2], [3, 4]] }; // prettier-ignore
      await player.ready;
      const { runs } = window.count;
      await window.wait(300);
      return [
        window.count.runs - runs,
        player.trace.weights.shape,
        window.all(player, ".map canvas, [part=map]").length,
      ];
    });
    assert.deepEqual([more, shape, maps], [0, [1, 1, 2, 2], 0]);
  });

  test("rests while its element is off the page, and goes on where it was when that is back", async () => {
    const told = await desk.player(async (player) => {
      player.problem = window.long(2048, 5);
      await window.until(() => window.filled(player) > 0);
      const next = player.nextSibling;
      player.remove();
      const { runs } = window.count;
      await window.wait(300);
      const rested = window.count.runs - runs;
      next.before(player);
      await player.ready;
      const all = window.count.runs;
      const filled = window.filled(player);
      // and off the page, when somebody asks for it there
      player.problem = window.long(2048, 6);
      await window.until(() => window.filled(player) > 0);
      player.remove();
      await player.ready;
      next.before(player);
      await player.ready;
      return { rested, filled, again: window.filled(player), all, first: runs };
    });
    assert.equal(told.rested, 0);
    assert.deepEqual([told.filled, told.again], [null, null]);
    // a few rows are computed twice, not all of them
    assert.ok(told.all - told.first < 40, `${told.all - told.first} runs`);
  });

  test("that fails says so on the page, in an event and to who waits, and in no other place", async () => {
    const told = await desk.player(async (player) => {
      const kind = Object.getPrototypeOf(await player.constructor.attention);
      const { run } = kind;
      kind.run = function (method, part, options) {
        if (part.causal_offset > 1000) return Promise.reject(new Error("broken"));
        return run.call(this, method, part, options);
      };
      const events = [];
      player.addEventListener("error", ({ detail }) => events.push(detail.message), { once: true });
      player.problem = window.long(2048, 8);
      const reason = await player.ready.catch(({ name, message }) => `${name}: ${message}`);
      kind.run = run;
      const said = player.shadowRoot.querySelector(".error").textContent;
      player.problem = { x: [[1]] };
      await player.ready;
      return [events, reason, said.includes("broken")];
    });
    assert.deepEqual(told, [["broken"], "AttentionError: broken", true]);
  });

  test("is its squares where there is no canvas", async () => {
    const told = await desk.player(async (player) => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = () => null;
      player.problem = window.long(2048, 9);
      await player.ready;
      await window.wait(60);
      HTMLCanvasElement.prototype.getContext = getContext;
      const squares = window.all(player, '.picture [part~="coarse"]');
      return [squares.length > 3, squares.every((one) => getComputedStyle(one).visibility === "visible")];
    });
    assert.deepEqual(told, [true, true]);
  });
});
