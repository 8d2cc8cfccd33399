// A reader's own numbers in the picture: typed, dragged, taken back; more tokens, features and heads.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio, playerIn } from "./page.js";

describe("numbers that are changed in place", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  /** A page with an editable player, and what a reader does on it. */
  async function open(tag = '<attention-player preset="walk-through" editable></attention-player>', view) {
    const { page, errors } = await studio.page(tag, view);
    const player = playerIn(page);
    await page.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      window.changes = [];
      window.refused = [];
      player.addEventListener("change", ({ detail }) => window.changes.push(detail.problem));
      player.addEventListener("error", ({ detail }) =>
        window.refused.push([detail.code, detail.where, detail.message]),
      );
    });
    const middle = (cell) =>
      player((player, cell) => {
        const box = player.shadowRoot.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      }, cell);
    return {
      page,
      errors,
      player,
      middle,
      x: () => player((player) => player.problem.x),
      click: async (cell) => page.mouse.click(...(await middle(cell))),
      field: () =>
        player((player) => {
          const field = player.shadowRoot.querySelector(".field");
          return !field || field.hidden ? null : field.value;
        }),
      cell: (name) =>
        player((player, name) => player.shadowRoot.querySelector(`[data-cell="${name}"]`)?.textContent, name),
      refused: () => page.evaluate(() => window.refused),
      changes: () => page.evaluate(() => window.changes.length),
      press: async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
      },
      withControl: async (key) => {
        await page.keyboard.down("Control");
        await page.keyboard.press(key);
        await page.keyboard.up("Control");
      },
    };
  }

  test("a click opens a field, what is typed counts at once, and every later number follows", async () => {
    const { page, click, field, x, cell, press, player, changes } = await open();
    await click("x:0,0,1");
    assert.equal(await field(), "0");
    await page.keyboard.type("2.5");
    assert.deepEqual((await x())[0], [1, 2.5, 1, 0]);
    assert.equal(await cell("key:0,0,0,0"), "2.5");
    assert.ok((await changes()) >= 1);
    // the weights are those that the core computes of the changed problem
    const same = await player((player) => {
      const weights = player.shadowRoot.querySelector('[data-cell="weights:0,0,2,1"]');
      return Math.fround(Number(weights.dataset.value)) === player.trace.weights.data[7];
    });
    assert.ok(same);
    await press("Enter");
    assert.equal(await field(), null);
    await page.close();
  });

  test("Tab goes along the row and on to the next, arrows to the neighbours", async () => {
    const { page, click, field, x, press } = await open();
    await click("x:0,0,2");
    await page.keyboard.type("7");
    await press("Tab");
    await page.keyboard.type("8");
    await press("Tab");
    await page.keyboard.type("9");
    assert.deepEqual(await x(), [
      [1, 0, 7, 8],
      [9, 2, 0, 2],
      [1, 1, 1, 1],
    ]);
    await press("ArrowRight", "ArrowRight");
    assert.equal(await field(), "0");
    await page.keyboard.down("Shift");
    await press("Tab");
    await page.keyboard.up("Shift");
    assert.equal(await field(), "2");
    await page.close();
  });

  test("what is not a number is refused in place, and the old one stays", async () => {
    for (const text of ["abc", "", "1e39", "1,2,3", "<img src=x onerror=alert(1)>"]) {
      const { page, click, field, x, press, refused } = await open();
      await click("x:0,1,1");
      await press("Backspace");
      await page.keyboard.type(text);
      await press("Enter");
      assert.deepEqual((await x())[1], [0, 2, 0, 2], text);
      assert.equal(await field(), "2", text);
      const [[code, where, message]] = await refused();
      assert.deepEqual([code, where], ["value", "x[1][1]"]);
      assert.ok(message.includes("x[1][1]") && message.includes(text.slice(0, 60)), message);
      await page.close();
    }
  });

  test("Escape takes back what was typed; undo, redo and reset go as far as the changes", async () => {
    const { page, click, x, press, withControl, player } = await open();
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
    await withControl("z");
    assert.deepEqual((await x())[0], [12, 0, 1, 0]);
    await withControl("z");
    assert.deepEqual((await x())[0], [1, 0, 1, 0]);
    assert.deepEqual(await player((player) => [player.canUndo, player.canRedo]), [false, true]);
    await withControl("y");
    await withControl("y");
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
    await player((player) => player.reset());
    assert.deepEqual((await x())[0], [1, 0, 1, 0]);
    await withControl("z");
    assert.deepEqual((await x())[0], [12, 34, 1, 0]);
    await page.close();
  });

  test("a number is dragged, finer with Shift, and the drag is one change", async () => {
    const { page, middle, x, player } = await open();
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
    await page.close();
  });

  test("with the keyboard alone: Enter to the numbers, a digit opens the field", async () => {
    const { page, x, field, press, player } = await open();
    await player((player) => player.shadowRoot.querySelector(".stage").focus());
    await press("Enter");
    const where = () => player((player) => player.shadowRoot.querySelector("[aria-live]").textContent);
    for (let n = 0; n < 40 && !(await where()).startsWith("x"); n++) await press("ArrowDown");
    assert.match(await where(), /^x/i);
    await page.keyboard.type("4");
    assert.equal(await field(), "4");
    assert.ok((await x()).flat().includes(4));
    await page.close();
  });

  test("a field keeps its keys, and the player keeps its own", async () => {
    const { page, click, player, press, field } = await open();
    await player((player) => (player.step = "scores-1"));
    const time = await player((player) => player.currentTime);
    await click("x:0,0,0");
    await press("1", "Home", "End");
    await page.keyboard.type(" ");
    const now = await player((player) => [player.currentTime, player.paused]);
    assert.deepEqual(now, [time, true]);
    await press("Escape", "Escape");
    assert.equal(await field(), null);
    await press("End");
    assert.ok((await player((player) => player.currentTime)) > time);
    await page.close();
  });

  test("the moment stays where it was", async () => {
    const { page, click, player } = await open();
    await player((player) => (player.step = "softmax-2"));
    const [step, time] = await player((player) => [player.step, player.currentTime]);
    await click("x:0,0,0");
    await page.keyboard.type("3");
    assert.deepEqual(await player((player) => [player.step, player.currentTime]), [step, time]);
    await page.close();
  });

  test("tokens, features and heads are more or fewer; the labels go with their tokens, in either language", async () => {
    const { page, player, x } = await open();
    const press = (name) =>
      player((player, name) => {
        const button = player.shadowRoot.querySelector(`.steppers [aria-label="${name}"]`);
        button.click();
        return button.disabled;
      }, name);
    await press("One more: tokens");
    assert.deepEqual(await player((player) => player.problem.labels.x), ["I", "love", "cats", "new"]);
    await press("One more: features");
    assert.deepEqual([(await x()).length, (await x())[0].length], [4, 5]);
    await press("One more: heads");
    assert.deepEqual(await player((player) => player.trace.weights.shape), [1, 2, 4, 4]);
    for (let n = 0; n < 3; n++) await player((player) => player.undo());
    assert.deepEqual(await player((player) => player.problem.labels.x), ["I", "love", "cats"]);
    await player((player) => player.setAttribute("lang", "zh"));
    assert.notDeepEqual(await player((player) => player.problem.labels.x), ["I", "love", "cats"]);
    await page.close();
  });

  test("what a page sets begins a history of its own", async () => {
    const { page, player, click } = await open();
    await click("x:0,0,0");
    await page.keyboard.type("3");
    await player(async (player) => {
      player.problem = { x: [[1, 2]] };
      await player.ready;
    });
    assert.equal(await player((player) => player.canUndo), false);
    await page.close();
  });

  test("without the attribute nothing can be changed, and a click rings the cell as ever", async () => {
    const { page, click, field, player } = await open("<attention-player></attention-player>");
    await click("x:0,0,0");
    assert.equal(await field(), null);
    assert.equal(await player((player) => player.shadowRoot.querySelector(".edits")), null);
    assert.notEqual(await player((player) => player.shadowRoot.querySelector(".overlay").textContent), "");
    await page.close();
  });

  test("a change that the core refuses leaves what stood, and says why", async () => {
    const { page, player, x, refused } = await open();
    const said = await player((player) => player.edit({ ...player.problem, heads: 2 })?.message);
    assert.match(said, /heads/);
    assert.equal((await x()).length, 3);
    assert.equal(await player((player) => player.canUndo), false);
    assert.equal((await refused()).length, 1);
    await page.close();
  });

  test("a tap opens the field on a phone, and a sideways swipe turns the number", async () => {
    const { page, middle, field, x } = await open(undefined, { width: 360, height: 740 });
    const place = await middle("x:0,0,0").catch(() => null);
    if (!place) return page.close();
    await page.touchscreen.tap(...place);
    assert.equal(await field(), "1");
    await page.keyboard.press("Escape");
    const touch = await page.touchscreen.touchStart(...place);
    for (const way of [4, 8, 14, 20]) await touch.move(place[0] + way, place[1]);
    await touch.end();
    assert.equal((await x())[0][0], 3);
    await page.close();
  });
});
