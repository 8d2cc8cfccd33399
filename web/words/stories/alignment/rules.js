/** Which sentence of alignment holds. */

/** @typedef {Record<string, any>} Facts */

/** Names that a sentence lists. */
const MOST_LISTED = 4;

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules(
  { say, write, listed, invite, common },
  { sentences: t, invitation, nth, subtitle, list },
) {
  /** @param {string[]} names @param {string} others how many more there are @param {string} [and] */
  const some = (names, others, and) => {
    if (names.length <= MOST_LISTED) return listed(names, and);
    const shown = names.slice(0, MOST_LISTED - 1);
    return listed([...shown, write(others, { count: names.length - shown.length })], and);
  };
  return {
    /** @param {Facts} facts */
    nth: ({ i, until, alone }) => write(nth, { from: i + 1, until: until + 1, alone }),
    subtitle: (/** @type {number[]} */ some, /** @type {number} */ count) =>
      write(subtitle, {
        from: some[0] + 1,
        until: some[some.length - 1] + 1,
        count,
        alone: some.length === 1,
      }),
    row: say(
      ({ alone, kind, nothingRead }) => [
        !alone ? t.row.several : t.row[kind === "nan" ? "nan" : kind === "nothing" ? "none" : "reads"],
        alone && nothingRead && t.row[nothingRead],
      ],
      (_, given) => {
        const { i, until, asker } = given;
        return { one: asker(i), other: asker(until), note: given.note };
      },
    ),
    order: say(
      ({ order }) =>
        order.told < 2
          ? t.order.none
          : order.crossing
            ? t.order.crossing
            : t.order[order.straight ? "straight" : "level"],
      (_, { order, asker }) => ({
        crossing: order.crossing,
        ...(order.pair ? { one: asker(order.pair[0]), other: asker(order.pair[1]) } : {}),
      }),
    ),
    columns: say(
      ({ columns: { by, unread } }) => [
        !by.length ? t.columns.none : by.length === 1 ? t.columns.single : t.columns.most,
        unread.length > 0 && t.columns.unread,
      ],
      (_, { columns: { most, by, tied, unread }, asker, key }) => ({
        ...(most === null ? {} : { word: key(most) }),
        ...{
          readers: some(by.map(asker), list.others),
          count: by.length,
          tied,
          several: tied > 1,
          unread: some(unread.map(key), list.any, list.or),
        },
      }),
    ),
    empty: say(
      ({ decoded }) => t.empty[decoded ? "decoded" : "given"],
      (_, { empty, asker }) => ({
        names: some(
          empty.map((/** @type {Facts} */ { i }) => asker(i)),
          list.others,
        ),
        count: empty.length,
      }),
    ),
    learned: say(() => common.learned),
    invitation: (/** @type {any} */ model, /** @type {number} */ seconds) =>
      invite(invitation, { rows: model.q_len, columns: model.kv_len }, seconds),
  };
}
