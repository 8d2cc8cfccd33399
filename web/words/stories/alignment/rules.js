/** Chooses the sentences of the story alignment. */

/** @typedef {Record<string, any>} Facts */

/** The most names that a sentence lists. */
const MOST_LISTED = 4;

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules({ say, write, listed, common }, { sentences: t, list }) {
  /** @param {string[]} names @param {string} others how many more there are @param {string} [and] */
  const some = (names, others, and) => {
    if (names.length <= MOST_LISTED) return listed(names, and);
    const shown = names.slice(0, MOST_LISTED - 1);
    return listed([...shown, write(others, { count: names.length - shown.length })], and);
  };
  return {
    row: say(
      ({ alone, kind, nothingRead }) => [
        !alone ? t.row.several : t.row[kind === "nan" ? "nan" : kind === "nothing" ? "none" : "reads"],
        alone && nothingRead && t.row[nothingRead],
      ],
      ({ i, until, queryName }) => ({ queryName: queryName(i), lastName: queryName(until) }),
    ),
    order: say(
      ({ order: { counted, crossing, straight } }) =>
        t.order[counted < 2 ? "none" : crossing ? "crossing" : straight ? "straight" : "level"],
      ({ order: { crossing, pair }, queryName }) => ({
        crossing,
        ...(pair && { earlier: queryName(pair[0]), later: queryName(pair[1]) }),
      }),
    ),
    columns: say(
      ({ columns: { by, unread, marks } }) => [
        t.columns[by.length === 0 ? "none" : by.length === 1 ? "single" : "most"],
        by.length > 0 && marks.length > 0 && t.columns.marks,
        unread.length > 0 && t.columns.unread,
      ],
      ({ columns: { most, by, tied, unread, marks }, queryName, key }) => ({
        word: most === null ? "" : key(most),
        readers: some(by.map(queryName), list.others),
        count: by.length,
        tied,
        several: tied > 1,
        marks: some(marks.map(queryName), list.others),
        unread: some(unread.map(key), list.any, list.or),
      }),
    ),
    empty: say(
      ({ decoded }) => t.empty[decoded ? "decoded" : "given"],
      ({ empty, queryName }) => {
        const names = empty.map((/** @type {Facts} */ { i }) => queryName(i));
        return { names: some(names, list.others), count: names.length };
      },
    ),
    learned: say(common.learned),
  };
}
