/** Whether the page behind an element is light or dark, judged by its backgrounds, else by its colour scheme. */
import { matches } from "./window.js";

/** @typedef {import("./window.js").View} View */

/** The container of an element: its slot, its parent, or the host of its shadow tree. @param {Element} element @returns {Element | null} */
export const containerOf = (element) =>
  element.assignedSlot ??
  element.parentElement ??
  /** @type {ShadowRoot} */ (element.getRootNode()).host ??
  null;

/** @param {Element} element @param {View} view */
export function isDark(element, view) {
  let [light, through] = [0, 1];
  for (let at = containerOf(element); at && through > 0.01; at = containerOf(at)) {
    const { backgroundColor, backgroundImage, color } = view.getComputedStyle(at);
    const background = shadeOf(backgroundColor);
    light += through * background.opacity * background.light;
    through *= 1 - background.opacity;
    if (!backgroundImage || backgroundImage === "none") continue;
    // an image's brightness is unknown; text on it is readable, so the image contrasts with the text's colour
    light += through * (shadeOf(color).light > 0.5 ? 0 : 1);
    through = 0;
  }
  // behind everything is the canvas: white, unless the page declares otherwise
  return light + through * (declaresDark(element, view) ? 0 : 1) < 0.5;
}

/** Whether the page declares a dark scheme; where it declares both, whether the reader prefers dark. @param {Element} element @param {View} view */
function declaresDark(element, view) {
  const { ownerDocument: document } = element;
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute("content");
  const computed = view.getComputedStyle(containerOf(element) ?? document.documentElement).colorScheme;
  const scheme = computed && computed !== "normal" ? computed : (meta ?? "");
  const either = /\blight\b/.test(scheme) && matches(view, "(prefers-color-scheme: light)");
  return /\bdark\b/.test(scheme) && !either;
}

/**
 * The lightness of a colour's components, 0 to 1, by the name of its function.
 * @type {Record<string, (numbers: number[]) => number>}
 */
const lightness = {
  rgb: ([r, g, b]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255,
  color: ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b,
  lab: ([l]) => l / 100,
  lch: ([l]) => l / 100,
  oklab: ([l]) => l,
  oklch: ([l]) => l,
};

/**
 * @param {string} colour as computed: "rgb(0, 0, 0)", "oklch(0.2 0.1 30 / 0.5)", "color(srgb 0 0 0)"
 * @returns {{ light: number, opacity: number }}
 */
function shadeOf(colour) {
  const [, name, inside] = /^(\w+?)a?\((?:[a-z][\w-]* )?(.*)\)$/.exec(colour) ?? [];
  if (!Object.hasOwn(lightness, name)) return { light: 1, opacity: 0 };
  const numbers = inside.split(/[\s,/]+/).map((number) => Number(number) || 0);
  return { light: lightness[name](numbers), opacity: numbers[3] ?? 1 };
}
