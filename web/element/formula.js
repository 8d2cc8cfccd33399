/** Draws a story's formula as native MathML, built from nodes, never from HTML text. */
import { makeIn } from "./dom.js";

/**
 * @typedef {object} FormulaNode
 * @property {string} tag
 * @property {string} [id] of a symbol that can be highlighted
 * @property {string} [role] the colour of its underline
 * @property {string} [tensor] the matrix it stands for
 * @property {string} [text]
 * @property {FormulaNode[]} [children]
 */

const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * @param {Document} document
 * @param {FormulaNode} node
 * @returns {{ math: Element, symbols: Map<string, { element: Element, node: FormulaNode }> }}
 */
export function createFormula(document, node) {
  const symbols = new Map();
  const math = makeIn(document, MATHML, "math", { display: "inline" }, build(document, node, symbols));
  return { math, symbols };
}

/** @param {Document} document @param {FormulaNode} node @param {Map<string, { element: Element, node: FormulaNode }>} symbols @returns {Element} */
function build(document, node, symbols) {
  const { tag, id, role, text = "", children } = node;
  const content = children?.map((child) => build(document, child, symbols)) ?? [text];
  const element = makeIn(document, MATHML, tag, { stretchy: tag === "mo" && "false" }, ...content);
  if (!id) return element;
  // a row around the symbol carries the underline, so that scripts and roots keep their positions
  const look = { class: `symbol${role ? " role" : ""}`, "data-role": role ?? null };
  const symbol = makeIn(document, MATHML, "mrow", { ...look, "data-symbol": id }, element);
  symbols.set(id, { element: symbol, node });
  return symbol;
}
