/** Paragraphs that move the player to their step as they reach a line of the window. */
import { containerOf } from "../ground.js";
import { LINE, SCROLL } from "./attributes.js";

/** @typedef {import("./prose.js").Driven} Driven */
/** @typedef {import("../window.js").View} View */

export class Paragraphs {
  /** @type {View} */ #view;
  /**
   * The last paragraph passed, by player; null above the first. A reader's own choice holds until the next one is passed.
   * @type {WeakMap<HTMLElement, HTMLElement | null>}
   */
  #read = new WeakMap();
  /** Paragraphs that pass before this time are ignored. */
  ignored = 0;

  /** @param {View} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * Makes each player follow the last of its paragraphs that begins above the line, or go to the first step once the reader is
   * back above all of them.
   *
   * @param {Map<HTMLElement, Driven | undefined>} found texts with their players, in the order of the page
   * @param {number} time
   */
  pass(found, time) {
    /** @type {Map<Driven, HTMLElement[]>} */
    const paragraphs = new Map();
    for (const [element, player] of found)
      if (player && stepOf(element)) paragraphs.set(player, [...(paragraphs.get(player) ?? []), element]);
    for (const [player, elements] of paragraphs) {
      const cover = coverOf(player.host, this.#view);
      const paragraph = elements.findLast((element) => this.#isAbove(element, player, cover)) ?? null;
      if (paragraph === (this.#read.get(player.host) ?? null)) continue;
      this.#read.set(player.host, paragraph);
      if (time >= this.ignored) player.controller.life.follow(paragraph ? stepOf(paragraph) : "0");
    }
  }

  /**
   * Whether a paragraph begins above the line. The line is where the page says; else in the larger space above or below a player
   * that stays in the window; else in the middle of the window.
   * @param {HTMLElement} paragraph @param {Driven} player @param {DOMRect | undefined} cover
   */
  #isAbove(paragraph, player, cover) {
    const { left, right, top, width, height } = paragraph.getBoundingClientRect();
    // a paragraph that is not displayed has no position
    if (width === 0 && height === 0) return false;
    const { innerHeight } = this.#view;
    const text = (paragraph.closest(`[${LINE}]`) ?? player.host.closest(`[${LINE}]`))
      ?.getAttribute(LINE)
      ?.trim();
    const line = text && lengthOf(text, this.#view);
    if (typeof line === "number") return top <= line;
    if (text) player.report.tell(LINE, text, "length");
    const covers = cover && cover.left < right && cover.right > left;
    const [from, to] = covers
      ? [cover.top, cover.bottom].map((y) => Math.min(Math.max(y, 0), innerHeight))
      : [0, 0];
    if (from > innerHeight - to) return top <= from / 2;
    // in a small space, the text next to the player is what is read
    return top <= (to > 0 ? to + (innerHeight - to) / 3 : innerHeight / 2);
  }
}

/** @param {HTMLElement} paragraph */
const stepOf = (paragraph) => paragraph.getAttribute(SCROLL)?.trim() ?? "";

/**
 * The box of a player that stays in the window as the page is scrolled; undefined for one that floats, since text flows around
 * it.
 * @param {HTMLElement} host @param {View} view @returns {DOMRect | undefined}
 */
function coverOf(host, view) {
  for (let at = /** @type {Element | null} */ (host); at; at = containerOf(at)) {
    const { position, float } = view.getComputedStyle(at);
    if (position === "sticky" || position === "fixed")
      return /left|right|inline/.test(float) ? undefined : at.getBoundingClientRect();
  }
}

/** Parses a length to px; undefined if it is none. @param {string} text @param {View} view */
function lengthOf(text, view) {
  const [, digits, unit] = /^(\d*\.?\d+)(px|rem|%|[sdl]?vh)?$/.exec(text) ?? [];
  const number = Number(digits);
  if (unit === "px" || number === 0) return number;
  if (unit === "rem")
    return number * parseFloat(view.getComputedStyle(view.document.documentElement).fontSize);
  return unit && (number / 100) * view.innerHeight;
}
