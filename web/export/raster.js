/**
 * Rasterizes in Node with resvg, an optional package that is loaded on first use. Text becomes outlines first, so that fonts are
 * parsed once per film.
 */
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { AttentionError } from "../core/errors.js";
import { createOutlines } from "./outlines.js";

/** @typedef {import("./moments.js").Pixels} Pixels */

const home = homedir();
/** The font folders of all systems; missing ones are skipped. */
const FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  join(home, ".fonts"),
  join(home, ".local/share/fonts"),
  "/System/Library/Fonts",
  "/Library/Fonts",
  join(home, "Library/Fonts"),
  join(process.env.WINDIR ?? "C:\\Windows", "Fonts"),
];
/** Fonts for letters and numbers, the best first. */
const LETTERS = [
  /^(segoeui[bi]?|seguisb)\.ttf$/i,
  /^NotoSans-(Regular|Bold|Italic)\.[ot]tf$/,
  /^Arial( Bold| Italic)?\.ttf$/,
  /^arial(bd|i)?\.ttf$/i,
  /^LiberationSans-(Regular|Bold|Italic)\.ttf$/,
  /^DejaVuSans(-Bold|-Oblique)?\.ttf$/,
  /^(cambria[biz]?|times(bd|i)?)\.tt[fc]$/i,
  /^Times New Roman( Bold| Italic)?\.ttf$/,
  /^LiberationSerif-(Regular|Bold|Italic)\.ttf$/,
  /^DejaVuSerif(-Bold|-Italic)?\.ttf$/,
  /^(DejaVuMathTeXGyre|STIXTwoMath.*|latinmodern-math)\.[ot]tf$/,
];
/** Fonts that are read, one after another, while characters are missing. */
const OTHERS = [
  /^msyh\.tt[fc]$/i,
  /^(PingFang|Hiragino Sans GB|STHeiti Light)\.ttc$/,
  /^(NotoSansCJK(sc)?-Regular|NotoSansSC-.*|NotoSansSC\[wght\]|SourceHanSans(SC|CN)?-Regular)\.(tt[fc]|otf|otc)$/,
  /^wqy-(microhei|zenhei)\.ttc$/,
  /^(DroidSansFallback.*|Arial Unicode|simsun|simhei)\.tt[fc]$/i,
  /^(NotoEmoji-.*|Symbola.*|seguisym|Apple Symbols)\.ttf$/i,
  /^NotoSans[A-Z]\w*-Regular\.ttf$/,
];
/** Families that replace the generic one at the end of a list. */
const INSTEAD = { "sans-serif": "Liberation Sans, DejaVu Sans", serif: "Liberation Serif, DejaVu Serif" };

/** Creates a rasterizer for the SVG documents of one film. @param {{ fonts?: string[] }} [options] fonts: paths of further fonts, tried first where a character is missing */
export async function createRasterizer({ fonts: given = [] } = {}) {
  const { Resvg } = await resvg();
  const files = await found();
  /** @type {string[]} paths of the fonts to read */
  const used = [...given, ...files.letters];
  let fontBuffers = await Promise.all(used.map(readFont));
  /** @param {string} svg */
  const parse = (svg) => new Resvg(svg, { font: { fontBuffers, defaultFontFamily: "DejaVu Sans" } });
  const outlines = createOutlines(parse, (list) =>
    list.replace(/(sans-serif|serif)$/, (kind) => INSTEAD[/** @type {keyof typeof INSTEAD} */ (kind)]),
  );
  const seen = new Set();

  /** Reads further fonts until every character has a glyph; throws if none is left. @param {string} svg */
  async function readFor(svg) {
    const fresh = [...svg].filter((sign) => sign > " " && !seen.has(sign));
    if (fresh.length === 0) return;
    for (;;) {
      const missing = outlines.missing(svg);
      if (missing.length === 0) break;
      const next = files.others.shift();
      if (!next) throw lacking(missing);
      fontBuffers = [...fontBuffers, await readFont(next)];
    }
    for (const sign of fresh) seen.add(sign);
  }

  /** Returns the document with outlines in place of text. @param {string} svg */
  async function outlined(svg) {
    await readFor(svg);
    return outlines.outlined(svg);
  }

  /** @template T @param {string} svg @param {number} scale @param {(image: any) => T} take @returns {Promise<T>} */
  async function drawn(svg, scale, take) {
    const tree = new Resvg(await outlined(svg), { fitTo: { mode: "zoom", value: scale } });
    const image = tree.render();
    const taken = take(image);
    image.free();
    tree.free();
    return taken;
  }

  return {
    outlined,
    /** @param {string} svg @param {number} [scale] @returns {Promise<Pixels>} */
    rasterize: (svg, scale = 1) =>
      drawn(svg, scale, (image) => ({ width: image.width, height: image.height, data: image.pixels })),
    /** Returns a PNG file. @param {string} svg @param {number} [scale] @returns {Promise<Uint8Array>} */
    png: (svg, scale = 1) => drawn(svg, scale, (image) => image.asPng()),
  };
}

/** The Debian and Ubuntu package that has fonts for a script. @type {[RegExp, string][]} */
const REMEDIES = [
  [/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]/u, "fonts-noto-cjk"],
  [/[!-~]/, "fonts-dejavu-core"],
  [/\p{Extended_Pictographic}/u, "fonts-symbola"],
  [/./u, "fonts-noto-core"],
];

/** @param {string[]} signs */
function lacking(signs) {
  const shown = `${signs.slice(0, 10).join(" ")}${signs.length > 10 ? " …" : ""}`;
  const [, found] = REMEDIES.find(([script]) => script.test(signs[0])) ?? [];
  const remedy = `install one (on Debian and Ubuntu: apt install ${found}), name a file with --font, or export SVG, which needs none.`;
  return new AttentionError("unsupported", "fonts", `No font on this machine has ${shown}; ${remedy}`);
}

/** @type {Promise<any> | undefined} */
let loading;

/** Loads the package once; throws an AttentionError if it is not installed. */
function resvg() {
  loading ??= (async () => {
    try {
      const found = await import("@resvg/resvg-wasm");
      const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
      await found.initWasm(await readFile(wasm));
      return found;
    } catch (cause) {
      loading = undefined;
      const sentence =
        "Pixels and outlines need the package @resvg/resvg-wasm; run npm install @resvg/resvg-wasm, or export SVG as it is, which needs nothing.";
      throw Object.assign(new AttentionError("unsupported", "type", sentence), { cause });
    }
  })();
  return loading;
}

/** How a font file begins. WOFF is compressed, and the rasterizer reads none. */
const FONT = /^(\0\x01\0\0|OTTO|ttcf|true)/;

/** @param {string} path */
async function readFont(path) {
  try {
    const file = await readFile(path);
    if (!FONT.test(file.toString("latin1", 0, 4))) throw new Error("This is no font.");
    return file;
  } catch (cause) {
    const sentence = `The font ${path} cannot be read; give the path of a .ttf, .otf or .ttc file.`;
    throw Object.assign(new AttentionError("value", "font", sentence), { cause });
  }
}

/** Returns the paths of this machine's fonts, in the order in which they are tried. */
async function found() {
  const filesIn = async (/** @type {string} */ folder) => {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    return names.map((name) => join(folder, name));
  };
  const paths = (await Promise.all(FOLDERS.map(filesIn))).flat().sort();
  const of = (/** @type {RegExp[]} */ patterns) => {
    const found = patterns.flatMap((pattern) => paths.filter((path) => pattern.test(basename(path))));
    return [...new Set(found)];
  };
  return { letters: of(LETTERS), others: of(OTHERS) };
}
