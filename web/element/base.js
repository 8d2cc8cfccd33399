/** The base of the element, with and without its player: observed attributes, typed properties and a shadow root. */
import { problemAttributes } from "../build/lists/names.js";
import { make } from "./dom.js";
import { defineProperties, options } from "./options.js";

// a server has no HTMLElement, and never constructs an element
const Element = /** @type {import("./types.js").Base} */ (globalThis.HTMLElement ?? class {});

export class Base extends Element {
  static observedAttributes = [...Object.keys(options), ...problemAttributes];

  constructor() {
    super();
    const { ownerDocument: document } = this;
    // reserves space for the picture: without it, all players of a page would be in view at first
    const waiting = make(document, "div", { class: "waiting" }, make(document, "slot"));
    this.attachShadow({ mode: "open" }).append(waiting);
  }
}

defineProperties(Base);

/**
 * Sets properties again that a page has set before the element was defined, since they shadow the accessors of the class.
 * @param {any} element
 */
export function setAgain(element) {
  for (const name of Object.keys(element).filter((name) => name in Object.getPrototypeOf(element))) {
    const value = element[name];
    delete element[name];
    // fails quietly for a property that cannot be set
    Reflect.set(element, name, value);
  }
}
