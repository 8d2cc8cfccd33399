/**
 * Controls that a picture draws: buttons, and sliders whose stops are moments of the story or values of a setting. An invisible
 * native control lies over each, so that pointer, touch, keyboard and screen readers work as usual.
 */
import { make, makeButton } from "../dom.js";
import { createOverlay } from "./overlay.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Box px of the picture */
/** @typedef {{ name: string, label: string, box: Box, value: number, times?: number[], texts: string[] }} Slider value: the present
 *   stop; times: the moment of each stop, in seconds, for a slider in time; texts: the accessible value of each stop */
/** @typedef {{ name: string, label: string, box: Box, pressed?: boolean, sets?: Record<string, number>, then?: string }} Button pressed: whether it is the chosen one; sets: stops that it
 *   sets; then: the step that is played after that */
/** @typedef {{ pauseAt(time: number): void, press(name: string, stop?: number, button?: Partial<Button>): void }} Actions
 *   stop: the position of a setting's slider */

/** Keys that a slider handles. */
const SLIDER_KEYS = /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/;

/** @param {Document} document @param {Actions} actions */
export function createInlay(document, actions) {
  /** @param {Slider} slider */
  function openSlider({ name, texts, times }) {
    const last = texts.length - 1;
    /** Whether a finger has touched it that may be about to scroll the page. */
    let touched = false;
    const input = make(document, "input", {
      ...{ type: "range", min: "0", max: String(last), step: "1" },
      onkeydown: (event) => SLIDER_KEYS.test(event.key) && event.stopPropagation(),
      onpointerdown: ({ pointerType }) => (touched = pointerType === "touch"),
      onpointermove: () => (touched = false),
      onpointercancel: () => (input.value = String(now().value)),
      // a setting begins a new run, so it applies only when the slider is released
      oninput: () => times && !touched && slide(),
      onchange: () => stop() !== now().value && slide(),
    });
    const stop = () => Number(input.value);
    const now = () => /** @type {Slider} */ (shown.get(name)?.item);
    const slide = () => (times ? actions.pauseAt(now().times?.[stop()] ?? 0) : actions.press(name, stop()));
    return input;
  }

  /** @param {HTMLElement} element @param {Slider | Button} control */
  function write(element, control) {
    if (!("texts" in control))
      return control.pressed !== undefined && element.setAttribute("aria-pressed", String(control.pressed));
    const input = /** @type {HTMLInputElement} */ (element);
    const value = String(control.value);
    if (input.value !== value) input.value = value;
    input.setAttribute("aria-valuetext", control.texts[control.value]);
  }

  /** @param {string} name of a button, which may set something else after every redrawing */
  const press = (name) => actions.press(name, undefined, /** @type {Button} */ (shown.get(name)?.item));

  const { root, shown, update } = createOverlay(document, {
    name: "inlay",
    key: "control",
    open: (control) =>
      "texts" in control
        ? openSlider(control)
        : makeButton(document, { part: null, onclick: () => press(control.name) }),
    write,
  });
  return { root, update };
}
