/** The moments of a film, and each as plain SVG, without title, description and problem, which the file stores once. */
import { fault } from "../core/errors.js";
import { svgText } from "../render/svg.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{ width: number, height: number, data: Uint8Array | Uint8ClampedArray }} Pixels RGBA, four bytes per pixel */
/** @typedef {{ rasterize: (svg: string, scale: number) => Promise<Pixels>, png: (svg: string, scale: number) => Promise<Uint8Array> }} Rasterizer */
/**
 * @typedef {object} FilmOptions
 * @property {number} [fps] frames a second
 * @property {number} [scale]
 * @property {boolean} [loop]
 * @property {AbortSignal} [signal]
 * @property {(share: number) => void} [onProgress] from 0 to 1
 */

/** More frames than this take hours, and no page can show the file. */
const MOST_FRAMES = 36000;

/** Returns the times of the frames, in seconds; the last is the end of the film. Throws above the limit. @param {Picture} picture @param {number} fps */
export function momentsOf({ duration }, fps) {
  const count = Math.max(1, Math.ceil(duration * fps - 1e-6));
  const remedy = "so give fewer a second, or a part of the story by from and to.";
  if (count > MOST_FRAMES)
    throw fault("limit", "fps", `makes ${count} frames; the limit is ${MOST_FRAMES}, ${remedy}`);
  // the last frame is the end itself
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? i / fps : duration));
}

/** Returns one frame as SVG. @param {Picture} picture @param {number | "poster"} time */
export const plainAt = ({ look: { theme, palette, zoom }, marksAt }, time) =>
  svgText(marksAt(time), { theme, palette, zoom, still: true });

/** Milliseconds of work before control returns to the page. */
export const TURN = 8;

/**
 * Creates the function that long work awaits between parts: it reports progress, yields to the page and throws once aborted.
 * @param {FilmOptions} options
 */
export function createTurns({ signal, onProgress }) {
  let until = performance.now() + TURN;
  return async (/** @type {number} */ share) => {
    onProgress?.(share);
    if (performance.now() > until) {
      await new Promise((resolve) => setTimeout(resolve));
      until = performance.now() + TURN;
    }
    signal?.throwIfAborted();
  };
}
