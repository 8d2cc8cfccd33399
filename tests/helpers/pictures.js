// The animation at the top of the README, made by the public export: the first query of the walk-through, in light and in dark.
// Each is a function that returns the text of an SVG; since the core gives the same bits everywhere, so does the text.
import { exportPicture } from "../../web/export/node.js";

/** Wide enough that no word is cut; a README shows it slightly smaller. */
const film = { type: "svg-animated", from: "query-1", to: "sum-1", width: 900, problem: false };

/** @param {string} theme */
const drawn = async (theme) =>
  new TextDecoder().decode(await exportPicture("walk-through", /** @type {any} */ ({ ...film, theme })));

/** By the name of the file. @type {Record<string, () => Promise<string>>} */
export const pictures = {
  "walk-through-animated-light": () => drawn("light"),
  "walk-through-animated-dark": () => drawn("dark"),
};
