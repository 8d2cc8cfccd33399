/**
 * A film as GIF: one palette for all of it, so that a colour is the same index in every frame and nothing flickers; of each
 * frame only the rectangle that changed, what stands still in it left transparent; a held frame once, with its delay.
 */
import gifenc, * as named from "gifenc";

// a bundler reads the module, Node the one whose names are all of its default
const { GIFEncoder, quantize, snapColorsToPalette } = /** @type {any} */ (gifenc).quantize ? gifenc : named;

/** @typedef {{ width: number, height: number, data: Uint8Array | Uint8ClampedArray }} Pixels RGBA */
/** @typedef {[number, number, number]} Colour */
/**
 * @typedef {object} Film
 * @property {string[] | { length: number, at: (i: number) => string }} frames
 */

const COLOURS = 127;
/** Frames that the palette is made from. */
const SAMPLES = 24;
/** Colours as frequent as these are fills, and kept exactly. */
const FILLS = 40;
/** Hundredths of a second that the finished picture stands before the film begins. */
const POSTER = 200;
const MOST_DELAY = 65535;

/**
 * @param {{ svg: (i: number) => string, count: number, delay: number, title?: string }} film frame 0 is the finished picture; delay: hundredths of a second of the others
 * @param {(svg: string) => Pixels | Promise<Pixels>} rasterize
 * @param {{ loop?: boolean, comment?: string, progress?: (done: number) => void | Promise<void> }} [options] progress: called, and waited for, after each frame
 * @returns {Promise<Uint8Array>}
 */
export async function gif({ svg, count, delay }, rasterize, { loop = true, colours = COLOURS, comment = "", progress } = {}) {
  const samples = Math.min(SAMPLES, count);
  const every = Array.from({ length: samples }, (_, i) => Math.round((i * (count - 1)) / Math.max(1, samples - 1)));
  const histogram = new Map();
  let done = 0;
  const total = samples + count;
  for (const i of every) {
    counted(await rasterize(svg(i)), histogram);
    await progress?.(++done / total);
  }
  const film = writer(paletteOf(histogram, colours), loop, comment);
  let last = "";
  for (let i = 0; i < count; i++) {
    const text = svg(i);
    if (text !== last) film.show(await rasterize(text));
    film.hold(i === 0 ? POSTER : delay);
    last = text;
    await progress?.(++done / total);
  }
  return film.end();
}

/** @param {Pixels} pixels @param {Map<number, number>} histogram */
function counted({ data }, histogram) {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  let run = 0;
  for (let i = 0; i < pixels.length; i++) {
    run++;
    if (pixels[i] === pixels[i + 1]) continue;
    histogram.set(pixels[i], (histogram.get(pixels[i]) ?? 0) + run);
    run = 0;
  }
}

/** @param {number} colour of a pixel, as it is in memory @returns {Colour} */
const rgb = (colour) => [colour & 255, (colour >>> 8) & 255, (colour >>> 16) & 255];

/** The fills exactly, and between them what text and edges need. @param {Map<number, number>} histogram @returns {Colour[]} */
function paletteOf(histogram, most) {
  const colours = [...histogram].sort(([a, m], [b, n]) => n - m || a - b);
  const fills = colours.slice(0, FILLS).map(([colour]) => rgb(colour));
  if (colours.length <= most) return colours.map(([colour]) => rgb(colour));
  const weighed = colours.flatMap(([colour, n]) => Array(1 + Math.floor(Math.log2(n))).fill(colour));
  const mixed = quantize(new Uint8Array(Uint32Array.from(weighed).buffer), most - FILLS, { format: "rgb565" });
  return [...fills, ...mixed];
}

/** @param {Colour[]} palette @param {boolean} loop @param {string} comment */
function writer(palette, loop, comment) {
  const bits = Math.ceil(Math.log2(palette.length + 1));
  const transparent = palette.length;
  const table = [...palette, /** @type {Colour} */ ([0, 0, 0])];
  const file = GIFEncoder();
  /** @type {Map<number, number>} */
  const nearest = new Map();
  /** the source and the indices of what is shown @type {Uint32Array | undefined} */
  let source;
  /** @type {Uint8Array} */
  let shown;
  let first = true;
  /** where the delay of the last frame stands */
  let at = 0;
  let held = 0;

  /** @param {number} colour */
  function indexOf(colour) {
    let index = nearest.get(colour);
    if (index === undefined) nearest.set(colour, (index = nearestIn(palette, rgb(colour))));
    return index;
  }

  /** @param {Uint8Array} indices @param {{ x: number, y: number, width: number, height: number }} box */
  function put(indices, { x, y, width, height }) {
    const start = file.bytesView().length;
    file.writeFrame(indices, width, height, {
      palette: first ? table : undefined,
      repeat: loop ? 0 : -1,
      colorDepth: bits,
      transparent: true,
      transparentIndex: transparent,
      dispose: 1,
    });
    const bytes = file.bytesView();
    // of the first frame the header, the table and the loop come before
    at = first ? bytes.findIndex((_, i) => i > 12 + 3 * (1 << bits) && bytes[i] === 0x21 && bytes[i + 1] === 0xf9) : start;
    new DataView(bytes.buffer).setUint16(at + 9, x, true);
    new DataView(bytes.buffer).setUint16(at + 11, y, true);
    first = false;
  }

  function settle() {
    if (!first) new DataView(file.bytesView().buffer).setUint16(at + 4, Math.min(held, MOST_DELAY), true);
    held = 0;
  }

  return {
    /** @param {Pixels} pixels */
    show({ width, height, data }) {
      const now = new Uint32Array(data.buffer, data.byteOffset, width * height);
      if (!source) {
        shown = Uint8Array.from(now, indexOf);
        source = now;
        put(shown, { x: 0, y: 0, width, height });
        return;
      }
      const changed = new Uint8Array(width * height).fill(transparent);
      let [left, right, top, bottom] = [width, -1, height, -1];
      for (let i = 0; i < now.length; i++) {
        if (now[i] === source[i]) continue;
        const index = indexOf(now[i]);
        if (index === shown[i]) continue;
        shown[i] = changed[i] = index;
        const x = i % width;
        if (x < left) left = x;
        if (x > right) right = x;
        bottom = (i - x) / width;
        if (bottom < top) top = bottom;
      }
      source = now;
      if (right < 0) return;
      settle();
      const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
      put(cropped(changed, width, box), box);
    },
    /** @param {number} hundredths */
    hold(hundredths) {
      held += hundredths;
    },
    end() {
      settle();
      for (const byte of commentOf(comment)) file.stream.writeByte(byte);
      file.finish();
      return file.bytes();
    },
  };
}

/** @param {Uint8Array} indices @param {number} width @param {{ x: number, y: number, width: number, height: number }} box */
function cropped(indices, width, box) {
  const out = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const start = (box.y + y) * width + box.x;
    out.set(indices.subarray(start, start + box.width), y * box.width);
  }
  return out;
}

/** @param {Colour[]} palette @param {Colour} colour */
function nearestIn(palette, [r, g, b]) {
  let [best, least] = [0, Infinity];
  palette.forEach(([red, green, blue], i) => {
    const distance = 2 * (red - r) ** 2 + 4 * (green - g) ** 2 + 3 * (blue - b) ** 2;
    if (distance < least) [best, least] = [i, distance];
  });
  return best;
}

/** @param {string} text */
function commentOf(text) {
  const bytes = new TextEncoder().encode(text);
  /** @type {number[]} */
  const blocks = [0x21, 0xfe];
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.subarray(i, i + 255);
    blocks.push(block.length, ...block);
  }
  return text ? [...blocks, 0] : [];
}
