/** Encodes a film as WebM or MP4 in a page, frame by frame, so that no frame is dropped and every timestamp is exact. */
import {
  BufferTarget,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
  getFirstEncodableVideoCodec,
} from "mediabunny";
import { AttentionError, fault } from "../core/errors.js";
import { createTurns, momentsOf, plainAt } from "./moments.js";

/** The codecs of each kind, the most widely supported first. @type {Record<"webm" | "mp4", { Format: any, codecs: any[] }>} */
const kinds = {
  webm: { Format: WebMOutputFormat, codecs: ["vp9", "vp8", "av1"] },
  mp4: { Format: Mp4OutputFormat, codecs: ["avc", "av1", "vp9"] },
};
const MOST_RATE = 60;
/** Encoders need an even width and height. */
const EVEN = 2;

/**
 * Encodes a film. Throws an AttentionError if the browser cannot.
 * @param {import("./picture.js").Picture} picture
 * @param {ReturnType<typeof import("./canvas.js").createRasterizer>} rasterizer of the page
 * @param {"webm" | "mp4"} type
 * @param {import("./moments.js").FilmOptions} [options]
 * @returns {Promise<Uint8Array>}
 */
export async function film(picture, { canvas, draw }, type, options = {}) {
  const { fps = 25, scale = 1, signal } = options;
  if (!(fps >= 1 && fps <= MOST_RATE))
    throw fault("limit", "fps", `is ${fps}; give 1 to ${MOST_RATE} frames a second.`);
  const moments = momentsOf(picture, fps);
  const turn = createTurns(options);
  await draw(plainAt(picture, 0), scale, EVEN);
  const { Format, codecs } = kinds[type];
  const codec = await encoder(type, codecs, { width: canvas.width, height: canvas.height, frameRate: fps });
  const output = new Output({ format: new Format(), target: new BufferTarget() });
  const source = new CanvasSource(canvas, { codec, quality: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: fps });
  const { title, description, metadata } = picture;
  output.setMetadataTags({ title, description, ...(metadata && { comment: metadata }) });
  try {
    await output.start();
    let last = "";
    for (const [i, moment] of moments.entries()) {
      const svg = plainAt(picture, moment);
      if (svg !== last) await draw(svg, scale, EVEN);
      last = svg;
      await source.add(i / fps, 1 / fps);
      await turn((i + 1) / moments.length);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => {});
    signal?.throwIfAborted();
    if (error instanceof AttentionError) throw error;
    throw Object.assign(unable(type, `stopped: ${/** @type {Error} */ (error).message}`), { cause: error });
  }
  return new Uint8Array(/** @type {ArrayBuffer} */ (output.target.buffer));
}

/** Returns the first codec that this browser can encode. @param {"webm" | "mp4"} type @param {any[]} codecs @param {{ width: number, height: number, frameRate: number }} size */
async function encoder(type, codecs, size) {
  const why = globalThis.isSecureContext ? "has no video encoder" : "encodes video only on pages from https";
  if (!globalThis.VideoEncoder) throw unable(type, why);
  // some versions of WebKit crash if an encoder is queried before any other media support
  document.createElement("video").canPlayType(`video/${type}`);
  const codec = await getFirstEncodableVideoCodec(codecs, { ...size, quality: QUALITY_HIGH });
  const names = type === "mp4" ? "H.264, AV1 or VP9" : "VP9, VP8 or AV1";
  if (!codec) throw unable(type, `encodes no ${names} of ${size.width} × ${size.height} pixels`);
  return codec;
}

/** @param {string} type @param {string} why */
function unable(type, why) {
  const sentence = `This browser ${why}, so there is no ${type === "mp4" ? "MP4" : "WebM"}; export GIF, or use another browser.`;
  return new AttentionError("unsupported", "type", sentence);
}
