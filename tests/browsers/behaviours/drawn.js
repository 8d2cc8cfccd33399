// What Node draws and says: what every browser has to show.
import { frameFor } from "../../../web/element/frame.js";
import { presets, withLabels } from "../../helpers/presets.js";
import { frame, stories } from "../../../web/scene/index.js";
import { words } from "../../../web/words/index.js";
import { sceneOf } from "../../scene/helpers/scene-of.js";

/** The scene of a preset in an element of this width, in a window of this height. */
export function sceneOfPreset(name, { width, view, lang = "en", story }) {
  const { problem, stories: own, printed, figures } = presets[name];
  const { width: stage, height } = frameFor(width, view);
  return sceneOf(withLabels(problem, words(lang).presets[name]?.labels), {
    story: story ?? own.find((one) => stories.includes(one)) ?? stories[0],
    lang,
    width: stage,
    height,
    options: { softmax: "closed", batch: 0, printed, figures },
  });
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
