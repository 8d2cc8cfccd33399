/** Reads the state that an exported picture carries: its problem, and how it is shown. */

/** @typedef {import("../link/state.js").State} State */

/** Names of files that may carry a state. */
export const CARRIERS = /\.(svg|png|gif|html?)$/i;

/** @param {Blob} blob @returns {Promise<State | undefined>} undefined if it carries none */
export async function carriedBy(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const [first, second] = bytes;
  const json =
    first === 0x89 ? inPng(bytes) : first === 0x47 && second === 0x49 ? inGif(bytes) : inText(text(bytes));
  try {
    const state = JSON.parse(json);
    if (!state?.problem) return undefined;
    const { version, ...shown } = state;
    return shown;
  } catch {
    return undefined;
  }
}

/** @param {Uint8Array} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/** Returns the text chunk named "attention-player"; "" if there is none. @param {Uint8Array} bytes */
function inPng(bytes) {
  const view = new DataView(bytes.buffer);
  const name = "attention-player\0\0\0\0\0";
  for (let at = 8; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    const content = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
    if (text(bytes.subarray(at + 4, at + 8)) === "iTXt" && text(content.subarray(0, name.length)) === name)
      return text(content.subarray(name.length));
  }
  return "";
}

/** Returns the last comment with JSON; its blocks each begin with their length. @param {Uint8Array} bytes */
function inGif(bytes) {
  for (let at = bytes.length - 2; at > 0; at--) {
    if (bytes[at] !== 0x21 || bytes[at + 1] !== 0xfe) continue;
    const parts = [];
    for (let k = at + 2; bytes[k] > 0; k += 1 + bytes[k])
      parts.push(...bytes.subarray(k + 1, k + 1 + bytes[k]));
    const comment = text(Uint8Array.from(parts));
    if (comment.startsWith("{")) return comment;
  }
  return "";
}

/** @type {Record<string, string>} */
const entities = { quot: '"', lt: "<", gt: ">", amp: "&" };

/** Returns the metadata of an SVG, or the problem and story of a page's player. @param {string} written */
function inText(written) {
  const [, metadata] = /<metadata>([^<]*)<\/metadata>/.exec(written) ?? [];
  if (metadata) return metadata.replace(/&(quot|lt|gt|amp);/g, (_, name) => entities[name]);
  const [, tag = "", json] =
    /<attention-player([^>]*)>\s*<script type="application\/json">([^<]*)<\/script>/.exec(written) ?? [];
  if (!json) return "";
  const [, story = null] = /story="([\w-]*)"/.exec(tag) ?? [];
  return `{"problem":${json},"story":${JSON.stringify(story)}}`;
}
