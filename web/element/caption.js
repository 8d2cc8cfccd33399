/** The caption: what happens in this step, in words. Its room is that of the longest sentence, so nothing jumps. */
import { make, say } from "./make.js";

/** @typedef {{ text: string, role?: string, cell?: string }} Span */
/** @typedef {{ id: string, title: string, subtitle?: string, caption: Span[], text?: string }} Step */

/** @param {Document} document @param {(cell: string | null) => void} point what a number in a sentence points at */
export function createCaption(document, point) {
  const name = make(document, "span");
  const under = make(document, "small");
  const title = make(document, "div", { class: "title", part: "caption-title" }, name, under);
  const sentence = make(document, "p", { part: "caption-text" });
  const sentences = make(document, "div", { class: "sentences" }, sentence);
  const root = make(document, "div", { class: "caption", part: "caption" }, title, sentences);

  /** Names of parameters with their index where it belongs: W_Q, written as one. @param {string} text @returns {(Node | string)[]} */
  const named = (text) =>
    text
      .split(/(?<=\b[Wb])_([QKVO])(?![\w])/)
      .map((part, i) => (i % 2 ? make(document, "sub", {}, part) : part));

  /** @param {Span} span @returns {(Node | string)[]} */
  const piece = ({ text, role, cell }) => {
    if (!role && !cell) return named(text);
    const about = { class: role ? "term" : "fact", "data-role": role ?? null };
    const element = make(document, "span", about, ...named(text));
    if (cell) {
      element.addEventListener("pointerenter", () => point(cell));
      element.addEventListener("pointerleave", () => point(null));
    }
    return [element];
  };

  return {
    root,

    /** @param {Step | undefined} step */
    show(step) {
      say(name, step?.title ?? "");
      say(under, step?.subtitle ?? "");
      sentence.replaceChildren(...(step?.caption ?? []).flatMap(piece));
    },

    /** Keeps room for these sentences. @param {string[]} texts */
    setRoom(texts) {
      const rooms = texts.map((text) => make(document, "p", { class: "room", "aria-hidden": "true" }, text));
      sentences.replaceChildren(sentence, ...rooms);
    },
  };
}

/** The longest sentences of a story. @param {Step[]} steps */
export function longest(steps) {
  const texts = [...new Set(steps.map(({ caption }) => caption.map(({ text }) => text).join("")))];
  return texts.toSorted((a, b) => breadth(b) - breadth(a)).slice(0, 3);
}

/** About how broad a text is, in em. @param {string} text */
function breadth(text) {
  let sum = 0;
  for (const character of text) sum += character > "\u2e80" ? 1 : 0.55;
  return sum;
}
