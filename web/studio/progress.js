/** A bar and a way out beside work that takes long. Work that is soon over shows nothing. */
import { button, element, line } from "./page.js";

const SOON = 200;

/**
 * @param {HTMLElement} root where it is shown
 * @param {Record<string, string>} page words of the page
 * @param {AbortController} work what its button ends
 * @returns {{ at: (share: number) => void, end: () => void }} at: a share of 1; before it is called, how far the work is stays open
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
