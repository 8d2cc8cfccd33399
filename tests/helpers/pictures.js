// The film at the top of the README, exported as anybody may: the first query of the walk-through, in light and in dark. Each is
// a function that gives the text of an SVG; the same bits of the core make the same text anywhere.
import { exportPicture } from "../../web/export/node.js";

/** So wide that no word of it is cut; a README shows it a little smaller. */
const film = { type: "svg-animated", from: "query-1", to: "sum-1", width: 900, problem: false };

/** @param {string} theme */
const drawn = async (theme) =>
  new TextDecoder().decode(await exportPicture("walk-through", /** @type {any} */ ({ ...film, theme })));

/** By the name of the file. @type {Record<string, () => Promise<string>>} */
export const pictures = {
  "walk-through-animated-light": () => drawn("light"),
  "walk-through-animated-dark": () => drawn("dark"),
};
