/** Posters: the first picture of a player as data, from which it is drawn without HTML, so that it passes any content policy. */

/** @typedef {[tag: string, attributes: Record<string, string>, ...children: any[]]} Poster children: posters and texts */

/** Namespaces of the elements that begin another one. @type {Record<string, string>} */
const SPACES = { svg: "http://www.w3.org/2000/svg", math: "http://www.w3.org/1998/Math/MathML" };

/** @param {Document} document @param {Poster} poster @param {string} [space] namespace of its parent @returns {Element} */
export function draw(document, [tag, attributes, ...children], space = "http://www.w3.org/1999/xhtml") {
  const own = SPACES[tag] ?? space;
  const element = document.createElementNS(own, tag);
  for (const [name, value] of Object.entries(attributes))
    // the attribute would be refused where a page allows no styles of its own
    if (name === "style") /** @type {any} */ (element).style.cssText = value;
    else element.setAttribute(name, value);
  element.append(
    ...children.map((child) => (typeof child === "string" ? child : draw(document, child, own))),
  );
  return element;
}

/** The data of an element. @param {Element} element @returns {Poster} */
export function dataOf({ localName, attributes, childNodes }) {
  const texts = Object.fromEntries([...attributes].map(({ name, value }) => [name, value]));
  const children = [...childNodes].filter(({ nodeType }) => nodeType === 1 || nodeType === 3);
  const data = (/** @type {any} */ node) => (node.nodeType === 1 ? dataOf(node) : node.nodeValue);
  return [localName, texts, ...children.map(data)];
}
