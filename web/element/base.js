/** What the element is with and without its player: its attributes, its typed properties, its shadow root. */
import { problemAttributes } from "../build/lists/names.js";
import { defineProperties, options } from "./options.js";

// on a server there is no HTMLElement, and nothing here is ever constructed
const Element = /** @type {import("./types.js").Base} */ (globalThis.HTMLElement ?? class {});

export class Base extends Element {
  static observedAttributes = [...Object.keys(options), ...problemAttributes];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const fallback = this.ownerDocument.createElement("slot");
    // room for the picture to come: else all players of a page would stand in view at first
    const waiting = this.ownerDocument.createElement("div");
    waiting.className = "waiting";
    waiting.append(fallback);
    root.append(waiting);
  }
}

defineProperties(Base);

/** What a page has set before the element was defined hides the properties of the class: it is set once more. @param {any} element */
export function setAgain(element) {
  for (const name of Object.keys(element).filter((name) => isSettable(element, name))) {
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}

/** @param {object} element @param {string} name of a property */
function isSettable(element, name) {
  for (
    let type = Object.getPrototypeOf(element);
    type instanceof Base || type === Base.prototype;
    type = Object.getPrototypeOf(type)
  )
    if (Object.hasOwn(type, name)) return Object.getOwnPropertyDescriptor(type, name)?.set !== undefined;
  return false;
}
