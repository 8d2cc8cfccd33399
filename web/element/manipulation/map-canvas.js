/** A canvas that shows a large map at the screen's full resolution. As the map grows, only its new rows are painted. */
import { NONE, sample } from "../../scene/kit/raster/pyramid.js";
import { strength } from "../../scene/kit/raster/squares.js";
import { make } from "../dom.js";
import { viewOf } from "../window.js";

/** @typedef {import("../../render/node.js").Mark} Mark */

// more than three points a px are too fine to see, and engines limit the size of a canvas
const MOST_DENSE = 3;
const MOST_POINTS = 2048;

/** @param {Document} document */
export function createMapCanvas(document) {
  const canvas = make(document, "canvas", { "aria-hidden": "true" });
  /** What is painted: the map, the part in view, and the number of lines. @type {{ key: string, map: any, lines: number }} */
  let painted = { key: "", map: null, lines: 0 };
  /** Its size and colours, read only when they may have changed, since reading them forces layout. */
  let style = { key: "", wide: 1, high: 1, table: new Uint32Array(256) };

  /**
   * Measures the points along each side, and the colour of each shade.
   * @param {CanvasRenderingContext2D} context @param {Mark} mark
   */
  function measure(context, { x, y, width = 1, height = 1 }) {
    const view = viewOf(canvas);
    const ratio = view?.devicePixelRatio ?? 1;
    const key = [x, y, width, height, ratio].join();
    if (style.key === key) return style;
    const scale = canvas.getBoundingClientRect().width / width || 1;
    const dense = Math.min(MOST_DENSE, ratio) * scale;
    const [wide, high] = [width, height].map((size) =>
      Math.min(MOST_POINTS, Math.max(1, Math.round(size * dense))),
    );
    const { backgroundColor = "", outlineColor = "", color = "" } = view?.getComputedStyle(canvas) ?? {};
    style = { key, wide, high, table: tableOf(context, [backgroundColor, outlineColor, color]) };
    painted.key = "";
    return style;
  }

  return {
    canvas,

    /**
     * @param {Mark} mark
     * @returns {boolean} whether there is a canvas to paint on
     */
    paint(mark) {
      const context = canvas.getContext?.("2d", { willReadFrequently: true });
      if (!context) return false;
      const { map, rows = 0 } = mark;
      const { view } = map;
      const { wide, high, table } = measure(context, mark);
      const key = [view.x, view.y, view.zoom].join();
      const lines = Math.round(Math.min(1, Math.max(0, (rows / map.rows - view.y) * view.zoom)) * high);
      const same = painted.key === key && painted.map === map && painted.lines <= lines;
      if (same && painted.lines === lines) return true;
      if (!same) {
        [canvas.width, canvas.height] = [wide, high];
        const ground = context.createImageData(wide, high);
        new Uint32Array(ground.data.buffer).fill(table[0]);
        context.putImageData(ground, 0, 0);
      }
      // the last line may have had only some of its rows
      const from = same ? Math.max(0, painted.lines - 1) : 0;
      painted = { key, map, lines };
      if (lines === from) return true;
      const step = 1 / (view.zoom * high);
      const size = { width: 1 / view.zoom, height: (lines - from) * step };
      const area = { x: view.x, y: view.y + from * step, ...size };
      const shades = sample(map.shades, area, wide, lines - from);
      const image = context.createImageData(wide, lines - from);
      const points = new Uint32Array(image.data.buffer);
      for (let k = 0; k < shades.length; k++) points[k] = table[shades[k]];
      context.putImageData(image, 0, from);
      return true;
    },

    /** Called when its colours or its size may have changed. */
    refresh() {
      style.key = "";
    },

    /** Releases the memory of what was painted. */
    clear() {
      [canvas.width, canvas.height] = [0, 0];
      painted = { key: "", map: null, lines: 0 };
      style.key = "";
    },
  };
}

/**
 * The colour of each shade, as the bytes of a canvas.
 * @param {CanvasRenderingContext2D} context @param {string[]} colours of zero, of the largest, of NaN
 */
function tableOf(context, colours) {
  const [paper, ink, odd] = colours.map((colour) => {
    context.canvas.width = context.canvas.height = 1;
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  });
  const table = new Uint32Array(256);
  const bytes = new Uint8ClampedArray(table.buffer);
  for (let shade = 0; shade < 256; shade++) {
    const share = shade === 0 ? 0 : shade === NONE ? 1 : strength(shade);
    const full = shade === NONE ? odd : ink;
    for (let k = 0; k < 3; k++) bytes[4 * shade + k] = paper[k] + (full[k] - paper[k]) * share;
    bytes[4 * shade + 3] = 255;
  }
  return table;
}
