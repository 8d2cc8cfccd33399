// One screen: formula, picture, sentence and play stand together, and nothing jumps.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStudio } from "./page.js";

const tag = '<attention-player preset="walk-through"></attention-player>';
const head = "<style>body { margin: 0 }</style>";
// width and height of the window, the whole element, and all of it but the stage
const screens = [
  [1152, 640, 620, 196],
  [700, 660, 640, 216],
  [360, 700, 680, 276],
  [740, 360, 360, 112],
];

/** Heights at the poster, at every step and at the end. Runs in the page. */
const measure = async () => {
  const player = document.querySelector("attention-player");
  await player.ready;
  const high = (part) => player.shadowRoot.querySelector(part).getBoundingClientRect().height;
  const seen = () => ({ whole: player.offsetHeight, rows: Math.round(player.offsetHeight - high(".stage")) });
  const all = [seen()];
  for (const step of player.steps) {
    player.step = step.id;
    all.push(seen());
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    wholes: [...new Set(all.map(({ whole }) => whole))],
    rows: [...new Set(all.map(({ rows }) => rows))],
    sideways: scrollWidth > clientWidth,
  };
};

describe("the frame", () => {
  let studio;
  before(async () => (studio = await openStudio()));
  after(() => studio.close());

  for (const [width, height, whole, rows] of screens) {
    test(`at ${width} × ${height} the rows keep their height from the poster to the end`, async () => {
      const told = await studio.inPage(tag, measure, { width, height, head });
      assert.deepEqual(told.rows, [rows]);
      assert.equal(told.wholes.length, 1);
      assert.equal(told.sideways, false);
    });

    test(`at ${width} × ${height} the whole element is at most ${whole} px high`, async () => {
      const told = await studio.inPage(tag, measure, { width, height, head });
      assert.ok(Math.max(...told.wholes) <= whole, `${told.wholes} px`);
    });

    test(`at ${width} × ${height} the room for a picture to come is that of the picture`, async () => {
      const far = `<div style="height: 5000px"></div>${tag}`;
      const room = await studio.inPage(
        far,
        async () => {
          const player = document.querySelector("attention-player");
          await new Promise((resolve) => setTimeout(resolve, 100));
          return player.shadowRoot.querySelector("svg") === null && player.offsetHeight;
        },
        { width, height, head },
      );
      assert.equal(room, whole);
    });
  }

  test("the first picture is as wide as its room, of one element and of many", async () => {
    const widths = await studio.inPage(
      tag,
      async () => {
        // with the core at hand, the next ones are made in the turn in which they are asked for
        const first = document.querySelector("attention-player");
        await first.ready;
        const players = [1, 2, 3].map(() => first.cloneNode());
        const box = document.createElement("div");
        box.style.width = "700px";
        box.append(...players);
        document.body.append(box);
        await Promise.all(players.map((player) => player.ready));
        return players.map((player) => Number(player.shadowRoot.querySelector("svg").getAttribute("width")));
      },
      { width: 1200, height: 800, head },
    );
    assert.deepEqual(widths, [652, 652, 652]);
  });

  test("a picture out of sight is as high as it will be in sight", async () => {
    const rows = (n) => Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => i - j));
    const problem = JSON.stringify({ query: [[rows(8)]], key: [[rows(8)]], value: [[rows(8)]] });
    for (const [width, height] of [...screens, [1152, 1400]]) {
      const told = await studio.inPage(
        `<div style="height: 9000px"></div><attention-player problem='${problem}'></attention-player>`,
        async () => {
          const player = document.querySelector("attention-player");
          const drawn = () => new Promise((resolve) => setTimeout(resolve, 200));
          await player.ready;
          await drawn();
          const before = player.offsetHeight;
          player.scrollIntoView();
          await drawn();
          return [before, player.offsetHeight];
        },
        { width, height, head },
      );
      assert.equal(told[0], told[1], `${width} × ${height}`);
    }
  });

  test("on a phone that lies on its side, the sentence and play are in view with 200 px of picture", async () => {
    const told = await studio.inPage(
      tag,
      async () => {
        const player = document.querySelector("attention-player");
        await player.ready;
        player.step = "scores-1";
        const top = (part) => player.shadowRoot.querySelector(part).getBoundingClientRect();
        return { play: top(".play").bottom, sentence: top(".caption").top, stage: top(".stage").top };
      },
      { width: 740, height: 360, head },
    );
    assert.ok(told.play <= 360, `play ends at ${told.play}`);
    assert.ok(told.sentence - told.stage >= 200, `${told.sentence - told.stage} px of picture`);
  });

  test("no width is an error of the page, at load or later, with any preset", async () => {
    // inPage fails on what the window is told, loops of observers too
    const wrong = await studio.inPage(
      "",
      async () => {
        const { presets } = await import("./attention-player.js");
        const box = document.body.appendChild(document.createElement("div"));
        const wrong = [];
        for (const width of [1600, 1000, 868, 800, 648, 600, 500, 360, 320]) {
          box.style.width = `${width}px`;
          for (const name of Object.keys(presets).splice(box.childElementCount, 3)) {
            const player = document.createElement("attention-player");
            player.setAttribute("preset", name);
            box.append(player);
          }
          await Promise.all([...box.children].map((one) => one.ready));
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 60)));
          const most = `${Math.max(296, width - (width < 600 ? 24 : 48))}`;
          for (const { preset, shadowRoot } of box.children) {
            const drawn = shadowRoot.querySelector(".stage svg").getAttribute("width");
            if (drawn !== most) wrong.push(`${preset} is ${drawn} wide in ${width}`);
          }
        }
        return [wrong, box.childElementCount === Object.keys(presets).length];
      },
      { head, width: 1640 },
    );
    assert.deepEqual(wrong, [[], true]);
  });

  test("every button and field is 44 px high and wide", async () => {
    for (const [width, height] of screens) {
      const small = await studio.inPage(
        tag,
        async () => {
          const player = document.querySelector("attention-player");
          await player.ready;
          const root = player.shadowRoot;
          const disc = root.querySelector(".disc").getBoundingClientRect();
          player.currentTime = 0;
          root.querySelector(".gear").click();
          const boxes = [...root.querySelectorAll(".bar > button, .bar > select, .chapters, .panel label")]
            .filter((control) => control.checkVisibility())
            .map((control) => [control.className, control.getBoundingClientRect()]);
          return [["disc", disc], ...boxes]
            .filter(([, box]) => box.height < 44 || box.width < 44)
            .map(([name, { width, height }]) => `${name} ${width} × ${height}`);
        },
        { width, height, head },
      );
      assert.deepEqual(small, [], `${width} px`);
    }
  });
});
