/**
 * Text as outlines, by the rasterizer's own layout: a text element is laid out once, wherever in a film it stands, and only
 * the glyphs that are used are written. What remains needs no font, and is drawn the same everywhere.
 */
import { fonts } from "../render/themes.js";

/** @typedef {{ toString(): string, free(): void }} Tree */
/** @typedef {(svg: string) => Tree} Parse */

const TEXT = /<text ([^>]*?)(?:\/>|>(.*?)<\/text>)/gs;
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
/** What says where and how strongly a text stands, not how it is laid out. */
const PLACE = /^(x|y|transform|opacity|part|role|aria-label|data-[\w-]+)$/;
/** No font has it: what is drawn for it is drawn for every character that is missing. */
const NOBODYS = "\u{10ffff}";

/** The outlines of one film. @param {Parse} parse with the fonts @param {(family: string) => string} family the fonts of a list that there are */
export function createOutlines(parse, family) {
  /** @type {Map<string, string>} by the text element without its place */
  const known = new Map();

  /** @param {string[]} texts @returns {string[]} */
  function laidOut(texts) {
    const groups = texts.map((text, i) => `<g id="t${i}">${text}</g>`).join("");
    const named = groups.replace(/font-family="([^"]*)"/g, (_, list) => `font-family="${family(list)}"`);
    const stack = family(fonts.text.replaceAll('"', "&quot;"));
    const tree = parse(`<svg xmlns="http://www.w3.org/2000/svg" font-family="${stack}">${named}</svg>`);
    const written = tree.toString();
    tree.free();
    // a text without a glyph is an empty group
    const parts = written.split(/<g id="t\d+"/).slice(1);
    return parts.map((part) =>
      [...part.matchAll(/<path fill="([^"]*)"[^>]*? d="([^"]*)"/g)]
        .map(([, fill, d]) => `<path fill="${fill}" d="${short(d)}"/>`)
        .join(""),
    );
  }

  return {
    /** An SVG document without text elements. @param {string} svg */
    outlined(svg) {
      const texts = [...svg.matchAll(TEXT)].map(([, attributes, content = ""]) =>
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
      const plain = [...svg.matchAll(TEXT)].map(([, , content = ""]) =>
        content.replace(/<[^>]*>|&[\w#]+;/g, ""),
      );
      const used = [...new Set(plain.join(""))].filter(
        (sign) => sign > "~" && !/[\p{Z}\p{C}\p{M}\ufe0f]/u.test(sign),
      );
      const [nobodys, ...drawn] = laidOut(
        [NOBODYS, ...used].map((sign) => `<text font-size="16">${sign}</text>`),
      );
      return used.filter((_, i) => drawn[i] === nobodys);
    },
  };
}

/** How a text element looks, and where it stands. @param {string} attributes @param {string} content */
function parted(attributes, content) {
  const all = [...attributes.matchAll(ATTRIBUTE)];
  const value = (/** @type {string} */ name) => all.find(([, found]) => found === name)?.[2];
  const look = all.filter(([, name]) => !PLACE.test(name)).map(([whole]) => whole);
  const turn = value("transform");
  const move = `translate(${value("x") ?? 0} ${value("y") ?? 0})`;
  const opacity = value("opacity");
  return {
    look: `<text ${look.join(" ")}>${content}</text>`,
    place: ` transform="${turn ? `${turn} ` : ""}${move}"${opacity ? ` fill-opacity="${opacity}"` : ""}`,
  };
}

/** Hundredths of a pixel, without spaces that a letter makes needless. @param {string} d */
const short = (d) =>
  d
    .replace(/-?\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100))
    .replace(/ ?([A-Z]) ?/g, "$1");
