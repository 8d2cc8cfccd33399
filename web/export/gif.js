/**
 * Encodes a film as GIF. One palette serves all frames, so that colours stay the same and nothing flickers. Each frame stores
 * only the rectangle that changed, transparent where nothing did; a held frame is stored once, with its delay. The finished
 * picture comes first: viewers that do not play films show it.
 */
// @ts-expect-error: it has no declarations
import gifenc, * as names from "gifenc";
import { unfit } from "../core/errors.js";
import { createTurns, momentsOf, plainAt } from "./moments.js";

/** @typedef {import("./moments.js").Pixels} Pixels */
/** @typedef {[number, number, number]} Colour */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

// bundlers load the package's ES module, Node its CommonJS file, whose default export holds all names
const { GIFEncoder, quantize } = /** @type {any} */ (gifenc).quantize ? gifenc : names;

/** Frame rates whose delay is a whole number of hundredths of a second. */
const RATES = [10, 20, 25];
/** How long the finished picture is shown, in hundredths of a second. */
const FINISHED = 200;
const MOST_DELAY = 65535;
/** Colours in the palette; the remaining index is transparent. */
const COLOURS = 255;
/** How many of the most frequent colours are kept exactly: they are the fills. */
const FILLS = 64;
/** How many frames the palette is computed from, the first and the last among them. */
const SAMPLES = 24;
/** How many pixels are counted or mapped at a time. */
const BAND = 65536;
/** Offsets in a frame's header, in bytes: the position of its rectangle. */
const [LEFT, TOP] = [9, 11];

/**
 * Encodes a film. Throws an AttentionError for a frame rate other than 10, 20 or 25.
 * @param {import("./picture.js").Picture} picture
 * @param {import("./moments.js").Rasterizer} rasterizer
 * @param {import("./moments.js").FilmOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function gif(picture, { rasterize }, options = {}) {
  const { fps = RATES[0], scale = 1, loop = true } = options;
  if (!RATES.includes(fps))
    throw unfit("fps", fps, `one of ${RATES.join(", ")}: a GIF counts hundredths of a second.`);
  /** @type {(number | "poster")[]} */
  const moments = ["poster", ...momentsOf(picture, fps)];
  const samples = Math.min(SAMPLES, moments.length);
  const turn = createTurns(options);
  const all = samples + moments.length;
  let done = 0;
  const rest = () => turn(done / all);
  const next = () => turn(++done / all);
  /** @type {Map<number, number>} */
  const histogram = new Map();
  for (let i = 0; i < samples; i++) {
    const moment = moments[Math.round((i * (moments.length - 1)) / (samples - 1))];
    const pixels = words(await rasterize(plainAt(picture, moment), scale));
    for (let from = 0; from < pixels.length; from += BAND) {
      count(pixels.subarray(from, from + BAND), histogram);
      await rest();
    }
    await next();
  }
  const film = createWriter(paletteOf(histogram), loop);
  let last = "";
  for (const [i, moment] of moments.entries()) {
    const svg = plainAt(picture, moment);
    if (svg !== last) await film.show(await rasterize(svg, scale), rest);
    film.hold(i === 0 ? FINISHED : 100 / fps);
    last = svg;
    await next();
  }
  return film.end(picture.metadata ?? "");
}

/** @param {Pixels} pixels @returns {Uint32Array} one number per pixel */
const words = ({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

/** @param {number} word @returns {Colour} */
const rgb = (word) => [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];

/** @param {Uint32Array} all pixels @param {Map<number, number>} histogram */
function count(all, histogram) {
  let start = 0;
  for (let i = 1; i <= all.length; i++) {
    if (all[i] === all[start]) continue;
    histogram.set(all[start], (histogram.get(all[start]) ?? 0) + i - start);
    start = i;
  }
}

/** Returns the palette: the fills exactly, then quantized colours for the edges and letters between them. @param {Map<number, number>} histogram @returns {Colour[]} */
function paletteOf(histogram) {
  const all = [...histogram].sort(([a, m], [b, n]) => n - m || a - b);
  if (all.length <= COLOURS) return all.map(([word]) => rgb(word));
  const fills = all.slice(0, FILLS).map(([word]) => rgb(word));
  const edges = all.slice(FILLS).flatMap(([word, n]) => Array(1 + Math.floor(Math.log2(n))).fill(word));
  const pixels = new Uint8Array(Uint32Array.from(edges).buffer);
  return [...fills, ...quantize(pixels, COLOURS - FILLS, { format: "rgb565" })];
}

/** Creates a GIF that is written frame by frame. @param {Colour[]} palette @param {boolean} loop */
function createWriter(palette, loop) {
  const file = GIFEncoder();
  const transparent = palette.length;
  const header = { palette: [...palette, [0, 0, 0]], repeat: loop ? 0 : -1 };
  const colorDepth = Math.ceil(Math.log2(transparent + 1));
  /** @type {Map<number, number>} */
  const indices = new Map();
  /** The picture on screen: its pixels, and below their palette indices. @type {Uint32Array} */
  let source = new Uint32Array(0);
  let shown = new Uint8Array(0);
  /** The last frame; it is written once its delay is known. @type {{ pixels: Uint8Array, box: Box } | undefined} */
  let last;
  let held = 0;

  /** @param {number} word */
  function indexOf(word) {
    const known = indices.get(word);
    if (known !== undefined) return known;
    const index = nearest(palette, rgb(word));
    indices.set(word, index);
    return index;
  }

  /** Maps a band of pixels to palette indices and marks those that changed. @param {Uint32Array} next @param {Uint8Array} changed @param {number} from @param {number} to */
  function map(next, changed, from, to) {
    let [word, index] = [next[from], indexOf(next[from])];
    for (let i = from; i < to; i++) {
      // an unchanged pixel keeps its index, so nothing flickers
      if (next[i] === source[i]) continue;
      if (next[i] !== word) index = indexOf((word = next[i]));
      if (index !== shown[i]) shown[i] = changed[i] = index;
    }
  }

  /** Writes the last frame. */
  function settle() {
    if (!last) return;
    const { pixels, box } = last;
    const start = file.bytesView().length;
    file.writeFrame(pixels, box.width, box.height, {
      ...(start ? {} : header),
      ...{ colorDepth, transparent: true, transparentIndex: transparent, dispose: 1 },
      delay: 10 * Math.min(held, MOST_DELAY),
    });
    held = 0;
    // the first frame fills the screen
    if (!start) return;
    const view = new DataView(file.stream.buffer);
    view.setUint16(start + LEFT, box.x, true);
    view.setUint16(start + TOP, box.y, true);
  }

  return {
    /** @param {Pixels} pixels @param {() => Promise<void>} rest awaited after each band of pixels */
    async show(pixels, rest) {
      const { width, height } = pixels;
      const next = words(pixels);
      const changed = new Uint8Array(next.length).fill(transparent);
      if (!last) shown = changed.slice();
      for (let from = 0; from < next.length; from += BAND) {
        map(next, changed, from, Math.min(from + BAND, next.length));
        await rest();
      }
      source = next;
      const box = last ? boxOf(changed, width, transparent) : { x: 0, y: 0, width, height };
      if (!box) return;
      settle();
      last = { pixels: cropped(changed, width, box), box };
    },

    /** @param {number} hundredths */
    hold(hundredths) {
      held += hundredths;
    },

    /** @param {string} comment stored in the file; "" for none */
    end(comment) {
      settle();
      file.stream.writeBytes(blocksOf(comment));
      file.finish();
      return /** @type {Uint8Array} */ (file.bytes());
    },
  };
}

/** Returns the smallest rectangle around all opaque pixels; undefined if there are none. @param {Uint8Array} pixels @param {number} width @param {number} transparent @returns {Box | undefined} */
function boxOf(pixels, width, transparent) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === transparent) continue;
    const x = i % width;
    if (x < left) left = x;
    if (x > right) right = x;
    bottom = (i - x) / width;
    if (top < 0) top = bottom;
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** @param {Uint8Array} pixels @param {number} stride @param {Box} box */
function cropped(pixels, stride, { x, y, width, height }) {
  const out = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const from = (y + row) * stride + x;
    out.set(pixels.subarray(from, from + width), row * width);
  }
  return out;
}

/** Returns the index of the nearest colour; green counts most, as to the eye. @param {Colour[]} palette @param {Colour} colour */
function nearest(palette, [r, g, b]) {
  let [best, least] = [0, Infinity];
  for (let i = 0; i < palette.length && least > 0; i++) {
    const colour = palette[i];
    const [red, green, blue] = [colour[0] - r, colour[1] - g, colour[2] - b];
    const distance = 2 * red * red + 4 * green * green + 3 * blue * blue;
    if (distance < least) [best, least] = [i, distance];
  }
  return best;
}

/** Returns a comment extension, in blocks of at most 255 bytes. @param {string} text */
function blocksOf(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) return [];
  const blocks = [0x21, 0xfe];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.subarray(i, i + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}
