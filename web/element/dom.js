/** Creates DOM nodes: attributes from an object, children as nodes or text. Never parses HTML. */

/** @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes
 *   true makes an empty attribute, false and null make none; a function becomes a listener: `onclick` listens to `click` */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Document} document
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export const make = (document, tag, attributes = {}, ...children) =>
  fillIn(document.createElement(tag), attributes, children);

/** Returns `make` bound to a document. @param {Document} document */
export const maker =
  (document) =>
  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag @param {Attributes} [attributes] @param {(Node | string)[]} children
   */
  (tag, attributes, ...children) =>
    make(document, tag, attributes, ...children);

export const SVG = "http://www.w3.org/2000/svg";

/**
 * Like `make`, in another namespace.
 * @param {Document} document @param {string} space @param {string} tag @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export const makeIn = (document, space, tag, attributes, ...children) =>
  fillIn(document.createElementNS(space, tag), attributes, children);

/** @template {Element} T @param {T} element @param {Attributes} attributes @param {(Node | string)[]} children @returns {T} */
function fillIn(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** @param {Document} document @param {Attributes} attributes @param {(Node | string)[]} children */
export const makeButton = (document, attributes, ...children) =>
  make(document, "button", { type: "button", part: "button", ...attributes }, ...children);

/** Enables or disables a button. One that is disabled keeps the focus, without which no key would reach the player. @param {Element} button @param {boolean} on */
export const enable = (button, on) => button.setAttribute("aria-disabled", String(!on));

const shapes = {
  play: "M8 5.2v13.6L19 12z",
  pause: "M7.6 5.5h3v13h-3zM13.4 5.5h3v13h-3z",
  back: "M6 5.5v13M18.5 6v12L9 12z",
  forward: "M18 5.5v13M5.5 6v12L15 12z",
  again: "M6.1 9.5A6.5 6.5 0 1 1 5.6 13M5.2 5.2v4.6h4.6",
  undo: "M8.5 5.5L4.5 9.5l4 4M5 9.5h9.2a4.7 4.7 0 0 1 0 9.4H11",
  redo: "M15.5 5.5l4 4l-4 4M19 9.5H9.8a4.7 4.7 0 0 0 0 9.4H13",
  more: "M12 6v12M6 12h12",
  less: "M6 12h12",
  close: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  transcript: "M5 6.5h14M5 10.2h14M5 13.8h14M5 17.5h8",
  fullscreen: "M4.8 9V4.8H9M15 4.8h4.2V9M19.2 15v4.2H15M9 19.2H4.8V15",
  leaveFullscreen: "M9 4.8V9H4.8M19.2 9H15V4.8M15 19.2V15h4.2M4.8 15H9v4.2",
  settings:
    "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6M12 3.2v3M12 17.8v3M20.8 12h-3M6.2 12h-3M18.2 5.8l-2.1 2.1M7.9 16.1l-2.1 2.1M18.2 18.2l-2.1-2.1M7.9 7.9L5.8 5.8",
};

/** @param {Document} document @param {keyof typeof shapes} name */
export const icon = (document, name) => drawn(document, shapes[name], name === "play" || name === "pause");

/**
 * Draws a path as an icon of 24 by 24 px.
 * @param {Document} document @param {string} d @param {boolean} [solid] filled, not outlined
 */
export function drawn(document, d, solid = false) {
  const path = makeIn(document, SVG, "path", {
    d,
    fill: solid ? "currentColor" : "none",
    stroke: solid ? "none" : "currentColor",
    "stroke-width": "1.75",
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  });
  const size = { viewBox: "0 0 24 24", width: "24", height: "24" };
  return makeIn(document, SVG, "svg", { ...size, "aria-hidden": "true" }, path);
}

/** Writes an attribute, or removes it. @param {Element} element @param {string} attribute @param {string | null} text */
export function reflect(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, text);
}

/** Sets an element's text, but only if it changes. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Sets an element's accessible name and, if titled, its tooltip.
 * @param {HTMLElement} element @param {string} name @param {boolean} [titled]
 */
export function label(element, name, titled = false) {
  if (element.getAttribute("aria-label") !== name) element.setAttribute("aria-label", name);
  if (titled && element.title !== name) element.title = name;
}
