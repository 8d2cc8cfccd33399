/** Pages with a large map, for the tests of what a reader does with it. */
import assert from "node:assert/strict";
import { playerIn } from "../page.js";

/** The paper under weights in the light, as a canvas has it. */
export const PAPER = "250,251,254,255";
/** Many enough to come in parts. */
export const TOKENS = 2048;

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
      if (performance.now() - from > 120_000) throw new Error(`never: ${holds}`);
      await window.wait(4);
    }
    return performance.now() - from;
  };
  window.all = (player, selector) => [...player.shadowRoot.querySelectorAll(selector)];
  /** Rows that the picture says are there; null: it says nothing, for all are. */
  window.filled = (player) => {
    const said = window
      .all(player, ".picture text")
      .map(({ textContent }) => /^([\d,]+) of [\d,]+ queries$/.exec(textContent));
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
export async function open(studio, view, body = tag) {
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
    return [left + x * width, top + y * height];
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
    /** The weights of one query, by the core: of four, for fewer are small work, which it sums more finely. */
    weightsOf: (query) =>
      player(
        async (player, [query, tokens]) => {
          const attention = await player.constructor.attention;
          const { query: asks, key, value } = window.long(tokens);
          const first = Math.min(query, tokens - 4);
          const rows = { shape: [4, 64], data: asks.data.slice(64 * first, 64 * first + 256) };
          const given = { query: rows, key, value, causal: true, causal_offset: first };
          const { data } = attention.forward(given).weights;
          return [...data.slice(tokens * (query - first), tokens * (query - first + 1))];
        },
        [query, TOKENS],
      ),
  };
}

/** Two cells that are at most so far from one another. */
export const near = (one, other, most, text) => {
  for (const k of [0, 1]) assert.ok(Math.abs(one[k] - other[k]) <= most, `${text}: ${one}, not ${other}`);
};
