// A large map under fingers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "../page.js";
import { open } from "./page.js";

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
