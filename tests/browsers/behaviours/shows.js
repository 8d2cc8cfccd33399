// The pictures: the same in every browser as in Node.
import assert from "node:assert/strict";
import { presets } from "../../helpers/presets.js";
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
};
