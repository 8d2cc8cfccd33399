/**
 * The messages between a frame and the page around it. The frame sends `{ type: HEIGHT, height }`, px, whenever its
 * height changes. The page answers `{ type: THEME, theme }`, "light" or "dark", and asks for the height with
 * `{ type: HEIGHT }`. Nothing in them is secret, so any page may receive them.
 */
export const HEIGHT = "attention-player:height";
export const THEME = "attention-player:theme";

/**
 * The frame's side: reports the height of its content, and receives the page's theme. Does nothing outside a frame.
 * @param {Element} content the content of the frame
 * @param {(theme: "light" | "dark") => void} themed called with the theme of the page
 */
export function speakToPage(content, themed) {
  if (parent === window) return;
  const tell = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    // the height is 0 until the player is present
    if (height > 0) parent.postMessage({ type: HEIGHT, height }, "*");
  };
  new ResizeObserver(tell).observe(content);
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data?.type === HEIGHT) tell();
    if (data?.type === THEME && /^(light|dark)$/.test(data.theme)) themed(data.theme);
  });
}
