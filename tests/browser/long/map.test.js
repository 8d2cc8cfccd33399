// Many tokens on a page: what a reader does with their map, by mouse, keys and fingers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { says } from "../../scene/helpers/marks.js";
import { openStudio } from "../page.js";
import { PAPER, TOKENS, near, open } from "./page.js";

let studio;
before(async () => (studio = await openStudio()));
after(() => studio.close());

describe(`${TOKENS} tokens`, () => {
  let desk, seen;
  before(async () => {
    // the page leaves its colours to the reader
    desk = await open(studio, { head: '<meta name="color-scheme" content="light dark">' });
    seen = await desk.player(async (player, tokens) => {
      let [turns, over] = [0, false];
      const tick = new MessageChannel();
      tick.port1.onmessage = () => {
        turns++;
        if (!over) tick.port2.postMessage(0);
      };
      tick.port2.postMessage(0);
      player.problem = window.long(tokens);
      const parts = [];
      const look = setInterval(() => parts.push(window.filled(player)), 20);
      await window.until(() => window.filled(player) > 0);
      const early = [window.pixel(player, 0.001, 0.005), window.pixel(player, 0.1, 0.999)];
      await player.ready;
      over = true;
      clearInterval(look);
      return { turns, parts, early, last: window.filled(player) };
    }, TOKENS);
  });
  after(() => desk.page.close());

  test("are there in part at first, and whole when it is ready; the page has its turns", () => {
    const { turns, parts, early, last } = seen;
    assert.ok(turns > 10, `${turns} turns`);
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
    assert.deepEqual(above, [PAPER]);
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
        assert.ok(says(text, value), `${name} is ${value}, not ${text}`);
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

  test("are moved by a drag, which chooses nothing; a drag that ends elsewhere ends", async () => {
    const { page, under, move, point, player } = desk;
    // the focus goes from left to right
    const [out, into] = await player((player) =>
      window
        .all(player, ".inlay button")
        .filter(({ ariaLabel }) => /^Zoom/.test(ariaLabel))
        .map((key) => key.getBoundingClientRect().x),
    );
    assert.ok(out < into, `${out} ${into}`);
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
    near([row, column], [TOKENS / 2, TOKENS / 2 + 1], 1, "from the middle");
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
    assert.deepEqual(await own("End"), [TOKENS - 5, TOKENS - 1]);
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

  test("have one query told, which a click or Enter chooses: its largest weight and those beside it are the core's", async () => {
    const { page, player, move, cell, weightsOf, point } = desk;
    const same = async (query) => {
      const listed = await player(async (player, query) => {
        const found = () => window.all(player, `.picture [data-cell^="weights:0,0,${query},"]`);
        await window.until(() => found().length > 3);
        await player.ready;
        return found().map(({ dataset }) => [dataset.cell, Math.fround(Number(dataset.value))]);
      }, query);
      const weights = await weightsOf(query);
      for (const [name, weight] of listed) assert.equal(weight, weights[Number(name.split(",")[3])], name);
      assert.ok(
        listed.some(([, weight]) => weight === Math.max(...weights)),
        `the largest of ${query}`,
      );
    };
    await same(TOKENS - 1);
    await move(0.2, 0.45);
    const [row] = await cell();
    await page.mouse.click(...(await point(0.2, 0.45)));
    await same(row);
    await player((player) => player.shadowRoot.querySelector("[part=map]").focus());
    await page.mouse.move(2, 2);
    for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
    assert.equal((await cell())[0], row + 2);
    await page.keyboard.press("Enter");
    await same(row + 2);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await same(row + 3);
    assert.ok(await player((player) => player.paused));
  });

  test("have the query told that a drag comes to, where all of the map is seen", async () => {
    const { page, move, point, player } = desk;
    await move(0.3, 0.3);
    await page.mouse.down();
    await page.mouse.move(...(await point(0.3, 0.6)), { steps: 5 });
    await page.mouse.up();
    const row = await player(async (player) => {
      const found = () =>
        window.all(player, ".picture [data-cell^='weights:']").map(({ dataset }) => dataset.cell);
      await window.until(() =>
        found().some((name) => Math.abs(Number(name.split(",")[2]) / 2048 - 0.6) < 0.01),
      );
      return found().length;
    });
    assert.ok(row > 3);
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
      player((player) => [window.pixel(player, 0.9, 0.1), window.pixel(player, 0.02, 0.03)]);
    /** Waits until both colours are so, and stay: a ground fades. */
    const become = async (isSo) => {
      let [before, seen] = [null, await colours()];
      for (let tries = 0; tries < 500 && !(isSo(seen) && String(seen) === String(before)); tries++) {
        await page.evaluate(() => window.wait(60));
        [before, seen] = [seen, await colours()];
      }
      assert.ok(isSo(seen), seen.join(" and "));
      return seen;
    };
    const as = (wanted) => (seen) => String(seen) === String(wanted);
    const light = await colours();
    await player((player) => player.setAttribute("theme", "dark"));
    const dark = await become(([ground, weight]) => ground !== light[0] && weight !== light[1]);
    await player((player) => player.removeAttribute("theme"));
    await become(as(light));
    // in the dark the weight is the brighter one
    const brightness = (colour) => Number(colour.split(",")[1]);
    assert.ok(brightness(light[0]) > brightness(light[1]), light.join(" and "));
    assert.ok(brightness(dark[0]) < brightness(dark[1]), dark.join(" and "));
    for (const [value, wanted] of [
      ["dark", dark],
      ["light", light],
    ]) {
      // prettier-ignore
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      await become(as(wanted));
    }
    const session = await page.createCDPSession();
    const force = (value) =>
      session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
    await force("active");
    await become(([ground, weight]) => weight !== light[1] && ground !== weight);
    await force("none");
    await become(as(light));
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

describe("a finger on a map", () => {
  let desk, client;
  before(async () => {
    desk = await open(studio, { width: 390, height: 760 });
    client = await desk.page.createCDPSession();
    await client.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
    await desk.player((player) => {
      player.problem = window.long(300);
      return player.ready;
    });
  });
  after(() => desk.page.close());
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
