// One screen: formula, picture, sentence and play stand together, at any width, and nothing jumps.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { frameFor } from "../../web/element/frame.js";
import { mouse, openPage } from "../helpers/browser.js";
import { fewOrMany, full } from "../helpers/full.js";
import { presets } from "../helpers/presets.js";
import { openStudio } from "./page.js";

const plain = "<style>body { margin: 0 }</style>";
const far = '<div style="height: 5000px"></div>';
const tag = '<attention-player preset="walk-through"></attention-player>';
// width and height of the window, the whole element, and all of it but the stage
const screens = [
  [1152, 640, 620, 196],
  [700, 660, 660, 248],
  [360, 700, 680, 276],
];

/** An element that comes into view: its room before, its heights from the poster to the end, what sticks out. Runs in the page. */
const measure = async (every) => {
  const player = document.querySelector("attention-player");
  const { shadowRoot: root } = player;
  await window.frames(3);
  const room = root.querySelector("svg") === null && player.offsetHeight;
  await player.ready;
  player.scrollIntoView();
  const box = (part) => root.querySelector(part).getBoundingClientRect();
  const small = [];
  const demandRoom = (name, { width, height }) => {
    if (height < 44 || width < 44) small.push(`${name} ${width} × ${height}`);
  };
  demandRoom("disc", box(".disc"));
  const wholes = new Set();
  const rows = new Set();
  const look = () => {
    wholes.add(player.offsetHeight);
    // a corner of the picture stands beside the caption
    const margin = parseFloat(getComputedStyle(root.querySelector(".stage")).marginBottom);
    rows.add(Math.round(player.offsetHeight - box(".stage").height - margin));
  };
  look();
  for (const [k, { id }] of player.steps.entries()) {
    if (k % every && k < player.steps.length - 1) continue;
    player.step = id;
    look();
  }
  const right = box(".bar").right + 1;
  const outside = [...root.querySelectorAll(".bar > *, .top > *, .caption > *")].filter(
    (part) => !part.hidden && part.getBoundingClientRect().right > right,
  );
  root.querySelector(".gear").click();
  for (const control of root.querySelectorAll(".bar > button, .bar > select, .chapters, .panel label"))
    if (control.checkVisibility()) demandRoom(control.className, control.getBoundingClientRect());
  const { scrollWidth, clientWidth } = document.documentElement;
  const sideways = scrollWidth > clientWidth;
  const [stage, settings] = [".stage", ".panel"].map(box);
  // what a setting changes is seen as it is changed
  const inSight = (settings.top - stage.top) / stage.height > 0.5;
  return { room, wholes: [...wholes], rows: [...rows], sideways, outside: outside.length, small, inSight };
};

describe("the frame", () => {
  let studio;
  // with a mouse, an invitation names the key that plays
  before(async () => (studio = await openStudio({ args: [mouse] })));
  after(() => studio.close());

  for (const [width, height, whole, rows] of screens)
    test(`at ${width} × ${height} the room, the rows and the whole stay; nothing is cut off or too small to press`, async () => {
      const view = { width, height, given: fewOrMany(3, 1) };
      const told = await studio.inBody(plain + far + tag, measure, view);
      assert.deepEqual(told, {
        room: whole,
        wholes: [whole],
        rows: [rows],
        sideways: false,
        outside: 0,
        small: [],
        inSight: true,
      });
    });

  test("every preset keeps its height: before its script, in any window, while it plays", async () => {
    const { page } = await openPage(studio.browser);
    const measured = () =>
      page.evaluate(async () => {
        for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
        return [...document.querySelectorAll("attention-player")].map((player) => player.offsetHeight);
      });
    // where a frame is narrowest its sentences take the most lines; in npm test a third of them stand at each width
    const widths = fewOrMany([360, 600, 840], [360, 480, 600, 680, 760, 840, 1000, 1104]);
    for (const [turn, width] of widths.entries()) {
      const players = Object.keys(presets)
        .filter((_, k) => full || k % widths.length === turn)
        .map((name) => `<attention-player preset="${name}"></attention-player>`);
      const less = ["play bar", "off", "settings"].map((kept) => `preset="two-words" controls="${kept}"`);
      const editable = ["seq2seq", "walk-through"].map((name) => `preset="${name}" editable`);
      for (const text of [...less, ...editable])
        players.push(`<attention-player ${text}></attention-player>`);
      const html = `<!doctype html><html lang="en"><title>late</title><link rel="icon" href="data:,">
        <link rel="stylesheet" href="attention-player.css">${plain}<body>${players.join("<p>after</p>")}`;
      studio.write("late.html", html);
      // all of them are in view: a shift of any is seen
      await page.setViewport({ width, height: 16000 });
      await page.goto(`${studio.url}late.html`);
      const heights = await measured();
      // on a phone, the buttons that edit are among the settings
      if (width < 600) assert.deepEqual(heights.slice(-2), [680, 680]);
      const shift = await page.evaluate(async () => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) sum += value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        await import("./attention-player-core.js");
        await Promise.all([...document.querySelectorAll("attention-player")].map(({ ready }) => ready));
        // tables and space for sentences follow a moment later
        await new Promise((resolve) => setTimeout(resolve, 400));
        return sum;
      });
      assert.equal(shift, 0, `at ${width} px`);
      for (const height of fewOrMany([500, 1200], [500, 800, 1200])) {
        await page.setViewport({ width, height });
        assert.deepEqual(await measured(), heights, `${width} × ${height}`);
      }
      const played = await page.evaluate(() =>
        [...document.querySelectorAll("attention-player")].map((player) => {
          const all = player.steps.map(({ id }) => {
            player.step = id;
            return player.offsetHeight;
          });
          return Math.max(...all) === Math.min(...all) ? all[0] : all;
        }),
      );
      assert.deepEqual(played, heights, `${width}, played`);
    }
    await page.close();
  });

  test("takes the width that is there, and in a box that is too low its own height", async () => {
    const places = [
      ["", "height: 300px"],
      ["", "max-height: 300px"],
      ["height: 300px; display: flex; flex-direction: column; align-items: center", ""],
      ["", "float: right"],
      ["", "display: inline-block; vertical-align: top"],
      ["display: flex", ""],
      ["width: 2216px; columns: 2; column-gap: 16px", ""],
      ["display: grid; grid-template-columns: auto; justify-content: center", ""],
    ].map(
      ([box, own]) =>
        `<div style="width: 1100px; ${box}"><attention-player preset="two-words" style="${own}"></attention-player></div>`,
    );
    const measured = async () => {
      const players = [...document.querySelectorAll("attention-player")];
      await Promise.all(players.map(({ ready }) => ready));
      await window.frames(3);
      return players.map((player) => [player.offsetWidth, player.offsetHeight]);
    };
    const told = await studio.inBody(places.join(""), measured, { width: 1200 });
    for (const [k, size] of told.entries()) assert.deepEqual(size, [1100, 620], places[k]);
  });

  test("a player that becomes narrow keeps its picture in sight", async () => {
    const run = async (player) => {
      player.currentTime = 0;
      await window.frames(3);
      player.style.width = "360px";
      await window.frames(5);
      const [own, picture] = [player, player.shadowRoot.querySelector(".picture")].map((one) =>
        one.getBoundingClientRect(),
      );
      return [picture.left >= own.left, picture.right <= own.right];
    };
    const body = '<attention-player preset="batch"></attention-player>';
    assert.deepEqual(await studio.withPlayer(run, { body, width: 1200 }), [true, true]);
  });

  test("a right-to-left page scrolls no wider for it, and the bar is one line", async () => {
    const body = `${plain}<attention-player preset="eight-heads" lang="zh"></attention-player>`;
    const run = (player) => {
      const root = document.documentElement;
      root.dir = "rtl";
      player.currentTime = 0;
      const controls = [...player.shadowRoot.querySelectorAll(".bar > button, .bar > select")];
      const bottoms = controls.map((one) => Math.round(one.getBoundingClientRect().bottom));
      return { wide: root.scrollWidth > root.clientWidth, lines: new Set(bottoms).size };
    };
    for (const width of fewOrMany([240], [240, 320, 768]))
      assert.deepEqual(
        await studio.withPlayer(run, { body, width }),
        { wide: false, lines: 1 },
        `${width} px`,
      );
  });

  test("the longest formulas fit a phone of 300 px", async () => {
    for (const preset of ["batch", "geometry"]) {
      const body = `${plain}<attention-player preset="${preset}"></attention-player>`;
      const run = ({ shadowRoot }) => {
        const { left, right } = shadowRoot.querySelector(".formula").getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      };
      assert.ok(await studio.withPlayer(run, { body, width: 300 }), preset);
    }
  });

  test("in a post's column a task's exercise stands beside the map in the corner", async () => {
    const body = `<attention-player editable></attention-player>
      <p data-attention-goal="weights:0,0,2,2 > 0.5" data-attention-change="w_q 1">Your turn</p>`;
    const run = async ({ shadowRoot }) => {
      const exercise = await window.until(() => shadowRoot.querySelector("[part=exercise]"));
      const { right, top, bottom } = exercise.getBoundingClientRect();
      const covered = [...shadowRoot.querySelectorAll(".picture text")].filter((text) => {
        const box = text.getBoundingClientRect();
        return box.width > 0 && box.left < right && box.bottom > top && box.top < bottom;
      });
      const inside = [...exercise.shadowRoot.querySelectorAll("span, text")].every(
        (text) => text.getBoundingClientRect().right <= right,
      );
      return { covered: covered.map(({ textContent }) => textContent), inside };
    };
    for (const width of [620, 700])
      assert.deepEqual(
        await studio.withPlayer(run, { body, width }),
        { covered: [], inside: true },
        `${width} px`,
      );
  });

  test("in a post's column the stories stand beside the formula, a badge where it can be read, and whole in the settings", async () => {
    for (const lang of ["en", "zh"])
      for (const width of [600, 680]) {
        const body = `${plain}<attention-player preset="layer" lang="${lang}"></attention-player>`;
        const run = ({ shadowRoot }) => {
          shadowRoot.querySelector(".gear").click();
          const box = (name) => shadowRoot.querySelector(name).getBoundingClientRect();
          const parts = [".formula", ".turn button", ".turn button + button"].map(box);
          const inLine = parts.every(({ left }, k) => left >= (parts[k - 1]?.right ?? 0));
          const badge = box(".top .badge");
          const seen = badge.top < box(".top .badges").bottom;
          const readable = !seen || (badge.width >= 60 && badge.left >= parts[2].right);
          const { scrollWidth, clientWidth } = shadowRoot.querySelector(".panel .badge");
          return {
            inLine,
            readable,
            whole: scrollWidth === clientWidth,
            inside: parts[2].right <= innerWidth,
          };
        };
        const told = await studio.withPlayer(run, { body, width });
        assert.deepEqual(
          told,
          { inLine: true, readable: true, whole: true, inside: true },
          `${lang} ${width}`,
        );
      }
  });

  test("every preset opens its story, as wide as its room, at load or later; no width is an error of the page", async () => {
    const widths = fewOrMany([1000, 648, 600, 360], [1600, 1000, 868, 800, 648, 600, 500, 360, 320]);
    const rooms = widths.map((width) => [width, frameFor(width).width]);
    // inBody fails on what the window is told, loops of observers too
    const told = await studio.inBody(
      `${plain}<div></div>`,
      async ({ all, rooms }) => {
        const { loadPresets, presets } = await import("./attention-player.js");
        await loadPresets();
        const box = document.querySelector("div");
        const wrong = [];
        const names = Object.keys(presets).filter((_, k) => all || k % 3 === 0);
        for (const [width, room] of rooms) {
          box.style.width = `${width}px`;
          for (const name of names.splice(0, all ? 4 : 3)) {
            const player = document.createElement("attention-player");
            player.setAttribute("preset", name);
            box.append(player);
          }
          await Promise.all([...box.children].map((one) => one.ready));
          const most = `${room}`;
          for (const { preset, shadowRoot, story, stories, steps } of box.children) {
            const drawn = () => shadowRoot.querySelector(".stage svg").getAttribute("width");
            // what there was before follows with the next frame
            for (let frames = 0; frames < 10 && drawn() !== most; frames++)
              await new Promise(requestAnimationFrame);
            if (drawn() !== most) wrong.push(`${preset} is ${drawn()} wide in ${width}`);
            const { scrollWidth, clientWidth } = shadowRoot.querySelector(".chapters");
            if (scrollWidth > clientWidth) wrong.push(`${preset}: chapters over the clock in ${width}`);
            const own = presets[preset].stories.find((one) => stories.includes(one));
            if (story !== own || steps.length < 4) wrong.push(`${preset} opens ${story}`);
          }
          while (!all && box.childElementCount > 3) box.firstChild.remove();
        }
        return { wrong, left: names };
      },
      { width: 1640, given: { all: full, rooms } },
    );
    assert.deepEqual(told, { wrong: [], left: [] });
  });
});
