/** The caption, which says what happens in the present step. Underlined words highlight what they name. */
import { textWidth } from "../scene/text-metrics.js";
import { INDEX } from "../words/sentence.js";
import { make, say } from "./dom.js";
import { parts } from "./lazy-parts.js";

/** @typedef {import("./stage.js").Target} Target */
/** @typedef {{ text: string, role?: string, target?: Target }} Span */
/** @typedef {{ id: string, title: string, subtitle?: string, caption: Span[], text?: string, question?: import("./question.js").Question }} Step */
/** @typedef {{ sentence: Span[], pointed: string }} Said about what is pointed at */

/**
 * @param {Document} document @param {(target: Target | null, spoken?: boolean) => void} point
 * @param {import("./question.js").Answering} answering
 */
export function createCaption(document, point, answering) {
  const name = make(document, "span");
  const subtitle = make(document, "small");
  const title = make(document, "div", { class: "title", part: "caption-title" }, name, subtitle);
  const sentence = make(document, "p", { part: "caption-text", tabindex: "-1" });
  const sentences = make(document, "div", { class: "sentences" }, sentence);
  /** Created with the first question. @type {ReturnType<typeof import("./question.js").createQuestion> | undefined} */
  let question;
  const asking = () => {
    if (question) return question;
    question = parts.questions.createQuestion(document, answering);
    sentence.after(question.root);
    return question;
  };
  const root = make(document, "div", { class: "caption", part: "caption" }, title, sentences);
  let pointing = false;
  /** @type {Step | undefined} */
  let shown;
  /** Whether the sentence is about what is pointed at, not about the step. */
  let aside = false;

  /** @param {Target | null} target @param {boolean} [spoken] */
  const pointAt = (target, spoken) => {
    pointing = target !== null;
    point(target, spoken);
  };

  /** Writes the index of a parameter, W_Q, as a subscript. @param {string} text @returns {(Node | string)[]} */
  const withSubscripts = (text) =>
    text.split(INDEX).map((part, i) => (i % 2 ? make(document, "sub", {}, part) : part));

  /** Hovering, focusing or tapping a word highlights what it names. @param {Span} span @returns {(Node | string)[]} */
  const piece = ({ text, role, target }) => {
    if (!target) return withSubscripts(text);
    const look = { class: "term", "data-role": role ?? null, role: "button", tabindex: "0" };
    const element = make(document, "span", look, ...withSubscripts(text));
    for (const on of ["pointerenter", "focus"]) element.addEventListener(on, () => pointAt(target));
    for (const off of ["pointerleave", "blur"]) element.addEventListener(off, () => pointAt(null));
    element.addEventListener("click", () => {
      element.focus();
      pointAt(target, true);
    });
    return [element];
  };

  return {
    root,

    /** @param {Step | undefined} step */
    show(step) {
      say(name, step?.title ?? "");
      say(subtitle, step?.subtitle ?? "");
      // the same words stay: writing them again would lay out the page
      if (aside || JSON.stringify(step?.caption) !== JSON.stringify(shown?.caption)) {
        const held = sentence.matches(":focus-within");
        sentence.replaceChildren(...(step?.caption ?? []).flatMap(piece));
        // the word that pointed is gone; the focus stays in the element
        if (pointing) pointAt(null);
        if (held) sentence.focus({ preventScroll: true });
      }
      shown = step;
      aside = false;
      (step?.question ? asking() : question)?.show(step?.question);
    },

    /**
     * Replaces the step's sentence by one about what is pointed at, unless a word of the caption itself points.
     * @param {Said | null} said
     */
    point(said) {
      if (pointing || (!said && !aside)) return;
      aside = said !== null;
      say(subtitle, said ? said.pointed : (shown?.subtitle ?? ""));
      sentence.replaceChildren(...(said?.sentence ?? shown?.caption ?? []).flatMap(piece));
    },

    /**
     * Reserves space for these sentences and questions, in case they need more than the frame has.
     * @param {Span[][]} captions @param {import("./question.js").Question[]} questions
     */
    setSpace(captions, questions) {
      // words that point are never broken across lines
      const part = (/** @type {Span} */ { text, target }) =>
        target ? make(document, "span", {}, text) : text;
      const look = { class: "room", "aria-hidden": "true" };
      const spaces = captions.map((caption) => make(document, "p", look, ...caption.map(part)));
      const rooms = questions.map((question) => asking().space(question));
      sentences.replaceChildren(sentence, ...(question ? [question.root] : []), ...spaces, ...rooms);
    },
  };
}

/** The three widest captions of a story. @param {Step[]} steps @returns {Span[][]} */
export function longest(steps) {
  const texts = new Map(steps.map(({ caption }) => [caption.map(({ text }) => text).join(""), caption]));
  const broad = [...texts].toSorted(([a], [b]) => textWidth(b, 1) - textWidth(a, 1));
  return broad.slice(0, 3).map(([, caption]) => caption);
}
