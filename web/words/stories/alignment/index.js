/** Which sentence of alignment holds. */
import en from "./en.js";
import zh from "./zh.js";

/** @typedef {Record<string, any>} Facts */

/** Names that a sentence lists. */
const MOST_LISTED = 4;

/** @param {import("../../cases.js").Speaker} speaker @param {Facts} story @returns {Facts} */
function cases({ say, write, invite, common }, { sentences: t, invitation, nth, subtitle, list }) {
  /** @param {string[]} names @param {"and" | "or"} [how] or: after a negation */
  const listed = (names, how = "and") => {
    const some = names.length > MOST_LISTED ? names.slice(0, MOST_LISTED - 1) : names;
    const rest = names.length - some.length;
    const all = rest ? [...some, write(list[how === "or" ? "any" : "others"], { count: rest })] : some;
    return all.length < 2
      ? all.join("")
      : write(list[how], { names: all.slice(0, -1).join(list.comma), last: all.at(-1) });
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
          readers: listed(by.map(asker)),
          count: by.length,
          tied,
          several: tied > 1,
          unread: listed(unread.map(key), "or"),
        },
      }),
    ),
    empty: say(
      ({ decoded }) => t.empty[decoded ? "decoded" : "given"],
      (_, { empty, asker }) => ({
        names: listed(empty.map((/** @type {Facts} */ { i }) => asker(i))),
        count: empty.length,
      }),
    ),
    learned: say(() => common.learned),
    invitation: (/** @type {any} */ model, /** @type {number} */ seconds) =>
      invite(invitation, { rows: model.q_len, columns: model.kv_len }, seconds),
  };
}

/** @type {import("../../index.js").StoryTexts} */
export default { id: "alignment", cases, texts: { en, zh } };
