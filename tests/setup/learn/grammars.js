// The toy grammars: every sentence that each allows, as a list of examples. Whoever learns from them sees the words
// alone; `aligned` is for measuring afterwards where a decoder looked.

/**
 * @typedef {object} Pair a sentence and its translation
 * @property {string[]} source
 * @property {string[]} target
 * @property {number[]} aligned for each target word the place of the source word it stands for; -1: none
 */

/** @typedef {[string, ...string[]]} Said a source word, and the words it is translated by */

/** Target words that stand for no source word. */
const unaligned = new Set(["the-"]);

/**
 * @param {Said[]} words in the order of the source
 * @param {number[]} order the places of the source words in the order of the target
 * @returns {Pair}
 */
function pairOf(words, order) {
  const said = order.flatMap((place) =>
    words[place].slice(1).map((word) => ({ word, place: unaligned.has(word) ? -1 : place })),
  );
  return {
    source: words.map(([word]) => word),
    target: said.map(({ word }) => word.replace("-", "")),
    aligned: said.map(({ place }) => place),
  };
}

/** @param {string} text "cat:chat dog:chien" @returns {Said[]} */
const words = (text) => text.split(" ").map((entry) => /** @type {Said} */ (entry.split(/[:+]/)));

/** Every choice of one from each list. @template T @param {T[][]} lists @returns {T[][]} */
const choices = ([first, ...rest]) =>
  first ? first.flatMap((one) => choices(rest).map((others) => [one, ...others])) : [[]];

/** English → French: the adjective goes behind its noun. */
export function englishFrench(gender = true, nAdj = 4, nNoun = 6) {
  const articles = words("the:le a:un");
  const nouns = (
    gender
      ? words("cat:chat dog:chien horse:cheval mouse:souris cow:vache sheep:brebis")
      : words("cat:chat dog:chien horse:cheval rabbit:lapin boy:garçon fish:poisson")
  ).slice(0, nNoun);
  const fem = new Set(["mouse", "cow", "sheep"]);
  const adjectives = words("black:noir white:blanc calm:calme shy:timide").slice(0, nAdj);
  const alone = words("sleeps:dort eats:mange sings:chante");
  const verbs = words("sees:voit follows:suit likes:aime");
  const F = { le: "la", un: "une", noir: "noire", blanc: "blanche" };
  const agree = (list) => {
    if (!gender || !fem.has(list.at(-1)[0])) return list;
    return list.map(([s, t]) => [s, F[t] ?? t]);
  };
  const phrases = [
    ...choices([articles, nouns])
      .map(agree)
      .map((list) => ({ list, order: [0, 1] })),
    ...choices([articles, adjectives, nouns])
      .map(agree)
      .map((list) => ({ list, order: [0, 2, 1] })),
  ];
  const out = [];
  for (const { list, order } of phrases) {
    const n = list.length;
    for (const verb of alone) out.push(pairOf([...list, verb], [...order, n]));
    for (const verb of verbs)
      for (const object of phrases)
        out.push(
          pairOf([...list, verb, ...object.list], [...order, n, ...object.order.map((k) => n + 1 + k)]),
        );
  }
  return out;
}

/** Chinese → English: time, place and manner stand before the verb, and in English after it, turned round. */
export function chineseEnglish() {
  const subjects = words("我:I 你:you 他:he 她:she 我们:we");
  const times = [null, ...words("今天:today 现在:now")];
  const places = [null, ...words("家:home 学校:school 公园:the-+park")];
  const manners = [null, ...words("慢慢地:slowly 安静地:quietly")];
  const reads = words("读:read 写:write"),
    drinks = words("喝:drink"),
    buys = words("买:buy");
  const books = words("书:books 信:letters"),
    teas = words("茶:tea 水:water");
  const doings = [
    ...choices([reads, books]),
    ...choices([drinks, teas]),
    ...choices([buys, [...books, ...teas]]),
  ];
  const out = [];
  for (const [subject, time, place, manner, [verb, object]] of choices([
    subjects,
    times,
    places,
    manners,
    doings,
  ])) {
    const third = ["he", "she"].includes(subject[1]);
    const list = [],
      at = {};
    const put = (name, said) => {
      at[name] = list.length;
      list.push(said);
    };
    put("subject", subject);
    if (time) put("time", time);
    if (place) {
      put("at", ["在", "at"]);
      put("place", place);
    }
    if (manner) put("manner", manner);
    put("verb", [verb[0], verb[1] + (third ? "s" : "")]);
    put("object", object);
    const order = ["subject", "verb", "object", "manner", "at", "place", "time"]
      .filter((n) => n in at)
      .map((n) => at[n]);
    out.push(pairOf(list, order));
  }
  return out;
}
