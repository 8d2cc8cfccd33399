// A reader's own numbers in the picture: typed, dragged, taken back; more tokens, features and heads.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, test } from "node:test";
import { middleIn, openStudio, playerIn } from "./page.js";

describe("numbers that are changed in place", () => {
  let studio, page, player;
  before(async () => {
    studio = await openStudio();
    ({ page } = await studio.page("<attention-player editable></attention-player>"));
    player = playerIn(page);
    await player(async (player) => {
      window.changes = [];
      window.refused = [];
      player.addEventListener("change", ({ detail }) => window.changes.push(detail.problem));
      player.addEventListener("error", ({ detail }) =>
        window.refused.push([detail.code, detail.where, detail.message]),
      );
      await player.ready;
    });
  });
  after(async () => {
    await page.close();
    await studio.close();
  });
  // as the page began
  afterEach(async () => {
    await press("Escape", "Escape");
    await player(async (player) => {
      for (const name of ["lang", "story"]) player.removeAttribute(name);
      player.setAttribute("editable", "");
      player.problem = null;
      await player.ready;
      player.currentTime = player.duration;
      window.changes.length = window.refused.length = 0;
    });
  });

  const middle = (cell) => middleIn(player)(cell);
  const click = async (cell) => page.mouse.click(...(await middle(cell)));
  const x = () => player((player) => player.problem.x);
  const field = () =>
    player((player) => {
      const field = player.shadowRoot.querySelector(".field");
      return !field || field.hidden ? null : field.value;
    });
  async function press(...keys) {
    for (const key of keys) await page.keyboard.press(key);
  }
  async function pressWith(held, key) {
    await page.keyboard.down(held);
    await page.keyboard.press(key);
    await page.keyboard.up(held);
  }

  test("a click opens a field, what is typed counts at once, and every later number follows", async () => {
    await click("x:0,0,1");
    assert.equal(await field(), "0");
    await page.keyboard.type("2.5");
    assert.deepEqual((await x())[0], [1, 2.5, 1, 0]);
    // the picture shows what the core computes of the changed problem
    const { key, same, changes } = await player(({ shadowRoot, trace }) => {
      const find = (cell) => shadowRoot.querySelector(`[data-cell="${cell}"]`);
      return {
        key: find("key:0,0,0,0").textContent,
        same: Math.fround(Number(find("weights:0,0,2,1").dataset.value)) === trace.weights.data[7],
        changes: window.changes.length,
      };
    });
    assert.deepEqual([key, same, changes >= 1], ["2.5", true, true]);
    await press("Enter");
    assert.equal(await field(), null);
  });

  test("Tab goes along the row and on to the next, arrows to the neighbours", async () => {
    await click("x:0,0,2");
    await page.keyboard.type("7");
    await press("Tab");
    await page.keyboard.type("8");
    await press("Tab");
    await page.keyboard.type("9");
    assert.deepEqual(await x(), [[1, 0, 7, 8], [9, 2, 0, 2], [1, 1, 1, 1]]); // prettier-ignore
    await press("ArrowRight", "ArrowRight");
    assert.equal(await field(), "0");
    await pressWith("Shift", "Tab");
    assert.equal(await field(), "2");
  });

  test("what is not a number is refused in place, and the old one stays", async () => {
    await click("x:0,1,1");
    for (const text of ["abc", "", "1e39", "1,2,3", "<img src=x onerror=alert(1)>"]) {
      await pressWith("Control", "a");
      await press("Backspace");
      await page.keyboard.type(text);
      await press("Enter");
      assert.deepEqual((await x())[1], [0, 2, 0, 2], text);
      assert.equal(await field(), "2", text);
      const [[code, where, message]] = await page.evaluate(() => window.refused.splice(0));
      assert.deepEqual([code, where], ["value", "x[1][1]"]);
      assert.ok(message.includes("x[1][1]") && message.includes(text.slice(0, 60)), message);
    }
  });

  test("Escape takes back what was typed; undo, redo and reset go as far as the changes", async () => {
    await click("x:0,0,0");
    await page.keyboard.type("55");
    await press("Escape");
    assert.deepEqual((await x())[0], [1, 0, 1, 0]);
    for (const [cell, text] of [
      ["x:0,0,0", "12"],
      ["x:0,0,1", "34"],
    ]) {
      await click(cell);
      await page.keyboard.type(text);
      await press("Enter");
    }
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
    // what is no number is taken back by itself, and leaves what can be redone
    await pressWith("Control", "z");
    await click("x:0,0,2");
    await page.keyboard.type("5-");
    await pressWith("Control", "z");
    assert.deepEqual([await field(), (await x())[0]], [null, [12, 0, 1, 0]]);
    await pressWith("Control", "y");
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
    await pressWith("Control", "z");
    assert.deepEqual((await x())[0], [12, 0, 1, 0]);
    await pressWith("Control", "z");
    assert.deepEqual((await x())[0], [1, 0, 1, 0]);
    assert.deepEqual(await player((player) => [player.canUndo, player.canRedo]), [false, true]);
    // a button that is disabled as it is pressed keeps the keyboard
    await player(({ shadowRoot }) => shadowRoot.querySelector(".edits [aria-disabled=false]").focus());
    await press("Enter", "Enter");
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
    await pressWith("Control", "z");
    await pressWith("Control", "z");
    assert.deepEqual((await x())[0], [1, 0, 1, 0]);
    await pressWith("Control", "y");
    await pressWith("Control", "y");
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
    await player((player) => player.reset());
    assert.deepEqual((await x())[0], [1, 0, 1, 0]);
    await pressWith("Control", "z");
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
  });

  test("a number is dragged, finer with Shift, and the drag is one change", async () => {
    const [left, top] = await middle("x:0,1,1");
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 50, top, { steps: 10 });
    assert.deepEqual((await x())[1], [0, 7, 0, 2]);
    await page.mouse.move(left - 30, top, { steps: 10 });
    await page.mouse.up();
    assert.deepEqual((await x())[1], [0, -1, 0, 2]);
    await player((player) => player.undo());
    assert.deepEqual((await x())[1], [0, 2, 0, 2]);
    await page.keyboard.down("Shift");
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 30, top, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    assert.deepEqual((await x())[1], [0, 2.3, 0, 2]);
    // Escape reverts a drag, whose end is no click
    await player((player) => player.undo());
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 50, top, { steps: 4 });
    await press("Escape");
    await page.mouse.move(left + 70, top);
    await page.mouse.up();
    assert.deepEqual([(await x())[1], await field()], [[0, 2, 0, 2], null]);
    assert.equal(await player((player) => player.canUndo), false);
  });

  test("with the keyboard alone: Enter to the numbers, a digit opens the field", async () => {
    await player((player) => player.shadowRoot.querySelector(".stage").focus());
    await press("Enter");
    const where = () => player((player) => player.shadowRoot.querySelector("[aria-live]").textContent);
    // down to the inputs, whose words stand at their right
    for (let n = 0; n < 16 && !/x\S* =/.test(await where()); n++)
      await press(n < 8 ? "ArrowDown" : "ArrowLeft");
    assert.match(await where(), /x\S* = /i);
    await page.keyboard.type("4");
    assert.equal(await field(), "4");
    assert.ok((await x()).flat().includes(4));
  });

  test("a field keeps its keys and the player its own; the moment stays where it was", async () => {
    const now = () => player(({ step, currentTime, paused }) => [step, currentTime, paused]);
    await player((player) => (player.step = "scores-1"));
    const before = await now();
    // what a page with shortcuts of its own hears
    await page.evaluate(() => {
      window.heard = [];
      document.addEventListener("keydown", ({ key }) => window.heard.push(key));
    });
    await click("x:0,0,0");
    await press("1", "Home", "End");
    await page.keyboard.type(" ");
    assert.deepEqual(await now(), before);
    await press("Escape", "Escape");
    assert.equal(await field(), null);
    await press("End");
    assert.ok((await now())[1] > before[1]);
    assert.deepEqual(await page.evaluate("heard"), ["End"]);
  });

  test("tokens, features and heads are more or fewer; the labels go with their tokens, in either language", async () => {
    const focused = () => player(({ shadowRoot }) => shadowRoot.activeElement?.ariaLabel);
    const press = async (name) => {
      const find = ({ shadowRoot }, name) =>
        shadowRoot.querySelector(`.edits [aria-label="${name}"]`).focus();
      await player(find, name);
      await page.keyboard.press("Enter");
      assert.equal(await focused(), name, "the focus stays, also where a button can do no more");
    };
    await press("One more: tokens");
    assert.deepEqual(await player((player) => player.problem.labels.x), ["I", "love", "cats", "new"]);
    await press("One more: features");
    assert.deepEqual([(await x()).length, (await x())[0].length], [4, 5]);
    await press("One more: heads");
    assert.deepEqual(await player((player) => player.trace.weights.shape), [1, 2, 4, 4]);
    for (let n = 0; n < 3; n++) await press("Undo");
    assert.deepEqual(await player((player) => player.problem.labels.x), ["I", "love", "cats"]);
    for (let n = 0; n < 3; n++) await press("One fewer: tokens");
    assert.equal((await x()).length, 1);
    for (let n = 0; n < 2; n++) await press("Undo");
    await player((player) => player.setAttribute("lang", "zh"));
    assert.notDeepEqual(await player((player) => player.problem.labels.x), ["I", "love", "cats"]);
  });

  test("what a page sets begins a history of its own, and no field or drag writes into it from before", async () => {
    const set = (x) => player(async (player, x) => ((player.problem = { x }), void (await player.ready)), x);
    await click("x:0,1,0");
    await page.keyboard.type("3");
    await set([[1, 2], [3, 4]]); // prettier-ignore
    assert.equal(await player((player) => player.canUndo), false);
    await page.keyboard.type("5");
    assert.deepEqual([await field(), await x()], [null, [[1, 2], [3, 4]]]); // prettier-ignore
    const [left, top] = await middle("x:0,1,0");
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 20, top);
    await set([[1], [2]]);
    await page.mouse.move(left + 30, top);
    await page.mouse.up();
    assert.deepEqual(await x(), [[1], [6]]);
  });

  test("a field shows the number that a script's undo brings back, and what is typed then counts", async () => {
    await click("x:0,1,0");
    await page.keyboard.type("3");
    await player((player) => player.undo());
    assert.equal(await field(), "0");
    await page.keyboard.type("5");
    assert.deepEqual([await field(), (await x())[1]], ["5", [5, 2, 0, 2]]);
  });

  test("a tap opens the field on a phone, and a sideways swipe turns the number", async () => {
    await page.setViewport({ width: 360, height: 740 });
    await page.waitForFunction(() =>
      document.querySelector("attention-player").shadowRoot.querySelector(".phone"),
    );
    await player((player) => (player.step = "inputs"));
    const place = await middle("x:0,0,0");
    await page.touchscreen.tap(...place);
    assert.equal(await field(), "1");
    await press("Escape");
    const touch = await page.touchscreen.touchStart(...place);
    for (const way of [4, 8, 14, 20]) await touch.move(place[0] + way, place[1]);
    await touch.end();
    assert.equal((await x())[0][0], 3);
  });

  test("two fingers on the numbers zoom the page, and a swipe that is more up than sideways changes none", async () => {
    const client = await page.createCDPSession();
    const touch = (type, ...at) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
    await player((player) => (player.step = "inputs"));
    const before = await x();
    const [left, top] = await middle("x:0,1,1");
    await touch("touchStart", [left, top]);
    for (const way of [8, 16, 24, 32]) await touch("touchMove", [left + way, top - 1.2 * way]);
    await touch("touchEnd");
    assert.deepEqual(await x(), before);
    const fingers = (apart) => [[left, top], [left + apart, top]]; // prettier-ignore
    await touch("touchStart", ...fingers(40));
    // a finger has moved a number before the browser knows that it zooms
    for (const apart of [70, 100, 130])
      await touch("touchMove", [left + 40 - apart, top], [left + apart, top]);
    await touch("touchEnd");
    await page.waitForFunction(() => visualViewport.scale > 1.2);
    assert.deepEqual(await x(), before);
    assert.equal(await player((player) => player.canUndo), false);
    await client.send("Emulation.setPageScaleFactor", { pageScaleFactor: 1 });
  });
});
