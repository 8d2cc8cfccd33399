/** Whether the page is light or dark where an element stands: by the ground behind it, else by the colour scheme. */
import { matches } from "./window.js";

/** @typedef {import("./window.js").View} View */

/** What an element stands in: its slot, its parent, or the host of its shadow tree. @param {Element} element @returns {Element | null} */
export const around = (element) =>
  element.assignedSlot ??
  element.parentElement ??
  /** @type {ShadowRoot} */ (element.getRootNode()).host ??
  null;

/** @param {Element} element @param {View} view */
export function isDark(element, view) {
  let [light, through] = [0, 1];
  for (let at = around(element); at && through > 0.01; at = around(at)) {
    const { backgroundColor, backgroundImage, color } = view.getComputedStyle(at);
    const ground = shadeOf(backgroundColor);
    light += through * ground.opacity * ground.light;
    through *= 1 - ground.opacity;
    if (!backgroundImage || backgroundImage === "none") continue;
    // what a picture shows nobody says; the text is to be read on it
    light += through * (shadeOf(color).light > 0.5 ? 0 : 1);
    through = 0;
  }
  // behind it all is the canvas: white, unless the page says otherwise
  return light + through * (saysDark(element, view) ? 0 : 1) < 0.5;
}

/** What the page declares; one that does for both leaves it to the reader. @param {Element} element @param {View} view */
function saysDark(element, view) {
  const { ownerDocument: document } = element;
  const meta = document.querySelector('meta[name="color-scheme"]')?.getAttribute("content");
  const own = view.getComputedStyle(around(element) ?? document.documentElement).colorScheme;
  const scheme = own && own !== "normal" ? own : (meta ?? "");
  const either = /\blight\b/.test(scheme) && matches(view, "(prefers-color-scheme: light)");
  return /\bdark\b/.test(scheme) && !either;
}

/** How light the first numbers of a colour are, 0 to 1, by the name of its function. @type {Record<string, (numbers: number[]) => number>} */
const lightness = {
  rgb: ([r, g, b]) => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255,
  color: ([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b,
  lab: ([l]) => l / 100,
  lch: ([l]) => l / 100,
  oklab: ([l]) => l,
  oklch: ([l]) => l,
};

/** @param {string} colour as computed: "rgb(0, 0, 0)", "oklch(0.2 0.1 30 / 0.5)", "color(srgb 0 0 0)" @returns {{ light: number, opacity: number }} */
function shadeOf(colour) {
  const [, name, inside] = /^(\w+?)a?\((?:[a-z][\w-]* )?(.*)\)$/.exec(colour) ?? [];
  if (!Object.hasOwn(lightness, name)) return { light: 1, opacity: 0 };
  const numbers = inside.split(/[\s,/]+/).map((number) => Number(number) || 0);
  return { light: lightness[name](numbers), opacity: numbers[3] ?? 1 };
}
