// The picture and its sentences: the same in every browser as in Node.
import assert from "node:assert/strict";
import { presets } from "../../helpers/presets.js";
import { explain } from "../../../web/scene/index.js";
import { captions, posterCells, sceneOfPreset } from "./drawn.js";

/** Runs in the page: the numbers that stand in each picture. */
async function postersOf() {
  const players = [...document.querySelectorAll("attention-player")];
  await Promise.all(players.map((player) => player.ready));
  const posters = players.map((player) => {
    const cells = [...player.shadowRoot.querySelectorAll(".picture [data-cell]")];
    const shown = cells.map((cell) => [cell.dataset.cell, [cell.textContent, cell.dataset.value]]);
    return { width: player.clientWidth, cells: Object.fromEntries(shown) };
  });
  return { view: innerHeight, posters };
}

/** Runs in the page: what is told of each step, and of each cell of the last. */
async function sentencesOf() {
  const player = document.querySelector("attention-player");
  await player.ready;
  const root = player.shadowRoot;
  const text = (selector) => root.querySelector(selector).textContent;
  const told = player.steps.map(({ id }) => {
    player.step = id;
    return [text(".title > span"), text(".title > small"), text("[part=caption-text]")];
  });
  const cells = [...root.querySelectorAll(".picture [data-cell]")].map((cell) => {
    const [tensor, index] = cell.dataset.cell.split(":");
    const at = index.split(",").map(Number);
    return { tensor, at, text: player.explain(tensor, at).text, long: cell.getComputedTextLength() };
  });
  return { told, cells, lang: root.querySelector(".ap").lang, width: player.clientWidth, view: innerHeight };
}

/** Runs in the page: which build computes. */
const buildOf = async () => (await customElements.get("attention-player").attention).build;

/** @type {import("./index.js").Behaviours} */
export const shows = {
  "posters of all presets": async (at) => {
    const names = Object.keys(presets);
    await at.page(names.map((name) => `<attention-player preset="${name}"></attention-player>`).join(""));
    const { view, posters } = await at.evaluate(postersOf);
    for (const [k, name] of names.entries()) {
      const { width, cells } = posters[k];
      assert.deepEqual(cells, posterCells(await sceneOfPreset(name, { width, view })), name);
    }
  },

  "sentences, English and Chinese": async (at) => {
    const lengths = {};
    for (const [lang, tag] of [
      ["en", "en"],
      ["zh", "zh-CN"],
    ]) {
      await at.page(`<attention-player preset="walk-through" lang="${lang}"></attention-player>`);
      const { told, cells, width, view, lang: spoken } = await at.evaluate(sentencesOf);
      assert.equal(spoken, tag);
      const scene = await sceneOfPreset("walk-through", { width, view, lang });
      assert.deepEqual(told, captions(scene));
      if (lang === "zh") for (const [, , caption] of told) assert.match(caption, /\p{Script=Han}/u);
      assert.ok(cells.length > 20, `${cells.length} cells`);
      lengths[lang] = cells.map(({ long }) => Math.round(long));
      for (const { tensor, at, text } of cells) assert.equal(text, explain(scene, tensor, at).text);
    }
    assert.deepEqual(lengths.zh, lengths.en, "numbers have one font, whatever the language");
  },

  "posters without WebAssembly": async (at) => {
    const head = `<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'unsafe-inline'">`;
    await at.page('<attention-player preset="walk-through"></attention-player>', { head });
    const { view, posters } = await at.evaluate(postersOf);
    const [{ width, cells }] = posters;
    assert.equal(await at.evaluate(buildOf), "js");
    assert.deepEqual(cells, posterCells(await sceneOfPreset("walk-through", { width, view })));
    // a browser reports what the page forbids
    const others = (await at.faults()).filter((text) => !/WebAssembly|wasm-unsafe-eval/.test(text));
    assert.deepEqual(others, []);
  },
};
