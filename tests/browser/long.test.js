// Thousands of tokens on a page: a map that fills while the page goes on, and what a reader does with it.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, playerIn } from "./page.js";

const TOKENS = 4096;

/** What the pages of these tests share; runs in the page. */
function help() {
  /** Queries, keys and values of 64 features, the same every time. */
  window.long = (count, seed = 1, more = {}) => {
    let state = seed;
    const next = () => (state = Math.imul(state, 16807) & 0x7fffffff) / 0x7fffffff - 0.5;
    const tensor = () => ({
      shape: [count, 64],
      data: Float32Array.from({ length: 64 * count }, () => 3 * next()),
    });
    return { query: tensor(), key: tensor(), value: tensor(), causal: true, ...more };
  };
  window.wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  /** Until something holds, looked at again and again. */
  window.until = async (holds) => {
    const from = performance.now();
    while (!holds()) {
      if (performance.now() - from > 5000) throw new Error(`never: ${holds}`);
      await window.wait(4);
    }
    return performance.now() - from;
  };
  window.all = (player, selector) => [...player.shadowRoot.querySelectorAll(selector)];
  /** Rows that the picture says are there; null: it says nothing, for all are. */
  window.filled = (player) => {
    const said = window
      .all(player, ".picture text")
      .map(({ textContent }) => /^([\d,]+) of 4,?096 queries$/.exec(textContent));
    const found = said.find(Boolean);
    return found ? Number(found[1].replace(",", "")) : null;
  };
  window.button = (player, name) =>
    window
      .all(player, ".inlay button")
      .find((one) => new RegExp(`(^|\\. )${name}$`).test(one.ariaLabel ?? ""));
  /** The colour of the canvas at a point of it, from 0 to 1. */
  window.pixel = (player, x, y) => {
    const canvas = player.shadowRoot.querySelector(".map canvas");
    const at = [x * canvas.width, y * canvas.height].map(Math.floor);
    return String(canvas.getContext("2d").getImageData(at[0], at[1], 1, 1).data);
  };
  /** Counts the runs of the core off the thread from now on. */
  window.counted = async (player) => {
    const kind = Object.getPrototypeOf(await player.constructor.attention);
    const { run } = kind;
    const count = { runs: 0 };
    kind.run = function (...given) {
      count.runs++;
      return run.apply(this, given);
    };
    return count;
  };
}

const tag = '<p>before</p><attention-player></attention-player><p style="height: 3000px">after</p>';

/** A page, what its player is asked, and where a reader points. */
async function open(studio, view, body = tag) {
  const { page } = await studio.page(body, view);
  await page.evaluate(help);
  await page.evaluate(() => document.querySelector("attention-player")?.ready);
  const player = playerIn(page);
  const box = () =>
    player((player) => {
      const { x, y, width, height } = player.shadowRoot.querySelector("[part=map]").getBoundingClientRect();
      return { x, y, width, height };
    });
  const point = async (x, y) => {
    const { x: left, y: top, width, height } = await box();
    return /** @type {const} */ ([left + x * width, top + y * height]);
  };
  /** The numbers under the loupe, when they are there: cell → text. */
  const loupe = () =>
    player(async (player) => {
      const cells = () =>
        window
          .all(player, '.overlay text[data-copy^="weights:"]')
          .map((one) => [one.dataset.copy, one.textContent]);
      await window.until(
        () =>
          cells().length === 15 &&
          !window.all(player, ".overlay text").some((one) => one.textContent.includes("…")),
      );
      return Object.fromEntries(cells());
    });
  /** The cell in the middle of the loupe. */
  const cell = async () =>
    Object.keys(await loupe())[7]
      .split(",")
      .slice(2)
      .map(Number);
  return {
    page,
    player,
    box,
    point,
    loupe,
    cell,
    move: async (x, y) => page.mouse.move(...(await point(x, y))),
    /** The cell at a point of the map, as the mouse finds it. */
    under: async (x, y) => {
      await page.mouse.move(2, 2);
      await page.mouse.move(...(await point(x, y)));
      return cell();
    },
    /** The weights of one query, by the core: of two, for one alone is small work, which it sums more finely. */
    weightsOf: (query) =>
      player(async (player, query) => {
        const attention = await player.constructor.attention;
        const { query: asks, key, value } = window.long(4096);
        const first = Math.min(query, 4094);
        const rows = { shape: [2, 64], data: asks.data.slice(64 * first, 64 * first + 128) };
        const given = { query: rows, key, value, causal: true, causal_offset: first };
        const { data } = attention.forward(given).weights;
        return [...data.slice(4096 * (query - first), 4096 * (query - first + 1))];
      }, query),
  };
}

const near = (one, other, most, text) => {
  for (const k of [0, 1]) assert.ok(Math.abs(one[k] - other[k]) <= most, `${text}: ${one}, not ${other}`);
};

describe("4096 tokens", () => {
  let studio, desk, seen;
  before(async () => {
    studio = await openStudio();
    // the page leaves its colours to the reader
    desk = await open(studio, { head: '<meta name="color-scheme" content="light dark">' });
    seen = await desk.player(async (player) => {
      const problem = window.long(4096);
      let [longest, turns, over] = [0, 0, false];
      let last = performance.now();
      const tick = new MessageChannel();
      tick.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        turns++;
        if (!over) tick.port2.postMessage(0);
      };
      tick.port2.postMessage(0);
      const from = performance.now();
      player.problem = problem;
      const parts = [];
      const first = window.until(() => window.filled(player) > 0);
      const look = setInterval(() => parts.push(window.filled(player)), 20);
      const part = await first;
      const early = [window.pixel(player, 0.001, 0.005), window.pixel(player, 0.1, 0.999)];
      await player.ready;
      const full = performance.now() - from;
      over = true;
      clearInterval(look);
      return { part, full, longest, turns, parts, early, last: window.filled(player) };
    });
  });
  after(async () => {
    await desk.page.close();
    await studio.close();
  });

  test("are there in part within a second, and whole when it is ready; the page is never still", (t) => {
    const { part, full, longest, turns, parts, early, last } = seen;
    t.diagnostic(
      `first rows after ${part.toFixed()} ms, all after ${full.toFixed()} ms, longest pause ${longest.toFixed()} ms`,
    );
    assert.ok(part < 1000, `${part} ms`);
    assert.ok(longest < 500, `${longest} ms`);
    assert.ok(turns > 50, `${turns} turns`);
    assert.equal(last, null);
    const rows = parts.filter((one) => one > 0);
    assert.ok(new Set(rows).size > 2, `${rows}`);
    assert.deepEqual(
      rows,
      rows.toSorted((a, b) => a - b),
    );
    // the first rows are painted when the last are still blank
    assert.notEqual(early[0], early[1]);
  });

  test("are points of the canvas: above the diagonal it is blank, and below it is not", async () => {
    const [above, below] = await desk.player((player) => {
      const [above, below] = [new Set(), new Set()];
      for (let x = 0.01; x < 1; x += 0.03)
        for (let y = 0.01; y < 1; y += 0.03) {
          if (Math.abs(x - y) > 0.01) (x > y ? above : below).add(window.pixel(player, x, y));
        }
      return [[...above], [...below]];
    });
    assert.deepEqual(above, ["255,255,255,255"]);
    assert.ok(below.length > 20 && !below.includes(above[0]), below.slice(0, 9).join(" "));
  });

  test("have their numbers under the loupe, those of the core", async () => {
    await desk.move(0.3, 0.6);
    const cells = await desk.loupe();
    const [row] = await desk.cell();
    assert.ok(Math.abs(row - 0.6 * TOKENS) < 5, `${row}`);
    for (const i of [row - 1, row, row + 1]) {
      const weights = await desk.weightsOf(i);
      const own = Object.entries(cells).filter(([name]) => name.startsWith(`weights:0,0,${i},`));
      assert.equal(own.length, 5);
      for (const [name, text] of own) {
        const value = weights[Number(name.split(",")[3])];
        const told = Number(text.replace("−", "-"));
        const digits = value < 1e-3 ? value.toExponential(1) : value.toPrecision(3);
        assert.equal(told, Number(digits), `${name} is ${value}`);
      }
    }
    await desk.page.mouse.move(2, 2);
  });

  test("scroll by with a plain wheel, and are enlarged under the pointer by one with Ctrl", async () => {
    const { page, under, move, player } = desk;
    const whole = await under(0.25, 0.75);
    await page.mouse.wheel({ deltaY: 120 });
    await page.waitForFunction(() => scrollY > 60);
    await page.evaluate(() => scrollTo(0, 0));
    near(await under(0.25, 0.75), whole, 0, "the same part");

    await page.keyboard.down("Control");
    await move(0.25, 0.75);
    for (let k = 0; k < 12; k++) await page.mouse.wheel({ deltaY: -100 });
    await page.keyboard.up("Control");
    assert.equal(await page.evaluate(() => scrollY), 0);
    await player((player) => window.until(() => player.shadowRoot.querySelector("[part=map].moves")));
    // what is under the pointer stays there
    near(await under(0.25, 0.75), whole, 8, "under the pointer");
    const [left, right] = [await under(0.05, 0.75), await under(0.95, 0.75)];
    assert.ok(right[1] - left[1] < (0.9 * TOKENS) / 20, `${left} to ${right}`);

    await page.keyboard.down("Control");
    for (let k = 0; k < 14; k++) await page.mouse.wheel({ deltaY: 100 });
    await page.keyboard.up("Control");
    near(await under(0.25, 0.75), whole, 0, "the whole again");
  });

  test("are enlarged round the middle by buttons", async () => {
    const { under, player } = desk;
    const press = (name, times) =>
      player(
        (player, [name, times]) => {
          for (let k = 0; k < times; k++) window.button(player, name).click();
        },
        [name, times],
      );
    const [middle, edge] = [await under(0.5, 0.7), await under(0.9, 0.7)];
    await press("Zoom in", 4);
    near(await under(0.5, 0.5), [2048, 2048], 5, "the middle");
    const wide = (await under(0.9, 0.7))[1] - (await under(0.5, 0.7))[1];
    const expected = (edge[1] - middle[1]) / 1.5 ** 4;
    assert.ok(Math.abs(wide - expected) < 4, `${wide}, not ${expected}`);
    await press("Zoom out", 4);
    near(await under(0.9, 0.7), edge, 0, "the whole again");
  });

  test("are moved by a drag, which chooses nothing; a drag that ends elsewhere ends", async () => {
    const { page, under, move, point, player } = desk;
    await player((player) => {
      for (let k = 0; k < 5; k++) window.button(player, "Zoom in").click();
    });
    const told = await player((player) => window.all(player, ".picture [data-cell]")[0].dataset.cell);
    const from = await under(0.3, 0.3);
    await move(0.3, 0.3);
    await page.mouse.down();
    await page.mouse.move(...(await point(0.6, 0.5)), { steps: 5 });
    await page.mouse.up();
    near(await under(0.6, 0.5), from, 3, "what was dragged");
    assert.equal(await player((player) => window.all(player, ".picture [data-cell]")[0].dataset.cell), told);

    const still = await under(0.3, 0.3);
    await move(0.998, 0.5);
    await page.mouse.down();
    await page.mouse.move(...(await point(1.3, 0.5)));
    await page.mouse.up();
    await move(0.8, 0.8);
    await move(0.2, 0.2);
    near(await under(0.3, 0.3), still, 0, "not dragged");
    await player((player) => {
      for (let k = 0; k < 5; k++) window.button(player, "Zoom out").click();
    });
  });

  test("are walked by keys, which bring into view what they come to", async () => {
    const { page, player, cell, loupe, weightsOf, move } = desk;
    await page.mouse.move(2, 2);
    await player((player) => {
      player.shadowRoot.querySelector(".stage").dispatchEvent(new MouseEvent("click", { bubbles: true }));
      player.shadowRoot.querySelector("[part=map]").focus();
    });
    const press = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      return cell();
    };
    const [row, column] = await press("ArrowRight");
    near([row, column], [2048, 2049], 1, "from the middle");
    near(await press("ArrowDown", "ArrowDown", "ArrowLeft"), [row + 2, column - 1], 0, "arrows");
    await page.keyboard.down("Shift");
    near(await press("ArrowUp", "ArrowRight"), [row - 8, column + 9], 0, "with Shift");
    await page.keyboard.up("Shift");
    const time = await player((player) => player.currentTime);

    // near an edge the marked one is not the middle of the loupe
    const own = async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      const cells = Object.keys(await loupe());
      return [cells[0], cells.at(-1)].map((name) => Number(name.split(",")[3]));
    };
    assert.deepEqual(await own("Home"), [0, 4]);
    assert.deepEqual(await own("End"), [4091, 4095]);
    // the last row
    near(await press("Home", "ArrowRight", "ArrowRight", "PageDown"), [TOKENS - 2, 2], 0, "a page");
    const up = TOKENS - 1 - Math.floor(0.8 * TOKENS);
    near(await press("PageUp"), [up, 2], 0, "a page back");

    assert.equal(await player((player) => Boolean(player.shadowRoot.querySelector(".moves"))), false);
    await press("+", "+", "+");
    assert.equal(await player((player) => Boolean(player.shadowRoot.querySelector(".moves"))), true);
    near(await press("PageDown"), [up + Math.floor((0.8 * TOKENS) / 1.5 ** 3), 2], 0, "a smaller page");
    await press("-");
    await press("0");
    assert.equal(await player((player) => Boolean(player.shadowRoot.querySelector(".moves"))), false);
    // they are not those of the player
    assert.equal(await player((player) => player.currentTime), time);
    await move(0.5, 0.5);
    await page.mouse.move(2, 2);
  });

  test("have one query told, which a click or Enter chooses: its largest weights are the core's", async () => {
    const { page, player, move, cell, weightsOf } = desk;
    const listed = () =>
      player(async (player) => {
        await player.ready;
        return window
          .all(player, ".picture [data-cell^='weights:']")
          .map(({ dataset }) => [dataset.cell, Number(dataset.value)]);
      });
    const largest = async (query, count) =>
      (await weightsOf(query))
        .map((weight, key) => /** @type {const} */ ([weight, key]))
        .toSorted(([a], [b]) => b - a)
        .slice(0, count)
        .map(([weight, key]) => [`weights:0,0,${query},${key}`, weight]);
    const same = async (query) => {
      await page.waitForFunction(
        (query) =>
          document
            .querySelector("attention-player")
            .shadowRoot.querySelector(`.picture [data-cell^="weights:0,0,${query},"]`),
        { timeout: 5000 },
        query,
      );
      const cells = await listed();
      assert.ok(cells.length > 3, `${cells.length} are listed`);
      const expected = await largest(query, cells.length);
      assert.deepEqual(
        cells.map(([name, value]) => [name, Math.fround(value)]),
        expected,
      );
    };
    await same(4095);
    await move(0.2, 0.45);
    const [row] = await cell();
    await page.mouse.click(...(await desk.point(0.2, 0.45)));
    await same(row);
    await player((player) => player.shadowRoot.querySelector("[part=map]").focus());
    await page.mouse.move(2, 2);
    for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    const [next] = await cell();
    assert.equal(next, row + 2);
    await page.keyboard.press("Enter");
    await same(next);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await same(next + 1);
    assert.ok(await player((player) => player.paused));
  });

  test("show a query that is chosen at once, however little of it has been told", async () => {
    const { page, player, point } = desk;
    await player((player) => {
      player.step = "map";
      return player.play();
    });
    await page.mouse.click(...(await point(0.4, 0.4)));
    const now = await player(async (player) => {
      await window.wait(300);
      return [player.step, player.paused];
    });
    assert.deepEqual(now, ["look", true]);
  });

  test("are painted in the colours of the theme, and in forced ones", async () => {
    const { page, player } = desk;
    const colours = () =>
      player(async (player) => {
        await player.ready;
        await window.wait(120);
        return [window.pixel(player, 0.9, 0.1), window.pixel(player, 0.02, 0.03)];
      });
    const light = await colours();
    await player((player) => player.setAttribute("theme", "dark"));
    const dark = await colours();
    assert.notEqual(dark[0], light[0]);
    assert.notEqual(dark[1], light[1]);
    await player((player) => player.removeAttribute("theme"));
    assert.deepEqual(await colours(), light);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    assert.deepEqual(await colours(), dark);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    assert.deepEqual(await colours(), light);
    const session = await page.createCDPSession();
    const force = (value) =>
      session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
    await force("active");
    const forced = await colours();
    assert.notEqual(forced[1], light[1]);
    assert.notEqual(forced[0], forced[1]);
    await force("none");
    assert.deepEqual(await colours(), light);
  });

  test("are squares on paper", async () => {
    const { page, player } = desk;
    const seen = () =>
      player((player) => {
        const squares = window.all(player, '.picture [part~="coarse"]');
        return [
          squares.length > 3,
          squares.every((one) => getComputedStyle(one).visibility === "visible"),
          player.shadowRoot.querySelector(".map canvas").checkVisibility(),
        ];
      });
    assert.deepEqual(await seen(), [true, false, true]);
    await page.emulateMediaType("print");
    assert.deepEqual(await seen(), [true, true, false]);
    await page.emulateMediaType("screen");
    assert.deepEqual(await seen(), [true, false, true]);
  });
});

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
      player.problem = window.long(4096, 2);
      await window.until(() => window.filled(player) > 0);
      window.button(player, "Stop").click();
      await player.ready;
      const [stopped, { runs }] = [window.filled(player), window.count];
      const blank = window.pixel(player, 0.1, 0.95);
      await window.wait(200);
      const same = window.filled(player) === stopped && window.count.runs === runs;
      const ready = player.ready;
      window.button(player, "Go on").click();
      await window.until(() => window.filled(player) === null);
      await ready;
      const buttons = ["Stop", "Go on"].map((name) => Boolean(window.button(player, name)));
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
        player.problem = window.long(4096, seed);
        await window.until(() => window.filled(player) > 0);
      }
      player.problem = {
        x: [
          [1, 2],
          [3, 4],
        ],
      };
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
      player.problem = window.long(4096, 5);
      await window.until(() => window.filled(player) > 0);
      const next = player.nextSibling;
      player.remove();
      const { runs } = window.count;
      await window.wait(300);
      const rested = window.count.runs - runs;
      next.before(player);
      await player.ready;
      const all = window.count.runs;
      return { rested, filled: window.filled(player), all, first: runs };
    });
    assert.equal(told.rested, 0);
    assert.equal(told.filled, null);
    // a few rows are computed twice, not all of them
    assert.ok(told.all - told.first < 40, `${told.all - told.first} runs`);
  });

  test("goes on when somebody asks for it off the page", async () => {
    const filled = await desk.player(async (player) => {
      player.problem = window.long(4096, 6);
      await window.until(() => window.filled(player) > 0);
      const next = player.nextSibling;
      player.remove();
      await player.ready;
      next.before(player);
      await player.ready;
      return window.filled(player);
    });
    assert.equal(filled, null);
  });

  test("goes on where its element is moved to", async () => {
    const [filled, pixels] = await desk.player(async (player) => {
      const next = player.nextSibling;
      player.problem = window.long(4096, 7);
      await window.until(() => window.filled(player) > 0);
      document.body.append(player);
      await window.wait(60);
      next.before(player);
      await player.ready;
      await window.wait(60);
      return [window.filled(player), [window.pixel(player, 0.9, 0.1), window.pixel(player, 0.1, 0.99)]];
    });
    assert.equal(filled, null);
    assert.notEqual(pixels[0], pixels[1]);
  });

  test("that fails says so on the page, in an event and to who waits, and in no other place", async () => {
    const told = await desk.player(async (player) => {
      const attention = await player.constructor.attention;
      const { AttentionError } = player.constructor;
      const kind = Object.getPrototypeOf(attention);
      const { run } = kind;
      kind.run = function (method, part, options) {
        return part.causal_offset > 1000
          ? Promise.reject(new Error("broken"))
          : run.call(this, method, part, options);
      };
      const events = [];
      player.addEventListener("error", ({ detail }) => events.push(detail.message), { once: true });
      player.problem = window.long(4096, 8);
      const reason = await player.ready.then(
        () => "",
        (error) => `${error.name}: ${error.message}`,
      );
      kind.run = run;
      const said = player.shadowRoot.querySelector(".error").textContent;
      player.problem = { x: [[1]] };
      await player.ready;
      return { events, reason, said: said.includes("broken"), kind: typeof AttentionError };
    });
    assert.deepEqual([told.events, told.reason, told.said], [["broken"], "AttentionError: broken", true]);
  });

  test("of few tokens is painted at once, in its colours", async () => {
    const [blank, full] = await desk.player(async (player) => {
      const own = document.createElement("attention-player");
      own.problem = window.long(200);
      player.before(own);
      await own.ready;
      const found = [window.pixel(own, 0.9, 0.1), window.pixel(own, 0.004, 0.004)];
      own.remove();
      return found;
    });
    assert.equal(blank, "255,255,255,255");
    const [red, , blue] = full.split(",").map(Number);
    assert.ok(blue > red + 40, full);
  });

  test("is its squares where there is no canvas", async () => {
    const told = await desk.player(async (player) => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = () => null;
      player.problem = window.long(4096, 9);
      await player.ready;
      await window.wait(60);
      HTMLCanvasElement.prototype.getContext = getContext;
      const squares = window.all(player, '.picture [part~="coarse"]');
      return [squares.length > 3, squares.every((one) => getComputedStyle(one).visibility === "visible")];
    });
    assert.deepEqual(told, [true, true]);
  });
});

describe("a finger on a map", () => {
  let studio, desk, client;
  before(async () => {
    studio = await openStudio();
    desk = await open(studio, { width: 390, height: 760 });
    client = await desk.page.createCDPSession();
    await client.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    await desk.player((player) => {
      player.problem = window.long(300);
      return player.ready;
    });
  });
  after(async () => {
    await desk.page.close();
    await studio.close();
  });
  const touch = (type, ...at) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });

  test("moves the page", async () => {
    const [x, y] = await desk.point(0.5, 0.7);
    await touch("touchStart", [x, y]);
    for (const by of [20, 60, 100, 140]) await touch("touchMove", [x, y - by]);
    await touch("touchEnd");
    await desk.page.waitForFunction(() => scrollY > 60);
    // it goes on for a while
    await desk.page.evaluate(async () => {
      for (let last = -1; last !== scrollY; await window.wait(150)) last = scrollY;
    });
    assert.equal(
      await desk.player((player) => Boolean(player.shadowRoot.querySelector("[part=map].moves"))),
      false,
    );
    await desk.page.evaluate(() => scrollTo(0, 0));
  });

  test("and another enlarge it between them, and move it", async () => {
    const { player, point } = desk;
    // what has room at its edges are names, or numbers
    const rows = () =>
      player((player) => {
        const { left, top, height } = player.shadowRoot.querySelector("[part=map]").getBoundingClientRect();
        const found = window.all(player, ".picture text").filter((one) => {
          const { right, y } = one.getBoundingClientRect();
          return right < left && y > top && y < top + height && /^\d+$/.test(one.textContent);
        });
        return found.map(({ textContent }) => Number(textContent)).sort((a, b) => a - b);
      });
    const before = await rows();
    assert.ok(before[0] <= 50 && before.at(-1) >= 250, `${before}`);
    const at = (by, aside = 0) => Promise.all([point(0.5 + aside, 0.5 - by), point(0.5 + aside, 0.5 + by)]);
    await touch("touchStart", ...(await at(0.1)));
    for (const by of [0.2, 0.3, 0.4]) await touch("touchMove", ...(await at(by)));
    await touch("touchEnd");
    const after = await rows();
    const [first, last] = [after[0], after.at(-1)];
    assert.ok(first > 100 && last < 200 && last - first > 30, `${after}`);
    assert.equal(await desk.page.evaluate(() => `${scrollY} ${visualViewport.scale}`), "0 1");
    // together to a side: another part
    const from = await Promise.all([point(0.4, 0.8), point(0.6, 0.8)]);
    const to = await Promise.all([point(0.4, 0.3), point(0.6, 0.3)]);
    await touch("touchStart", ...from);
    await touch("touchMove", ...to);
    await touch("touchEnd");
    const moved = await rows();
    assert.ok(moved[0] > first + 20 && moved.at(-1) < last + 60, `${after} then ${moved}`);
  });
});

describe("the memory of a map", () => {
  test("is given back when its element goes", async (t) => {
    const studio = await openStudio();
    const { page, player } = await open(studio, {}, "<p>nothing</p>");
    const client = await page.createCDPSession();
    const used = async () => {
      for (let k = 0; k < 3; k++) await client.send("HeapProfiler.collectGarbage");
      const { usedSize, backingStorageSize = 0 } = /** @type {any} */ (
        await client.send("Runtime.getHeapUsage")
      );
      return Math.round((usedSize + backingStorageSize) / 1048576);
    };
    const show = (keep) =>
      player(async (_, keep) => {
        const own = document.createElement("attention-player");
        own.problem = window.long(4096);
        document.body.append(own);
        await own.ready;
        // the buffers that travel to workers are kept for a while
        (await own.constructor.attention).close();
        if (!keep) own.remove();
      }, keep);
    await show(false);
    await page.evaluate(() => window.wait(600));
    const first = await used();
    await show(true);
    await page.evaluate(() => window.wait(600));
    const held = await used();
    await page.evaluate(() => document.querySelector("attention-player").remove());
    await show(false);
    await page.evaluate(() => window.wait(600));
    const last = await used();
    t.diagnostic(`${first} MiB, ${held} with a map, ${last} without it`);
    assert.ok(held > first + 15, `${first} MiB, ${held} with a map`);
    assert.ok(last < first + 6, `${first} MiB, ${last} afterwards`);
    await page.close();
    await studio.close();
  });
});
