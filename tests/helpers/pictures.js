// The README's pictures, exported as anybody may: one of the walk-through in light and in dark, and the poster of every story. Each
// is a function that gives the text of an SVG; the same bits of the core make the same text anywhere.
import { picture } from "../../web/export/picture.js";
import { stories } from "../../web/scene/index.js";
import { opens } from "./presets.js";

/** Of the wide picture: a query's output has just been added up, and every colour is on the stage. */
const MOMENT = "sum-1";

/** A link beside them shows the same with its numbers. */
const plain = { captions: false, problem: false };

/** @param {string} story @param {import("../../web/export/options.js").Options} options */
const drawn = async (story, options) => (await picture(opens(story), { story, ...plain, ...options })).at();

/** By the name of the file. @type {Record<string, () => Promise<string>>} */
export const pictures = {
  "attention-light": () => drawn("walk-through", { step: MOMENT }),
  "attention-dark": () => drawn("walk-through", { step: MOMENT, theme: "dark" }),
  ...Object.fromEntries(stories.map((story) => [story, () => drawn(story, { width: 680 })])),
};
