/**
 * The panel below a sentence that asks for something. It is inside the sentence's own element, so that it comes and goes with it.
 */
import { SVG, make, makeButton, makeIn, say } from "../dom.js";
import { adoptSheets } from "../style.js";

/** @typedef {"not-yet" | "near" | "done" | "too-many" | "shown"} TaskState */

const style = `
:host { display: block; margin-top: .6em; font-style: normal; font-weight: 400; text-align: start; text-indent: 0; text-transform: none; letter-spacing: normal; }
.panel { font: 400 15px/1.5 var(--ap-font, system-ui, sans-serif); font-variant-numeric: tabular-nums;
  border-top: 1px solid color-mix(in srgb, currentcolor 22%, transparent); padding-top: 10px; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.line { display: flex; align-items: center; gap: 10px; min-height: 26px; }
.line output { margin-inline-start: auto; font-weight: 650; }
.mark { flex: none; width: 20px; height: 20px; fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
b { font-weight: 650; }
[data-state="not-yet"] b { font-weight: 400; }
.meter { position: relative; height: 8px; margin: 8px 0 10px; border-radius: 4px; background: color-mix(in srgb, currentcolor 16%, transparent); print-color-adjust: exact; }
.meter i { position: absolute; inset-block: 0; left: 0; border-radius: 4px; background: #6d9eeb; }
.meter u { position: absolute; top: -4px; width: 2px; height: 16px; margin-left: -1px; background: currentcolor; }
p { margin: 0; font-size: 14px; overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: 0 22px; }
button { all: unset; box-sizing: border-box; min-height: 44px; cursor: pointer; font-size: 14px; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 4px;
  opacity: .85; -webkit-tap-highlight-color: transparent; }
button:hover { opacity: 1; text-decoration-thickness: 2px; }
button:focus-visible { outline: 2px solid #1a56c4; outline-color: Highlight; outline-offset: 2px; border-radius: 4px; }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* a guess: answers are pills; the right one turns green with a tick, a wrong choice is struck through, none is red */
.guess { border: 1.5px solid currentcolor; border-radius: 10px; padding: 12px 16px 10px; }
.guess small { font-size: 13px; font-weight: 650; }
.choices { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 8px; }
.choices button { min-width: 56px; padding: 0 16px; border: 1px solid color-mix(in srgb, currentcolor 45%, transparent);
  border-radius: 999px; text-align: center; text-decoration: none; font-size: 16px; opacity: 1; }
.choices button:hover:not([aria-disabled]) { background: color-mix(in srgb, currentcolor 10%, transparent); }
.choices .skip { border-color: transparent; font-size: 14px; padding: 0 4px; opacity: .8; }
.choices [aria-disabled] { cursor: default; }
.choices [data-is="right"] { border: 2px solid #2e8b2e; font-weight: 650; background: color-mix(in srgb, #2e8b2e 14%, transparent); }
.choices [data-is="wrong"] { text-decoration: line-through; opacity: .6; border-style: dashed; }
.choices [data-is="other"] { opacity: .6; }
/* room for the answer, so that nothing below moves when it comes */
.guess p { margin-top: 6px; min-height: 21px; }
@media (width < 600px) {
  .pinned { position: fixed; z-index: 10; inset: auto 0 0; padding: 10px 16px; color: CanvasText; background: Canvas; border-top-color: GrayText; }
  .panel:not(.guess) .buttons { gap: 8px; }
  .panel:not(.guess) .buttons button { flex: 1; border: 1px solid color-mix(in srgb, currentcolor 30%, transparent);
    border-radius: 8px; text-align: center; text-decoration: none; font-weight: 600; }
}
@media (forced-colors: active) { .meter { border: 1px solid; } .meter i { background: Highlight; forced-color-adjust: none; } }
@media print { .buttons, .choices .skip { display: none; } .pinned { position: static; } }`;

/** Adds a panel to the element that asks, and returns its host. @param {HTMLElement} element @param {Node} content */
export function mountPanel(element, content) {
  const host = make(element.ownerDocument, "span");
  const root = host.attachShadow({ mode: "open" });
  adoptSheets(root, [{ name: "tasks", text: () => style }]);
  root.append(content);
  element.append(host);
  return host;
}

/**
 * The icons of the states: a ring, three quarters of a disc, a disc with a tick, a ring with a plus, a dashed ring.
 * @type {Record<TaskState, [attributes: Record<string, string>, d: string][]>}
 */
const MARKS = {
  "not-yet": [[{ stroke: "currentcolor", opacity: ".6" }, "M10 2a8 8 0 1 0 .01 0z"]],
  near: [
    [{ stroke: "#b8860b" }, "M10 2a8 8 0 1 0 .01 0z"],
    [{ fill: "#dba520", stroke: "none" }, "M10 10V3.5a6.5 6.5 0 1 1-6.5 6.5z"],
  ],
  done: [
    [{ fill: "#2e7d1e", stroke: "#2e7d1e" }, "M10 2a8 8 0 1 0 .01 0z"],
    [{ stroke: "#fff" }, "M6 10.4l2.8 2.8 5.2-6"],
  ],
  "too-many": [
    [{ stroke: "#b8860b" }, "M10 2a8 8 0 1 0 .01 0z"],
    [{ stroke: "currentcolor" }, "M6.5 10h7M10 6.5v7"],
  ],
  shown: [[{ stroke: "currentcolor", opacity: ".6", "stroke-dasharray": "4 3" }, "M10 2a8 8 0 1 0 .01 0z"]],
};

/**
 * The panel of a task.
 * @param {Document} document @param {{ undo(): void, again(): void, show(): void }} actions
 */
export function createPanel(document, actions) {
  const mark = makeIn(document, SVG, "svg", { class: "mark", viewBox: "0 0 20 20", "aria-hidden": "true" });
  const name = make(document, "b");
  const value = make(document, "output");
  const [fill, tick] = [make(document, "i"), make(document, "u")];
  const ends = { "aria-valuemin": "0", "aria-valuemax": "1" };
  const meter = make(document, "div", { class: "meter", role: "meter", ...ends }, fill, tick);
  const said = make(document, "p");
  const button = (/** @type {"undo" | "again" | "show"} */ which) =>
    makeButton(document, { part: `button ${which}`, onclick: () => actions[which]() });
  const [undo, again, show] = [button("undo"), button("again"), button("show")];
  const buttons = make(document, "div", { class: "buttons" }, undo, again, show);
  const heard = make(document, "div", { class: "heard", role: "status" });
  const line = make(document, "div", { class: "line" }, mark, name, value);
  const root = make(document, "div", { class: "panel task", role: "group" });
  root.append(line, meter, said, buttons, heard);

  return {
    root,

    /**
     * @param {{ state: TaskState, value: string, share: number, goal: number, said: string, undo: boolean, changed: boolean, answer: boolean, words: Record<string, any> }} now
     *   share, goal: of the meter, 0 to 1; undo: whether there is an edit to undo; answer: whether there is one to show
     * @param {boolean} aloud whether the state is announced, since it is new
     */
    set(now, aloud) {
      const { state, words } = now;
      if (root.dataset.state !== state)
        mark.replaceChildren(
          ...MARKS[state].map(([attributes, d]) => makeIn(document, SVG, "path", { ...attributes, d })),
        );
      root.dataset.state = state;
      say(name, words.states[state]);
      say(value, now.value);
      say(said, now.said);
      fill.style.width = `${100 * now.share}%`;
      tick.style.left = `${100 * now.goal}%`;
      meter.setAttribute("aria-label", words.progress);
      meter.setAttribute("aria-valuenow", now.share.toFixed(2));
      meter.setAttribute("aria-valuetext", now.value);
      const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
      say(undo, words.undo);
      say(again, state === "shown" ? words.yourself : words.again);
      say(show, words.show);
      undo.hidden = !now.undo || state === "shown" || state === "done";
      again.hidden = !now.changed;
      show.hidden = !now.answer || state === "done" || state === "shown";
      // the pressed button may have been hidden
      if (focused && /** @type {HTMLElement} */ (focused).hidden)
        [again, undo, show].find((button) => !button.hidden)?.focus({ preventScroll: true });
      if (aloud) say(heard, [words.states[state], now.value, now.said].filter(Boolean).join(". "));
    },
  };
}
