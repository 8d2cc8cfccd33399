/**
 * The messages between a frame and the page around it. The frame sends `{ type: HEIGHT, height }`, px, whenever its
 * height changes. The page answers `{ type: THEME, theme }`, "light" or "dark", and asks for the height with
 * `{ type: HEIGHT }`. Nothing in them is secret, so any page may receive them.
 */
export const HEIGHT = "attention-player:height";
export const THEME = "attention-player:theme";

/**
 * The frame's side.
 * @param {Element} content what is in it
 * @param {(theme: "light" | "dark") => void} themed called with the page's theme behind the frame
 */
export function speakToPage(content, themed) {
  if (parent === window) return;
  const tell = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    // before the player is there
    if (height > 0) parent.postMessage({ type: HEIGHT, height }, "*");
  };
  new ResizeObserver(tell).observe(content);
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data?.type === HEIGHT) tell();
    if (data?.type === THEME && /^(light|dark)$/.test(data.theme)) themed(data.theme);
  });
}
