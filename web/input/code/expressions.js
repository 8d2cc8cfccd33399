/** Writes expressions of cells in a language, with parentheses where precedence requires them. */

/** @typedef {import("./cells.js").Expression} Expression */
/** @typedef {string | [text: string, level: number]} Spelled level: precedence, 2 for sums, 3 for products; a text alone needs no parentheses */
/** @typedef {(expression: Expression, least?: number) => string} Write least: the lowest precedence that needs no parentheses */
/**
 * @typedef {object} Grammar
 * @property {(inside: string) => string} enclose in parentheses
 * @property {(name: string, index: string[]) => string} ref
 * @property {(value: number) => string} number
 * @property {string} times between factors
 * @property {(factor: Expression, write: Write) => Spelled} [square]
 * @property {(of: [Expression, Expression], write: Write) => Spelled} [over]
 * @property {(name: string, of: string[]) => Spelled} call
 * @property {(tests: string[], of: [Expression, Expression], write: Write) => Spelled} choose the first if all tests hold, else the second
 * @property {(many: Expression & { is: "sum" | "max" }, write: Write) => Spelled} many
 */

/** @param {Grammar} grammar @returns {Write} */
export function writer(grammar) {
  /** @type {Write} */
  const write = (e, least = 0) => {
    const spelled = spell(e);
    if (typeof spelled === "string") return spelled;
    const [text, level] = spelled;
    return level < least ? grammar.enclose(text) : text;
  };
  const all = (/** @type {Expression[]} */ of, /** @type {number} */ least) =>
    of.map((operand) => write(operand, least));
  return write;

  /** @param {Expression} e @returns {Spelled} */
  function spell(e) {
    switch (e.is) {
      case "ref":
        return grammar.ref(e.name, e.index);
      case "number":
        return [grammar.number(e.value), e.value < 0 ? 2 : 9];
      case "add":
        return [all(e.of, 2).join(" + "), 2];
      case "minus":
        return [`${write(e.of[0], 2)} - ${write(e.of[1], 3)}`, 2];
      case "times":
        if (grammar.square && e.of.length === 2 && e.of[0] === e.of[1]) return grammar.square(e.of[0], write);
        return [all(e.of, 3).join(grammar.times), 3];
      case "over":
        return grammar.over?.(e.of, write) ?? [`${write(e.of[0], 3)} / ${write(e.of[1], 4)}`, 3];
      case "call":
        return grammar.call(e.name, all(e.of, 0));
      case "if":
        return grammar.choose(e.tests, e.of, write);
      default:
        return grammar.many(e, write);
    }
  }
}
