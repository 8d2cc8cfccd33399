// What is painted, where no number of the page tells it: the ink of a screenshot.
import assert from "node:assert/strict";

/** Runs in the page: the settings open, and where the labels of lists stand and how large they are. */
async function openSettings() {
  const player = document.querySelector("attention-player");
  await player.ready;
  player.step = 0;
  const root = player.shadowRoot;
  root.querySelector(".gear").click();
  const context = document.createElement("canvas").getContext("2d");
  return [...root.querySelectorAll("select")]
    .filter((list) => list.checkVisibility())
    .map((list) => {
      const { fontWeight, fontSize, fontFamily } = getComputedStyle(list);
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const label = list.selectedOptions[0].textContent;
      const ink = context.measureText(label);
      const { x, y, width, height } = list.getBoundingClientRect();
      const high = ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent;
      return { label, middle: list.matches(".speed"), x, y, width, height, high };
    });
}

/** Runs in the page: where there is ink in each box, as distances from its edges. */
function inkOf(boxes) {
  return boxes.map((box) => {
    // without the border
    const [x, y, width, height] = [box.x + 3, box.y + 3, box.width - 6, box.height - 6].map(Math.round);
    const { data } = window.seen.getImageData(x, y, width, height);
    const light = (n) => data[4 * n] + data[4 * n + 1] + data[4 * n + 2];
    const ground = light(2 + 2 * width);
    const inked = Array.from({ length: width * height }, (_, n) => n).filter((n) => light(n) < ground - 90);
    const across = inked.map((n) => n % width);
    const down = inked.map((n) => Math.floor(n / width));
    const [left, right] = [Math.min(...across), Math.max(...across) + 1];
    const [top, bottom] = [Math.min(...down), Math.max(...down) + 1];
    return { left: left + 3, right: width - right + 3, high: bottom - top };
  });
}

/** Runs in the page: the ring round the symbol that is lit: its colour, and a place on each of its sides. */
function ring() {
  const symbol = document.querySelector("attention-player").shadowRoot.querySelector(".symbol.lit");
  const { outlineColor, outlineOffset, outlineWidth } = getComputedStyle(symbol);
  const { left, right, top, bottom } = symbol.getBoundingClientRect();
  const out = parseFloat(outlineOffset) + parseFloat(outlineWidth) / 2;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return {
    colour: outlineColor,
    places: [
      [x, top - out],
      [x, bottom + out],
      [left - out, y],
      [right + out, y],
    ],
  };
}

/** Runs in the page: how far the colours at some places of a picture are from one colour, of 255. */
function farFrom({ colour, places }) {
  const wanted = colour.match(/[\d.]+/g).map(Number);
  return places.map(([x, y]) => {
    const seen = window.seen.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
    return Math.max(...[0, 1, 2].map((k) => Math.abs(seen[k] - wanted[k])));
  });
}

/** Runs in the page: until it is painted. */
const painted = () =>
  new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
  );

/** Runs in the page: a picture to ask for its colours. */
async function keep(url) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { width, height } = image;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  window.seen = canvas.getContext("2d");
  window.seen.drawImage(image, 0, 0);
}

/** Looks at the page; it may then ask for the colours of what is seen. @param {import("../pages.js").Pages} at */
async function look(at) {
  await at.evaluate(painted);
  await at.evaluate(keep, `data:image/png;base64,${Buffer.from(await at.screenshot()).toString("base64")}`);
}

/** @type {import("./index.js").Behaviours} */
export const paints = {
  "a symbol's ring is whole": async (at) => {
    await at.page('<attention-player preset="walk-through"></attention-player>');
    await at.evaluate(async () => {
      const player = document.querySelector("attention-player");
      await player.ready;
      player.step = "softmax-1";
      player.shadowRoot.querySelector(".stage").focus();
    });
    await at.evaluate(painted);
    // from the first number up to a key
    for (const key of ["Enter", "ArrowUp"]) await at.press(key);
    const places = await at.evaluate(ring);
    await look(at);
    for (const far of await at.evaluate(farFrom, places)) assert.ok(far < 100, `${far} of 255`);
  },

  "lists show their whole label in its place": async (at) => {
    await at.page('<attention-player preset="walk-through"></attention-player>');
    const lists = await at.evaluate(openSettings);
    assert.ok(lists.length >= 4, `${lists.length} lists`);
    await look(at);
    const inks = await at.evaluate(inkOf, lists);
    for (const [k, { label, middle, high }] of lists.entries()) {
      const { left, right, high: seen } = inks[k];
      assert.ok(seen > high - 0.9, `${label}: ${seen} of ${high} px of its height`);
      if (middle) assert.ok(Math.abs(left - right) < 4, `${label}: ${left} px left of it, ${right} px right`);
      else assert.ok(right < 14, `${label}: ${right} px from the end`);
    }
  },
};
