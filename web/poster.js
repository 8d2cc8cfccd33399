/**
 * Posters: the first picture of a player, stored as data and drawn without parsing HTML, so that any content security policy
 * allows it.
 */

/** @typedef {[tag: string, attributes: Record<string, string>, ...children: any[]]} Poster children: posters or strings */

/** The namespace that each of these elements switches to. @type {Record<string, string>} */
const SPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };

/** @param {Document} document @param {Poster} poster @param {string} [space] namespace of its parent @returns {Element} */
export function draw(document, [tag, attributes, ...children], space = "http://www.w3.org/1999/xhtml") {
  const namespace = SPACES[tag] ?? space;
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes))
    // a content security policy may forbid the style attribute, but not the CSSOM
    if (name === "style") /** @type {any} */ (element).style.cssText = value;
    else element.setAttribute(name, value);
  element.append(
    ...children.map((child) => (typeof child === "string" ? child : draw(document, child, namespace))),
  );
  return element;
}

/**
 * The inverse of `draw`: the data of an element and its descendants, without comments.
 * @param {Element} element @returns {Poster}
 */
export function dataOf({ localName, attributes, childNodes }) {
  const texts = Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
  const children = [...childNodes].filter(({ nodeType }) => nodeType === 1 || nodeType === 3);
  const data = (/** @type {any} */ node) => (node.nodeType === 1 ? dataOf(node) : node.nodeValue);
  return [localName, texts, ...children.map(data)];
}
