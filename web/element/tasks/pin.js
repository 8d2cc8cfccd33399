/** On a phone, pins the state of a task to the bottom of the window while the task or its picture is in view. */
import { viewOf } from "../window.js";

/** The panels in view, by page; the one that came into view last is pinned. @type {WeakMap<Document, Set<HTMLElement>>} */
const pages = new WeakMap();

/**
 * @param {HTMLElement} panel @param {HTMLElement} host keeps its space @param {Element[]} seen elements to stay with
 * @returns {() => void} ends it
 */
export function pin(panel, host, seen) {
  const view = viewOf(host);
  const { ownerDocument: document } = host;
  if (!view?.IntersectionObserver) return () => {};
  const pinned = pages.get(document) ?? new Set();
  pages.set(document, pinned);
  const inView = new Set();
  const show = (/** @type {boolean} */ on) => {
    if (on === pinned.has(panel)) return;
    host.style.minHeight = on ? `${panel.offsetHeight}px` : "";
    if (on) pinned.add(panel);
    else pinned.delete(panel);
    panel.classList.remove("pinned");
    for (const other of pinned) other.classList.toggle("pinned", other === [...pinned].at(-1));
  };
  const observer = new view.IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) inView.add(target);
      else inView.delete(target);
    show(inView.size > 0);
  });
  for (const element of seen) observer.observe(element);
  return () => {
    observer.disconnect();
    show(false);
  };
}
