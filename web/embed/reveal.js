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
 * @property {() => boolean} [isPrintView] since reveal.js 5
 * @property {() => boolean} [isPrintingPDF] before that
 * @property {(type: string, listener: (event: any) => void) => void} on
 */

export default () => ({
  id: "attention-player",

  /** @param {Deck} deck */
  async init(deck) {
    // in print a player shows its finished picture, once
    if (deck.isPrintView?.() ?? deck.isPrintingPDF?.()) return;
    await customElements.whenDefined("attention-player");
    const players = deck.getRevealElement()?.querySelectorAll("attention-player") ?? [];
    for (const player of players) walkThrough(deck, /** @type {AttentionPlayer} */ (player));
  },
});

/** Lets a deck's fragments drive a player. @param {Deck} deck @param {AttentionPlayer} player */
function walkThrough(deck, player) {
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
    deck.syncFragments(slide);
  }

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

  /** Plays the step that the deck has just reached. @param {HTMLElement} fragment */
  function play(fragment) {
    const step = steps()[fragments.indexOf(fragment)];
    if (!step) return;
    player.currentTime = step.start;
    end = step.start + step.duration;
    player.play();
  }

  const begin = () => {
    countSteps();
    if (deck.getCurrentSlide() === slide) stand();
  };
  player.addEventListener("timeupdate", pauseAtEnd);
  player.addEventListener("change", () => player.ready.then(countSteps));
  deck.on("fragmentshown", ({ fragment }) => fragments.includes(fragment) && play(fragment));
  deck.on("fragmenthidden", ({ fragment }) => fragments.includes(fragment) && stand());
  deck.on("slidechanged", ({ currentSlide, previousSlide }) => {
    if (currentSlide === slide) stand();
    if (previousSlide === slide) player.pause();
  });
  player.ready.then(begin);
}
