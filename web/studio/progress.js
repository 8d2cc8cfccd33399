/** Shows a progress bar and a cancel button for work that takes long; short work shows nothing. */
import { button, element, line } from "./page.js";

const SOON = 200;

/**
 * @param {HTMLElement} root where it is shown
 * @param {Record<string, string>} page words of the page
 * @param {AbortController} work aborted by the button
 * @returns {{ at: (share: number) => void, end: () => void }} at: sets the share of work done, up to 1; until it is called, the bar is indeterminate
 */
export function progressIn(root, page, work) {
  const bar = element("progress", { max: "1", "aria-label": page.reading });
  const stop = button({}, () => work.abort(), page.cancel);
  const shown = line(bar, stop);
  const timer = setTimeout(() => root.append(shown), SOON);
  return {
    at: (share) => (bar.value = share),
    end() {
      clearTimeout(timer);
      shown.remove();
    },
  };
}
