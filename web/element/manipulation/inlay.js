/**
 * Controls that a picture draws and a reader uses: a slider whose stops are moments of the story, or a setting's; and a button. Over each lies the
 * browser's own, unseen, so that pointer, finger, keys and screen readers are served as everywhere.
 */
import { make, makeButton } from "../dom.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box px of the picture */
/** @typedef {{ name: string, label: string, box: Box, value: number, times?: number[], texts: string[] }} Slider value: the stop that is
 *   shown; times: the moment of each stop, in seconds, where it is gone to; texts: what a listener hears of each */
/** @typedef {{ name: string, label: string, box: Box }} Button */
/** @typedef {{ slide(time: number): void, press(name: string, stop?: number): void }} Actions
 *   stop: of a slider that sets something */

/** Keys that a slider takes for itself. */
const OWN = /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/;

/** @param {Document} document @param {Actions} actions */
export function createInlay(document, actions) {
  const root = make(document, "div", { class: "inlay" });
  /** @type {Map<string, { element: HTMLElement, what: any, drawn: string }>} */
  const shown = new Map();

  /** @param {Slider} slider */
  function openSlider({ name, texts, times }) {
    const last = texts.length - 1;
    const input = make(document, "input", { type: "range", min: "0", max: String(last), step: "1" });
    const stop = () => Number(/** @type {HTMLInputElement} */ (input).value);
    if (times) input.addEventListener("input", () => actions.slide(shown.get(name)?.what.times[stop()]));
    // what is set begins a run of its own: once it is let go
    else input.addEventListener("change", () => actions.press(name, stop()));
    input.addEventListener("keydown", (event) => OWN.test(event.key) && event.stopPropagation());
    return input;
  }

  /** @param {Button} button */
  function openButton({ name }) {
    return makeButton(document, { part: null, onclick: () => actions.press(name) });
  }

  // it was no click on a number
  root.addEventListener("click", (event) => event.stopPropagation());

  /** @param {any} what @param {{ width: number, height: number }} frame */
  function put(what, frame) {
    const { name, label, box, value, texts } = what;
    const own = shown.get(name) ?? { element: texts ? openSlider(what) : openButton(what), what, drawn: "" };
    own.what = what;
    if (!shown.has(name)) root.append(own.element);
    shown.set(name, own);
    const drawn = [label, value, box.x, box.y, box.width, box.height, frame.width, frame.height].join("|");
    if (drawn === own.drawn) return;
    own.drawn = drawn;
    const { style } = own.element;
    const [across, down] = [100 / frame.width, 100 / frame.height];
    Object.assign(style, { left: `${across * box.x}%`, top: `${down * box.y}%` });
    Object.assign(style, { width: `${across * box.width}%`, height: `${down * box.height}%` });
    own.element.setAttribute("aria-label", label);
    if (!texts) return;
    const input = /** @type {HTMLInputElement} */ (own.element);
    if (input.value !== String(value)) input.value = String(value);
    input.setAttribute("aria-valuetext", texts[value]);
  }

  return {
    root,

    /** @param {import("../../render/node.js").Frame} frame */
    update(frame) {
      const here = frame.marks.flatMap((mark) =>
        (mark.opacity ?? 1) > 0.5 && mark.control ? [mark.control] : [],
      );
      if (here.length === 0 && shown.size === 0) return;
      root.style.maxWidth = `${frame.width}px`;
      root.style.aspectRatio = `${frame.width} / ${frame.height}`;
      for (const [name, { element }] of shown)
        if (!here.some((one) => one.name === name)) {
          shown.delete(name);
          element.remove();
        }
      for (const what of here) put(what, frame);
    },
  };
}
