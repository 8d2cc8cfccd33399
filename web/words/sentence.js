/**
 * Sentences: texts of a language, filled with facts and cut where a role or a cell is marked. In a text "{n}" is a fact, "{~n}" a
 * number in words, and "{n:word¦words}" the first form if n is 1 or, for other types, true; else the second, or nothing without one.
 */

/** @typedef {string | ((...facts: any[]) => any)} Text a template, or a function of the facts it names */
/** @typedef {{ text: string, name?: string }} Span */
/**
 * @typedef {object} Grammar
 * @property {(n: number) => string} spell a number in words
 * @property {(left: string, right: string) => string} apart the separator between a text and a fact in it
 * @property {(said: string) => string} finish completes a sentence whose facts are filled in: its capital, its spaces
 * @property {string} stop ends a sentence @property {string} colon separates a name from its numbers
 * @property {(sentences: string[]) => string} together joins sentences that follow one another
 */

/**
 * Fills the facts into a text. Facts are not read as templates themselves; unknown ones stay as "{name}".
 * @param {Text} text @param {Record<string, any>} [facts] @param {Grammar} [grammar] @returns {string}
 */
export function fill(text, facts = {}, grammar) {
  if (typeof text === "function") return text(facts);
  const pieces = text.split(/([{¦}])/);
  let at = 0;
  return form("");

  /** Returns the text up to one of the signs that end it. @param {string} ends */
  function form(ends) {
    let said = "";
    for (; at < pieces.length && !(pieces[at] && ends.includes(pieces[at])); at++) {
      const next = pieces[at] === "{" ? slot() : pieces[at];
      said += (grammar?.apart(said, next) ?? "") + next;
    }
    return said;
  }

  /** Returns a fact, or the form that depends on it. */
  function slot() {
    const [, spelled, name, colon] = /** @type {RegExpExecArray} */ (/^(~?)(\w+)(:?)/.exec(pieces[++at]));
    const fact = facts[name];
    if (!colon) {
      at++;
      return name in facts ? String(spelled ? grammar?.spell(fact) : fact) : `{${name}}`;
    }
    pieces[at] = pieces[at].slice(name.length + 1);
    const forms = [form("¦}")];
    for (; pieces[at] === "¦"; at++, forms.push(form("¦}")));
    return forms[(typeof fact === "number" ? fact === 1 : fact) ? 0 : 1] ?? "";
  }
}

/** The signs of marks, for which characters that no text contains, from this one on, stand where they mark nothing. */
const [SIGNS, FIRST] = ["[|]", 0xfdd0];

/** Makes a reader's text safe as a part of a sentence, even within a mark: its brackets mark nothing. @param {string} label */
export const literal = (label) =>
  label.replace(/[[|\]]/g, (sign) => String.fromCharCode(FIRST + SIGNS.indexOf(sign)));

/** Cuts a sentence into spans at its marks: "[query|query:0,0,1,*]" is a text with a name. @param {string} text @returns {Span[]} */
export const cut = (text) =>
  text
    .split(/(\[[^\]|]*\|[^\]]*\])/)
    .filter(Boolean)
    .map((piece) => {
      const [, shown, name] = /^\[([^\]|]*)\|([^\]]*)\]$/.exec(piece) ?? [];
      const text = (shown ?? piece).replace(/[\ufdd0-\ufdd2]/g, (sign) => SIGNS[sign.charCodeAt(0) - FIRST]);
      return name === undefined ? { text } : { text, name };
    });

/** The index of a parameter, such as W_Q, with the sign that lowers it. */
export const INDEX = /(?<=\b[WbX])_([QKVO]|kv|v)(?!\w)/g;

/** Returns spans as plain text. @param {{ text: string }[]} list */
export const plain = (list) => list.map(({ text }) => text).join("");

/** Capitalizes the first letter, which may be inside a mark, unless it is a symbol such as e. @param {string} said */
export const capital = (said) =>
  said.replace(/^(\[?)(\p{Ll})(?=\p{L}|(?<=a) )/u, (_, mark, letter) => mark + letter.toUpperCase());

/**
 * Returns the name of a tensor: "grad_scores" is the gradient of the scores, "self.weights" the weights of the stage self,
 * "after.weights" those after a training step.
 * @param {Record<string, any>} words @param {string} tensor @returns {string}
 */
export function tensorName(words, tensor) {
  const { tensors, grammar } = words;
  if (tensor.startsWith("after."))
    return fill(tensors.after, { tensor: tensorName(words, tensor.slice(6)) }, grammar);
  const dot = tensor.lastIndexOf(".");
  if (dot > 0) {
    const stage = stageName(words, tensor.slice(0, dot));
    return fill(tensors.inStage, { stage, tensor: tensorName(words, tensor.slice(dot + 1)) }, grammar);
  }
  if (tensor.startsWith("grad_"))
    return fill(tensors.gradient, { tensor: tensorName(words, tensor.slice(5)) }, grammar);
  return tensors[tensor] ?? tensor;
}

/**
 * Returns the name of a stage of a chain: words, perhaps with a number, for stages of the presets; the id of any other.
 * @param {any} words @param {string} id @returns {string}
 */
export function stageName({ stages }, id) {
  const [, name, number = ""] = /^(.*?)(_\d+)?$/.exec(id) ?? [];
  return Object.hasOwn(stages, name) ? stages[name] + number.replace("_", " ") : id;
}

/** Patterns in the names of tensors, with what replaces them in the name of one cell or row. @type {[RegExp, string][]} */
const KINDS = [
  [/^grad_.*/, "gradient"],
  [/^x_v$/, "x"],
  [/^w_.*/, "parameters"],
  [/^b_.*/, "bias"],
  [/^projected_/, ""],
  [/^key_mask$/, "mask"],
  [/^[ab]$/, "vectors"],
  [/^length_.*/, "length"],
];

/**
 * Returns the name of one cell or row of a tensor: "score".
 * @param {Record<string, any>} words @param {string} tensor @returns {string}
 */
export function cellWord({ shown, tensors }, tensor) {
  const short = tensor.slice(tensor.lastIndexOf(".") + 1);
  const [kind, word] = KINDS.find(([pattern]) => pattern.test(short)) ?? [/^$/, ""];
  const name = short.replace(kind, word);
  return shown[name] ?? tensors[name] ?? short.replaceAll("_", " ");
}
