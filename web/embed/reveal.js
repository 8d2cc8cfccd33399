/**
 * A plugin for reveal.js: the deck's next key first walks through the steps of the player on the slide. Every step is a fragment
 * of the slide, so whatever moves the deck moves the player: keys, a clicker, a swipe, the speaker view, the address.
 */
import { rangeOf } from "../element/range.js";

/** @typedef {{ id: string, start: number, duration: number }} Step */
/** @typedef {HTMLElement & { ready: Promise<void>, steps: Step[], step: string, from: string, to: string, duration: number, currentTime: number, play(): void, pause(): void }} AttentionPlayer */
/**
 * The part of a deck's API that is used here.
 * @typedef {object} Deck
 * @property {() => HTMLElement | null} getRevealElement
 * @property {() => HTMLElement | null} getCurrentSlide
 * @property {(slide: Element) => void} syncFragments
 * @property {() => { h: number, v: number }} getIndices
 * @property {(horizontal: number, vertical: number, fragment: number) => void} slide
 * @property {() => boolean} [isPrintView] since reveal.js 5
 * @property {() => boolean} [isPrintingPDF] before that
 * @property {(type: string, listener: (event: any) => void) => void} on
 */

export default () => ({
  id: "attention-player",

  /** @param {Deck} deck */
  init(deck) {
    // in print a player shows its finished picture, once
    if (deck.isPrintView?.() ?? deck.isPrintingPDF?.()) return;
    const root = deck.getRevealElement();
    // so far, only the author has numbered fragments, and the address still has that of a reloaded slide
    const authored = new Set(root?.querySelectorAll("[data-fragment-index]"));
    const [, wanted] = /^#\/(?:\d+\/\d+|[^/]*[^/\d][^/]*)\/(\d+)$/.exec(location.hash) ?? [];
    // the deck does not wait for the player, which may come late or not at all
    customElements.whenDefined("attention-player").then(() => {
      for (const player of root?.querySelectorAll("attention-player") ?? [])
        walkThrough(deck, /** @type {AttentionPlayer} */ (player), authored, wanted);
    });
  },
});

/**
 * Lets a deck's fragments drive a player.
 * @param {Deck} deck @param {AttentionPlayer} player
 * @param {Set<Element>} authored the fragments that the author has numbered
 * @param {string} [wanted] the number of the fragment at which the deck opens
 */
function walkThrough(deck, player, authored, wanted) {
  const slide = /** @type {HTMLElement} */ (player.closest("section"));
  /** One fragment for each step, in order. @type {HTMLElement[]} */
  let fragments = [];
  /** When the playing step ends, in seconds. */
  let end = Infinity;

  /** Returns the steps in the player's range. */
  const steps = () => rangeOf({ steps: player.steps, chapters: [], duration: player.duration }, player).steps;

  const pauseAtEnd = () => {
    if (player.currentTime < end) return;
    player.pause();
    end = Infinity;
  };

  /** Matches the number of fragments to the steps, which change with the story and the numbers. */
  function countSteps() {
    const { length } = steps();
    const missing = length - fragments.length;
    if (missing === 0) return;
    for (const fragment of fragments.splice(length)) fragment.remove();
    for (let k = 0; k < missing; k++) {
      const fragment = document.createElement("span");
      fragment.className = "fragment";
      fragment.hidden = true;
      (fragments.at(-1) ?? player).after(fragment);
      fragments.push(fragment);
    }
    // the deck keeps the numbers that it has given, and numbers what is new after them; their order is that on the slide
    for (const fragment of slide.querySelectorAll(".fragment"))
      if (!authored.has(fragment)) fragment.removeAttribute("data-fragment-index");
    deck.syncFragments(slide);
  }

  const isStep = (/** @type {HTMLElement} */ fragment) => fragments.includes(fragment);
  const isShown = (/** @type {HTMLElement} */ fragment) => fragment.classList.contains("visible");

  /** Shows the end of the last step that the slide has reached, or the beginning of the story. */
  function stand() {
    const last = steps()[fragments.findLastIndex(isShown)];
    player.pause();
    end = Infinity;
    // a player that has not started keeps its poster
    if (last) player.step = last.id;
    else if (player.currentTime > 0) player.currentTime = 0;
  }

  /** Plays the step that the deck has just reached; shows its end if the deck has skipped others. @param {HTMLElement[]} shown */
  function reach(shown) {
    const reached = shown.filter(isStep);
    if (reached.length > 1) return stand();
    const step = steps()[fragments.indexOf(reached[0])];
    if (!step) return;
    player.currentTime = step.start;
    end = step.start + step.duration;
    player.play();
  }

  const begin = () => {
    countSteps();
    if (deck.getCurrentSlide() !== slide) return;
    const { h, v } = deck.getIndices();
    if (wanted) deck.slide(h, v, Number(wanted));
    stand();
  };
  player.addEventListener("timeupdate", pauseAtEnd);
  player.addEventListener("change", () => player.ready.then(countSteps));
  deck.on("fragmentshown", ({ fragments: shown }) => reach(shown));
  deck.on("fragmenthidden", ({ fragments: hidden }) => hidden.some(isStep) && stand());
  deck.on("slidechanged", ({ currentSlide, previousSlide }) => {
    if (currentSlide === slide) stand();
    if (previousSlide === slide) player.pause();
    // whoever has gone on decides
    if (previousSlide) wanted = undefined;
  });
  player.ready.then(begin);
}
