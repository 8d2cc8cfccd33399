// The README's pictures, drawn by the project's own renderer: one of the walk-through in light and in dark, and the poster of
// every story. Each is a function that gives the text of an SVG; the same bits of the core make the same text anywhere.
import { svgText } from "../../web/render/svg.js";
import { frame, stories } from "../../web/scene/index.js";
import { words } from "../../web/words/index.js";
import { sceneOf } from "../scene/helpers/scene-of.js";
import { opens, presets, withLabels } from "./presets.js";

/** Of the wide picture: a query's output has just been added up, and every colour is on the stage. */
const MOMENT = "sum-1";

const { names } = words("en");
/** @typedef {{ width: number, height: number }} Room */

/** A picture is neither pointed at nor read cell by cell. @param {string} svg */
const still = (svg) => svg.replace(/ (?:part|role|tabindex|aria-[\w-]+|data-[\w-]+)="[^"]*"/g, "");

/** A story with the problem that it opens. @param {string} story @param {Room} room */
async function opened(story, room) {
  const name = opens(story);
  if (story === "training") {
    const { own, sceneOfRun } = await import("../scene/helpers/trained.js");
    return sceneOfRun(own.run, room);
  }
  const problem = withLabels(presets[name].problem, words("en").presets[name].labels);
  return sceneOf(problem, { story, lang: "en", ...room });
}

/** @param {string} theme */
async function wide(theme) {
  const scene = await opened("walk-through", { width: 1104, height: 424 });
  const step = scene.steps.find(({ id }) => id === MOMENT);
  const desc = step.caption.map((/** @type {{ text: string }} */ { text }) => text).join("");
  return still(
    svgText(frame(scene, scene.timeline, step.hold), { theme, title: names["walk-through"], desc }),
  );
}

/** @param {string} story */
async function poster(story) {
  const scene = await opened(story, { width: 652, height: 424 });
  return still(svgText(frame(scene, scene.timeline, scene.poster), { theme: "light", title: names[story] }));
}

/** By the name of the file. @type {Record<string, () => Promise<string>>} */
export const pictures = {
  "attention-light": () => wide("light"),
  "attention-dark": () => wide("dark"),
  ...Object.fromEntries(stories.map((story) => [story, () => poster(story)])),
};
