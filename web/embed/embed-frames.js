/**
 * For the page around: every <iframe> of the embed.html beside this script becomes as high as it says, and as light or
 * dark as the page is where it stands. A plain script, anywhere on the page, once or more often.
 */
import { resolveTheme, observeEnvironment } from "../element/environment.js";
import { HEIGHT, THEME } from "./messages.js";

/** px; what claims to be higher is no player. */
const HIGHEST = 10_000;

const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
// servers leave out the .html
const page = new URL("embed", src).href;

const frames = () => [...document.querySelectorAll("iframe")].filter((frame) => frame.src.startsWith(page));

/** The origin that a frame's messages must have. @param {HTMLIFrameElement} frame */
function originOf({ sandbox, src }) {
  const opaque = sandbox.length > 0 && !sandbox.contains("allow-same-origin");
  return opaque ? "null" : new URL(src).origin;
}

/** Frames that hear when the page turns light or dark. @type {WeakSet<HTMLIFrameElement>} */
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

addEventListener("message", ({ data, origin, source }) => {
  if (data?.type !== HEIGHT || !(data.height > 0 && data.height < HIGHEST)) return;
  // the window says which frame it is; its origin, that nobody else's page stands there meanwhile
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (!frame || origin !== originOf(frame)) return;
  const border =
    getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0;
  frame.style.height = `${Number(data.height) + border}px`;
  tellTheme(frame);
});

// those that were there before
for (const { contentWindow } of frames()) contentWindow?.postMessage({ type: HEIGHT }, "*");
