/** The tasks and guesses of a page's prose: each is kept as long as its attributes and its player are on the page. */
import { ASKED, GOAL, GUESS } from "../prose/attributes.js";
import { Guess } from "./guess.js";
import { Task } from "./task.js";

/** @typedef {import("../controller.js").Controller} Controller */
/** @typedef {{ texts: string, controller: Controller, all: (Task | Guess)[] }} Asked */

/**
 * Keeps track of what is asked on a page.
 * @returns {(found: Map<HTMLElement, Controller | undefined>) => void} takes the elements that are there now
 */
export function createTasks() {
  /** @type {Map<HTMLElement, Asked>} */
  let asked = new Map();
  return (found) => {
    const former = asked;
    asked = new Map();
    for (const [element, controller] of found) {
      if (!controller) continue;
      const texts = JSON.stringify(ASKED.map((name) => element.getAttribute(name)));
      const known = former.get(element);
      const same = known?.texts === texts && known.controller === controller;
      if (!same) for (const item of known?.all ?? []) item.close();
      asked.set(element, same ? known : { texts, controller, all: allIn(element, controller) });
    }
    for (const [element, { all }] of former) if (!asked.has(element)) for (const item of all) item.close();
  };
}

/** @param {HTMLElement} element @param {Controller} controller */
const allIn = (element, controller) => [
  ...(element.hasAttribute(GOAL) ? [new Task(element, controller)] : []),
  ...(element.hasAttribute(GUESS) ? [new Guess(element, controller)] : []),
];
