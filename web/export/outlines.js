/**
 * Text as outlines, by the rasterizer's own layout: a text element is laid out once, wherever in a film it stands, and only
 * the glyphs that are used are written. What remains needs no font, and is drawn the same everywhere.
 */
import { fonts } from "../render/themes.js";

/** @typedef {{ toString(): string, free(): void }} Tree */
/** @typedef {(svg: string) => Tree} Parse */

const TEXT = /<text\b([^>]*?)(?:\/>|>(.*?)<\/text>)/gs;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
/** What says where and how strongly a text stands, not how it is laid out. */
const PLACE = /^(x|y|transform|opacity|font-size|part|role|aria-label|data-[\w-]+)$/;
/** Units of a font's size in which outlines are written, as in a font: a letter is the same in every size. */
const UNITS = 1000;
/** px of a text that names no size. */
const SIZE = 12;
/** No font has it: what is drawn for it is drawn for every character that is missing. */
const NOBODYS = "\u{10ffff}";

/** The rasterizer draws the line of a span, but not that of a span round it. */
const UNDERLINED = /<tspan ([^>]*text-decoration="underline")><tspan\b([^>]*)>([^<]*)<\/tspan><\/tspan>/g;
const LINE = /^M \S+ \S+(?: L \S+ \S+){3} Z$/;

/** The text with its lines, in their colour; nothing where it has none. @param {string} text */
function withLines(text) {
  if (!text.includes("underline")) return "<text> </text>";
  const bare = (/** @type {string} */ look) => look.replace(/ fill="[^"]*"/, "");
  return text.replace(UNDERLINED, (_, line, look, said) => `<tspan ${line}${bare(look)}>${said}</tspan>`);
}

/** With fonts that there are, in the weights that they have. @param {string} texts @param {(family: string) => string} family */
const named = (texts, family) =>
  texts
    .replace(/font-family="([^"]*)"/g, (_, list) => `font-family="${family(list)}"`)
    .replace(/font-weight="(\d+)"/g, (_, weight) => `font-weight="${Math.round(weight / 100) * 100}"`);

/** The outlines of one film. @param {Parse} parse with the fonts @param {(family: string) => string} family the fonts of a list that there are */
export function createOutlines(parse, family) {
  /** @type {Map<string, string>} by the text element without its place */
  const known = new Map();

  /** The shapes of each text. @param {string[]} texts @returns {string[]} */
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
    /** An SVG document without text elements. @param {string} svg */
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

    /** The characters of a document that no font has. @param {string} svg */
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

/** How a text element looks, and where it stands. @param {string} attributes @param {string} content */
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
 * Whole units, every point from the one before: so a letter is written the same wherever it stands, and packs well.
 * @param {string} d of M, L, Q, C and Z
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

/** A command with its numbers; of a line along an axis that of the axis. @param {string} command @param {string[]} moves @returns {[string, string[]]} */
function straight(command, moves) {
  if (command === "L" && moves[1] === "0") return ["h", moves.slice(0, 1)];
  if (command === "L" && moves[0] === "0") return ["v", moves.slice(1)];
  return [command.toLowerCase(), moves];
}
