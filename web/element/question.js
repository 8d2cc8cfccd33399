/** A question in place of the caption: one button for each answer, and one to skip it. */
import { make, makeButton } from "./dom.js";

/** @typedef {import("../scene/questions.js").Question} Question */
/**
 * @typedef {object} Answering
 * @property {(key: number) => void} answer @property {() => void} skip
 * @property {() => void} leave takes the focus when the focused button is removed
 */

/** @param {Document} document @param {Answering} answering */
export function createQuestion(document, answering) {
  const root = make(document, "div", { class: "question", part: "question", role: "group", hidden: true });

  /** @param {Question} question @returns {HTMLElement[]} */
  const build = ({ text, bars, choices, skip }) => {
    /** @param {string} name @param {(Node | string)[]} children @param {() => void} onclick */
    const button = (name, children, onclick) =>
      makeButton(document, { part: `button ${name}`, class: name, onclick }, ...children);
    const all = choices.map(({ key, name }, k) => {
      const digit = make(document, "kbd", { "aria-hidden": "true" }, String(k + 1));
      return button("choice", [digit, name], () => answering.answer(key));
    });
    const none = button("skip", [skip], answering.skip);
    const shown = bars ? [" ", barsOf(document, bars)] : [];
    const answers = make(document, "div", { class: "choices" }, ...all, none);
    return [make(document, "p", {}, text, ...shown), answers];
  };

  return {
    root,

    /** Shows a question; without one, hides the former. @param {Question} [question] */
    show(question) {
      const focused = /** @type {ShadowRoot} */ (root.getRootNode()).activeElement;
      const held = root.contains(focused ?? null);
      root.hidden = !question;
      if (!question && !root.firstChild) return;
      root.replaceChildren(...(question ? build(question) : []));
      if (!question) return held && answering.leave();
      root.setAttribute("aria-label", question.label);
      // moves keyboard users here, but leaves the focus in a form field
      if (focused && !focused.matches("body, select, input"))
        root.querySelector("button")?.focus({ preventScroll: true });
    },

    /** An invisible copy that reserves the space of a question. @param {Question} question */
    space(question) {
      const look = { class: "question room", "aria-hidden": "true", inert: true };
      return make(document, "div", look, ...build(question));
    },
  };
}

/** A row of weights as bars. @param {Document} document @param {NonNullable<Question["bars"]>} bars */
function barsOf(document, { shares, text }) {
  const bars = shares.map((share) => {
    const bar = make(document, "i");
    bar.style.height = `${100 * Math.min(1, share)}%`;
    return bar;
  });
  return make(document, "span", { class: "bars", role: "img", "aria-label": text }, ...bars);
}
