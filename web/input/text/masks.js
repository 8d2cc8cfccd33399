/** Tells what a mask that a listing computes hides: the tokens that come later, or what a given mask marks. */
import { withoutComments } from "./computing.js";

const MODULES = /\b(?:np|numpy|torch|tf|jnp|math|F|self|sys)\./g;
const ONES = String.raw`ones(?:_like)?\((?:[^()\n]|\([^()\n]*\)){0,60}\)`;
const OFFSET = String.raw`(?:diagonal=|k=)?`;
/**
 * What code says, in three words: NEVER for a number that no score outweighs, LATER for a mask of the entries behind the
 * diagonal, SEEN for one of the others. First what makes these, then what leaves a mask as it is, then what inverts it.
 * @type {[RegExp, string][]}
 */
const MEANINGS = [
  [/-?(?:float\(["']-?inf(?:inity)?["']\)|\binf(?:inity)?\b|\b1e\d+|finfo\([^()\n]{0,40}\)\.min)/gi, "NEVER"],
  [new RegExp(String.raw`tril\(${ONES}(?:,${OFFSET}0)?\)|${ONES}\.tril\(\)`, "g"), "SEEN"],
  [new RegExp(String.raw`triu\(${ONES},${OFFSET}1\)|${ONES}\.triu\(${OFFSET}1\)`, "g"), "LATER"],
  [/triu\(full\((?:\([^()\n]*\)|[^()\n]){1,60},NEVER\),(?:diagonal=|k=)?1\)/g, "LATER*NEVER"],
  [
    /\b(SEEN|LATER)(?:\.(?:bool|float|to|type|astype|view|unsqueeze)\([\w.,-]*\)|\[[:\w,]*\]|==(?:1|True)\b)/g,
    "$1",
  ],
  [/\bSEEN==(?:0|False)\b|~SEEN\b|logical_not\(SEEN\)|\(?\b1(?:\.0?)?-SEEN\b\)?/g, "LATER"],
  [/\bLATER==(?:0|False)\b|~LATER\b|logical_not\(LATER\)|\(?\b1(?:\.0?)?-LATER\b\)?/g, "SEEN"],
  [/\((SEEN|LATER)\)/g, "$1"],
  [/\bNEVER\*LATER\b/g, "LATER*NEVER"],
];
/** A name for a mask, in an assignment or of a buffer. */
const NAMED = /^(\w+)=(SEEN|LATER(?:\*NEVER)?);?$|register_buffer\(["'](\w+)["'],(SEEN|LATER)\b/m;

/** Uses of masks that hide what comes later, and comparisons of two indices that do. */
const USES = [
  /(?:masked_fill_?|where)\(LATER,NEVER|where\(SEEN,[^\n]{1,99}?,NEVER|LATER\*NEVER|\[LATER\]=NEVER/,
  /\bif\(?(\w+)>(\w+)\)?[:{]?\n?\w+\[\2(?:\]\[|,)\1\]=NEVER/,
  /\bfor\(?(?:int|let)?(\w+)(?:=|inrange\()(\w+)\+1\b[^\n{:]{1,60}[\n{:)]+\w+\[\2(?:\]\[|,)\1\]=NEVER/,
  /\[(\w+),\1\+1:\]=NEVER/,
  /[(,](?:is_)?causal=True\b/,
];
/** What may hide keys. */
const HIDES =
  /masked_fill|\btri[ul]\b|band_part|causal|\bj > i\b|\]\s*=\s*(?:-|float\(["']-)(?:\w{1,9}\.)?(?:inf|1e\d)/i;

/** Whether lines hide some keys. @param {string} code */
export const hidesKeys = (code) => HIDES.test(code);

/** Whether lines hide exactly the tokens that come later; with the name of a mask, whether they hide what it marks. @param {string} text @param {string} [mask] */
export function hidesLater(text, mask) {
  if (!/inf|1e\d|causal/i.test(text)) return false;
  let code = withoutComments(text).replace(/ /g, "").replace(MODULES, "");
  let name = mask?.replace(/^self\./, "");
  let meaning = "LATER";
  // a mask, and perhaps others made of it
  for (let round = 0; round < 4; round++) {
    if (name)
      code = code.replace(new RegExp(String.raw`\b${name.replace(/\W/g, "\\$&")}\b(?!["'])`, "g"), meaning);
    for (const [form, word] of [...MEANINGS, ...MEANINGS]) code = code.replace(form, word);
    const [found = "", mask, masks, buffer, kept] = NAMED.exec(code) ?? [];
    if (!found) break;
    code = code.replace(found, "");
    [name, meaning] = [mask ?? buffer, masks ?? kept];
  }
  return USES.some((form) => form.test(code)) && !/causal=False/.test(code);
}
