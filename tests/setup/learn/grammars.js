// The toy grammars: every sentence that each allows, as a list of examples. Models learn from the words alone; `aligned`,
// `decided` and `partners` are for measuring afterwards.

/**
 * @typedef {object} Pair a sentence and its translation
 * @property {string[]} source
 * @property {string[]} target
 * @property {number[]} aligned for each target word, the index of the source word it translates; -1: none
 */

/**
 * @typedef {object} Opinion
 * @property {string[]} source
 * @property {string} opinion a class
 * @property {number} decided the index of the word that decides the class; -1: none
 */
/** @typedef {[string, ...string[]]} Said a source word and its translation, of any number of words */
/** @typedef {{ words: Said[], order: number[] }} Phrase words: in the order of the source; order: their indices in the order of the target */

/** Returns a phrase as a pair. A target word with a hyphen stands for no source word. @param {Phrase} phrase @returns {Pair} */
function pairOf({ words, order }) {
  const said = order.flatMap((place) => words[place].slice(1).map((word) => ({ word, place })));
  return {
    source: words.map(([word]) => word),
    target: said.map(({ word }) => word.replace("-", "")),
    aligned: said.map(({ word, place }) => (word.endsWith("-") ? -1 : place)),
  };
}

/** @param {Said} word @returns {Phrase} */
const phraseOf = (word) => ({ words: [word], order: [0] });

/** Joins phrases in the same order in both languages. @param {...Phrase} parts */
const joined = (...parts) => ordered(parts, [...parts.keys()]);

/** Joins phrases in another order in the target. @param {Phrase[]} parts in the order of the source @param {number[]} order of the parts in the target @returns {Phrase} */
function ordered(parts, order) {
  const starts = parts.map((_, n) => parts.slice(0, n).reduce((sum, { words }) => sum + words.length, 0));
  return {
    words: parts.flatMap((part) => part.words),
    order: order.flatMap((n) => parts[n].order.map((place) => starts[n] + place)),
  };
}

/** @param {string} text "cat:chat dog:chien" @returns {Said[]} */
const words = (text) => text.split(" ").map((entry) => /** @type {Said} */ (entry.split(":")));

/** Returns every choice of one item from each list. @param {any[][]} lists @returns {any[][]} */
const choices = ([first, ...rest]) =>
  first ? first.flatMap((one) => choices(rest).map((others) => [one, ...others])) : [[]];

/** English → French: the adjective follows its noun; article and adjective take the noun's gender. @returns {Pair[]} */
export function englishFrench() {
  const masculine = words("cat:chat dog:chien horse:cheval");
  const feminine = words("mouse:souris cow:vache sheep:brebis");
  const phrases = [
    ...nounPhrases(words("the:le a:un"), words("black:noir white:blanc calm:calme shy:timide"), masculine),
    ...nounPhrases(words("the:la a:une"), words("black:noire white:blanche calm:calme shy:timide"), feminine),
  ];
  const alone = phrases.flatMap((subject) =>
    words("sleeps:dort eats:mange sings:chante").map((verb) => joined(subject, phraseOf(verb))),
  );
  const seen = words("sees:voit follows:suit likes:aime").map(phraseOf);
  return [...alone, ...choices([phrases, seen, phrases]).map((parts) => joined(...parts))].map(pairOf);
}

/** @param {Said[]} articles @param {Said[]} adjectives @param {Said[]} nouns @returns {Phrase[]} */
const nounPhrases = (articles, adjectives, nouns) => [
  ...choices([articles, nouns]).map((parts) => ({ words: parts, order: [0, 1] })),
  ...choices([articles, adjectives, nouns]).map((parts) => ({ words: parts, order: [0, 2, 1] })),
];

/** Chinese → English: time, place and manner precede the verb; in English they follow it in reverse order. @returns {Pair[]} */
export function chineseEnglish() {
  const maybe = (/** @type {Phrase[]} */ phrases) => [{ words: [], order: [] }, ...phrases];
  const times = words("今天:today 现在:now").map(phraseOf);
  const places = words("家:home 学校:school 公园:the-:park").map((place) => ({
    words: [/** @type {Said} */ (["在", "at"]), place],
    order: [0, 1],
  }));
  const manners = words("慢慢地:slowly 安静地:quietly").map(phraseOf);
  const before = choices([maybe(times), maybe(places), maybe(manners)]);
  const of = (/** @type {string} */ subjects, /** @type {string} */ ending) =>
    choices([words(subjects).map(phraseOf), before, doings(ending)]).map(
      ([subject, [time, place, manner], doing]) =>
        pairOf(ordered([subject, time, place, manner, doing], [0, 4, 3, 2, 1])),
    );
  return [...of("我:I 你:you 我们:we", ""), ...of("他:he 她:she", "s")];
}

/** Returns verbs with their objects. @param {string} ending of the English verb @returns {Phrase[]} */
function doings(ending) {
  const [books, drinks] = [words("书:books 信:letters"), words("茶:tea 水:water")];
  const verbs = (/** @type {string} */ text) =>
    words(text).map(([word, said]) => /** @type {Said} */ ([word, said + ending]));
  return [
    ...choices([verbs("读:read 写:write"), books]),
    ...choices([verbs("喝:drink"), drinks]),
    ...choices([verbs("买:buy"), [...books, ...drinks]]),
  ].map((parts) => ({ words: parts, order: [0, 1] }));
}

/**
 * Opinions: "I hate this movie", "this song is really great", "we think that show is new". Neutral ones are included; without
 * them it would be enough to attend to bad words.
 * @returns {Opinion[]}
 */
export function opinions() {
  const list = (/** @type {string} */ text) => text.split(" ").map((word) => [word]);
  const [people, stress] = [list("I we they"), [[], ...list("really truly")]];
  const things = choices([list("this that the"), list("movie song book food show")]).map((parts) =>
    parts.flat(),
  );
  const kinds = [
    { opinion: "negative", verbs: "hate dislike", adjectives: "bad boring awful" },
    { opinion: "neutral", verbs: "know remember", adjectives: "new long old" },
    { opinion: "positive", verbs: "love like", adjectives: "good great fun" },
  ];
  return kinds.flatMap(({ opinion, verbs, adjectives }) => {
    const [feels, are] = [list(verbs), list(adjectives)];
    const judged = choices([things, [["is"]], stress, are]);
    const said = (/** @type {string[][]} */ parts, /** @type {string[][]} */ deciding) => {
      const source = parts.flat();
      const place = source.findIndex((word) => deciding.flat().includes(word));
      return { source, opinion, decided: opinion === "neutral" ? -1 : place };
    };
    return [
      ...choices([people, stress, feels, things]).map((parts) => said(parts, feels)),
      ...judged.map((parts) => said(parts, are)),
      ...choices([people, [["think"]], judged]).map(([who, think, parts]) =>
        said([who, think, ...parts], are),
      ),
    ];
  });
}

/**
 * @typedef {object} Reading a sentence whose last word has two senses
 * @property {string[]} source
 * @property {string} sense a synonym that names the sense; "" if no word reveals it
 * @property {number[]} decided indices of the words that reveal it
 */

/**
 * @typedef {object} Ambiguous a word with two senses, and the words that distinguish them
 * @property {string} word
 * @property {string} who
 * @property {string} does verbs that fit either sense @property {string} like adjectives that fit either sense
 * @property {Record<string, { does: string, like: string }>} senses by synonym: verbs and adjectives that fit
 *   this sense alone
 * @property {(who: string, does: string, like: string, noun: string) => string[]} said
 */

/** Returns sentences with the word: in some, one or more other words reveal its sense, in the rest none does. @param {Ambiguous} given @returns {Reading[]} */
function readingsOf({ word, who, does, like, senses, said }) {
  const list = (/** @type {string} */ text) => text.split(" ");
  const plain = { does: list(does), like: list(like) };
  const informative = Object.entries(senses).flatMap(([sense, tells]) => {
    const told = { does: list(tells.does), like: list(tells.like) };
    return [
      { sense, does: told.does, like: [...plain.like, ...told.like], told },
      { sense, does: plain.does, like: told.like, told },
    ];
  });
  return [...informative, { sense: "", ...plain, told: { does: [], like: [] } }].flatMap(
    ({ sense, told, ...words }) =>
      choices([list(who), words.does, words.like]).map(([person, action, trait]) => {
        const source = said(person, action, trait, word);
        const decided = [...source.keys()].filter((n) => [...told.does, ...told.like].includes(source[n]));
        return { source, sense, decided };
      }),
  );
}

/** "she fished from the quiet bank", "he swung the wooden bat": which bank, which bat? @returns {Reading[]} */
export const englishReadings = () => [
  ...readingsOf({
    ...{ word: "bank", who: "she he they", does: "looked came", like: "quiet old" },
    senses: {
      shore: { does: "fished swam rowed", like: "muddy grassy" },
      lender: { does: "borrowed stole saved", like: "rich honest" },
    },
    said: (who, does, like, noun) => [who, does, "from", "the", like, noun],
  }),
  ...readingsOf({
    ...{ word: "bat", who: "she he they", does: "saw found", like: "small old" },
    senses: {
      club: { does: "swung gripped dropped", like: "wooden broken" },
      animal: { does: "fed woke heard", like: "hungry sleepy" },
    },
    said: (who, does, like, noun) => [who, does, "the", like, noun],
  }),
];

/** 「她 听见 山里 的 杜鹃」, 「他 削好 桌上 的 苹果」: a bird or a flower, a fruit or a phone? @returns {Reading[]} */
export function chineseReadings() {
  const said = (/** @type {string[]} */ ...[who, does, like, noun]) => [who, does, like, "的", noun];
  return [
    ...readingsOf({
      ...{ word: "杜鹃", who: "她 他 我们", does: "看见 喜欢", like: "山里 窗外" },
      senses: {
        鸟: { does: "听见 惊动 喂养", like: "会飞 啼叫" },
        花: { does: "摘下 种下 浇灌", like: "盛开 芬芳" },
      },
      said,
    }),
    ...readingsOf({
      ...{ word: "苹果", who: "她 他 我们", does: "买下 带走", like: "桌上 店里" },
      senses: {
        水果: { does: "咬开 洗净 削好", like: "香甜 多汁" },
        手机: { does: "打开 修好 充好", like: "没电 死机" },
      },
      said,
    }),
  ];
}

/**
 * @typedef {object} Related a sentence and, for each relation, the index of every word's partner; a word without a partner has its
 *   own index
 * @property {string[]} source
 * @property {Record<"previous" | "first" | "adjective" | "verb", number[]>} partners
 */

/**
 * "the black cat quietly drank its warm milk": adjectives and adverb are optional. The sentences can be translated into Chinese
 * word for word, so that both languages learn from the same ones.
 * @returns {Related[]}
 */
export function relatedWords() {
  const list = (/** @type {string} */ text) => text.split(" ").map((word) => [word]);
  const maybe = (/** @type {string} */ text) => [[], ...list(text)];
  return choices([
    list("the its this that"),
    maybe("black white small"),
    list("cat dog bird rabbit"),
    maybe("quietly often"),
    list("drank found wanted shared"),
    list("the its this that"),
    maybe("warm cold sweet"),
    list("milk tea soup juice"),
  ]).map((parts) => {
    const source = parts.flat();
    const starts = parts.map((_, n) => parts.slice(0, n).flat().length);
    const [, , subject, , verb, , , object] = starts;
    const own = [...source.keys()];
    const adjective = own.slice();
    for (const [n, noun] of [
      [1, subject],
      [6, object],
    ])
      if (parts[n].length) [adjective[starts[n]], adjective[noun]] = [noun, starts[n]];
    const verbs = own.slice();
    [verbs[subject], verbs[object], verbs[verb]] = [verb, verb, subject];
    const previous = own.map((place) => Math.max(0, place - 1));
    return { source, partners: { previous, adjective, first: own.map(() => 0), verb: verbs } };
  });
}
