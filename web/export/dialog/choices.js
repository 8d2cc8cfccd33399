/** The choices of the dialog: the kinds of file, the settings of each, and an estimate of its size. */
import { languages } from "../../words/languages.js";

/** @typedef {import("../../element/types.js").ExportKind} ExportKind */
/** @typedef {"step" | "from" | "to" | "width" | "scale" | "perPage" | "fps" | "theme" | "lang" | "captions" | "problem"} FieldName */
/** @typedef {{ svg: number, pixels: number, seconds: number, fps: number, steps: number }} Measures of the current choice;
 *   svg: bytes of the still picture */
/**
 * @typedef {object} Kind
 * @property {"moving" | "still" | "alive"} group
 * @property {string} ending the file extension
 * @property {FieldName[]} fields
 * @property {boolean} [film] needs the browser's video encoder
 * @property {(measures: Measures) => number} bytes an estimate
 */

/** @type {FieldName[]} */
const part = ["from", "to"];
/** @type {FieldName[]} */
const looks = ["width", "theme", "lang"];
// only files with these fields can be opened again
/** @type {FieldName[]} */
const carried = ["captions", "problem"];

/** The size of the player as a classic script, in bytes. */
const PLAYER = 1.4e6;

/** @param {string} ending @returns {Kind} */
const video = (ending) => ({
  ...{ group: "moving", ending, film: true, fields: [...part, ...looks, "captions"] },
  bytes: ({ pixels, seconds }) => pixels * (0.1 + 0.075 * seconds),
});

/** @type {Record<ExportKind, Kind>} the factors of the estimates were measured on the walk-through at 480, 800 and 1152 px */
export const kinds = {
  "svg-animated": {
    ...{ group: "moving", ending: "svg", fields: [...part, ...looks, ...carried] },
    bytes: ({ svg, seconds }) => svg + seconds * (4000 + 0.15 * svg),
  },
  gif: {
    ...{ group: "moving", ending: "gif", fields: [...part, ...looks, "fps", ...carried] },
    bytes: ({ pixels, seconds, fps }) => pixels * (0.12 + 0.0025 * seconds * fps),
  },
  webm: video("webm"),
  mp4: video("mp4"),
  svg: {
    ...{ group: "still", ending: "svg", fields: ["step", ...looks, ...carried] },
    bytes: ({ svg }) => svg,
  },
  png: {
    ...{ group: "still", ending: "png", fields: ["step", "scale", ...looks, ...carried] },
    bytes: ({ pixels }) => pixels * 0.16,
  },
  tag: {
    ...{ group: "alive", ending: "html", fields: [...part, ...looks] },
    bytes: ({ svg }) => svg * 1.2,
  },
  html: {
    ...{ group: "alive", ending: "html", fields: [...part, ...looks] },
    bytes: () => PLAYER,
  },
  pages: {
    ...{ group: "alive", ending: "html", fields: [...part, "perPage", "theme", "lang", ...carried] },
    bytes: ({ svg, steps }) => svg * 0.66 * steps,
  },
};

/** The options of each list as pairs of value and name; a field without a list is a number or a switch. @type {{ [name in FieldName]?: (words: Record<string, any>, steps: string[][], kind: Kind) => string[][] }} */
export const lists = {
  step: (words, steps) => [["", words.poster], ...steps],
  from: (_, steps) => steps,
  to: (_, steps) => steps,
  scale: () => ["1", "2", "3", "4"].map((scale) => [scale, `${scale}×`]),
  perPage: () => ["1", "2", "4"].map((count) => [count, count]),
  fps: () => ["10", "20", "25"].map((rate) => [rate, rate]),
  // a player in a page may follow the theme of the page
  theme(words, _, { fields, group }) {
    const themes = ["light", "dark", ...(group === "alive" && fields.includes("width") ? ["auto"] : [])];
    return themes.map((theme) => [theme, words.themes[theme]]);
  },
  lang: () => languages.map(({ id, name }) => [id, name]),
};

/** Returns why this browser cannot encode video; undefined if it can. @returns {"https" | "encoder" | undefined} */
export function filmless() {
  if (globalThis.VideoEncoder) return undefined;
  return globalThis.isSecureContext ? "encoder" : "https";
}
