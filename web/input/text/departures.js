/**
 * Finds what the lines of a listing compute that attention here does not: another function in place of softmax, softmax along
 * another axis, terms added to scores or output. None of it is read, so the result differs from the listing's.
 */
import { scoresAreColumns, withoutComments } from "./computing.js";
import { ASIDE, MOST_HEAD, PRINTS } from "./forms.js";
import { keyOf } from "./names.js";

/** What scores end with, or the factor that scales them. */
const SCORES = String.raw`(?:\b(?:scores?\w*|logits|attn|wei)|\.(?:T|t\(\))|sqrt\([^()]*\)|\*\* ?0?\.5)\)*`;
const CHANGES = [
  // functions of tokens, queries, keys, scores or weights
  /\b\w*(?:relu6?|gelu|elu|silu|sigmoid|softplus|tanh|sparsemax|entmax\w*|(?:log|gumbel)_softmax|cosine_similarity|cdist|normalize|norm\d?|rotate\w*|rotary\w*|rope|sin|cos|exp2f?|top_?k)\(/i,
  /\bmaximum\(.*, ?0(?:\.0?)? ?\)/,
  // dropout, unless its rate is 0
  /\b(?:Dropout|F\.dropout)\((?!.*\b0(?:\.0*)?\))|dropout\w* ?= ?0?\.\d*[1-9]/,
  // a power of scores, a difference of queries and keys, one more in the sum of softmax
  new RegExp(String.raw`${SCORES} ?(?:\*\*|\.\^) ?[2-9]|${SCORES}\.(?:pow|square)\(|\bq\w* - k`, "i"),
  /\b1(?:\.0?)? ?\+ ?[\w.]*sum\b/,
  // a mask of factors, and a sum of scores and what is no mask
  /^(?!.*(?:\b1e\d|inf|\bmin\b)).*\*=? ?(?:\(1 - )?(?:\w*mask\b|[\w.]*tril\b)/i,
  new RegExp(String.raw`${SCORES} ?\+ ?(?!\w*(?:mask|bias|causal|eps)|b_|\d)\w`, "i"),
];
/** A softmax, or its sum, along the first axis; in MATLAB and Julia also without one. */
const ALONG_QUERIES = [
  /softmax\((?:.*, ?)?(?:(?:axis|dim) ?= ?)?(?:0|-2) ?\)/i,
  /\/ ?\(?[\w.]*(?:exp\.?\(.*\)\.)?sum\(.*\b(?:(?:axis|dim) ?= ?0|dims ?= ?1)\b/,
  /\.\/ ?sum\(exp\([^(),]*\)\)|softmax\([^,]*\w'[^,]*\)/,
];
/** A share of the sum of a whole matrix, unless the rows are taken one by one. */
const [OF_ALL, ROW_BY_ROW] = [
  /\/ ?(?:[\w.]*\bsum\((?:[\w.]*exp\(\w+\)|\w+)\)|\w+\.sum\(\))/,
  /\bfor\b|along_axis|\bmap\(/,
];
/** A softmax along the last axis: one along the first beside it is that of a single query. */
const ALONG_KEYS = /softmax\([^\n]*(?:axis|dim) ?= ?-?1\b/i;
/** What makes weights as softmax does. */
const SOFTMAX = /softmax|(?<![a-z])exp\w*\.?\(|scaled_dot|atten\w*\(|\be ?\*\*/i;
/** A product by a call, `matmul(q, …)` or `einsum("id,jd->ij", q, …)`, and one by a sign. */
const [CALLED, PRODUCT] = [
  /(?:[\w.]*(?:matmul|dot|mm)\(|einsum\(\S*,) ?(\w+) ?,/g,
  /(?<![\w.\])])(\w+)(?:\.T|')? ?[@*] ?\(?(?:[\w.]*transpose\()?(\w+)/g,
];
/** Products of keys by transposed queries, and of queries by keys as they are. */
const [KEYS_FIRST, UNTURNED] = [
  /(?<![\w.\])])(?<key>\w+) ?[@*] ?\(?(?:[\w.]*transpose\( ?)?(?<query>\w+)(?:\.m?T\b|\.(?:t|transpose|permute|swapaxes)\(|'|(?<=transpose\( ?\w+))/g,
  /(?<![\w.\])])(?<query>\w+) ?@ ?(?<key>\w+)(?![\w.([])/g,
];
/** What is made by a product whose first factor is an input, so that its tokens are rows. */
const PROJECTED = /(?<![\w.])(\w+)(?:, ?\w+)* ?= ?(\w+) ?[@*]/g;
/** What transposes a matrix. */
const TURNS = /\.m?T\b|\.t\(\)|transpose|permute|swapaxes|einsum|\w'/;
/** The last factor of a product. */
const LAST = /@ ?(\w+)\)?;?$/;

/** Returns code with strings left empty, and with signs in place of calls that multiply. @param {string} text */
const plain = (text) => withoutComments(text).replace(ASIDE, '""').replace(CALLED, "$1 @");

/**
 * Returns the lines that compute otherwise.
 * @param {string[]} lines that were left out
 * @param {string} listing
 * @param {Map<string, { value: any, isRow?: boolean }>} literals by name
 * @param {Set<string>} computed names of what is computed from them
 * @returns {string[]}
 */
export function departuresIn(lines, listing, literals, computed) {
  const code = plain(listing);
  const forms = formsIn(code, literals, computed);
  const isUnweighted = !SOFTMAX.test(code);
  const asked = askedOtherwise(code, literals);
  return lines.filter((line) => {
    const bare = plain(line.slice(0, MOST_HEAD)).replace(/\n/g, " ").trim();
    if (PRINTS.test(bare) || /^(?:def|class|function|import|from) /.test(bare)) return false;
    const isMixed = () => keyOf(LAST.exec(bare)?.[1] ?? "") === "value";
    return forms.some((form) => form.test(bare)) || asked(bare) || (isUnweighted && isMixed());
  });
}

/**
 * Returns the forms of lines that compute otherwise.
 * @param {string} code
 * @param {Map<string, { value: any, isRow?: boolean }>} literals
 * @param {Set<string>} computed
 */
function formsIn(code, literals, computed) {
  const anyOf = (/** @type {Iterable<string>} */ names) =>
    String.raw`(?<![\w.])(?:${[...names].map((name) => name.replace(/\W/g, "\\$&")).join("|") || "(?!)"})(?!\w)`;
  const matrices = [...literals].filter(([, { value, isRow }]) => Array.isArray(value?.[0]) && !isRow);
  const namesOf = (/** @type {RegExp} */ key) =>
    matrices.flatMap(([name]) => (key.test(keyOf(name) ?? "-") ? [name] : []));
  const inputs = namesOf(/^x/);
  // with what is no more than a view of them
  const viewed = new RegExp(String.raw`^ ?(\w+) ?= ?${anyOf(inputs)}(?:[.[][^@*+/]*)?$`, "gm");
  const views = new Set([...inputs, ...Array.from(code.matchAll(viewed), ([, name]) => name)]);
  const others = [...computed].filter((name) => !views.has(name) && !literals.has(name));
  const forms = [
    ...CHANGES,
    // what is added to inputs or output, other inputs of the weights, and matrices that are no part of a problem
    new RegExp(String.raw`^[^>]*(?:${anyOf(views)} ?\+=? ?[A-Za-z_]|\+ ?${anyOf(views)}(?![.[(]))`),
    new RegExp(String.raw`${anyOf(others)} ?@ ?${anyOf(namesOf(/^w_[qkv]$/))}(?!\[)`),
    new RegExp(anyOf(namesOf(/^-$/))),
  ];
  if (!ALONG_KEYS.test(code) && scoresHaveRows(code, literals))
    forms.push(...ALONG_QUERIES, ...(ROW_BY_ROW.test(code) ? [] : [OF_ALL]));
  return forms;
}

/**
 * Returns whether a line multiplies keys by queries, or queries by keys that are not transposed or are themselves transposed: each
 * score is then another one.
 * @param {string} code
 * @param {Map<string, { value: any }>} literals
 * @returns {(line: string) => boolean}
 */
function askedOtherwise(code, literals) {
  const multiplies = (/** @type {string} */ line, /** @type {RegExp} */ form) =>
    Array.from(line.matchAll(form), ({ groups: { key = "", query = "" } = {} }) => ({ key, query })).some(
      ({ key, query }) =>
        keyOf(key) === "key" && keyOf(query) === "query" && !isSingle(query, code, literals),
    );
  const isTurned = TURNS.test(code) || ROW_BY_ROW.test(code);
  // transposed again, as scores or as weights
  const isTurnedBack =
    TURNS.test(code.replace(KEYS_FIRST, "")) || ALONG_QUERIES.some((form) => form.test(code));
  // features then attend to features
  const areRows = Array.from(code.matchAll(PROJECTED)).some(
    ([, a, b]) => keyOf(a) === "query" && /^x/.test(keyOf(b) ?? ""),
  );
  return (line) =>
    (areRows && scoresAreColumns(line)) ||
    (!isTurnedBack && multiplies(line, KEYS_FIRST)) ||
    (!isTurned && multiplies(line, UNTURNED));
}

/**
 * Whether a name is that of one query, not of several.
 * @param {string} name @param {string} code
 * @param {Map<string, { value: any }>} literals
 * @param {number} [level]
 * @returns {boolean}
 */
function isSingle(name, code, literals, level = 0) {
  const value = literals.get(name)?.value;
  if (value) return !Array.isArray(value[0]) || value.length === 1;
  const made = new RegExp(String.raw`(?<![\w.])${name} ?= ?(\w+)(\[\w+\])?`);
  const [, from = "", entry] = made.exec(code) ?? [];
  return Boolean(entry) || (from !== "" && level < 4 && isSingle(from, code, literals, level + 1));
}

/**
 * Whether scores are computed with a row for each of several queries.
 * @param {string} code
 * @param {Map<string, { value: any }>} literals
 */
function scoresHaveRows(code, literals) {
  const pairs = Array.from(code.matchAll(PRODUCT), ([, a, b]) => [a, keyOf(a) ?? "", keyOf(b) ?? ""]);
  return pairs.some(
    ([name, a, b]) =>
      /^(?:query|x)$/.test(a) && /^(?:key|x|x_kv)$/.test(b) && !isSingle(name, code, literals),
  );
}
