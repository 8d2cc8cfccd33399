// heights.mjs: measures the player of each preset and writes web/build/attention-player.css, which reserves that height on a
// page until the player has loaded.
import { fileURLToPath } from "node:url";
import { buildScene, coming, compute, ownStory } from "../element/build-scene.js";
import { grow } from "../element/engine.js";
import { frameFor, wholeHeight } from "../element/frame.js";
import { source } from "../element/source.js";
import { reservedSpace } from "../element/style.js";
import { loadPresets, presets } from "../presets/index.js";
import "../whole.js";
import { widths as usual, write } from "./shared.mjs";

await loadPresets();
const attention = await grow("whole");
const drawn = { seed: 1, query: null, head: null, batch: 0 };

/**
 * Returns the scene that an element with this preset shows at first, as a function of its width in px.
 * @param {string} preset
 * @param {string} [lang]
 * @param {{ story?: string, scale?: boolean | null, causal?: boolean | null }} [options]
 */
export async function scenesOf(preset, lang = "en", { story: wanted, scale = null, causal = null } = {}) {
  const run = compute(attention, source({ preset, problem: "" }, {}, { lang }), { scale, causal });
  const story = wanted ?? ownStory(run);
  // waits for scenes that are not ready yet, such as the first hundred steps of training
  for (let more; (more = coming(run, story, drawn));) await more;
  return (/** @type {number} */ width) => {
    const look = { ...drawn, ...frameFor(width), story, lang };
    return buildScene(run, { ...drawn, softmax: "closed" }, look);
  };
}

/** Returns the heights of all presets' elements and of their corners, by preset, for each width; all in px. @param {number[]} widths */
export async function heights(widths) {
  /** @type {Record<string, { all: number[], corners: number[] }>} */
  const table = {};
  for (const name of Object.keys(presets)) {
    const scenes = widths.map(await scenesOf(name));
    const all = scenes.map(({ height }, k) => wholeHeight(frameFor(widths[k]), height));
    table[name] = { all, corners: scenes.map(({ corner }) => corner?.height ?? 0) };
  }
  return table;
}

async function stylesheet() {
  const frames = usual.map(frameFor);
  const higher = Object.entries(await heights(usual)).flatMap(([name, { all, corners }]) => {
    const own = frames.flatMap((frame, k) =>
      all[k] > wholeHeight(frame, 0) ? [`--ap-height-${frame.kind}: ${all[k]}px;`] : [],
    );
    const corner = Math.max(...corners);
    if (corner > 0) own.push(`--ap-corner: ${corner}px;`);
    return own.length > 0 ? [`attention-player[preset="${name}"] { ${own.join(" ")} }`] : [];
  });
  const says =
    "/* Reserves the space of every <attention-player> until its script has loaded. Made by build.sh. */";
  // a task has an empty box as long as nothing sets its state
  const box = '[data-attention-goal]:not([data-attention-state])::before { content: "☐ "; }';
  return [says, reservedSpace((such) => `attention-player${such}:not(:defined)`), ...higher, box, ""].join(
    "\n",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write("attention-player.css", await stylesheet());
