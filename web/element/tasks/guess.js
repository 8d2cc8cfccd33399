/**
 * A guess before a step, answered by choosing, by asking for the answer or by going on. It neither blocks nor blames the reader.
 */
import { AttentionError } from "../../core/errors.js";
import { fill } from "../../words/sentence.js";
import { taskWords } from "../../words/tasks/index.js";
import { make, makeButton, say } from "../dom.js";
import { CHOICES, GUESS, GUESSED } from "../prose/attributes.js";
import { noStep } from "../attribute-errors.js";
import { mountPanel } from "./panel.js";

/** @typedef {{ names: string[], right: number }} Choices */

/** @param {string} text `0.20 | *0.06 | 0` @returns {Choices | null} null unless the answers differ and exactly one is right */
function readChoices(text) {
  const all = text.split(/[|｜]/).map((part) => part.trim());
  const starred = all.filter((part) => part.startsWith("*"));
  const names = all.map((part) => part.replace(/^\*\s*/, ""));
  const fit =
    all.length > 1 && starred.length === 1 && names.every(Boolean) && new Set(names).size === all.length;
  return fit ? { names, right: all.indexOf(starred[0]) } : null;
}

export class Guess {
  /** @type {HTMLElement} */ #element;
  /** @type {import("../controller.js").Controller} */ #controller;
  /** @type {HTMLElement | null} */ #host = null;
  /** @type {Choices | null} */ #choices;
  /** @type {number | null} the chosen answer; -1 if it is shown without a choice */ #answer = null;
  /** The index of the step before the guess at which the reader was last; -1 on the poster. */
  #from = -1;
  /** @type {HTMLButtonElement[]} */ #buttons = [];
  /** @type {HTMLButtonElement} */ #skip;
  #label;
  #said;

  /** @param {HTMLElement} element @param {import("../controller.js").Controller} controller */
  constructor(element, controller) {
    [this.#element, this.#controller] = [element, controller];
    const { ownerDocument: document } = element;
    this.#choices = readChoices(element.getAttribute(CHOICES) ?? "");
    this.#label = make(document, "small");
    this.#said = make(document, "p", { role: "status" });
    this.#skip = makeButton(document, { class: "skip", onclick: () => this.#choose(-1) });
    controller.watchers.add(this.#mounted);
    controller.host.addEventListener("stepchange", this.#changed);
    if (controller.scene) this.#mounted();
  }

  get #step() {
    return this.#element.getAttribute(GUESS)?.trim() ?? "";
  }

  #mounted = () => {
    const { scene, lang } = this.#controller;
    if (!this.#choices) {
      const value = (this.#element.getAttribute(CHOICES) ?? "").slice(0, 60);
      const message = fill(taskWords(lang).errors.choices, { where: CHOICES, value });
      return this.#controller.warn(new AttentionError("value", CHOICES, message), `${CHOICES} ${value}`);
    }
    // a reader may have chosen a story without the step: the guess stays as it is
    if (this.#step && !this.#host && !this.#controller.stepOf(this.#step))
      return this.#controller.warn(noStep(GUESS, this.#step, scene.steps, lang), `${GUESS} ${this.#step}`);
    this.#open(this.#choices);
    this.#write(this.#choices);
  };

  /** @param {Choices} choices */
  #open({ names }) {
    if (this.#host) return;
    const { ownerDocument: document } = this.#element;
    this.#buttons = names.map((name, k) => makeButton(document, { onclick: () => this.#choose(k) }, name));
    const choices = make(document, "div", { class: "choices" }, ...this.#buttons, this.#skip);
    const root = make(document, "div", { class: "panel guess", role: "group" });
    root.append(this.#label, choices, this.#said);
    this.#host = mountPanel(this.#element, root);
    // a player that is at the step, or beyond, shows the answer
    const { reached } = this.#controller;
    this.#from = reached?.index ?? -1;
    if (reached) this.#passed(reached.index);
  }

  #changed = (/** @type {any} */ { detail }) => this.#passed(detail.index);

  /** Called when the reader reaches another step; going on reveals the answer of an open guess. @param {number} index */
  #passed(index) {
    const step = this.#controller.stepOf(this.#step);
    if (this.#step && !step) return;
    const before = step ? this.#controller.scene.steps.indexOf(step) : this.#from + 1;
    if (this.#answer === null && this.#host && index >= before) this.#reveal(-1);
    else if (index < before) this.#from = index;
  }

  /** @param {number} chosen */
  #choose(chosen) {
    if (this.#answer !== null) return;
    this.#reveal(chosen);
    const { updates, actions } = this.#controller;
    if (this.#step) updates.when(() => actions.follow(this.#controller.stepOf(this.#step)));
  }

  /** @param {number} chosen */
  #reveal(chosen) {
    this.#answer = chosen;
    const choices = /** @type {Choices} */ (this.#choices);
    // the skip button is about to be hidden: its focus moves to the right answer, and nothing scrolls
    if (chosen < 0 && this.#skip.matches(":focus"))
      this.#buttons[choices.right].focus({ preventScroll: true });
    this.#write(choices);
  }

  /** @param {Choices} choices */
  #write({ names, right }) {
    const texts = taskWords(this.#controller.lang).guess;
    const chosen = this.#answer;
    say(this.#label, texts.label);
    say(this.#skip, texts.skip);
    this.#label.parentElement?.setAttribute("aria-label", texts.label);
    this.#skip.hidden = chosen !== null;
    if (chosen === null) return;
    for (const [k, button] of this.#buttons.entries()) {
      const is = k === right ? "right" : k === chosen ? "wrong" : "other";
      button.dataset.is = is;
      button.setAttribute("aria-disabled", "true");
      say(button, k === right ? `✓ ${names[k]}` : names[k]);
      if (is === "right") button.setAttribute("aria-label", `${names[k]}, ${texts.isRight}`);
      if (is === "wrong") button.setAttribute("aria-label", `${names[k]}, ${texts.isWrong}`);
    }
    const how = chosen === right ? "right" : chosen < 0 ? "shown" : "wrong";
    this.#element.setAttribute(GUESSED, how);
    say(this.#said, fill(texts[how], { right: names[right], chosen: names[chosen] }));
  }

  close() {
    this.#controller.watchers.delete(this.#mounted);
    this.#controller.host.removeEventListener("stepchange", this.#changed);
    this.#host?.remove();
    this.#element.removeAttribute(GUESSED);
  }
}
