/** Sentences: texts of a language, filled with facts and cut where a role or a cell is marked. */

/** @typedef {string | ((...facts: any[]) => any)} Text a template with {names}, or a function of what holds */
/** @typedef {{ text: string, role?: string, cell?: string }} Span */

/**
 * A text with its facts filled in.
 * @param {Text} text @param {Record<string, any>} [facts] @returns {string}
 */
export function fill(text, facts = {}) {
  if (typeof text === "function") return text(facts);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

/**
 * A filled text as spans: "[value|value]" is underlined in the role's colour.
 * @param {Text} text @param {Record<string, any>} [facts] @returns {Span[]}
 */
export function spans(text, facts) {
  return fill(text, facts)
    .split(/(\[[^\]]*\])/)
    .filter(Boolean)
    .map((piece) => {
      if (!piece.startsWith("[")) return { text: piece };
      const [shown, role, cell] = piece.slice(1, -1).split("|");
      return cell ? { text: shown, role, cell } : { text: shown, role };
    });
}

/** Spans as plain text. @param {Span[]} list */
export const plain = (list) => list.map(({ text }) => text).join("");

/** What a tensor is called: "grad_scores" is the gradient of the scores, "self.weights" the weights of the stage self. @param {Record<string, any>} words @param {string} tensor @returns {string} */
export function tensorName(words, tensor) {
  const { tensors } = words;
  const stage = tensor.lastIndexOf(".");
  if (stage > 0)
    return fill(tensors.inStage, {
      stage: tensor.slice(0, stage),
      tensor: tensorName(words, tensor.slice(stage + 1)),
    });
  if (tensor.startsWith("grad_"))
    return fill(tensors.gradient, { tensor: tensorName(words, tensor.slice(5)) });
  return tensors[tensor] ?? tensor;
}
