/**
 * Turns text into outlines, with the rasterizer's own layout. Each distinct text element is laid out once per film, wherever it
 * appears. The result needs no font and looks the same everywhere.
 */
import { fonts } from "../render/themes.js";

/** @typedef {{ toString(): string, free(): void }} Tree */
/** @typedef {(svg: string) => Tree} Parse */

const TEXT = /<text\b([^>]*?)(?:\/>|>(.*?)<\/text>)/gs;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
/** Attributes that place a text or set its opacity, but do not change its layout. */
const PLACE = /^(x|y|transform|opacity|font-size|part|role|aria-label|data-[\w-]+)$/;
/** Units per em, as in a font: outlines in these units are the same at every size. */
const UNITS = 1000;
/** The size, in px, of a text that sets none. */
const SIZE = 12;
/** A character that no font has: its outline is the one drawn for every missing character. */
const NOBODYS = "\u{10ffff}";

/** The rasterizer draws the underline of a span, but not that of a span around it. */
const UNDERLINED = /<tspan ([^>]*text-decoration="underline")><tspan\b([^>]*)>([^<]*)<\/tspan><\/tspan>/g;
const LINE = /^M \S+ \S+(?: L \S+ \S+){3} Z$/;

/** Returns the text with its underlines in their colour; a blank text if it has none. @param {string} text */
function withLines(text) {
  if (!text.includes("underline")) return "<text> </text>";
  const bare = (/** @type {string} */ look) => look.replace(/ fill="[^"]*"/, "");
  return text.replace(UNDERLINED, (_, line, look, said) => `<tspan ${line}${bare(look)}>${said}</tspan>`);
}

/** Replaces font families by those available, and rounds weights to hundreds. @param {string} texts @param {(family: string) => string} family */
const named = (texts, family) =>
  texts
    .replace(/font-family="([^"]*)"/g, (_, list) => `font-family="${family(list)}"`)
    .replace(/font-weight="(\d+)"/g, (_, weight) => `font-weight="${Math.round(weight / 100) * 100}"`);

/** Creates the outlines of one film. @param {Parse} parse with the fonts @param {(family: string) => string} family adds substitutes to a list of fonts */
export function createOutlines(parse, family) {
  /** @type {Map<string, string>} outlines by the text element without its place */
  const known = new Map();

  /** Returns the outlines of each text as SVG paths. @param {string[]} texts @returns {string[]} */
  function laidOut(texts) {
    const groups = [...texts, ...texts.map(withLines)].map((text, i) => `<g id="t${i}">${text}</g>`).join("");
    const stack = family(fonts.text.replaceAll('"', "&quot;"));
    const root = `<svg xmlns="http://www.w3.org/2000/svg" font-family="${stack}">`;
    const tree = parse(`${root}${named(groups, family)}</svg>`);
    const [, ...parts] = tree.toString().split(/<g id="t\d+"/);
    tree.free();
    const shapes = parts.map((part) =>
      [...part.matchAll(/<path fill="([^"]*)"[^>]*? d="([^"]*)"/g)].map(([, fill, d]) => ({ fill, d })),
    );
    return texts.map((_, i) =>
      [...shapes[texts.length + i].filter(({ d }) => LINE.test(d)), ...shapes[i]]
        .map(({ fill, d }) => `<path fill="${fill}" d="${short(d)}"/>`)
        .join(""),
    );
  }

  return {
    /** Returns a document with every text element replaced by outlines. @param {string} svg */
    outlined(svg) {
      const texts = Array.from(svg.matchAll(TEXT), ([, attributes, content = ""]) =>
        parted(attributes, content),
      );
      const missing = [...new Set(texts.map(({ look }) => look))].filter((look) => !known.has(look));
      if (missing.length > 0) laidOut(missing).forEach((paths, i) => known.set(missing[i], paths));
      let i = 0;
      return svg.replace(TEXT, () => {
        const { look, place } = texts[i++];
        return `<g${place}>${known.get(look)}</g>`;
      });
    },

    /** Returns the characters of a document that no font has. @param {string} svg */
    missing(svg) {
      const plain = Array.from(svg.matchAll(TEXT), ([, , content = ""]) =>
        content.replace(/<[^>]*>|&[\w#]+;/g, ""),
      );
      const isSeen = (/** @type {string} */ sign) => sign > " " && !/[\p{Z}\p{Cc}\p{Cf}\p{M}]/u.test(sign);
      const used = [...new Set(plain.join(""))].filter(isSeen);
      const texts = [NOBODYS, ...used].map((sign) => `<text font-size="${UNITS}">${sign}</text>`);
      const [nobodys, ...drawn] = laidOut(texts);
      return used.filter((_, i) => drawn[i] === nobodys);
    },
  };
}

/** Splits a text element into its look, at the size of `UNITS`, and its place. @param {string} attributes @param {string} content */
function parted(attributes, content) {
  const all = [...attributes.matchAll(ATTRIBUTE)];
  const value = (/** @type {string} */ name) => all.find(([, found]) => found === name)?.[2];
  const look = all.filter(([, name]) => !PLACE.test(name)).map(([whole]) => whole);
  const scale = Number(value("font-size") ?? SIZE) / UNITS;
  const turn = value("transform");
  const move = `translate(${value("x") ?? 0} ${value("y") ?? 0})scale(${Number(scale.toFixed(6))})`;
  const opacity = value("opacity");
  const large = (/** @type {string} */ text) =>
    text.replace(/\b(font-size|d[xy])="([^"]*)"/g, (_, name, length) => `${name}="${length / scale}"`);
  return {
    look: `<text font-size="${UNITS}" ${large(look.join(" "))}>${large(content)}</text>`,
    place: ` transform="${turn ? `${turn} ` : ""}${move}"${opacity ? ` fill-opacity="${opacity}"` : ""}`,
  };
}

/**
 * Shortens a path to whole units, relative to the point before, so that a letter is the same everywhere and compresses well.
 * @param {string} d of absolute M, L, Q, C and Z
 */
function short(d) {
  let [x, y] = [0, 0];
  let start = [x, y];
  let before = "";
  return d.replace(/([MLQCZ])([^A-Z]*)/g, (_, command, list) => {
    const numbers = list.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const moves = numbers.map((/** @type {number} */ value, /** @type {number} */ i) =>
      String(Math.round(value - (i % 2 ? y : x)) + 0),
    );
    [x, y] = command === "Z" ? start : numbers.slice(-2);
    if (command === "M") start = [x, y];
    const [name, written] = straight(command, moves);
    const again = name === before && name !== "m" ? " " : name;
    before = name;
    return (again + written.join(" ")).replace(/ (?=-)/g, "");
  });
}

/** Returns a relative command with its numbers; h or v for a line along an axis. @param {string} command @param {string[]} moves @returns {[string, string[]]} */
function straight(command, moves) {
  if (command === "L" && moves[1] === "0") return ["h", moves.slice(0, 1)];
  if (command === "L" && moves[0] === "0") return ["v", moves.slice(1)];
  return [command.toLowerCase(), moves];
}
