// The pictures: the same in every browser as in Node.
import assert from "node:assert/strict";
import { presets } from "../../helpers/presets.js";
import { animatedSvg } from "../../../web/export/animated/animated.js";
import { picture } from "../../../web/export/picture.js";
import { frame } from "../../../web/scene/index.js";
import { scenesOf } from "../../../web/tools/heights.mjs";

/** Every number of the poster, by its cell: its text, and the exact value. */
function posterCells(scene) {
  const cells = {};
  const visit = (mark) => {
    if (mark.cell && !mark.copy)
      cells[mark.cell] = [mark.text ?? mark.runs.map(({ text }) => text).join(""), mark.value];
    mark.children?.forEach(visit);
  };
  frame(scene, scene.timeline, scene.poster).marks.forEach(visit);
  return cells;
}

/** Runs in the page: the numbers that stand in each picture. */
async function postersOf() {
  const players = [...document.querySelectorAll("attention-player")];
  await Promise.all(players.map((player) => player.ready));
  const posters = players.map((player) => {
    const cells = [...player.shadowRoot.querySelectorAll(".picture [data-cell]")];
    const shown = cells.map((cell) => [cell.dataset.cell, [cell.textContent, cell.dataset.value]]);
    return { width: player.clientWidth, cells: Object.fromEntries(shown) };
  });
  return posters;
}

/** Runs in the page: how wide each letter and sign of a poster's formula is, once there is a poster. */
async function formulaWidths() {
  const { shadowRoot } = document.querySelector("attention-player");
  const signs = () => [...shadowRoot.querySelectorAll(".poster math :is(mi, mo)")];
  while (signs().length === 0) await new Promise(requestAnimationFrame);
  // measuring it at once would lay it out
  await new Promise((resolve) => setTimeout(resolve, 200));
  return signs().map((sign) => [sign.textContent, sign.getBoundingClientRect().width]);
}

/** Runs in the page, which holds a film and stills of its moments: the texts that are seen in each, and in the film then. */
async function textsAt(times) {
  const [film, ...stills] = document.querySelectorAll("svg");
  // WebKit does not go to a time before the film has begun
  while (!(film.getCurrentTime() > 0)) await new Promise(requestAnimationFrame);
  film.pauseAnimations();
  const seen = (text) => {
    let opacity = 1;
    for (let at = text; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
    return opacity > 0.5 && getComputedStyle(text).visibility === "visible";
  };
  const texts = (all) => [...all].filter(seen).map(({ textContent }) => textContent);
  return times.map((time, k) => {
    film.setCurrentTime(time);
    return [texts(film.querySelectorAll(".film text")), texts(stills[k].querySelectorAll("text"))];
  });
}

/** Runs in the page: which build computes. */
const buildOf = async () => (await customElements.get("attention-player").attention).build;

/** @type {import("./index.js").Behaviours} */
export const shows = {
  "posters of all presets": async (at) => {
    const names = Object.keys(presets);
    await at.page(names.map((name) => `<attention-player preset="${name}"></attention-player>`).join(""));
    const posters = await at.evaluate(postersOf);
    for (const [k, name] of names.entries()) {
      const { width, cells } = posters[k];
      assert.deepEqual(cells, posterCells((await scenesOf(name))(width)), name);
    }
  },

  "the formula of a phone's poster": async (at) => {
    await at.page('<attention-player preset="regions" style="width: 360px"></attention-player>', {
      script: "core",
    });
    for (const [sign, width] of await at.evaluate(formulaWidths))
      assert.ok(width > 4 * sign.length, `${sign} is ${width} px wide`);
  },

  "posters without WebAssembly": async (at) => {
    const head = `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline'">`;
    await at.page('<attention-player preset="walk-through"></attention-player>', { head });
    const posters = await at.evaluate(postersOf);
    const [{ width, cells }] = posters;
    assert.equal(await at.evaluate(buildOf), "js");
    assert.deepEqual(cells, posterCells((await scenesOf("walk-through"))(width)));
    // a browser reports what the page forbids
    const others = (await at.faults()).filter((text) => !/WebAssembly|wasm-unsafe-eval/.test(text));
    assert.deepEqual(others, []);
  },
  "an animated SVG": async (at) => {
    const part = await picture("walk-through", { from: "score-1", to: "sum-1" });
    const times = [0.1, 0.5, 0.8].map((share) => share * part.duration);
    await at.page([await animatedSvg(part), ...times.map((time) => part.at(time))].join(""));
    for (const [film, still] of await at.evaluate(textsAt, times)) {
      assert.ok(still.length > 50);
      assert.deepEqual(film.sort(), still.sort());
    }
  },
};
