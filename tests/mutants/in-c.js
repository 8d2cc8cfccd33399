// Mutations of C: small slips in single tokens, inside functions only.

/**
 * A mutation: replaces the text of a file from start to end.
 * @typedef {{ start: number, end: number, text: string }} Change
 */

const SWAPS = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "==": ["!="],
  "!=": ["=="],
  "&&": ["||"],
  "||": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  "|": ["&"],
  "&": ["|"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["/="],
  "/=": ["*="],
  "|=": ["&="],
  "&=": ["|="],
  break: ["continue"],
  continue: ["break"],
  true: ["false"],
  false: ["true"],
};
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/.*|^[ \t]*#(?:\\\n|.)*|\s+|[A-Za-z_]\w*|\.?\d(?:[\w.]|[eE][+-])*|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|->|\+\+|--|<<=|>>=|<<|>>|[<>=!+\-*/%|&^]=|&&|\|\||[\s\S]/gm;
const isWord = (text) => /^[A-Za-z_]/.test(text ?? "");
const isNumber = (text) => /^\.?\d/.test(text ?? "");
const KEYWORD = /^(if|else|for|while|do|switch|case|default|return|break|continue|sizeof|goto)$/;

/**
 * Returns the tokens of a file, without white space, comments and preprocessor lines; each says whether it is in a function and
 * how many parentheses are open.
 */
function tokens(source) {
  const found = [];
  let [depth, round] = [0, 0];
  let inside = false;
  for (const { 0: text, index } of source.matchAll(TOKEN)) {
    if (/^(\s|\/\*|\/\/)/.test(text) || (text.length > 1 && text.trimStart().startsWith("#"))) continue;
    if (text === "{" && depth++ === 0) inside = found.at(-1)?.text === ")";
    if (text === "}") depth--;
    if (text === "(") round++;
    if (text === ")") round--;
    found.push({ text, start: index, end: index + text.length, inside: inside && depth > 0, round });
  }
  return found;
}

/** Returns the index of the bracket that closes the one at k. */
function closing(list, k) {
  let depth = 0;
  for (let n = k; n < list.length; n++) {
    if (/^[([{]$/.test(list[n].text)) depth++;
    if (/^[)\]}]$/.test(list[n].text) && --depth === 0) return n;
  }
  return list.length - 1;
}

/** Reports whether a statement begins at k. */
function begins(list, k) {
  const before = list[k - 1].text;
  if (list[k].round > 0) return false;
  if (/^([{};:]|else|do)$/.test(before)) return before !== ":" || /^(case|default)$/.test(list[k - 3]?.text);
  if (before !== ")") return false;
  let open = k - 1;
  for (let depth = 0; ; open--) {
    if (list[open].text === ")") depth++;
    if (list[open].text === "(" && --depth === 0) break;
  }
  return /^(if|for|while|switch)$/.test(list[open - 1].text);
}

/** Reports whether a declaration, a type and a name, begins at k. */
const declares = (list, k) =>
  /^(const|static|struct|enum)$/.test(list[k].text) ||
  (isWord(list[k].text) && !KEYWORD.test(list[k].text) && /^(\*|[A-Za-z_]\w*)$/.test(list[k + 1].text));

/**
 * Returns every mutation of a file.
 * @param {string} source
 * @returns {Change[]}
 */
export function changesInC(source) {
  const list = tokens(source);
  /** @type {Change[]} */
  const changes = [];
  const put = (start, end, text) => changes.push({ start, end, text });
  let declaring = false; // until the = of a declaration
  for (let k = 1; k < list.length; k++) {
    const { text, start, end, inside } = list[k];
    if (!inside || text === "{") continue;
    const before = list[k - 1];
    const afterValue = before.text !== "return" && /^[\w.)\]]/.test(before.text);
    const forHead = before.text === "(" && list[k - 2].text === "for";
    if (forHead || begins(list, k)) {
      declaring = declares(list, k);
      if (!declaring && !forHead && (text === "*" || (isWord(text) && !KEYWORD.test(text))))
        put(start, list.find((one, n) => n > k && one.text === ";").start, "");
    }
    if (text === "=") declaring = false;
    if (text === "if") {
      const condition = [list[k + 1].end, list[closing(list, k + 1)].start];
      put(...condition, `!(${source.slice(...condition)})`);
    }
    if (text === "!") put(start, end, "");
    if (text === "-" && !afterValue) put(start, end, "");
    // the size of an array with an initializer is not an index, and a larger one is no defect
    if (text === "[" && list[closing(list, k) + 1].text === "=" && list[closing(list, k) + 2].text === "{") {
      k = closing(list, k);
      continue;
    }
    if (text === "[" && !declaring && afterValue) {
      const index = [end, list[closing(list, k)].start];
      for (const by of ["+ 1", "- 1"]) put(...index, `(${source.slice(...index)}) ${by}`);
    }
    if (isNumber(text) && !declaring)
      for (const by of [1, -1]) {
        const whole = /^\d{1,15}$/.test(text);
        if (whole && Number(text) + by < 0) continue;
        put(start, end, whole ? String(Number(text) + by) : `(${text} ${by < 0 ? "-" : "+"} 1)`);
      }
    const binary = !/^[-+*&]$/.test(text) || (afterValue && !(declaring && text === "*"));
    const pointer = text === "*" && /^[)*,]$/.test(list[k + 1].text);
    if (binary && !pointer && Object.hasOwn(SWAPS, text))
      for (const other of SWAPS[text]) put(start, end, other);
  }
  return changes;
}
