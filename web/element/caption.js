/** The caption: what happens in this step, in words. What is underlined points at what it names. */
import { make, say } from "./dom.js";
import { createQuestion } from "./question.js";

/** @typedef {import("./stage.js").Target} Target */
/** @typedef {{ text: string, role?: string, target?: Target }} Span */
/** @typedef {{ id: string, title: string, subtitle?: string, caption: Span[], text?: string, question?: import("./question.js").Question }} Step */

/** @param {Document} document @param {(target: Target | null, spoken?: boolean) => void} point @param {import("./question.js").Answering} [answering] */
export function createCaption(document, point, answering) {
  const name = make(document, "span");
  const under = make(document, "small");
  const title = make(document, "div", { class: "title", part: "caption-title" }, name, under);
  const sentence = make(document, "p", { part: "caption-text", tabindex: "-1" });
  const question = createQuestion(document, answering);
  const sentences = make(document, "div", { class: "sentences" }, sentence, question.root);
  const root = make(document, "div", { class: "caption", part: "caption" }, title, sentences);
  let pointing = false;

  /** @param {Target | null} target @param {boolean} [spoken] */
  const pointAt = (target, spoken) => {
    pointing = target !== null;
    point(target, spoken);
  };

  /** Names of parameters with their index where it belongs: W_Q, written as one. @param {string} text @returns {(Node | string)[]} */
  const named = (text) =>
    text
      .split(/(?<=\b[WbX])_([QKVO]|kv|v)(?!\w)/)
      .map((part, i) => (i % 2 ? make(document, "sub", {}, part) : part));

  /** @param {Span} span @returns {(Node | string)[]} */
  const piece = ({ text, role, target }) => {
    if (!target) return named(text);
    const element = make(document, "span", { class: "term", "data-role": role ?? null }, ...named(text));
    link(element, target);
    return [element];
  };

  /** Hover, focus and tap show what a word names. @param {HTMLElement} element @param {Target} target */
  const link = (element, target) => {
    element.setAttribute("role", "button");
    element.tabIndex = 0;
    for (const on of ["pointerenter", "focus"]) element.addEventListener(on, () => pointAt(target));
    for (const off of ["pointerleave", "blur"]) element.addEventListener(off, () => pointAt(null));
    element.addEventListener("click", () => {
      element.focus();
      pointAt(target, true);
    });
  };

  return {
    root,

    /** @param {Step | undefined} step */
    show(step) {
      const held = sentence.matches(":focus-within");
      say(name, step?.title ?? "");
      say(under, step?.subtitle ?? "");
      sentence.replaceChildren(...(step?.caption ?? []).flatMap(piece));
      // the word that was pointed with is gone; the keys still belong to the element
      if (pointing) pointAt(null);
      if (held) sentence.focus({ preventScroll: true });
      question.show(step?.question);
    },

    /** Keeps room for these sentences and questions, should they need more than the frame has. @param {string[]} texts @param {import("./question.js").Question[]} [questions] */
    setRoom(texts, questions = []) {
      const rooms = texts.map((text) => make(document, "p", { class: "room", "aria-hidden": "true" }, text));
      sentences.replaceChildren(sentence, question.root, ...rooms, ...questions.map(question.room));
    },
  };
}

/** The longest sentences of a story. @param {Step[]} steps */
export function longest(steps) {
  const texts = new Set(steps.map(({ caption }) => caption.map(({ text }) => text).join("")));
  const broad = Array.from(texts, (text) => ({ text, em: breadth(text) })).toSorted((a, b) => b.em - a.em);
  return broad.slice(0, 3).map(({ text }) => text);
}

/** About how broad a text is, in em. @param {string} text */
function breadth(text) {
  let sum = 0;
  for (const character of text) sum += character > "\u2e80" ? 1 : 0.55;
  return sum;
}
