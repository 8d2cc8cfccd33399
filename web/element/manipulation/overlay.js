/** Interactive elements over marks of the picture. Each is kept as long as the picture has its mark. */
import { n } from "../../render/node.js";
import { make } from "../dom.js";

/** @typedef {{ x: number, y: number, width?: number, height?: number }} Box px of the picture */
/** @typedef {{ width: number, height: number }} Size of the picture, px */

/** Removes an element from over the picture, which takes the focus if the element has it. @param {HTMLElement} element @param {HTMLElement} root */
export function leave(element, root) {
  const held = element.matches(":focus");
  element.remove();
  if (held) root.parentElement?.focus({ preventScroll: true });
}

/** Makes an element as large as the picture. @param {HTMLElement} root @param {Size} frame */
export const cover = (root, { width, height }) =>
  Object.assign(root.style, { maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` });

/**
 * Positions an element over the picture in percent, so that it scales with it.
 * @param {HTMLElement} element @param {Box} box @param {Size} frame
 */
export function place(element, { x, y, width, height }, frame) {
  const [across, down] = [100 / frame.width, 100 / frame.height];
  Object.assign(element.style, { left: `${n(across * x)}%`, top: `${n(down * y)}%` });
  if (width === undefined || height === undefined) return;
  Object.assign(element.style, { width: `${n(across * width)}%`, height: `${n(down * height)}%` });
}

/**
 * @template {{ name: string, label: string, box?: Box, at?: Box, [more: string]: any }} Item of a mark; its name stays the same from scene to scene
 * @param {Document} document
 * @param {object} how
 * @param {string} how.name the class of the root
 * @param {"handle" | "control"} how.key the property of a mark that holds an item
 * @param {(item: Item) => HTMLElement} how.open creates the element of a new item
 * @param {(element: HTMLElement, item: Item) => void} how.write updates it
 * @param {(item: Item) => void} [how.close] called when an item has left the picture
 */
export function createOverlay(document, { name: className, key, open, write, close }) {
  const root = make(document, "div", { class: className });
  /** @type {Map<string, { element: HTMLElement, item: Item, drawn: string }>} */
  const shown = new Map();

  // a click must not reach the number below
  root.addEventListener("click", (event) => event.stopPropagation());

  return {
    root,
    shown,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      const marks = frame.marks.filter((mark) => mark[key] && (mark.opacity ?? 1) > 0.5);
      if (marks.length === 0 && shown.size === 0) return;
      cover(root, frame);
      /** @type {Map<string, Item>} */
      const items = new Map(marks.map((mark) => [mark[key].name, mark[key]]));
      for (const [name, { element, item }] of shown) {
        if (items.has(name)) continue;
        close?.(item);
        shown.delete(name);
        leave(element, root);
      }
      for (const [name, item] of items) {
        const now = shown.get(name) ?? { element: open(item), item, drawn: "" };
        now.item = item;
        if (!shown.has(name)) root.append(now.element);
        shown.set(name, now);
        const drawn = JSON.stringify([item, frame.width, frame.height]);
        if (now.drawn === drawn) continue;
        now.drawn = drawn;
        place(now.element, /** @type {Box} */ (item.box ?? item.at), frame);
        now.element.setAttribute("aria-label", item.label);
        write(now.element, item);
      }
    },
  };
}
