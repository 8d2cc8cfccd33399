/** The formula as native MathML, made of nodes, never of HTML text. */

/**
 * @typedef {object} FormulaNode
 * @property {string} tag
 * @property {string} [id] the symbol, when it is one that lights up
 * @property {string} [role] the colour of its underline
 * @property {string} [tensor] the matrix it stands for
 * @property {string} [text]
 * @property {boolean} [off] faint: a part that is switched off
 * @property {FormulaNode[]} [children]
 */

const space = "http://www.w3.org/1998/Math/MathML";

/**
 * @param {Document} document
 * @param {FormulaNode} node
 * @returns {{ math: Element, symbols: Map<string, { element: Element, node: FormulaNode }> }}
 */
export function createFormula(document, node) {
  const symbols = new Map();
  const math = document.createElementNS(space, "math");
  math.setAttribute("display", "inline");
  math.append(build(document, node, symbols));
  return { math, symbols };
}

/** @param {Document} document @param {FormulaNode} node @param {Map<string, { element: Element, node: FormulaNode }>} symbols @returns {Element} */
function build(document, node, symbols) {
  const element = document.createElementNS(space, node.tag);
  if (node.children) element.append(...node.children.map((child) => build(document, child, symbols)));
  else element.textContent = node.text ?? "";
  if (node.tag === "mo") element.setAttribute("stretchy", "false");
  if (!node.id && !node.off) return element;
  // the underline hangs on a row of its own, so that scripts and roots keep their places
  const symbol = document.createElementNS(space, "mrow");
  symbol.append(element);
  symbol.setAttribute("class", `symbol${node.role ? " role" : ""}${node.off ? " off" : ""}`);
  if (node.role) symbol.setAttribute("data-role", node.role);
  if (node.id) {
    symbol.setAttribute("data-symbol", node.id);
    symbols.set(node.id, { element: symbol, node });
  }
  return symbol;
}
