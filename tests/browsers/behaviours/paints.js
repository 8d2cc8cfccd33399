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
async function inkOf(url, boxes) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: image.width,
    height: image.height,
  });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return boxes.map((box) => {
    // without the border
    const [x, y, width, height] = [box.x + 3, box.y + 3, box.width - 6, box.height - 6].map(Math.round);
    const { data } = context.getImageData(x, y, width, height);
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

/** @type {import("./index.js").Behaviours} */
export const paints = {
  "lists show their whole label in its place": async (at) => {
    await at.page('<attention-player preset="walk-through"></attention-player>');
    const lists = await at.evaluate(openSettings);
    assert.ok(lists.length >= 4, `${lists.length} lists`);
    const png = Buffer.from(await at.screenshot()).toString("base64");
    const inks = await at.evaluate(inkOf, `data:image/png;base64,${png}`, lists);
    for (const [k, { label, middle, high }] of lists.entries()) {
      const { left, right, high: seen } = inks[k];
      assert.ok(seen > high - 0.9, `${label}: ${seen} of ${high} px of its height`);
      if (middle) assert.ok(Math.abs(left - right) < 4, `${label}: ${left} px left of it, ${right} px right`);
      else assert.ok(right < 14, `${label}: ${right} px from the end`);
    }
  },
};
