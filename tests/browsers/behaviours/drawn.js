// What Node draws and says: what every browser has to show.
import { buildScene, coming, compute, ownStory } from "../../../web/element/build-scene.js";
import { loadWhole } from "../../../web/element/engine.js";
import { frameFor } from "../../../web/element/frame.js";
import { source } from "../../../web/element/source.js";
import { frame } from "../../../web/scene/index.js";
import "../../../web/whole.js";

const drawn = { seed: 1, query: null, head: null, batch: 0 };

/** The scene of a preset in an element of this width, in a window of this height. */
export async function sceneOfPreset(name, { width, view, lang = "en" }) {
  const from = source({ preset: name, problem: "" });
  const run = compute(await loadWhole(), from, { scale: null, causal: null });
  const story = ownStory(run);
  const { width: stage, height } = frameFor(width, view);
  // what learns takes its first hundred steps
  for (let more; (more = coming(run, story, drawn));) await more;
  return buildScene(run, { ...drawn, softmax: "closed" }, { ...drawn, story, lang, width: stage, height });
}
/** Every number of the poster, by its cell: its text, and the exact value. */
export function posterCells(scene) {
  const cells = {};
  const visit = (mark) => {
    if (mark.cell && !mark.copy)
      cells[mark.cell] = [mark.text ?? mark.runs.map(({ text }) => text).join(""), mark.value];
    mark.children?.forEach(visit);
  };
  frame(scene, scene.timeline, scene.poster).marks.forEach(visit);
  return cells;
}

/** What stands below the picture in each step. */
export const captions = (scene) =>
  scene.steps.map(({ title, subtitle, caption }) => [
    title,
    subtitle ?? "",
    // names of parameters have their index where it belongs
    caption
      .map(({ text }) => text)
      .join("")
      .replace(/(?<=\b[Wb])_([QKVO])(?!\w)/g, "$1"),
  ]);
