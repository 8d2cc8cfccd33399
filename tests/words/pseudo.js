// A third language, made from English: every letter of every text in another alphabet, so that what is still in
// Latin letters was not taken from the words. Runs in Node and in pages.

/** Names to fill in, roles and cells stay; letters change. */
const foreign = (text) =>
  text.replace(/\{~?\w+|\|[^\]]*(?=\])|[A-Za-z]/g, (found) => {
    if (found.length > 1 || found === "|") return found;
    const code = found.charCodeAt(0);
    return String.fromCharCode(code + (code < 97 ? 0x410 - 65 : 0x430 - 97));
  });

/** All words of a language in the other alphabet. @param {any} words */
export function pseudo(words) {
  if (typeof words === "string") return foreign(words);
  if (typeof words === "function") return (...facts) => pseudo(words(...facts));
  if (words === null || typeof words !== "object") return words;
  if (Array.isArray(words)) return words.map(pseudo);
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudo(value)]));
}

/** Adds it to the list, with its texts. @param {typeof import("../../web/words/index.js")} words */
export function addPseudo({ addTexts, languages }) {
  languages.push({ id: "xx", tag: "xx", name: "Жж" });
  addTexts("xx", pseudo(languages[0].texts));
}

// what stands in formulas in every language
const notation =
  /^(exp|rad|max|tanh|cos|arccos|kv|ln|lse|av|softmax|score|concat|e?NaN|[XWb]_?(Q|K|V|O|kv))$/;

/** The words in Latin letters that a text still has. @param {string} text */
export const leftOver = (text) => (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !notation.test(word));
