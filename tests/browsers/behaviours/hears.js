// The keyboard: each key does what it says, and Tab goes through everything in order.
import assert from "node:assert/strict";

const tag =
  '<button id="before">before</button><attention-player preset="walk-through"></attention-player><button id="after">after</button>';

/** Runs in the page: the focus in the player, at the end of a step. */
async function focusOn(selector, step) {
  const player = document.querySelector("attention-player");
  await player.ready;
  if (step !== undefined) player.step = step;
  player.shadowRoot.querySelector(selector).focus();
}

/** Runs in the page. */
function state() {
  const player = document.querySelector("attention-player");
  const root = player.shadowRoot;
  const chapters = [...root.querySelectorAll(".chapter")];
  return {
    step: player.steps.findIndex(({ id }) => id === player.step),
    time: player.currentTime,
    left: player.duration - player.currentTime,
    paused: player.paused,
    chapter: chapters.findIndex((chapter) => chapter.classList.contains("on")),
    open: !root.querySelector(".panel").hidden,
    focus: root.activeElement?.className,
    causal: player.problem.causal ?? false,
  };
}

/** Runs in the page: what has the focus and is seen to have it: a part of the player, a word of its sentence, or another
 * element's id. */
function focused() {
  const { activeElement } = document;
  const inner = activeElement.shadowRoot?.activeElement;
  if (!inner) return activeElement.id;
  if (getComputedStyle(inner).outlineStyle === "none") return `${inner.outerHTML} without a ring`;
  if (inner.matches(".term")) return "word";
  const [kind, name] = inner.getAttribute("part").split(" ");
  return name ?? kind;
}

async function hasPaused() {
  const player = document.querySelector("attention-player");
  while (!player.paused) await new Promise((resolve) => setTimeout(resolve, 16));
}

/** @type {import("./index.js").Behaviours} */
export const hears = {
  "keys play and seek": async (at) => {
    await at.page(tag);
    await at.evaluate(focusOn, ".stage", 3);
    for (const [key, wanted] of Object.entries({
      ...{ ArrowRight: ["step", 4], ArrowDown: ["step", 5], ArrowLeft: ["step", 4], ArrowUp: ["step", 3] },
      ...{ " ": ["paused", false], End: ["left", 0], Home: ["time", 0] },
    })) {
      await at.press(key);
      assert.equal((await at.evaluate(state))[wanted[0]], wanted[1], key);
      // at its end it pauses with the next frame
      if (key === "End") await at.evaluate(hasPaused);
    }
    for (const digit of [9, 5, 1]) {
      await at.press(String(digit));
      assert.equal((await at.evaluate(state)).chapter, digit - 1, `the key ${digit}`);
    }
  },

  "keys press what has the focus": async (at) => {
    const press = async (key) => (await at.press(key), at.evaluate(state));
    await at.page(tag);
    await at.evaluate(focusOn, ".play", 3);
    for (const key of [" ", "Enter"])
      for (const paused of [false, true]) assert.equal((await press(key)).paused, paused, key);
    await at.evaluate(focusOn, ".gear", 3);
    assert.equal((await press("Enter")).open, true);
    // a field keeps its own keys
    await at.evaluate(focusOn, ".panel label:nth-last-of-type(4) input");
    const checked = await press(" ");
    assert.deepEqual([checked.causal, checked.paused], [true, true]);
    const left = await press("Escape");
    assert.deepEqual([left.open, left.focus], [false, "gear"]);
  },

  "Tab goes in order": async (at) => {
    await at.page(tag);
    await at.evaluate(focusOn, ".stage", "weight-1");
    await at.evaluate(() => document.querySelector("#before").focus());
    const order = [];
    while (order.at(-1) !== "after" && order.length < 30) {
      await at.press("Tab");
      order.push(await at.evaluate(focused));
    }
    assert.deepEqual(
      order.filter((name, k) => name !== order[k - 1]),
      [
        ...["story", "stage", "word"],
        ...["back", "play", "forward", "timeline", "speed", "language", "settings-button"],
        ...["transcript", "fullscreen", "after"],
      ],
    );
  },
};
