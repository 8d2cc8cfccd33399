/**
 * A classic script for the embedding page, which may load it anywhere and more than once. It gives every <iframe> that shows the
 * embed.html beside this script the height that the frame reports, and tells it the page's theme, light or dark.
 */
import { resolveTheme, observeEnvironment } from "../element/environment.js";
import { HEIGHT, THEME } from "./messages.js";

/** In px: no player is taller. */
const HIGHEST = 10_000;

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
// without .html, which servers may leave out
const page = new URL("embed", src).href;

const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(page));

/** Returns the origin that a frame's messages must have. @param {HTMLIFrameElement} frame */
function originOf({ sandbox, src }) {
  const { protocol, origin } = new URL(src);
  const opaque = protocol === "file:" || (sandbox.length > 0 && !sandbox.contains("allow-same-origin"));
  return opaque ? "null" : origin;
}

/** Frames that are notified when the page turns light or dark. @type {WeakSet<HTMLIFrameElement>} */
const watched = new WeakSet();

/** @param {HTMLIFrameElement} frame */
function tellTheme(frame) {
  const tell = () =>
    frame.contentWindow?.postMessage({ type: THEME, theme: resolveTheme(frame, "auto") }, "*");
  tell();
  if (watched.has(frame)) return;
  watched.add(frame);
  observeEnvironment(frame, window, tell);
}

/** Boxes that have been given the height of their frame. @type {WeakSet<Element>} */
const grown = new WeakSet();

/**
 * Gives the box around a frame its height, too: themes put frames into boxes of a fixed ratio, which would cut it off. A box
 * with other content or a scroll bar stays as it is.
 * @param {HTMLIFrameElement} frame @param {number} height px
 */
function growBox(frame, height) {
  const box = frame.parentElement;
  // an inline box has no height of its own
  if (!box?.clientWidth || box === document.body || box.childElementCount > 1) return;
  if (!grown.has(box) && (box.clientHeight >= height || /auto|scroll/.test(getComputedStyle(box).overflowY)))
    return;
  grown.add(box);
  const style = { height: `${height}px`, padding: "0", boxSizing: "content-box", aspectRatio: "auto" };
  Object.assign(box.style, style);
}

addEventListener("message", ({ data, origin, source }) => {
  if (data?.type !== HEIGHT || !(data.height > 0 && data.height < HIGHEST)) return;
  // the window identifies the frame; the origin proves that it still shows our page
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (!frame || origin !== originOf(frame)) return;
  const { boxSizing, paddingTop, paddingBottom } = getComputedStyle(frame);
  const edges = frame.offsetHeight - frame.clientHeight + parseFloat(paddingTop) + parseFloat(paddingBottom);
  frame.style.height = `${Number(data.height) + (boxSizing === "border-box" ? edges : 0)}px`;
  growBox(frame, Number(data.height) + edges);
  tellTheme(frame);
});

// frames that loaded before this script
for (const { contentWindow } of frames()) contentWindow?.postMessage({ type: HEIGHT }, "*");
