/** Rasterizes in a page: the browser draws an SVG document onto a canvas, with the page's own fonts. */
import { AttentionError } from "../core/errors.js";

/** @typedef {import("./moments.js").Pixels} Pixels */

/** Creates a rasterizer that draws SVG documents, one after another, onto one canvas. */
export function createRasterizer() {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });

  /** @param {string} svg @param {number} scale @param {number} [multiple] of which width and height, in pixels, must be multiples */
  async function draw(svg, scale, multiple = 1) {
    if (!context) throw unable("has no canvas");
    const image = await imageOf(svg);
    const pixels = (/** @type {number} */ side) => Math.ceil((side * scale) / multiple) * multiple;
    const [width, height] = [pixels(image.width), pixels(image.height)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(image, 0, 0, width, height);
    return { context, width, height };
  }

  return {
    canvas,
    draw,
    /** @param {string} svg @param {number} scale @returns {Promise<Pixels>} */
    async rasterize(svg, scale) {
      const { context, width, height } = await draw(svg, scale);
      return context.getImageData(0, 0, width, height);
    },
    /** @param {string} svg @param {number} scale @returns {Promise<Uint8Array>} */
    async png(svg, scale) {
      await draw(svg, scale);
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
      if (!blob) throw unable(`cannot make a picture of ${canvas.width} × ${canvas.height} pixels`);
      return new Uint8Array(await blob.arrayBuffer());
    },
  };
}

/** @param {string} why @param {string} [remedy] */
function unable(why, remedy = "give a smaller width or scale") {
  const sentence = `This browser ${why}; ${remedy}, or export SVG.`;
  return new AttentionError("unsupported", "type", sentence);
}

/** @param {string} svg */
async function imageOf(svg) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = url;
    await image.decode();
  } catch (cause) {
    const remedy = "if the page has a content security policy, allow blob: in its img-src";
    throw Object.assign(unable("could not draw the picture", remedy), { cause });
  } finally {
    URL.revokeObjectURL(url);
  }
  return image;
}
