/** On a phone the state of a task stays at the bottom of the window while the task or its picture is seen. */
import { viewOf } from "../window.js";

/** What is pinned, or would be: the last one that came into view is. @type {WeakMap<Document, Set<HTMLElement>>} */
const pages = new WeakMap();

/** @param {HTMLElement} panel @param {HTMLElement} host keeps its room @param {Element[]} seen what it stays with @returns {() => void} ends it */
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
